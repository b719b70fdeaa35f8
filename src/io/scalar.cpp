// Loads and stores without assuming alignment or the byte order of this machine.
#include "io/scalar.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace abut {
namespace {

bool is_foreign(ByteOrder order) { return (order == ByteOrder::big) != (std::endian::native == std::endian::big); }

// Calls `action` with a zero of the C++ type that `type` stands for.
template <class Action>
auto with_type(Scalar type, Action action) {
  switch (type) {
    case Scalar::int8:
      return action(std::int8_t());
    case Scalar::uint8:
      return action(std::uint8_t());
    case Scalar::int16:
      return action(std::int16_t());
    case Scalar::uint16:
      return action(std::uint16_t());
    case Scalar::int32:
      return action(std::int32_t());
    case Scalar::uint32:
      return action(std::uint32_t());
    case Scalar::float32:
      return action(float());
    case Scalar::float64:
      break;
  }
  return action(double());
}

template <class T>
bool fits(double value) {
  if constexpr (std::is_integral_v<T>)
    return value >= std::numeric_limits<T>::min() && value <= std::numeric_limits<T>::max() &&
           value == std::trunc(value);
  else
    return std::abs(value) <= std::numeric_limits<T>::max();
}

}  // namespace

std::size_t scalar_size(Scalar type) {
  return with_type(type, [](auto zero) { return sizeof(zero); });
}

std::string_view scalar_name(Scalar type) {
  constexpr std::array<std::string_view, 8> kNames = {"int8",  "uint8",  "int16",   "uint16",
                                                      "int32", "uint32", "float32", "float64"};
  return kNames[static_cast<std::size_t>(type)];
}

bool is_integer(Scalar type) { return type != Scalar::float32 && type != Scalar::float64; }

double load_scalar(const char* bytes, Scalar type, ByteOrder order) {
  return with_type(type, [&](auto zero) {
    std::array<char, sizeof(zero)> raw;
    std::memcpy(raw.data(), bytes, raw.size());
    if (is_foreign(order)) std::reverse(raw.begin(), raw.end());
    return static_cast<double>(std::bit_cast<decltype(zero)>(raw));
  });
}

std::optional<double> round_to_scalar(double value, Scalar type) {
  return with_type(type, [&](auto zero) -> std::optional<double> {
    using T = decltype(zero);
    if (!fits<T>(value)) return std::nullopt;
    return static_cast<double>(static_cast<T>(value));
  });
}

void store_scalar(char* bytes, double value, Scalar type, ByteOrder order) {
  with_type(type, [&](auto zero) {
    auto raw = std::bit_cast<std::array<char, sizeof(zero)>>(static_cast<decltype(zero)>(value));
    if (is_foreign(order)) std::reverse(raw.begin(), raw.end());
    std::memcpy(bytes, raw.data(), raw.size());
  });
}

void append_scalar(std::string& out, double value, Scalar type, ByteOrder order) {
  std::array<char, sizeof(double)> bytes;
  store_scalar(bytes.data(), value, type, order);
  out.append(bytes.data(), scalar_size(type));
}

}  // namespace abut
