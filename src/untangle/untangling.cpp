#include "untangle/untangling.h"

#include <algorithm>
#include <cmath>

#include "base/sort_unique.h"
#include "untangle/conclusion.h"
#include "untangle/settling.h"

namespace abut {
namespace {

// Lengths in edge lengths.
constexpr double kStep = 2;               // a contour's sides move by up to so much against each other
constexpr double kLargestStep = 2;        // of a vertex, by all that moves it in one iteration
constexpr int kRings = 4;                 // carried along with a contour
constexpr int kRingsAround = 2;           // that give way to what moves
constexpr double kMomentum = 0.8;         // of its last step a vertex goes on with
constexpr double kStill = 0.02;           // what moves less than this has come to rest
constexpr double kContactDistance = 0.1;  // what is free keeps so far apart, if it is
constexpr double kShareOfGap = 0.3;       // that layers keep
constexpr double kDefaultThickness = 0.01;
constexpr int kSweeps = 4;

constexpr double kProgress = 0.98;  // of the pairs: more left is none
constexpr int kPatience = 8;        // iterations without progress before another way is tried
constexpr int kLastPatience = 200;  // without a better state before it is given up

// Adds the time it lives to a sum.
class Clock {
 public:
  explicit Clock(double& sum) : sum_(sum) {}
  ~Clock() { sum_ += timer_.seconds(); }
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;

