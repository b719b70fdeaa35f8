// New files: format_mesh of every format.
#include "io/io_testing.h"

namespace abut {

TEST(Writers, obj_ply_and_off_keep_doubles_bit_equal_and_polygons_whole) {
  PolygonMesh mesh = make_two_part_mesh();
  mesh.positions = random_positions(mesh.vertex_count(), kMaxCoordinate);
  for (const MeshFormat format : {MeshFormat::obj, MeshFormat::ply, MeshFormat::off}) {
    const MeshFile again = parse(*format_mesh(mesh, format), format);
    EXPECT_TRUE(is_same_bits(again.mesh().positions, mesh.positions)) << format_name(format);
    EXPECT_EQ(again.mesh().polygon_vertices, mesh.polygon_vertices);
    EXPECT_EQ(again.mesh().polygon_starts, mesh.polygon_starts);
  }
}

TEST(Writers, stl_and_gltf_hold_triangles_of_floats) {
  const PolygonMesh mesh = make_two_part_mesh();
  for (const MeshFormat format : {MeshFormat::stl, MeshFormat::gltf, MeshFormat::glb}) {
    const MeshFile again = parse(*format_mesh(mesh, format), format);
    ASSERT_EQ(again.mesh().polygon_count(), 3u) << format_name(format);
    const auto last = again.mesh().polygon(PolygonId(2));
    EXPECT_EQ(again.mesh().positions[last[1]], Vec3(1, 1, 0.1f));
    EXPECT_EQ(again.mesh().positions[last[2]], Vec3(0, 1, 0));
  }
}

TEST(Writers, concave_polygons_are_not_folded_by_formats_that_hold_triangles) {
  PolygonMesh mesh;
  mesh.positions = {{2, 0, 0}, {0.5, 0.5, 0}, {0, 2, 0}, {0, 0, 0}};
  const VertexId arrow[] = {VertexId(0), VertexId(1), VertexId(2), VertexId(3)};
  mesh.add_polygon(arrow);
  for (const MeshFormat format : {MeshFormat::stl, MeshFormat::gltf, MeshFormat::glb}) {
    const PolygonMesh again = parse(*format_mesh(mesh, format), format).mesh();
    ASSERT_EQ(again.polygon_count(), 2u);
    for (std::size_t p = 0; p < 2; ++p) {
      const auto t = again.polygon(PolygonId(p));
      const auto at = [&](int i) -> const Vec3& { return again.positions[t[i]]; };
      EXPECT_GT((at(1) - at(0)).cross(at(2) - at(0)).z(), 0) << format_name(format);
    }
  }
}

TEST(Writers, obj_and_gltf_keep_the_names_of_parts) {
  for (const MeshFormat format : {MeshFormat::obj, MeshFormat::gltf, MeshFormat::glb})
    EXPECT_EQ(part_names(parse(*format_mesh(make_two_part_mesh(), format), format).mesh()),
              (std::vector<std::string>{"first part", "second"}));
}

TEST(Writers, names_that_a_format_cannot_hold_do_no_harm) {
  PolygonMesh mesh = make_two_part_mesh();
  mesh.parts[0].name = "a\nf 9 9 9\xff";
  EXPECT_EQ(parse(*format_mesh(mesh, MeshFormat::obj), MeshFormat::obj).mesh().parts[0].name, "a_f 9 9 9\xff");
  EXPECT_EQ(parse(*format_mesh(mesh, MeshFormat::glb), MeshFormat::glb).mesh().parts[0].name, "a\nf 9 9 9\xef\xbf\xbd");
}

TEST(Writers, coordinates_too_large_for_floats_are_refused) {
  PolygonMesh mesh = make_two_part_mesh();
  mesh.positions[4].y() = 1e39;
  for (const MeshFormat format : {MeshFormat::stl, MeshFormat::gltf, MeshFormat::glb})
    EXPECT_EQ(format_mesh(mesh, format).error().message,
              std::string(format_name(format)) + ": vertex 4: coordinate 1e+39 does not fit the file's type float32");
}

TEST(Writers, a_mesh_that_breaks_its_promises_is_not_written) {
  PolygonMesh mesh = make_two_part_mesh();
  mesh.polygon_vertices[0] = VertexId(5);
  EXPECT_EQ(format_mesh(mesh, MeshFormat::obj).error().message,
            "polygon 0: vertex index 5 found, but there are 5 vertices");
}

}  // namespace abut
