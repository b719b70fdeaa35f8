// Whole files in and out; write_file is in abut/io.h.
#pragma once

#include <filesystem>
#include <string>

#include "abut/base.h"

namespace abut {

/// The bytes of a regular file; the error says what the path is if it is anything else.
Result<std::string> read_file(const std::filesystem::path& path);

}  // namespace abut
