// The bytes of a recording (docs/recording.md): what writer and reader must agree on.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "abut/math.h"

namespace abut {

using Json = nlohmann::ordered_json;

inline constexpr std::string_view kRecordingMark(
    "\x89"
    "ABUT\r\n\x1a",
    8);
inline constexpr std::string_view kRecordingEnd = "ABUT.END";
inline constexpr std::uint32_t kRecordingVersion = 1;
inline constexpr std::size_t kRecordingStartSize = 16, kRecordingEndSize = 16, kChunkHeaderSize = 16;

inline constexpr std::string_view kHeadChunk = "HEAD", kMeshChunk = "MESH", kTreeChunk = "TREE", kFrameChunk = "FRAM",
                                  kIndexChunk = "INDX";

/// Pieces begin at multiples of this.
inline constexpr std::size_t kPieceAlignment = 8;
constexpr std::uint64_t align_piece(std::uint64_t size) {
  return (size + kPieceAlignment - 1) / kPieceAlignment * kPieceAlignment;
}

/// Numbers as a recording has them: little-endian.
template <class T>
void append_number(std::string& bytes, T number) {
  std::array<char, sizeof(T)> raw;
  std::memcpy(raw.data(), &number, sizeof(T));
  if constexpr (std::endian::native == std::endian::big) std::reverse(raw.begin(), raw.end());
  bytes.append(raw.data(), raw.size());
}

template <class T>
T load_number(std::string_view bytes, std::size_t offset) {
  std::array<char, sizeof(T)> raw;
  std::memcpy(raw.data(), bytes.data() + offset, sizeof(T));
  if constexpr (std::endian::native == std::endian::big) std::reverse(raw.begin(), raw.end());
  T number;
  std::memcpy(&number, raw.data(), sizeof(T));
  return number;
}

/// A chunk in the making: JSON, and the arrays it names.
class ChunkBuilder {
 public:
  explicit ChunkBuilder(const Vec3& origin = Vec3::Zero()) : origin_(origin) {}

  Json json = Json::object();

  /// Each returns what the JSON has to say of the array.
  Json add(std::span<const std::uint8_t> numbers);
  Json add(std::span<const std::uint32_t> numbers);
  Json add(std::span<const float> numbers);
  Json add(std::span<const double> numbers);
  /// As they are, as floats.
  Json add_vectors(std::span<const Vec3> vectors);
  /// Relative to the origin, as floats.
  Json add_positions(std::span<const Vec3> positions);

  /// The whole chunk with its padding.
  std::string format(std::string_view kind) const;

 private:
  template <class T>
  Json add_numbers(std::string_view type, std::span<const T> numbers);

  Vec3 origin_;
  std::string numbers_;
};

}  // namespace abut
