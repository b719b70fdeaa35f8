// What the vertices of a scene's bodies touch: what crosses, what is near, what would touch on the way.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/detect.h"

namespace abut {

struct SearchedBody {
  const Surface* surface = nullptr;
  bool is_obstacle = false;  ///< what obstacles do among themselves is left out of all that is found
  bool stays = false;        ///< where it is at first
};

class CollisionFinder {
 public:
  /// Vertices are numbered body after body; `positions` has all of them.
  CollisionFinder(std::span<const SearchedBody> bodies, std::span<const Vec3> positions, int threads);

  /// Before each search but that for impacts.
  void move(std::span<const Vec3> positions);
  /// From now on nothing but these vertices (sorted) moves, and only what has to do with them is searched for; pairs
  /// that are known of the others stay.
  void focus(std::span<const std::uint32_t> vertices);
  void focus_on_all();

  const std::vector<IntersectingPair>& find_intersections();
  std::vector<Proximity> find_near(double distance);
  /// What touches on the way, and not already at its start.
  std::vector<Impact> find_impacts(std::span<const Vec3> from, std::span<const Vec3> to);

  /// Of each vertex: whether it is a corner of a face of these pairs, or next to one.
  std::vector<std::uint8_t> mark_cut(std::span<const IntersectingPair> pairs) const;

 private:
  std::span<const Vec3> of_body(std::size_t body, std::span<const Vec3> positions) const {
    return positions.subspan(starts_[body], starts_[body + 1] - starts_[body]);
  }
  void pass_focus();
  bool is_focused(FaceRef face) const { return focused_faces_[face.body][face.face]; }
  bool is_of_obstacles(BodyId a, BodyId b) const { return bodies_[a].is_obstacle && bodies_[b].is_obstacle; }

  std::vector<SearchedBody> bodies_;
  std::vector<std::uint32_t> starts_ = {0};
  std::vector<Vec3> home_;  // where bodies are that stay
  int threads_;
  Detector detector_;
  std::vector<std::vector<std::uint8_t>> focused_faces_;  // of each body
  bool is_all_focused_ = true;
  std::vector<IntersectingPair> pairs_;  // found last
};

}  // namespace abut
