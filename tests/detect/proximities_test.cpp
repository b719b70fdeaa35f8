// What is near: the same as by measuring everything, to the last bit, whatever is culled.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "abut/detect.h"
#include "scenes/scenes.h"
#include "support/meshes.h"
#include "support/proximities.h"
#include "support/shapes.h"

namespace abut {
namespace {

using test::BuiltMesh;
using test::Random;
using Kind = SurfaceFeature::Kind;

std::string describe(const Proximity& pair) {
  std::ostringstream text;
  for (const SurfaceFeature& f : {pair.a, pair.b}) {
    text << "body " << f.body << " "
         << "vef"[static_cast<int>(f.kind)] << f.index << " ";
  }
  text << pair.distance.distance << " n " << pair.distance.normal.transpose() << " a "
       << pair.distance.a_weights.transpose() << " b " << pair.distance.b_weights.transpose();
  return text.str();
}

bool test_equal(const Proximity& x, const Proximity& y) {
  const Distance &d = x.distance, &e = y.distance;
  return x.a == y.a && x.b == y.b && d.distance == e.distance && d.normal == e.normal && d.a_weights == e.a_weights &&
         d.b_weights == e.b_weights;
}

// The first place where lists differ, or nothing.
std::string describe_difference(const std::vector<Proximity>& a, const std::vector<Proximity>& b) {
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    if (i >= a.size()) return "only second: " + describe(b[i]);
    if (i >= b.size()) return "only first: " + describe(a[i]);
    if (!test_equal(a[i], b[i])) return describe(a[i]) + " and " + describe(b[i]);
  }
  return "";
}

std::vector<Proximity> list_within(const std::vector<Proximity>& pairs, double within) {
  std::vector<Proximity> near;
  for (const Proximity& pair : pairs) {
    if (pair.distance.distance <= within) near.push_back(pair);
  }
  return near;
}

// What a random test has seen: each kind of pair, and lists with and without anything.
struct Tally {
  std::map<std::pair<Kind, Kind>, int> kinds;
  int with = 0, without = 0, with_proofs = 0, with_both = 0;

  void add(const std::vector<Proximity>& pairs, const SearchCounts& counts) {
    ++(pairs.empty() ? without : with);
    with_proofs += counts.proofs > 0;
    with_both += counts.proofs > 0 && !pairs.empty();
    for (const Proximity& pair : pairs) ++kinds[std::minmax(pair.a.kind, pair.b.kind)];
  }
  void expect_all_kinds(int at_least) {
    const std::pair<Kind, Kind> all[] = {
        {Kind::vertex, Kind::vertex}, {Kind::vertex, Kind::edge}, {Kind::vertex, Kind::face}, {Kind::edge, Kind::edge}};
    for (const auto& kind : all) EXPECT_GE(kinds[kind], at_least);
    EXPECT_EQ(kinds.size(), 4u);
  }
};

TEST(Proximities, are_all_there_are_on_any_kind_of_surface) {
  Random random(51);
  Tally all;
  for (const auto kind : test::list_shape_kinds()) {
    Tally tally;
    for (int round = 0; round < 16; ++round) {
      PolygonMesh mesh = test::make_shape(kind, random, random.integer(20, round % 8 == 0 ? 500 : 200));
      if (round % 4 == 0) test::damage(mesh, random);
      const BuiltMesh built(std::move(mesh));
      const Body body = built.body();
      const double edge = test::find_mean_edge(built);
      const auto near = test::find_proximities_brute_force({&body, 1}, Scope::all, 1.5 * edge);
      Detector detector(
          {static_cast<Grouping>(random.integer(0, 1)), static_cast<std::uint32_t>(random.integer(1, 8))});
      detector.add(body);
      for (const double within :
           {0.0, edge * std::pow(10, random.uniform(-6, -1)), edge * std::pow(10, random.uniform(-1, 0)), 1.5 * edge}) {
        const auto expected = list_within(near, within);
        for (const Culling culling : {Culling::proving, Culling::none}) {
          const Proximities found = detector.find_proximities({.run = {1, {}}, .within = within, .culling = culling});
          ASSERT_EQ(describe_difference(found.pairs, expected), "") << kind << " round " << round << ", " << within;
          EXPECT_TRUE(found.is_complete);
          if (culling == Culling::proving) tally.add(expected, found.counts);
        }
      }
    }
    EXPECT_GE(tally.with, 10) << kind;
    EXPECT_GE(tally.with_proofs, 5) << kind;
    all.with_both += tally.with_both;
    all.without += tally.without;
    for (const auto& [kinds, count] : tally.kinds) all.kinds[kinds] += count;
  }
  EXPECT_GE(all.without, 20);
  EXPECT_GE(all.with_both, 40);
  all.expect_all_kinds(100);
}

// Bodies thrown together: apart, touching, through each other; on a grid much of it exactly.
struct Heap {
  std::vector<BuiltMesh> meshes;
  std::vector<Body> bodies;

