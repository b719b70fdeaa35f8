#include "reproduce/outline_boxes/experiments.h"

#include "reproduce/outline_boxes/figure_scenes.h"

namespace abut::reproduce {
namespace {

// "Similar": as near as the paper's own numbers of both methods are in its Tab. 1.
constexpr double kSimilar = 0.012;

}  // namespace

const Experiment& get_ring_experiment() {
  static const Experiment experiment{
      "Tab. 1",
      "ring",
      {{"(a)", "apart", {35, 35}, 0.0001},
       {"(b)", "two in contact", {172, 170}, 0.003},
       {"(c)", "all interfere", {459, 457}, 0.01}},
      3069,
      "similar (at most 1.2 % more comparisons, its own largest difference) or better",
      kSimilar,
      [](int waves, std::uint64_t seed) {
        RingScenes scenes = make_ring_scenes(waves, seed);
        return std::vector{std::move(scenes.separate), std::move(scenes.contact), std::move(scenes.interfering)};
      }};
  return experiment;
}

const Experiment& get_moving_experiment() {
  static const Experiment experiment{"Tab. 2",
                                     "moving",
                                     {{"(a)", "first frame", {523, 520}}, {"(b)", "five frames later", {734, 732}}},
                                     1225,
                                     "better: no more comparisons",
                                     0,
                                     [](int waves, std::uint64_t seed) {
                                       MovingScenes scenes = make_moving_scenes(waves, seed);
                                       return std::vector{std::move(scenes.first), std::move(scenes.later)};
                                     }};
  return experiment;
}

const Experiment& get_rough_experiment() {
  static const Experiment experiment{
      "Tab. 3",
      "rough",
      {{"in contact", "", {229, 223}}},
      3075,
      "better: no more comparisons",
      0,
      [](int waves, std::uint64_t seed) { return std::vector{make_rough_scene(waves, seed)}; }};
  return experiment;
}

}  // namespace abut::reproduce
