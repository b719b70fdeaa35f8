#include "sim/collision_finder.h"

#include <algorithm>

namespace abut {

CollisionFinder::CollisionFinder(const Particles& particles, const std::vector<Vec3>& positions, int threads)
    : particles_(particles), home_(positions), threads_(threads), detector_({}, {threads, {}}) {
  for (const Body& body : particles.place(home_)) {
    detector_.add(body);
    focused_faces_.emplace_back(body.surface->face_count());
  }
  focus_on_cloth();
}

void CollisionFinder::focus_on_cloth() {
  for (std::size_t i = 0; i < particles_.body_count(); ++i) {
    std::fill(focused_faces_[i].begin(), focused_faces_[i].end(), !particles_.is_obstacle(BodyId(i)));
    detector_.focus(BodyId(i), focused_faces_[i]);
  }
}

void CollisionFinder::focus(std::span<const std::uint32_t> particles) {
  for (auto& faces : focused_faces_) std::fill(faces.begin(), faces.end(), 0);
  for (const std::uint32_t p : particles) {
    const BodyId body = particles_.body_of(p);
    const VertexId v(p - particles_.number(body, VertexId(0)));
    for (const FaceId f : particles_.surface(body).vertex_faces(v)) focused_faces_[body][f] = 1;
  }
  for (std::size_t i = 0; i < particles_.body_count(); ++i) detector_.focus(BodyId(i), focused_faces_[i]);
}

void CollisionFinder::move(const std::vector<Vec3>& positions) {
  for (std::size_t i = 0; i < particles_.body_count(); ++i) {
    if (!particles_.stays(BodyId(i))) detector_.move(BodyId(i), particles_.of_body(BodyId(i), positions));
  }
}

std::vector<Proximity> CollisionFinder::find_near(const std::vector<Vec3>& positions, double distance) {
  move(positions);
  auto near = detector_.find_proximities({.run = {threads_, {}}, .within = distance}).pairs;
  std::erase_if(near, [&](const Proximity& pair) { return is_of_obstacles(pair.a.body, pair.b.body); });
  return near;
}

std::vector<IntersectingPair> CollisionFinder::find_intersections(const std::vector<Vec3>& positions) {
  move(positions);
  auto pairs = detector_.find_intersections({.run = {threads_, {}}}).pairs;
  std::erase_if(pairs, [&](const IntersectingPair& pair) { return is_of_obstacles(pair.a.body, pair.b.body); });
  return pairs;
}

std::vector<Impact> CollisionFinder::find_impacts(const std::vector<Vec3>& from, const std::vector<Vec3>& to) {
  for (std::size_t i = 0; i < particles_.body_count(); ++i) {
    const BodyId body(i);
    if (particles_.stays(body)) continue;
    detector_.sweep(body, particles_.of_body(body, from), particles_.of_body(body, to));
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

}  // namespace abut
