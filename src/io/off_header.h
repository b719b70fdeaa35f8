// The word an OFF file may begin with.
#pragma once

#include <string_view>

namespace abut {

/// OFF, COFF, NOFF, CNOFF, STOFF, ... and the 4OFF and nOFF that the reader refuses by name.
bool is_off_header(std::string_view word);

}  // namespace abut
