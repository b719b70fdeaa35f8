// Many cells at once become eight each: every kernel is called for each number from 0 on, in no order.
#pragma once

#include "device/device_numbers.h"
#include "tree/triangle_box_rounded.h"

namespace abut {

/// A cell whose children are in question.
struct CellTask {
  double faces[3][3];              ///< along each axis: below, between and above its children
  const PlainTriangle* triangles;  ///< all of the body
  std::uint32_t list, count;       ///< where those are listed that may reach into it
  std::uint32_t body;              ///< by a number of the caller's
  bool is_root;                    ///< all may; they are listed nowhere

  ABUT_DEVICE std::uint32_t number(const std::uint32_t* listed, std::uint32_t place) const {
    return is_root ? place : listed[list + place];
  }
  ABUT_DEVICE PlainBox child(int i) const {
    PlainBox box;
    for (int k = 0; k < 3; ++k) {
      box.lower[k] = faces[k][i >> k & 1];
      box.upper[k] = faces[k][(i >> k & 1) + 1];
    }
    return box;
  }
};

/// Of one triangle: bit i if it certainly reaches into child i, bit 8 + i if rounded numbers cannot tell.
using ReachBits = std::uint16_t;

/// Rounded numbers cannot tell whether the triangle reaches into some of the children.
struct CellDoubt {
  std::uint32_t task, triangle, children;
};

ABUT_DEVICE inline bool test_apart_along_axes(const PlainTriangle& t, const PlainBox& box) {
  for (int k = 0; k < 3; ++k) {
    const double a = t.at[0][k], b = t.at[1][k], c = t.at[2][k];
    if (rounded::most(rounded::most(a, b), c) < box.lower[k]) return true;
    if (rounded::least(rounded::least(a, b), c) > box.upper[k]) return true;
  }
  return false;
}

ABUT_DEVICE inline ReachBits find_reach(const CellTask& task, const PlainTriangle& t) {
  unsigned bits = 0;
  for (int i = 0; i < 8; ++i) {
    const PlainBox box = task.child(i);
    if (test_apart_along_axes(t, box)) continue;
    const BoxAnswer answer = test_corner_inside(t, box) ? BoxAnswer::together : compare_rounded(t, box);
    if (answer == BoxAnswer::together) bits |= 1u << i;
    if (answer == BoxAnswer::open) bits |= 256u << i;
  }
  return static_cast<ReachBits>(bits);
}

/// For each triangle of each task: where it reaches. Finds grey children.
struct FindReach {
  const CellTask* tasks;
  const std::uint32_t* listed;
  const std::uint32_t* starts;  // of the tasks' triangles
  std::uint32_t task_count;
  ReachBits* reach;     // of each triangle
  std::uint32_t* grey;  // of each task

  ABUT_DEVICE void operator()(std::uint32_t i) const {
    const std::uint32_t t = find_stretch(starts, task_count, i);
    const CellTask& task = tasks[t];
    const ReachBits bits = find_reach(task, task.triangles[task.number(listed, i - starts[t])]);
    reach[i] = bits;
    const std::uint32_t certain = bits & 255u;
    if (certain & ~look_at(&grey[t])) set_bits_at(&grey[t], certain);
  }
};

/// Those doubts that matter: about children that no triangle certainly reaches into.
struct ListDoubts {
  const CellTask* tasks;
  const std::uint32_t* listed;
  const std::uint32_t* starts;
  std::uint32_t task_count;
  const ReachBits* reach;
  const std::uint32_t* grey;
  CellDoubt* doubts;
  std::uint32_t capacity;
  std::uint32_t* count;  // may grow beyond the capacity; then the rest is not listed

  ABUT_DEVICE void operator()(std::uint32_t i) const {
    if (reach[i] < 256) return;
    const std::uint32_t t = find_stretch(starts, task_count, i);
    const std::uint32_t open = reach[i] >> 8 & ~grey[t];
    if (!open) return;
    const std::uint32_t place = add_at(count, 1);
    if (place < capacity) doubts[place] = {t, tasks[t].number(listed, i - starts[t]), open};
  }
};

}  // namespace abut