  Heap(Random& random, bool on_grid, double scale, double far) {
    const int count = random.integer(2, 4);
    for (int i = 0; i < count; ++i) {
      PolygonMesh mesh =
          random.coin() ? test::make_soup(random, 8, 0.3, on_grid) : test::make_folded_sheet(random, 3, on_grid);
      const Vec3 shift = random.grid_point(3);
      for (Vec3& p : mesh.positions) p = scale * (p + shift + Vec3::Constant(far));
      meshes.emplace_back(std::move(mesh));
    }
    for (const BuiltMesh& built : meshes) bodies.push_back(built.body());
  }
};

constexpr Scope kScopes[] = {Scope::all, Scope::between, Scope::within};

TEST(Proximities, between_bodies_are_those_of_all_features) {
  Random random(52);
  Tally tally;
  int touching = 0, intersecting = 0;
  for (int round = 0; round < 150; ++round) {
    const double scale = random.pick(std::array{1e-6, 1.0, 1e6}), far = random.pick(std::array{0.0, 0.0, 1e5});
    const Heap heap(random, round % 3 == 0, scale, far);
    const Scope scope = random.pick(kScopes);
    const double within = random.pick(std::array{0.0, 1e-6, 0.01, 0.1, 1.0}) * scale;
    const auto expected = test::find_proximities_brute_force(heap.bodies, scope, within);
    const Proximities once = find_proximities(heap.bodies, {.scope = scope, .within = within});
    ASSERT_EQ(describe_difference(once.pairs, expected), "") << round;
    // The same for bodies that came from somewhere else.
    std::vector<std::vector<Vec3>> elsewhere;
    Detector detector;
    for (const Body& body : heap.bodies) {
      elsewhere.emplace_back(body.positions.begin(), body.positions.end());
      for (Vec3& p : elsewhere.back()) p = 3 * p + scale * random.point();
    }
    for (std::size_t i = 0; i < heap.bodies.size(); ++i) detector.add({heap.bodies[i].surface, elsewhere[i]});
    detector.find_proximities({.within = 0.1 * scale});
    for (std::size_t i = 0; i < heap.bodies.size(); ++i) detector.move(BodyId(i), heap.bodies[i].positions);
    const Proximities moved = detector.find_proximities({.scope = scope, .within = within});
    ASSERT_EQ(describe_difference(moved.pairs, expected), "") << round;
    tally.add(expected, once.counts);
    touching += !expected.empty() && expected[0].distance.distance == 0;
    intersecting += !find_intersections(heap.bodies).pairs.empty();
  }
  tally.expect_all_kinds(100);
  EXPECT_GE(tally.with, 50);
  EXPECT_GE(tally.without, 10);
  EXPECT_GE(touching, 10);
  EXPECT_GE(intersecting, 40);
}

TEST(Proximities, are_the_same_on_any_number_of_threads_and_after_other_searches) {
  const BuiltMesh built(make_drape(8000));
  const double within = 0.8 * test::find_mean_edge(built);
  Detector fresh;
  fresh.add(built.body());
  const Proximities expected = fresh.find_proximities({.run = {1, {}}, .within = within});
  const auto nearest = fresh.find_minimum_distance({.run = {1, {}}});
  EXPECT_GT(expected.pairs.size(), 1000u);
  ASSERT_TRUE(nearest && nearest->nearest);
  EXPECT_EQ(describe_difference({*nearest->nearest}, {expected.pairs[0]}), "");
  Detector used({}, {2, {}});
  const BodyId id = used.add(built.body());
  used.find_candidates({.margin = 0.001});
  const std::vector<Vec3> end(built.mesh.positions.size(), Vec3::Zero());
  used.sweep(id, built.mesh.positions, end);
  used.find_proximities({.within = 2 * within});
  for (const int threads : {1, 2, 7}) {
    const Proximities found = used.find_proximities({.run = {threads, {}}, .within = within});
    EXPECT_EQ(describe_difference(found.pairs, expected.pairs), "") << threads;
    EXPECT_EQ(found.counts, expected.counts) << threads;
    const auto again = used.find_minimum_distance({.run = {threads, {}}});
    ASSERT_TRUE(again && again->nearest);
    EXPECT_TRUE(test_equal(*again->nearest, *nearest->nearest)) << threads;
  }
}

// A limit that is just the distance of a pair leaves it in; the next smaller number leaves it out.
TEST(Proximities, at_the_limit_are_within_it) {
  Random random(53);
  int limits = 0;
  for (int round = 0; round < 20; ++round) {
    const Heap heap(random, round % 4 == 0, 1, 0);
    const auto near = test::find_proximities_brute_force(heap.bodies, Scope::all, 0.3);
    Detector detector;
    for (const Body& body : heap.bodies) detector.add(body);
    for (std::size_t i = 0; i < near.size(); i += 1 + near.size() / 8) {
      const double limit = near[i].distance.distance;
      for (const double within : {limit, std::nextafter(limit, 0)}) {
        const Proximities found = detector.find_proximities({.within = within});
        ASSERT_EQ(describe_difference(found.pairs, list_within(near, within)), "") << round << ", " << within;
      }
      ++limits;
    }
  }
  EXPECT_GE(limits, 80);
}

// Numbers of a proximity, as what they say about points.
TEST(Proximities, lead_from_point_to_point) {
  Random random(54);
  Tally tally;
  for (int round = 0; round < 30; ++round) {
    const Heap heap(random, false, 1, 0);
    const Proximities found = find_proximities(heap.bodies, {.within = 0.3});
    const auto find_point = [&](const SurfaceFeature& f, const Vec3& weights) {
      const Body& body = heap.bodies[f.body];
      Vec3 point = Vec3::Zero();
      if (f.kind == Kind::vertex) return Vec3(weights[0] * body.positions[f.index]);
      for (int i = 0; i < (f.kind == Kind::edge ? 2 : 3); ++i) {
        EXPECT_GT(weights[i], 0);
        point += weights[i] * body.positions[f.kind == Kind::edge ? body.surface->edge(EdgeId(f.index))[i]
                                                                  : body.surface->face(FaceId(f.index))[i]];
      }
      return point;
    };
    for (const Proximity& pair : found.pairs) {
      ASSERT_LT(pair.a, pair.b);
      const Distance& d = pair.distance;
      const Vec3 way = find_point(pair.a, d.a_weights) - find_point(pair.b, d.b_weights);
      ASSERT_LT((way - d.distance * d.normal).norm(), 1e-9) << describe(pair);
    }
    tally.add(found.pairs, found.counts);
  }
  tally.expect_all_kinds(100);
}

// Of a tetrahedron, what has no vertex in common: each corner and the face opposite to it, and opposite edges.
TEST(Proximities, leave_out_neighbours) {
  const BuiltMesh tetrahedron(test::make_mesh({{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}},
                                              {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}}));
  const Body body = tetrahedron.body();
  const Proximities all = find_proximities({&body, 1}, {.within = 10});
  Tally tally;
  tally.add(all.pairs, all.counts);
  EXPECT_EQ((tally.kinds[{Kind::vertex, Kind::face}]), 4);
  EXPECT_EQ((tally.kinds[{Kind::edge, Kind::edge}]), 3);
  EXPECT_EQ(all.pairs.size(), 7u);
  EXPECT_EQ(all.pairs[0].distance.distance, 2);  // edges
  // Two faces beside each other: far corners only see the edge between, which has a face in common with each of them.
  const BuiltMesh wings(test::make_mesh({{0, 0, 0}, {0, 1, 0}, {1, 0.5, 0.5}, {-1, 0.5, 0.5}}, {{0, 1, 2}, {1, 0, 3}}));
  const Body flat = wings.body();
  const Proximities across = find_proximities({&flat, 1}, {.within = 10});
  EXPECT_EQ(across.pairs.size(), 2u);
  for (const Proximity& pair : across.pairs) EXPECT_EQ(pair.a.kind, Kind::edge) << describe(pair);
  // Two bodies of the same shape touch everywhere, also where they would be neighbours within one.
  const Body two[] = {flat, flat};
  const Proximities touching = find_proximities(two, {.scope = Scope::between});
  EXPECT_EQ(describe_difference(touching.pairs, test::find_proximities_brute_force(two, Scope::between, 0)), "");
  EXPECT_GE(touching.pairs.size(), 4u);
}

