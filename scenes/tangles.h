// Tangled cases by name, seed and resolution: what untangling is tried on. Each kind is one way in which surfaces get
// into each other; docs/scenes.md lists them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "abut/base.h"
#include "abut/shape.h"
#include "scenes/scenes.h"

namespace abut {

struct TangledScene {
  std::string name;
  std::vector<SceneMesh> meshes;
  bool is_solvable = true;
};

struct TangleKind {
  std::string_view name;
  std::string_view summary;
  int default_cells;
  bool is_solvable;
};

/// All kinds there are.
std::span<const TangleKind> list_tangles();

/// A tangle of a kind: the same for the same arguments on every machine, as far as its sin and cos are the same.
/// Seed 0 is the textbook case; others have other angles, depths and places, are bent and rough. About so many cells go
/// across a sheet (4 to 2000; 0: the kind's default). From 12 cells on, a kind that is named after its contours has
/// these and, but for a rare tiny loop beside them, no others. The error lists the names there are.
Result<TangledScene> make_tangle(std::string_view kind, std::uint64_t seed = 0, int cells = 0);

/// Two layers of one garment, a quarter of an edge apart, the outer one pushed through the inner one in some places,
/// which the seed chooses. What else may intersect is that of the garment, or where it is folded more sharply than the
/// layers are apart.
TangledScene push_layers_through(const PolygonMesh& garment, std::uint64_t seed);

}  // namespace abut
