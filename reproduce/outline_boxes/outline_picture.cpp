#include "reproduce/outline_boxes/outline_picture.h"

#include <algorithm>

namespace abut::reproduce {
namespace {

constexpr double kMargin = 16, kTitleHeight = 30;
constexpr int kPointsPerCurve = 24, kPointsPerEllipse = 96;
constexpr int kPointsPerOutline = 512;  // at least, and one for each piece

}  // namespace

OutlinePicture::OutlinePicture(const Box2& frame, std::string_view title, int width, int height) : svg_(width, height) {
  svg_.text({kMargin, 28}, title, {.size = 14, .color = "#111111"});
  const Vec2 room(width - 2 * kMargin, height - kTitleHeight - 2 * kMargin);
  scale_ = (room.array() / frame.size().array()).minCoeff();
  center_ = frame.center();
  middle_ = Vec2(0.5 * width, 0.5 * (height + kTitleHeight));
}

Vec2 OutlinePicture::place(const Vec2& p) const {
  const Vec2 way = scale_ * (p - center_);
  return middle_ + Vec2(way.x(), -way.y());
}

std::vector<Vec2> OutlinePicture::place(std::span<const Vec2> points) const {
  std::vector<Vec2> placed;
  for (const Vec2& p : points) placed.push_back(place(p));
  return placed;
}

void OutlinePicture::region(const PlacedOutline& outline, std::string_view fill, const Stroke& stroke) {
  for (const Loop& loop : outline.tree->outline().loops) {
    const int per_piece = std::max(1, kPointsPerOutline / static_cast<int>(loop.pieces.size()));
    std::vector<Vec2> points;
    for (const OutlinePiece& piece : loop.pieces) {
      const int count = piece.kind == PieceKind::line ? 1 : per_piece;
      for (int i = 0; i < count; ++i) points.push_back(place(outline.pose.apply(piece.curve.at(i / double(count)))));
    }
    svg_.polygon(points, fill, stroke);
  }
}

void OutlinePicture::curve(const Cubic2& curve, const Stroke& stroke) {
  std::vector<Vec2> points;
  for (int i = 0; i <= kPointsPerCurve; ++i) points.push_back(curve.at(i / double(kPointsPerCurve)));
  polyline(points, stroke);
}

void OutlinePicture::polyline(std::span<const Vec2> points, const Stroke& stroke) {
  svg_.polyline(place(points), stroke);
}

void OutlinePicture::box(const OrientedBox2& box, const Stroke& stroke, const Pose2& pose) {
  std::vector<Vec2> corners;
  for (const Vec2& corner : box.corners()) corners.push_back(place(pose.apply(corner)));
  svg_.polygon(corners, "none", stroke);
}

void OutlinePicture::ellipse(const EllipseArc& ellipse, const Stroke& stroke) {
  std::vector<Vec2> points;
  for (int i = 0; i <= kPointsPerEllipse; ++i) points.push_back(ellipse.at(i / double(kPointsPerEllipse)));
  polyline(points, stroke);
}

void OutlinePicture::arrow(const Vec2& from, const Vec2& to, const Stroke& stroke) {
  svg_.arrow(place(from), place(to), stroke);
}

void OutlinePicture::dot(const Vec2& at, double radius, std::string_view color) { svg_.dot(place(at), radius, color); }

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
