#include "shape/bezier_patch.h"

#include <fmt/format.h>

#include <optional>
#include <span>

namespace abut {
namespace {

using Weights = std::array<double, 4>;

// Bernstein's cubics and their derivatives.
std::array<Weights, 3> find_weights(double t) {
  const double s = 1 - t;
  return {Weights{s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t},
          Weights{-3 * s * s, 3 * s * (s - 2 * t), 3 * t * (2 * s - t), 3 * t * t},
          Weights{6 * s, 6 * (t - 2 * s), 6 * (s - 2 * t), 6 * t}};
}

Vec3 blend(const BezierNet& net, const Weights& u, const Weights& v) {
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i < 4; ++i) {
    sum += u[i] * (v[0] * net[4 * i] + v[1] * net[4 * i + 1] + v[2] * net[4 * i + 2] + v[3] * net[4 * i + 3]);
  }
  return sum;
}

// What each control point of the part between two parameters has of the control points of the whole: values of its
// polar form at (a, a, a), (a, a, b), (a, b, b) and (b, b, b).
std::array<Weights, 4> find_part_weights(double a, double b) {
  const auto polar = [](double x, double y, double z) {
    const double p = 1 - x, q = 1 - y, r = 1 - z;
    return Weights{p * q * r, x * q * r + p * y * r + p * q * z, x * y * r + x * q * z + p * y * z, x * y * z};
  };
  return {polar(a, a, a), polar(a, a, b), polar(a, b, b), polar(b, b, b)};
}

using PartWeights = std::array<std::array<Weights, 4>, 2>;

BezierNet find_part(const BezierNet& net, const PartWeights& weights) {
  BezierNet half, part;
  for (int i = 0; i < 4; ++i) {
    const Weights& w = weights[0][i];
    for (int j = 0; j < 4; ++j)
      half[4 * i + j] = w[0] * net[j] + w[1] * net[4 + j] + w[2] * net[8 + j] + w[3] * net[12 + j];
  }
  for (int i = 0; i < 4; ++i) {
    const Vec3* row = &half[4 * i];
    for (int j = 0; j < 4; ++j) {
      const Weights& w = weights[1][j];
      part[4 * i + j] = w[0] * row[0] + w[1] * row[1] + w[2] * row[2] + w[3] * row[3];
    }
  }
  return part;
}

// Adds up how far control points are from a linear function of the parameters: the surface is no farther.
class LinearFit {
 public:
  LinearFit(const Vec3& p00, const Vec3& p03, const Vec3& p30, const Vec3& p33) {
    center_ = 0.25 * (p00 + p03 + p30 + p33);
    along_u_ = 0.25 * (p30 + p33 - p00 - p03);
    along_v_ = 0.25 * (p03 + p33 - p00 - p30);
    const Vec3 across = along_u_.cross(along_v_);
    const double area = across.norm();
    if (area > 0) normal_ = across / area;
  }
  void add(const Vec3& point, double a, double b) {
    const Vec3 rest = point - center_ - a * along_u_ - b * along_v_;
    low_ = low_.cwiseMin(rest);
    high_ = high_.cwiseMax(rest);
    if (count_ < first_.size()) first_[count_] = rest;
    ++count_;
    const double height = normal_.dot(rest);
    bottom_ = std::min(bottom_, height);
    top_ = std::max(top_, height);
  }
  PatchEnclosure finish() const {
    PatchEnclosure e;
    // In the middle of all along the normal; across it, in the middle of the box around all.
    Vec3 shift = 0.5 * (low_ + high_);
    shift += (0.5 * (bottom_ + top_) - normal_.dot(shift)) * normal_;
    e.center = center_ + shift;
    e.along_u = along_u_;
    e.along_v = along_v_;
    e.normal = normal_;
    e.radius = measure_radius(shift);
    e.thickness = normal_.isZero(0) ? e.radius : 0.5 * (top_ - bottom_);
    return e;
  }

