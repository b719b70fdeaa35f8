// Layers close to each other, and their order.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/io.h"
#include "abut/untangle.h"
#include "scenes/scenes.h"
#include "support/data.h"
#include "support/untangle_scenes.h"

namespace abut {
namespace {

using test::make_grid;
using test::ReadyScene;

// Sheets much nearer to each other than their edges are long. Sheet 1 has a bump that ends between the next two.
ReadyScene make_stack(int sheets, double gap, double bump) {
  ReadyScene ready;
  for (int k = 0; k < sheets; ++k) {
    const auto place = [&](double x, double y) {
      const double from_middle = std::pow(x - 0.45, 2) + std::pow(y - 0.55, 2);
      return Vec3(x + 0.013 * k, y - 0.007 * k, gap * k + (k == 1 ? bump * std::exp(-40 * from_middle) : 0));
    };
    ready.add({"sheet", make_grid(10 + k, place)});
  }
  return ready;
}

double mean_height(const std::vector<Vec3>& positions) {
  double sum = 0;
  for (const Vec3& p : positions) sum += p.z();
  return sum / static_cast<double>(positions.size());
}

TEST(UntangleLayers, CloseStacksComeApartByLittleMoreThanTheirDepth) {
  for (const int sheets : {3, 4, 6}) {
    for (const double gap : {0.002, 0.013}) {
      const ReadyScene ready = make_stack(sheets, gap, 1.5 * gap);
      const auto report = untangle(ready.scene, {.max_iterations = 60});
      EXPECT_GT(report->before.pairs, 0u);
      EXPECT_TRUE(report->is_clean()) << sheets << " sheets, gap " << gap;
      EXPECT_LT(report->deformation.largest_displacement, 2 * gap) << sheets << " sheets, gap " << gap;
      for (int k = 1; k < sheets; ++k) {
        EXPECT_LT(mean_height(report->positions[k - 1]), mean_height(report->positions[k]));
      }
    }
  }
}

// A flat sheet has no inside; its normals say where outwards is.
TEST(UntangleLayers, FlatPiecesFollowTheirNormals) {
  const auto flat = [](double x, double y) { return Vec3(x, y, 0); };
  const auto wavy = [](double x, double y) {
    return Vec3(x + 0.01, y, 0.02 + 0.05 * std::sin(9 * x) * std::cos(8 * y));
  };
  double heights[2];
  for (const int order : {0, 1}) {
    ReadyScene ready;
    ready.add({.name = "shirt", .mesh = make_grid(16, flat), .layer = order});
    ready.add({.name = "coat", .mesh = make_grid(15, wavy), .layer = 1 - order});
    const auto report = untangle(ready.scene, {});
    ASSERT_TRUE(report->is_clean());
    EXPECT_GT(report->resolved_by[static_cast<std::size_t>(Strategy::layers)], 0u);
    heights[order] = mean_height(report->positions[1]) - mean_height(report->positions[0]);
  }
  EXPECT_GT(heights[0], 0.02);
  EXPECT_LT(heights[1], 0);
}

void expect_parted(const PolygonMesh& garment, std::string_view name) {
  for (const std::uint64_t seed : {0u, 1u, 2u}) {
    for (const bool with_layers : {true, false}) {
      TangledScene scene = push_layers_through(garment, seed);
      for (SceneMesh& mesh : scene.meshes) mesh.layer = with_layers ? mesh.layer : -1;
      const ReadyScene ready(std::move(scene));
      const double thickness = 0.01 * *find_largest_thickness(ready.scene);
      const auto report = untangle(ready.scene, {.thickness = thickness, .max_iterations = 60});
      EXPECT_GT(report->before.pairs, 0u) << name << " " << seed;
      EXPECT_TRUE(report->is_clean()) << name << " " << seed << " " << with_layers;
      EXPECT_TRUE(report->is_parted) << name << " " << seed << " " << with_layers;
      EXPECT_LT(report->deformation.mean_displacement, 0.2 * report->depth.largest) << name << " " << seed;
      EXPECT_TRUE(find_intersections(ready.bodies_after(*report)).pairs.empty());
    }
  }
}

TEST(UntangleLayers, PushedThroughEachOtherComeApart) { expect_parted(make_garment(3000, 0.002), "garment"); }

TEST(UntangleLayers, RealGarmentsPushedThroughEachOtherComeApart) {
  ABUT_NEED_DATA();
  for (const char* file : {"cloth/diffcloth/skirt3448.obj", "cloth/diffcloth/T-shirt/tshirt1900.obj",
                           "cloth/diffcloth/sock1055-2081.obj"}) {
    expect_parted(weld(read_mesh(test::data_folder() / file)->mesh()).mesh, file);
  }
}

}  // namespace
}  // namespace abut
