// A rigid mesh where it is: its parts, brought there when they are asked for.
#pragma once

#include "abut/mesh_contacts.h"
#include "abut/rigid_contacts.h"

namespace abut {

class PlacedSurface {
 public:
  explicit PlacedSurface(const PlacedMesh& placed) : mesh_(*placed.mesh), pose_(placed.pose) {}

  const RigidMesh& mesh() const { return mesh_; }
  const Surface& surface() const { return mesh_.surface(); }
  PlacedRigid body() const { return {&mesh_.tree(), pose_}; }

  Vec3 point(VertexId v) const { return pose_.apply(mesh_.positions()[v]); }
  Vec3 normal(FaceId f) const { return pose_.rotation * mesh_.normal(f); }
  TrianglePoints triangle(FaceId f) const {
    const auto& [a, b, c] = surface().face(f);
    return {point(a), point(b), point(c)};
  }

 private:
  const RigidMesh& mesh_;
  const Pose3& pose_;
};

}  // namespace abut
