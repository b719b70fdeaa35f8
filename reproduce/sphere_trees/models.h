// The models of the paper's Fig. 4 and Tab. 1, or what comes near them.
#pragma once

#include <string>
#include <vector>

#include "abut/sphere_tree.h"
#include "reproduce/sphere_trees/simplify.h"

namespace abut::reproduce {

/// A row of Tab. 1.
struct PaperRow {
  std::size_t triangles = 0;
  double seconds = 0;
  int queries = 0;
};

struct PaperModel {
  std::string name;
  TriangleMesh mesh;  ///< around the origin, its longest side 1
  PaperRow paper;
  bool is_real = true;  ///< false: a stand-in, since the collection of meshes is not there

  TriangleList list() const { return {mesh.positions, mesh.faces}; }
};

/// In the order of Tab. 1: dragon, bunny, cow, lamp, and the first three in about 5,000 triangles, made from larger
/// models of the same things.
const std::vector<PaperModel>& get_paper_models();

}  // namespace abut::reproduce
