// Only pairs that have come nearer by more than half the thickness of the thicker one are looked at: others are at most
// so deep in each other that contacts push them out where they came in.
#include "sim/solids/passing.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "abut/mesh_impact.h"
#include "detect/body_pairs.h"

namespace abut {
namespace {

constexpr double kDeep = 0.5;
// Of a part's half extent: how near counts as a touch.
constexpr double kTolerance = 1e-3;
// Cosine of how far the way between two parts may have turned since they met.
constexpr double kSameSide = 0.5;
// What turns by more than this may have gone round and come back.
constexpr double kMostTurn = 1;
// What touches as early in a step as this touches already.
constexpr double kEarly = 0.01;

// How a body went through the step.
struct BodyWay {
  Vec3 travel = Vec3::Zero(), turn = Vec3::Zero();  // axis times angle
  double length = 0;                                // no point went farther
};

// The short way round, unless the spin says otherwise.
Vec3 find_turn(const SolidMotion& from, const SolidMotion& to) {
  Eigen::Quaterniond turn = to.rotation * from.rotation.conjugate();
  if (turn.w() < 0) turn.coeffs() *= -1;
  const Eigen::AngleAxisd by(turn.normalized());
  const double more = to.spin.dot(by.axis()) < 0 ? by.angle() - 2 * std::numbers::pi : by.angle();
  return (by.angle() > 0.5 * std::numbers::pi ? more : by.angle()) * by.axis();
}

class PassingSearch {
 public:
  PassingSearch(const SolidSystem& system, std::span<const SolidMotion> start) : system_(system), start_(start) {
    for (std::size_t i = 0; i < system.bodies.size(); ++i) ways_.push_back(find_way(i));
  }

  double run() {
    double longest = 0;
    for (const BodyWay& way : ways_) {
      if (!std::isfinite(way.length)) return 1;  // what is beyond all bounds is said elsewhere
      longest = std::max(longest, way.length);
    }
    if (2 * longest <= kDeep * system_.contacts.least_thickness()) return 1;
    for (const BodyPair& pair : find_body_pairs(list_boxes())) look_at(pair.a, pair.b);
    return first_;
  }

 private:
  BodyWay find_way(std::size_t i) const {
    const SolidBody& body = system_.bodies[i];
    BodyWay way;
    if (body.is_at_rest()) return way;
    way.travel = body.motion.center - start_[i].center;
    way.turn = find_turn(start_[i], body.motion);
    way.length = way.travel.norm() + way.turn.norm() * body.reach;
    return way;
  }

  std::vector<Box3> list_boxes() const {
    std::vector<Box3> boxes(system_.scene.solids.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      if (system_.scene.solids[i].parts.empty()) continue;
      boxes[i].add(start_[i].center);
      boxes[i].add(system_.bodies[i].motion.center);
      boxes[i].lower.array() -= system_.bodies[i].reach;
      boxes[i].upper.array() += system_.bodies[i].reach;
    }
    return boxes;
  }

  void look_at(std::uint32_t a, std::uint32_t b) {
    const SolidBody &first = system_.bodies[a], &second = system_.bodies[b];
    if (!first.is_movable() && !second.is_movable()) return;
    const double nearer = (ways_[a].travel - ways_[b].travel).norm() + ways_[a].turn.norm() * first.reach +
                          ways_[b].turn.norm() * second.reach;
    if (nearer <= kDeep * system_.contacts.least_thickness() || !system_.contacts.may_touch(a, b)) return;
    const auto [i_begin, i_end] = system_.contacts.parts_of(a);
    const auto [k_begin, k_end] = system_.contacts.parts_of(b);
    for (std::uint32_t i = i_begin; i < i_end; ++i) {
      for (std::uint32_t k = k_begin; k < k_end; ++k) look_at(i, k, nearer);
    }
  }

