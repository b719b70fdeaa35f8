// Gets the JSON and the buffers of a glTF file: from the BIN chunk, from data URIs, and from files in the same folder
// or below. A mesh file is no place to name any other file of the user's.
#include <algorithm>
#include <cctype>
#include <set>

#include "io/base64.h"
#include "io/failure.h"
#include "io/file_access.h"
#include "io/glb_chunks.h"
#include "io/gltf_document.h"

namespace abut {
namespace {

std::string decode_percent(const JsonView& uri) {
  const std::string& text = uri.to_string();
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    const auto is_hex = [&](std::size_t k) {
      return k < text.size() && std::isxdigit(static_cast<unsigned char>(text[k]));
    };
    if (!is_hex(i + 1) || !is_hex(i + 2))
      fail_at(uri.path(), "{} found, expected %XX with two hex digits", quote(text));
    out += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
    i += 2;
  }
  return out;
}

// A name with a colon would be http:, file: or a drive; none of them is a neighbour of the file.
std::filesystem::path to_relative_path(const JsonView& uri) {
  const std::string text = decode_percent(uri);
  const std::filesystem::path path(text);
  bool is_plain =
      !text.empty() && text.find_first_of(std::string_view(":\\\0", 3)) == std::string::npos && path.is_relative();
  for (const auto& component : path) is_plain = is_plain && component != "..";
  if (!is_plain)
    fail_at(uri.path(), "{} found, expected a file in the folder of the glTF file or below", quote(uri.to_string()));
  return path;
}

std::string read_buffer_file(const JsonView& uri, const std::filesystem::path& folder) {
  const std::filesystem::path path = to_relative_path(uri);
  if (folder.empty()) fail_at(uri.path(), "file {} found, but there is no folder to look in", quote(path.string()));
  Result<std::string> bytes = read_file(folder / path);
  if (!bytes) fail_at(uri.path(), "{}", bytes.error().message);
  return *std::move(bytes);
}

std::string decode_data_uri(const JsonView& uri) {
  const std::string& text = uri.to_string();
  const std::size_t comma = std::min(text.find(','), text.size());
  if (!std::string_view(text).substr(0, comma).ends_with(";base64"))
    fail_at(uri.path(), "{} found, expected data:...;base64,...", quote(text));
  auto bytes = decode_base64(std::string_view(text).substr(std::min(comma + 1, text.size())));
  if (!bytes) fail_at(uri.path(), "data that is not base64 found");
  return *std::move(bytes);
}

class BufferLoader {
 public:
  BufferLoader(const MeshFile::Content& content, const std::filesystem::path& folder)
      : content_(content), folder_(folder) {}

  GltfBuffer load(const JsonView& buffer, bool is_first) {
    GltfBuffer loaded = load_source(buffer, is_first);
    const JsonView length = buffer.at("byteLength");
    if (length.to_size() > loaded.bytes.size())
      fail_at(length.path(), "{} bytes promised, but the buffer has {}", length.to_size(), loaded.bytes.size());
    return loaded;
  }

 private:
  GltfBuffer load_source(const JsonView& buffer, bool is_first) {
    const auto uri = buffer.find("uri");
    if (!uri) return {GltfBuffer::Source::glb_chunk, load_chunk(buffer, is_first)};
    if (uri->to_string().starts_with("data:")) return {GltfBuffer::Source::data_uri, decode_data_uri(*uri)};
    // The same file again and again would let a small file ask for any amount of memory.
    if (!files_.insert(uri->to_string()).second) fail_at(uri->path(), "the file of another buffer found");
    return {GltfBuffer::Source::file, read_buffer_file(*uri, folder_), folder_ / to_relative_path(*uri)};
  }

  std::string load_chunk(const JsonView& buffer, bool is_first) {
    const GlbChunks chunks = content_.format == MeshFormat::glb ? find_glb_chunks(content_.bytes) : GlbChunks();
    if (!is_first || chunks.binary_start == 0) fail_at(buffer.path(), "no uri found, and no BIN chunk in its place");
    return content_.bytes.substr(chunks.binary_start, chunks.binary_end - chunks.binary_start);
  }

  const MeshFile::Content& content_;
  const std::filesystem::path& folder_;
  std::set<std::string> files_;
};

std::string_view find_json_text(const MeshFile::Content& content) {
  if (content.format == MeshFormat::gltf) return content.bytes;
  const GlbChunks chunks = find_glb_chunks(content.bytes);
  return std::string_view(content.bytes).substr(chunks.json_start, chunks.json_end - chunks.json_start);
}

void check_head(const JsonView& root) {
  const JsonView version = root.at("asset").at("version");
  if (!version.to_string().starts_with("2."))
    fail_at(version.path(), "{} found, expected 2.0", quote(version.to_string()));
  const auto required = root.find("extensionsRequired");
  for (std::size_t i = 0; required && i < required->size(); ++i)
    if (is_compression(required->at(i).to_string()))
      fail_at(required->at(i).path(), "{} found, which is not supported", required->at(i).to_string());
}

}  // namespace

void refuse_compression(const JsonView& object) {
  const auto extensions = object.find("extensions");
  if (!extensions || !extensions->value().is_object()) return;
  for (const auto& [name, value] : extensions->value().items())
    if (is_compression(name)) fail_at(object.path(), "data compressed with {} found, which is not supported", name);
}

GltfDocument load_gltf(const MeshFile::Content& content, const std::filesystem::path& folder) {
  GltfDocument document{.json = parse_json(find_json_text(content))};
  const JsonView root(document.json);
  check_head(root);
  const auto buffers = root.find("buffers");
  BufferLoader loader(content, folder);
  for (std::size_t i = 0; buffers && i < buffers->size(); ++i)
    document.buffers.push_back(loader.load(buffers->at(i), i == 0));
  return document;
}

}  // namespace abut
