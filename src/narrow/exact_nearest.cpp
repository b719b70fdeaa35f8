// Wolfe's walk to the nearest point of a polytope, in integers. A simplex of differences gives way to one that is
// nearer to the origin until no difference is nearer along its direction; every step is exact, so it never goes round
// in circles. Doubles are integers times a power of two, and the smallest power of all coordinates is left out.
#include "narrow/exact_nearest.h"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <optional>
#include <vector>

namespace abut {
namespace {

using Integer = boost::multiprecision::cpp_int;
using Integer3 = std::array<Integer, 3>;

Integer3 operator-(const Integer3& u, const Integer3& v) { return {u[0] - v[0], u[1] - v[1], u[2] - v[2]}; }
Integer3 operator*(const Integer3& u, const Integer& f) { return {u[0] * f, u[1] * f, u[2] * f}; }
Integer dot(const Integer3& u, const Integer3& v) { return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]; }
Integer3 cross(const Integer3& u, const Integer3& v) {
  return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}
bool is_zero(const Integer3& v) { return v[0].is_zero() && v[1].is_zero() && v[2].is_zero(); }

// A double is a whole number times 2 to this.
int lowest_power(double value) {
  if (value == 0) return 2000;
  int exponent = 0;
  std::frexp(value, &exponent);
  return std::max(-1074, exponent - 53);
}

Integer to_integer(double value, int power) {
  if (value == 0) return 0;
  const int own = lowest_power(value);
  return Integer(static_cast<long long>(std::ldexp(value, -own))) << (own - power);
}

// numerator / denominator * 2^power, for a denominator above 0.
double to_double(const Integer& numerator, const Integer& denominator, int power) {
  if (numerator.is_zero()) return 0;
  const auto bits = [](const Integer& x) { return static_cast<int>(msb(x)); };
  const Integer size = abs(numerator);
  const int shift = 64 + std::max(0, bits(denominator) - bits(size));
  const Integer quotient = (size << shift) / denominator;
  const int drop = std::max(0, bits(quotient) - 62);
  const double value = std::ldexp(static_cast<double>(static_cast<long long>(quotient >> drop)), drop - shift + power);
  return numerator < 0 ? -value : value;
}

struct Corner {
  Integer3 point;
  std::size_t a = 0, b = 0;
};

/// The nearest point of a few corners: a positive multiple of it, and the weights of the corners, with their sum.
struct Nearest {
  std::vector<Corner> corners;
  std::vector<Integer> weights;
  Integer sum;
  Integer3 direction;
};

std::optional<Nearest> nearest_of(std::vector<Corner> c) {
  Nearest n;
  if (c.size() == 1) {
    n.weights = {1};
    n.sum = 1;
    n.direction = c[0].point;
  } else if (c.size() == 2) {
    const Integer3 e = c[1].point - c[0].point;
    n.weights = {dot(c[1].point, e), -dot(c[0].point, e)};
    n.sum = n.weights[0] + n.weights[1];
    n.direction = cross(e, cross(c[0].point, c[1].point));
  } else {
    const Integer3 normal = cross(c[1].point - c[0].point, c[2].point - c[0].point);
    for (int i = 0; i < 3; ++i) {
      n.weights.push_back(dot(normal, cross(c[(i + 1) % 3].point, c[(i + 2) % 3].point)));
    }
    n.sum = dot(normal, normal);
    n.direction = normal * Integer(dot(normal, c[0].point).sign());
  }
  if (std::any_of(n.weights.begin(), n.weights.end(), [](const Integer& w) { return w <= 0; })) return std::nullopt;
  n.corners = std::move(c);
  return n;
}

// Whether four corners hold the origin, borders included.
bool test_holds_origin(const std::vector<Corner>& c) {
  const Integer3 pq = cross(c[0].point, c[1].point), rs = cross(c[2].point, c[3].point);
  const int signs[] = {dot(c[1].point, rs).sign(), -dot(c[0].point, rs).sign(), dot(c[3].point, pq).sign(),
                       -dot(c[2].point, pq).sign()};
  const auto [least, most] = std::minmax_element(std::begin(signs), std::end(signs));
  return *least * *most >= 0 && (*least != 0 || *most != 0);
}

class ExactWalk {
 public:
  ExactWalk(const PlacedConvex& a, const PlacedConvex& b) : a_world_(place(a)), b_world_(place(b)) {
    for (const auto* list : {&a_world_, &b_world_}) {
      for (const Vec3& v : *list) {
        for (int k = 0; k < 3; ++k) power_ = std::min(power_, lowest_power(v[k]));
      }
    }
    for (const Vec3& v : a_world_) a_.push_back(in_integers(v));
    for (const Vec3& v : b_world_) b_.push_back(in_integers(v));
  }

