#include "written_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/text.h"
#include "distance_search.h"
#include "mesh_output.h"
#include "untangle/conclusion.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

// The least distance of what moves from itself and from obstacles.
std::optional<MinimumDistance> find_separation(const UntangleInputs& inputs, std::span<const Body> bodies,
                                               const RunSettings& run) {
  const auto among = find_minimum_distance(bodies.first(inputs.moving_count), {.run = run});
  const auto between = find_distance_between(bodies, inputs.moving_count, run);
  if (!among || !between) return among ? among : between;
  return among->distance <= between->distance ? among : between;
}

// Obstacles were not written; they are where they were.
Result<MeshInputs> read_written(const UntangleInputs& inputs, std::span<const fs::path> targets) {
  MeshInputs meshes = inputs.meshes;
  for (std::size_t m = 0; m < inputs.moving_count; ++m) {
    auto file = read_mesh(targets[m]);
    if (!file) return file.error();
    if (!test_same_polygons(file->mesh(), source_polygons(*inputs.meshes[m]))) {
      return Error{fmt::format("{}: has other polygons than it was written with", printable(targets[m].string()))};
    }
    meshes[m] = make_alike(*inputs.meshes[m], std::move(*file));
  }
  return meshes;
}

// Polygons that moved may be cut into other triangles than before, so that faces do not tell which pair is which.
using PolygonPair = std::array<std::pair<BodyId, PolygonId>, 2>;

PolygonPair find_polygons(const MeshInputs& meshes, const IntersectingPair& pair) {
  const auto polygon = [&](FaceRef f) { return std::pair(f.body, meshes[f.body]->surface.polygon(f.face)); };
  return {polygon(pair.a), polygon(pair.b)};
}

std::size_t count_without_area(const MeshInput& mesh) {
  std::size_t count = 0;
  for (std::uint32_t f = 0; f < mesh.surface.face_count(); ++f) {
    const TrianglePoints t = face_points(mesh.surface, mesh.positions, FaceId(f));
    count += test_collinear(t[0], t[1], t[2]);
  }
  return count;
}

}  // namespace

Intersections find_counted(const UntangleInputs& inputs, std::span<const Body> bodies, const RunSettings& run) {
  Intersections found = find_intersections(bodies, {.run = run});
  std::erase_if(found.pairs, [&](const IntersectingPair& pair) {
    return inputs.is_obstacle(pair.a.body) && inputs.is_obstacle(pair.b.body);
  });
  return found;
}

std::size_t count_collapsed(const UntangleInputs& inputs, const MeshInputs& meshes) {
  std::size_t before = 0, after = 0;
  for (std::size_t m = 0; m < inputs.moving_count; ++m) {
    before += count_without_area(*inputs.meshes[m]);
    after += count_without_area(*meshes[m]);
  }
  return after - std::min(before, after);
}

Deformation measure_deformation(const UntangleInputs& inputs, const MeshInputs& meshes, const RunSettings& run) {
  const PlacedScene placed = place_scene(inputs, inputs.meshes);
  std::vector<Vec3> positions;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    const auto of_mesh = pick_positions(*inputs.meshes[m], file_positions(*meshes[m]));
    positions.insert(positions.end(), of_mesh.begin(), of_mesh.end());
  }
  const Assembly assembly(placed.scene);
  Deformation deformation = measure_deformation(assembly, positions);
  deformation.reach = measure_reach(assembly, positions, find_counted(inputs, list_bodies(inputs.meshes), run).pairs);
  return deformation;
}

void set_obstructions(UntangleResult& result) {
  UntangledState& written = result.written;
  std::map<PolygonPair, Obstruction> known;
  for (const Remainder& remainder : result.report.remainders) {
    for (const std::uint32_t pair : remainder.contour.pairs) {
      known[find_polygons(result.meshes, result.report.pairs_left[pair])] = remainder.obstruction;
    }
  }
  written.obstructions.clear();
  for (const Contour& contour : written.contours.contours) {
    auto& obstruction = written.obstructions.emplace_back();
    if (written.largest_rounding == 0) obstruction = Obstruction::not_resolved;
    for (const std::uint32_t pair : contour.pairs) {
      const auto found = known.find(find_polygons(result.meshes, written.pairs[pair]));
      if (found != known.end()) obstruction = found->second;
    }
  }
}

Result<UntangleResult> check_written(const UntangleOptions& options, const UntangleInputs& inputs,
                                     std::span<const fs::path> targets) {
  auto meshes = read_written(inputs, targets);
  if (!meshes) return meshes.error();
  const RunSettings run{options.threads, {}};
  const auto bodies = list_bodies(*meshes);
  Intersections found = find_counted(inputs, bodies, run);
  UntangledState written;
  written.pairs = std::move(found.pairs);
  written.faces_without_area = found.faces_without_area.size();
  written.collapsed_faces = count_collapsed(inputs, *meshes);
  written.contours = find_contours(bodies, written.pairs, run);
  written.obstructions.assign(written.contours.contours.size(), Obstruction::not_resolved);
  written.separation = find_separation(inputs, bodies, run);
  return UntangleResult{{}, std::move(written), std::move(*meshes)};
}

// Two features may each have come nearer by the rounding of their vertices.
void check_thickness(const UntangleOptions& options, const UntangleInputs& inputs, UntangleResult& result) {
  if (!options.thickness) return;
  const PlacedScene placed = place_scene(inputs, inputs.meshes);
  std::vector<std::vector<Vec3>> positions;
  for (const auto& mesh : result.meshes) positions.push_back(mesh->positions);
  const double thickness = std::max(0.0, *options.thickness - 2 * result.written.largest_rounding);
  result.written.is_thickness_kept = find_too_near(placed.scene, positions, thickness, {options.threads, {}}).empty();
}

}  // namespace abut
