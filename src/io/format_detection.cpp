// Magic bytes and extensions.
#include "io/format_detection.h"

#include <array>
#include <cctype>
#include <string>
#include <utility>

#include "io/off_header.h"
#include "io/stl_reader.h"
#include "io/text_cursor.h"

namespace abut {

using namespace std::string_view_literals;

std::optional<MeshFormat> find_format_by_content(std::string_view bytes) {
  if (is_binary_stl(bytes)) return MeshFormat::stl;
  if (bytes.starts_with("glTF")) return MeshFormat::glb;
  const std::string_view word = TextCursor(bytes, {.comments = true}, find_text_start(bytes)).read_word_across_lines();
  if (word == "ply") return MeshFormat::ply;
  if (is_off_header(word)) return MeshFormat::off;
  if (word.starts_with('{')) return MeshFormat::gltf;
  if (is_text_stl(bytes)) return MeshFormat::stl;
  return std::nullopt;
}

std::optional<MeshFormat> find_format_by_extension(const std::filesystem::path& path) {
  constexpr std::array<std::pair<std::string_view, MeshFormat>, 6> kExtensions = {{{".obj", MeshFormat::obj},
                                                                                   {".ply", MeshFormat::ply},
                                                                                   {".stl", MeshFormat::stl},
                                                                                   {".off", MeshFormat::off},
                                                                                   {".gltf", MeshFormat::gltf},
                                                                                   {".glb", MeshFormat::glb}}};
  std::string extension = path.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const auto& [name, format] : kExtensions)
    if (extension == name) return format;
  return std::nullopt;
}

std::string_view describe_foreign_content(std::string_view bytes) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kMarks = {{
      {"\xff\xfe"sv, "UTF-16 text"},
      {"\xfe\xff"sv, "UTF-16 text"},
      {"\x1f\x8b"sv, "gzip-compressed data"},
      {"PK\x03\x04"sv, "a zip archive"},
      {"\x89PNG"sv, "a PNG image"},
      {"Kaydara FBX"sv, "an FBX file"},
      {"BLENDER"sv, "a Blender file"},
      {"<"sv, "XML or HTML"},
  }};
  if (is_binary_stl(bytes)) return {};  // its header may be anything
  for (const auto& [mark, description] : kMarks)
    if (bytes.starts_with(mark)) return description;
  return {};
}

}  // namespace abut
