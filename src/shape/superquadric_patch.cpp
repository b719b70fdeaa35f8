// Spheres, tori and superquadrics: products of two superellipses.
#include <fmt/format.h>

#include "shape/patch_shape.h"
#include "shape/superellipse.h"
#include "shape/superellipsoid.h"

namespace abut {
namespace {

class SuperquadricShape : public PatchShape {
 public:
  explicit SuperquadricShape(const SuperquadricSettings& s)
      : radii_(s.radii), ring_(s.ring), along_(s.along), around_(s.around) {
    if (ring_ == 0 && s.along < 2 && s.around < 2) body_.emplace(s.radii, s.along, s.around);
  }

  Vec3 at(double u, double v, double t) const override { return find_jet(u, v, t).position; }

  PatchJet find_jet(double u, double v, double) const override {
    const NumberJet x = scale(around_.cosine(longitude(u)), kTurn), y = scale(around_.sine(longitude(u)), kTurn);
    const double pace = ring_ > 0 ? kTurn : 2;
    NumberJet out = scale(along_.cosine(latitude(v)), pace);
    const NumberJet up = scale(along_.sine(latitude(v)), pace);
    out.value += ring_;
    PatchJet jet;
    const auto point = [&](double o, double a, double b, double z) {
      return Vec3(radii_.cwiseProduct(Vec3(o * a, o * b, z)));
    };
    jet.position = point(out.value, x.value, y.value, up.value);
    jet.u = point(out.value, x.first, y.first, 0);
    jet.uu = point(out.value, x.second, y.second, 0);
    jet.v = point(out.first, x.value, y.value, up.first);
    jet.vv = point(out.second, x.value, y.value, up.second);
    jet.uv = point(out.first, x.first, y.first, 0);
    return jet;
  }

  PatchEnclosure enclose(const PatchBox& b) const override {
    const LinearModel x = around_.enclose_cosine(longitude(b.u0), longitude(b.u1));
    const LinearModel y = around_.enclose_sine(longitude(b.u0), longitude(b.u1));
    LinearModel out = along_.enclose_cosine(latitude(b.v0), latitude(b.v1));
    const LinearModel up = along_.enclose_sine(latitude(b.v0), latitude(b.v1));
    out.value += ring_;
    PatchEnclosure e;
    e.center = radii_.cwiseProduct(Vec3(out.value * x.value, out.value * y.value, up.value));
    e.along_u = radii_.cwiseProduct(Vec3(out.value * x.slope, out.value * y.slope, 0));
    e.along_v = radii_.cwiseProduct(Vec3(out.slope * x.value, out.slope * y.value, up.slope));
    const Vec3 errors = radii_.cwiseProduct(Vec3(find_error(out, x), find_error(out, y), up.error));
    e.radius = errors.norm();
    set_thickness(e, errors);
    return e;
  }

  double measure_size(double, double) const override { return (1 + ring_) * radii_.norm(); }
  const Superellipsoid* convex() const override { return body_ ? &*body_ : nullptr; }

 private:
  static constexpr double kTurn = 4;  ///< quarters

  static double longitude(double u) { return 4 * u - 2; }
  double latitude(double v) const { return ring_ > 0 ? 4 * v - 2 : 2 * v - 1; }

  static NumberJet scale(const NumberJet& jet, double pace) {
    return {jet.value, pace * jet.first, pace * pace * jet.second};
  }

  // What a product of two has besides what is even in one of them.
  static double find_error(const LinearModel& a, const LinearModel& b) {
    const double slope_a = std::abs(a.slope), slope_b = std::abs(b.slope);
    return slope_a * slope_b + (std::abs(a.value) + slope_a) * b.error + (std::abs(b.value) + slope_b) * a.error +
           a.error * b.error;
  }

  // Along the normal of the part; or, where parts come together in a pole, along the axis where errors are least.
  static void set_thickness(PatchEnclosure& e, const Vec3& errors) {
    int axis = 0;
    e.thickness = errors.minCoeff(&axis);
    e.normal = Vec3::Unit(axis);
    const Vec3 across = e.along_u.cross(e.along_v);
    const double area = across.norm();
    if (!(area > 0)) return;
    const double thickness = across.cwiseAbs().dot(errors) / area;
    if (!(thickness < e.thickness)) return;
    e.thickness = thickness;
    e.normal = across / area;
  }

  Vec3 radii_;
  double ring_;
  Superellipse along_, around_;
  std::optional<Superellipsoid> body_;
};

Status check_radius(const char* what, const char* name, double value) {
  if (value > 0 && value <= kMaxCoordinate) return success();
  return Error{fmt::format("a {}: its {} is {}, expected more than 0 and no more than 1e100", what, name, value)};
}

Status check_exponent(const char* name, double value) {
  if (value >= 0.05 && value <= 20) return success();
  return Error{fmt::format("a superquadric: its exponent {} is {}, expected 0.05 to 20", name, value)};
}

Patch make_patch(const SuperquadricSettings& settings) {
  return PatchMaker::make(std::make_shared<SuperquadricShape>(settings));
}

}  // namespace

Result<Patch> make_sphere_patch(double radius) {
  if (auto status = check_radius("sphere", "radius", radius); !status) return status.error();
  return make_patch({.radii = Vec3::Constant(radius)});
}

Result<Patch> make_torus_patch(double ring, double tube) {
  if (auto status = check_radius("torus", "ring", ring); !status) return status.error();
  if (auto status = check_radius("torus", "tube", tube); !status) return status.error();
  if (!(ring / tube <= 1e9))
    return Error{fmt::format("a torus: its ring {} is over 1e9 times its tube {}", ring, tube)};
  return make_patch({.radii = Vec3::Constant(tube), .ring = ring / tube});
}

Result<Patch> make_superquadric_patch(const SuperquadricSettings& settings) {
  for (const double radius : settings.radii) {
    if (auto status = check_radius("superquadric", "radius", radius); !status) return status.error();
  }
  if (auto status = check_exponent("along", settings.along); !status) return status.error();
  if (auto status = check_exponent("around", settings.around); !status) return status.error();
  if (!(settings.ring >= 0 && settings.ring <= 1e9)) {
    return Error{fmt::format("a superquadric: its ring is {}, expected 0 to 1e9", settings.ring)};
  }
  return make_patch(settings);
}

}  // namespace abut
