// abut untangle as a user meets it: what it promises of the files it writes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "abut/io.h"
#include "apps/untangle_testing.h"

namespace abut {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::contains;
using test::run;
using Untangle = test::UntangleProgram;

// All but the lines that begin with "v ".
std::string without_positions(const std::string& obj) {
  std::stringstream in(obj);
  std::string out;
  for (std::string line; std::getline(in, line);) out += line.starts_with("v ") ? "v\n" : line + "\n";
  return out;
}

TEST_F(Untangle, takes_apart_what_crosses_and_keeps_all_but_positions) {
  const std::string mesh = write_cross();
  EXPECT_EQ(run("check --quiet " + mesh).exit_code, 1);
  const auto outcome = run("untangle " + mesh + " -o " + path("out.obj"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "Before: ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "After: no intersections, proven")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "Separation: ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "Moved: ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "Stretched: ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "Written: " + path("out.obj"))) << outcome.out;
  EXPECT_EQ(run("check --quiet " + path("out.obj")).exit_code, 0);
  EXPECT_EQ(without_positions(read(path("out.obj"))), without_positions(read(mesh)));
  EXPECT_EQ(read(mesh), make_cross(6));
}

TEST_F(Untangle, an_obstacle_neither_moves_nor_is_written) {
  const std::string torso = write_torso(), garment = write_garment(), before = read(torso);
  const auto outcome = run("untangle " + garment + " --obstacle " + torso + " -o " + path("out.obj"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_EQ(run("check --quiet " + path("out.obj") + " " + torso).exit_code, 0);
  EXPECT_EQ(read(torso), before);
  // Given as an input, too, it is still an obstacle.
  fs::create_directory(path("both"));
  EXPECT_EQ(run("untangle --quiet " + garment + " " + torso + " --obstacle " + torso + " -o " + path("both")).exit_code,
            0);
  EXPECT_TRUE(fs::exists(path("both/garment.obj")));
  EXPECT_FALSE(fs::exists(path("both/torso.obj")));
}

TEST_F(Untangle, every_format_is_written_and_checked_in_its_own_precision) {
  const std::string torso = write_torso();
  for (const std::string extension : {"obj", "ply", "stl", "off", "gltf", "glb"}) {
    const std::string garment = write_garment("garment." + extension), out = path("out." + extension);
    const auto outcome = run("untangle " + garment + " --obstacle " + torso + " -o " + out + " --json -", "/dev/null");
    EXPECT_EQ(outcome.exit_code, 0) << extension;
    const json report = json::parse(outcome.out);
    EXPECT_EQ(report["intersecting_pairs"], 0);
    EXPECT_EQ(report["meshes"][0]["file"], out);
    EXPECT_EQ(run("check --quiet " + out + " " + torso).exit_code, 0) << extension;
    EXPECT_EQ(mesh_of(out).polygon_vertices, mesh_of(garment).polygon_vertices) << extension;
    const bool is_rounded = extension == "stl" || extension == "gltf" || extension == "glb";
    EXPECT_EQ(report["largest_rounding"].get<double>() > 0, is_rounded) << extension;
  }
}

// What is welded stays together, though STL gives each facet vertices of its own.
TEST_F(Untangle, seams_stay_closed) {
  const std::string torso = write_torso(), garment = write_garment("garment.stl"), out = path("out.stl");
  ASSERT_EQ(run("untangle --quiet " + garment + " --obstacle " + torso + " -o " + out).exit_code, 0);
  EXPECT_EQ(weld(mesh_of(out)).mesh.vertex_count(), weld(mesh_of(garment)).mesh.vertex_count());
}

// Far from the origin floats are a sixteenth apart, and the default thickness is less than that.
TEST_F(Untangle, coarse_numbers_are_untangled_again_or_owned_up_to) {
  for (const double scale : {1, 4, 10, 16}) {
    const std::string obj = write("far.obj", make_cross(10, scale, {1e6, 1e6, 1e6}));
    ASSERT_TRUE(write_mesh(mesh_of(obj), path("far.stl"), true));
    const auto outcome =
        run("untangle --force " + path("far.stl") + " -o " + path("out.stl") + " --json -", "/dev/null");
    const json report = json::parse(outcome.out);
    const int checked = run("check --quiet " + path("out.stl")).exit_code;
    EXPECT_EQ(outcome.exit_code, checked) << scale;
    EXPECT_EQ(report["intersecting_pairs"] == 0, checked == 0) << scale;
    EXPECT_LE(report["intersecting_pairs"], report["before"]["pairs"]) << scale;
    EXPECT_GE(report["rounds"], 1);
    EXPECT_LE(report["rounds"], 3);
  }
}

// At 65536 floats are 1/128 apart. Vertices of two sheets that rounding puts in one place are welded by whoever reads
// them, which hides the touch; faces that lose their area are overlooked by any check.
TEST_F(Untangle, rounding_that_fuses_vertices_or_flattens_faces_is_no_success) {
  int clean = 0, coarse = 0;
  for (int i = 1; i <= 12; ++i) {
    const auto share = [&](double step) { return std::fmod(i * step, 1.0); };
    const double size = 0.15 + 0.25 * share(0.618), a = share(0.755), b = share(0.570), c = share(0.414);
    const std::string in = path("far.glb"), out = path("out.glb");
    const PolygonMesh mesh = make_far_sheets(5 + i % 3, size, a, b, c);
    ASSERT_TRUE(write_mesh(mesh, in, true));
    const auto outcome = run("untangle --force " + in + " -o " + out + " --json -", "/dev/null");
    const json report = json::parse(outcome.out);
    const PolygonMesh before = mesh_of(in), after = mesh_of(out);
    const bool is_fused = weld(after).mesh.vertex_count() < weld(before).mesh.vertex_count();
    const bool is_flattened = count_flat_faces(after) > count_flat_faces(before);
    EXPECT_EQ(report["collapsed_faces"] > 0, is_flattened) << i;
    if (outcome.exit_code == 0) {
      EXPECT_FALSE(is_fused || is_flattened) << i;
      EXPECT_EQ(report["intersecting_pairs"], 0) << i;
      ++clean;
    }
    for (const json& contour : report["left"]) coarse += contour["obstruction"] == "rounding";
  }
  EXPECT_GT(clean, 0);
  EXPECT_GT(coarse, 0);
}

TEST_F(Untangle, what_is_free_stays_where_it_is_however_coarse_numbers_are) {
  int rounds = 1;
  for (int i = 1; i <= 4; ++i) {
    PolygonMesh mesh = make_far_sheets(6, 0.2 + 0.03 * i, 0.3, 0.4, 0.2 * i);
    const std::size_t tangled = mesh.vertex_count();
    for (const double height : {5.0, 5.02}) {
      add_far_sheet(mesh, 6, 1, [&](double u, double v) { return Vec3(u, v, height); });
    }
    ASSERT_TRUE(write_mesh(mesh, path("far.glb"), true));
    const auto outcome =
        run("untangle --force " + path("far.glb") + " -o " + path("out.glb") + " --json -", "/dev/null");
    rounds = std::max(rounds, json::parse(outcome.out)["rounds"].get<int>());
    const PolygonMesh before = mesh_of(path("far.glb")), after = mesh_of(path("out.glb"));
    for (std::size_t v = tangled; v < mesh.vertex_count(); ++v) EXPECT_EQ(before.positions[v], after.positions[v]);
  }
  EXPECT_GT(rounds, 1);
}

// Whichever round it was that is written.
TEST_F(Untangle, the_report_is_that_of_the_files) {
  for (int i = 1; i <= 6; ++i) {
    ASSERT_TRUE(write_mesh(make_far_sheets(5, 0.12 + 0.04 * i, 0.3, 0.4, 0.15 * i), path("far.glb"), true));
    const auto outcome =
        run("untangle --force " + path("far.glb") + " -o " + path("out.glb") + " --json -", "/dev/null");
    const json report = json::parse(outcome.out)["deformation"];
    const PolygonMesh before = mesh_of(path("far.glb")), after = mesh_of(path("out.glb"));
    double way = 0, stretch = 1;
    for (std::size_t v = 0; v < before.vertex_count(); ++v) {
      way = std::max(way, (after.positions[v] - before.positions[v]).norm());
    }
    for (std::size_t c = 0; c < before.polygon_vertices.size(); ++c) {
      const auto length = [&](const PolygonMesh& mesh) {
        const VertexId v = mesh.polygon_vertices[c], w = mesh.polygon_vertices[c % 3 == 2 ? c - 2 : c + 1];
        return (mesh.positions[v] - mesh.positions[w]).norm();
      };
      stretch = std::max(stretch, length(after) / length(before));
    }
    EXPECT_DOUBLE_EQ(report["largest_displacement"], way) << i;
    EXPECT_DOUBLE_EQ(report["largest_stretch"], stretch) << i;
  }
}

// Quads that moved may be cut into other triangles, which then intersect: no other numbers would help.
TEST_F(Untangle, numbers_that_are_kept_are_never_too_coarse) {
  const auto wave = [](double u, double v, double phase) {
    return 0.7 * std::sin(12 * u + phase) * std::cos(9 * v - 10 * u + phase);
  };
  std::string text, faces;
  for (int i = 0; i <= 10; ++i) {
    for (int j = 0; j <= 10; ++j) {
      const double u = i / 10.0, v = j / 10.0;
      text += fmt::format("v {} {} {}\n", u + 0.3 * wave(v, u, 1), v, wave(u, v, 0));
      text += fmt::format("v {} {} {}\n", u + 0.02, v + 0.3 * wave(u, v, 2), 0.1 * u + wave(v, u, 3));
      const int a = 22 * i + 2 * j + 1;
      for (const int first : {a, a + 1}) {
        if (i < 10 && j < 10) faces += fmt::format("f {} {} {} {}\n", first, first + 22, first + 24, first + 2);
      }
    }
  }
  write("quads.obj", text + faces);
  for (const int iterations : {1, 2, 4}) {
    const auto outcome = run(fmt::format("untangle --force {} -o {} --max-iterations {} --json -", path("quads.obj"),
                                         path("out.obj"), iterations),
                             "/dev/null");
    const json report = json::parse(outcome.out);
    EXPECT_EQ(report["largest_rounding"], 0);
    EXPECT_GT(report["left"].size(), 0u);
    for (const json& contour : report["left"]) EXPECT_NE(contour["obstruction"], "rounding");
  }
}

TEST_F(Untangle, the_report_says_everything) {
  const std::string mesh = write_cross();
  const auto outcome = run("untangle --quiet " + mesh + " -o " + path("out.obj") + " --json " + path("r.json"));
  EXPECT_EQ(outcome.out, "");
  const json report = json::parse(read(path("r.json")));
  EXPECT_EQ(report["format"], "abut-untangle");
  EXPECT_EQ(report["version"], 1);
  EXPECT_EQ(report["interrupted"], false);
  EXPECT_GT(report["before"]["pairs"], 0);
  EXPECT_GT(report["before"]["length"], 0);
  EXPECT_EQ(report["iterations"], report["steps"].size());
  EXPECT_EQ(report["left"].size(), 0u);
  EXPECT_EQ(report["pairs"].size(), 0u);
  EXPECT_EQ(report["nearest"]["distance"], report["separation"]);
  EXPECT_GT(report["separation"], 0);
  EXPECT_GT(report["deformation"]["largest_displacement"], 0);
  EXPECT_EQ(report["deformation"]["movable_vertices"], 98);
  EXPECT_EQ(report["resolved_by"].size(), kStrategyCount);
  EXPECT_EQ(report["meshes"][0]["obstacle"], false);
  EXPECT_EQ(report["meshes"][0]["pins"], 0);
  // A later report may replace it, and so may no other.
  EXPECT_EQ(run("untangle --quiet " + mesh + " -o " + path("2.obj") + " --json " + path("r.json")).exit_code, 0);
  expect_refused(mesh + " -o " + path("3.obj") + " --record " + path("r.json"), "is not an earlier result");
}

TEST_F(Untangle, nothing_to_untangle_gives_a_copy) {
  const std::string mesh = write("clean.obj", clean_);
  const auto outcome = run("untangle " + mesh + " -o " + path("out.obj"));
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(contains(outcome.out, "nothing to untangle")) << outcome.out;
  EXPECT_EQ(read(path("out.obj")), clean_);
}

// One iteration is not enough here.
TEST_F(Untangle, what_is_left_is_listed_with_its_place) {
  const std::string scene = "scene:alpha:2000 --max-iterations 1";
  const auto outcome = run("untangle " + scene + " -o " + path("out.obj") + " --json " + path("r.json"));
  EXPECT_EQ(outcome.exit_code, 1) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "Left, most pairs first:")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "up to the limit of 1 iteration (--max-iterations allows more)")) << outcome.out;
  EXPECT_EQ(run("check --quiet " + path("out.obj")).exit_code, 1);
  const json report = json::parse(read(path("r.json")));
  EXPECT_GT(report["intersecting_pairs"], 0);
  EXPECT_LE(report["intersecting_pairs"], report["before"]["pairs"]);
  EXPECT_EQ(report["pairs"].size(), report["intersecting_pairs"].get<std::size_t>());
  ASSERT_GT(report["left"].size(), 0u);
  std::size_t pairs = 0;
  for (const json& contour : report["left"]) {
    EXPECT_EQ(contour["box"].size(), 2u);
    EXPECT_TRUE(contour["obstruction"].is_string());
    pairs += contour["pairs"].size();
  }
  EXPECT_EQ(pairs, report["pairs"].size());
}

