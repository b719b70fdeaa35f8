#include <gtest/gtest.h>

#include <optional>

#include "abut/detect.h"
#include "scenes/scenes.h"
#include "support/meshes.h"
#include "support/shapes.h"

namespace abut {
namespace {

using test::BuiltMesh;
using test::Random;

std::vector<IntersectingPair> find_brute_force(std::span<const Body> bodies) {
  return find_intersections_brute_force(bodies).pairs;
}

// Two cones that share their tips: each surrounds the common vertex, which is on neither rim.
PolygonMesh make_hourglass(int sides) {
  PolygonMesh mesh;
  mesh.positions = {Vec3::Zero()};
  for (const double z : {-1.0, 1.0}) {
    const std::size_t first = mesh.positions.size();
    for (int i = 0; i < sides; ++i) {
      mesh.positions.push_back(Vec3(std::cos(2 * M_PI * i / sides), std::sin(2 * M_PI * i / sides), z));
    }
    for (int i = 0; i < sides; ++i) {
      const VertexId corners[] = {VertexId(std::size_t{0}), VertexId(first + std::size_t(i)),
                                  VertexId(first + std::size_t((i + 1) % sides))};
      mesh.add_polygon(corners);
    }
  }
  mesh.parts = {Part{"", 0, static_cast<std::uint32_t>(mesh.polygon_count())}};
  return mesh;
}

TEST(Detector, sees_both_halves_of_an_hourglass) {
  for (const int sides : {5, 16, 24, 32, 64, 200, 300}) {
    for (const double z : {-0.3, 0.3}) {
      const BuiltMesh glass(make_hourglass(sides)),
          plate(test::make_mesh({{-2, -2, z}, {2, -2, z}, {0, 3, z}}, {{0, 1, 2}}));
      const Body bodies[] = {glass.body(), plate.body()};
      EXPECT_EQ(test::detect(bodies).pairs, find_brute_force(bodies)) << sides;
      EXPECT_EQ(test::detect(bodies).pairs.size(), std::size_t(sides)) << sides;
    }
  }
}

// Vertices anywhere become one, so that surfaces meet themselves in them.
void merge_vertices(PolygonMesh& mesh, Random& random) {
  for (int k = random.integer(1, 3); k > 0; --k) {
    const int last = static_cast<int>(mesh.vertex_count()) - 1;
    const auto a = VertexId(std::size_t(random.integer(0, last))), b = VertexId(std::size_t(random.integer(0, last)));
    const auto shares = [&](std::size_t p) {
      const auto corners = mesh.polygon(PolygonId(p));
      return std::count(corners.begin(), corners.end(), a) > 0 && std::count(corners.begin(), corners.end(), b) > 0;
    };
    bool is_possible = a != b;
    for (std::size_t p = 0; p < mesh.polygon_count(); ++p) is_possible &= !shares(p);
    if (is_possible) std::replace(mesh.polygon_vertices.begin(), mesh.polygon_vertices.end(), b, a);
  }
}

TEST(Detector, finds_all_between_bodies_that_come_and_go) {
  Random random(31);
  int searches = 0, between = 0;
  for (int round = 0; round < 250; ++round) {
    std::vector<BuiltMesh> meshes;
    std::vector<std::vector<Vec3>> positions;
    for (int i = random.integer(1, 4); i > 0; --i) {
      PolygonMesh mesh = test::make_random_shape(random, random.integer(10, 120)).mesh;
      if (random.coin()) merge_vertices(mesh, random);
      meshes.emplace_back(std::move(mesh));
      positions.push_back(meshes.back().mesh.positions);
    }
    Detector detector({static_cast<Grouping>(random.integer(0, 1)), static_cast<std::uint32_t>(random.integer(1, 9))});
    std::vector<bool> is_in(meshes.size(), true);
    for (std::size_t i = 0; i < meshes.size(); ++i) detector.add({&meshes[i].surface, positions[i]});
    for (int frame = 0; frame < 4; ++frame) {
      const auto found = detector.find_intersections({.run = {1, {}}});
      std::vector<Body> bodies;
      for (std::size_t i = 0; i < meshes.size(); ++i) bodies.push_back({&meshes[i].surface, positions[i]});
      std::vector<IntersectingPair> expected;
      for (const auto& pair : find_brute_force(bodies)) {
        if (is_in[pair.a.body] && is_in[pair.b.body]) expected.push_back(pair);
      }
      ASSERT_EQ(found.pairs, expected) << "round " << round << " frame " << frame;
      for (const auto& pair : found.pairs) between += pair.a.body != pair.b.body;
      ++searches;
      const std::size_t i = std::size_t(random.integer(0, static_cast<int>(meshes.size()) - 1));
      if (!is_in[i]) continue;
      if (random.integer(0, 5) == 0) {
        detector.remove(BodyId(i));
        is_in[i] = false;
        continue;
      }
      const Vec3 shift = random.point() * std::ldexp(1.0, random.integer(-3, 3));
      const double scale = random.coin() ? 1 : std::ldexp(1.0, random.integer(-30, 30));
      for (std::size_t v = 0; v < positions[i].size(); ++v)
        positions[i][v] = meshes[i].mesh.positions[v] * scale + shift;
      detector.move(BodyId(i), positions[i]);
    }
  }
  EXPECT_GT(searches, 900);
  EXPECT_GT(between, 1000);
}

// However far and however much a body grows or shrinks, its old frame must not stand in the way.
TEST(Detector, recovers_from_any_change_of_scale) {
  const BuiltMesh built(
      test::make_mesh({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, -1}, {1, 1, 1}, {-5, 1, 1}}, {{0, 1, 2}, {3, 4, 5}}));
  for (const double from : {1e-90, 1e-45, 1e-39, 1.0, 1e39, 1e90}) {
    for (const double to : {1e-90, 1e-45, 1e-39, 1.0, 1e39, 1e90}) {
      std::vector<Vec3> positions = built.mesh.positions, others = built.mesh.positions;
      for (Vec3& p : positions) p *= from;
      for (Vec3& p : others) p = to * (p + Vec3(0.2, 0.3, 0.1));
      Detector detector;
      const BodyId a = detector.add({&built.surface, positions});
      detector.add({&built.surface, others});
      detector.find_intersections();
      for (const double scale : {to, from, to}) {
        for (std::size_t v = 0; v < positions.size(); ++v) positions[v] = scale * built.mesh.positions[v];
        detector.move(a, positions);
        const Body bodies[] = {{&built.surface, positions}, {&built.surface, others}};
        ASSERT_EQ(detector.find_intersections().pairs, find_brute_force(bodies)) << from << " " << to << " " << scale;
      }
    }
  }
}

// Small things in the frame of something so large that they are next to nothing in it.
TEST(Detector, finds_the_tiny_beside_the_huge) {
  Random random(9);
  std::size_t pairs = 0;
  for (const int exponent : {100, 147, 148, 149, 150, 200}) {
    for (int round = 0; round < 200; ++round) {
      const double huge = std::ldexp(1.0, exponent);
      const BuiltMesh big(
          test::make_mesh({Vec3(-1, -1, -1) * huge, Vec3(1, -1, 1) * huge, Vec3(0, 1, 1) * huge}, {{0, 1, 2}})),
          p(test::make_soup(random, 6, 1, true)), q(test::make_soup(random, 6, 1, true));
      const Body bodies[] = {big.body(), p.body(), q.body()};
      const auto found = test::detect(bodies).pairs;
      ASSERT_EQ(found, find_brute_force(bodies)) << exponent << " " << round;
      pairs += found.size();
    }
  }
  EXPECT_GT(pairs, 100u);
}

TEST(Detector, does_not_compare_thousands_of_loops) {
  // Loose triangles side by side, all facing up: no patch of many is worth a proof.
  PolygonMesh mesh;
  for (int i = 0; i < 20000; ++i) {
    const Vec3 corner(i % 150, i / 150, 0);
    for (const Vec3& offset : {Vec3(0, 0, 0), Vec3(0.9, 0, 0), Vec3(0, 0.9, 0)})
      mesh.positions.push_back(corner + offset);
    const VertexId corners[] = {VertexId(mesh.positions.size() - 3), VertexId(mesh.positions.size() - 2),
                                VertexId(mesh.positions.size() - 1)};
    mesh.add_polygon(corners);
  }
  const BuiltMesh built(std::move(mesh));
  const Body body = built.body();
  const auto found = test::detect({&body, 1});
  EXPECT_TRUE(found.pairs.empty());
  EXPECT_GT(found.counts.certificates, 100u);  // of small patches; all at once would take one, and minutes
}

TEST(Detector, tells_of_every_patch_it_looks_at) {
  const BuiltMesh loop(make_alpha(1000));
  Detector detector;
  const BodyId body = detector.add(loop.body());
  std::vector<std::uint32_t> visited;
  const auto visit = [&](BodyId id, std::uint32_t node) {
    EXPECT_EQ(id, body);
    visited.push_back(node);
  };
  const auto found = detector.find_intersections({.run = {1, {}}, .on_visit = visit});
  EXPECT_EQ(found.counts, detector.find_intersections().counts);
  // A call is about one patch or two.
  EXPECT_GT(visited.size(), found.counts.calls);
  EXPECT_LT(visited.size(), 2 * found.counts.calls);
  // Whoever looks at a patch has looked at the one around it.
  std::sort(visited.begin(), visited.end());
  const auto test_visited = [&](std::uint32_t i) { return std::binary_search(visited.begin(), visited.end(), i); };
  EXPECT_TRUE(test_visited(0));
  const auto nodes = detector.tree(body).nodes();
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    for (std::uint32_t k = nodes[i].first_child; k < nodes[i].end_child(); ++k) {
      EXPECT_TRUE(test_visited(i) || !test_visited(k));
    }
  }
}