  void look_at(std::uint32_t i, std::uint32_t k, double nearer) {
    const SolidPiece &p = system_.contacts.piece(i), &q = system_.contacts.piece(k);
    const double harmless = kDeep * std::max(p.thickness, q.thickness);
    if (nearer <= harmless) return;
    RigidImpactSettings settings;
    settings.tolerance = kTolerance * std::min(p.half_extent, q.half_extent);
    const RigidImpact impact = find_impact(p, q, settings);
    if (impact.status == RigidImpactStatus::none) return;
    if (impact.status != RigidImpactStatus::touching_at_start && impact.time >= kEarly) {
      if ((1 - impact.time) * nearer > harmless && !is_on_its_side(p, q, impact.normal, harmless)) {
        first_ = std::min(first_, impact.time);
      }
      return;
    }
    // What touches is held by contacts, but for corners of which they do not know yet: where they may have gone too far,
    // contacts are found anew on the way.
    const bool is_mesh = p.is_mesh() || q.is_mesh();
    const double loose = is_mesh ? nearer : measure_turning(p.body) + measure_turning(q.body);
    if (loose <= harmless) return;
    if (!is_mesh && is_on_its_side(p, q, find_side(place_at_start(p), place_at_start(q)).normal, harmless)) return;
    first_ = std::min(first_, harmless / loose);
  }

  double measure_turning(std::uint32_t body) const { return ways_[body].turn.norm() * system_.bodies[body].reach; }

  // Whether convex parts that met with this normal lie as they did, and are hardly in each other.
  bool is_on_its_side(const SolidPiece& p, const SolidPiece& q, const Vec3& normal, double harmless) const {
    if (p.is_mesh() || q.is_mesh() || ways_[p.body].turn.norm() + ways_[q.body].turn.norm() > kMostTurn) return false;
    const PlacedConvex a = p.place_convex(find_pose(system_.bodies[p.body]));
    const PlacedConvex b = q.place_convex(find_pose(system_.bodies[q.body]));
    const Side side = find_side(a, b);
    return side.depth <= harmless && side.normal.dot(normal) > kSameSide;
  }

  // How one part lies to the other: the normal from b to a, and how deep they are in each other.
  struct Side {
    Vec3 normal;
    double depth = 0;
  };
  static Side find_side(const PlacedConvex& a, const PlacedConvex& b) {
    const ContactPatch patch = find_contact_patch(a, b, 0);
    if (patch.is_empty()) return {measure_distance(a, b).normal};
    Side side{patch.normal};
    for (int i = 0; i < patch.count; ++i) side.depth = std::max(side.depth, -patch.points[i].gap);
    return side;
  }

  PlacedConvex place_at_start(const SolidPiece& piece) const {
    SolidBody body = system_.bodies[piece.body];
    body.motion = start_[piece.body];
    return piece.place_convex(find_pose(body));
  }

  RigidImpact find_impact(const SolidPiece& p, const SolidPiece& q, const RigidImpactSettings& settings) const {
    const RigidMotion of_p = find_motion(p), of_q = find_motion(q);
    if (!p.is_mesh() && !q.is_mesh()) return find_rigid_impact(MovingConvex{p.shape, of_p}, MovingConvex{q.shape, of_q}, settings);
    const MovingMesh mesh_p{&p.mesh->tree(), of_p, p.radius}, mesh_q{&q.mesh->tree(), of_q, q.radius};
    return find_rigid_impact(mesh_p, mesh_q, settings).impact;
  }

  RigidMotion find_motion(const SolidPiece& piece) const {
    SolidBody body = system_.bodies[piece.body];
    body.motion = start_[piece.body];
    RigidMotion motion;
    motion.start = find_pose(body) * piece.pose;
    motion.pivot = piece.pose.inverse().apply(body.local_center);
    motion.travel = ways_[piece.body].travel;
    motion.rotation = ways_[piece.body].turn;
    return motion;
  }

  const SolidSystem& system_;
  std::span<const SolidMotion> start_;
  std::vector<BodyWay> ways_;
  double first_ = 1;
};

}  // namespace

double find_first_passing(const SolidSystem& system, std::span<const SolidMotion> start) {
  return PassingSearch(system, start).run();
}

}  // namespace abut
