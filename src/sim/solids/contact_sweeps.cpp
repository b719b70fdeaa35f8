// Substeps with soft contacts, and a sweep without what opens overlaps after each, so that opening leaves no speed: after
// Catto, "Solver2D" (2024), whose formulas for softness these are. There a contact gives by all of its impulse, so that
// boxes sink by the weight above them; here by what differs from the impulse of the substep before, so that only what is
// new is soft.
#include "sim/solids/contact_sweeps.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace abut {
namespace {

constexpr double kDampingRatio = 10;
// How often a soft contact would swing in a second, at most, and as a share of the substeps in a second.
constexpr double kMostOften = 30, kOftenBySubstep = 0.25;
constexpr int kBounceSweeps = 8;
// Radians, and of the longest arm: arms are taken anew where bodies have moved by more.
constexpr double kFollowed = 5e-3;

}  // namespace

inline double ContactSweeps::measure_speed(const SweptBody& a, const SweptBody& b, const Plain3& axis,
                                           const Direction& direction) {
  return axis.dot(a.velocity - b.velocity) + (direction.turn_a.dot(a.spin) - direction.turn_b.dot(b.spin));
}

inline void ContactSweeps::push(SweptBody& a, SweptBody& b, const Plain3& axis, const Direction& direction,
                                double impulse) {
  a.velocity += (a.inverse_mass * impulse) * axis;
  a.spin += impulse * direction.answer_a;
  b.velocity += (-b.inverse_mass * impulse) * axis;
  b.spin += -impulse * direction.answer_b;
}

void ContactSweeps::begin(std::span<const SolidPatch> patches, std::span<const SolidBody> bodies,
                          std::span<const SweptBody> swept, std::span<const SweptFrame> frames,
                          const SweepSettings& settings) {
  settings_ = settings;
  patches_.clear();
  points_.clear();
  bounce_count_ = 0;
  is_back_ = has_followed_ = false;
  const double often = std::min(kMostOften, kOftenBySubstep / settings.substep);
  for (const SolidPatch& from : patches) {
    const SweptBody &a = swept[from.a], &b = swept[from.b];
    const Eigen::Matrix3d frame = make_contact_frame(from.normal);
    const double is_stiff = a.inverse_mass > 0 && b.inverse_mass > 0 ? 1 : 2;
    const double omega = 2 * std::numbers::pi * often * is_stiff;
    const double damping = 2 * kDampingRatio + settings.substep * omega, hold = settings.substep * omega * damping;
    Patch patch{{from.normal, Vec3(frame.col(0)), Vec3(frame.col(1))},
                from.friction,
                from.restitution,
                {omega / damping, hold / (1 + hold), 1 / (1 + hold)},
                from.a,
                from.b,
                static_cast<std::uint32_t>(points_.size()),
                0,
                from.a_radius,
                from.b_radius,
                0,
                Vec3(bodies[from.b].motion.center - bodies[from.a].motion.center),
                Plain3{},
                0};
    for (int i = 0; i < from.count; ++i) {
      const SolidPatch::Point& given = from.points[i];
      Point point;
      point.lever_a = Vec3(given.on_a + from.a_radius * from.normal - bodies[from.a].motion.center);
      point.lever_b = Vec3(given.on_b - from.b_radius * from.normal - bodies[from.b].motion.center);
      point.found_gap = point.gap = given.gap;
      for (int k = 0; k < 3; ++k) point.impulse[k] = given.impulse[k];
      place(patch, point, swept, frames);
      point.most = 0;
      point.met_at = 0;
      point.patch = static_cast<std::uint32_t>(patches_.size());
      points_.push_back(point);
    }
    patch.end = static_cast<std::uint32_t>(points_.size());
    patches_.push_back(patch);
  }
}

