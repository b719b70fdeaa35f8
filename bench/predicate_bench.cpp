// Job "predicates": orient3d on a hundred thousand quadruples of points, each list chosen to end at one stage.
#include <cmath>
#include <random>

#include "abut/math.h"
#include "bench/bench.h"
#include "bench/peers/peers.h"

namespace abut::bench {
namespace {

using Quadruple = std::array<Vec3, 4>;
constexpr int kCount = 100000;

class Points {
 public:
  double number() { return std::uniform_real_distribution<double>(-1, 1)(engine_); }
  Vec3 any() { return Vec3(number(), number(), number()); }
  Vec3 of_floats() { return Vec3(float(number()), float(number()), float(number())); }
  // A point of the plane through a, b and c, rounded.
  Vec3 near_plane(const Vec3& a, const Vec3& b, const Vec3& c) { return a + number() * (b - a) + number() * (c - a); }

 private:
  std::mt19937_64 engine_{1};
};

template <class Make>
std::vector<Quadruple> make_list(const Make& make) {
  Points points;
  std::vector<Quadruple> list;
  for (int i = 0; i < kCount; ++i) list.push_back(make(points));
  return list;
}

std::vector<Quadruple> make_quadruples(const std::string& kind) {
  if (kind == "filter") {
    return make_list([](Points& p) { return Quadruple{p.any(), p.any(), p.any(), p.any()}; });
  }
  if (kind == "coplanar-axis") {
    return make_list([](Points& p) {
      Quadruple q{p.any(), p.any(), p.any(), p.any()};
      for (Vec3& point : q) point.z() = 0.3;
      return q;
    });
  }
  if (kind == "coplanar-float") {  // the plane x = y; differences of floats are exact in doubles
    return make_list([](Points& p) {
      Quadruple q{p.of_floats(), p.of_floats(), p.of_floats(), p.of_floats()};
      for (Vec3& point : q) point.y() = point.x();
      return q;
    });
  }
  if (kind == "coplanar-double") {  // the plane x = y; differences round
    return make_list([](Points& p) {
      Quadruple q{p.any(), p.any(), p.any(), p.any()};
      for (Vec3& point : q) point.y() = point.x();
      return q;
    });
  }
  return make_list([](Points& p) {  // nearly coplanar: off by the rounding of the last point
    const Vec3 a = p.any(), b = p.any(), c = p.any();
    return Quadruple{a, b, c, p.near_plane(a, b, c)};
  });
}

std::vector<Row> compare(const std::string& kind) {
  const std::vector<Quadruple> list = make_quadruples(kind);
  const Measurement ours = measure([&] {
    std::int64_t sum = 0;
    for (const Quadruple& q : list) sum += orient3d(q[0], q[1], q[2], q[3]);
    return static_cast<std::uint64_t>(sum);
  });
  Row row{"predicates", "orient3d-" + kind, list.size(), 1, ours.seconds, "", 0, ours.count, 0};
  if (const auto theirs = measure_cgal_orientations(list)) {
    row.peer = "cgal";
    row.peer_seconds = theirs->seconds;
    row.peer_count = theirs->count;
  }
  return {row};
}

}  // namespace

std::vector<Case> make_predicate_cases() {
  std::vector<Case> cases;
  for (const std::string kind : {"filter", "coplanar-axis", "coplanar-float", "coplanar-double", "nearly-coplanar"}) {
    cases.push_back({"predicates", "orient3d-" + kind, [=] { return compare(kind); }});
  }
  return cases;
}

}  // namespace abut::bench
