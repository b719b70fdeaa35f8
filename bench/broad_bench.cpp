// Job "broad": 100,000 boxes that all move, and all pairs that overlap, frame by frame. Most go 0.02 of their usual
// size per frame, every twentieth 0.5. Four crowds: evenly in a room; in one layer, as bodies lie on a ground; in fifty
// clusters; of very different sizes.
//
// A row's count is the number of pairs, summed over the frames. Times are the processor's, per frame, on one thread,
// and include telling where boxes are. Ours give sorted lists of the pairs; the peers, in no order, count them. Slow
// peers are stopped before the last frame; both sides' times are those of the frames that both did.
#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "abut/moving_boxes.h"
#include "bench/bench.h"
#include "bench/cases.h"
#include "bench/peers/broad_peers.h"
#include "tests/support/random.h"

namespace abut::bench {
namespace {

constexpr std::size_t kBoxes = 100000, kFrames = 31;
constexpr double kMostSeconds = 2;  // for a peer

enum class Kind { room, layer, clusters, sizes };

struct Walker {
  Vec3 at, way, half;
};

// What is added up of such numbers is exact in floats.
double on_grid(double x) { return std::round(x * 1024) / 1024; }
std::array<double, 3> on_grid(const Vec3& v) { return {on_grid(v.x()), on_grid(v.y()), on_grid(v.z())}; }

// About as many points near the middle as a normal distribution has.
Vec3 make_offset(test::Random& random) {
  Vec3 sum = Vec3::Zero();
  for (int k = 0; k < 12; ++k) sum += random.point(-0.5, 0.5);
  return sum;
}

Vec3 find_room(Kind kind) {
  const double n = kBoxes;
  if (kind == Kind::layer) return Vec3(std::sqrt(n), std::sqrt(n), 1) * 0.55;
  return Vec3::Constant((kind == Kind::clusters ? 2.4 : 0.6) * std::cbrt(n));
}

std::vector<Walker> make_walkers(Kind kind, const Vec3& room) {
  test::Random random(1);
  std::vector<Vec3> middles;
  for (int i = 0; i < 50; ++i) middles.push_back(random.point().cwiseProduct(room));
  std::vector<Walker> walkers;
  for (std::size_t i = 0; i < kBoxes; ++i) {
    Walker walker{random.point().cwiseProduct(room), random.point() * (i % 20 == 0 ? 0.5 : 0.02),
                  Vec3::Constant(random.uniform(0.35, 0.65))};
    if (kind == Kind::layer) walker.at.z() = walker.half.z(), walker.way.z() = 0;
    if (kind == Kind::clusters) walker.at = middles[i % middles.size()] + 6 * make_offset(random);
    if (kind == Kind::sizes) walker.half.setConstant(0.15 * std::pow(random.uniform(0.0005, 1), -0.4));
    walkers.push_back(walker);
  }
  return walkers;
}

Crowd make_crowd(Kind kind) {
  const Vec3 room = find_room(kind);
  std::vector<Walker> walkers = make_walkers(kind, room);
  Crowd crowd;
  for (const Walker& walker : walkers) crowd.halves.push_back(on_grid(walker.half));
  for (std::size_t frame = 0; frame < kFrames; ++frame) {
    auto& centers = crowd.centers.emplace_back();
    for (Walker& walker : walkers) {
      centers.push_back(on_grid(walker.at));
      walker.at += walker.way;
      for (int k = 0; k < 3; ++k) {
        if (std::abs(walker.at[k]) > room[k]) walker.way[k] = std::copysign(walker.way[k], -walker.at[k]);
      }
    }
  }
  return crowd;
}

Box3 box_at(const Crowd& crowd, std::size_t frame, std::size_t i) {
  const auto &c = crowd.centers[frame][i], &h = crowd.halves[i];
  return {Vec3(c[0] - h[0], c[1] - h[1], c[2] - h[2]), Vec3(c[0] + h[0], c[1] + h[1], c[2] + h[2])};
}

template <class Boxes>
CrowdRun run_ours(const Crowd& crowd) {
  Boxes boxes;
  for (std::size_t i = 0; i < crowd.size(); ++i) boxes.add(box_at(crowd, 0, i));
  const auto move = [&](std::size_t frame) {
    for (std::size_t i = 0; i < crowd.size(); ++i) boxes.move(BoxId(i), box_at(crowd, frame, i));
  };
  return run_crowd(crowd, 1e9, move, [&] { return boxes.find_pairs().size(); });
}

// Per frame, over the first frames.
Measurement summarise(const CrowdRun& run, std::size_t frames) {
  const auto end = static_cast<std::ptrdiff_t>(frames);
  const double seconds = std::accumulate(run.seconds.begin(), run.seconds.begin() + end, 0.0);
  const auto pairs = std::accumulate(run.pairs.begin(), run.pairs.begin() + end, std::uint64_t{0});
  return {seconds / static_cast<double>(frames), pairs, 0};
}

std::vector<Row> compare(const std::string& name, Kind kind) {
  const Crowd crowd = make_crowd(kind);
  const CrowdRun sweep = run_ours<SweepAndPrune>(crowd), tree = run_ours<DynamicTree>(crowd);
  std::vector<Row> rows;
  const auto add = [&](const std::string& peer, const std::optional<CrowdRun>& theirs) {
    if (!theirs) return;
    const std::size_t frames = theirs->pairs.size();
    for (const auto& [way, ours] : {std::pair("sweep", &sweep), std::pair("tree", &tree)}) {
      rows.push_back(make_row("broad", fmt::format("{}, {}, {} frames", name, way, frames), kBoxes, 1,
                              summarise(*ours, frames), peer, summarise(*theirs, frames)));
    }
  };
  add("bullet dbvt", run_bullet_crowd(crowd, kMostSeconds));
  add("fcl tree", run_fcl_tree_crowd(crowd, kMostSeconds));
  add("fcl tree array", run_fcl_array_crowd(crowd, kMostSeconds));
  if (rows.empty()) rows.push_back(make_row("broad", name, kBoxes, 1, summarise(sweep, kFrames - 1), "", std::nullopt));
  return rows;
}

}  // namespace

std::vector<Case> make_broad_cases() {
  std::vector<Case> cases;
  for (const auto& [name, kind] : {std::pair("room", Kind::room), std::pair("layer", Kind::layer),
                                   std::pair("clusters", Kind::clusters), std::pair("sizes", Kind::sizes)}) {
    cases.push_back({"broad", name, [name = std::string(name), kind = kind] { return compare(name, kind); }});
  }
  return cases;
}

}  // namespace abut::bench