// Both press at one point, so that momentum is kept: one of the body that has it nearer, as it may slide along the other.
void ContactSweeps::place(Patch& patch, Point& point, std::span<const SweptBody> swept,
                          std::span<const SweptFrame> frames) const {
  const SweptFrame &a = frames[patch.a], &b = frames[patch.b];
  const Plain3 between = patch.between + (b.moved - a.moved);
  const bool is_of_a = swept[patch.b].inverse_mass == 0 ||
                       (swept[patch.a].inverse_mass > 0 && point.lever_a.squared_norm() <= point.lever_b.squared_norm());
  const Plain3 on_a = point.lever_a + a.turned * point.lever_a - patch.a_radius * patch.axes[0];
  const Plain3 on_b = point.lever_b + b.turned * point.lever_b + patch.b_radius * patch.axes[0];
  const Plain3 arm_a = is_of_a ? on_a : between + on_b, arm_b = is_of_a ? on_a - between : on_b;
  patch.reach = std::max({patch.reach, arm_a.norm(), arm_b.norm()});
  for (int k = 0; k < 3; ++k) {
    Direction& direction = point.along[k];
    direction.turn_a = arm_a.cross(patch.axes[k]);
    direction.turn_b = arm_b.cross(patch.axes[k]);
    direction.answer_a = a.inverse_inertia * direction.turn_a;
    direction.answer_b = b.inverse_inertia * direction.turn_b;
    direction.mobility = swept[patch.a].inverse_mass + swept[patch.b].inverse_mass +
                         direction.turn_a.dot(direction.answer_a) + direction.turn_b.dot(direction.answer_b);
    direction.gain = direction.mobility > 0 ? 1 / direction.mobility : 0;
  }
}

void ContactSweeps::follow(std::span<const SweptBody> swept, std::span<const SweptFrame> frames) {
  has_followed_ = false;
  for (Patch& patch : patches_) {
    const SweptFrame &a = frames[patch.a], &b = frames[patch.b];
    const Plain3 way = b.moved - a.moved;
    const double turned = a.turn + b.turn, far = kFollowed * patch.reach;
    if (turned - patch.turned <= kFollowed && (way - patch.followed).squared_norm() <= far * far) continue;
    patch.followed = way;
    patch.turned = turned;
    for (std::uint32_t i = patch.first; i < patch.end; ++i) place(patch, points_[i], swept, frames);
    has_followed_ = true;
  }
}

void ContactSweeps::start(std::span<SweptBody> swept, std::span<SweptFrame> frames, bool is_first) {
  const bool is_by_point = is_first || has_followed_;
  for (std::size_t i = 0; i < swept.size(); ++i) {
    SweptBody& body = swept[i];
    const Plain3 velocity = body.velocity, spin = body.spin;
    if (!is_by_point) {
      body.velocity += velocity - frames[i].free_velocity;
      body.spin += spin - frames[i].free_spin;
    }
    frames[i].free_velocity = velocity;
    frames[i].free_spin = spin;
  }
  for (Point& point : points_) point.expected = point.impulse[0];
  if (!is_by_point) return;
  for (const Point& point : points_) {
    const Patch& patch = patches_[point.patch];
    for (int k = 0; k < 3; ++k) {
      if (point.impulse[k] != 0) push(swept[patch.a], swept[patch.b], patch.axes[k], point.along[k], point.impulse[k]);
    }
  }
}

inline double ContactSweeps::measure_gap(const Patch& patch, const Point& point, const SweptFrame& a, const SweptFrame& b) {
  return point.found_gap + patch.axes[0].dot((a.moved + a.turned * point.lever_a) - (b.moved + b.turned * point.lever_b));
}

inline void ContactSweeps::solve_normal(const Patch& patch, Point& point, SweptBody& a, SweptBody& b, bool opens) {
  const Direction& normal = point.along[0];
  const double met_at = measure_speed(a, b, patch.axes[0], normal);
  double speed = met_at, mass = 1, give = 0;
  if (point.gap > 0) {
    speed += point.gap / settings_.substep;
  } else if (opens) {
    speed += std::max(patch.softness.rate * std::min(0.0, point.gap + settings_.allowance), -settings_.push_speed);
    mass = patch.softness.mass;
    give = patch.softness.impulse;
  }
  const double wanted = point.impulse[0] - normal.gain * mass * speed - give * (point.impulse[0] - point.expected);
  const double impulse = std::max(0.0, wanted), change = impulse - point.impulse[0];
  if (point.most == 0 && impulse > 0) point.met_at = met_at;
  point.impulse[0] = impulse;
  point.most = std::max(point.most, impulse);
  largest_change_ = std::max(largest_change_, std::abs(change) * normal.mobility);
  push(a, b, patch.axes[0], normal, change);
}

