#include "base/text.h"

#include <fmt/format.h>

namespace abut {
namespace {

constexpr std::size_t kQuoteLength = 40;

// Length of the UTF-8 sequence a byte starts; 0 for a byte that starts none.
std::size_t utf8_length(unsigned char lead) {
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  if (lead >= 0xf0 && lead < 0xf5) return 4;
  return 0;
}

// Length of the printable character at the front of `bytes`; 0 if there is none. C1 controls count as unprintable.
std::size_t printable_length(std::string_view bytes) {
  const auto lead = static_cast<unsigned char>(bytes[0]);
  if (lead < 0x80) return lead >= 0x20 && lead != 0x7f ? 1 : 0;
  const std::size_t length = utf8_length(lead);
  if (length == 0 || bytes.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((static_cast<unsigned char>(bytes[i]) & 0xc0) != 0x80) return 0;
  return lead == 0xc2 && static_cast<unsigned char>(bytes[1]) < 0xa0 ? 0 : length;
}

}  // namespace

std::string printable(std::string_view bytes) {
  std::string out;
  while (!bytes.empty()) {
    const std::size_t length = printable_length(bytes);
    if (length > 0)
      out += bytes.substr(0, length);
    else
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes[0]));
    bytes.remove_prefix(length > 0 ? length : 1);
  }
  return out;
}

std::string quote(std::string_view bytes) {
  const bool is_long = bytes.size() > kQuoteLength;
  return fmt::format("'{}{}'", printable(bytes.substr(0, kQuoteLength)), is_long ? "..." : "");
}

}  // namespace abut
