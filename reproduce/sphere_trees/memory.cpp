// What is kept: trees of what was touched beside whole ones, and what it takes to move spheres with their bodies.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "abut/memory.h"
#include "base/assert.h"
#include "base/timer.h"
#include "reproduce/sphere_trees/models.h"
#include "reproduce/sphere_trees/passing_scene.h"
#include "reproduce/sphere_trees/sphere_trees.h"

namespace abut::reproduce {
namespace {

constexpr double kMostMore = 0.05;

struct TreeSize {
  std::uint64_t branches = 0;
  std::size_t bytes = 0;
};

TreeSize measure_trees(const SphereScene& scene) {
  TreeSize size;
  for (std::size_t i = 0; i < kPassingBodies; ++i) {
    size.branches += scene.tree(BodyId(i)).branch_count();
    size.bytes += scene.tree(BodyId(i)).byte_count();
  }
  return size;
}

void open_all(SphereTree& tree, const SphereTree::Node& node) {
  if (tree.is_leaf(node)) return;
  const auto opened = tree.open(node);
  for (int i = 0; opened && i < 8; ++i) {
    if (opened->grey() >> i & 1) open_all(tree, opened->child(i));
  }
}

// What a flight that lists all pairs of spheres looks into.
TreeSize measure_touched_spheres() {
  PassingScene scene({.depth = kPassingDepth, .exact = false});
  for (int frame = 0; frame < kPassingFrames; ++frame) {
    const auto hits = scene.search(frame);
    ABUT_ASSERT(hits.has_value());
  }
  return measure_trees(scene.scene());
}

// All four trees down to the full depth, as if made before the scene begins.
TreeSize measure_whole_trees() {
  TreeSize size;
  for (const std::size_t model : kPassingModels) {
    MemoryTriangles store(get_paper_models()[model].list());
    auto tree = SphereTree::make(store, {.depth = kPassingDepth, .keep_leaf_triangles = false});
    open_all(*tree, tree->root());
    size.branches += tree->branch_count();
    size.bytes += tree->byte_count();
  }
  return size;
}

// The paper's way: all spheres that are there go where their bodies are, in every frame.
std::size_t move_spheres(PassingScene& scene, double time, std::vector<Vec3>& centers) {
  centers.clear();
  const PassingPoses poses = find_passing_poses(time);
  for (std::size_t i = 0; i < kPassingBodies; ++i) {
    const SphereTree& tree = scene.scene().tree(BodyId(i));
    tree.visit_nodes(
        [&](const SphereTree::Node& node) { centers.push_back(poses[i].apply(node.sphere(tree.grid()).center)); });
  }
  return centers.size();
}

struct Moving {
  double search_seconds = 0, move_seconds = 0;
  std::size_t most_spheres = 0;
};

Moving measure_moving(PassingScene& scene) {
  Moving moving;
  std::vector<Vec3> centers;
  for (int frame = 0; frame < kPassingFrames; ++frame) {
    const Timer search;
    const auto hits = scene.search(frame);
    moving.search_seconds += search.seconds();
    ABUT_ASSERT(hits.has_value());
    const Timer move;
    moving.most_spheres =
        std::max(moving.most_spheres, move_spheres(scene, static_cast<double>(frame) / kPassingFps, centers));
    moving.move_seconds += move.seconds();
  }
  return moving;
}

// The flight with so much memory, if it will do.
struct Budgeted {
  bool is_enough = true;
  std::size_t peak = 0, needed = 0;
  std::uint64_t made = 0, pairs = 0;
  double seconds = 0;
};

Budgeted fly(std::size_t limit, std::uint64_t most_idle) {
  MemoryBudget memory(limit);
  PassingScene scene({.depth = kPassingDepth, .memory = &memory, .most_idle = most_idle});
  Budgeted flight;
  const Timer timer;
  for (int frame = 0; frame < kPassingFrames && flight.is_enough; ++frame) {
    const auto hits = scene.search(frame);
    flight.is_enough = hits.has_value();
    if (!hits) break;
    flight.made += hits->counts.made;
    for (const BodyHit& hit : hits->hits) flight.pairs += hit.triangles.size();
  }
  flight.seconds = timer.seconds();
  flight.peak = memory.peak();
  flight.needed = memory.needed();
  return flight;
}

constexpr std::uint64_t kForever = std::numeric_limits<std::uint64_t>::max();

// A refusal says how much more it takes.
Budgeted fly_with_the_least() {
  Budgeted flight = fly(1, kForever);
  while (!flight.is_enough) flight = fly(flight.needed, kForever);
  return flight;
}

void report_budgets(Report& report, Expectations& expectations, std::size_t peak) {
  report.paragraph(
      "With less memory, or with branches that go after a time without use (the paper's time stamps), the pairs of "
      "triangles are the same; branches have to be made again:");
  const std::pair<const char*, Budgeted> flights[] = {
      {"no limit", fly(MemoryBudget::kUnlimited, kForever)},
      {"branches go after a second without use", fly(MemoryBudget::kUnlimited, kPassingFps)},
      {"a quarter of it", fly(peak / 4, kForever)},
      {"a 16th", fly(peak / 16, kForever)},
      {"the least that will do", fly_with_the_least()}};
  Table table{{"memory", "at most in use", "branches made", "pairs", "frames a second"}};
  bool is_same = true;
  for (const auto& [name, flight] : flights) {
    is_same = is_same && flight.is_enough && flight.pairs == flights[0].second.pairs;
    table.rows.push_back({name, fmt::format("{:.1f} kB", 1e-3 * static_cast<double>(flight.peak)),
                          format_count(flight.made), format_count(flight.pairs),
                          format_count(static_cast<std::uint64_t>(kPassingFrames / flight.seconds))});
  }
  report.table(table);
  expectations.push_back({"pairs of triangles with less memory", "the same", is_same ? "the same" : "others", is_same});
}

}  // namespace

void report_sphere_memory(Report& report, Expectations& expectations) {
  report.heading(3, "Memory and motion (5)");
  PassingScene scene({.depth = kPassingDepth});
  const Moving moving = measure_moving(scene);
  const TreeSize touched = measure_trees(scene.scene());
  const TreeSize spheres = measure_touched_spheres(), whole = measure_whole_trees();
  const std::size_t peak = scene.scene().memory().peak();
  report.paragraph(
      "All pairs, without a limit: what any frame of the flight has looked into, beside trees that are whole down to "
      "the full depth from the start. For exact answers there are few branches, and boxes around the triangles of "
      "small cells in place of all below.");
  const auto row = [&](const char* name, const TreeSize& size) -> std::vector<std::string> {
    return {name, format_count(size.branches), format_count(size.bytes / 1000) + " kB",
            format_share(static_cast<double>(size.bytes) / static_cast<double>(whole.bytes))};
  };
  report.table({{"trees", "branches", "memory", "share"},
                1,
                {row("touched by the flight, spheres", spheres), row("touched by the flight, exact", touched),
                 row("whole, spheres", whole)}});
  const double more = static_cast<double>(peak) / static_cast<double>(touched.bytes) - 1;
  expectations.push_back({"memory for trees in the flight, beyond the part of them that is touched", "within 5 %",
                          format_share(more), more <= kMostMore});
  report_budgets(report, expectations, peak);
  report.paragraph(fmt::format(
      "The paper moves all spheres there are with their bodies in each frame. Here a sphere is moved when it is looked "
      "at. To move all, up to {} in this flight, would take {} a frame in the mean, where a whole search takes {}.",
      format_count(moving.most_spheres), format_time(moving.move_seconds / kPassingFrames),
      format_time(moving.search_seconds / kPassingFrames)));
}

}  // namespace abut::reproduce
