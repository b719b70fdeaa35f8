// The loop: find the tangle, plan a step, keep the shape, guard what is free, and again, until nothing intersects; then
// go home as far as possible, part what is near, and prove it.
#include "abut/untangle.h"

#include <algorithm>
#include <cmath>

#include "base/timer.h"
#include "untangle/guard.h"
#include "untangle/plan.h"
#include "untangle/settling.h"

namespace abut {
namespace {

// Lengths in edge lengths.
constexpr double kStep = 2;         // a contour's sides move by up to so much against each other
constexpr double kLargestStep = 2;  // of a vertex, by all that moves it in one iteration
constexpr int kRings = 4;           // carried along with a contour
constexpr double kMomentum = 0.8;   // of its last step a vertex goes on with
constexpr double kStill = 0.02;     // what moves less than this has come to rest

class Untangling {
 public:
  Untangling(const UntangleScene& scene, const UntangleSettings& settings)
      : scene_(scene),
        settings_(settings),
        assembly_(scene),
        positions_(assembly_.input),
        velocities_(assembly_.vertex_count(), Vec3::Zero()),
        finder_(assembly_, positions_, settings.run),
        planner_(scene, assembly_),
        patches_(assembly_),
        relaxation_(assembly_),
        guard_(assembly_, finder_),
        is_soft_(assembly_.vertex_count(), 0) {
    for (const Link& link : assembly_.links) lengths_.push_back(link.length);
    thickness_ = settings.thickness.value_or(0.01 * assembly_.mean_edge);
  }

  UntangleReport run();

 private:
  bool is_over() {
    if (settings_.time_limit > 0 && timer_.seconds() > settings_.time_limit) report_.is_time_out = true;
    if (settings_.run.progress && !settings_.run.progress(report_.steps.size(), settings_.max_iterations)) {
      report_.is_interrupted = true;
    }
    return report_.is_time_out || report_.is_interrupted;
  }
  void take_apart();
  void step(const Tangle& tangle);
  void activate(int rings);
  std::vector<ContactConstraint> find_contacts(double reach, double keep);
  void clamp(std::span<const Vec3> from, std::span<Vec3> to, double largest);
  void move_to(std::vector<Vec3>& next);
  void note_best(const Tangle& tangle);

