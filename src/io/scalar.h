// Binary numbers of the types that PLY and glTF know, in either byte order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace abut {

enum class Scalar : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, float32, float64 };
enum class ByteOrder : std::uint8_t { little, big };

std::size_t scalar_size(Scalar type);
/// "int8", ..., "float64".
std::string_view scalar_name(Scalar type);
bool is_integer(Scalar type);

/// The number at `bytes`; all of these types fit into a double.
double load_scalar(const char* bytes, Scalar type, ByteOrder order);

/// What the file holds after storing `value`: itself for integers and float64, rounded for float32. Nothing if the
/// type cannot hold it: a fraction in an integer, or too large.
std::optional<double> round_to_scalar(double value, Scalar type);

/// Both write a value that round_to_scalar accepts.
void store_scalar(char* bytes, double value, Scalar type, ByteOrder order);
void append_scalar(std::string& out, double value, Scalar type, ByteOrder order);

}  // namespace abut
