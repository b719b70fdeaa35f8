#include "reproduce/outline_boxes/outline_scene.h"

#include <algorithm>
#include <deque>

#include "base/timer.h"
#include "reproduce/median.h"

namespace abut::reproduce {
namespace {

constexpr int kRuns = 201;

template <class Action>
void for_each_pair(std::size_t count, const Action& action) {
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = a + 1; b < count; ++b) action(a, b);
  }
}

void join(std::vector<bool>& all, const std::vector<bool>& more) {
  all.resize(more.size());
  for (std::size_t i = 0; i < more.size(); ++i) all[i] = all[i] || more[i];
}

double measure_search(const std::vector<PlacedOutline>& outlines) {
  const Timer timer;
  for_each_pair(outlines.size(),
                [&](std::size_t a, std::size_t b) { find_relation(outlines[a], outlines[b], {kContactTolerance}); });
  return timer.seconds();
}

}  // namespace

std::size_t OutlineScene::piece_count() const {
  std::size_t sum = 0;
  for (const Outline& outline : outlines) {
    for (const Loop& loop : outline.loops) sum += loop.pieces.size();
  }
  return sum;
}

PlantedScene::PlantedScene(const OutlineScene& scene, Adaptation adaptation) {
  for (const Outline& outline : scene.outlines) trees_.push_back(make_boxed_tree(outline, adaptation));
  place(scene.poses);
}

std::vector<PlacedOutline> PlantedScene::list_outlines() const {
  std::vector<PlacedOutline> outlines;
  for (const PlacedBoxes& placed : placed_) outlines.push_back(placed.outline());
  return outlines;
}

void PlantedScene::place(std::span<const Pose2> poses) {
  placed_.clear();
  for (std::size_t i = 0; i < trees_.size(); ++i) placed_.push_back({&trees_[i], poses[i]});
}

std::size_t PlantedScene::box_count() const {
  std::size_t sum = 0;
  for (const BoxedTree& tree : trees_) sum += tree.boxes.size();
  return sum;
}

SceneBoxes find_tested_boxes(const PlantedScene& scene) {
  const auto placed = scene.placed();
  SceneBoxes all{std::vector<std::vector<bool>>(placed.size()), std::vector<std::vector<bool>>(placed.size())};
  for_each_pair(placed.size(), [&](std::size_t a, std::size_t b) {
    const TestedBoxes boxes = find_tested_boxes(placed[a], placed[b], kContactTolerance);
    all.tests += boxes.tests;
    join(all.tested[a], boxes.a_tested);
    join(all.tested[b], boxes.b_tested);
    join(all.met[a], boxes.a_met);
    join(all.met[b], boxes.b_met);
  });
  return all;
}

SceneCounts count(const PlantedScene& scene) {
  const SceneBoxes boxes = find_tested_boxes(scene);
  SceneCounts counts{boxes.tests};
  for (const auto& tested : boxes.tested) {
    counts.boxes += static_cast<std::size_t>(std::count(tested.begin(), tested.end(), true));
  }
  return counts;
}

RelationCounts count_relations(const PlantedScene& scene) {
  RelationCounts counts;
  for (const RelatedOutlines& related : find_relations(scene.list_outlines(), {kContactTolerance}, {1, {}}).pairs) {
    counts.contacts += related.pair.relation == OutlineRelation::contact;
    counts.interferences += related.pair.relation == OutlineRelation::interfering;
  }
  return counts;
}

std::vector<std::array<double, 2>> measure_seconds(std::span<const OutlineScene> scenes) {
  std::deque<PlantedScene> planted;
  for (const OutlineScene& scene : scenes) {
    for (const Adaptation method : {Adaptation::elementary, Adaptation::multiresolution}) {
      planted.emplace_back(scene, method);
    }
  }
  std::vector<std::vector<double>> seconds(planted.size());
  for (int run = 0; run < kRuns; ++run) {
    for (std::size_t i = 0; i < planted.size(); ++i) seconds[i].push_back(measure_search(planted[i].list_outlines()));
  }
  std::vector<std::array<double, 2>> medians;
  for (std::size_t i = 0; i < seconds.size(); i += 2) {
    medians.push_back({find_median(seconds[i]), find_median(seconds[i + 1])});
  }
  return medians;
}

}  // namespace abut::reproduce
