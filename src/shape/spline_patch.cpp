// Bicubic B-spline surfaces, cut into Bézier patches at their knots.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "shape/bezier_patch.h"

namespace abut {
namespace {

using Weights = std::array<double, 4>;

// Knots along one direction, and which control points a piece comes from.
struct Knots {
  Knots(int count, bool is_closed) : count(count), is_closed(is_closed) {}
  int pieces() const { return is_closed ? count : count - 3; }
  // Knot i + 3 is where piece i begins. Those of an open one come four at once at its ends.
  double knot(int k) const { return is_closed ? k - 3 : std::clamp(k - 3, 0, count - 3); }
  // The closed curve's piece i comes to control point i + 1 and leaves for i + 2.
  int point(int piece, int k) const { return (piece + k) % count; }

  int count;
  bool is_closed;
};

// What the polar form of a piece at three parameters has of each of its four control points, by de Boor's steps.
Weights find_polar(const Knots& knots, int piece, const std::array<double, 3>& at) {
  std::array<Weights, 4> steps = {Weights{1, 0, 0, 0}, Weights{0, 1, 0, 0}, Weights{0, 0, 1, 0}, Weights{0, 0, 0, 1}};
  for (int r = 1; r <= 3; ++r) {
    for (int j = 3; j >= r; --j) {
      const double low = knots.knot(piece + j), high = knots.knot(piece + j + 4 - r);
      const double share = (at[r - 1] - low) / (high - low);
      for (int k = 0; k < 4; ++k) steps[j][k] = (1 - share) * steps[j - 1][k] + share * steps[j][k];
    }
  }
  return steps[3];
}

// Of the four Bézier control points of a piece.
std::array<Weights, 4> find_bezier_weights(const Knots& knots, int piece) {
  const double a = knots.knot(piece + 3), b = knots.knot(piece + 4);
  return {find_polar(knots, piece, {a, a, a}), find_polar(knots, piece, {a, a, b}), find_polar(knots, piece, {a, b, b}),
          find_polar(knots, piece, {b, b, b})};
}

BezierNet find_piece(std::span<const Vec3> points, const Knots& rows, const Knots& columns, int i, int j) {
  const auto u = find_bezier_weights(rows, i), v = find_bezier_weights(columns, j);
  BezierNet net;
  net.fill(Vec3::Zero());
  for (int k = 0; k < 16; ++k) {
    const Vec3& p = points[rows.point(i, k / 4) * columns.count + columns.point(j, k % 4)];
    for (int m = 0; m < 16; ++m) net[m] += u[m / 4][k / 4] * v[m % 4][k % 4] * p;
  }
  return net;
}

std::vector<BezierNet> find_pieces(std::span<const Vec3> points, const Knots& rows, const Knots& columns) {
  std::vector<BezierNet> pieces;
  for (int i = 0; i < rows.pieces(); ++i) {
    for (int j = 0; j < columns.pieces(); ++j) pieces.push_back(find_piece(points, rows, columns, i, j));
  }
  return pieces;
}

Status check_net(const SplineNet& net) {
  for (const bool is_row : {true, false}) {
    const std::size_t count = is_row ? net.rows : net.columns;
    if (count >= 4 && count <= 10000) continue;
    return Error{fmt::format("a spline surface: it has {} {} of control points, expected 4 to 10000", count,
                             is_row ? "rows" : "columns")};
  }
  const std::size_t expected = net.rows * net.columns;
  if (net.points.size() != expected || (!net.end.empty() && net.end.size() != expected)) {
    const std::size_t found = net.points.size() != expected ? net.points.size() : net.end.size();
    return Error{
        fmt::format("a spline surface: it has {} control points, expected {} x {}", found, net.rows, net.columns)};
  }
  if (auto status = check_control_points(net.points); !status) return status;
  return check_control_points(net.end);
}

}  // namespace

Result<Patch> make_spline_patch(const SplineNet& net) {
  if (auto status = check_net(net); !status) return status.error();
  const Knots rows(static_cast<int>(net.rows), net.is_closed_u);
  const Knots columns(static_cast<int>(net.columns), net.is_closed_v);
  std::vector<BezierNet> changes;
  if (!net.end.empty()) {
    std::vector<Vec3> ways(net.points.size());
    for (std::size_t i = 0; i < ways.size(); ++i) ways[i] = net.end[i] - net.points[i];
    changes = find_pieces(ways, rows, columns);
  }
  return PatchMaker::make(std::make_shared<BezierShape>(rows.pieces(), columns.pieces(),
                                                        find_pieces(net.points, rows, columns), std::move(changes)));
}

}  // namespace abut