 private:
  // Of a single piece all points are known, of several the box around them.
  double measure_radius(const Vec3& shift) const {
    if (count_ > first_.size()) return (high_ - shift).cwiseMax(shift - low_).norm();
    double square = 0;
    for (const Vec3& rest : first_) square = std::max(square, (rest - shift).squaredNorm());
    return std::sqrt(square);
  }

  Vec3 center_, along_u_, along_v_;
  Vec3 normal_ = Vec3::Zero();
  Vec3 low_ = Vec3::Constant(INFINITY), high_ = Vec3::Constant(-INFINITY);
  double bottom_ = INFINITY, top_ = -INFINITY;
  BezierNet first_;
  std::size_t count_ = 0;
};

double measure_size_of(std::span<const BezierNet> nets) {
  double square = 0;
  for (const BezierNet& net : nets) {
    for (const Vec3& p : net) square = std::max(square, p.squaredNorm());
  }
  return std::sqrt(square);
}

// The part of a piece, numbered along one direction, that lies within a range, as parameters of the piece.
struct PieceRange {
  double from, to;    ///< of the piece
  double start, end;  ///< of the range, from -1 to 1
};

PieceRange find_range(int piece, int count, double from, double to) {
  PieceRange r;
  r.from = std::clamp(from * count - piece, 0.0, 1.0);
  r.to = std::clamp(to * count - piece, 0.0, 1.0);
  const double width = to - from;
  const auto place = [&](double x) { return width > 0 ? 2 * ((piece + x) / count - from) / width - 1 : 0; };
  r.start = place(r.from);
  r.end = place(r.to);
  return r;
}

int find_piece(double x, int count) { return std::clamp(static_cast<int>(std::floor(x * count)), 0, count - 1); }
int find_last_piece(double x, int first, int count) {
  return std::clamp(static_cast<int>(std::ceil(x * count)) - 1, first, count - 1);
}

}  // namespace

BezierShape::BezierShape(int rows, int columns, std::vector<BezierNet> pieces, std::vector<BezierNet> changes)
    : rows_(rows), columns_(columns), pieces_(std::move(pieces)), changes_(std::move(changes)) {
  size_ = measure_size_of(pieces_);
  pace_ = measure_size_of(changes_);
}

struct BezierShape::Place {
  std::size_t piece;
  double u, v;
};

BezierShape::Place BezierShape::find_place(double u, double v) const {
  const int i = find_piece(u, rows_), j = find_piece(v, columns_);
  return {static_cast<std::size_t>(i * columns_ + j), u * rows_ - i, v * columns_ - j};
}

BezierNet BezierShape::find_net(std::size_t piece, double t) const {
  BezierNet net = pieces_[piece];
  if (changes_.empty()) return net;
  for (std::size_t i = 0; i < net.size(); ++i) net[i] += t * changes_[piece][i];
  return net;
}

Vec3 BezierShape::at(double u, double v, double t) const {
  const Place place = find_place(u, v);
  return blend(find_net(place.piece, t), find_weights(place.u)[0], find_weights(place.v)[0]);
}

PatchJet BezierShape::find_jet(double u, double v, double t) const {
  const Place place = find_place(u, v);
  const auto a = find_weights(place.u), b = find_weights(place.v);
  const double m = rows_, n = columns_;
  const BezierNet net = find_net(place.piece, t);
  PatchJet jet;
  jet.position = blend(net, a[0], b[0]);
  jet.u = m * blend(net, a[1], b[0]);
  jet.v = n * blend(net, a[0], b[1]);
  jet.uu = m * m * blend(net, a[2], b[0]);
  jet.uv = m * n * blend(net, a[1], b[1]);
  jet.vv = n * n * blend(net, a[0], b[2]);
  if (changes_.empty()) return jet;
  const BezierNet& change = changes_[place.piece];
  jet.t = blend(change, a[0], b[0]);
  jet.ut = m * blend(change, a[1], b[0]);
  jet.vt = n * blend(change, a[0], b[1]);
  return jet;
}

