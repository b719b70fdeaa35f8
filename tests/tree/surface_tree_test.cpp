#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/parallel.h"
#include "scenes/scenes.h"
#include "support/meshes.h"
#include "support/motions.h"
#include "support/shapes.h"
#include "tree/certificate.h"
#include "tree/directions.h"

namespace abut {
namespace {

using test::BuiltMesh;
using test::Random;

SurfaceTreeSettings make_settings(Random& random) {
  return {static_cast<Grouping>(random.integer(0, 1)), static_cast<std::uint32_t>(random.integer(1, 6))};
}

// Calls check(mesh, tree) for damaged shapes of all kinds.
template <class Check>
void for_shapes(int rounds, int max_size, const Check& check) {
  Random random(7);
  for (const auto kind : test::list_shape_kinds()) {
    for (int round = 0; round < rounds; ++round) {
      PolygonMesh mesh = test::make_shape(kind, random, random.integer(3, max_size));
      if (random.coin()) test::damage(mesh, random);
      const BuiltMesh built(std::move(mesh));
      const SurfaceTree tree(built.surface, built.mesh.positions, make_settings(random));
      test::refine_all(tree);
      check(built, tree);
    }
  }
}

TEST(SurfaceTree, holds_every_face_once_in_patches_that_halve) {
  for_shapes(5, 3000, [](const BuiltMesh& built, const SurfaceTree& tree) {
    std::set<FaceId> faces;
    const auto all = tree.places(0);
    for (std::uint32_t place = all.begin; place < all.end; ++place) {
      faces.insert(tree.face(place));
      EXPECT_EQ(tree.corners(place), built.surface.face(tree.face(place)));
    }
    EXPECT_EQ(faces.size(), built.surface.face_count());
    for (std::uint32_t i = 0; i < tree.nodes().size(); ++i) {
      const SurfaceTree::Node& node = tree.node(i);
      if (node.is_leaf()) continue;
      std::uint32_t next = tree.places(i).begin;
      for (std::uint32_t child = node.first_child; child < node.end_child(); ++child) {
        EXPECT_GT(child, i);
        EXPECT_EQ(tree.places(child).begin, next);
        next = tree.places(child).end;
      }
      EXPECT_EQ(next, tree.places(i).end);
    }
  });
}

// A face looks to a direction d if the exact volume of the face and d is positive.
bool test_looks(const TrianglePoints& t, const Direction& d) {
  const double scale = 0x1p-4 * (t[1] - t[0]).norm();
  return orient3d(t[0], t[1], t[2], t[0] + scale * Vec3(d[0], d[1], d[2])) > 0;
}

TEST(SurfaceTree, knows_boxes_and_directions_that_hold) {
  std::size_t with_directions = 0, without = 0;
  for_shapes(10, 300, [&](const BuiltMesh& built, const SurfaceTree& tree) {
    for (std::uint32_t i = 0; i < tree.nodes().size(); ++i) {
      const SurfaceTree::Node& node = tree.node(i);
      ++(node.directions != 0 ? with_directions : without);
      EXPECT_EQ(node.directions & ~kAllDirections, 0u);
      for (std::uint32_t place = tree.places(i).begin; place < tree.places(i).end; ++place) {
        const TrianglePoints t = face_points(built.surface, built.mesh.positions, tree.face(place));
        const FloatBox box = make_float_box(t, tree.frame());
        for (int k = 0; k < 3; ++k) {
          // To the nearest float, not outwards: order is what counts.
          EXPECT_LE(node.lower[k], std::nextafter(box.lower[k], INFINITY));
          EXPECT_GE(node.box().upper[k], std::nextafter(box.upper[k], -INFINITY));
        }
        for (std::uint32_t rest = node.directions; rest != 0; rest &= rest - 1) {
          EXPECT_TRUE(test_looks(t, direction(std::countr_zero(rest))));
        }
      }
    }
  });
  EXPECT_GT(with_directions, 10000u);
  EXPECT_GT(without, 1000u);
}

// At the start, at the end, and in between.
TEST(SurfaceTree, swept_knows_boxes_and_directions_that_hold_all_the_time) {
  Random random(6);
  std::size_t with_directions = 0, without = 0;
  for (const auto kind : test::list_shape_kinds()) {
    const BuiltMesh built(test::make_shape(kind, random, 400));
    const auto& start = built.mesh.positions;
    const std::vector<Vec3> end = test::make_end_positions(start, random, 0.1 * make_box(start).size().maxCoeff());
    SurfaceTree tree(built.surface, start);
    BoxFrame frame = make_box_frame(make_box(start));
    frame.drift = end[0] - start[0];
    tree.sweep(start, end, frame);
    test::refine_all(tree);
    for (const double time : {0.0, 0.1, 0.37, 0.5, 0.9, 1.0}) {
      std::vector<Vec3> there;
      for (std::size_t v = 0; v < start.size(); ++v) there.push_back((1 - time) * start[v] + time * end[v]);
      const BoxFrame frame_there{frame.origin + time * frame.drift, frame.scale};
      for (std::uint32_t i = 0; i < tree.nodes().size(); ++i) {
        const SurfaceTree::Node& node = tree.node(i);
        ++(node.directions != 0 ? with_directions : without);
        for (std::uint32_t place = tree.places(i).begin; place < tree.places(i).end; ++place) {
          const TrianglePoints t = face_points(built.surface, there, tree.face(place));
          const FloatBox box = make_float_box(t, frame_there);
          for (int k = 0; k < 3; ++k) {
            ASSERT_LE(node.lower[k], box.lower[k] + 1e-6f) << kind;
            ASSERT_GE(node.box().upper[k], box.upper[k] - 1e-6f) << kind;
          }
          for (std::uint32_t rest = node.directions; rest != 0; rest &= rest - 1) {
            ASSERT_TRUE(test_looks(t, direction(std::countr_zero(rest)))) << kind;
          }
        }
      }
    }
  }
  EXPECT_GT(with_directions, 3000u);
  EXPECT_GT(without, 1000u);
}

TEST(SurfaceTree, grants_no_direction_to_what_is_nearly_flat_or_far_away) {
  // Triangles that contain a direction but for a tiny tilt: no bit may be wrong, however close.
  Random random(3);
  std::size_t granted = 0, refused = 0;
  for (int round = 0; round < 20000; ++round) {
    const double offset = random.coin() ? 0 : std::ldexp(random.uniform(-1, 1), random.integer(0, 20));
    const Vec3 a = random.point().array() + offset, u = random.point() * 0x1p-6;
    const int number = random.integer(0, 12);
    const Direction axis = direction(number);
    const Vec3 along = Vec3(axis[0], axis[1], axis[2]) * 0x1p-6;
    const Vec3 tilt = std::ldexp(1.0, -random.integer(6, 40)) * random.point();
    const BuiltMesh built(test::make_mesh({a, a + u, a + along + tilt}, {{0, 1, 2}}));
    const SurfaceTree tree(built.surface, built.mesh.positions);
    const TrianglePoints t = face_points(built.surface, built.mesh.positions, FaceId(0));
    for (std::uint32_t rest = tree.node(0).directions; rest != 0; rest &= rest - 1) {
      ASSERT_TRUE(test_looks(t, direction(std::countr_zero(rest)))) << round;
    }
    const bool is_granted = (tree.node(0).directions >> number & 1) != 0;
    granted += is_granted;
    refused += !is_granted && test_looks(t, axis);
  }
  EXPECT_GT(granted, 3000u);
  EXPECT_GT(refused, 3000u);
}

TEST(SurfaceTree, updates_to_what_a_new_tree_would_know) {
  Random random(5);
  for (const int threads : {1, 3}) {
    PolygonMesh mesh = make_alpha(150000);
    const BuiltMesh built(mesh);
    SurfaceTree moved(built.surface, built.mesh.positions, {}, {threads, {}});
    for (Vec3& p : mesh.positions) p += 0.01 * random.point();
    const BoxFrame frame = make_box_frame(make_box(mesh.positions));
    moved.update(mesh.positions, frame, {threads, {}});
    test::refine_all(moved);
    for (std::uint32_t i = 0; i < moved.nodes().size(); ++i) {
      const SurfaceTree::Node& node = moved.node(i);
      if (node.is_leaf()) continue;
      std::uint32_t common = kAllDirections;
      for (std::uint32_t child = node.first_child; child < node.end_child(); ++child) {
        common &= moved.node(child).directions;
        for (int k = 0; k < 3; ++k) {
          ASSERT_LE(node.lower[k], moved.node(child).lower[k]);
          ASSERT_GE(node.box().upper[k], moved.node(child).box().upper[k]);
        }
      }
      ASSERT_EQ(node.directions, common);
    }
  }
}

TEST(SurfaceTree, fits_what_is_asked_for_from_many_threads_at_once) {
  const BuiltMesh built(make_drape(60000));
  SurfaceTree tree(built.surface, built.mesh.positions), other(built.surface, built.mesh.positions);
  test::refine_all(other);
  const std::vector<SurfaceTree::Node> expected(other.nodes().begin(), other.nodes().end());
  for (int round = 0; round < 3; ++round) {
    parallel_for(8, 8, [&](std::size_t) { test::refine_all(tree); });
    ASSERT_EQ(std::memcmp(tree.nodes().data(), expected.data(), tree.nodes().size_bytes()), 0) << round;
    tree.update(built.mesh.positions, tree.frame());
  }
}

TEST(SurfaceTree, is_the_same_at_any_thread_count) {
  const BuiltMesh built(make_drape(60000));
  const auto make = [&](int threads) { return SurfaceTree(built.surface, built.mesh.positions, {}, {threads, {}}); };
  const SurfaceTree one = make(1), two = make(2), seven = make(7);
  for (const SurfaceTree* tree : {&one, &two, &seven}) test::refine_all(*tree);
  for (const SurfaceTree* other : {&two, &seven}) {
    ASSERT_EQ(other->nodes().size(), one.nodes().size());
    EXPECT_EQ(std::memcmp(other->nodes().data(), one.nodes().data(), one.nodes().size_bytes()), 0);
    EXPECT_EQ(other->rims().edge_count(), one.rims().edge_count());
  }
}

TEST(SurfaceTree, stays_small_and_shallow) {
  const BuiltMesh built(make_sphere(200000));
  const SurfaceTree tree(built.surface, built.mesh.positions);
  EXPECT_LT(tree.memory().total(), 130 * built.surface.face_count());  // oriented boxes included
  std::vector<std::uint32_t> depth(tree.nodes().size(), 0);
  for (std::uint32_t i = 0; i < tree.nodes().size(); ++i) {
    for (std::uint32_t child = tree.node(i).first_child; child < tree.node(i).end_child(); ++child) {
      depth[child] = depth[i] + 1;
    }
  }
  EXPECT_LE(*std::max_element(depth.begin(), depth.end()), 27u);  // half as much again as log2 of 200,000
}

TEST(SurfaceTree, holds_nothing_where_there_is_nothing) {
  const BuiltMesh built(test::make_mesh({{0, 0, 0}}, {}));
  const SurfaceTree tree(built.surface, built.mesh.positions);
  EXPECT_TRUE(tree.is_empty());
}

TEST(SurfaceTree, refuses_positions_that_do_not_fit) {
  set_contract_handler([](const char* condition, const char*, int) { throw std::logic_error(condition); });
  const BuiltMesh built(make_alpha(1000));
  SurfaceTree tree(built.surface, built.mesh.positions);
  EXPECT_THROW(tree.update(std::span(built.mesh.positions).first(3), {}), std::logic_error);
  set_contract_handler(nullptr);
}

// ---------------------------------------------------------------------------------------------------------------
// Rims

using DirectedEdge = std::pair<VertexId, VertexId>;

// The sum of the sides of the faces: what runs both ways cancels where exactly two faces meet.
std::multiset<DirectedEdge> find_boundary(const BuiltMesh& built, const SurfaceTree& tree, SurfaceTree::Places places) {
  std::multiset<DirectedEdge> boundary;
  std::map<EdgeId, std::vector<DirectedEdge>> sides;
  for (std::uint32_t place = places.begin; place < places.end; ++place) {
    const FaceId f = tree.face(place);
    for (int k = 0; k < 3; ++k) {
      sides[built.surface.face_edges(f)[k]].push_back({built.surface.face(f)[k], built.surface.face(f)[(k + 1) % 3]});
    }
  }
  for (const auto& [edge, list] : sides) {
    const bool cancels = list.size() == 2 && built.surface.edge_faces(edge).size() == 2 && list[0] != list[1];
    if (!cancels) boundary.insert(list.begin(), list.end());
  }
  return boundary;
}

TEST(Rims, are_the_boundaries_of_their_patches) {
  std::size_t patches = 0, with_several_loops = 0;
  for_shapes(5, 400, [&](const BuiltMesh& built, const SurfaceTree& tree) {
    for (std::uint32_t i = 0; i < tree.nodes().size(); ++i) {
      EXPECT_EQ(tree.rims().has_rim(i), tree.places(i).size() >= Rims::kMinFaces);
      if (!tree.rims().has_rim(i)) continue;
      const Rim rim = tree.rims().rim(i);
      std::multiset<DirectedEdge> edges;
      std::uint32_t begin = 0;
      for (const std::uint32_t end : rim.loop_ends) {
        for (std::uint32_t k = begin; k < end; ++k) {
          edges.insert({rim.vertices[k], rim.vertices[k + 1 == end ? begin : k + 1]});
        }
        begin = end;
      }
      EXPECT_EQ(begin, rim.vertices.size());
      EXPECT_EQ(edges, find_boundary(built, tree, tree.places(i)));
      for (const std::uint32_t place : rim.beyond) EXPECT_FALSE(tree.places(i).contains(place));
      for (const std::uint32_t place : rim.touching) EXPECT_FALSE(tree.places(i).contains(place));
      ++patches;
      with_several_loops += rim.loop_ends.size() > 1;
    }
  });
  EXPECT_GT(patches, 1000u);
  EXPECT_GT(with_several_loops, 50u);
}

bool test_share_vertex(const SurfaceTree& tree, std::uint32_t a, std::uint32_t b) {
  std::set<VertexId> vertices;
  for (std::uint32_t p = tree.places(a).begin; p < tree.places(a).end; ++p) {
    for (const VertexId v : tree.corners(p)) vertices.insert(v);
  }
  for (std::uint32_t p = tree.places(b).begin; p < tree.places(b).end; ++p) {
    for (const VertexId v : tree.corners(p)) {
      if (vertices.contains(v)) return true;
    }
  }
  return false;
}

TEST(Rims, tell_which_patches_touch) {
  const BuiltMesh built(make_sphere(1500));
  std::size_t adjacent = 0, overlooked = 0, apart = 0;
  for (const Grouping grouping : {Grouping::cuts, Grouping::shape_factor}) {
    const SurfaceTree tree(built.surface, built.mesh.positions, {grouping, 4});
    for (std::uint32_t a = 0; a < tree.nodes().size(); ++a) {
      for (std::uint32_t b = a + 1; b < tree.nodes().size(); ++b) {
        const auto x = tree.places(a), y = tree.places(b);
        if (!tree.rims().has_rim(a) || !tree.rims().has_rim(b) || x.contains(y.begin) || y.contains(x.begin)) continue;
        const bool truth = test_share_vertex(tree, a, b), said = test_adjacent(tree, a, b);
        EXPECT_TRUE(truth || !said);
        adjacent += truth;
        apart += !truth;
        overlooked += truth && !said;
      }
    }
  }
  EXPECT_GT(adjacent, 1000u);
  EXPECT_GT(apart, 10000u);
  EXPECT_LT(50 * overlooked, adjacent);
}

}  // namespace
}  // namespace abut