  const UntangleScene& scene_;
  const UntangleSettings& settings_;
  Assembly assembly_;
  std::vector<Vec3> positions_, velocities_;
  std::vector<double> lengths_;
  TangleFinder finder_;
  Planner planner_;
  Patches patches_;
  Relaxation relaxation_;
  Guard guard_;
  std::vector<std::uint8_t> is_soft_;
  double thickness_ = 0;
  Timer timer_;
  int stage_ = 0, since_progress_ = 0;
  double best_measure_ = 0;
  std::size_t best_pairs_ = 0;
  std::vector<Vec3> best_;
  UntangleReport report_;
};

// The vertices that want to move or still do, and those around them.
void Untangling::activate(int rings) {
  std::vector<std::uint32_t> active = planner_.moved;
  std::vector<std::uint8_t> is_active(assembly_.vertex_count(), 0);
  for (const std::uint32_t v : active) is_active[v] = 1;
  for (const std::uint32_t v : relaxation_.active()) {
    if (!is_active[v] && velocities_[v].norm() > kStill * assembly_.sizes[v]) {
      is_active[v] = 1;
      active.push_back(v);
    }
  }
  std::size_t begin = 0;
  for (int ring = 0; ring < rings; ++ring) {
    const std::size_t end = active.size();
    for (std::size_t i = begin; i < end; ++i) {
      for (const std::uint32_t v : assembly_.neighbours(active[i])) {
        if (is_active[v] || !assembly_.is_movable(v)) continue;
        is_active[v] = 1;
        active.push_back(v);
      }
    }
    begin = end;
  }
  std::sort(active.begin(), active.end());
  relaxation_.set_active(active);
  finder_.focus(active);
}

// What is near stays as near as it is, or as `keep`, whichever is less, but at least the thickness.
std::vector<ContactConstraint> Untangling::find_contacts(double reach, double keep) {
  std::vector<ContactConstraint> contacts;
  for (const Proximity& near : finder_.find_near(reach)) {
    const Distance& d = near.distance;
    if (!(d.distance > 0) || patches_.may_pass(near.a, near.b)) continue;
    contacts.push_back(make_contact(assembly_, near.a, near.b, d.a_weights, d.b_weights, d.normal,
                                    std::max(thickness_, std::min(d.distance, keep))));
  }
  return contacts;
}

void Untangling::clamp(std::span<const Vec3> from, std::span<Vec3> to, double largest) {
  for (const std::uint32_t v : relaxation_.active()) {
    const Vec3 way = to[v] - from[v];
    const double length = way.norm(), limit = largest * assembly_.sizes[v];
    if (length > limit) to[v] = from[v] + way * (limit / length);
  }
}

void Untangling::move_to(std::vector<Vec3>& next) {
  for (const std::uint32_t v : relaxation_.active()) velocities_[v] = next[v] - positions_[v];
  positions_.swap(next);
  finder_.move(positions_);
}

void Untangling::step(const Tangle& tangle) {
  const Effort effort{.step = kStep * (1 + std::min(1.0, stage_ / 3.0)),
                      .rings = kRings + 2 * std::min(stage_, 6),
                      .prefer_regions = stage_ % 3 == 1,
                      .prefer_length = stage_ % 3 == 2};
  patches_.clear();
  patches_.add_cut_faces(tangle);
  planner_.plan(tangle, positions_, effort, patches_);
  patches_.finish();
  activate(2);
  std::vector<Vec3> next = positions_;
  for (const std::uint32_t v : relaxation_.active()) {
    next[v] += planner_.displacements[v] + kMomentum * velocities_[v];
    is_soft_[v] = patches_.is_at_contour(v);
  }
  const auto contacts = find_contacts(0.1 * assembly_.mean_edge, 0.1 * assembly_.mean_edge);
  relaxation_.relax(next, contacts, 4, lengths_, is_soft_);
  clamp(positions_, next, kLargestStep);
  guard_.hold(positions_, next, patches_, relaxation_);
  move_to(next);
}

void Untangling::note_best(const Tangle& tangle) {
  if (best_.empty() || tangle.pairs.size() < best_pairs_) {
    best_ = positions_;
    best_pairs_ = tangle.pairs.size();
  }
  const double measure = static_cast<double>(tangle.pairs.size());
  if (report_.steps.empty() || measure < 0.98 * best_measure_) {
    best_measure_ = measure;
    since_progress_ = 0;
  } else if (++since_progress_ >= 8) {
    ++stage_;
    since_progress_ = 0;
    best_measure_ = measure;
  }
}

void Untangling::take_apart() {
  for (int i = 0; i < settings_.max_iterations; ++i) {
    const Tangle tangle = finder_.find(settings_.ignored_share, settings_.seed + i);
    UntangleStep step_info = tangle.summarize();
    step_info.iteration = i;
    if (i == 0) report_.before = step_info;
    note_best(tangle);
    if (tangle.is_empty() || is_over()) return;
    if (settings_.observer) {
      std::vector<std::span<const Vec3>> places;
      for (std::size_t b = 0; b < assembly_.body_count(); ++b) {
        places.push_back(assembly_.of_body(BodyId(b), positions_));
      }
      settings_.observer(step_info, places);
    }
    report_.steps.push_back(step_info);
    step(tangle);
  }
}

UntangleReport Untangling::run() {
  take_apart();
  positions_ = best_;
  finder_.focus_on_all();
  finder_.move(positions_);
  if (best_pairs_ == 0 && report_.before.pairs > 0) {
    Settling(assembly_, finder_, relaxation_, thickness_).settle(positions_, settings_.thickness.has_value(), [&] {
      return is_over();
    });
  }
  report_.thickness = thickness_;
  const auto bodies = assembly_.place(positions_);
  auto left = find_intersections(bodies, {.run = {settings_.run.threads, {}}}).pairs;
  std::erase_if(left, [&](const IntersectingPair& pair) {
    return assembly_.is_obstacle(pair.a.body) && assembly_.is_obstacle(pair.b.body);
  });
  report_.pairs_left = left;
  Deformation& d = report_.deformation;
  for (std::uint32_t v = 0; v < assembly_.vertex_count(); ++v) {
    if (!assembly_.is_movable(v)) continue;
    const double way = (positions_[v] - assembly_.input[v]).norm();
    ++d.movable_vertices;
    d.moved_vertices += way > 0;
    d.mean_displacement += way;
    d.largest_displacement = std::max(d.largest_displacement, way);
  }
  d.mean_displacement /= std::max<std::size_t>(1, d.movable_vertices);
  std::size_t edges = 0;
  for (std::size_t i = 0; i < assembly_.edge_count; ++i) {
    const Link& link = assembly_.links[i];
    if ((!assembly_.is_movable(link.a) && !assembly_.is_movable(link.b)) || !(link.length > 0)) continue;
    const double stretch = (positions_[link.a] - positions_[link.b]).norm() / link.length;
    d.smallest_stretch = std::min(d.smallest_stretch, stretch);
    d.largest_stretch = std::max(d.largest_stretch, stretch);
    d.mean_strain += std::abs(stretch - 1);
    ++edges;
  }
  d.mean_strain /= std::max<std::size_t>(1, edges);
  report_.separation = find_minimum_distance(bodies);
  for (std::size_t i = 0; i < assembly_.body_count(); ++i) {
    const auto of_body = assembly_.of_body(BodyId(i), positions_);
    report_.positions.emplace_back(of_body.begin(), of_body.end());
  }
  report_.seconds = timer_.seconds();
  return std::move(report_);
}

}  // namespace

Result<UntangleReport> untangle(const UntangleScene& scene, const UntangleSettings& settings) {
  return Untangling(scene, settings).run();
}

}  // namespace abut