TEST_F(Untangle, a_thickness_is_measured_on_what_was_written) {
  const std::string mesh = write_cross();
  const auto outcome = run("untangle " + mesh + " --thickness 0.01 -o " + path("out.obj") + " --json -", "/dev/null");
  const json report = json::parse(outcome.out);
  EXPECT_EQ(report["thickness"], 0.01);
  EXPECT_EQ(report["intersecting_pairs"], 0);
  const bool is_kept = report["separation"] >= 0.01;
  EXPECT_EQ(outcome.exit_code, is_kept ? 0 : 1);
  const auto check = run("check " + path("out.obj") + " --within 0.001 --json -", "/dev/null");
  EXPECT_EQ(json::parse(check.out)["minimum_distance"], report["separation"]);
}

TEST_F(Untangle, a_thickness_in_another_unit_is_noted) {
  const std::string start = "untangle --force " + write_cross() + " -o " + path("out.obj") + " --thickness ";
  const auto thin = run(start + "0.00002");
  EXPECT_TRUE(contains(thin.out, "of an edge; is it in the right unit?")) << thin.out;
  const auto good = run(start + "0.002");
  EXPECT_TRUE(contains(good.out, "; 0.002 (0.0")) << good.out;
  EXPECT_FALSE(contains(good.out, "right unit")) << good.out;
}

