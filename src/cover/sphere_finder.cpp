#include "cover/sphere_finder.h"

#include <algorithm>

namespace abut {
namespace {

std::vector<FloatBox> make_boxes(std::span<const Sphere> spheres, const BoxFrame& frame) {
  std::vector<FloatBox> boxes;
  for (const Sphere& s : spheres) {
    const Vec3 half = Vec3::Constant(s.radius);
    boxes.push_back(make_float_box(std::array<Vec3, 2>{s.center - half, s.center + half}, frame));
  }
  return boxes;
}

}  // namespace

SphereFinder::SphereFinder(const Box3& extent, std::span<const Sphere> spheres)
    : spheres_(spheres), frame_(make_box_frame(extent)), tree_(make_boxes(spheres, frame_)) {}

// Until the visitor has seen enough, and says so.
template <class Visit>
void SphereFinder::visit_near(std::span<const Vec3> points, const Visit& visit) const {
  if (tree_.is_empty()) return;
  const FloatBox box = make_float_box(points, frame_);
  std::array<std::uint32_t, 128> open;
  std::size_t count = 0;
  open[count++] = 0;
  while (count > 0) {
    const Bvh::Node& node = tree_.node(open[--count]);
    if (!test_overlap(node.box, box)) continue;
    if (!node.is_leaf()) {
      open[count++] = node.first + 1;
      open[count++] = node.first;
      continue;
    }
    for (const Bvh::Item& item : tree_.items(node)) {
      if (test_overlap(item.box, box) && visit(item.index)) return;
    }
  }
}

void SphereFinder::find(std::span<const Vec3> points, std::vector<std::uint32_t>& found) const {
  found.clear();
  visit_near(points, [&](std::uint32_t i) {
    found.push_back(i);
    return false;
  });
  std::sort(found.begin(), found.end());
}

bool SphereFinder::test_inside(const Vec3& point, std::uint32_t but_one) const {
  bool is_inside = false;
  visit_near({&point, 1}, [&](std::uint32_t i) {
    is_inside = i != but_one && (point - spheres_[i].center).norm() <= spheres_[i].radius;
    return is_inside;
  });
  return is_inside;
}

std::size_t SphereFinder::count_inside(const Vec3& point) const {
  std::size_t count = 0;
  visit_near({&point, 1}, [&](std::uint32_t i) {
    count += (point - spheres_[i].center).norm() <= spheres_[i].radius;
    return false;
  });
  return std::max<std::size_t>(count, 1);
}

}  // namespace abut
