// Job "solids": boxes that stack and pile up, beside Bullet and ODE at equal penetration. A pyramid of ten layers stands;
// a thousand boxes of different sizes fall into a pit.
//
// A row's count is how many boxes are where they belong at the end: in their layer, or in the pit. Peers get as many
// iterations of their solvers as it takes to have boxes no deeper in each other in the mean than ours are, or the most
// of those that are tried; how deep they are is in the row's name. Times are the processor's, on one thread, for a step.
#include <fmt/format.h>

#include <cmath>

#include "abut/convex_pair.h"
#include "abut/solids.h"
#include "bench/bench.h"
#include "bench/cases.h"
#include "bench/peers/solid_peers.h"
#include "detect/body_pairs.h"
#include "tests/support/random.h"

namespace abut::bench {
namespace {

constexpr double kDensity = 1000;
// Of a peer's solver; ours at the start is the default.
constexpr int kIterations[] = {10, 20, 50, 100, 200, 400};
// Where peers are hardly less exact than we are, they count as equal.
constexpr double kEqual = 1.1;

Vec3 to_vector(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

BoxSolid make_box(const Vec3& half, const Vec3& center, double density = kDensity) {
  return {{half.x(), half.y(), half.z()}, {center.x(), center.y(), center.z()}, {1, 0, 0, 0}, 8 * density * half.prod()};
}

BoxScene make_pyramid(int layers) {
  BoxScene scene;
  scene.steps = 600;
  for (int layer = 0; layer < layers; ++layer) {
    for (int i = 0; i < layers - layer; ++i)
      scene.boxes.push_back(make_box(Vec3::Constant(0.5), Vec3(1.05 * (i + 0.5 * layer), 0, 0.5 + layer)));
  }
  return scene;
}

constexpr double kPit = 5;  // half its width

BoxScene make_pile(int count) {
  BoxScene scene;
  scene.steps = 900;
  for (const double side : {-1.0, 1.0}) {
    scene.boxes.push_back(make_box(Vec3(0.5, kPit + 1, 10), Vec3(side * (kPit + 0.5), 0, 10), 0));
    scene.boxes.push_back(make_box(Vec3(kPit + 1, 0.5, 10), Vec3(0, side * (kPit + 0.5), 10), 0));
  }
  test::Random random(1);
  for (int i = 0; i < count; ++i) {
    const Vec3 half(random.uniform(0.2, 0.4), random.uniform(0.2, 0.4), random.uniform(0.2, 0.4));
    const Vec3 at(-4.2 + 1.2 * (i % 8), -4.2 + 1.2 * (i / 8 % 8), 1 + 1.2 * (i / 64));
    scene.boxes.push_back(make_box(half, at));
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(random.uniform(0, 3), random.point().normalized()));
    scene.boxes.back().rotation = {turn.w(), turn.x(), turn.y(), turn.z()};
  }
  return scene;
}

BoxRun run_ours(const BoxScene& given, SolidReport& report) {
  SolidScene scene;
  scene.grounds.push_back({});
  scene.grounds[0].plane.friction = given.friction;
  for (const BoxSolid& box : given.boxes) {
    Solid solid;
    const Convex shape = Convex::make_box(to_vector(box.half));
    if (box.mass > 0) solid.mass = *measure_mass(shape, kDensity);
    solid.parts.push_back({std::make_shared<const Convex>(shape)});
    solid.role = box.mass > 0 ? SolidRole::moving : SolidRole::fixed;
    const auto& [w, x, y, z] = box.rotation;
    solid.pose = {Eigen::Quaterniond(w, x, y, z), to_vector(box.center)};
    solid.friction = given.friction;
    scene.solids.push_back(std::move(solid));
  }
  SolidSettings settings;
  settings.step = given.step;
  settings.start = StartOverlap::allow;
  auto simulation = SolidSimulation::make(std::move(scene), settings);
  BoxRun run{0, given.boxes};
  const std::clock_t start = std::clock();
  report = *simulation->advance(given.steps * given.step);
  run.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  for (std::uint32_t i = 0; i < run.boxes.size(); ++i) {
    const Pose3 pose = simulation->pose(i);
    for (int k = 0; k < 3; ++k) run.boxes[i].center[static_cast<std::size_t>(k)] = pose.translation[k];
    run.boxes[i].rotation = {pose.rotation.w(), pose.rotation.x(), pose.rotation.y(), pose.rotation.z()};
  }
  return run;
}

// How deep boxes are in each other and in the ground: the mean over all that touch, and the most.
struct Depth {
  double mean = 0, most = 0;
};
Depth measure_depth(const std::vector<BoxSolid>& boxes) {
  std::vector<Convex> shapes;
  std::vector<PlacedConvex> placed;
  std::vector<Box3> around;
  for (const BoxSolid& box : boxes) shapes.push_back(Convex::make_box(to_vector(box.half)));
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const auto& [w, x, y, z] = boxes[i].rotation;
    placed.push_back({&shapes[i], {Eigen::Quaterniond(w, x, y, z).normalized(), to_vector(boxes[i].center)}});
    const Vec3 half = to_vector(boxes[i].half);
    around.push_back(find_placed_box({-half, half}, placed.back().pose));
  }
  Depth depth;
  int count = 0;
  const auto add = [&](const ContactPatch& patch) {
    if (patch.is_empty()) return;
    double deepest = 0;
    for (int i = 0; i < patch.count; ++i) deepest = std::max(deepest, -patch.points[static_cast<std::size_t>(i)].gap);
    depth.mean += deepest;
    depth.most = std::max(depth.most, deepest);
    ++count;
  };
  for (const auto& [a, b] : find_body_pairs(around)) {
    if (boxes[a].mass > 0 || boxes[b].mass > 0) add(find_contact_patch(placed[a], placed[b], 0));
  }
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (boxes[i].mass > 0) add(find_plane_patch(placed[i], Vec3::Zero(), Vec3::UnitZ(), 0));
  }
  if (count > 0) depth.mean /= count;
  return depth;
}

