#include <gtest/gtest.h>

#include "abut/shape.h"
#include "base/timer.h"
#include "scenes/scenes.h"
#include "support/meshes.h"

namespace abut {
namespace {

using test::make_mesh;

const std::vector<Vec3> kSquare = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 1}};

TEST(Surface, knows_edges_faces_and_their_neighbours) {
  const Surface s = make_surface(make_mesh(kSquare, {{0, 1, 2}, {0, 2, 3}}));
  EXPECT_EQ(s.vertex_count(), 5u);
  EXPECT_EQ(s.face_count(), 2u);
  ASSERT_EQ(s.edge_count(), 5u);
  EXPECT_EQ(s.boundary_edge_count(), 4u);
  EXPECT_EQ(s.boundary_loop_count(), 1u);
  EXPECT_EQ(s.boundary_loop(0).size(), 4u);
  const EdgeId diagonal = s.face_edges(FaceId(0))[2];
  EXPECT_EQ(s.edge(diagonal), (std::array{VertexId(0), VertexId(2)}));
  EXPECT_EQ(s.edge_faces(diagonal).size(), 2u);
  EXPECT_FALSE(s.is_boundary(diagonal));
  EXPECT_TRUE(s.is_boundary(VertexId(0)));
  EXPECT_EQ(s.vertex_faces(VertexId(0)).size(), 2u);
  EXPECT_TRUE(s.vertex_faces(VertexId(4)).empty());
  EXPECT_EQ(s.misoriented_edge_count(), 0u);
}

TEST(Surface, edges_of_faces_and_faces_of_edges_agree) {
  const Surface s = make_surface(make_sphere(2000));
  EXPECT_TRUE(s.is_closed());
  EXPECT_EQ(s.vertex_count() + s.face_count(), s.edge_count() + 2);
  for (std::size_t f = 0; f < s.face_count(); ++f) {
    for (int i = 0; i < 3; ++i) {
      const EdgeId e = s.face_edges(FaceId(f))[i];
      const VertexId a = s.face(FaceId(f))[i], b = s.face(FaceId(f))[(i + 1) % 3];
      ASSERT_EQ(s.edge(e), (std::array{std::min(a, b), std::max(a, b)}));
      const auto faces = s.edge_faces(e);
      ASSERT_NE(std::find(faces.begin(), faces.end(), FaceId(f)), faces.end());
    }
  }
  for (std::size_t e = 1; e < s.edge_count(); ++e) ASSERT_LT(s.edge(EdgeId(e - 1)), s.edge(EdgeId(e)));
}

TEST(Surface, counts_nonmanifold_and_misoriented_edges) {
  const Surface book = make_surface(make_mesh(kSquare, {{0, 1, 2}, {0, 2, 3}, {0, 2, 4}}));
  EXPECT_EQ(book.nonmanifold_edge_count(), 1u);
  const Surface flipped = make_surface(make_mesh(kSquare, {{0, 1, 2}, {0, 3, 2}}));
  EXPECT_EQ(flipped.misoriented_edge_count(), 1u);
}

TEST(Surface, traces_boundary_loops_by_fans_where_two_touch) {
  // Two triangles that share one vertex: two loops, not a figure eight.
  const Surface s =
      make_surface(make_mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}}, {{0, 1, 2}, {0, 3, 4}}));
  EXPECT_EQ(s.boundary_loop_count(), 2u);
  EXPECT_EQ(s.boundary_loop(0).size(), 3u);
  EXPECT_EQ(s.component_count(), 1u);
}

TEST(Surface, a_rim_is_one_loop_whatever_the_orientation_of_its_faces) {
  EXPECT_EQ(make_surface(make_mesh(kSquare, {{0, 1, 2}, {0, 3, 2}})).boundary_loop_count(), 1u);
  // A Moebius strip has a single rim, and no orientation suits all its faces.
  PolygonMesh strip;
  constexpr std::size_t n = 9;
  for (std::size_t i = 0; i < 2 * n; ++i) strip.positions.push_back(Vec3(double(i), 0, 0));
  for (std::size_t i = 0; i < n; ++i) {
    const bool is_last = i + 1 == n;
    const VertexId a(2 * i), b(2 * i + 1), c(is_last ? 0 : 2 * i + 3), d(is_last ? 1 : 2 * i + 2);
    const VertexId first[] = {a, b, c}, second[] = {a, c, d};
    strip.add_polygon(first);
    strip.add_polygon(second);
  }
  const Surface s = make_surface(strip);
  EXPECT_EQ(s.boundary_loop_count(), 1u);
  EXPECT_EQ(s.boundary_edge_count(), 2 * n);
  EXPECT_GT(s.misoriented_edge_count(), 0u);
}

