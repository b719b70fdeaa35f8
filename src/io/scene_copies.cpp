// Copies of a cloth at random places, the same on every machine.
#include <cmath>
#include <numbers>

#include "base/chance.h"
#include "io/scene_loading.h"

namespace abut {
namespace {

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : seed_(seed) {}

  /// From 0 to 1.
  double next() { return draw(seed_, count_++); }
  double next(double largest) { return (2 * next() - 1) * largest; }

 private:
  std::uint64_t seed_, count_ = 0;
};

// A turn such that every direction is as likely (Shoemake 1992).
Eigen::Quaterniond find_any_turn(Chance& chance) {
  const double u = chance.next(), a = 2 * std::numbers::pi * chance.next(), b = 2 * std::numbers::pi * chance.next();
  const double s = std::sqrt(1 - u), t = std::sqrt(u);
  return {t * std::cos(b), s * std::sin(a), s * std::cos(a), t * std::sin(b)};
}

Vec3 find_any_direction(Chance& chance) {
  const double z = chance.next(1), angle = 2 * std::numbers::pi * chance.next(), r = std::sqrt(1 - z * z);
  return {r * std::cos(angle), r * std::sin(angle), z};
}

Eigen::Quaterniond find_turn(Chance& chance, double largest) {
  if (largest == 180) return find_any_turn(chance);
  const Vec3 axis = find_any_direction(chance);
  return Eigen::Quaterniond(Eigen::AngleAxisd(chance.next() * largest * std::numbers::pi / 180, axis));
}

}  // namespace

std::vector<Eigen::Isometry3d> find_copies(const CopiesDescription& copies, const Vec3& middle) {
  std::vector<Eigen::Isometry3d> poses;
  Chance chance(copies.seed);
  for (int i = 0; i < copies.count; ++i) {
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    const Vec3 shift(chance.next(copies.spread.x()), chance.next(copies.spread.y()), chance.next(copies.spread.z()));
    if (copies.spread.norm() > 0) pose.translate(shift);
    if (copies.turn > 0) {
      const Eigen::Quaterniond turn = find_turn(chance, copies.turn);
      pose = pose * Eigen::Translation3d(middle) * turn * Eigen::Translation3d(-middle);
    }
    poses.push_back(pose);
  }
  return poses;
}

}  // namespace abut