TEST(Detector, searches_within_or_between_as_asked) {
  const BuiltMesh torso(make_torso(3000)), garment(make_garment(2000, 0.0065)), loop(make_alpha(1000));
  Detector detector;
  for (const BuiltMesh* mesh : {&torso, &garment, &loop}) detector.add(mesh->body());
  const auto all = detector.find_intersections().pairs;
  const auto within = detector.find_intersections({.scope = Scope::within}).pairs;
  const auto between = detector.find_intersections({.scope = Scope::between}).pairs;
  EXPECT_EQ(within.size() + between.size(), all.size());
  EXPECT_GT(within.size(), 0u);
  EXPECT_GT(between.size(), 0u);
  for (const auto& pair : within) EXPECT_EQ(pair.a.body, pair.b.body);
  for (const auto& pair : between) EXPECT_NE(pair.a.body, pair.b.body);
}

// Stopping, cancelling and throwing, on any number of threads.
TEST(Detector, stops_at_the_first_pair_alike_on_any_number_of_threads) {
  for (const auto& mesh : {make_alpha(20000), make_spiral(20000), make_alpha(300)}) {
    const BuiltMesh built(mesh);
    std::optional<Intersections> expected;
    for (const int threads : {1, 2, 7}) {
      Detector detector;
      detector.add(built.body());
      const auto first = detector.find_intersections({.run = {threads, {}}, .stop_at_first = true});
      ASSERT_EQ(first.pairs.size(), 1u);
      EXPECT_FALSE(first.is_complete);
      if (!expected) expected = first;
      EXPECT_EQ(first.pairs, expected->pairs) << threads;
      EXPECT_EQ(first.counts, expected->counts) << threads;
      const auto all = detector.find_intersections({.run = {threads, {}}});
      EXPECT_TRUE(std::binary_search(all.pairs.begin(), all.pairs.end(), first.pairs[0]));
    }
  }
}

