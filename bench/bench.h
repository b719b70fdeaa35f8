// The benchmark's words: a Case measures one thing beside the peers that are built in and returns a Row for each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/timer.h"

namespace abut::bench {

/// One line of the table and one object of bench.json.
struct Row {
  std::string job, name;
  std::size_t size = 0;
  int threads = 1;
  double ours_seconds = 0;
  std::string peer;  ///< empty: no peer took part
  double peer_seconds = 0;
  std::uint64_t ours_count = 0, peer_count = 0;
  std::uint64_t ours_tests = 0, peer_tests = 0;  ///< pairs that had to be tested to find so many; 0: not counted

  /// A time is shown only if both found the same.
  bool is_comparable() const { return !peer.empty() && ours_count == peer_count; }
  double ratio() const { return peer_seconds / ours_seconds; }
};

struct Case {
  std::string job, name;
  std::function<std::vector<Row>()> run;
  std::string full_name() const { return job + "/" + name; }
};

/// What one side found, and how fast.
struct Measurement {
  double seconds = 0;
  std::uint64_t count = 0;
  std::uint64_t tests = 0;
};

/// Runs `work` (which returns a count) again and again for a while, at least three times, and keeps the fastest.
template <class Work>
Measurement measure(const Work& work, double seconds = 0.5) {
  Measurement best{1e300, 0, 0};
  const Timer total;
  for (int round = 0; round < 3 || total.seconds() < seconds; ++round) {
    const Timer timer;
    const std::uint64_t count = work();
    best = {std::min(best.seconds, timer.seconds()), count, 0};
    if (total.seconds() > 20 * seconds) break;
  }
  return best;
}

/// The cases of each file of the benchmark.
std::vector<Case> make_broad_cases();
std::vector<Case> make_check_cases();
std::vector<Case> make_convex_cases();
std::vector<Case> make_impact_cases();
std::vector<Case> make_outline_cases();
std::vector<Case> make_patch_cases();
std::vector<Case> make_predicate_cases();
std::vector<Case> make_proximity_cases();
std::vector<Case> make_rigid_cases();
std::vector<Case> make_self_collision_cases();
std::vector<Case> make_solid_cases();
std::vector<Case> make_sphere_cases();
std::vector<Case> make_sweep_cases();

}  // namespace abut::bench
