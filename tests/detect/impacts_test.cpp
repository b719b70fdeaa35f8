// Impacts of bodies that move: the same as by trying all features, whatever is culled.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "abut/detect.h"
#include "scenes/scenes.h"
#include "support/meshes.h"
#include "support/motions.h"
#include "support/shapes.h"

namespace abut {
namespace {

using test::BuiltMesh;
using test::MovingBody;
using test::Random;

// What does not depend on rounding of times.
using Key = std::pair<SurfaceFeature, SurfaceFeature>;
std::ostream& operator<<(std::ostream& out, const SurfaceFeature& feature) {
  return out << "body " << feature.body << " "
             << "vef"[static_cast<int>(feature.kind)] << feature.index;
}
std::vector<Key> list_keys(const std::vector<Impact>& impacts) {
  std::vector<Key> keys;
  for (const Impact& impact : impacts) keys.push_back({impact.a, impact.b});
  std::sort(keys.begin(), keys.end());
  return keys;
}

std::string describe_difference(const std::vector<Impact>& a, const std::vector<Impact>& b) {
  const std::vector<Key> x = list_keys(a), y = list_keys(b);
  std::vector<Key> difference;
  std::set_symmetric_difference(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(difference));
  std::ostringstream text;
  for (const Key& key : difference) text << key.first << ", " << key.second << "\n";
  return text.str();
}

void expect_same(const std::vector<Impact>& a, const std::vector<Impact>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(Key(a[i].a, a[i].b), Key(b[i].a, b[i].b));
    EXPECT_EQ(a[i].touch.time, b[i].touch.time);
    EXPECT_EQ(a[i].touch.at_start, b[i].touch.at_start);
  }
}

std::vector<Vec3> scatter(std::span<const Vec3> positions, Random& random, double size) {
  std::vector<Vec3> end;
  for (const Vec3& p : positions) end.push_back(p + size * random.point());
  return end;
}

struct Tally {
  int with_impacts = 0, without = 0, with_proofs = 0, with_both = 0;
};

TEST(Impacts, are_all_there_are_on_any_kind_of_surface) {
  Random random(41);
  std::map<std::string, Tally> tallies;
  for (const auto kind : test::list_shape_kinds()) {
    for (int round = 0; round < 24; ++round) {
      PolygonMesh mesh = test::make_shape(kind, random, random.integer(20, round % 8 == 0 ? 700 : 250));
      if (round % 4 == 0) test::damage(mesh, random);
      const BuiltMesh built(std::move(mesh));
      const std::vector<Vec3> end = test::make_end_positions(
          built.mesh.positions, random, test::find_mean_edge(built) * std::pow(10, random.uniform(-2, 0.3)));
      Detector detector(
          {static_cast<Grouping>(random.integer(0, 1)), static_cast<std::uint32_t>(random.integer(1, 8))});
      detector.sweep(detector.add(built.body()), built.mesh.positions, end);
      ImpactSettings touch;
      if (round % 3 == 2) touch.separation = test::find_mean_edge(built) * std::pow(10, random.uniform(-3, -0.5));
      const MovingBody body{&built.surface, built.mesh.positions, end};
      const auto expected = test::find_impacts_brute_force({&body, 1}, Scope::all, touch);
      for (const Culling culling : {Culling::proving, Culling::none}) {
        const Impacts found = detector.find_impacts({.run = {1, {}}, .touch = touch, .culling = culling});
        ASSERT_EQ(describe_difference(found.impacts, expected), "") << kind << " round " << round;
        expect_same(found.impacts, expected);
        EXPECT_EQ(found.intersecting_at_start, detector.find_intersections().pairs);
        if (culling == Culling::none) continue;
        Tally& tally = tallies[std::string(kind)];
        ++(expected.empty() ? tally.without : tally.with_impacts);
        tally.with_proofs += found.counts.proofs > 0;
        tally.with_both += found.counts.proofs > 0 && !expected.empty();
      }
      const auto earliest = detector.find_earliest_impact({.run = {1, {}}, .touch = touch});
      ASSERT_EQ(earliest.has_value(), !expected.empty());
      if (earliest) expect_same({*earliest}, {expected[0]});
      // Also where times are told apart as far as possible.
      ImpactSearchSettings sharp{.run = {1, {}}, .touch = touch, .check_start = false};
      sharp.touch.tolerance = 0;
      const Impacts sharp_impacts = detector.find_impacts(sharp);
      if (!sharp_impacts.impacts.empty()) {
        expect_same({*detector.find_earliest_impact(sharp)}, {sharp_impacts.impacts[0]});
      }
      EXPECT_EQ(detector.find_safe_step({.touch = touch}), expected.empty() ? 1 : expected[0].touch.time);
    }
  }
  Tally all;
  for (const auto& [kind, tally] : tallies) {
    EXPECT_GE(tally.with_impacts, 4) << kind;
    EXPECT_GE(tally.with_proofs, 4) << kind;
    all.without += tally.without;
    all.with_both += tally.with_both;
  }
  EXPECT_GE(all.without, 10);
  EXPECT_GE(all.with_both, 40);
}

TEST(Impacts, between_bodies_are_those_of_all_features) {
  Random random(42);
  int with_impacts = 0, without = 0, still = 0;
  for (int round = 0; round < 120; ++round) {
    std::vector<BuiltMesh> meshes;
    std::vector<std::vector<Vec3>> ends;
    const int count = random.integer(2, 4);
    for (int i = 0; i < count; ++i) {
      PolygonMesh mesh = random.coin() ? test::make_soup(random, 12, 0.3, round % 4 == 0)
                                       : test::make_folded_sheet(random, 5, round % 4 == 0);
      const Vec3 shift = random.grid_point(3);
      for (Vec3& p : mesh.positions) p += shift;
      meshes.emplace_back(std::move(mesh));
    }
    Detector detector;
    std::vector<MovingBody> bodies;
    ends.resize(meshes.size());
    for (std::size_t i = 0; i < meshes.size(); ++i) {
      const auto& start = meshes[i].mesh.positions;
      const BodyId id = detector.add(meshes[i].body());
      const bool stays = random.integer(0, 3) == 0;
      still += stays;
      ends[i] = stays ? start : test::make_end_positions(start, random, 0.3);
      if (!stays) detector.sweep(id, start, ends[i]);
      bodies.push_back({&meshes[i].surface, start, ends[i]});
    }
    const Scope scope = random.pick(std::array{Scope::all, Scope::between, Scope::within});
    ImpactSettings touch;
    touch.t0 = random.uniform(0, 0.5);
    touch.t1 = random.uniform(touch.t0, 1);
    if (random.coin()) touch.separation = 0.05;
    const auto expected = test::find_impacts_brute_force(bodies, scope, touch);
    const Impacts found = detector.find_impacts({.run = {2, {}}, .scope = scope, .touch = touch, .check_start = false});
    ASSERT_EQ(describe_difference(found.impacts, expected), "") << round;
    expect_same(found.impacts, expected);
    EXPECT_TRUE(found.intersecting_at_start.empty());
    ++(expected.empty() ? without : with_impacts);
  }
  EXPECT_GT(with_impacts, 40);
  EXPECT_GT(without, 5);
  EXPECT_GT(still, 30);
}

TEST(Impacts, are_the_same_on_any_number_of_threads_and_after_other_searches) {
  Random random(43);
  const BuiltMesh built(make_drape(8000));
  const auto end = scatter(built.mesh.positions, random, 0.02);
  Detector fresh;
  fresh.sweep(fresh.add(built.body()), built.mesh.positions, end);
  const Impacts expected = fresh.find_impacts({.run = {1, {}}});
  EXPECT_GT(expected.impacts.size(), 100u);
  const auto earliest = fresh.find_earliest_impact({.run = {1, {}}});
  ASSERT_TRUE(earliest);
  expect_same({*earliest}, {expected.impacts[0]});
  Detector used({}, {2, {}});
  const BodyId id = used.add(built.body());
  used.sweep(id, end, built.mesh.positions);
  used.find_candidates({.margin = 0.001});
  const Impacts backward = used.find_impacts();
  EXPECT_EQ(describe_difference(backward.impacts, expected.impacts), "");
  used.sweep(id, built.mesh.positions, end);
  for (const int threads : {1, 2, 7}) {
    const Impacts found = used.find_impacts({.run = {threads, {}}});
    expect_same(found.impacts, expected.impacts);
    EXPECT_EQ(found.counts, expected.counts);
    const auto first = used.find_earliest_impact({.run = {threads, {}}});
    ASSERT_TRUE(first);
    expect_same({*first}, {*earliest});
  }
  used.move(id, built.mesh.positions);
  EXPECT_TRUE(used.find_impacts().impacts.empty());
  EXPECT_EQ(used.find_safe_step(), 1);
}

// Going to the time of the earliest impact brings nothing through anything.
TEST(Impacts, leave_a_step_that_is_safe) {
  Random random(44);
  const BuiltMesh built(make_drape(4000));
  int shortened = 0;
  for (int round = 0; round < 10; ++round) {
    const std::vector<Vec3> start = built.mesh.positions;
    const auto end = scatter(start, random, round < 8 ? 0.02 : 0.0001);
    Detector detector;
    const BodyId id = detector.add(built.body());
    detector.sweep(id, start, end);
    const double step = detector.find_safe_step();
    std::vector<Vec3> there;
    for (std::size_t i = 0; i < start.size(); ++i) there.push_back(start[i] + step * (end[i] - start[i]));
    detector.move(id, there);
    EXPECT_TRUE(detector.find_intersections().pairs.empty()) << round << " " << step;
    shortened += step < 1;
  }
  EXPECT_GE(shortened, 4);
  EXPECT_LT(shortened, 10);
}

// A sphere that is carried along, turned and blown up cannot meet itself, and a handful of proofs shows it.
TEST(Impacts, cost_nothing_that_grows_on_a_sphere) {
  for (const std::size_t triangles : {1000, 10000, 100000}) {
    const BuiltMesh built(make_sphere(triangles));
    std::vector<Vec3> end;
    for (const Vec3& p : built.mesh.positions) {
      end.push_back(1.2 * Vec3(0.96 * p.x() - 0.28 * p.y(), 0.28 * p.x() + 0.96 * p.y(), p.z()) + Vec3(5, -3, 2));
    }
    Detector detector;
    detector.sweep(detector.add(built.body()), built.mesh.positions, end);
    const Impacts found = detector.find_impacts({.check_start = false});
    EXPECT_TRUE(found.impacts.empty());
    EXPECT_LE(found.counts.calls, 400u) << triangles;
  }
}

TEST(Impacts, at_the_start_are_told_from_others) {
  // Two sheets that cross at first and then are carried along together: they never touch, and yet intersect.
  const BuiltMesh flat(test::make_flat_sheet(3)), upright(test::make_flat_sheet(3));
  std::vector<Vec3> start, end, flat_end;
  for (const Vec3& p : upright.mesh.positions) start.push_back(Vec3(p.x() + 0.3, 1.4, p.y() - 1.3));
  for (const Vec3& p : start) end.push_back(p + Vec3(0, 0, 0.0625));
  for (const Vec3& p : flat.mesh.positions) flat_end.push_back(p + Vec3(0, 0, 0.0625));
  Detector detector;
  detector.sweep(detector.add(flat.body()), flat.mesh.positions, flat_end);
  detector.sweep(detector.add({&upright.surface, start}), start, end);
  const Impacts found = detector.find_impacts();
  EXPECT_TRUE(found.impacts.empty());
  EXPECT_FALSE(found.intersecting_at_start.empty());
  // Touching at the start is an impact at the start.
  std::vector<Vec3> above, below;
  for (const Vec3& p : flat.mesh.positions) above.push_back(p + Vec3(0.25, 0.125, 0));
  for (const Vec3& p : flat.mesh.positions) below.push_back(p + Vec3(0.25, 0.125, -1));
  Detector touching;
  touching.add(flat.body());
  touching.sweep(touching.add({&upright.surface, above}), above, below);
  const Impacts touches = touching.find_impacts();
  ASSERT_FALSE(touches.impacts.empty());
  EXPECT_TRUE(touches.impacts[0].touch.at_start);
  EXPECT_EQ(touching.find_safe_step(), 0);
}

}  // namespace
}  // namespace abut
