// The spheres of an octree's leaves as a set.
#include <fmt/format.h>

#include "abut/sphere_set.h"
#include "cover/sphere_mending.h"
#include "cover/surface_probe.h"

namespace abut {
namespace {

constexpr std::size_t kMostSpheres = 4'000'000;

Status collect_leaves(SphereTree& tree, const SphereTree::Node& node, const RunSettings& run,
                      std::vector<Sphere>& spheres) {
  if (tree.is_leaf(node)) {
    spheres.push_back(node.sphere(tree.grid()));
    if (spheres.size() > kMostSpheres) return Error{fmt::format("a depth of {} takes too many spheres", tree.depth())};
    return success();
  }
  if (node.cell.depth == 2 && run.progress && !run.progress(spheres.size(), kMostSpheres)) return Error{"interrupted"};
  const auto opened = tree.open(node);
  if (!opened) return opened.error();
  for (int i = 0; i < 8; ++i) {
    if (!(opened->grey() >> i & 1)) continue;
    if (auto status = collect_leaves(tree, opened->child(i), run, spheres); !status) return status;
  }
  return success();
}

}  // namespace

Result<SphereSet> make_octree_spheres(const CoveredSurface& surface, int depth, const RunSettings& run) {
  MemoryTriangles store(surface.triangles);
  auto tree = SphereTree::make(store, {.depth = depth, .keep_leaf_triangles = false});
  if (!tree) return tree.error();
  SphereSet set;
  if (const Status status = collect_leaves(*tree, tree->root(), run, set.spheres); !status) return status.error();
  const int digits = find_digits(surface.triangles);
  round_spheres(set.spheres, digits);
  mend_spheres(surface.triangles, set.spheres, digits, run);
  const SurfaceProbe probe(surface, run);
  for (const Sphere& sphere : set.spheres) set.protrusion = std::max(set.protrusion, probe.measure_protrusion(sphere));
  return set;
}

}  // namespace abut
