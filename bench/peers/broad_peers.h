// Adapters to other libraries: which of many moving boxes overlap, frame by frame.
#pragma once

#include <array>
#include <cstdint>
#include <ctime>
#include <optional>
#include <vector>

namespace abut::bench {

/// Boxes that keep their sizes, in plain numbers. All of them, and their sums, are floats, so that libraries that
/// compute in floats see the same boxes.
struct Crowd {
  std::vector<std::array<double, 3>> halves;
  std::vector<std::vector<std::array<double, 3>>> centers;  ///< frame by frame

  std::size_t size() const { return halves.size(); }
};

/// What a side did, frame by frame, after the first one, in which all is built.
struct CrowdRun {
  std::vector<double> seconds;  ///< of the processor
  std::vector<std::uint64_t> pairs;
};

/// Calls move(frame), which tells all boxes where they are, and find(), which counts pairs; ends with the frames, or
/// with the first after so many seconds.
template <class Move, class Find>
CrowdRun run_crowd(const Crowd& crowd, double most_seconds, const Move& move, const Find& find);

/// Bullet's btDbvtBroadphase, which looks at all boxes at the end of a frame (it takes several times as long if asked
/// to look at each when it moves); pairs that it keeps although their boxes are apart are not counted. Nothing if
/// Bullet is not built in.
std::optional<CrowdRun> run_bullet_crowd(const Crowd& crowd, double most_seconds);

/// FCL's managers of objects by trees: of nodes on their own, or in an array. Nothing if FCL is not built in.
std::optional<CrowdRun> run_fcl_tree_crowd(const Crowd& crowd, double most_seconds);
std::optional<CrowdRun> run_fcl_array_crowd(const Crowd& crowd, double most_seconds);

// ---------------------------------------------------------------------------------------------------------------

template <class Move, class Find>
CrowdRun run_crowd(const Crowd& crowd, double most_seconds, const Move& move, const Find& find) {
  CrowdRun run;
  double total = 0;
  find();
  for (std::size_t frame = 1; frame < crowd.centers.size() && total < most_seconds; ++frame) {
    const std::clock_t start = std::clock();
    move(frame);
    run.pairs.push_back(find());
    run.seconds.push_back(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    total += run.seconds.back();
  }
  return run;
}

}  // namespace abut::bench