TEST(Proximities, of_faces_that_name_a_vertex_twice_do_not_exist) {
  const std::vector<Vec3> positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0.5}, {3, 3, 3}, {0, 0, 0.1}};
  const BuiltMesh face(test::make_mesh(positions, {{0, 1, 2}, {3, 3, 4}}));
  const Body body = face.body();
  EXPECT_TRUE(find_proximities({&body, 1}, {.within = 1}).pairs.empty());
  EXPECT_FALSE(find_minimum_distance({&body, 1}));
  // Those without area do, as the segments they are.
  const BuiltMesh with_segment(test::make_mesh(positions, {{0, 1, 2}, {3, 4, 5}}));
  const Body other = with_segment.body();
  const auto expected = test::find_proximities_brute_force({&other, 1}, Scope::all, 1);
  EXPECT_FALSE(expected.empty());
  EXPECT_EQ(describe_difference(find_proximities({&other, 1}, {.within = 1}).pairs, expected), "");
}

// A distance below the height of the triangles proves a sphere clear of itself, however many there are.
TEST(Proximities, cost_nothing_that_grows_on_a_sphere) {
  for (const std::size_t triangles : {1000, 10000, 100000}) {
    const BuiltMesh built(make_sphere(triangles));
    Detector detector;
    detector.add(built.body());
    const double within = 0.1 / static_cast<double>(triangles);
    const Proximities found = detector.find_proximities({.within = within});
    EXPECT_TRUE(found.pairs.empty());
    EXPECT_LE(found.counts.calls, 400u) << triangles;
  }
}

