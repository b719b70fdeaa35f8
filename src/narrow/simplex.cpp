// The point of a simplex nearest to the origin, by where the origin lies beside its sides (see simplex.h).
#include "narrow/simplex.h"

#include <limits>

namespace abut {
namespace {

Simplex keep(const DifferencePoint& p) { return {{p}, {1, 0, 0, 0}, 1}; }

Simplex keep(const DifferencePoint& p, const DifferencePoint& q, double p_share, double q_share) {
  const double sum = p_share + q_share;
  return {{p, q}, {p_share / sum, q_share / sum, 0, 0}, 2};
}

Simplex keep_of_segment(const DifferencePoint& p, const DifferencePoint& q) {
  const Plain3 e = q.point - p.point;
  const double from_p = -p.point.dot(e), from_q = q.point.dot(e);
  if (!(from_p > 0)) return keep(p);
  if (!(from_q > 0)) return keep(q);
  return keep(p, q, from_q, from_p);
}

// The regions beside a triangle, corner by corner and side by side.
Simplex keep_of_triangle(const DifferencePoint& a, const DifferencePoint& b, const DifferencePoint& c) {
  const Plain3 ab = b.point - a.point, ac = c.point - a.point;
  const double ab_a = -ab.dot(a.point), ac_a = -ac.dot(a.point);
  if (ab_a <= 0 && ac_a <= 0) return keep(a);
  const double ab_b = -ab.dot(b.point), ac_b = -ac.dot(b.point);
  if (ab_b >= 0 && ac_b <= ab_b) return keep(b);
  const double c_share = ab_a * ac_b - ab_b * ac_a;
  if (c_share <= 0 && ab_a >= 0 && ab_b <= 0) return keep(a, b, -ab_b, ab_a);
  const double ab_c = -ab.dot(c.point), ac_c = -ac.dot(c.point);
  if (ac_c >= 0 && ab_c <= ac_c) return keep(c);
  const double b_share = ab_c * ac_a - ab_a * ac_c;
  if (b_share <= 0 && ac_a >= 0 && ac_c <= 0) return keep(a, c, -ac_c, ac_a);
  const double a_share = ab_b * ac_c - ab_c * ac_b;
  const double to_c = ac_b - ab_b, to_b = ab_c - ac_c;
  if (a_share <= 0 && to_c >= 0 && to_b >= 0) return keep(b, c, to_b, to_c);
  const double sum = a_share + b_share + c_share;
  return {{a, b, c}, {a_share / sum, b_share / sum, c_share / sum, 0}, 3};
}

// True unless the origin is on the same side of a, b, c as d is.
bool is_outside(const DifferencePoint& a, const DifferencePoint& b, const DifferencePoint& c,
                const DifferencePoint& d) {
  const Plain3 normal = (b.point - a.point).cross(c.point - a.point);
  const double height = normal.dot(d.point - a.point), origin = -normal.dot(a.point);
  return !(height > 0 ? origin >= 0 : height < 0 && origin <= 0);
}

Simplex keep_of_tetrahedron(const Simplex& s) {
  constexpr int kSides[3][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}};
  Simplex best = s;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [i, j, opposite] : kSides) {
    if (!is_outside(s.points[i], s.points[j], s.points[3], s.points[opposite])) continue;
    const Simplex candidate = keep_of_triangle(s.points[i], s.points[j], s.points[3]);
    const double distance = candidate.nearest().squared_norm();
    if (distance >= least) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

}  // namespace

Simplex keep_nearest(const Simplex& s) {
  switch (s.count) {
    case 1:
      return keep(s.points[0]);
    case 2:
      return keep_of_segment(s.points[0], s.points[1]);
    case 3:
      return keep_of_triangle(s.points[0], s.points[1], s.points[2]);
    default:
      return keep_of_tetrahedron(s);
  }
}

// The volumes that the origin has with each side all have one sign. Each is a product of three vectors no longer than
// the longest; moving these by the slack, and rounding, changes it by less than 6 slacks times the longest squared.
bool test_surrounds_origin(const Simplex& s, double slack) {
  if (s.count < 4) return false;
  const Plain3 &p = s.points[0].point, &q = s.points[1].point, &r = s.points[2].point, &t = s.points[3].point;
  const Plain3 pq = p.cross(q), rt = r.cross(t);
  const double volumes[] = {q.dot(rt), -p.dot(rt), pq.dot(t), -pq.dot(r)};
  const double longest = std::max({p.squared_norm(), q.squared_norm(), r.squared_norm(), t.squared_norm()});
  const double bound = 6 * slack * longest;
  bool all_above = true, all_below = true;
  for (const double v : volumes) {
    all_above = all_above && v > bound;
    all_below = all_below && v < -bound;
  }
  return all_above || all_below;
}

}  // namespace abut
