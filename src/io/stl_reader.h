// How to know an STL file when one sees it.
#pragma once

#include <string_view>

namespace abut {

/// True if the size is what a binary STL with the promised number of facets must have.
bool is_binary_stl(std::string_view bytes);

/// True if the bytes begin with the word "solid" and look like text.
bool is_text_stl(std::string_view bytes);

}  // namespace abut