inline void ContactSweeps::solve_normals(const Patch& patch, SweptBody& a, SweptBody& b, bool opens) {
  for (std::uint32_t i = patch.first; i < patch.end; ++i) {
    solve_normal(patch, points_[i], a, b, opens);
    if (points_[i].impulse[0] > 0) a.is_touched = b.is_touched = true;
  }
}

// Both tangents together, back into the cone if they leave it.
inline void ContactSweeps::solve_friction(const Patch& patch, SweptBody& a, SweptBody& b) {
  if (!(patch.friction > 0)) return;
  for (std::uint32_t i = patch.first; i < patch.end; ++i) {
    Point& point = points_[i];
    double wanted[2];
    for (int k = 0; k < 2; ++k) {
      const Direction& tangent = point.along[k + 1];
      wanted[k] = point.impulse[k + 1] - tangent.gain * measure_speed(a, b, patch.axes[k + 1], tangent);
    }
    const double most = patch.friction * point.impulse[0], squared = wanted[0] * wanted[0] + wanted[1] * wanted[1];
    if (squared > most * most) {
      const double share = most / std::sqrt(squared);
      wanted[0] *= share;
      wanted[1] *= share;
    }
    for (int k = 0; k < 2; ++k) {
      const double impulse = wanted[k], change = impulse - point.impulse[k + 1];
      point.impulse[k + 1] = impulse;
      push(a, b, patch.axes[k + 1], point.along[k + 1], change);
    }
  }
}

// To and fro: what is at the bottom of a stack hears of its top as fast as the other way about. Patches are solved on
// copies of their bodies, which the compiler knows to be nothing else.
template <class Solve>
void ContactSweeps::sweep(std::span<SweptBody> swept, const Solve& solve) {
  for (std::size_t i = 0; i < patches_.size(); ++i) {
    const Patch& patch = patches_[is_back_ ? patches_.size() - 1 - i : i];
    SweptBody a = swept[patch.a], b = swept[patch.b];
    solve(patch, a, b);
    swept[patch.a] = a;
    swept[patch.b] = b;
  }
  is_back_ = !is_back_;
}

// Friction comes first: it goes by what the normals were without opening.
void ContactSweeps::open(std::span<SweptBody> swept) {
  largest_change_ = std::numeric_limits<double>::infinity();
  for (int i = 0; i < settings_.most && largest_change_ > settings_.settled; ++i) {
    largest_change_ = 0;
    sweep(swept, [&](const Patch& patch, SweptBody& a, SweptBody& b) {
      solve_friction(patch, a, b);
      solve_normals(patch, a, b, true);
    });
  }
}

void ContactSweeps::hold(std::span<SweptBody> swept, std::span<const SweptFrame> frames) {
  sweep(swept, [&](const Patch& patch, SweptBody& a, SweptBody& b) {
    for (std::uint32_t i = patch.first; i < patch.end; ++i)
      points_[i].gap = measure_gap(patch, points_[i], frames[patch.a], frames[patch.b]);
    solve_normals(patch, a, b, false);
    solve_friction(patch, a, b);
  });
}

void ContactSweeps::bounce(std::span<SweptBody> swept) {
  for (int sweep = 0; sweep < kBounceSweeps; ++sweep) {
    bool has_bounced = false;
    for (Point& point : points_) {
      const Patch& patch = patches_[point.patch];
      if (!(patch.restitution > 0) || point.most == 0 || point.met_at > -settings_.rest_speed) continue;
      SweptBody &a = swept[patch.a], &b = swept[patch.b];
      const double speed = measure_speed(a, b, patch.axes[0], point.along[0]);
      const double wanted = point.impulse[0] - point.along[0].gain * (speed + patch.restitution * point.met_at);
      const double impulse = std::max(0.0, wanted), change = impulse - point.impulse[0];
      if (sweep == 0) ++bounce_count_;
      if (change == 0) continue;
      point.impulse[0] = impulse;
      push(a, b, patch.axes[0], point.along[0], change);
      has_bounced = true;
    }
    if (!has_bounced) return;
  }
}

void ContactSweeps::finish(std::span<SolidPatch> patches) const {
  for (std::size_t i = 0; i < patches.size(); ++i) {
    for (int k = 0; k < patches[i].count; ++k) {
      const Point& point = points_[patches_[i].first + static_cast<std::size_t>(k)];
      patches[i].points[k].impulse = Vec3(point.impulse[0], point.impulse[1], point.impulse[2]);
    }
  }
}

}  // namespace abut
