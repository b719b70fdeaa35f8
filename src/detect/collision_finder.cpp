#include "detect/collision_finder.h"

#include <algorithm>

namespace abut {

CollisionFinder::CollisionFinder(std::span<const SearchedBody> bodies, std::span<const Vec3> positions, int threads)
    : bodies_(bodies.begin(), bodies.end()),
      home_(positions.begin(), positions.end()),
      threads_(threads),
      detector_({}, {threads, {}}) {
  for (const SearchedBody& body : bodies_) {
    starts_.push_back(starts_.back() + static_cast<std::uint32_t>(body.surface->vertex_count()));
    focused_faces_.emplace_back(body.surface->face_count());
    detector_.add({body.surface, of_body(starts_.size() - 2, home_)});
  }
  focus_on_all();
}

void CollisionFinder::move(std::span<const Vec3> positions) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (!bodies_[i].stays) detector_.move(BodyId(i), of_body(i, positions));
  }
}

void CollisionFinder::pass_focus() {
  for (std::size_t i = 0; i < bodies_.size(); ++i) detector_.focus(BodyId(i), focused_faces_[i]);
}

void CollisionFinder::focus_on_all() {
  is_all_focused_ = true;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    std::fill(focused_faces_[i].begin(), focused_faces_[i].end(), !bodies_[i].is_obstacle);
  }
  pass_focus();
}

void CollisionFinder::focus(std::span<const std::uint32_t> vertices) {
  is_all_focused_ = false;
  for (auto& faces : focused_faces_) std::fill(faces.begin(), faces.end(), 0);
  std::size_t body = 0;
  for (const std::uint32_t number : vertices) {
    while (number >= starts_[body + 1]) ++body;
    for (const FaceId f : bodies_[body].surface->vertex_faces(VertexId(number - starts_[body]))) {
      focused_faces_[body][f] = 1;
    }
  }
  pass_focus();
}

const std::vector<IntersectingPair>& CollisionFinder::find_intersections() {
  auto found = detector_.find_intersections({.run = {threads_, {}}}).pairs;
  const auto is_new = [&](const IntersectingPair& pair) { return is_focused(pair.a) || is_focused(pair.b); };
  std::erase_if(found, [&](const IntersectingPair& pair) { return !is_new(pair); });
  std::erase_if(pairs_, [&](const IntersectingPair& pair) { return is_all_focused_ || is_new(pair); });
  std::vector<IntersectingPair> merged;
  std::merge(pairs_.begin(), pairs_.end(), found.begin(), found.end(), std::back_inserter(merged));
  pairs_ = std::move(merged);
  return pairs_;
}

std::vector<Proximity> CollisionFinder::find_near(double distance) {
  auto near = detector_.find_proximities({.run = {threads_, {}}, .within = distance}).pairs;
  std::erase_if(near, [&](const Proximity& pair) { return is_of_obstacles(pair.a.body, pair.b.body); });
  return near;
}

std::vector<Impact> CollisionFinder::find_impacts(std::span<const Vec3> from, std::span<const Vec3> to) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (!bodies_[i].stays) detector_.sweep(BodyId(i), of_body(i, from), of_body(i, to));
  }
  ImpactSearchSettings settings;
  settings.run = {threads_, {}};
  settings.check_start = false;
  settings.touch.tolerance = 1e-3;
  auto impacts = detector_.find_impacts(settings).impacts;
  std::erase_if(impacts, [&](const Impact& impact) {
    return impact.touch.at_start || is_of_obstacles(impact.a.body, impact.b.body);
  });
  return impacts;
}

std::vector<std::uint8_t> CollisionFinder::mark_cut(std::span<const IntersectingPair> pairs) const {
  std::vector<std::uint8_t> is_cut(starts_.back(), 0);
  const auto mark_around = [&](FaceRef cut) {
    const Surface& surface = *bodies_[cut.body].surface;
    for (const VertexId corner : surface.face(cut.face)) {
      for (const FaceId f : surface.vertex_faces(corner)) {
        for (const VertexId v : surface.face(f)) is_cut[starts_[cut.body] + v] = 1;
      }
    }
  };
  for (const IntersectingPair& pair : pairs) {
    mark_around(pair.a);
    mark_around(pair.b);
  }
  return is_cut;
}

}  // namespace abut