TEST_F(Untangle, a_thickness_that_faces_have_no_room_for_is_refused) {
  const auto outcome = run("untangle --quiet " + write_cross() + " --thickness 1 -o " + path("out.obj"));
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.out, "the largest thickness possible")) << outcome.out;
  EXPECT_FALSE(fs::exists(path("out.obj")));
}

TEST_F(Untangle, the_same_at_any_thread_count) {
  const std::string mesh = write_cross();
  for (const std::string threads : {"1", "2", "5"}) {
    run("untangle --quiet " + mesh + " --seed 7 --threads " + threads + " -o " + path(threads + ".obj"));
  }
  EXPECT_EQ(read(path("1.obj")), read(path("2.obj")));
  EXPECT_EQ(read(path("1.obj")), read(path("5.obj")));
}

TEST_F(Untangle, a_time_limit_ends_the_work) {
  const auto outcome =
      run("untangle scene:alpha:20000 --time-limit 0.2 -o " + path("out.obj") + " --json -", "/dev/null");
  const json report = json::parse(outcome.out);
  EXPECT_EQ(outcome.exit_code, report["intersecting_pairs"] == 0 ? 0 : 1);
  EXPECT_EQ(report["time_out"], true);
  EXPECT_LE(report["intersecting_pairs"], report["before"]["pairs"]);
}

