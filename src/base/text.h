// Makes untrusted bytes fit for messages.
#pragma once

#include <string>
#include <string_view>

namespace abut {

/// Bytes as a terminal may see them: everything but printable ASCII and well-formed UTF-8 as \xNN.
std::string printable(std::string_view bytes);

/// A piece of a file for a message: in quotation marks, printable, and shortened if long.
std::string quote(std::string_view bytes);

}  // namespace abut
