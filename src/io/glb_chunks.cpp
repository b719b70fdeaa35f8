// The frame of a GLB file: a 12-byte header, then chunks of length, type and data: JSON first, then perhaps BIN.
#include "io/glb_chunks.h"

#include <limits>
#include <utility>

#include "io/failure.h"
#include "io/scalar.h"

namespace abut {
namespace {

constexpr std::size_t kHeaderSize = 12;
constexpr std::size_t kChunkHeaderSize = 8;
constexpr std::size_t kJsonType = 0x4e4f534a;
constexpr std::size_t kBinaryType = 0x004e4942;

std::size_t load_uint32(std::string_view bytes, std::size_t offset) {
  return static_cast<std::size_t>(load_scalar(bytes.data() + offset, Scalar::uint32, ByteOrder::little));
}

void check_header(std::string_view bytes) {
  if (bytes.size() < kHeaderSize + kChunkHeaderSize || !bytes.starts_with("glTF"))
    fail("{} found, expected a GLB file of at least {} bytes that begins with 'glTF'", quote(bytes.substr(0, 4)),
         kHeaderSize + kChunkHeaderSize);
  if (load_uint32(bytes, 4) != 2) fail_at(byte_place(4), "glTF version {} found, expected 2", load_uint32(bytes, 4));
  if (load_uint32(bytes, 8) != bytes.size())
    fail_at(byte_place(8), "a length of {} bytes promised, but the file has {}", load_uint32(bytes, 8), bytes.size());
}

void append_uint32(std::string& out, std::size_t value) {
  append_scalar(out, static_cast<double>(value), Scalar::uint32, ByteOrder::little);
}

// Header and JSON chunk of a file with `other_size` bytes after them.
std::string make_start(std::string json, std::size_t other_size) {
  json.resize((json.size() + 3) / 4 * 4, ' ');
  const std::size_t size = kHeaderSize + kChunkHeaderSize + json.size() + other_size;
  if (size > std::numeric_limits<std::uint32_t>::max()) fail("a GLB file cannot hold {} bytes", size);
  std::string out = "glTF";
  for (const std::size_t value : {std::size_t{2}, size, json.size(), kJsonType}) append_uint32(out, value);
  return out.append(json);
}

}  // namespace

GlbChunks find_glb_chunks(std::string_view bytes) {
  check_header(bytes);
  GlbChunks chunks;
  for (std::size_t at = kHeaderSize; at < bytes.size();) {
    const std::size_t start = at + kChunkHeaderSize;
    if (start > bytes.size()) fail_at(byte_place(at), "end of file found, expected a chunk");
    const std::size_t length = load_uint32(bytes, at);
    const std::size_t type = load_uint32(bytes, at + 4);
    if (length > bytes.size() - start)
      fail_at(byte_place(at), "chunk of {} bytes promised, but only {} follow", length, bytes.size() - start);
    if (at == kHeaderSize && type != kJsonType) fail_at(byte_place(at), "first chunk is not JSON");
    if (at == kHeaderSize) chunks.json_start = start, chunks.json_end = start + length;
    const bool is_second = at == chunks.json_end;
    if (is_second && type == kBinaryType) chunks.binary_start = start, chunks.binary_end = start + length;
    at = start + length;
  }
  return chunks;
}

std::string make_glb(std::string json, std::string_view other_chunks) {
  return make_start(std::move(json), other_chunks.size()).append(other_chunks);
}

std::string make_glb_start(std::string json, std::size_t binary_size) {
  std::string out = make_start(std::move(json), kChunkHeaderSize + binary_size);
  append_uint32(out, binary_size);
  append_uint32(out, kBinaryType);
  return out;
}

std::string make_binary_chunk(std::string bytes) {
  bytes.resize((bytes.size() + 3) / 4 * 4, '\0');
  std::string out;
  append_uint32(out, bytes.size());
  append_uint32(out, kBinaryType);
  return out.append(bytes);
}

}  // namespace abut
