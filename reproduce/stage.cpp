#include "reproduce/stage.h"

#include <algorithm>

#include "base/timer.h"
#include "detect/surface_search.h"
#include "tree/oriented_boxes.h"

namespace abut::reproduce {
namespace {

// A measurement goes on for this long, but for at least so many rounds.
constexpr double kSeconds = 0.3;
constexpr std::size_t kLeastRounds = 5;

double find_median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

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

struct Stage::Actor {
  Body body;
  SurfaceTree tree;
  OrientedBoxes oriented_boxes;
  Actor(const Body& content, const SurfaceTreeSettings& settings)
      : body(content), tree(*body.surface, body.positions, settings), oriented_boxes(tree) {}
};

Stage::Stage(std::span<const Body> bodies, const SurfaceTreeSettings& settings) {
  const Timer timer;
  for (const Body& body : bodies) actors_.push_back(std::make_unique<Actor>(body, settings));
  build_seconds_ = timer.seconds();
}

Stage::Stage(const Model& model, const SurfaceTreeSettings& settings)
    : Stage(std::vector<Body>{model.body()}, settings) {}

Stage::~Stage() = default;

const SurfaceTree& Stage::tree(std::size_t body) const { return actors_[body]->tree; }

std::size_t Stage::memory() const {
  std::size_t bytes = 0;
  for (const auto& actor : actors_) bytes += actor->tree.memory().total() + actor->oriented_boxes.memory();
  return bytes;
}

// The first body's frame serves all: they are of about the same size and near each other.
void Stage::update(const RunSettings& run) {
  const BoxFrame frame = actors_[0]->tree.frame();
  for (auto& actor : actors_) {
    actor->tree.update(actor->body.positions, frame, run);
    actor->oriented_boxes.reset(actor->body.positions);
  }
}

Intersections Stage::search(const IntersectionSettings& settings) {
  std::vector<SearchBody> bodies;
  std::vector<SearchPair> pairs;
  for (std::uint32_t i = 0; i < actors_.size(); ++i) {
    Actor& actor = *actors_[i];
    bodies.push_back({BodyId(i), actor.body, &actor.tree, &actor.oriented_boxes});
    if (settings.scope != Scope::between) pairs.push_back({i, i});
    for (std::uint32_t j = 0; j < i && settings.scope != Scope::within; ++j) pairs.push_back({j, i});
  }
  Intersections result;
  search_surfaces(bodies, pairs, settings, result);
  return result;
}

FrameCost Stage::run_frame(const IntersectionSettings& settings) {
  FrameCost cost;
  const Timer update_timer;
  update(settings.run);
  cost.update_seconds = update_timer.seconds();
  const Timer search_timer;
  const Intersections found = search(settings);
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
