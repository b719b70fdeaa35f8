// Distances against 512-bit arithmetic: at every scale, on grids full of contact, and for features that nearly touch.
#include <gtest/gtest.h>

#include <limits>
#include <map>

#include "abut/narrow.h"
#include "support/exact_distances.h"
#include "support/maps.h"
#include "support/random.h"

namespace abut {
namespace {

using test::Big;
using test::Big3;
using test::Random;

constexpr double kDenormal = std::numeric_limits<double>::denorm_min();
const TrianglePoints kFloor = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};

// ---- features of every kind ----

enum class Kind { any, grid, rough_grid, largest, tiny, denormal, huge, mixed, far, flat, thin };
constexpr Kind kKinds[] = {Kind::any,  Kind::grid,  Kind::rough_grid, Kind::largest, Kind::tiny, Kind::denormal,
                           Kind::huge, Kind::mixed, Kind::far,        Kind::flat,    Kind::thin};

// 1 to 10 times a power of ten.
double make_length(Random& random, int low, int high) {
  return random.uniform(1, 10) * std::pow(10.0, random.integer(low, high));
}

Vec3 make_point(Random& random, Kind kind) {
  switch (kind) {
    case Kind::grid:
      return random.grid_point(2);  // ties, contact, and features without size
    case Kind::rough_grid:
      return random.grid_point(2, 0.1);
    case Kind::largest:
      return random.grid_point(1, kMaxCoordinate);
    case Kind::tiny:
      return random.point() * 1e-150;
    case Kind::denormal:
      return random.grid_point(9, 1e-320);
    case Kind::huge:
      return random.point() * 1e90;
    case Kind::mixed:
      return random.point() * make_length(random, -6, 6);
    case Kind::far:
      return random.point() + Vec3(1e7, -3e6, 2e8);
    case Kind::flat:
      return {random.uniform(-1, 1), random.uniform(-1, 1), 0.3};
    case Kind::thin:
      return {random.uniform(-1, 1), make_length(random, -18, -2), make_length(random, -18, -2)};
    default:
      return random.point();
  }
}

template <std::size_t N>
std::array<Vec3, N> make_points(Random& random, Kind kind) {
  std::array<Vec3, N> points;
  for (Vec3& p : points) p = make_point(random, kind);
  if (kind == Kind::thin) {
    const Eigen::Matrix3d rotation = test::make_rotation(random);
    for (Vec3& p : points) p = rotation * p;
  }
  return points;
}

// ---- what holds for every distance ----

// A distance between a and b, given by three corners (the last repeated where there are fewer), and the right one.
struct Case {
  Distance d;
  Big squared;
  TrianglePoints a, b;

  double size() const {
    double largest = 0;
    for (int i = 0; i < 3; ++i) largest = std::max({largest, a[i].cwiseAbs().maxCoeff(), b[i].cwiseAbs().maxCoeff()});
    return largest;
  }
  Vec3 between() const {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < 3; ++i) sum += d.a_weights[i] * a[i] - d.b_weights[i] * b[i];
    return sum;
  }
  bool is_of_points() const { return a[0] == a[1] && a[0] == a[2] && b[0] == b[1] && b[0] == b[2]; }
  bool is_touching() const { return squared == 0; }
};

// Hardly larger, and smaller by rounding at most.
void check_distance(double distance, const Big& exact) {
  ASSERT_GE(distance, 0);
  ASSERT_EQ(distance == 0, exact == 0);
  ASSERT_LE(Big(distance), exact * (1 + 1e-13) + 0.51 * kDenormal);
  ASSERT_GE(Big(distance), exact * (1 - 2e-15) - 0.51 * kDenormal);
}

void check_weights(const Vec3& weights) {
  ASSERT_GE(weights.minCoeff(), 0);
  ASSERT_NEAR(weights.sum(), 1, 4e-16);
}

// The normal is perpendicular to the part of a feature that is nearest. Parts that end just there say little.
void check_normal(const Vec3& normal, const TrianglePoints& points, const Vec3& weights, double size) {
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const double along = normal.dot((points[j] - points[i]) / size);
    ASSERT_TRUE(std::min(weights[i], weights[j]) < 1e-9 || std::abs(along) < 1e-8) << along;
  }
}

