// Contacts of a step, solved by sweeps in many short substeps: gaps follow the motion, overlaps open softly, impulses
// start where the last substep left them.
#pragma once

#include <span>
#include <vector>

#include "math/plain3.h"
#include "sim/solids/solid_contacts.h"

namespace abut {

/// A body to contacts: what they change.
struct SweptBody {
  Plain3 velocity, spin;
  double inverse_mass = 0;
  bool is_touched = false;
};

/// And what they go by: how it has moved since they were found, and its speeds if no contact pushed it in this substep.
struct SweptFrame {
  PlainMatrix inverse_inertia, turned;  ///< the latter less the identity
  Plain3 moved, free_velocity, free_spin;
  double turn = 0;  ///< radians, all in all
};

struct SweepSettings {
  double substep = 0;  ///< s
  double settled = 0;  ///< m/s
  int most = 1;        ///< sweeps
  double push_speed = 0, allowance = 0, rest_speed = 0;
};

class ContactSweeps {
 public:
  /// `bodies` as they are where the patches were found.
  void begin(std::span<const SolidPatch> patches, std::span<const SolidBody> bodies, std::span<const SweptBody> swept,
             std::span<const SweptFrame> frames, const SweepSettings& settings);
  /// Takes arms, and what impulses do to spins, as bodies lie now, where they have moved by more than a little.
  void follow(std::span<const SweptBody> swept, std::span<const SweptFrame> frames);
  /// Applies the impulses that are expected: at first those of the step before, then what the last substep made of them.
  void start(std::span<SweptBody> swept, std::span<SweptFrame> frames, bool is_first);
  /// Nothing gets nearer in a substep than it may, while overlaps open. Sweeps until none changes the speed at a contact
  /// by more than `settled`, or the most that are allowed.
  void open(std::span<SweptBody> swept);
  /// The same where bodies are now, without opening.
  void hold(std::span<SweptBody> swept, std::span<const SweptFrame> frames);
  /// What met faster than rest_speed leaves as its restitution says.
  void bounce(std::span<SweptBody> swept);
  void finish(std::span<SolidPatch> patches) const;

  bool is_empty() const { return points_.empty(); }
  /// Meetings that bounced.
  std::size_t bounce_count() const { return bounce_count_; }

 private:
  struct Softness {
    double rate = 0, mass = 1, impulse = 0;
  };
  struct Direction {
    Plain3 turn_a, turn_b;      // arm x direction
    Plain3 answer_a, answer_b;  // how the spins answer to an impulse
    double mobility, gain;      // how fast an impulse of 1 makes the contact, and the other way about
  };
  struct Point {
    Plain3 lever_a, lever_b;  // from the centers to what turns with the bodies: round parts' middles
    Direction along[3];  // the normal and two tangents
    double found_gap, gap;  // then, and now
    double impulse[3];
    double expected;  // of the normal's impulse
    double most;    // of the normal's impulses in this step
    double met_at;  // the speed when the first of them came
    std::uint32_t patch;
  };
  struct Patch {
    Plain3 axes[3];  // the normal and two tangents
    double friction, restitution;
    Softness softness;
    std::uint32_t a, b, first, end;
    double a_radius, b_radius, reach;
    Plain3 between;  // from a's center to b's, where contacts were found
    Plain3 followed;  // how far b has moved from a since then, as arms know it
    double turned;    // and how far both have turned
  };

  static double measure_speed(const SweptBody& a, const SweptBody& b, const Plain3& axis, const Direction& direction);
  static void push(SweptBody& a, SweptBody& b, const Plain3& axis, const Direction& direction, double impulse);
  void place(Patch& patch, Point& point, std::span<const SweptBody> swept, std::span<const SweptFrame> frames) const;
  static double measure_gap(const Patch& patch, const Point& point, const SweptFrame& a, const SweptFrame& b);
  void solve_normal(const Patch& patch, Point& point, SweptBody& a, SweptBody& b, bool opens);
  void solve_normals(const Patch& patch, SweptBody& a, SweptBody& b, bool opens);
  void solve_friction(const Patch& patch, SweptBody& a, SweptBody& b);
  template <class Solve>
  void sweep(std::span<SweptBody> swept, const Solve& solve);

  std::vector<Patch> patches_;
  std::vector<Point> points_;
  SweepSettings settings_;
  bool is_back_ = false, has_followed_ = false;
  std::size_t bounce_count_ = 0;
  double largest_change_ = 0;  // of the speed at a contact, in a sweep
};

}  // namespace abut
