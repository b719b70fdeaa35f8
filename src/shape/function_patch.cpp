// Patches of any function whose derivatives are bounded: Lipschitz constants of the first, or of the second, too.
#include <fmt/format.h>

#include "shape/patch_shape.h"

namespace abut {
namespace {

// Differences over this much of a parameter have about half of all digits right: enough for a guess.
constexpr double kStep = 0x1p-17;

class FunctionShape : public PatchShape {
 public:
  explicit FunctionShape(PatchFunction function) : function_(std::move(function)) {
    const auto& s = function_.slopes;
    size_ = function_.at(0.5, 0.5, 0).norm() + s.u + s.v;
  }

  Vec3 at(double u, double v, double t) const override { return function_.at(u, v, t); }

  PatchJet find_jet(double u, double v, double t) const override {
    return function_.find_jet ? function_.find_jet(u, v, t) : find_by_differences(u, v, t);
  }

  // The nearer one of two: a ball around the middle, or the tangent there and what it may bend away.
  PatchEnclosure enclose(const PatchBox& box) const override {
    const double u = 0.5 * (box.u0 + box.u1), v = 0.5 * (box.v0 + box.v1), t = 0.5 * (box.t0 + box.t1);
    const double hu = 0.5 * (box.u1 - box.u0), hv = 0.5 * (box.v1 - box.v0), ht = 0.5 * (box.t1 - box.t0);
    const PatchSlopes& s = function_.slopes;
    PatchEnclosure e;
    e.center = function_.at(u, v, t);
    e.time_radius = s.t * ht;
    e.radius = e.thickness = s.u * hu + s.v * hv + e.time_radius;
    if (!function_.bends) return e;
    const PatchBends& b = *function_.bends;
    const double in_time = ht * (b.ut * hu + b.vt * hv + 0.5 * b.tt * ht);
    const double bent = hu * (0.5 * b.uu * hu + b.uv * hv) + 0.5 * b.vv * hv * hv + in_time;
    if (bent >= e.radius) return e;
    const PatchJet jet = function_.find_jet(u, v, t);
    return {e.center, hu * jet.u, hv * jet.v, ht * jet.t, Vec3::Zero(), bent, bent, in_time};
  }

  double measure_size(double t0, double t1) const override {
    return size_ + std::max(std::abs(t0), std::abs(t1)) * function_.slopes.t;
  }

 private:
  PatchJet find_by_differences(double u, double v, double t) const {
    const double h = kStep, a = std::clamp(u, h, 1 - h), b = std::clamp(v, h, 1 - h);
    const auto f = [&](int i, int j, int k) { return function_.at(a + i * h, b + j * h, t + k * h); };
    const Vec3 middle = f(0, 0, 0);
    const auto slope = [&](const Vec3& low, const Vec3& high) { return Vec3((high - low) / (2 * h)); };
    const auto bend = [&](const Vec3& low, const Vec3& high) {
      return Vec3((high - middle - (middle - low)) / (h * h));
    };
    PatchJet jet;
    jet.position = function_.at(u, v, t);
    jet.u = slope(f(-1, 0, 0), f(1, 0, 0));
    jet.v = slope(f(0, -1, 0), f(0, 1, 0));
    jet.t = slope(f(0, 0, -1), f(0, 0, 1));
    jet.uu = bend(f(-1, 0, 0), f(1, 0, 0));
    jet.vv = bend(f(0, -1, 0), f(0, 1, 0));
    jet.tt = bend(f(0, 0, -1), f(0, 0, 1));
    jet.uv = slope(slope(f(-1, -1, 0), f(1, -1, 0)), slope(f(-1, 1, 0), f(1, 1, 0)));
    jet.ut = slope(slope(f(-1, 0, -1), f(1, 0, -1)), slope(f(-1, 0, 1), f(1, 0, 1)));
    jet.vt = slope(slope(f(0, -1, -1), f(0, 1, -1)), slope(f(0, -1, 1), f(0, 1, 1)));
    return jet;
  }

  PatchFunction function_;
  double size_ = 0;
};

Status check_bound(const char* name, double value) {
  if (value >= 0 && value <= kMaxCoordinate) return success();
  return Error{fmt::format("a function patch: its bound of {} is {}, expected 0 to 1e100", name, value)};
}

Status check_bounds(const PatchFunction& f) {
  struct Bound {
    const char* name;
    double value;
  };
  std::vector<Bound> bounds = {
      {"the slope in u", f.slopes.u}, {"the slope in v", f.slopes.v}, {"the slope in t", f.slopes.t}};
  if (f.bends) {
    const PatchBends& b = *f.bends;
    for (const Bound& bound : {Bound{"the bend uu", b.uu}, Bound{"the bend uv", b.uv}, Bound{"the bend vv", b.vv},
                               Bound{"the bend ut", b.ut}, Bound{"the bend vt", b.vt}, Bound{"the bend tt", b.tt}}) {
      bounds.push_back(bound);
    }
  }
  for (const Bound& bound : bounds) {
    if (auto status = check_bound(bound.name, bound.value); !status) return status;
  }
  return success();
}

}  // namespace

Result<Patch> make_function_patch(PatchFunction function) {
  if (!function.at) return Error{"a function patch: it has no function"};
  if (function.bends && !function.find_jet) {
    return Error{"a function patch: it has bounds of second derivatives, but no function that finds derivatives"};
  }
  if (auto status = check_bounds(function); !status) return status.error();
  const Vec3 middle = function.at(0.5, 0.5, 0);
  if (!middle.allFinite()) {
    return Error{fmt::format("a function patch: at u = v = 0.5 it is ({}, {}, {}), expected finite numbers", middle.x(),
                             middle.y(), middle.z())};
  }
  return PatchMaker::make(std::make_shared<FunctionShape>(std::move(function)));
}

}  // namespace abut
