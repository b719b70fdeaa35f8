// A second opinion on whole meshes: CGAL's self_intersections, on random meshes and on the real collection.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Surface_mesh.h>
#include <gtest/gtest.h>

#include "abut/detect.h"
#include "abut/io.h"
#include "support/data.h"
#include "support/meshes.h"

namespace abut {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using CgalMesh = CGAL::Surface_mesh<Kernel::Point_3>;
using FacePairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
namespace pmp = CGAL::Polygon_mesh_processing;

using Triangles = std::vector<std::array<std::size_t, 3>>;

Triangles triangles_of(const Surface& surface) {
  Triangles triangles;
  for (const auto& f : surface.faces()) triangles.push_back({f[0], f[1], f[2]});
  return triangles;
}

CgalMesh to_cgal(const std::vector<Vec3>& positions, const Triangles& triangles) {
  CgalMesh mesh;
  std::vector<Kernel::Point_3> points;
  for (const Vec3& p : positions) points.emplace_back(p.x(), p.y(), p.z());
  pmp::polygon_soup_to_polygon_mesh(points, triangles, mesh);
  return mesh;
}

// CGAL names a face without area as a pair with itself; we list those apart.
FacePairs ask_cgal(const CgalMesh& mesh) {
  std::vector<std::pair<CgalMesh::Face_index, CgalMesh::Face_index>> found;
  pmp::self_intersections(mesh, std::back_inserter(found));
  FacePairs pairs;
  for (const auto& [f, g] : found) {
    const std::uint32_t a = f.idx(), b = g.idx();
    if (a != b) pairs.emplace_back(std::min(a, b), std::max(a, b));
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

FacePairs ask_abut(const test::BuiltMesh& built) {
  const Body body = built.body();
  FacePairs pairs;
  for (const IntersectingPair& pair : find_intersections({&body, 1}).pairs)
    pairs.emplace_back(pair.a.face, pair.b.face);
  return pairs;
}

// The mesh with three vertices of its own for each triangle: any mesh is manifold then, and neighbours touch.
PolygonMesh torn_apart(const test::BuiltMesh& built) {
  PolygonMesh torn;
  for (const auto& face : built.surface.faces()) {
    const std::size_t first = torn.positions.size();
    for (const VertexId v : face) torn.positions.push_back(built.mesh.positions[v]);
    const VertexId triangle[] = {VertexId(first), VertexId(first + 1), VertexId(first + 2)};
    torn.add_polygon(triangle);
  }
  return torn;
}

TEST(FindIntersections, agrees_with_cgal_on_a_thousand_soups_and_folded_sheets) {
  test::Random random(21);
  int hits = 0, misses = 0, pairs = 0;
  for (int round = 0; round < 1000; ++round) {
    const bool on_grid = random.coin();
    const test::BuiltMesh built(round % 2 ? test::make_soup(random, random.integer(2, 80), 0.3, on_grid)
                                          : test::make_folded_sheet(random, random.integer(2, 8), on_grid));
    const FacePairs ours = ask_abut(built);
    ASSERT_EQ(ours, ask_cgal(to_cgal(built.mesh.positions, triangles_of(built.surface)))) << "round " << round;
    ++(ours.empty() ? misses : hits);
    pairs += static_cast<int>(ours.size());
  }
  EXPECT_GT(hits, 200);
  EXPECT_GT(misses, 200);
  EXPECT_GT(pairs, 10000);
}

TEST(FindIntersections, agrees_with_cgal_on_the_real_meshes) {
  ABUT_NEED_DATA();
  int manifold = 0, torn = 0, with_hits = 0;
  for (const test::IndexRow& row : test::read_index()) {
    // The largest pair lists take CGAL most of the time and are compared with the lists of the collection anyway.
    if (row.pair_count() > 50000 || row.triangles > 100000) continue;
    SCOPED_TRACE(row.path.string());
    const auto file = read_mesh(row.path);
    ASSERT_TRUE(file) << file.error().message;
    const test::BuiltMesh built(weld(file->mesh()).mesh);
    const Triangles triangles = triangles_of(built.surface);
    if (pmp::is_polygon_soup_a_polygon_mesh(triangles)) {
      const FacePairs ours = ask_abut(built);
      EXPECT_EQ(ours, ask_cgal(to_cgal(built.mesh.positions, triangles)));
      with_hits += !ours.empty();
      ++manifold;
    } else if (row.triangles < 6000) {
      const test::BuiltMesh apart(torn_apart(built));
      EXPECT_EQ(ask_abut(apart), ask_cgal(to_cgal(apart.mesh.positions, triangles_of(apart.surface))));
      ++torn;
    }
  }
  EXPECT_GT(manifold, 200);
  EXPECT_GT(with_hits, 40);
  EXPECT_GT(torn, 10);
  std::cout << manifold << " manifold meshes compared, " << torn << " others torn into single triangles\n";
}

}  // namespace
}  // namespace abut
