// Untangling of what is broken, extreme or misleading.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/untangle.h"
#include "support/untangle_scenes.h"

namespace abut {
namespace {

using test::make_grid;
using test::ReadyScene;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

bool is_finite(const UntangleReport& report) {
  return std::all_of(report.positions.begin(), report.positions.end(), [](const std::vector<Vec3>& positions) {
    return std::all_of(positions.begin(), positions.end(), [](const Vec3& p) { return p.allFinite(); });
  });
}

void expect_error(const ReadyScene& ready, std::string_view part) {
  const auto report = untangle(ready.scene, {});
  ASSERT_FALSE(report) << part;
  EXPECT_NE(report.error().message.find(part), std::string::npos) << report.error().message;
}

std::function<Vec3(double, double)> at_height(double z) {
  return [z](double x, double y) { return Vec3(x, y, z); };
}

// The three corners of the second face are not on one line, but too near to it for a normal in doubles.
TEST(UntangleHardInput, AFaceTooThinForANormalGivesNumbers) {
  PolygonMesh mesh;
  mesh.positions = {{-0.1428571428571429, 0.85114826739152372, 0.057117403019348173},
                    {1, 0.76825332966179749, -0.37092045557553738},
                    {1, 0.20621057846867852, -0.17908084626465881},
                    {1, -0.074810797127881079, -0.083161041609219499},
                    {1.3709207145175926, -0.0031075763765848197, -0.25574031673285863},
                    {1, -1.1433752094078742, 0.28156740465245367}};
  mesh.add_polygon(std::array{VertexId(0), VertexId(2), VertexId(4)});
  mesh.add_polygon(std::array{VertexId(1), VertexId(3), VertexId(5)});
  ReadyScene ready;
  ready.add({"thin", mesh});
  const auto report = untangle(ready.scene, {});
  EXPECT_EQ(report->before.pairs, 1u);
  EXPECT_TRUE(report->is_clean());
  EXPECT_TRUE(is_finite(*report));
}

// Faces without area are not searched. When they gain one they may intersect, as those that lie in the sheet do; then
// the result is the input. Those far above do no harm.
TEST(UntangleHardInput, FacesWithoutAreaMakeNothingWorse) {
  std::size_t moved = 0;
  for (int shift = 0; shift < 6; ++shift) {
    PolygonMesh mesh = make_grid(6, at_height(0));
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    const double y = 0.1 + 0.13 * shift;
    const double z = shift % 2 == 0 ? 0 : 0.5;
    for (const double x : {0.1, 0.5, 0.9}) mesh.positions.push_back({x, y, z});
    mesh.add_polygon(std::array{VertexId(first), VertexId(first + 1), VertexId(first + 2)});
    ReadyScene ready;
    ready.add({"with a line in it", mesh});
    ready.add({"near", make_grid(5, at_height(0.004))});
    const auto report = untangle(ready.scene, {.thickness = 0.02});
    EXPECT_EQ(report->before.pairs, 0u);
    EXPECT_EQ(report->pairs_left.size(), 0u);
    EXPECT_EQ(find_intersections_brute_force(ready.bodies_after(*report)).pairs.size(), 0u);
    moved += report->deformation.moved_vertices;
  }
  EXPECT_GT(moved, 0u);
}

TEST(UntangleHardInput, WhatIsNoNumberOrTooLargeIsAnError) {
  std::vector<Vec3> broken = make_tangle("closed", 0, 8)->meshes[0].mesh.positions, huge = broken;
  broken[7].y() = kNaN;
  for (Vec3& p : huge) p *= 1e101;
  ReadyScene positions("closed", 0, 8), rest("closed", 0, 8), start("closed", 0, 8), large("closed", 0, 8), none;
  positions.scene.bodies[0].body.positions = broken;
  rest.scene.bodies[0].rest = broken;
  start.scene.bodies[0].start = broken;
  large.scene.bodies[0].body.positions = huge;
  none.scene.bodies.emplace_back();
  expect_error(positions, "position of vertex 7: (");
  expect_error(rest, "position at rest of vertex 7: (");
  expect_error(start, "position to start from of vertex 7: (");
  expect_error(large, "expected numbers within 1e+100");
  expect_error(none, "has no surface");
}

TEST(UntangleHardInput, SizesWhoseSquaresVanishAreAnError) {
  for (const double scale : {1e-90, 1e-40, 1.0, 1e40, 1e90}) {
    TangledScene tangle = *make_tangle("closed", 0, 8);
    for (SceneMesh& mesh : tangle.meshes) {
      for (Vec3& p : mesh.mesh.positions) p *= scale;
    }
    const ReadyScene ready(std::move(tangle));
    if (scale < 1e-50 || scale > 1e50) {
      expect_error(ready, "scale the scene");
    } else {
      const auto report = untangle(ready.scene, {});
      EXPECT_TRUE(report->is_clean() && is_finite(*report)) << scale;
    }
  }
}

TEST(UntangleHardInput, ARestShapeInOtherUnitsIsAnError) {
  ReadyScene ready("closed", 0, 8);
  std::vector<Vec3> rest(ready.scene.bodies[0].body.positions.begin(), ready.scene.bodies[0].body.positions.end());
  for (Vec3& p : rest) p *= 1000;
  ready.scene.bodies[0].rest = rest;
  expect_error(ready, "in other units");
  for (Vec3& p : rest) p *= 1.1e-3;
  EXPECT_TRUE(untangle(ready.scene, {}));
}

TEST(UntangleHardInput, ACleanInputStaysWhateverTheStart) {
  const PolygonMesh sheet = make_grid(6, at_height(0));
  std::vector<Vec3> start = sheet.positions;
  for (Vec3& p : start) p.z() += 0.3;
  ReadyScene ready;
  ready.add({"sheet", sheet}).start = start;
  EXPECT_EQ(untangle(ready.scene, {})->positions[0], sheet.positions);
}

// Two sheets are free, two others intersect; the start would carry one of the free ones through the other.
TEST(UntangleHardInput, WhatIsFreeStaysFreeOnTheWayToTheStart) {
  const PolygonMesh low = make_grid(6, at_height(0)), high = make_grid(7, at_height(0.05));
  std::vector<Vec3> start = low.positions;
  for (Vec3& p : start) p.z() += 0.2;
  ReadyScene ready(*make_tangle("closed", 0, 12));
  std::vector<Vec3> far(low.positions), far_high(high.positions), far_start(start);
  for (auto* positions : {&far, &far_high, &far_start}) {
    for (Vec3& p : *positions) p.x() += 10;
  }
  PolygonMesh far_low_mesh = low, far_high_mesh = high;
  far_low_mesh.positions = far;
  far_high_mesh.positions = far_high;
  ready.add({"low", far_low_mesh}).start = far_start;
  ready.add({"high", far_high_mesh});
  const auto report = untangle(ready.scene, {});
  EXPECT_GT(report->before.pairs, 0u);
  EXPECT_TRUE(report->is_clean());
  double highest = -1, lowest = 1;
  for (const Vec3& p : report->positions[2]) highest = std::max(highest, p.z());
  for (const Vec3& p : report->positions[3]) lowest = std::min(lowest, p.z());
  EXPECT_LT(highest, lowest);
}

TEST(UntangleHardInput, APinFarAwayIsNoReason) {
  ReadyScene ready("crumple", 0, 24);
  ready.scene.bodies[0].pins = {VertexId(0)};
  const auto report = untangle(ready.scene, {.max_iterations = 1});
  ASSERT_FALSE(report->is_clean());
  for (const Remainder& r : report->remainders) EXPECT_NE(r.obstruction, Obstruction::pinned);
}

TEST(UntangleHardInput, WhatTouchesEverywhereHasContoursBefore) {
  const ReadyScene ready("coplanar", 0, 8);
  const auto report = untangle(ready.scene, {});
  EXPECT_GT(report->before.pairs, 0u);
  EXPECT_GT(report->before.contours, 0u);
  EXPECT_TRUE(report->is_clean());
}

}  // namespace
}  // namespace abut
