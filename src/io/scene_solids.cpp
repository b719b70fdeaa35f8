// A solid of a scene, and its copies: pieces, mass and places.
#include <cmath>

#include "io/failure.h"
#include "io/scene_checks.h"
#include "io/scene_solids.h"

namespace abut {
namespace {

constexpr double kMaxSolids = 1e5;

// Shapes that a convex solid is exactly, however coarse the mesh is that shows them.
std::optional<Convex> make_exact(const MeshSource& mesh, const Vec3& scale) {
  const Vec3 size = scale.cwiseAbs();
  if (mesh.box) {
    const Vec3 half = 0.5 * Vec3(mesh.box->size[0], mesh.box->size[1], mesh.box->size[2]).cwiseProduct(size);
    return half.minCoeff() > 0 ? std::optional(Convex::make_box(half)) : std::nullopt;
  }
  if (size.minCoeff() < size.maxCoeff()) return std::nullopt;
  if (mesh.sphere) return Convex::make_sphere(size.x() * mesh.sphere->radius);
  if (mesh.capsule) return Convex::make_capsule(0.5 * size.x() * mesh.capsule->length, size.x() * mesh.capsule->radius);
  return std::nullopt;
}

SolidPart make_hull_part(std::span<const Vec3> points, const ScenePlace& place) {
  return {std::make_shared<const Convex>(require_value(place, Convex::make_hull(points)))};
}

std::vector<SolidPart> make_component_parts(const SourceMesh& source, const ScenePlace& place) {
  const std::vector<Vec3> positions = source.weld(source.mesh.positions);
  std::vector<std::vector<Vec3>> points(source.surface->component_count());
  for (std::uint32_t f = 0; f < source.surface->face_count(); ++f) {
    auto& component = points[source.surface->component(FaceId(f))];
    for (const VertexId v : source.surface->face(FaceId(f))) component.push_back(positions[v]);
  }
  std::vector<SolidPart> parts;
  for (const auto& component : points) parts.push_back(make_hull_part(component, place));
  return parts;
}

// With a density of 1.
MassProperties measure_solid(const SolidDescription& given, const SourceMesh& source, std::span<const SolidPart> parts,
                             const ScenePlace& place) {
  const bool is_exact = given.as == SolidForm::hull && make_exact(given.mesh, source.scale);
  const auto measured =
      is_exact ? measure_mass(*parts[0].shape) : measure_mass(*source.surface, source.weld(source.mesh.positions));
  if (measured) return *measured;
  fail_at(place.at("mesh").path, "{}; with 'mass', 'center' and 'inertia' the mesh need not tell them",
          measured.error().message);
}

std::uint32_t add_solid(Solid solid, LoadedMesh mesh, std::shared_ptr<const std::vector<Vec3>> local,
                        const ScenePlace& place, LoadedScene& loaded) {
  const std::size_t number = loaded.solid_scene.solids.size();
  loaded.solid_scene.solids.push_back(std::move(solid));
  loaded.solids.push_back({std::move(mesh), std::move(local), place.path});
  return static_cast<std::uint32_t>(number);
}

std::function<Pose3(double)> make_way(const Eigen::Isometry3d& start, const std::vector<SceneMotion>& motion) {
  return [start, motion](double time) { return make_pose(find_pose(motion, time) * start); };
}

}  // namespace

std::size_t count_copies(const SolidDescription& given, UpAxis up, const ScenePlace& place) {
  const auto& [x, y, z] = given.array.count;
  const double most = static_cast<double>(x) * y * z * given.copies.count;
  if (most > kMaxSolids) fail_at(place.path, "{} copies found, expected no more than {}", most, kMaxSolids);
  return list_places(given.array, up).size() * static_cast<std::size_t>(given.copies.count);
}

std::vector<SolidPart> make_solid_parts(const SolidDescription& given, const SourceMesh& source,
                                        const ScenePlace& place) {
  if (given.as == SolidForm::parts) return make_component_parts(source, place.at("mesh"));
  if (given.as == SolidForm::mesh) return {{nullptr, {}, std::make_shared<const RigidMesh>(source.mesh)}};
  if (auto exact = make_exact(given.mesh, source.scale)) return {{std::make_shared<const Convex>(*std::move(exact))}};
  return {make_hull_part(source.mesh.positions, place.at("mesh"))};
}

MassProperties find_solid_mass(const SolidDescription& given, const SourceMesh& source,
                               std::span<const SolidPart> parts, const ScenePlace& place) {
  MassProperties mass;
  if (given.center && given.inertia) {
    mass.mass = *given.mass;  // goes with an inertia
  } else {
    mass = measure_solid(given, source, parts, place);
    mass = scale_mass(mass, given.mass.value_or(given.density * mass.mass));
  }
  if (given.center) mass.center = *given.center;
  if (given.inertia) mass.inertia = make_inertia(*given.inertia);
  if (const Status status = check_mass(mass); !status) fail_with(place, status.error());
  return mass;
}

std::vector<Vec3> list_places(const ArrayDescription& array, UpAxis up) {
  std::vector<Vec3> places;
  const auto upwards = static_cast<std::size_t>(up);
  for (int layer = 0; layer < array.count[upwards]; ++layer) {
    std::array<int, 3> count = array.count;
    Vec3 first = Vec3::Zero();
    for (std::size_t k = 0; array.pyramid && k < 3; ++k) {
      if (array.count[k] == 1) continue;
      count[k] -= layer;
      first[static_cast<int>(k)] = 0.5 * layer * array.step[static_cast<int>(k)];
    }
    count[upwards] = 1;
    first[static_cast<int>(upwards)] = layer * array.step[static_cast<int>(upwards)];
    for (int x = 0; x < count[0]; ++x) {
      for (int y = 0; y < count[1]; ++y) {
        for (int z = 0; z < count[2]; ++z) places.push_back(first + Vec3(x, y, z).cwiseProduct(array.step));
      }
    }
  }
  return places;
}

void load_solid(const SolidDescription& given, UpAxis up, const ScenePlace& place,
                const std::vector<std::string>& names, SolidIndex& index, LoadedScene& loaded) {
  SourceMesh source = load_source(given.mesh, place.at("mesh"));
  prepare(source, given.transform, /*weld_vertices=*/true, up, place.at("transform"));
  if (source.scale.prod() < 0)
    fail_at(place.at("transform").at("scale").path, "a mirror image found, whose faces would look inwards");
  if (names.size() > 1 && names.size() * source.surface->face_count() > kMaxCopiedFaces)
    fail_at(place.path, "{} copies of {} faces found, expected no more than {} faces in all", names.size(),
            source.surface->face_count(), kMaxCopiedFaces);
  Solid solid;
  solid.parts = make_solid_parts(given, source, place);
  solid.role = given.role;
  solid.friction = given.friction;
  solid.restitution = given.restitution;
  solid.velocity = given.velocity;
  solid.spin = kRadians * given.spin;
  if (given.role == SolidRole::moving) solid.mass = find_solid_mass(given, source, solid.parts, place);

  const auto local = std::make_shared<const std::vector<Vec3>>(source.mesh.positions);
  const std::vector<Vec3> places = list_places(given.array, up);
  CopiesDescription copies = given.copies;
  copies.count = static_cast<int>(names.size());
  const auto turned = find_copies(copies, source.pose * make_box(source.mesh.positions).center());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::size_t at = i / static_cast<std::size_t>(given.copies.count);
    const Eigen::Isometry3d pose = Eigen::Translation3d(places[at]) * turned[i] * source.pose;
    solid.name = names[i];
    solid.pose = make_pose(pose);
    if (given.role == SolidRole::driven) {
      solid.placement = make_way(pose, given.motion);
      solid.pose = solid.placement(0);
    }
    const std::uint32_t number =
        add_solid(solid, describe_mesh(source, names[i], pose, place.at("transform")), local, place, loaded);
    index.add(names[i], number);
    if (!given.name.empty() && given.name != names[i]) index.add(given.name, number);
  }
}

std::vector<Vec3> LoadedSolid::positions(const Pose3& pose) const {
  std::vector<Vec3> positions;
  positions.reserve(local->size());
  for (const Vec3& point : *local) positions.push_back(pose.apply(point));
  return positions;
}

std::vector<Vec3> LoadedSolid::weld(const Pose3& pose) const {
  std::vector<Vec3> welded(mesh.surface->vertex_count());
  for (std::size_t v = local->size(); v-- > 0;) welded[mesh.vertex_of[v]] = pose.apply((*local)[v]);
  return welded;
}

}  // namespace abut
