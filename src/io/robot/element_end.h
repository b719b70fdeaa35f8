// Where an element of an XML document ends.
#pragma once

#include <cstddef>
#include <string_view>

namespace abut {

/// The first byte behind the element that begins at `begin` with '<'. The document must be well-formed; else its end.
std::size_t find_element_end(std::string_view document, std::size_t begin);

}  // namespace abut
