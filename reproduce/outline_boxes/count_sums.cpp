#include "reproduce/outline_boxes/count_sums.h"

namespace abut::reproduce {

AllCounts count_all(const OutlineScene& scene) {
  AllCounts counts;
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = count(PlantedScene(scene, kAdaptations[i].adaptation));
  return counts;
}

void CountSums::add(const AllCounts& counts) {
  for (std::size_t i = 0; i < counts.size(); ++i) {
    sums[i].tests += counts[i].tests;
    sums[i].boxes += counts[i].boxes;
    const std::uint64_t first = counts[0].tests, own = counts[i].tests;
    ++cases[i][own < first ? 0 : own == first ? 1 : 2];
  }
  ++scenes;
}

}  // namespace abut::reproduce
