// Outlines in their places, with their boxes, and what it takes to find which of them interfere.
#pragma once

#include "reproduce/outline_boxes/tested_boxes.h"

namespace abut::reproduce {

/// What counts as contact, besides roughness; objects have a radius of about 100.
inline constexpr double kContactTolerance = 1e-3;

struct OutlineScene {
  std::vector<Outline> outlines;
  std::vector<Pose2> poses;

  std::size_t piece_count() const;
};

/// A scene with a tree for each outline.
class PlantedScene {
 public:
  PlantedScene(const OutlineScene& scene, Adaptation adaptation);
  PlantedScene(const PlantedScene&) = delete;

  const OutlineTree& tree(std::size_t i) const { return trees_[i].tree; }
  std::span<const PlacedBoxes> placed() const { return placed_; }
  std::vector<PlacedOutline> list_outlines() const;
  /// Other places for the same outlines.
  void place(std::span<const Pose2> poses);
  std::size_t box_count() const;

 private:
  std::vector<BoxedTree> trees_;
  std::vector<PlacedBoxes> placed_;
};

/// Of each outline, by node: which boxes are compared with any box of another outline, and which of the boxes of single
/// pieces overlap one.
struct SceneBoxes {
  std::vector<std::vector<bool>> tested, met;
  std::uint64_t tests = 0;
};

SceneBoxes find_tested_boxes(const PlantedScene& scene);

/// What a search of all pairs, each from both roots on, compares.
struct SceneCounts {
  std::uint64_t tests = 0;  ///< of one box against another
  std::size_t boxes = 0;    ///< that were compared with any other
};
SceneCounts count(const PlantedScene& scene);

/// How many pairs of outlines are how to each other.
struct RelationCounts {
  std::size_t contacts = 0, interferences = 0;
};
RelationCounts count_relations(const PlantedScene& scene);

/// How long it takes the library to find all relations of each scene, by both methods: medians of many runs, all by
/// turns.
std::vector<std::array<double, 2>> measure_seconds(std::span<const OutlineScene> scenes);

}  // namespace abut::reproduce
