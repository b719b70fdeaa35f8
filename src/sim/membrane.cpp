#include "sim/membrane.h"

#include <cmath>

namespace abut {
namespace {

constexpr double kStiffnessBeyondLimit = 50;

// A symmetric tensor (xx, yy, xy) with its eigenvalues made positive.
Vec3 absolute(const Vec3& s) {
  const double mean = 0.5 * (s.x() + s.y()), half = 0.5 * (s.x() - s.y());
  const double radius = std::sqrt(half * half + s.z() * s.z());
  if (mean >= radius) return s;
  if (mean <= -radius) return -s;
  const double share = mean / radius;
  return Vec3(radius + share * half, radius - share * half, share * s.z());
}

// Beyond the limit, stretching meets a second spring.
void add_limit(double strain, double limit, double stiffness, double& stress, double& tangent, double& energy) {
  const double beyond = strain - limit;
  if (!(limit > 0) || !(beyond > 0)) return;
  const double spring = kStiffnessBeyondLimit * stiffness;
  stress += spring * beyond;
  tangent += spring;
  energy += 0.5 * spring * beyond * beyond;
}

}  // namespace

MembraneLaw make_membrane_law(const ClothMaterial& m) {
  const double scale = 1 / (1 - m.poisson_ratio * m.poisson_ratio);
  MembraneLaw law;
  law.warp = scale * m.warp_stiffness;
  law.weft = scale * m.weft_stiffness;
  law.coupling = scale * m.poisson_ratio * std::sqrt(m.warp_stiffness * m.weft_stiffness);
  law.shear = m.shear_stiffness;
  law.damping = m.damping;
  law.limit = m.strain_limit;
  return law;
}

std::optional<MembraneElement> make_membrane_element(const std::array<std::uint32_t, 3>& particles,
                                                     const std::array<Vec2, 3>& rest, std::uint32_t law) {
  const Vec2 u = rest[1] - rest[0], v = rest[2] - rest[0];
  const double twice_area = u.x() * v.y() - u.y() * v.x();
  if (!(std::abs(twice_area) > 0)) return std::nullopt;
  MembraneElement element;
  element.particles = particles;
  element.area = 0.5 * std::abs(twice_area);
  element.law = law;
  element.gradients[1] = Vec2(v.y(), -v.x()) / twice_area;
  element.gradients[2] = Vec2(-u.y(), u.x()) / twice_area;
  element.gradients[0] = -element.gradients[1] - element.gradients[2];
  return element;
}

MembraneStrain measure_strain(const MembraneElement& element, const TrianglePoints& points) {
  const Vec3 a = points[1] - points[0], b = points[2] - points[0];
  const Vec2& ga = element.gradients[1];
  const Vec2& gb = element.gradients[2];
  MembraneStrain s;
  s.warp = ga.x() * a + gb.x() * b;
  s.weft = ga.y() * a + gb.y() * b;
  const double warp = s.warp.norm(), weft = s.weft.norm();
  s.warp_direction = warp > 0 ? Vec3(s.warp / warp) : Vec3(Vec3::Zero());
  s.weft_direction = weft > 0 ? Vec3(s.weft / weft) : Vec3(Vec3::Zero());
  s.strain = Vec3(warp - 1, weft - 1, s.warp.dot(s.weft));
  return s;
}

MembraneResponse respond(const MembraneLaw& law, const Vec3& strain, const Vec3& start, double rate) {
  const auto stress_of = [&](const Vec3& e) {
    return Vec3(law.warp * e.x() + law.coupling * e.y(), law.coupling * e.x() + law.weft * e.y(), law.shear * e.z());
  };
  const Vec3 change = strain - start;
  const Vec3 elastic = stress_of(strain), viscous = rate * stress_of(change);
  MembraneResponse r;
  r.energy = 0.5 * elastic.dot(strain) + 0.5 * viscous.dot(change);
  r.stress = elastic + viscous;
  const double scale = 1 + rate;
  r.warp = scale * law.warp;
  r.weft = scale * law.weft;
  r.coupling = scale * law.coupling;
  r.shear = scale * law.shear;
  add_limit(strain.x(), law.limit, law.warp, r.stress.x(), r.warp, r.energy);
  add_limit(strain.y(), law.limit, law.weft, r.stress.y(), r.weft, r.energy);
  r.tension = absolute(
      {r.stress.x() / std::max(1 + strain.x(), 1.0), r.stress.y() / std::max(1 + strain.y(), 1.0), r.stress.z()});
  // Stress resists turning, but not along its own direction, where the stiffness is there for it. The matrix stays
  // positive in all but odd cases, which do without.
  const double warp = r.warp - r.tension.x(), weft = r.weft - r.tension.y();
  if (warp > 0 && weft > 0 && warp * weft >= r.coupling * r.coupling) {
    r.warp = warp;
    r.weft = weft;
  }
  return r;
}

Eigen::Matrix3d corner_hessian(const Vec2& gi, const Vec2& gj, const MembraneStrain& s, const MembraneResponse& r) {
  const Vec3 left = gi.x() * gj.x() * r.warp * s.warp_direction + gi.y() * gj.x() * r.coupling * s.weft_direction;
  const Vec3 right = gi.y() * gj.y() * r.weft * s.weft_direction + gi.x() * gj.y() * r.coupling * s.warp_direction;
  const Vec3 sheared = r.shear * (gi.x() * s.weft + gi.y() * s.warp);
  const double geometric = gi.x() * gj.x() * r.tension.x() + gi.y() * gj.y() * r.tension.y() +
                           (gi.x() * gj.y() + gi.y() * gj.x()) * r.tension.z();
  Eigen::Matrix3d h = left * s.warp_direction.transpose() + right * s.weft_direction.transpose() +
                      sheared * (gj.x() * s.weft + gj.y() * s.warp).transpose();
  h.diagonal().array() += geometric;
  return h;
}

}  // namespace abut
