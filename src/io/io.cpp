// The public functions about meshes: which reader or writer does the work.
#include "abut/io.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "io/failure.h"
#include "io/file_access.h"
#include "io/format_detection.h"
#include "io/gltf_document.h"
#include "io/mesh_file.h"
#include "io/readers.h"
#include "io/writers.h"
#include "shape/polygon_mesh.h"

namespace abut {
namespace {

constexpr std::string_view kKnownFormats = "OBJ, PLY, STL, OFF, glTF or GLB";

void read_content(MeshFile::Content& content, const std::filesystem::path& folder) {
  if (content.bytes.empty()) fail("is empty, expected {}", kKnownFormats);
  if (const std::string_view foreign = describe_foreign_content(content.bytes); !foreign.empty())
    fail("{} found, expected {}", foreign, kKnownFormats);
  switch (content.format) {
    case MeshFormat::obj:
      return read_obj(content);
    case MeshFormat::ply:
      return read_ply(content);
    case MeshFormat::stl:
      return read_stl(content);
    case MeshFormat::off:
      return read_off(content);
    case MeshFormat::gltf:
    case MeshFormat::glb:
      return read_gltf(content, folder);
  }
}

std::string format_content(const PolygonMesh& mesh, MeshFormat format) {
  switch (format) {
    case MeshFormat::obj:
      return write_obj(mesh);
    case MeshFormat::ply:
      return write_ply(mesh);
    case MeshFormat::stl:
      return write_stl(mesh);
    case MeshFormat::off:
      return write_off(mesh);
    case MeshFormat::gltf:
    case MeshFormat::glb:
      break;
  }
  return write_gltf(mesh, format);
}

void require_positions(const MeshFile::Content& content, std::span<const Vec3> positions) {
  if (positions.size() != content.mesh.vertex_count())
    fail("{} positions found for {} vertices", positions.size(), content.mesh.vertex_count());
  if (const Status status = check_positions(positions); !status) fail("{}", status.error().message);
}

// A reader that was given the wrong format complains about what it does not understand; this says what it may be.
std::string find_hint(std::string_view bytes, MeshFormat format) {
  const auto found = find_format_by_content(bytes);
  return found && *found != format ? fmt::format(" (the content looks like {})", format_name(*found)) : "";
}

std::unique_ptr<MeshFile::Content> make_content(std::string bytes, MeshFormat format, std::string_view name) {
  return std::make_unique<MeshFile::Content>(
      MeshFile::Content{.format = format, .name = printable(name), .bytes = std::move(bytes)});
}

Result<MeshFile> parse_content(std::unique_ptr<MeshFile::Content> content, const std::filesystem::path& folder) {
  const auto read = catch_failure(content->name, [&] { return read_content(*content, folder), true; });
  if (!read) return Error{read.error().message + find_hint(content->bytes, content->format)};
  return MeshFile(std::move(content));
}

}  // namespace

std::string_view format_name(MeshFormat format) {
  constexpr std::array<std::string_view, 6> kNames = {"OBJ", "PLY", "STL", "OFF", "glTF", "GLB"};
  return kNames[static_cast<std::size_t>(format)];
}

Result<MeshFile> parse_mesh(std::string bytes, MeshFormat format, std::string_view name,
                            const std::filesystem::path& folder) {
  return parse_content(make_content(std::move(bytes), format, name), folder);
}

Result<MeshFile> read_mesh(const std::filesystem::path& path) {
  Result<std::string> bytes = read_file(path);
  if (!bytes) return bytes.error();
  const auto by_content = find_format_by_content(*bytes);
  const auto by_name = find_format_by_extension(path);
  const auto format = by_content ? by_content : by_name;
  if (!format)
    return Error{fmt::format("{}: extension {} found, expected {}", printable(path.string()),
                             quote(path.extension().string()), kKnownFormats)};
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  auto content = make_content(*std::move(bytes), *format, path.string());
  content->path = path;
  if (format != by_name)
    content->notes.push_back(fmt::format("read as {}, which is what the content is", format_name(*format)));
  return parse_content(std::move(content), folder);
}

Result<std::string> format_positions(const MeshFile& file, std::span<const Vec3> positions) {
  const MeshFile::Content& content = file.content();
  return catch_failure(content.name, [&] {
    require_positions(content, positions);
    return content.gltf ? patch_gltf(content, positions) : patch_coordinates(content, positions);
  });
}

Status write_positions(const MeshFile& file, std::span<const Vec3> positions, const std::filesystem::path& path,
                       bool overwrite) {
  const Result<std::string> bytes = format_positions(file, positions);
  return bytes ? write_file(path, *bytes, overwrite) : Status(bytes.error());
}

Result<std::string> format_mesh(const PolygonMesh& mesh, MeshFormat format) {
  if (Status valid = check_polygon_mesh(mesh); !valid) return valid.error();
  return catch_failure(format_name(format), [&] { return format_content(mesh, format); });
}

Status write_mesh(const PolygonMesh& mesh, const std::filesystem::path& path, bool overwrite) {
  const auto format = find_format_by_extension(path);
  if (!format)
    return Error{fmt::format("{}: extension {} found, expected .obj, .ply, .stl, .off, .gltf or .glb",
                             printable(path.string()), quote(path.extension().string()))};
  const Result<std::string> bytes = format_mesh(mesh, *format);
  return bytes ? write_file(path, *bytes, overwrite) : Status(bytes.error());
}

}  // namespace abut
