#include "reproduce/stage.h"

#include <algorithm>

#include "base/timer.h"
#include "reproduce/median.h"

namespace abut::reproduce {
namespace {

// A measurement goes on for this long, but for at least so many rounds.
constexpr double kSeconds = 0.3;
constexpr std::size_t kLeastRounds = 5;

std::size_t count_faces(std::span<const IntersectingPair> pairs) {
  std::vector<FaceRef> faces;
  for (const IntersectingPair& pair : pairs) {
    faces.push_back(pair.a);
    faces.push_back(pair.b);
  }
  std::sort(faces.begin(), faces.end());
  return static_cast<std::size_t>(std::unique(faces.begin(), faces.end()) - faces.begin());
}

}  // namespace

Stage::Stage(std::span<const Body> bodies, const SurfaceTreeSettings& settings)
    : bodies_(bodies.begin(), bodies.end()), detector_(settings) {
  const Timer timer;
  for (const Body& body : bodies_) detector_.add(body);
  build_seconds_ = timer.seconds();
}

Stage::Stage(const Model& model, const SurfaceTreeSettings& settings)
    : Stage(std::vector<Body>{model.body()}, settings) {}

FrameCost Stage::run_frame(const IntersectionSettings& settings) {
  FrameCost cost;
  for (std::size_t i = 0; i < bodies_.size(); ++i) detector_.move(BodyId(i), bodies_[i].positions);
  const Timer update_timer;
  detector_.update(settings.run);
  cost.update_seconds = update_timer.seconds();
  const Timer search_timer;
  const Intersections found = detector_.find_intersections(settings);
  cost.search_seconds = search_timer.seconds();
  cost.counts = found.counts;
  cost.pairs = found.pairs.size();
  cost.colliding_faces = count_faces(found.pairs);
  return cost;
}

FrameCost Stage::measure(const IntersectionSettings& settings) {
  FrameCost cost = run_frame(settings);
  std::vector<double> updates, searches;
  const Timer total;
  while (updates.size() < kLeastRounds || total.seconds() < kSeconds) {
    cost = run_frame(settings);
    updates.push_back(cost.update_seconds);
    searches.push_back(cost.search_seconds);
  }
  cost.update_seconds = find_median(std::move(updates));
  cost.search_seconds = find_median(std::move(searches));
  return cost;
}

}  // namespace abut::reproduce
