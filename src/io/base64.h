// Base64 as in RFC 4648, for buffers that stand inside a glTF file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace abut {

std::string encode_base64(std::string_view bytes);

/// Nothing if the text is not base64. Padding may be missing.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace abut
