#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "abut/io.h"

namespace abut {
namespace {

using nlohmann::json;

// Two triangles that cross.
class UntangleReports : public testing::Test {
 protected:
  static PolygonMesh make_mesh() {
    PolygonMesh mesh;
    mesh.positions = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, -1}, {1, 1, 1}, {-5, 1, 1}};
    for (const std::size_t first : {0, 3}) {
      const VertexId triangle[] = {VertexId(first), VertexId(first + 1), VertexId(first + 2)};
      mesh.add_polygon(triangle);
    }
    return mesh;
  }

  UntangleReports() {
    written_.pairs = find_intersections({&body_, 1}).pairs;
    written_.contours = find_contours({&body_, 1}, written_.pairs);
    written_.obstructions = {Obstruction::pinned};
    written_.separation = find_minimum_distance({&body_, 1});
    report_.before = {.iteration = 0, .pairs = 1, .crossings = 2, .contours = 1, .length = 1};
    report_.steps = {report_.before};
    report_.resolved_by[2] = 5;
    report_.thickness = 0.1;
  }

  const PolygonMesh mesh_ = make_mesh();
  const Surface surface_ = make_surface(mesh_);
  const Body body_{&surface_, mesh_.positions};
  const CheckedMesh checked_{"shirt \"red\".obj", 6, body_};
  UntangleReport report_;
  UntangledState written_;
};

TEST_F(UntangleReports, say_what_is_left_and_why) {
  const UntangledMesh meshes[] = {{checked_, "out.obj", 3}};
  const json report = json::parse(format_untangle_json(meshes, report_, written_));
  EXPECT_EQ(report["format"], "abut-untangle");
  EXPECT_EQ(report["intersecting_pairs"], 1);
  EXPECT_EQ(report["separation"], 0.0);
  EXPECT_EQ(report["nearest"], nullptr);
  EXPECT_EQ(report["meshes"][0]["name"], "shirt \"red\".obj");
  EXPECT_EQ(report["meshes"][0]["file"], "out.obj");
  EXPECT_EQ(report["meshes"][0]["pins"], 3);
  EXPECT_EQ(report["left"][0]["obstruction"], "pinned");
  EXPECT_EQ(report["left"][0]["shape"], "open");
  EXPECT_EQ(report["left"][0]["pairs"], json({0}));
  EXPECT_EQ(report["pairs"][0]["face_b"], 1);
  EXPECT_EQ(report["resolved_by"]["layers"], 5);
  EXPECT_EQ(report["before"]["crossings"], 2);
  EXPECT_EQ(report["steps"].size(), 1u);
}

TEST_F(UntangleReports, tell_obstacles_and_coarse_numbers) {
  const UntangledMesh meshes[] = {{checked_, "", 0}};
  written_.obstructions = {std::nullopt};
  written_.separation.reset();
  const json report = json::parse(format_untangle_json(meshes, report_, written_));
  EXPECT_EQ(report["meshes"][0]["obstacle"], true);
  EXPECT_EQ(report["meshes"][0]["file"], nullptr);
  EXPECT_EQ(report["left"][0]["obstruction"], "rounding");
  EXPECT_EQ(report["separation"], nullptr);
}

TEST_F(UntangleReports, of_animations_have_a_row_per_frame) {
  const UntangledMesh meshes[] = {{checked_, "out", 0}};
  const std::vector<UntangledFrame> frames = {{"a1.obj", report_, written_}, {"a2.obj", report_, {}, true}};
  const json report = json::parse(format_untangle_animation_json(meshes, frames, false));
  EXPECT_EQ(report["format"], "abut-untangle-animation");
  EXPECT_EQ(report["intersecting_pairs"], 1);
  EXPECT_EQ(report["frames_with_intersections"], 1);
  EXPECT_EQ(report["complete"], false);
  EXPECT_EQ(report["frames"][0]["left"].size(), 1u);
  EXPECT_EQ(report["frames"][1]["resumed"], true);
  EXPECT_EQ(report["frames"][1]["separation"], nullptr);
}

TEST_F(UntangleReports, of_files_one_by_one_have_a_row_per_file) {
  const std::vector<UntangledFrame> files = {{"a.obj", report_, written_}, {"b.obj", report_, {}}};
  const json report = json::parse(format_untangle_batch_json(files, true));
  EXPECT_EQ(report["format"], "abut-untangle-batch");
  EXPECT_EQ(report["files_with_intersections"], 1);
  EXPECT_EQ(report["complete"], true);
  EXPECT_EQ(report["files"][0]["name"], "a.obj");
  EXPECT_EQ(report["files"][0]["intersecting_pairs"], 1);
  EXPECT_EQ(report["files"][1]["collapsed_faces"], 0);
}

}  // namespace
}  // namespace abut
