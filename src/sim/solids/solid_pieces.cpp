#include "sim/solids/solid_pieces.h"

#include <algorithm>
#include <map>

namespace abut {
namespace {

// Of the largest extent: what is flatter is taken to be as thick as this where its size is looked at.
constexpr double kLeastShare = 1e-3;

Box3 find_box(std::span<const Vec3> points, double radius) {
  Box3 box;
  for (const Vec3& p : points) box.add(p);
  box.lower.array() -= radius;
  box.upper.array() += radius;
  return box;
}

// Of closed surfaces volume by area: a third of a ball's radius, a sixth of a cube's side, half of a sheet's thickness.
double measure_thickness(const RigidMesh& mesh) {
  if (!mesh.surface().is_closed()) return mesh.radius();
  double area = 0, volume = 0;
  const auto positions = mesh.positions();
  for (const auto& [i, j, k] : mesh.surface().faces()) {
    const Vec3 p = positions[i] - positions[0], q = positions[j] - positions[0], r = positions[k] - positions[0];
    area += 0.5 * (q - p).cross(r - p).norm();
    volume += p.dot(q.cross(r)) / 6;
  }
  return mesh.radius() + (area > 0 ? std::max(0.0, volume / area) : 0);
}

// The radius of a ball inside, around the middle of the vertices.
double measure_thickness(const Convex& shape) {
  if (shape.face_count() == 0) return shape.radius();
  Vec3 middle = Vec3::Zero();
  for (const Vec3& v : shape.vertices()) middle += v / static_cast<double>(shape.vertices().size());
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t f = 0; f < shape.face_count(); ++f) {
    const Vec3& on_face = shape.vertices()[shape.face(FaceId(f))[0]];
    least = std::min(least, shape.normal(FaceId(f)).dot(on_face - middle));
  }
  return shape.radius() + std::max(0.0, least);
}

bool has_meshes(const SolidScene& scene) {
  return std::any_of(scene.solids.begin(), scene.solids.end(), [](const Solid& solid) {
    return std::any_of(solid.parts.begin(), solid.parts.end(), [](const SolidPart& part) { return part.mesh != nullptr; });
  });
}

// Shapes that are shared are looked at once.
class PieceMaker {
 public:
  explicit PieceMaker(const SolidScene& scene) : has_meshes_(has_meshes(scene)) {}

  SolidPiece make(std::uint32_t body, const SolidPart& part) {
    const void* const key = part.shape ? static_cast<const void*>(part.shape.get()) : part.mesh.get();
    auto known = known_.find(key);
    if (known == known_.end()) known = known_.emplace(key, look_at(part)).first;
    SolidPiece piece = known->second;
    piece.body = body;
    piece.pose = part.pose;
    return piece;
  }

 private:
  SolidPiece look_at(const SolidPart& part) const {
    SolidPiece piece;
    piece.shape = part.shape.get();
    piece.mesh = part.shape ? std::make_shared<const RigidMesh>(*part.shape) : part.mesh;
    piece.radius = piece.mesh->radius();
    piece.box = find_box(piece.mesh->positions(), piece.radius);
    const Vec3 size = piece.box.size();
    piece.half_extent = 0.5 * std::max(size.minCoeff(), kLeastShare * size.maxCoeff());
    piece.thickness = part.shape ? measure_thickness(*part.shape) : measure_thickness(*part.mesh);
    if (part.shape && !has_meshes_) piece.mesh.reset();
    return piece;
  }

  bool has_meshes_;
  std::map<const void*, SolidPiece> known_;
};

}  // namespace

std::vector<SolidPiece> make_pieces(const SolidScene& scene) {
  std::vector<SolidPiece> pieces;
  PieceMaker maker(scene);
  for (std::uint32_t i = 0; i < scene.solids.size(); ++i) {
    for (const SolidPart& part : scene.solids[i].parts) pieces.push_back(maker.make(i, part));
  }
  return pieces;
}

double measure_reach(const SolidPart& part, const Vec3& center) {
  const auto points = part.shape ? part.shape->vertices() : part.mesh->positions();
  double reach = 0;
  for (const Vec3& p : points) reach = std::max(reach, (part.pose.apply(p) - center).norm());
  return reach + (part.shape ? part.shape->radius() : part.mesh->radius());
}

}  // namespace abut