TEST(Proximities, need_a_limit_that_is_a_length) {
  set_contract_handler([](const char* condition, const char*, int) { throw std::logic_error(condition); });
  Detector detector;
  for (const double within : {-1.0, double{NAN}, double{INFINITY}}) {
    EXPECT_THROW(detector.find_proximities({.within = within}), std::logic_error) << within;
  }
  EXPECT_TRUE(detector.find_proximities({.within = 1}).pairs.empty());
  set_contract_handler(nullptr);
}

TEST(Proximities, tell_if_they_were_stopped_early) {
  const BuiltMesh built(make_drape(8000));
  const Body body = built.body();
  const RunSettings stopped{1, [](std::uint64_t, std::uint64_t) { return false; }};
  EXPECT_FALSE(find_proximities({&body, 1}, {.run = stopped, .within = 0.1}).is_complete);
  EXPECT_FALSE(find_minimum_distance({&body, 1}, {.run = stopped}));
  EXPECT_TRUE(find_minimum_distance({&body, 1}));
}

// ---- minimum distances ----

std::vector<IntersectingPair> find_intersections_in_scope(std::span<const Body> bodies, Scope scope) {
  auto pairs = find_intersections_brute_force(bodies).pairs;
  std::erase_if(pairs, [&](const IntersectingPair& pair) {
    return scope == (pair.a.body == pair.b.body ? Scope::between : Scope::within);
  });
  return pairs;
}

struct DistanceTally {
  int apart = 0, intersecting = 0, nothing = 0;
};

void expect_minimum(std::span<const Body> bodies, Scope scope, const std::optional<MinimumDistance>& found,
                    DistanceTally& tally) {
  const auto crossing = find_intersections_in_scope(bodies, scope);
  const auto near = test::find_proximities_brute_force(bodies, scope, INFINITY);
  if (!crossing.empty()) {
    ASSERT_TRUE(found && found->intersection);
    EXPECT_EQ(found->distance, 0);
    EXPECT_FALSE(found->nearest);
    EXPECT_TRUE(std::binary_search(crossing.begin(), crossing.end(), *found->intersection));
    ++tally.intersecting;
  } else if (near.empty()) {
    EXPECT_FALSE(found);
    ++tally.nothing;
  } else {
    ASSERT_TRUE(found && found->nearest);
    EXPECT_FALSE(found->intersection);
    EXPECT_EQ(found->distance, near[0].distance.distance);
    EXPECT_EQ(describe_difference({*found->nearest}, {near[0]}), "");
    ++tally.apart;
  }
}

