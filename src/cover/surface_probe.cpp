#include "cover/surface_probe.h"

#include <algorithm>
#include <limits>

#include "abut/narrow.h"

namespace abut {
namespace {

constexpr double kRounding = 1e-9;  // of distances to boxes and triangles, with a lot to spare

std::vector<FloatBox> make_boxes(const TriangleList& triangles, const BoxFrame& frame) {
  std::vector<FloatBox> boxes;
  boxes.reserve(triangles.size());
  for (std::uint32_t i = 0; i < triangles.size(); ++i) boxes.push_back(make_float_box(triangles.triangle(i), frame));
  return boxes;
}

std::vector<std::array<VertexId, 3>> join_faces(const CoveredSurface& surface) {
  std::vector<std::array<VertexId, 3>> faces;
  if (surface.caps.empty()) return faces;
  faces.assign(surface.triangles.faces.begin(), surface.triangles.faces.end());
  faces.insert(faces.end(), surface.caps.begin(), surface.caps.end());
  return faces;
}

// The square of the distance, in the frame.
double measure_square(const Vec3& point, const FloatBox& box) {
  double square = 0;
  for (int k = 0; k < 3; ++k) {
    const double out = std::max({double{box.lower[k]} - point[k], point[k] - double{box.upper[k]}, 0.0});
    square += out * out;
  }
  return square;
}

}  // namespace

SurfaceProbe::SurfaceProbe(const CoveredSurface& surface, const RunSettings& run)
    : surface_(surface),
      all_faces_(join_faces(surface)),
      triangles_(all_faces_.empty() ? surface.triangles : TriangleList{surface.triangles.positions, all_faces_}),
      frame_(make_box_frame(make_box(triangles_))),
      tree_(make_boxes(triangles_, frame_), run) {}

SurfaceProbe::Nearest SurfaceProbe::find_nearest(const Vec3& point) const {
  struct Open {
    std::uint32_t node;
    double square;
  };
  const Vec3 framed = (point - frame_.origin) * frame_.scale;
  Nearest best{std::numeric_limits<double>::infinity()};
  double limit = best.distance;  // the square of the distance, in the frame
  std::array<Open, 128> open;
  std::size_t count = 0;
  open[count++] = {0, measure_square(framed, tree_.node(0).box)};
  while (count > 0) {
    const Open next = open[--count];
    if (next.square * (1 - kRounding) > limit) continue;
    const Bvh::Node& node = tree_.node(next.node);
    if (!node.is_leaf()) {
      Open a{node.first, measure_square(framed, tree_.node(node.first).box)};
      Open b{node.first + 1, measure_square(framed, tree_.node(node.first + 1).box)};
      if (a.square < b.square) std::swap(a, b);
      open[count++] = a;
      open[count++] = b;
      continue;
    }
    for (const Bvh::Item& item : tree_.items(node)) {
      if (measure_square(framed, item.box) * (1 - kRounding) > limit) continue;
      const TrianglePoints triangle = triangles_.triangle(item.index);
      const Distance found = measure_point_triangle(point, triangle);
      if (found.distance >= best.distance) continue;
      const Vec3& w = found.b_weights;
      best = {found.distance, w[0] * triangle[0] + w[1] * triangle[1] + w[2] * triangle[2]};
      limit = found.distance * frame_.scale * found.distance * frame_.scale;
    }
  }
  return best;
}

// Counts what a ray along an axis passes through. A ray that meets an edge or starts on the surface tells nothing.
SurfaceProbe::Answer SurfaceProbe::look_along(int axis, const Vec3& point) const {
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  const FloatBox ray = make_float_box(std::array<Vec3, 1>{point}, frame_);
  const auto may_meet = [&](const FloatBox& box) {
    return box.lower[i] <= ray.upper[i] && box.upper[i] >= ray.lower[i] && box.lower[j] <= ray.upper[j] &&
           box.upper[j] >= ray.lower[j] && box.upper[axis] >= ray.lower[axis];
  };
  const Vec2 flat(point[i], point[j]);
  int winding = 0, crossings = 0;
  const auto meet = [&](const TrianglePoints& t) {
    std::array<int, 3> sides;
    for (int e = 0; e < 3; ++e) {
      const Vec3 &p = t[e], &q = t[(e + 1) % 3];
      sides[e] = orient2d(Vec2(p[i], p[j]), Vec2(q[i], q[j]), flat);
    }
    const auto [least, most] = std::minmax({sides[0], sides[1], sides[2]});
    if (least < 0 && most > 0) return true;
    if (least == 0 || most == 0) return false;
    const int above = orient3d(t[0], t[1], t[2], point) * sides[0];
    if (above == 0) return false;
    if (above > 0) return true;  // the triangle is behind
    winding += sides[0];
    ++crossings;
    return true;
  };
  std::vector<std::uint32_t> open = {0};
  while (!open.empty()) {
    const Bvh::Node& node = tree_.node(open.back());
    open.pop_back();
    if (!may_meet(node.box)) continue;
    if (!node.is_leaf()) {
      open.insert(open.end(), {node.first, node.first + 1});
      continue;
    }
    for (const Bvh::Item& item : tree_.items(node)) {
      if (may_meet(item.box) && !meet(triangles_.triangle(item.index))) return Answer::open;
    }
  }
  const bool is_inside = surface_.is_oriented ? winding != 0 : crossings % 2 != 0;
  return is_inside ? Answer::inside : Answer::outside;
}

SurfaceProbe::Answer SurfaceProbe::look_around(const Vec3& point) const {
  for (int axis = 0; axis < 3; ++axis) {
    const Answer answer = look_along(axis, point);
    if (answer != Answer::open) return answer;
  }
  return Answer::open;
}

// Rays from the middle of things made by people meet edges along every axis. Points nearer than the surface are on the
// same side of it, and see it from elsewhere.
bool SurfaceProbe::test_inside(const Vec3& point, double distance) const {
  for (const Vec3& aside : {Vec3(0, 0, 0), Vec3(0.171, 0.113, 0.0571), Vec3(-0.231, 0.297, -0.1313)}) {
    const Answer answer = look_around(point + distance * aside);
    if (answer != Answer::open) return answer == Answer::inside;
  }
  return false;
}

double SurfaceProbe::measure_depth(const Vec3& point) const {
  const double distance = find_nearest(point).distance;
  const bool is_inside = surface_.fill == SphereFill::solid && test_inside(point, distance);
  return is_inside ? distance * (1 - kRounding) : -distance * (1 + kRounding);
}

double SurfaceProbe::measure_protrusion(const Sphere& sphere) const {
  return std::max(0.0, (sphere.radius - measure_depth(sphere.center)) * (1 + kRounding));
}

}  // namespace abut