void check(const Case& c) {
  check_distance(c.d.distance, sqrt(c.squared));
  check_weights(c.d.a_weights);
  check_weights(c.d.b_weights);
  const double size = c.size(), rounding = 4e-15 * size + 10 * kDenormal;
  ASSERT_LE((c.between() - c.d.distance * c.d.normal).cwiseAbs().maxCoeff(), rounding);
  ASSERT_NEAR(c.d.normal.norm(), c.is_touching() && c.is_of_points() ? 0 : 1, 1e-15);
  if (c.d.distance < 1e-280) return;
  check_normal(c.d.normal, c.a, c.d.a_weights, size);
  check_normal(c.d.normal, c.b, c.d.b_weights, size);
}

// Weights by the part they name: bit i is set if corner i takes part.
int part_of(const Vec3& weights) { return (weights[0] > 0) + 2 * (weights[1] > 0) + 4 * (weights[2] > 0); }

// How often each pair of parts was nearest.
class PartCounts {
 public:
  void add(const Distance& d) { ++counts_[{part_of(d.a_weights), part_of(d.b_weights)}]; }
  void check_all_seen(int a_parts, int b_parts) {
    for (int a = 1; a <= a_parts; ++a) {
      for (int b = 1; b <= b_parts; ++b) EXPECT_GT((counts_[{a, b}]), 10) << a << " " << b;
    }
  }

 private:
  std::map<std::pair<int, int>, int> counts_;
};

Distance check_point_triangle(const Vec3& p, const TrianglePoints& t) {
  const Distance d = measure_point_triangle(p, t);
  check({d, test::squared_distance(Big3(p), t), {p, p, p}, t});
  return d;
}

Distance check_edge_edge(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  const Distance d = measure_edge_edge(a0, a1, b0, b1), swapped = measure_edge_edge(b0, b1, a0, a1);
  check({d, test::squared_distance(a0, a1, b0, b1), {a0, a1, a1}, {b0, b1, b1}});
  EXPECT_LE(std::abs(d.distance - swapped.distance), 5e-14 * d.distance);
  return d;
}

Distance check_triangle_triangle(const TrianglePoints& a, const TrianglePoints& b) {
  const Distance d = measure_triangle_triangle(a, b), swapped = measure_triangle_triangle(b, a);
  check({d, test_triangle_triangle(a, b) ? Big(0) : test::squared_distance(a, b), a, b});
  EXPECT_LE(std::abs(d.distance - swapped.distance), 5e-14 * d.distance);
  return d;
}

// ---- against big numbers ----

TEST(MeasurePointPoint, is_right_at_every_scale) {
  Random random(20);
  for (const Kind kind : kKinds) {
    for (int i = 0; i < 200; ++i) {
      const auto [p, q] = make_points<2>(random, kind);
      check({measure_point_point(p, q), test::square(Big3(p) - Big3(q)), {p, p, p}, {q, q, q}});
      ASSERT_FALSE(HasFailure()) << int(kind) << " " << i;
    }
  }
}

TEST(MeasurePointEdge, is_right_beside_every_part_of_the_edge) {
  Random random(21);
  for (const Kind kind : kKinds) {
    PartCounts parts;
    for (int i = 0; i < 1000; ++i) {
      const auto [p, a, b] = make_points<3>(random, kind);
      const Distance d = measure_point_edge(p, a, b);
      check({d, test::squared_distance(p, a, b), {p, p, p}, {a, b, b}});
      ASSERT_FALSE(HasFailure()) << int(kind) << " " << i;
      parts.add(d);
    }
    parts.check_all_seen(1, 3);
  }
}

TEST(MeasurePointTriangle, is_right_beside_every_part_of_the_triangle) {
  Random random(22);
  for (const Kind kind : kKinds) {
    PartCounts parts;
    for (int i = 0; i < 2000; ++i) {
      const auto p = make_points<4>(random, kind);
      parts.add(check_point_triangle(p[0], {p[1], p[2], p[3]}));
      ASSERT_FALSE(HasFailure()) << int(kind) << " " << i;
    }
    parts.check_all_seen(1, 7);
  }
}

TEST(MeasureEdgeEdge, is_right_beside_every_part_of_both_edges) {
  Random random(23);
  for (const Kind kind : kKinds) {
    PartCounts parts;
    for (int i = 0; i < 2000; ++i) {
      const auto p = make_points<4>(random, kind);
      parts.add(check_edge_edge(p[0], p[1], p[2], p[3]));
      ASSERT_FALSE(HasFailure()) << int(kind) << " " << i;
    }
    parts.check_all_seen(3, 3);
  }
}