TEST(Detector, can_be_stopped_and_used_again) {
  const BuiltMesh built(make_alpha(20000));
  for (const int threads : {1, 2, 7}) {
    Detector detector;
    detector.add(built.body());
    const auto stopped = detector.find_intersections({.run = {threads, [](auto, auto) { return false; }}});
    EXPECT_FALSE(stopped.is_complete);
    const auto fail = [](auto, auto) -> bool { throw std::runtime_error("stop"); };
    EXPECT_THROW(detector.find_intersections({.run = {threads, fail}}), std::runtime_error);
    EXPECT_EQ(detector.find_intersections({.run = {threads, {}}}).pairs.size(), 246u);
  }
}

// Many bodies that are a single leaf each, on several threads: a race once, which ThreadSanitizer sees here.
TEST(Detector, takes_many_tiny_bodies_on_several_threads) {
  const BuiltMesh quad(test::make_flat_sheet(1));
  std::vector<std::vector<Vec3>> positions(500, quad.mesh.positions);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const double slope = i % 2 == 0 ? 0.3 : -0.3;  // so that neighbours cross
    for (Vec3& p : positions[i]) p += Vec3(0.7 * static_cast<double>(i), 0, slope * (p.x() - 0.5));
  }
  for (const int threads : {1, 4}) {
    Detector detector;
    for (const auto& p : positions) detector.add({&quad.surface, p});
    const auto found = detector.find_intersections({.run = {threads, {}}});
    std::vector<Body> bodies;
    for (const auto& p : positions) bodies.push_back({&quad.surface, p});
    EXPECT_EQ(found.pairs, find_intersections(bodies).pairs);
    EXPECT_GT(found.pairs.size(), 0u);
  }
}

}  // namespace
}  // namespace abut