// The control points of each part in the box, against one linear function for all of them.
PatchEnclosure BezierShape::enclose(const PatchBox& box) const {
  const double middle = 0.5 * (box.t0 + box.t1), half = 0.5 * (box.t1 - box.t0);
  const int i0 = find_piece(box.u0, rows_), i1 = find_last_piece(box.u1, i0, rows_);
  const int j0 = find_piece(box.v0, columns_), j1 = find_last_piece(box.v1, j0, columns_);
  const bool is_one = i0 == i1 && j0 == j1;
  const auto find_parts = [&](const auto& visit) {
    for (int i = i0; i <= i1; ++i) {
      for (int j = j0; j <= j1; ++j) {
        const PieceRange u = find_range(i, rows_, box.u0, box.u1), v = find_range(j, columns_, box.v0, box.v1);
        const std::size_t piece = static_cast<std::size_t>(i * columns_ + j);
        const PartWeights weights = {find_part_weights(u.from, u.to), find_part_weights(v.from, v.to)};
        visit(piece, weights, u, v);
      }
    }
  };
  std::optional<LinearFit> fit;
  if (!is_one) {
    fit.emplace(at(box.u0, box.v0, middle), at(box.u0, box.v1, middle), at(box.u1, box.v0, middle),
                at(box.u1, box.v1, middle));
  }
  Vec3 drift = Vec3::Zero();
  double spread = 0;
  bool is_first = true;
  find_parts([&](std::size_t piece, const PartWeights& weights, const PieceRange& u, const PieceRange& v) {
    const BezierNet part = find_part(find_net(piece, middle), weights);
    if (!fit) fit.emplace(part[0], part[3], part[12], part[15]);
    for (int k = 0; k < 16; ++k) {
      fit->add(part[k], u.start + (u.end - u.start) * (k / 4) / 3, v.start + (v.end - v.start) * (k % 4) / 3);
    }
    if (changes_.empty() || half == 0) return;
    const BezierNet change = find_part(changes_[piece], weights);
    if (is_first) drift = 0.25 * (change[5] + change[6] + change[9] + change[10]);
    is_first = false;
    for (const Vec3& c : change) spread = std::max(spread, (c - drift).norm());
  });
  PatchEnclosure e = fit->finish();
  e.along_t = half * drift;
  e.time_radius = half * spread;
  e.radius += e.time_radius;
  e.thickness += e.time_radius;
  return e;
}

double BezierShape::measure_size(double t0, double t1) const {
  return size_ + std::max(std::abs(t0), std::abs(t1)) * pace_;
}

Status check_control_points(std::span<const Vec3> points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].allFinite() && points[i].cwiseAbs().maxCoeff() <= kMaxCoordinate) continue;
    return Error{fmt::format("a patch: control point {} is ({}, {}, {}), expected finite numbers within 1e100", i,
                             points[i].x(), points[i].y(), points[i].z())};
  }
  return success();
}

Result<Patch> make_bezier_patch(const BezierNet& net) {
  if (auto status = check_control_points(net); !status) return status.error();
  return PatchMaker::make(std::make_shared<BezierShape>(1, 1, std::vector{net}, std::vector<BezierNet>()));
}

Result<Patch> make_bezier_patch(const BezierNet& start, const BezierNet& end) {
  for (const BezierNet* net : {&start, &end}) {
    if (auto status = check_control_points(*net); !status) return status.error();
  }
  BezierNet change;
  for (std::size_t i = 0; i < change.size(); ++i) change[i] = end[i] - start[i];
  return PatchMaker::make(std::make_shared<BezierShape>(1, 1, std::vector{start}, std::vector{change}));
}

Result<Patch> make_triangle_patch(const TrianglePoints& triangle) {
  BezierNet net;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      const double u = i / 3.0, v = j / 3.0;
      net[4 * i + j] = (1 - v) * ((1 - u) * triangle[0] + u * triangle[1]) + v * triangle[2];
    }
  }
  return make_bezier_patch(net);
}

}  // namespace abut