TEST(MeasureTriangleTriangle, is_zero_where_they_meet_and_right_elsewhere) {
  Random random(24);
  int touching = 0, corners = 0, edges = 0;
  for (const Kind kind : kKinds) {
    for (int i = 0; i < 200; ++i) {
      const auto p = make_points<6>(random, kind);
      const Distance d = check_triangle_triangle({p[0], p[1], p[2]}, {p[3], p[4], p[5]});
      ASSERT_FALSE(HasFailure()) << int(kind) << " " << i;
      const bool is_inside = part_of(d.a_weights) == 7 || part_of(d.b_weights) == 7;
      ++(d.distance == 0 ? touching : is_inside ? corners : edges);
    }
  }
  EXPECT_GT(touching, 100);
  EXPECT_GT(corners, 100);
  EXPECT_GT(edges, 100);
}

// ---- features that nearly touch ----

double make_gap(Random& random) { return make_length(random, -18, -2); }

Vec3 make_origin(Random& random) { return random.coin() ? Vec3(0, 0, 0) : Vec3(1e3 * random.point()); }

// A vector that may be nearly parallel to the given one.
Vec3 make_similar(Random& random, const Vec3& v) {
  return random.coin() ? random.point() : Vec3(random.uniform(-2, 2) * v + make_gap(random) * random.point());
}

// A short vector, across the others or any.
Vec3 make_offset(Random& random, const Vec3& u, const Vec3& v) {
  return make_gap(random) * (random.coin() ? random.point() : Vec3(u.cross(v).normalized()));
}

TEST(MeasurePointTriangle, keeps_its_digits_however_near_the_point_is) {
  Random random(25);
  PartCounts parts;
  for (int i = 0; i < 10000; ++i) {
    const Vec3 origin = make_origin(random), e1 = random.point(), e2 = make_similar(random, e1);
    double weights[3] = {random.uniform(0, 1), random.uniform(0, 1), random.uniform(0, 1)};
    weights[random.integer(0, 2)] *= random.integer(0, 1);
    weights[random.integer(0, 2)] *= random.integer(0, 1);
    const double sum = weights[0] + weights[1] + weights[2] + kDenormal;
    const Vec3 p = origin + weights[1] / sum * e1 + weights[2] / sum * e2 + make_offset(random, e1, e2);
    parts.add(check_point_triangle(p, {origin, origin + e1, origin + e2}));
    ASSERT_FALSE(HasFailure()) << i;
  }
  parts.check_all_seen(1, 7);
}

TEST(MeasureEdgeEdge, keeps_its_digits_however_near_the_edges_are) {
  Random random(26);
  PartCounts parts;
  for (int i = 0; i < 10000; ++i) {
    const Vec3 a0 = make_origin(random), u = random.point(), v = make_similar(random, u);
    const Vec3 crossing = a0 + random.uniform(-0.1, 1.1) * u, b0 = crossing - random.uniform(-0.1, 1.1) * v;
    const Vec3 offset = make_offset(random, u, v);
    parts.add(check_edge_edge(a0, a0 + u, b0 + offset, b0 + offset + v));
    ASSERT_FALSE(HasFailure()) << i;
  }
  parts.check_all_seen(3, 3);
}

TEST(MeasureTriangleTriangle, keeps_its_digits_however_near_they_are) {
  Random random(27);
  int touching = 0, apart = 0;
  for (int i = 0; i < 1500; ++i) {
    const Vec3 origin = make_origin(random), e1 = random.point(), e2 = make_similar(random, e1);
    const Vec3 normal = e1.cross(e2).normalized(), start = origin + random.uniform(-0.1, 1) * e1;
    const auto above = [&](const Vec3& v) { return Vec3(v.dot(normal) < 0 ? -v : v); };
    const Vec3 corner = start + make_gap(random) * normal;
    const Distance d = check_triangle_triangle(
        {origin, origin + e1, origin + e2}, {corner, corner + above(random.point()), corner + above(random.point())});
    ASSERT_FALSE(HasFailure()) << i;
    ++(d.distance == 0 ? touching : apart);
  }
  EXPECT_GT(touching, 50);
  EXPECT_GT(apart, 50);
}

// ---- named cases ----