 private:
  double& sum_;
  Timer timer_;
};

}  // namespace

Untangling::Untangling(const UntangleScene& scene, const UntangleSettings& settings)
    : settings_(settings),
      assembly_(scene),
      thickness_(
          settings.thickness.value_or(std::max(settings.least_thickness, kDefaultThickness * assembly_.mean_edge))),
      positions_(assembly_.input),
      velocities_(assembly_.vertex_count(), Vec3::Zero()),
      finder_(assembly_, positions_, settings.run),
      planner_(scene, assembly_, settings.seed),
      patches_(assembly_),
      relaxation_(assembly_),
      guard_(assembly_, finder_),
      is_soft_(assembly_.vertex_count(), 0) {
  choose_start(scene);
}

UntangleReport Untangling::run() {
  take_apart();
  settle();
  conclude();
  return std::move(report_);
}

bool Untangling::is_over() {
  const auto limit = static_cast<std::uint64_t>(settings_.max_iterations);
  report_.is_time_out |= settings_.time_limit > 0 && timer_.seconds() > settings_.time_limit;
  if (settings_.run.progress && !settings_.run.progress(std::min(report_.steps.size(), limit), limit)) {
    report_.is_interrupted = true;
  }
  return report_.is_time_out || report_.is_interrupted;
}

void Untangling::choose_start(const UntangleScene& scene) {
  const Tangle input = [&] {
    const Clock clock(report_.times.detection);
    return finder_.find();
  }();
  report_.before = summarize_input(input);
  report_.depth = measure_depths(assembly_, input, positions_);
  was_cut_ = finder_.mark_cut(input.pairs);
  input_pairs_ = input.pairs;
  best_ = assembly_.input;
  best_pairs_ = input.pairs.size();
  if (!input.is_empty()) go_to_start(scene, input);
}

// As `check` counts contours: those as well where nothing but vertices and edges meet.
UntangleStep Untangling::summarize_input(const Tangle& input) const {
  UntangleStep before = input.summarize();
  const auto contours = find_contours(assembly_.place(positions_), input.pairs, {settings_.run.threads, {}}).contours;
  before.contours = contours.size();
  before.length = 0;
  for (const Contour& contour : contours) before.length += contour.length;
  return before;
}

// A step like any other, if no more faces intersect after it.
void Untangling::go_to_start(const UntangleScene& scene, const Tangle& input) {
  std::vector<Vec3> start;
  for (const UntangleBody& body : scene.bodies) {
    const auto& from = body.start.empty() ? body.body.positions : body.start;
    start.insert(start.end(), from.begin(), from.end());
  }
  std::vector<std::uint32_t> moved;
  for (std::uint32_t v = 0; v < start.size(); ++v) {
    if (!assembly_.is_movable(v)) start[v] = assembly_.input[v];
    if (start[v] != assembly_.input[v]) moved.push_back(v);
  }
  if (moved.empty()) return;
  plan(input, {.prefer_regions = true});
  relaxation_.set_active(moved);
  finder_.focus(moved);
  hold(start);
  finder_.move(start);
  if (finder_.find().pairs.size() <= best_pairs_) positions_ = std::move(start);
  finder_.focus_on_all();
  finder_.move(positions_);
}

void Untangling::take_apart() {
  Tangle tangle = finder_.find(settings_.ignored_share, settings_.seed);
  note(tangle, 0);
  if (assembly_.movable_count() == 0) return;
  for (int i = 0; i < settings_.max_iterations && since_best_ < kLastPatience; ++i) {
    if (tangle.is_empty() || is_over()) return;
    step(tangle, i);
    const Clock clock(report_.times.detection);
    tangle = finder_.find(settings_.ignored_share, settings_.seed + static_cast<std::uint64_t>(i) + 1);
    count_resolved(tangle);
    note(tangle, i + 1);
  }
}

// Keeps the best state, and finds out whether there is any progress.
void Untangling::note(const Tangle& tangle, int iteration) {
  const std::size_t pairs = tangle.pairs.size();
  if (pairs < best_pairs_ || (pairs == best_pairs_ && iteration == 0)) {
    best_ = positions_;
    best_pairs_ = pairs;
    since_best_ = 0;
  } else {
    ++since_best_;
  }
  if (iteration == 0 || static_cast<double>(pairs) < kProgress * static_cast<double>(reference_)) {
    reference_ = pairs;
    since_progress_ = 0;
  } else if (++since_progress_ >= kPatience) {
    ++stage_;
    reference_ = pairs;
    since_progress_ = 0;
  }
}

void Untangling::step(const Tangle& tangle, int iteration) {
  UntangleStep info = tangle.summarize();
  info.iteration = iteration;
  if (settings_.observer) {
    std::vector<std::span<const Vec3>> places;
    for (const Body& body : assembly_.place(positions_)) places.push_back(body.positions);
    settings_.observer(info, places);
  }
  // Stall by stall: further, wider, and in another way.
  const Effort effort{.scheme = settings_.scheme,
                      .step = kStep * (1 + std::min(1.0, stage_ / 3.0)),
                      .rings = kRings + 2 * std::min(stage_, 6),
                      .flattens = stage_ % 3 == 0 || iteration % 2 == 0,
                      .prefer_regions = stage_ % 3 == 1,
                      .prefer_length = stage_ % 3 == 2,
                      .noise = stage_ > 0 ? 0.3 : 0};
  plan(tangle, effort);
  activate();
  std::vector<Vec3> next = positions_;
  for (const std::uint32_t v : relaxation_.active()) {
    next[v] += planner_.displacement(v) + kMomentum * velocities_[v];
    is_soft_[v] = patches_.is_at_contour(v);  // the shape there is the wrong one
  }
  keep_shape(next);
  hold(next);
  move_to(next);
  for (const std::uint32_t v : relaxation_.active()) {
    info.largest_motion = std::max(info.largest_motion, velocities_[v].norm());
  }
  report_.steps.push_back(info);
}

void Untangling::plan(const Tangle& tangle, const Effort& effort) {
  const Timer timer;
  patches_.clear();
  patches_.add_cut_faces(tangle);
  const double of_guard = timer.seconds();
  strategies_ = planner_.plan(tangle, positions_, effort, patches_);
  middles_.clear();
  for (std::uint32_t k = 0; k < tangle.found.contour_count; ++k) middles_.push_back(tangle.middle_of(k));
  report_.times.minimisation += timer.seconds() - of_guard;
  report_.times.guard += of_guard;
  const Clock clock(report_.times.guard);
  patches_.finish();
}

void Untangling::keep_shape(std::span<Vec3> next) {
  const auto contacts = find_contacts();
  const Clock clock(report_.times.shape);
  relaxation_.relax(next, contacts, kSweeps, is_soft_);
  clamp(next);
}

void Untangling::hold(std::span<Vec3> next) {
  const Clock clock(report_.times.guard);
  guard_.hold(positions_, next, patches_, relaxation_);
}

// The vertices that want to move or still do, and those around them.
void Untangling::activate() {
  std::vector<std::uint32_t> moving = planner_.moved();
  for (const std::uint32_t v : relaxation_.active()) {
    if (velocities_[v].norm() > kStill * assembly_.sizes[v]) moving.push_back(v);
  }
  sort_unique(moving);
  const std::vector<std::uint32_t> active = assembly_.grow(moving, kRingsAround);
  for (const std::uint32_t v : relaxation_.active()) {
    if (!std::binary_search(active.begin(), active.end(), v)) velocities_[v].setZero();
  }
  relaxation_.set_active(active);
  finder_.focus(active);
}

// Folds of one surface stay as far apart as they are, or a crumple is pressed together; layers give way to each other,
// or nothing moves in a close stack.
std::vector<ContactConstraint> Untangling::find_contacts() {
  const Clock clock(report_.times.detection);
  std::vector<ContactConstraint> contacts;
  for (const Proximity& near : finder_.find_near(kContactDistance * assembly_.mean_edge)) {
    const Distance& d = near.distance;
    if (!(d.distance > 0) || patches_.may_pass(near.a, near.b)) continue;
    const std::uint32_t a = assembly_.corners(near.a).vertices[0], b = assembly_.corners(near.b).vertices[0];
    const double share = assembly_.components[a] == assembly_.components[b] ? 1 : kShareOfGap;
    contacts.push_back(make_contact(assembly_, near.a, near.b, d.a_weights, d.b_weights, d.normal, share * d.distance));
  }
  return contacts;
}

void Untangling::clamp(std::span<Vec3> next) const {
  for (const std::uint32_t v : relaxation_.active()) {
    const Vec3 way = next[v] - positions_[v];
    const double length = way.norm(), limit = kLargestStep * assembly_.sizes[v];
    if (length > limit) next[v] = positions_[v] + way * (limit / length);
    if (!std::isfinite(length)) next[v] = positions_[v];
  }
}

void Untangling::move_to(std::vector<Vec3>& next) {
  for (const std::uint32_t v : relaxation_.active()) velocities_[v] = next[v] - positions_[v];
  positions_.swap(next);
  finder_.move(positions_);
}

// A contour is gone if nothing intersects between its sides any more, and none has come up anew near it: that is where
// it has moved to.
void Untangling::count_resolved(const Tangle& after) {
  using Kind = SurfaceFeature::Kind;
  std::vector<std::uint8_t> goes_on(strategies_.size(), 0), is_old(after.found.contour_count, 0);
  for (const Piercing& piercing : after.found.piercings) {
    patches_.visit_contours({piercing.edge_body, Kind::edge, piercing.edge},
                            {piercing.face_body, Kind::face, piercing.face}, [&](std::uint32_t contour) {
                              goes_on[contour] = is_old[piercing.contour] = 1;
                              return false;
                            });
  }
  for (std::uint32_t k = 0; k < after.found.contour_count; ++k) {
    if (is_old[k]) continue;
    const auto nearest = find_nearest_gone(goes_on, after.middle_of(k));
    if (nearest) goes_on[*nearest] = 1;
  }
  for (std::size_t k = 0; k < strategies_.size(); ++k) {
    if (!goes_on[k]) ++report_.resolved_by[static_cast<std::size_t>(strategies_[k])];
  }
}

std::optional<std::size_t> Untangling::find_nearest_gone(std::span<const std::uint8_t> goes_on,
                                                         const Vec3& place) const {
  std::optional<std::size_t> nearest;
  for (std::size_t k = 0; k < goes_on.size(); ++k) {
    if (goes_on[k]) continue;
    if (!nearest || (middles_[k] - place).norm() < (middles_[*nearest] - place).norm()) nearest = k;
  }
  return nearest;
}

// With a thickness that was asked for, even what did not intersect is parted.
void Untangling::settle() {
  positions_ = best_;
  finder_.focus_on_all();
  finder_.move(positions_);
  report_.is_parted = report_.is_settled = best_pairs_ == 0;
  if (report_.before.pairs == 0 && !settings_.thickness) return;
  const Clock clock(report_.times.settling);
  Settling settling(assembly_, finder_, relaxation_,
                    {assembly_, thickness_, settings_.thickness.has_value(), was_cut_});
  const auto is_over = [&] { return this->is_over(); };
  if (best_pairs_ == 0) {
    report_.is_parted = settling.settle(positions_, is_over);
  } else {
    settling.go_home_around(finder_.mark_cut(finder_.find_intersections()), positions_, is_over);
  }
  report_.is_settled = !is_over();
}

void Untangling::conclude() {
  report_.thickness = thickness_;
  report_.pairs_left = find_pairs_left(assembly_, positions_, settings_.run, report_.obstacle_pairs);
  if (report_.pairs_left.size() > best_pairs_) {  // faces without area, which are not searched, may have gained one
    positions_ = best_;
    report_.is_parted = report_.is_settled = false;
    report_.pairs_left = find_pairs_left(assembly_, positions_, settings_.run, report_.obstacle_pairs);
  }
  report_.remainders = list_remainders(assembly_, positions_, report_.pairs_left, settings_.run);
  report_.separation = measure_separation(assembly_, positions_, settings_.run);
  report_.deformation = measure_deformation(assembly_, positions_);
  report_.deformation.reach = measure_reach(assembly_, positions_, input_pairs_);
  for (const Body& body : assembly_.place(positions_)) {
    report_.positions.emplace_back(body.positions.begin(), body.positions.end());
  }
  report_.times.minimisation += finder_.grouping_seconds();
  report_.times.detection -= finder_.grouping_seconds();
  report_.seconds = timer_.seconds();
}

}  // namespace abut
