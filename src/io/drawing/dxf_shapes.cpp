#include "io/drawing/dxf_shapes.h"

#include <cmath>
#include <numbers>

#include "io/drawing/dxf_spline.h"
#include "io/failure.h"
#include "shape/strokes.h"

namespace abut {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

double to_radians(double degrees) { return degrees * std::numbers::pi / 180; }

double require_positive(const DxfEntity& entity, int code, std::string_view what) {
  const double value = entity.number(code);
  if (!(value > 0)) fail_at(line_place(entity.line), "{} with a {} of {} found", entity.type, what, value);
  return value;
}

DxfCurve make_whole_or_part(EllipseArc arc) {
  const bool is_whole = std::abs(arc.sweep) >= kTurn * (1 - 1e-12);
  if (is_whole) arc.sweep = std::copysign(kTurn, arc.sweep);
  const Vec2 from = arc.at(0), to = is_whole ? from : arc.at(1);
  return {make_arc(arc, from, to), is_whole};
}

// Angles go up from the first to the second.
double find_sweep(double start, double end) {
  const double sweep = std::fmod(end - start, kTurn);
  return sweep > 0 ? sweep : sweep + kTurn;
}

DxfCurve make_circle(const DxfEntity& entity) {
  EllipseArc arc;
  arc.center = entity.point(10);
  const double radius = require_positive(entity, 40, "radius");
  arc.x = Vec2(radius, 0);
  arc.y = Vec2(0, radius);
  arc.sweep = kTurn;
  if (entity.type == "ARC") {
    arc.start = to_radians(entity.number(50));
    arc.sweep = find_sweep(arc.start, to_radians(entity.number(51, 360)));
  }
  return make_whole_or_part(arc);
}

// Its axes are those of the drawing, whatever its own plane is; that decides which way around it goes.
DxfCurve make_ellipse(const DxfEntity& entity) {
  EllipseArc arc;
  arc.center = entity.point(10);
  arc.x = entity.point(11);
  const double ratio = require_positive(entity, 40, "ratio of axes");
  if (arc.x.isZero(0)) fail_at(line_place(entity.line), "ELLIPSE without a size found");
  const double side = entity.number(230, 1) < 0 ? -1 : 1;
  arc.y = side * ratio * Vec2(-arc.x.y(), arc.x.x());
  arc.start = entity.number(41, 0);
  const double end = entity.number(42, kTurn);
  // A full turn in the file's digits, which may be six, is not always one in ours.
  arc.sweep = std::abs(end - arc.start - kTurn) < 2e-5 ? kTurn : find_sweep(arc.start, end);
  return make_whole_or_part(arc);
}

DxfCurve make_spline_curve(const DxfEntity& entity) {
  DxfSpline spline;
  spline.degree = entity.integer(71, 3);
  spline.knots = entity.numbers(40);
  spline.weights = entity.numbers(41);
  const auto x = entity.numbers(10), y = entity.numbers(20);
  if (x.size() != y.size()) fail_at(line_place(entity.line), "SPLINE with {} x and {} y found", x.size(), y.size());
  for (std::size_t i = 0; i < x.size(); ++i) spline.points.emplace_back(x[i], y[i]);
  if (const std::string fault = find_fault(spline); !fault.empty()) {
    fail_at(line_place(entity.line), "SPLINE with {} found", fault);
  }
  return {make_pieces(spline), false};
}

struct BulgePoint {
  Vec2 at = Vec2::Zero();
  double bulge = 0;
};

DxfCurve make_bulges(std::span<const BulgePoint> points, bool is_closed) {
  DxfCurve curve{{}, is_closed};
  const std::size_t count = points.size() - (is_closed || points.empty() ? 0 : 1);
  for (std::size_t i = 0; i < count; ++i) {
    const auto pieces = make_bulge(points[i].at, points[(i + 1) % points.size()].at, points[i].bulge);
    curve.pieces.insert(curve.pieces.end(), pieces.begin(), pieces.end());
  }
  return curve;
}

DxfCurve make_light_polyline(const DxfEntity& entity) {
  std::vector<BulgePoint> points;
  for (const DxfGroup& group : entity.groups) {
    if (group.code == 10) points.push_back({Vec2(parse_dxf_number(group), 0)});
    if (points.empty()) continue;
    if (group.code == 20) points.back().at.y() = parse_dxf_number(group);
    if (group.code == 42) points.back().bulge = parse_dxf_number(group);
  }
  return make_bulges(points, entity.integer(70) & 1);
}

}  // namespace

std::vector<OutlinePiece> make_bulge(const Vec2& from, const Vec2& to, double bulge) {
  const Vec2 chord = to - from, left(-chord.y(), chord.x());
  EllipseArc arc;
  arc.center = from + 0.5 * chord + (1 - bulge * bulge) / (4 * bulge) * left;
  const double radius = (from - arc.center).norm();
  arc.x = Vec2(radius, 0);
  arc.y = Vec2(0, radius);
  arc.start = std::atan2(from.y() - arc.center.y(), from.x() - arc.center.x());
  arc.sweep = 4 * std::atan(bulge);
  // So flat an arc is a line, in doubles.
  const bool is_line = std::abs(bulge) < 1e-9 || !arc.center.allFinite() || chord.isZero(0);
  if (is_line) return {{make_line(from, to), PieceKind::line}};
  return make_arc(arc, from, to);
}

std::optional<DxfCurve> make_curve(const DxfEntity& entity) {
  if (entity.type == "LINE") return DxfCurve{{{make_line(entity.point(10), entity.point(11)), PieceKind::line}}};
  if (entity.type == "ARC" || entity.type == "CIRCLE") return make_circle(entity);
  if (entity.type == "ELLIPSE") return make_ellipse(entity);
  if (entity.type == "LWPOLYLINE") return make_light_polyline(entity);
  if (entity.type == "SPLINE" && entity.find_number(10)) return make_spline_curve(entity);
  return std::nullopt;
}

std::optional<DxfCurve> make_polyline(const DxfEntity& entity, std::span<const DxfEntity> vertices) {
  constexpr int kClosed = 1, kMesh = 16, kPolyface = 64, kFrame = 16;
  const int flags = entity.integer(70);
  if (flags & (kMesh | kPolyface)) return std::nullopt;
  std::vector<BulgePoint> points;
  for (const DxfEntity& vertex : vertices) {
    if (vertex.number(30) != vertices.front().number(30)) return std::nullopt;  // goes up or down
    // Of a spline, the frame that it was drawn with is there, too.
    if (!(vertex.integer(70) & kFrame)) points.push_back({vertex.point(10), vertex.number(42)});
  }
  return make_bulges(points, flags & kClosed);
}

std::optional<Affine2> find_plane(const DxfEntity& entity) {
  const Vec3 up(entity.number(210, 0), entity.number(220, 0), entity.number(230, 1));
  if (std::abs(up.x()) > 1e-9 * std::abs(up.z()) || std::abs(up.y()) > 1e-9 * std::abs(up.z())) return std::nullopt;
  // LINE, ELLIPSE and SPLINE have the drawing's coordinates in any case.
  const bool has_own = entity.type != "LINE" && entity.type != "ELLIPSE" && entity.type != "SPLINE";
  return has_own && up.z() < 0 ? Affine2::make_scale(Vec2(-1, 1)) : Affine2{};
}

}  // namespace abut
