#include "tree/cell_split.h"

#include <bit>

#include "math/simd.h"
#include "tree/float_rounding.h"

namespace abut {
namespace {

// Up to so many triangles, those that lie across the planes between children are listed only where they reach in.
// In longer lists that would take longer than it saves.
constexpr std::size_t kShort = 256;

// Bits 0 to 2: reaches into the lower half along the axis; bits 4 to 6: the upper half. From them, a bit per child.
constexpr std::array<std::uint8_t, 128> kReached = [] {
  std::array<std::uint8_t, 128> reached{};
  for (int halves = 0; halves < 128; ++halves) {
    for (int child = 0; child < 8; ++child) {
      bool all = true;
      for (int k = 0; k < 3; ++k) all = all && (halves >> (child >> k & 1 ? 4 + k : k) & 1);
      if (all) reached[halves] |= static_cast<std::uint8_t>(1 << child);
    }
  }
  return reached;
}();

using Bounds = TriangleStore::Bounds;

Bounds in_frame(const Vec3& lower, const Vec3& upper, const BoxFrame& frame) {
  Bounds bounds{};
  for (int k = 0; k < 3; ++k) {
    bounds.lower[k] = round_up((lower[k] - frame.origin[k]) * frame.scale);
    bounds.minus_upper[k] = -round_down((upper[k] - frame.origin[k]) * frame.scale);
  }
  return bounds;
}

Float8 all_of(const Bounds& bounds) { return load<Float8>(reinterpret_cast<const char*>(&bounds)); }

// Bit k: lane k of a is not above that of b.
unsigned find_less_equal(const Float8& a, const Float8& b) {
#if defined(__AVX__)
  return static_cast<unsigned>(
      _mm256_movemask_ps(_mm256_cmp_ps(reinterpret_cast<__m256>(a), reinterpret_cast<__m256>(b), _CMP_LE_OQ)));
#else
  unsigned bits = 0;
  for (int k = 0; k < 8; ++k) bits |= static_cast<unsigned>(a[k] <= b[k]) << k;
  return bits;
#endif
}

constexpr unsigned kAxes = 0b01110111;

bool is_single(unsigned bits) { return (bits & (bits - 1)) == 0; }

}  // namespace

const CellSplit& CellSplitter::split(const OverlapRequest& request) {
  for (int i = 0; i < 8; ++i) {
    split_.of[i].clear();
    boxes_[i] = request.grid->box(request.cell.child(i));
  }
  split_.grey = 0;
  split_.is_read = distribute(request);
  for (int i = 0; i < 8 && split_.is_read; ++i) {
    if (!(split_.grey >> i & 1) && !split_.of[i].empty()) split_.is_read = confirm(request, i);
  }
  return split_;
}

// Where each triangle's bounds reach. Children are known to be grey once a triangle certainly reaches into them: one
// whose bounds are within the cell and in no other child, or one that was tested.
bool CellSplitter::distribute(const OverlapRequest& request) {
  const BoxFrame& frame = request.triangles->frame();
  const Vec3 middle = request.grid->center(request.cell);
  const Float8 halves = all_of(in_frame(middle, middle, frame));
  const Box3 box = request.grid->box(request.cell);
  const Float8 cell = all_of(in_frame(box.lower, box.upper, frame));
  const bool is_root = request.cell.depth == 0;
  const bool is_short = (is_root ? request.triangles->triangle_count() : request.candidates.size()) <= kShort;
  return visit_triangles(*request.triangles, request.cell, request.candidates,
                         [&](std::uint32_t number, const TrianglePoints& triangle, const Bounds& bounds) {
                           const Float8 own = all_of(bounds);
                           const unsigned reached = kReached[find_less_equal(own, halves) & kAxes];
                           if (is_single(reached)) {
                             const bool is_within = is_root || (find_less_equal(own, cell) & kAxes) == 0;
                             if (is_within) split_.grey |= reached;
                             split_.of[std::countr_zero(reached)].push_back(number);
                             return true;
                           }
                           for (unsigned left = reached; left; left &= left - 1) {
                             const int child = std::countr_zero(left);
                             if (is_short && !test_triangle_box(triangle, boxes_[child])) continue;
                             if (is_short) split_.grey |= 1u << child;
                             split_.of[child].push_back(number);
                           }
                           return true;
                         });
}

// Looks for a triangle that does reach into the child.
bool CellSplitter::confirm(const OverlapRequest& request, int child) {
  return visit_triangles(*request.triangles, request.cell.child(child), split_.of[child],
                         [&](std::uint32_t, const TrianglePoints& triangle, const Bounds&) {
                           const bool reaches = test_triangle_box(triangle, boxes_[child]);
                           if (reaches) split_.grey |= 1u << child;
                           return !reaches;
                         });
}

}  // namespace abut