using Belongs = std::function<bool(const BoxSolid& now, const BoxSolid& start)>;

std::uint64_t count_where_they_belong(const BoxRun& run, const BoxScene& scene, const Belongs& belongs) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < run.boxes.size(); ++i) count += belongs(run.boxes[i], scene.boxes[i]);
  return count;
}

std::vector<Row> compare(const std::string& name, const BoxScene& scene, const Belongs& belongs) {
  SolidReport report;
  const BoxRun ours = run_ours(scene, report);
  const Depth our_depth = measure_depth(ours.boxes);
  const auto summarise = [&](const BoxRun& run) {
    return Measurement{run.seconds / scene.steps, count_where_they_belong(run, scene, belongs), 0};
  };
  std::vector<Row> rows;
  const auto add = [&](const std::string& peer, const auto& run) {
    for (const int iterations : kIterations) {
      const std::optional<BoxRun> theirs = run(scene, iterations);
      if (!theirs) return;
      const Depth depth = measure_depth(theirs->boxes);
      const bool is_last = iterations == kIterations[std::size(kIterations) - 1];
      const bool is_equal = depth.mean <= kEqual * our_depth.mean;
      if (iterations != kIterations[0] && !is_equal && !is_last) continue;
      rows.push_back(make_row("solids",
                              fmt::format("{}, {:.2g} mm deep (at most {:.2g}), {} of {} iterations {:.2g} mm (at most {:.2g})", name,
                                          1e3 * our_depth.mean, 1e3 * our_depth.most, peer, iterations, 1e3 * depth.mean,
                                          1e3 * depth.most),
                              scene.boxes.size(), 1, summarise(ours), peer, summarise(*theirs)));
      if (is_equal) return;
    }
  };
  add("bullet", run_bullet_boxes);
  add("ode", run_ode_boxes);
  if (rows.empty()) rows.push_back(make_row("solids", name, scene.boxes.size(), 1, summarise(ours), "", std::nullopt));
  return rows;
}

bool is_in_its_layer(const BoxSolid& now, const BoxSolid& start) {
  return (to_vector(now.center) - to_vector(start.center)).norm() < 0.1;
}
bool is_in_the_pit(const BoxSolid& now, const BoxSolid&) {
  return now.mass == 0 || (std::abs(now.center[0]) < kPit && std::abs(now.center[1]) < kPit && now.center[2] > 0);
}

}  // namespace

std::vector<Case> make_solid_cases() {
  return {{"solids", "pyramid", [] { return compare("pyramid", make_pyramid(10), is_in_its_layer); }},
          {"solids", "pile", [] { return compare("pile", make_pile(1000), is_in_the_pit); }}};
}

}  // namespace abut::bench
