// The proof that spheres enclose triangles: pieces of triangles, each in one sphere.
#include <algorithm>
#include <atomic>
#include <cmath>

#include "abut/sphere_set.h"
#include "base/parallel.h"
#include "cover/sphere_finder.h"

namespace abut {
namespace {

constexpr std::size_t kBlockSize = 256;
constexpr double kDefaultPiece = 0x1p-20;
constexpr double kRounding = 0x1p-49;  // more than all roundings below together
constexpr double kTinySquare = 1e-280, kTinyLength = 1e-139;

// True only if the point is inside even if it is off by the slack. Differences of doubles are rounded once, so that
// every error is relative; squares too small for that are looked at by hand. The scale, a power of two, keeps those of
// small things from being so.
bool test_inside(const Sphere& sphere, const Vec3& point, double slack, double scale) {
  const double radius = (sphere.radius - slack) * scale;
  if (!(radius >= 0)) return false;
  const Vec3 offset = (point - sphere.center) * scale;
  const double square = offset.squaredNorm();
  if (!(square > kTinySquare)) return offset.isZero(0) || radius > kTinyLength;
  return square * (1 + kRounding) <= radius * radius * (1 - kRounding);
}

double measure_distance(const Vec3& point, const Box3& box) {
  return (box.lower - point).cwiseMax(point - box.upper).cwiseMax(0.0).norm();
}

// Makes a size about 1; larger ones are good as they are.
double find_scale(double size) { return size > 0 && size < 1 ? std::ldexp(1.0, std::min(1000, -std::ilogb(size))) : 1; }

// Takes one triangle to pieces. Which spheres may hold a piece is known for the larger one that it was cut from.
class TriangleProof {
 public:
  TriangleProof(std::span<const Sphere> spheres, double scale, double least_piece, std::size_t most_pieces)
      : spheres_(spheres), scale_(scale), least_piece_(least_piece), most_pieces_(most_pieces) {}

  void prove(std::uint32_t number, const TrianglePoints& triangle, std::vector<std::uint32_t> near,
             std::vector<UncoveredPiece>& uncovered) {
    number_ = number;
    near_ = std::move(near);
    // A point halfway between two others is off by less than this, beyond what those are off.
    step_ = 0;
    for (const Vec3& corner : triangle) step_ = std::max(step_, 0x1p-52 * corner.cwiseAbs().maxCoeff());
    walk(triangle, 0, 0, uncovered);
  }

 private:
  void walk(const TrianglePoints& piece, double slack, std::size_t begin, std::vector<UncoveredPiece>& uncovered) {
    const std::size_t end = near_.size();
    const Box3 box = make_box(piece);
    for (std::size_t i = begin; i < end; ++i) {
      const Sphere& sphere = spheres_[near_[i]];
      if (test_holds(sphere, piece, slack)) return near_.resize(end);
      if (measure_distance(sphere.center, box) <= sphere.radius) near_.push_back(near_[i]);
    }
    cut(piece, slack, end, uncovered);
    near_.resize(end);
  }

  bool test_holds(const Sphere& sphere, const TrianglePoints& piece, double slack) const {
    return test_inside(sphere, piece[0], slack, scale_) && test_inside(sphere, piece[1], slack, scale_) &&
           test_inside(sphere, piece[2], slack, scale_);
  }

  // In two, across the longest edge.
  void cut(const TrianglePoints& piece, double slack, std::size_t begin, std::vector<UncoveredPiece>& uncovered) {
    int longest = 0;
    std::array<double, 3> lengths;
    for (int i = 0; i < 3; ++i) lengths[i] = (piece[(i + 1) % 3] - piece[i]).norm();
    for (int i = 1; i < 3; ++i) longest = lengths[i] > lengths[longest] ? i : longest;
    if (near_.size() == begin || !(lengths[longest] > least_piece_)) {
      uncovered.push_back({number_, piece});
      return;
    }
    const Vec3 &a = piece[longest], &b = piece[(longest + 1) % 3], &c = piece[(longest + 2) % 3];
    const Vec3 middle = 0.5 * (a + b);
    if (middle == a || middle == b) {  // there is no number between them
      uncovered.push_back({number_, piece});
      return;
    }
    walk({a, middle, c}, slack + step_, begin, uncovered);
    if (uncovered.size() < most_pieces_) walk({middle, b, c}, slack + step_, begin, uncovered);
  }

  std::span<const Sphere> spheres_;
  double scale_, least_piece_;
  std::size_t most_pieces_;
  std::uint32_t number_ = 0;
  double step_ = 0;
  std::vector<std::uint32_t> near_;  // as a stack: each piece puts those that come near it on top
};

}  // namespace

std::vector<UncoveredPiece> find_uncovered(const TriangleList& triangles, std::span<const Sphere> spheres,
                                           const CoverageSettings& settings) {
  const std::size_t blocks = (triangles.size() + kBlockSize - 1) / kBlockSize;
  const Box3 extent = make_box(triangles);
  const SphereFinder finder(extent, spheres);
  const double least = settings.least_piece > 0 ? settings.least_piece : kDefaultPiece * extent.size().norm();
  const double scale = find_scale(extent.size().norm());
  std::vector<std::vector<UncoveredPiece>> found(blocks);
  // Blocks behind one that has found enough are of no interest; which one that is does not depend on timing.
  std::atomic<std::size_t> first_full = blocks;
  parallel_for(blocks, settings.run.threads, [&](std::size_t b) {
    if (b > first_full) return;
    TriangleProof proof(spheres, scale, least, settings.most_pieces);
    std::vector<std::uint32_t> near;
    const std::size_t end = std::min<std::size_t>(triangles.size(), (b + 1) * kBlockSize);
    for (std::size_t i = b * kBlockSize; i < end && found[b].size() < settings.most_pieces; ++i) {
      const TrianglePoints triangle = triangles.triangle(static_cast<std::uint32_t>(i));
      finder.find(triangle, near);
      proof.prove(triangles.source(static_cast<std::uint32_t>(i)), triangle, near, found[b]);
    }
    if (found[b].size() < settings.most_pieces) return;
    for (std::size_t full = first_full; b < full && !first_full.compare_exchange_weak(full, b);) continue;
  });
  auto pieces = join_in_order(found);
  if (pieces.size() > settings.most_pieces) pieces.resize(settings.most_pieces);
  return pieces;
}

bool test_covered(const TriangleList& triangles, std::span<const Sphere> spheres, const RunSettings& run) {
  return find_uncovered(triangles, spheres, {.run = run}).empty();
}

}  // namespace abut
