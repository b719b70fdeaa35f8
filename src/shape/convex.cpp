// Convex solids from their vertices and faces: edges, normals, and vertices eight by eight.
#include "abut/convex.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/assert.h"
#include "shape/convex_builder.h"

namespace abut {
namespace {

// Newell's: good for a polygon of any number of corners that are nearly in one plane. At any scale.
Vec3 measure_normal(std::span<const VertexId> face, std::span<const Vec3> vertices) {
  const Vec3& first = vertices[face[0]];
  double size = 0;
  for (const VertexId v : face) size = std::max(size, (vertices[v] - first).cwiseAbs().maxCoeff());
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 1; i + 1 < face.size(); ++i) {
    sum += ((vertices[face[i]] - first) / size).cross((vertices[face[i + 1]] - first) / size);
  }
  return sum.stableNormalized();
}

}  // namespace

Convex ConvexBuilder::build(std::vector<Vec3> vertices, const ConvexFaces& faces, double radius) {
  ABUT_ASSERT(radius >= 0 && std::isfinite(radius));
  Convex convex;
  convex.vertices_ = std::move(vertices);
  convex.radius_ = radius;
  ConvexBuilder builder(convex);
  builder.add_faces(faces);
  builder.find_edges();
  builder.find_vertex_faces();
  builder.measure();
  builder.fill_blocks();
  return convex;
}

void ConvexBuilder::add_faces(const ConvexFaces& faces) {
  for (const auto& face : faces) {
    convex_.face_vertices_.insert(convex_.face_vertices_.end(), face.begin(), face.end());
    convex_.face_starts_.push_back(static_cast<std::uint32_t>(convex_.face_vertices_.size()));
    convex_.normals_.push_back(measure_normal(face, convex_.vertices_));
  }
}

void ConvexBuilder::find_edges() {
  if (convex_.face_count() == 0 && convex_.vertices_.size() == 2) {
    convex_.edges_.push_back({{VertexId(0), VertexId(1)}, {}});
    return;
  }
  std::map<std::array<VertexId, 2>, std::size_t> first_seen;
  for (std::size_t f = 0; f < convex_.face_count(); ++f) {
    const auto face = convex_.face(FaceId(f));
    for (std::size_t i = 0; i < face.size(); ++i) {
      const VertexId from = face[i], to = face[(i + 1) % face.size()];
      if (const auto twin = first_seen.find({to, from}); twin != first_seen.end()) {
        convex_.edges_[twin->second].faces[1] = FaceId(f);
      } else {
        first_seen[{from, to}] = convex_.edges_.size();
        convex_.edges_.push_back({{from, to}, {FaceId(f), FaceId()}});
      }
    }
  }
}

void ConvexBuilder::find_vertex_faces() {
  std::vector<std::vector<FaceId>> faces_of(convex_.vertices_.size());
  for (std::size_t f = 0; f < convex_.face_count(); ++f) {
    for (const VertexId v : convex_.face(FaceId(f))) faces_of[v].push_back(FaceId(f));
  }
  for (const auto& faces : faces_of) {
    convex_.vertex_faces_.insert(convex_.vertex_faces_.end(), faces.begin(), faces.end());
    convex_.vertex_face_starts_.push_back(static_cast<std::uint32_t>(convex_.vertex_faces_.size()));
  }
}

void ConvexBuilder::measure() {
  const Box3 box = abut::make_box(convex_.vertices_);
  convex_.center_ = 0.5 * box.lower + 0.5 * box.upper;
  for (const Vec3& v : convex_.vertices_) convex_.reach_ = std::max(convex_.reach_, v.stableNorm());
  convex_.reach_ *= 1 + 1e-15;
}

void ConvexBuilder::fill_blocks() {
  const auto& vertices = convex_.vertices_;
  convex_.blocks_.resize((vertices.size() + 7) / 8);
  for (std::size_t i = 0; i < 8 * convex_.blocks_.size(); ++i) {
    const Vec3& v = vertices[std::min(i, vertices.size() - 1)];
    Convex::Block& block = convex_.blocks_[i / 8];
    block.x[i % 8] = v.x();
    block.y[i % 8] = v.y();
    block.z[i % 8] = v.z();
  }
}

// Bit k of a vertex's number says on which side along axis k it lies.
Convex ConvexBuilder::build_box(const Vec3& half_size, double radius) {
  std::vector<Vec3> vertices;
  for (int i = 0; i < 8; ++i) {
    vertices.push_back(half_size.cwiseProduct(Vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1)));
  }
  ConvexFaces faces;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t u = std::size_t(1) << (axis + 1) % 3, v = std::size_t(1) << (axis + 2) % 3;
    const std::size_t up = std::size_t(1) << axis;
    faces.push_back({VertexId(up), VertexId(up + u), VertexId(up + u + v), VertexId(up + v)});
    faces.push_back({VertexId(0), VertexId(v), VertexId(u + v), VertexId(u)});
  }
  Convex box = build(std::move(vertices), faces, radius);
  box.half_size_ = half_size;
  return box;
}

Convex Convex::make_box(const Vec3& half_size, double radius) {
  ABUT_ASSERT(half_size.minCoeff() > 0 && half_size.allFinite());
  return ConvexBuilder::build_box(half_size, radius);
}

Convex Convex::make_sphere(double radius) { return ConvexBuilder::build({Vec3::Zero()}, {}, radius); }

Convex Convex::make_capsule(double half_length, double radius) {
  ABUT_ASSERT(half_length >= 0 && std::isfinite(half_length));
  if (half_length == 0) return make_sphere(radius);
  return ConvexBuilder::build({Vec3(0, 0, -half_length), Vec3(0, 0, half_length)}, {}, radius);
}

}  // namespace abut