  ExactNearest run(bool is_distance_wanted) {
    nearest_ = *nearest_of({corner(0, 0)});
    while (!is_zero(nearest_.direction)) {
      const Corner next = find_least(nearest_.direction);
      const Integer height = dot(nearest_.direction, next.point);
      if (height > 0 && !is_distance_wanted) return report(false);
      if (height >= dot(nearest_.direction, nearest_.corners[0].point)) return report(false);
      if (!take_in(next)) return report(true);
    }
    return report(true);
  }

 private:
  static std::vector<Vec3> place(const PlacedConvex& solid) {
    std::vector<Vec3> list;
    for (const Vec3& v : solid.shape->vertices()) list.push_back(solid.pose.apply(v));
    return list;
  }
  Integer3 in_integers(const Vec3& v) const {
    return {to_integer(v.x(), power_), to_integer(v.y(), power_), to_integer(v.z(), power_)};
  }
  Corner corner(std::size_t i, std::size_t j) const { return {a_[i] - b_[j], i, j}; }

  Corner find_least(const Integer3& direction) const {
    const auto least_of = [&](const std::vector<Integer3>& list, int sign) {
      std::size_t best = 0;
      Integer least = dot(direction, list[0]) * sign;
      for (std::size_t i = 1; i < list.size(); ++i) {
        Integer value = dot(direction, list[i]) * sign;
        if (value >= least) continue;
        least = std::move(value);
        best = i;
      }
      return best;
    };
    return corner(least_of(a_, 1), least_of(b_, -1));
  }

  // The part of the simplex that is nearest: the one whose other corners are not nearer along its direction. False if
  // the origin is inside.
  bool take_in(const Corner& next) {
    std::vector<Corner> all = nearest_.corners;
    all.push_back(next);
    if (all.size() == 4 && test_holds_origin(all)) return false;
    for (unsigned subset = 1; subset < (1u << all.size()); ++subset) {
      std::vector<Corner> chosen;
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (subset >> i & 1) chosen.push_back(all[i]);
      }
      if (chosen.size() == 4) continue;
      auto candidate = nearest_of(std::move(chosen));
      if (!candidate || !is_nearest(*candidate, all)) continue;
      nearest_ = std::move(*candidate);
      return true;
    }
    return false;
  }

  static bool is_nearest(const Nearest& n, const std::vector<Corner>& all) {
    const Integer height = dot(n.direction, n.corners[0].point);
    return std::all_of(all.begin(), all.end(), [&](const Corner& c) { return dot(n.direction, c.point) >= height; });
  }

  ExactNearest report(bool is_touching) const {
    ExactNearest result;
    result.is_touching = is_touching;
    for (std::size_t i = 0; i < nearest_.corners.size(); ++i) {
      const double weight = to_double(nearest_.weights[i], nearest_.sum, 0);
      result.on_a += weight * a_world_[nearest_.corners[i].a];
      result.on_b += weight * b_world_[nearest_.corners[i].b];
    }
    for (int k = 0; k < 3; ++k) {
      Integer sum = 0;
      for (std::size_t i = 0; i < nearest_.corners.size(); ++i)
        sum += nearest_.weights[i] * nearest_.corners[i].point[k];
      result.difference[k] = to_double(sum, nearest_.sum, power_);
    }
    return result;
  }

  std::vector<Vec3> a_world_, b_world_;
  std::vector<Integer3> a_, b_;
  int power_ = 2000;
  Nearest nearest_;
};

}  // namespace

ExactNearest find_exact_nearest(const PlacedConvex& a, const PlacedConvex& b, bool is_distance_wanted) {
  return ExactWalk(a, b).run(is_distance_wanted);
}

bool test_spheres_exact(const Vec3& a, const Vec3& b, double a_radius, double b_radius) {
  int power = std::min(lowest_power(a_radius), lowest_power(b_radius));
  for (int k = 0; k < 3; ++k) power = std::min({power, lowest_power(a[k]), lowest_power(b[k])});
  Integer squared = 0;
  for (int k = 0; k < 3; ++k) {
    const Integer way = to_integer(a[k], power) - to_integer(b[k], power);
    squared += way * way;
  }
  const Integer reach = to_integer(a_radius, power) + to_integer(b_radius, power);
  return squared <= reach * reach;
}

}  // namespace abut