// ---------------------------------------------------------------------------------------------------------------
// Where results go

TEST_F(Untangle, several_meshes_go_to_a_folder_under_their_names) {
  const std::string torso = write_torso(), garment = write_garment("garment.ply");
  const auto outcome = run("untangle " + torso + " " + garment + " -o " + path("out"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_EQ(run("check --quiet " + path("out/torso.obj") + " " + path("out/garment.ply")).exit_code, 0);
  EXPECT_TRUE(contains(outcome.out, " of garment.ply")) << outcome.out;
  const auto some = run("untangle --force " + torso + " " + garment + " -o " + path("out") + " --rest " + torso);
  EXPECT_TRUE(contains(some.out, "note: no --rest for garment.ply, which keeps the shape it has")) << some.out;
}

TEST_F(Untangle, scenes_are_written_as_new_files) {
  const auto outcome =
      run("untangle scene:poked:4000 --obstacle torso -o " + path("out/") + " --json " + path("out/report.json"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_EQ(json::parse(read(path("out/report.json")))["intersecting_pairs"], 0);
  EXPECT_TRUE(fs::exists(path("out/garment.obj")));
  EXPECT_FALSE(fs::exists(path("out/torso.obj")));
  EXPECT_EQ(run("untangle --quiet scene:poked:4000 -o " + path("g.ply")).exit_code, 0);
  EXPECT_EQ(mesh_of(path("g.ply")).positions, mesh_of(path("out/garment.obj")).positions);
  expect_refused("scene:poked:4000 --obstacle torso -o " + path("g.stl"), "expected .obj, .ply or .off");
  expect_refused("scene:poked:4000 --obstacle tors -o " + path("g.obj"), "no such mesh among torso, garment");
}

TEST_F(Untangle, built_in_tangles_have_their_roles) {
  const auto outcome = run("untangle scene:skirts:3000:5 -o " + path("out/") + " --json " + path("out/report.json"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  const json report = json::parse(read(path("out/report.json")));
  EXPECT_GT(report["before"]["pairs"], 0);
  EXPECT_GT(report["depth"]["largest"], 0);
  EXPECT_LE(report["depth"]["mean"], report["depth"]["largest"]);
  EXPECT_GT(report["deformation"]["reach"], 0);
  EXPECT_EQ(report["most_strained"]["vertices"].size(), 2);
  EXPECT_EQ(report["settled"], true);
  EXPECT_EQ(report["thickness_kept"], true);
  EXPECT_GT(report["resolved_by"]["layers"], 0);
  EXPECT_EQ(report["meshes"][0]["name"], "underskirt");
  EXPECT_GT(report["meshes"][0]["pins"], 0);
  EXPECT_EQ(report["meshes"][2]["name"], "body");
  EXPECT_EQ(report["meshes"][2]["obstacle"], true);
  EXPECT_FALSE(fs::exists(path("out/body.obj")));
  const auto other = run("untangle scene:skirts:3000:6 -o " + path("out2/"));
  EXPECT_NE(read(path("out/underskirt.obj")), read(path("out2/underskirt.obj")));
  expect_refused("scene:skirts:3000:x -o " + path("out3/"), "'x' is not a seed");
  expect_refused("scene:skirt -o " + path("out3/"), "there is no scene 'skirt'; the scenes are alpha, ");
}

TEST_F(Untangle, nothing_is_replaced_that_was_not_to_be) {
  const std::string mesh = write_cross(), other = write("other.obj", clean_);
  expect_refused(mesh, "-o OUT");
  expect_refused(mesh + " -o ''", "a file name is missing");
  expect_refused("-o " + path("out.obj"), "no mesh given");
  expect_refused(mesh + " -o " + mesh, "inputs are never written; choose another name");
  expect_refused(mesh + " --force -o " + path("./cross.obj"), "inputs are never written; choose another name");
  expect_refused(mesh + " -o " + other, "--force");
  EXPECT_EQ(read(other), clean_);
  EXPECT_EQ(run("untangle --quiet --force " + mesh + " -o " + other).exit_code, 0);
  EXPECT_NE(read(other), clean_);
  EXPECT_EQ(read(mesh), make_cross(6));
  expect_refused(mesh + " -o " + path("no/such/folder.obj"), "folder does not exist");
  expect_refused(mesh + " -o " + path("out.ply"), "since the format (OBJ) stays");
  expect_refused(mesh + " -o " + path("out"), "for a folder write " + path("out/"));
  expect_refused(mesh + " -o " + path("x.obj") + " --record -", "give a name instead of -");
  expect_refused(mesh + " -o " + path("x.obj") + " --json " + mesh, "is read or written by something else");
  expect_refused(mesh + " -o " + path("x.obj") + " --json " + path("./x.obj"), "is read or written by something else");
  expect_refused(mesh + " -o " + path("x.obj") + " --force --rest " + other + " --record " + other, "something else");
  fs::create_symlink("/dev/null", path("nothing.obj"));
  expect_refused(mesh + " -o " + path("nothing.obj"), "read back");
  EXPECT_FALSE(fs::exists(path("x.obj")));
}

TEST_F(Untangle, a_file_that_cannot_hold_other_positions_is_refused_before_any_work) {
  const std::string start =
      "ply\nformat ascii 1.0\nelement vertex 6\nproperty int x\nproperty int y\nproperty int z\n"
      "element face 2\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n4 0 0\n0 4 0\n";
  const std::string end = "3 0 1 2\n3 3 4 5\n";
  const auto refused =
      run("untangle " + write("crossing.ply", start + "1 1 -1\n1 1 1\n-5 1 1\n" + end) + " -o " + path("out.ply"));
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(contains(refused.out, "does not fit the file's type int32")) << refused.out;
  EXPECT_FALSE(fs::exists(path("out.ply")));
  const std::string clean = write("clean.ply", start + "1 1 1\n2 1 1\n1 2 1\n" + end);
  EXPECT_EQ(run("untangle --quiet " + clean + " -o " + path("copy.ply")).exit_code, 0);
  EXPECT_EQ(read(path("copy.ply")), read(clean));
}

TEST_F(Untangle, meshes_of_one_name_are_refused_before_any_work) {
  fs::create_directory(path("a"));
  fs::create_directory(path("b"));
  const std::string first = write_cross("a/cross.obj"), second = write_cross("b/cross.obj");
  expect_refused(first + " " + second + " -o " + path("out"), "two meshes would be written there");
  EXPECT_FALSE(fs::exists(path("out")));
  const std::string file = write("file.obj", clean_);
  expect_refused(first + " " + write_torso() + " -o " + file, "is a file, expected a folder");
  expect_refused(first + " " + path("torso.obj") + " -o " + path("new.obj"),
                 "named like a mesh file, expected a folder");
  EXPECT_EQ(run("untangle --quiet " + first + " " + path("torso.obj") + " -o " + path("new.obj/")).exit_code, 0);
  expect_refused(first + " " + path("torso.obj") + " -o " + path("a"), "inputs are never written; choose another name");
}

TEST_F(Untangle, trouble_writes_nothing) {
  const std::string bad = write("bad.obj", "v 0 0 0\nf 1 2 3\n");
  expect_refused(bad + " -o " + path("out.obj") + " --json " + path("r.json"), "bad.obj:2");
  expect_refused(write_cross() + " -o " + path("out.obj") + " --thickness -1", "expected a length from 0 to");
  expect_refused(path("cross.obj") + " -o " + path("out.obj") + " --time-limit nan", "expected a time from 0 to");
  expect_refused(path("cross.obj") + " -o " + path("out.obj") + " --max-iterations none", "none");
  EXPECT_FALSE(fs::exists(path("out.obj")));
  EXPECT_FALSE(fs::exists(path("r.json")));
}

TEST_F(Untangle, no_progress_is_shown_where_nobody_looks) {
  const auto outcome = run("untangle scene:alpha:2000 -o " + path("out.obj"));
  EXPECT_EQ(outcome.out.find('\r'), std::string::npos);
  EXPECT_EQ(outcome.out.find('\033'), std::string::npos);
}

// A signal that comes after a while, as a user would send it.
TEST_F(Untangle, ctrl_c_keeps_the_best_state) {
  const std::string arguments = "untangle scene:alpha:100000 -o " + path("out.obj") + " --json " + path("r.json");
  const std::string command =
      fmt::format("timeout --signal=INT 2 {} {} > {} 2>&1", test::kProgram, arguments, path("log"));
  const int status = std::system(command.c_str());
  ASSERT_TRUE(WIFEXITED(status));
  const json report = json::parse(read(path("r.json")));
  EXPECT_EQ(report["interrupted"], true);
  EXPECT_TRUE(contains(read(path("log")), "interrupted; the best state found so far is written")) << read(path("log"));
  EXPECT_TRUE(contains(read(path("log")), "stopping; the best state found so far will be written"))
      << read(path("log"));
  EXPECT_LE(report["intersecting_pairs"], report["before"]["pairs"]);
  EXPECT_EQ(mesh_of(path("out.obj")).vertex_count(), report["meshes"][0]["vertices"].get<std::size_t>());
}

TEST_F(Untangle, help_answers) {
  const auto help = run("untangle --help");
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_TRUE(contains(help.out, "abut untangle dress.obj -o clean.obj"));
  EXPECT_TRUE(contains(help.out, "Exit code"));
  EXPECT_TRUE(contains(run("--help").out, "untangle"));
}

}  // namespace
}  // namespace abut
