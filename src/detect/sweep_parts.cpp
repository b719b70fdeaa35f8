#include "detect/sweep_parts.h"

#include "shape/convex_builder.h"

namespace abut {

SweptSide::SweptSide(const RigidTree& tree, const RigidMotion& motion, double radius)
    : tree_(&tree), motion_(motion), radius_(radius), triangles_(tree.triangle_count()) {}

SweptSide::SweptSide(const Convex& solid, const RigidMotion& motion)
    : solid_(&solid), motion_(motion), radius_(solid.radius()) {}

std::optional<SweepPart> SweptSide::whole() const {
  if (tree_) {
    if (tree_->is_empty()) return std::nullopt;
    const RigidTree::Node& root = tree_->nodes()[0];
    return make_box_part(root.boxes, 0, root.children[0]);
  }
  const Box3 box = abut::make_box(solid_->vertices());
  SweepPart part;
  part.center = Vec3(box.center() - motion_.pivot);
  const Vec3 half = (0.5 + 1e-15) * box.size();
  part.axes = PlainMatrix(Eigen::Matrix3d(half.asDiagonal()));
  return part;
}

SweepPart SweptSide::make_box_part(const RigidTree::Boxes& boxes, std::size_t lane, RigidTree::Child child) const {
  const double unit = 1 / tree_->frame().scale;
  const Vec3 center(boxes.center[0][lane], boxes.center[1][lane], boxes.center[2][lane]);
  SweepPart part;
  part.kind = child.is_leaf() ? SweepPart::Kind::leaf : SweepPart::Kind::node;
  part.index = child.index();
  part.center = Vec3(unit * center + (tree_->frame().origin - motion_.pivot));
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& axis = boxes.axes[i];
    part.axes.columns[i] = unit * boxes.half[i][lane] * Plain3(axis[0][lane], axis[1][lane], axis[2][lane]);
  }
  return part;
}

// The rectangle on its longest side.
SweepPart SweptSide::make_triangle_part(std::uint32_t place) const {
  const TrianglePoints t = tree_->triangle(place);
  std::size_t longest = 0;
  for (std::size_t i = 1; i < 3; ++i) {
    if ((t[(i + 1) % 3] - t[i]).squaredNorm() > (t[(longest + 1) % 3] - t[longest]).squaredNorm()) longest = i;
  }
  const Vec3 &a = t[longest], &b = t[(longest + 1) % 3], &c = t[(longest + 2) % 3];
  const Vec3 along = b - a, up = (c - a) - (c - a).dot(along) / std::max(1e-300, along.squaredNorm()) * along;
  SweepPart part;
  part.kind = SweepPart::Kind::triangle;
  part.index = place;
  part.center = Vec3(a + 0.5 * along + 0.5 * up - motion_.pivot);
  const double wide = 0.5 + 1e-14;
  part.axes = PlainMatrix();
  part.axes.columns[0] = Vec3(wide * along);
  part.axes.columns[1] = Vec3(wide * up);
  part.axes.columns[2] = Plain3{};
  return part;
}

void SweptSide::open(const SweepPart& part, std::vector<SweepPart>& parts) const {
  parts.clear();
  if (part.kind == SweepPart::Kind::leaf) {
    const RigidTree::Leaf& leaf = tree_->leaves()[part.index];
    for (std::uint32_t i = 0; i < leaf.count; ++i) parts.push_back(make_triangle_part(leaf.first + i));
    return;
  }
  const RigidTree::Node& node = tree_->nodes()[part.index];
  for (std::uint32_t i = 0; i < node.count; ++i) parts.push_back(make_box_part(node.boxes, i, node.children[i]));
}

const Convex& SweptSide::make_solid(const SweepPart& part) {
  if (solid_) return *solid_;
  std::unique_ptr<Convex>& triangle = triangles_[part.index];
  if (!triangle) {
    const TrianglePoints t = tree_->triangle(part.index);
    triangle = std::make_unique<Convex>(ConvexBuilder::build({t.begin(), t.end()}, {}, radius_));
  }
  return *triangle;
}

}  // namespace abut
