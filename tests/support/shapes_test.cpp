#include "support/shapes.h"

#include <gtest/gtest.h>

#include <set>

#include "abut/detect.h"
#include "support/meshes.h"

namespace abut {
namespace {

using test::BuiltMesh;
using test::damage;
using test::list_shape_kinds;
using test::make_random_shape;
using test::make_shape;
using test::Random;

BuiltMesh make(std::string_view kind, int seed) {
  Random random(static_cast<std::uint64_t>(seed));
  const int size = random.integer(20, 400);
  return BuiltMesh(make_shape(kind, random, size));
}

bool test_collides(const BuiltMesh& built) {
  const Body body = built.body();
  return !find_intersections_brute_force({&body, 1}).pairs.empty();
}

// All normals within a half space: what makes a patch regular.
bool test_one_sided(const BuiltMesh& built) {
  std::vector<Vec3> normals;
  Vec3 sum = Vec3::Zero();
  for (std::size_t f = 0; f < built.surface.face_count(); ++f) {
    const TrianglePoints p = face_points(built.surface, built.mesh.positions, FaceId(f));
    normals.push_back((p[1] - p[0]).cross(p[2] - p[0]));
    sum += normals.back();
  }
  return std::ranges::all_of(normals, [&](const Vec3& n) { return n.dot(sum) > 0; });
}

bool test_faces_share_edge(const Surface& surface, FaceId f, FaceId g) {
  return std::ranges::any_of(surface.face_edges(f), [&](EdgeId e) {
    return std::ranges::find(surface.face_edges(g), e) != surface.face_edges(g).end();
  });
}

// How many parts the faces of a vertex fall into that hang together by edges.
int count_fans(const Surface& surface, VertexId v) {
  const auto faces = surface.vertex_faces(v);
  std::set<FaceId> left(faces.begin(), faces.end());
  int fans = 0;
  for (; !left.empty(); ++fans) {
    std::vector<FaceId> fan = {left.extract(left.begin()).value()};
    for (std::size_t i = 0; i < fan.size(); ++i) {
      for (const FaceId f : faces) {
        if (test_faces_share_edge(surface, fan[i], f) && left.erase(f)) fan.push_back(f);
      }
    }
  }
  return fans;
}

int count_pinched_vertices(const Surface& surface) {
  int count = 0;
  for (std::size_t v = 0; v < surface.vertex_count(); ++v) count += count_fans(surface, VertexId(v)) > 1;
  return count;
}

void expect_sound(const PolygonMesh& mesh) {
  const Status status = check_polygon_mesh(mesh);
  EXPECT_TRUE(status) << status.error().message;
  ASSERT_EQ(mesh.parts.size(), 1u);
  EXPECT_EQ(mesh.parts[0].polygon_count, mesh.polygon_count());
  EXPECT_EQ(mesh.polygon_vertices.size(), 3 * mesh.polygon_count());
  for (const Vec3& p : mesh.positions) {
    EXPECT_EQ(p, test::snap(p));
    EXPECT_LT(p.norm(), 20);
  }
}

TEST(Shapes, are_sound_and_about_as_large_as_asked_for) {
  for (const std::string_view kind : list_shape_kinds()) {
    SCOPED_TRACE(kind);
    for (int seed = 0; seed < 100; ++seed) {
      Random random(static_cast<std::uint64_t>(seed)), twin = random;
      const int size = 20 + 4 * seed;
      const PolygonMesh mesh = make_shape(kind, random, size);
      expect_sound(mesh);
      EXPECT_EQ(BuiltMesh(mesh).surface.unused_vertex_count(), 0u);
      EXPECT_GE(mesh.polygon_count(), std::size_t(size / 2));
      EXPECT_LE(mesh.polygon_count(), std::size_t(2 * size));
      EXPECT_EQ(make_shape(kind, twin, size).positions, mesh.positions);
    }
  }
}

// A regular patch proves nothing by itself: those that wind over themselves come with and without collisions.
TEST(Shapes, collide_and_do_not_collide) {
  const std::set<std::string_view> one_sided_kinds = {"spiral", "staircase", "annulus", "cone", "slit"};
  for (const std::string_view kind : list_shape_kinds()) {
    SCOPED_TRACE(kind);
    int count[2] = {}, one_sided[2] = {};
    for (int seed = 0; seed < 40; ++seed) {
      const BuiltMesh built = make(kind, seed);
      const bool collides = test_collides(built);
      ++count[collides];
      one_sided[collides] += test_one_sided(built);
    }
    if (kind == "klein") {
      EXPECT_EQ(count[false], 0) << "no Klein bottle is without a crossing";
    } else {
      EXPECT_GE(count[false], 4);
    }
    EXPECT_GE(count[true], 4);
    if (one_sided_kinds.contains(kind)) {
      EXPECT_GE(one_sided[false], 4);
      EXPECT_GE(one_sided[true], 4);
    }
  }
}

TEST(Shapes, are_of_their_kind) {
  for (int seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    EXPECT_GT(make("moebius", seed).surface.misoriented_edge_count(), 0u);
    EXPECT_EQ(make("moebius", seed).surface.boundary_loop_count(), 1u);
    EXPECT_GT(make("klein", seed).surface.misoriented_edge_count(), 0u);
    EXPECT_TRUE(make("klein", seed).surface.is_closed());
    EXPECT_TRUE(make("sphere", seed).surface.is_closed());
    EXPECT_GT(make("branched", seed).surface.nonmanifold_edge_count(), 0u);
    EXPECT_GE(make("slit", seed).surface.boundary_loop_count(), 2u);
    EXPECT_GT(make("components", seed).surface.component_count(), 1u);
    EXPECT_EQ(make("touching", seed).surface.component_count(), 1u);
    EXPECT_EQ(count_pinched_vertices(make("touching", seed).surface), 1);
    for (const char* kind : {"bent", "twisted", "folded", "crumpled", "spiral", "staircase", "annulus", "cone"}) {
      const BuiltMesh built = make(kind, seed);
      EXPECT_EQ(built.surface.nonmanifold_edge_count() + built.surface.misoriented_edge_count(), 0u);
      EXPECT_EQ(count_pinched_vertices(built.surface), 0);
    }
  }
}

// Around a branch point with all normals up, one cannot go twice and come back without passing through oneself.
TEST(Shapes, cross_where_they_must) {
  int whole = 0;
  for (int seed = 0; seed < 40; ++seed) {
    const BuiltMesh built = make("slit", seed);
    if (built.surface.boundary_loop_count() > 2) continue;
    EXPECT_TRUE(test_collides(built)) << seed;
    ++whole;
  }
  EXPECT_GT(whole, 10);
}

TEST(Shapes, have_holes) {
  int loops = 0;
  for (int seed = 0; seed < 40; ++seed) loops += static_cast<int>(make("holes", seed).surface.boundary_loop_count());
  EXPECT_GT(loops, 3 * 40);
}

TEST(Shapes, are_damaged_in_all_ways) {
  int collides = 0, fewer = 0, misoriented = 0, pinched = 0, without_area = 0;
  constexpr int rounds = 200;
  for (int seed = 0; seed < rounds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    test::Shape shape = make_random_shape(random, random.integer(20, 200));
    SCOPED_TRACE(shape.kind);
    const BuiltMesh before(shape.mesh);
    damage(shape.mesh, random);
    expect_sound(shape.mesh);
    const BuiltMesh after(shape.mesh);
    const Body body = after.body();
    const Intersections found = find_intersections_brute_force({&body, 1});
    collides += !found.pairs.empty();
    without_area += !found.faces_without_area.empty();
    fewer += after.surface.face_count() < before.surface.face_count();
    misoriented += after.surface.misoriented_edge_count() > before.surface.misoriented_edge_count();
    pinched += count_pinched_vertices(after.surface) > count_pinched_vertices(before.surface);
  }
  for (const int some : {collides, fewer, misoriented, pinched, without_area}) {
    EXPECT_GT(some, rounds / 5);
    EXPECT_LT(some, rounds - rounds / 10);
  }
}

}  // namespace
}  // namespace abut
