#include "io/recording_chunk.h"

namespace abut {
namespace {

void pad(std::string& bytes) { bytes.resize(align_piece(bytes.size()), '\0'); }

std::vector<float> as_floats(std::span<const Vec3> vectors, const Vec3& origin) {
  std::vector<float> numbers;
  numbers.reserve(3 * vectors.size());
  for (const Vec3& v : vectors) {
    for (int axis = 0; axis < 3; ++axis) numbers.push_back(static_cast<float>(v[axis] - origin[axis]));
  }
  return numbers;
}

}  // namespace

template <class T>
Json ChunkBuilder::add_numbers(std::string_view type, std::span<const T> numbers) {
  pad(numbers_);
  Json array = {{"type", type}, {"offset", numbers_.size()}, {"count", numbers.size()}};
  if constexpr (std::endian::native == std::endian::little) {
    numbers_.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
  } else {
    for (const T number : numbers) append_number(numbers_, number);
  }
  return array;
}

Json ChunkBuilder::add(std::span<const std::uint8_t> numbers) { return add_numbers("u8", numbers); }
Json ChunkBuilder::add(std::span<const std::uint32_t> numbers) { return add_numbers("u32", numbers); }
Json ChunkBuilder::add(std::span<const float> numbers) { return add_numbers("f32", numbers); }
Json ChunkBuilder::add(std::span<const double> numbers) { return add_numbers("f64", numbers); }

Json ChunkBuilder::add_vectors(std::span<const Vec3> vectors) {
  return add_numbers<float>("f32", as_floats(vectors, Vec3::Zero()));
}

Json ChunkBuilder::add_positions(std::span<const Vec3> positions) {
  return add_numbers<float>("f32", as_floats(positions, origin_));
}

std::string ChunkBuilder::format(std::string_view kind) const {
  // Names of files may be anything; what is not UTF-8 gets replacement characters.
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::uint64_t numbers_start = align_piece(text.size());
  std::string bytes;
  bytes.reserve(kChunkHeaderSize + align_piece(numbers_start + numbers_.size()));
  bytes += kind;
  append_number(bytes, static_cast<std::uint32_t>(text.size()));
  append_number(bytes, numbers_start + numbers_.size());
  bytes += text;
  pad(bytes);
  bytes += numbers_;
  pad(bytes);
  return bytes;
}

}  // namespace abut
