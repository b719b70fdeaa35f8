// Three bytes are four digits of six bits.
#include "io/base64.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace abut {
namespace {

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> make_digit_values() {
  std::array<std::int8_t, 256> values = {};
  values.fill(-1);
  for (std::size_t i = 0; i < kDigits.size(); ++i)
    values[static_cast<unsigned char>(kDigits[i])] = static_cast<std::int8_t>(i);
  return values;
}

}  // namespace

std::string encode_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t length = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < length; ++k)
      group |= std::uint32_t{static_cast<unsigned char>(bytes[i + k])} << (16 - 8 * k);
    for (std::size_t k = 0; k < 4; ++k) text += k <= length ? kDigits[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

std::optional<std::string> decode_base64(std::string_view text) {
  static constexpr std::array<std::int8_t, 256> kValues = make_digit_values();
  for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  int bit_count = 0;
  for (const char digit : text) {
    const std::int8_t value = kValues[static_cast<unsigned char>(digit)];
    if (value < 0) return std::nullopt;
    bits = (bits << 6 | static_cast<std::uint32_t>(value)) & 0xffff;
    bit_count += 6;
    if (bit_count < 8) continue;
    bit_count -= 8;
    bytes += static_cast<char>(bits >> bit_count & 0xff);
  }
  return bytes;
}

}  // namespace abut
