// The collection of real meshes: the exact list of pairs lies beside each, made by another exact program.
#include <gtest/gtest.h>

#include <fstream>

#include "abut/detect.h"
#include "abut/io.h"
#include "support/data.h"
#include "support/meshes.h"

namespace abut {
namespace {

// The lists number triangles of fans from each polygon's first corner, concave or not; and count after welding.
PolygonMesh welded_fans(const PolygonMesh& mesh) {
  PolygonMesh fans;
  fans.positions = mesh.positions;
  for (std::size_t p = 0; p < mesh.polygon_count(); ++p) {
    const auto polygon = mesh.polygon(PolygonId(p));
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
      const VertexId triangle[] = {polygon[0], polygon[i], polygon[i + 1]};
      fans.add_polygon(triangle);
    }
  }
  return weld(fans).mesh;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> read_pairs(std::filesystem::path mesh) {
  std::ifstream file(mesh += ".si.txt");
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::uint32_t i, j; file >> i >> j;) pairs.emplace_back(i, j);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

TEST(KnownMeshes, our_pairs_are_exactly_the_listed_ones) {
  ABUT_NEED_DATA();
  std::size_t meshes = 0, with_pairs = 0, lists = 0, total = 0;
  for (const test::IndexRow& row : test::read_index()) {
    SCOPED_TRACE(row.path.string());
    const auto file = read_mesh(row.path);
    ASSERT_TRUE(file) << file.error().message;
    const test::BuiltMesh built(welded_fans(file->mesh()));
    EXPECT_EQ(built.surface.face_count(), row.triangles);
    EXPECT_EQ(built.surface.component_count(), row.components);
    const Body body = built.body();
    const auto found = find_intersections({&body, 1}).pairs;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ours;
    std::size_t by_shared[4] = {};
    for (const IntersectingPair& pair : found) {
      ours.emplace_back(pair.a.face, pair.b.face);
      ++by_shared[pair.shared_vertices];
    }
    const auto list = read_pairs(row.path);
    lists += !list.empty();
    // A few small rigid parts have a count in the index but no list.
    if (!list.empty()) {
      EXPECT_EQ(ours, list);
    }
    for (int k = 0; k < 4; ++k) EXPECT_EQ(by_shared[k], row.pairs[k]) << k << " shared vertices";
    ++meshes;
    with_pairs += !found.empty();
    total += found.size();
  }
  EXPECT_GT(meshes, 300u);
  EXPECT_GT(with_pairs, 50u);
  EXPECT_GT(lists, 50u);
  std::cout << meshes << " meshes, " << with_pairs << " of them intersect themselves, in " << total << " pairs; "
            << lists << " lists\n";
}

}  // namespace
}  // namespace abut