TEST(MinimumDistance, of_any_kind_of_surface_is_the_least_of_all) {
  Random random(55);
  DistanceTally tally;
  for (const auto kind : test::list_shape_kinds()) {
    for (int round = 0; round < 10; ++round) {
      PolygonMesh mesh = test::make_shape(kind, random, random.integer(20, 120));
      if (round % 4 == 0) test::damage(mesh, random);
      const BuiltMesh built(std::move(mesh));
      const Body body = built.body();
      Detector detector(
          {static_cast<Grouping>(random.integer(0, 1)), static_cast<std::uint32_t>(random.integer(1, 8))});
      detector.add(body);
      detector.find_candidates({.margin = 0.5});
      expect_minimum({&body, 1}, Scope::all, detector.find_minimum_distance(), tally);
      EXPECT_FALSE(detector.find_minimum_distance({.scope = Scope::between}));
    }
  }
  EXPECT_GE(tally.apart, 20);
  EXPECT_GE(tally.intersecting, 20);
}

TEST(MinimumDistance, between_bodies_is_the_least_of_all) {
  Random random(56);
  DistanceTally tally;
  for (int round = 0; round < 120; ++round) {
    const double scale = random.pick(std::array{1e-6, 1.0, 1e6}), far = random.pick(std::array{0.0, 0.0, 1e5});
    Heap heap(random, round % 3 == 0, scale, far);
    // Half of them well apart, some very far.
    std::vector<std::vector<Vec3>> positions;
    const double spread = random.pick(std::array{0.0, 0.0, 8.0, 1e4}) * scale;
    for (std::size_t i = 0; i < heap.bodies.size(); ++i) {
      const Vec3 shift = spread * static_cast<double>(i) * random.point(0.5, 1);
      auto& there = positions.emplace_back();
      for (const Vec3& p : heap.bodies[i].positions) there.push_back(p + shift);
    }
    for (std::size_t i = 0; i < heap.bodies.size(); ++i) heap.bodies[i].positions = positions[i];
    const Scope scope = random.pick(kScopes);
    expect_minimum(heap.bodies, scope, find_minimum_distance(heap.bodies, {.run = {2, {}}, .scope = scope}), tally);
  }
  EXPECT_GE(tally.apart, 30);
  EXPECT_GE(tally.intersecting, 30);
}

TEST(MinimumDistance, of_bodies_within_each_other_is_that_of_their_surfaces) {
  const BuiltMesh outer(make_sphere(300));
  const Box3 box = make_box(outer.mesh.positions);
  std::vector<Vec3> inner;
  for (const Vec3& p : outer.mesh.positions)
    inner.push_back(box.center() + 0.5 * (p - box.center()) + Vec3(0.1, 0.2, 0));
  const Body bodies[] = {outer.body(), {&outer.surface, inner}};
  DistanceTally tally;
  for (const Scope scope : kScopes)
    expect_minimum(bodies, scope, find_minimum_distance(bodies, {.scope = scope}), tally);
  EXPECT_EQ(tally.apart, 3);
  EXPECT_GT(find_minimum_distance(bodies, {.scope = Scope::between})->distance, 0.1);
}

TEST(MinimumDistance, needs_something_to_measure) {
  const BuiltMesh face(test::make_mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}));
  const Body one = face.body();
  EXPECT_FALSE(find_minimum_distance({}));
  EXPECT_FALSE(find_minimum_distance({&one, 1}));
  const std::vector<Vec3> above = {{0, 0, 2}, {1, 0, 2}, {0, 1, 2}};
  const Body two[] = {one, {&face.surface, above}};
  EXPECT_FALSE(find_minimum_distance(two, {.scope = Scope::within}));
  ASSERT_TRUE(find_minimum_distance(two));
  EXPECT_EQ(find_minimum_distance(two)->distance, 2);
  const Body same[] = {one, one};
  EXPECT_TRUE(find_minimum_distance(same)->intersection);
}

}  // namespace
}  // namespace abut