TEST(MeasurePointTriangle, has_the_right_normal_and_weights) {
  const Distance above = measure_point_triangle({1, 2, 3}, kFloor), below = measure_point_triangle({1, 2, -3}, kFloor);
  EXPECT_EQ(above.distance, 3);
  EXPECT_EQ(above.normal, Vec3(0, 0, 1));
  EXPECT_EQ(below.normal, Vec3(0, 0, -1));
  EXPECT_EQ(above.a_weights, Vec3(1, 0, 0));
  EXPECT_EQ(above.b_weights, Vec3(0.25, 0.25, 0.5));
  EXPECT_EQ(measure_point_triangle({1, -2, 0}, kFloor).b_weights, Vec3(0.75, 0.25, 0));
  EXPECT_EQ(measure_point_triangle({9, -2, 0}, kFloor).b_weights, Vec3(0, 1, 0));
}

TEST(MeasurePointTriangle, sees_the_smallest_gap) {
  for (const double gap : {1e-300, 1e-200, 1e-100, 1e-30, 1e-16}) {
    for (const Vec3& foot : {Vec3(1, 1, 0), Vec3(1.3, 0, 0), Vec3(0, 0, 0)}) {
      const Distance d = measure_point_triangle(foot + gap * Vec3::UnitZ(), kFloor);
      EXPECT_NEAR(d.distance / gap, 1, 1e-15) << gap;
      EXPECT_EQ(d.normal, Vec3(0, 0, 1)) << gap;
    }
  }
}

TEST(MeasureDistance, has_a_normal_where_features_touch) {
  const Vec3 o(0, 0, 0), x(4, 0, 0);
  EXPECT_EQ(measure_point_triangle({1, 1, 0}, kFloor).normal.cwiseAbs(), Vec3(0, 0, 1));
  EXPECT_EQ(measure_point_triangle(kFloor[1], kFloor).normal.cwiseAbs(), Vec3(0, 0, 1));
  EXPECT_EQ(measure_edge_edge(o, x, {1, -1, 0}, {1, 5, 0}).normal.cwiseAbs(), Vec3(0, 0, 1));
  EXPECT_EQ(measure_edge_edge(o, x, {1, 0, 0}, {9, 0, 0}).normal.x(), 0);
  EXPECT_EQ(measure_point_edge({1, 0, 0}, o, x).normal.x(), 0);
  EXPECT_EQ(measure_point_edge({1, 0, 0}, o, x).normal.norm(), 1);
  EXPECT_EQ(measure_point_point(x, x).normal, o);
  EXPECT_EQ(measure_point_triangle(x, {x, x, x}).normal, o);
}

TEST(MeasureTriangleTriangle, knows_crossing_triangles) {
  const TrianglePoints wall = {Vec3(1, 1, -1), Vec3(1, 1, 3), Vec3(9, 9, 3)};
  const Distance d = measure_triangle_triangle(wall, kFloor);
  EXPECT_EQ(d.distance, 0);
  EXPECT_EQ(d.normal.cwiseAbs(), Vec3(0, 0, 1));
  EXPECT_EQ(d.a_weights, Vec3(0.75, 0.25, 0));
  EXPECT_EQ(d.b_weights, Vec3(0.5, 0.25, 0.25));
  EXPECT_EQ(measure_triangle_triangle(kFloor, wall).distance, 0);
}

// Coordinates of 1e100 beside ones of 1e-100: more digits than anything here has, but it must not go wrong by more.
TEST(MeasureDistance, survives_sizes_that_have_nothing_in_common) {
  Random random(28);
  for (int i = 0; i < 2000; ++i) {
    std::array<Vec3, 6> p;
    for (Vec3& point : p) point = random.grid_point(1, random.coin() ? kMaxCoordinate : 1e-100);
    const TrianglePoints a = {p[0], p[1], p[2]}, b = {p[3], p[4], p[5]};
    const auto check_roughly = [](const Distance& d, const Big& squared) {
      ASSERT_GE(d.distance, 0);
      ASSERT_LE(abs(Big(d.distance) - sqrt(squared)), 1e-15 * kMaxCoordinate);
    };
    check_roughly(measure_point_triangle(p[3], a), test::squared_distance(Big3(p[3]), a));
    check_roughly(measure_edge_edge(p[0], p[1], p[3], p[4]), test::squared_distance(p[0], p[1], p[3], p[4]));
    ASSERT_EQ(measure_triangle_triangle(a, b).distance == 0, test_triangle_triangle(a, b));
    ASSERT_FALSE(HasFailure()) << i;
  }
}

}  // namespace
}  // namespace abut
