#include "reproduce/outline_boxes/outline_picture.h"

#include <algorithm>

namespace abut::reproduce {
namespace {

constexpr int kPointsPerCurve = 24, kPointsPerEllipse = 96;
constexpr int kPointsPerOutline = 512;  // at least, and one for each piece

}  // namespace

void OutlinePicture::region(const PlacedOutline& outline, std::string_view fill, const Stroke& stroke) {
  for (const Loop& loop : outline.tree->outline().loops) {
    const int per_piece = std::max(1, kPointsPerOutline / static_cast<int>(loop.pieces.size()));
    std::vector<Vec2> points;
    for (const OutlinePiece& piece : loop.pieces) {
      const int count = piece.kind == PieceKind::line ? 1 : per_piece;
      for (int i = 0; i < count; ++i) points.push_back(outline.pose.apply(piece.curve.at(i / double(count))));
    }
    polygon(points, fill, stroke);
  }
}

void OutlinePicture::curve(const Cubic2& curve, const Stroke& stroke) {
  std::vector<Vec2> points;
  for (int i = 0; i <= kPointsPerCurve; ++i) points.push_back(curve.at(i / double(kPointsPerCurve)));
  polyline(points, stroke);
}

void OutlinePicture::box(const OrientedBox2& box, const Stroke& stroke, const Pose2& pose) {
  std::vector<Vec2> corners;
  for (const Vec2& corner : box.corners()) corners.push_back(pose.apply(corner));
  polygon(corners, "none", stroke);
}

void OutlinePicture::ellipse(const EllipseArc& ellipse, const Stroke& stroke) {
  std::vector<Vec2> points;
  for (int i = 0; i <= kPointsPerEllipse; ++i) points.push_back(ellipse.at(i / double(kPointsPerEllipse)));
  polyline(points, stroke);
}

Box2 find_frame(std::span<const PlacedOutline> outlines) {
  Box2 frame;
  for (const PlacedOutline& outline : outlines) {
    for (const Loop& loop : outline.tree->outline().loops) {
      for (const OutlinePiece& piece : loop.pieces) {
        const Box2 box = find_box(outline.pose.apply(piece.curve));
        frame.add(box.lower);
        frame.add(box.upper);
      }
    }
  }
  return frame;
}

Box2 find_frame(std::span<const OrientedBox2> boxes) {
  Box2 frame;
  for (const OrientedBox2& box : boxes) {
    for (const Vec2& corner : box.corners()) frame.add(corner);
  }
  return frame;
}

}  // namespace abut::reproduce
