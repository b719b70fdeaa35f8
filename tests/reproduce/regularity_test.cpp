// What the paper of 1994 promises, in counts, which are the same on every machine.
#include <gtest/gtest.h>

#include "reproduce/regularity/motions.h"
#include "reproduce/regularity/trees.h"
#include "reproduce/stage.h"
#include "scenes/scenes.h"

namespace abut::reproduce {
namespace {

FrameCost run(const PolygonMesh& mesh, const TreeKind& kind, Culling culling = Culling::proving) {
  const Model model(mesh);
  return Stage(model, kind.settings).run_frame(make_settings(culling));
}

TEST(Regularity, a_sphere_costs_the_same_at_any_size) {
  for (const std::size_t size : {1000, 10000, 100000, 400000}) {
    const FrameCost cost = run(make_sphere(size), kCuts);
    EXPECT_LE(cost.counts.calls, 300u) << size;
    EXPECT_LE(cost.counts.face_tests, 4u) << size;  // a few at corners of four patches
    EXPECT_EQ(run(make_sphere(size), kTreeOf1994).counts.face_tests, 0u) << size;
  }
}

TEST(Regularity, a_loop_costs_by_what_collides) {
  for (const std::size_t size : {1000, 10000, 100000}) {
    for (const TreeKind& kind : {kCuts, kShapeFactor, kTreeOf1994}) {
      const FrameCost cost = run(make_alpha(size), kind);
      EXPECT_GT(cost.colliding_faces, 50u);
      EXPECT_LE(cost.counts.calls, 20 * cost.colliding_faces) << size << kind.name;
      EXPECT_LE(cost.counts.face_tests, 7 * cost.colliding_faces / 2) << size << kind.name;
    }
  }
}

TEST(Regularity, without_culling_the_tree_of_1994_costs_as_in_1994) {
  const FrameCost cost = run(make_sphere(20000), kTreeOf1994, Culling::none);
  EXPECT_NEAR(static_cast<double>(cost.counts.calls) / 20000, 20, 5);
  EXPECT_NEAR(static_cast<double>(cost.counts.face_tests) / 20000, 6, 4);
}

TEST(Regularity, a_sheet_keeps_its_length_while_it_bends) {
  const Sheet sheet(2000);
  PolygonMesh mesh = sheet.make_mesh();
  const std::vector<Vec3> flat = mesh.positions;
  EXPECT_NEAR(static_cast<double>(mesh.polygon_count()), 2000, 100);
  for (const auto motion : {Sheet::Motion::rolled, Sheet::Motion::folded}) {
    sheet.move(motion, 1, mesh.positions);
    EXPECT_LT(make_box(mesh.positions).size().x(), 1.0);
    for (std::size_t p = 0; p < mesh.polygon_count(); p += 2) {
      const auto corners = mesh.polygon(PolygonId(p));  // its first side lies along the sheet
      const double before = (flat[corners[1]] - flat[corners[0]]).norm();
      EXPECT_NEAR((mesh.positions[corners[1]] - mesh.positions[corners[0]]).norm(), before, 0.05 * before);
    }
  }
}

}  // namespace
}  // namespace abut::reproduce