TEST(Surface, rims_that_end_at_a_nonmanifold_edge_are_walked_from_end_to_end) {
  // A book of three pages: each page has a rim of two edges from one end of the spine to the other.
  const Surface book = make_surface(make_mesh(kSquare, {{0, 2, 1}, {0, 2, 3}, {2, 0, 4}}));
  std::size_t edges = 0;
  for (std::size_t i = 0; i < book.boundary_loop_count(); ++i) edges += book.boundary_loop(i).size();
  EXPECT_EQ(edges, 6u);
  EXPECT_LE(book.boundary_loop_count(), 2u);
}

TEST(Surface, traces_every_boundary_edge_once_even_where_orientation_is_broken) {
  test::Random random(5);
  for (int round = 0; round < 200; ++round) {
    PolygonMesh mesh;
    for (int i = 0; i < 12; ++i) mesh.positions.push_back(random.point());
    for (int i = 0; i < 20; ++i) {
      const VertexId t[] = {VertexId(random.integer(0, 3)), VertexId(random.integer(4, 7)),
                            VertexId(random.integer(8, 11))};
      mesh.add_polygon(t);
    }
    const Surface s = make_surface(mesh);
    std::vector<int> seen(s.edge_count(), 0);
    for (std::size_t i = 0; i < s.boundary_loop_count(); ++i) {
      for (const EdgeId e : s.boundary_loop(i)) ++seen[e];
    }
    for (std::size_t e = 0; e < s.edge_count(); ++e) ASSERT_EQ(seen[e], s.is_boundary(EdgeId(e)) ? 1 : 0);
  }
}

TEST(Surface, numbers_components_by_their_first_face) {
  const Surface s = make_surface(
      make_mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 0, 0}, {6, 0, 0}, {5, 1, 0}}, {{3, 4, 5}, {0, 1, 2}, {4, 3, 5}}));
  EXPECT_EQ(s.component_count(), 2u);
  EXPECT_EQ(s.component(FaceId(0)), 0u);
  EXPECT_EQ(s.component(FaceId(1)), 1u);
  EXPECT_EQ(s.component(FaceId(2)), 0u);
}

TEST(Surface, keeps_the_polygon_and_the_part_of_each_face) {
  PolygonMesh mesh = make_mesh(kSquare, {{0, 1, 2, 3}, {0, 1, 4}, {1, 2, 4}});
  mesh.parts = {Part{"floor", 0, 1}, Part{"nothing", 1, 0}, Part{"walls", 1, 2}};
  const Surface s = make_surface(mesh);
  ASSERT_EQ(s.face_count(), 4u);
  EXPECT_EQ(s.polygon(FaceId(1)), PolygonId(0));
  EXPECT_EQ(s.polygon(FaceId(3)), PolygonId(2));
  EXPECT_EQ(s.parts()[s.part(FaceId(1))].name, "floor");
  EXPECT_EQ(s.parts()[s.part(FaceId(2))].name, "walls");
}

TEST(Surface, a_face_that_names_a_vertex_twice_takes_part_in_no_edge) {
  const Surface s = make_surface(make_mesh(kSquare, {{0, 1, 2}, {1, 1, 2}}));
  EXPECT_EQ(s.face_count(), 2u);
  EXPECT_EQ(s.edge_count(), 3u);
  EXPECT_FALSE(s.face_edges(FaceId(1))[0].is_valid());
  EXPECT_EQ(s.boundary_edge_count(), 3u);
}

TEST(Surface, a_million_triangles_take_well_under_a_second) {
  const PolygonMesh mesh = make_sphere(1'000'000);
  const Timer timer;
  const Surface s = make_surface(mesh);
  EXPECT_EQ(s.face_count(), 1'000'000u);
  RecordProperty("milliseconds", static_cast<int>(1000 * timer.seconds()));
#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  EXPECT_LT(timer.seconds(), 1.0);
#endif
}

TEST(Weld, joins_exactly_equal_positions_and_nothing_else) {
  const double next = std::nextafter(1.0, 2.0);
  const WeldedMesh welded = weld(make_mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-0.0, 0, 0}, {1, 0, 0}, {next, 0, 0}},
                                           {{0, 1, 2}, {3, 5, 2}, {3, 4, 2}}));
  EXPECT_EQ(welded.mesh.vertex_count(), 4u);
  EXPECT_EQ(welded.vertex_of[3], welded.vertex_of[0]);
  EXPECT_EQ(welded.vertex_of[4], welded.vertex_of[1]);
  EXPECT_NE(welded.vertex_of[5], welded.vertex_of[1]);
  const auto a = welded.mesh.polygon(PolygonId(0)), c = welded.mesh.polygon(PolygonId(2));
  EXPECT_TRUE(std::equal(a.begin(), a.end(), c.begin()));
}

}  // namespace
}  // namespace abut
