// What abut outlines found, in words.
#pragma once

#include <string>

#include "abut/drawing.h"

namespace abut {

/// A line for each file, with its notes.
std::string summarize_drawings(const OutlinesReport& report);
std::string summarize_outlines(const OutlinesReport& report);

}  // namespace abut
