#include "mesh_output.h"

#include <algorithm>

#include "base/text.h"
#include "io/format_detection.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

std::vector<Vec3> unweld(const MeshInput& mesh, std::span<const Vec3> positions) {
  if (mesh.vertex_of.empty()) return {positions.begin(), positions.end()};
  std::vector<Vec3> of_file;
  for (const VertexId v : mesh.vertex_of) of_file.push_back(positions[v]);
  return of_file;
}

Result<std::string> format_scene_mesh(PolygonMesh mesh, std::vector<Vec3> positions, MeshFormat format) {
  mesh.positions = std::move(positions);
  return format_mesh(mesh, format);
}

double measure_rounding(std::span<const Vec3> wanted, std::span<const Vec3> found) {
  double largest = 0;
  for (std::size_t v = 0; v < wanted.size(); ++v) largest = std::max(largest, (wanted[v] - found[v]).norm());
  return largest;
}

}  // namespace

std::span<const Vec3> file_positions(const MeshInput& mesh) { return source_polygons(mesh).positions; }

Status check_changeable(const MeshInput& mesh) {
  const auto* file = std::get_if<MeshFile>(&*mesh.source);
  if (file == nullptr) return success();
  // Any change will do; towards the middle, nothing gets too large.
  std::vector<Vec3> positions = file->mesh().positions;
  const Box3 box = make_box(positions);
  const Vec3 middle = 0.5 * box.lower + 0.5 * box.upper;
  for (Vec3& p : positions) p = 0.999 * p + 0.001 * middle;
  const auto bytes = format_positions(*file, positions);
  return bytes ? success() : Status(bytes.error());
}

// Measured on positions a little off, which are anywhere between the numbers the file can hold.
double estimate_rounding(const MeshInput& mesh) {
  std::vector<Vec3> wanted(file_positions(mesh).begin(), file_positions(mesh).end());
  for (Vec3& p : wanted) p -= 0x1p-20 * p;
  const auto& file = std::get<MeshFile>(*mesh.source);
  const auto bytes = format_positions(file, wanted);
  if (!bytes) return 0;
  const auto parsed = parse_mesh(*bytes, file.format(), mesh.name);
  return parsed ? measure_rounding(wanted, parsed->mesh().positions) : 0;
}

Result<MeshOutput> make_output(const MeshInput& mesh, std::span<const Vec3> positions, const fs::path& target) {
  const auto* file = std::get_if<MeshFile>(&*mesh.source);
  const MeshFormat format = file != nullptr ? file->format() : *find_format_by_extension(target);
  const std::vector<Vec3> wanted = unweld(mesh, positions);
  auto bytes =
      file != nullptr ? format_positions(*file, wanted) : format_scene_mesh(source_polygons(mesh), wanted, format);
  if (!bytes) return bytes.error();
  auto parsed = parse_mesh(*bytes, format, target.string(), target.has_parent_path() ? target.parent_path() : ".");
  if (!parsed) return parsed.error();
  const double rounding = measure_rounding(wanted, parsed->mesh().positions);
  return MeshOutput{std::move(*bytes), std::move(*parsed), rounding};
}

}  // namespace abut
