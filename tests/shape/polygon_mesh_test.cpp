#include "shape/polygon_mesh.h"

#include "io/io_testing.h"

namespace abut {
namespace {

template <class Change>
std::string find_fault_after(Change change) {
  PolygonMesh mesh = make_two_part_mesh();
  change(mesh);
  const Status status = check_polygon_mesh(mesh);
  return status ? "" : status.error().message;
}

}  // namespace

TEST(PolygonMesh, a_sound_mesh_passes) {
  EXPECT_EQ(find_fault_after([](PolygonMesh&) {}), "");
  EXPECT_EQ(find_fault_after([](PolygonMesh& mesh) { mesh = PolygonMesh(); }), "");
}

TEST(PolygonMesh, parts_may_be_left_out) {
  EXPECT_EQ(find_fault_after([](PolygonMesh& mesh) { mesh.parts.clear(); }), "");
  PolygonMesh mesh = make_two_part_mesh();
  mesh.parts.clear();
  ASSERT_EQ(list_parts(mesh).size(), 1u);
  EXPECT_EQ(list_parts(mesh)[0].polygon_count, 2u);
}

TEST(PolygonMesh, polygons_too_large_to_triangulate_soon_are_refused) {
  const auto fault = find_fault_after([](PolygonMesh& mesh) {
    mesh.positions.resize(kMaxPolygonCorners + 1, Vec3(Vec3::Zero()));
    std::vector<VertexId> polygon;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) polygon.push_back(VertexId(v));
    mesh.add_polygon(polygon);
    mesh.parts.clear();
  });
  EXPECT_EQ(fault, "polygon 2: polygon with 10001 vertices found, expected at most 10000");
}

TEST(PolygonMesh, each_broken_invariant_is_named) {
  EXPECT_EQ(find_fault_after([](auto& mesh) { mesh.positions[3].y() = NAN; }),
            "vertex 3: coordinate nan found, expected a number within 1e+100");
  EXPECT_EQ(find_fault_after([](auto& mesh) { mesh.polygon_starts = {}; }),
            "polygon_starts must begin with 0 and end with 7");
  EXPECT_EQ(find_fault_after([](auto& mesh) { mesh.polygon_starts = {0, 8, 7}; }), "polygon 1 ends before it starts");
  EXPECT_EQ(find_fault_after([](auto& mesh) {
              mesh.polygon_starts = {0, 2, 7};
            }),
            "polygon 0: polygon with 2 vertices found, expected at least 3");
  EXPECT_EQ(find_fault_after([](auto& mesh) { mesh.polygon_vertices[4] = VertexId(5); }),
            "polygon 1: vertex index 5 found, but there are 5 vertices");
  EXPECT_EQ(find_fault_after([](auto& mesh) { mesh.polygon_vertices[4] = VertexId(0); }),
            "polygon 1: polygon with vertex 0 (counted from 0) twice found");
  EXPECT_EQ(find_fault_after([](auto& mesh) { mesh.parts[1].first_polygon = 2; }),
            "part 1 starts at polygon 2, expected 1");
  EXPECT_EQ(find_fault_after([](auto& mesh) { mesh.parts.pop_back(); }), "the parts cover 1 polygons of 2");
}

}  // namespace abut
