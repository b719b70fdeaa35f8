// The viewer: one page with everything in it, made from web/ when the program is built.
#pragma once

#include <string_view>

namespace abut {

/// Empty if the program was built without it.
std::string_view viewer_page();

}  // namespace abut
