// Job "sweep": the first touch of two convex solids of one shape that move and turn, 5,000 times: 1.2 to 3 apart,
// coming up to 3 nearer, each turning by up to 2 radians. Slow ones turn by up to 0.2.
//
// Counts are right answers: touch or none as ours says, at the same time to 1 % of the step. Ours is held against
// dense looks in tests/narrow/rigid_impact_truth_test.cpp. Pairs that a change of the shape by 1 % would decide
// otherwise, or that touch at the start, are left out. The peer's tests are its misses: touches it does not report.
#include <fmt/format.h>

#include <cmath>

#include "abut/rigid_impact.h"
#include "bench/bench.h"
#include "bench/cases.h"
#include "bench/peers/convex_peers.h"
#include "tests/support/rigid_motions.h"

namespace abut::bench {
namespace {

constexpr std::size_t kPairs = 5000;

struct Shape {
  std::string name;
  SolidKind kind;
  Convex convex, larger, smaller;
};

Shape make_box_shape() {
  const auto make = [](double scale) { return Convex::make_box(scale * Vec3(0.5, 0.5, 0.5)); };
  return {"box", SolidKind::box, make(1), make(1.01), make(0.99)};
}

Shape make_hull_shape() {
  const auto make = [](double scale) { return test::make_fibonacci_hull(32, scale * Vec3(0.6, 0.48, 0.42)); };
  return {"hull of 32", SolidKind::hull, make(1), make(1.01), make(0.99)};
}

using Ways = std::array<RigidMotion, 2>;

RigidImpact sweep(const Convex& shape, const Ways& ways) {
  return find_rigid_impact(MovingConvex{&shape, ways[0]}, MovingConvex{&shape, ways[1]});
}

bool is_clear(const Shape& shape, const Ways& ways) {
  const RigidImpactStatus status = sweep(shape.larger, ways).status;
  return status != RigidImpactStatus::touching_at_start && status == sweep(shape.smaller, ways).status;
}

// From pose to pose, the short way.
RigidMotion make_way(test::Random& random, const Vec3& start, const Vec3& travel, double turn) {
  const Vec3 rotation = random.uniform(0, turn) * test::make_direction(random);
  const RigidMotion motion = make_rigid_motion({test::make_turn_anyhow(random), start}, travel, rotation, 1);
  return make_rigid_motion(motion.at(0), motion.at(1));
}

std::vector<Ways> make_ways(const Shape& shape, double turn) {
  test::Random random(1);
  std::vector<Ways> list;
  while (list.size() < kPairs) {
    const Vec3 apart = test::make_direction(random), start = random.uniform(1.2, 3) * apart;
    const Vec3 travel = -random.uniform(0, 3) * (apart + 0.5 * random.point());
    const Ways ways = {make_way(random, Vec3::Zero(), Vec3::Zero(), turn), make_way(random, start, travel, turn)};
    if (is_clear(shape, ways)) list.push_back(ways);
  }
  return list;
}

PlainPose make_plain(const Pose3& pose) {
  const Vec3& t = pose.translation;
  return {pose.rotation.w(), pose.rotation.x(), pose.rotation.y(), pose.rotation.z(), {t.x(), t.y(), t.z()}};
}

SolidSweeps make_sweeps(const Shape& shape, const std::vector<Ways>& list) {
  SolidSweeps sweeps{{shape.kind, {0.5, 0.5, 0.5}, 0, 0, {}, {}}, {}};
  for (const Vec3& v : shape.convex.vertices()) sweeps.solid.vertices.push_back({v.x(), v.y(), v.z()});
  for (std::size_t f = 0; f < shape.convex.face_count(); ++f) {
    auto& face = sweeps.solid.faces.emplace_back();
    for (const VertexId v : shape.convex.face(FaceId(f))) face.push_back(static_cast<int>(v.value));
  }
  for (const auto& [a, b] : list) {
    sweeps.ways.push_back(
        {std::array{make_plain(a.at(0)), make_plain(a.at(1))}, std::array{make_plain(b.at(0)), make_plain(b.at(1))}});
  }
  return sweeps;
}

SweepTimes measure_ours(const Shape& shape, const std::vector<Ways>& list) {
  SweepTimes found;
  found.seconds = measure([&] {
                    found.times.clear();
                    for (const Ways& ways : list) {
                      const RigidImpact impact = sweep(shape.convex, ways);
                      found.times.push_back(impact.status == RigidImpactStatus::none ? 2 : impact.time);
                    }
                    return found.times.size();
                  }).seconds;
  return found;
}

Measurement judge(const SweepTimes& theirs, const SweepTimes& ours) {
  Measurement m{theirs.seconds / static_cast<double>(ours.times.size()), 0, 0};
  for (std::size_t i = 0; i < ours.times.size(); ++i) {
    m.count += std::abs(theirs.times[i] - ours.times[i]) <= 0.01;
    m.tests += ours.times[i] <= 1 && theirs.times[i] > 1;
  }
  return m;
}

std::vector<Row> compare(const Shape& shape, const std::string& name, double turn) {
  const std::vector<Ways> list = make_ways(shape, turn);
  const SolidSweeps sweeps = make_sweeps(shape, list);
  const SweepTimes ours = measure_ours(shape, list);
  std::vector<Row> rows;
  const auto add = [&](const char* peer, const std::optional<SweepTimes>& theirs) {
    rows.push_back(make_row("sweep", name, list.size(), 1, judge(ours, ours), peer,
                            theirs ? std::optional(judge(*theirs, ours)) : std::nullopt));
  };
  add("fcl", measure_fcl_sweeps(sweeps));
  add("bullet", measure_bullet_sweeps(sweeps));
  return rows;
}

}  // namespace

std::vector<Case> make_sweep_cases() {
  static const std::vector<Shape> shapes = {make_box_shape(), make_hull_shape()};
  std::vector<Case> cases;
  for (const Shape& shape : shapes) {
    for (const double turn : {0.2, 2.0}) {
      const std::string name = fmt::format("{}, {}", shape.name, turn < 1 ? "turning slowly" : "turning fast");
      cases.push_back({"sweep", name, [&shape, name, turn] { return compare(shape, name, turn); }});
    }
  }
  return cases;
}

}  // namespace abut::bench
