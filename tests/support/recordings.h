// Reads recordings as docs/recording.md describes them, sharing nothing with the library but that page.
#pragma once

#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace abut::test {

template <class T>
T number_at(const std::string& bytes, std::size_t offset) {
  T number;
  std::memcpy(&number, bytes.data() + offset, sizeof(T));
  return number;
}

struct Chunk {
  std::string kind;
  nlohmann::json json;
  std::string numbers;

  template <class T>
  std::vector<T> array(const nlohmann::json& named) const {
    const std::string type = std::is_same_v<T, std::uint8_t>    ? "u8"
                             : std::is_same_v<T, std::uint32_t> ? "u32"
                             : std::is_same_v<T, float>         ? "f32"
                                                                : "f64";
    if (named.at("type") != type) throw std::runtime_error("type " + named.at("type").get<std::string>());
    const std::size_t offset = named.at("offset"), count = named.at("count");
    if (offset % 8 != 0 || offset + count * sizeof(T) > numbers.size()) throw std::runtime_error("array out of chunk");
    std::vector<T> values(count);
    if (count > 0) std::memcpy(values.data(), numbers.data() + offset, count * sizeof(T));
    return values;
  }
};

struct DecodedRecording {
  std::vector<Chunk> chunks;

  std::vector<Chunk> of_kind(const std::string& kind) const {
    std::vector<Chunk> found;
    for (const Chunk& chunk : chunks) {
      if (chunk.kind == kind) found.push_back(chunk);
    }
    return found;
  }
  const Chunk& head() const { return chunks.front(); }
  const Chunk& index() const { return chunks.back(); }
};

/// The layer of a frame by its name.
inline const nlohmann::json& layer_of(const Chunk& frame, const std::string& name) {
  for (const auto& layer : frame.json.at("layers")) {
    if (layer.at("name") == name) return layer;
  }
  throw std::runtime_error("no layer " + name);
}

inline DecodedRecording decode_recording(const std::string& bytes) {
  const auto expect = [](bool condition, const char* what) {
    if (!condition) throw std::runtime_error(what);
  };
  expect(bytes.size() > 32 && bytes.substr(0, 8) ==
                                  "\x89"
                                  "ABUT\r\n\x1a",
         "mark");
  expect(number_at<std::uint32_t>(bytes, 8) == 1 && number_at<std::uint32_t>(bytes, 12) == 0, "version");
  expect(bytes.substr(bytes.size() - 8) == "ABUT.END", "end");
  DecodedRecording recording;
  std::size_t offset = 16, last = 0;
  while (offset + 16 < bytes.size()) {
    const auto json_size = number_at<std::uint32_t>(bytes, offset + 4);
    const auto size = number_at<std::uint64_t>(bytes, offset + 8);
    const std::size_t start = offset + 16, numbers = start + (json_size + 7) / 8 * 8;
    recording.chunks.push_back({bytes.substr(offset, 4), nlohmann::json::parse(bytes.substr(start, json_size)),
                                bytes.substr(numbers, start + size - numbers)});
    last = offset;
    offset = start + (size + 7) / 8 * 8;
  }
  expect(offset + 16 == bytes.size() && number_at<std::uint64_t>(bytes, offset) == last, "index");
  return recording;
}

}  // namespace abut::test
