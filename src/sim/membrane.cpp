#include "sim/membrane.h"

#include <cmath>

namespace abut {
namespace {

constexpr double kStiffnessBeyondLimit = 50;

// The part of a symmetric tensor (xx, yy, xy) whose eigenvalues are positive.
Vec3 positive_part(const Vec3& s) {
  const double mean = 0.5 * (s.x() + s.y()), half = 0.5 * (s.x() - s.y());
  const double radius = std::sqrt(half * half + s.z() * s.z());
  if (mean - radius >= 0) return s;
  if (mean + radius <= 0 || !(radius > 0)) return Vec3::Zero();
  const double share = 0.5 * (mean + radius) / radius;  // the larger eigenvalue, times its direction with itself
  return Vec3(share * (radius + half), share * (radius - half), share * s.z());
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
  law.limit = m.strain_limit + 0.5 * m.strain_limit * m.strain_limit;
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
  s.strain = Vec3(0.5 * (s.warp.squaredNorm() - 1), 0.5 * (s.weft.squaredNorm() - 1), s.warp.dot(s.weft));
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
  r.tension = positive_part(r.stress);
  return r;
}

Eigen::Matrix3d corner_hessian(const Vec2& gi, const Vec2& gj, const MembraneStrain& s, const MembraneResponse& r) {
  const double ww = gi.x() * gj.x() * r.warp + gi.y() * gj.y() * r.shear;
  const double ff = gi.y() * gj.y() * r.weft + gi.x() * gj.x() * r.shear;
  const double wf = gi.x() * gj.y() * r.coupling + gi.y() * gj.x() * r.shear;
  const double fw = gi.y() * gj.x() * r.coupling + gi.x() * gj.y() * r.shear;
  const double geometric = gi.x() * gj.x() * r.tension.x() + gi.y() * gj.y() * r.tension.y() +
                           (gi.x() * gj.y() + gi.y() * gj.x()) * r.tension.z();
  const Vec3 left = ww * s.warp + fw * s.weft, right = wf * s.warp + ff * s.weft;
  Eigen::Matrix3d h = left * s.warp.transpose() + right * s.weft.transpose();
  h.diagonal().array() += geometric;
  return h;
}

}  // namespace abut
