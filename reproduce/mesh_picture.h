// A shaded picture of meshes, with lines, arrows and dots drawn over them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "abut/model.h"

namespace abut::reproduce {

/// What faces are painted in before light falls on them: a hue in turns, and a saturation from 0 to 1.
struct Tint {
  double hue = 0, saturation = 0;
};

/// Neighbouring numbers get hues far apart.
Tint choose_tint(std::uint32_t number);

struct PicturedBody {
  Body body;
  Tint tint = {};
  std::span<const std::uint32_t> patch_of = {};  ///< of each face, if given: the number that its tint is chosen by
};

struct PicturedLine {
  std::vector<Vec3> points;
  std::string color;
};

struct PicturedArrow {
  Vec3 from, to;
  std::string color;
};

struct PicturedDot {
  Vec3 at;
  std::string color;
};

/// Seen from far away, from the direction `from`, with z up; from the left and a little above comes light. Faces are
/// painted from back to front; those of a closed surface that face away are left out. Lines, arrows and dots are never
/// hidden.
struct MeshPicture {
  std::vector<PicturedBody> bodies = {};
  Vec3 from = Vec3(1, -1.5, 1);
  std::string title = {};
  std::vector<PicturedLine> lines = {};
  std::vector<PicturedArrow> arrows = {};
  std::vector<PicturedDot> dots = {};
  std::vector<Vec3> frame = {};  ///< points that have room in the picture, too: for pictures at one scale
  int pieces = 1;                ///< each way, that a face is painted in: large faces that cross need many
  bool has_edges = false;        ///< edges are drawn
};

/// The edges of a box.
void add_box(MeshPicture& picture, const Box3& box, const char* color);

/// The picture as SVG.
std::string draw(const MeshPicture& picture);

}  // namespace abut::reproduce
