// What is refused, with one sentence that names the body and the place.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/cloths.h"

namespace abut {
namespace {

using test::BuiltMesh;
using test::make_cloth;
using test::make_plain_settings;
using test::make_simulation;
using test::make_square;
using test::Sound;

constexpr double kInfinity = std::numeric_limits<double>::infinity(), kNone = std::numeric_limits<double>::quiet_NaN();

std::string find_error(const SimulationScene& scene, const SimulationSettings& settings = {}) {
  const auto made = Simulation::make(scene, settings);
  return made ? "" : made.error().message;
}

std::string find_error_after(const std::function<void(Sound&)>& change) {
  Sound sound;
  change(sound);
  return find_error(sound.scene);
}

TEST(BadScene, a_sound_one_passes) { EXPECT_EQ(find_error(Sound().scene), ""); }

TEST(BadScene, no_cloth) {
  Sound sound;
  sound.scene.cloths.clear();
  EXPECT_EQ(find_error(sound.scene), "there is no cloth to simulate");
}

TEST(BadScene, cloth_without_faces) {
  Sound sound;
  sound.shirt().surface = nullptr;
  EXPECT_EQ(find_error(sound.scene), "cloth 'shirt': it has no faces");
  const Surface empty = make_surface(PolygonMesh{});
  sound.shirt().surface = &empty;
  EXPECT_EQ(find_error(sound.scene), "cloth 'shirt': it has no faces");
}

TEST(BadScene, positions_and_velocities_that_do_not_fit_or_are_not_finite) {
  EXPECT_EQ(find_error_after([](Sound& s) { s.shirt().positions.pop_back(); }),
            "cloth 'shirt': 15 positions found, expected 16");
  EXPECT_EQ(find_error_after([](Sound& s) { s.shirt().velocities.resize(3, Vec3::Zero()); }),
            "cloth 'shirt': 3 velocities found, expected 16");
  for (const double wrong : {kNone, kInfinity, -kInfinity, 1e101}) {
    EXPECT_TRUE(test::test_part(find_error_after([&](Sound& s) { s.shirt().positions[5].y() = wrong; }),
                                "cloth 'shirt': positions of vertex 5 are 0.3"));
    EXPECT_TRUE(test::test_part(find_error_after([&](Sound& s) { s.body().positions[2].x() = wrong; }),
                                "obstacle 'body': positions of vertex 2 are "));
    EXPECT_TRUE(test::test_part(find_error_after([&](Sound& s) {
                                  s.shirt().velocities.resize(16, Vec3::Zero());
                                  s.shirt().velocities[7].z() = wrong;
                                }),
                                "cloth 'shirt': velocities of vertex 7 are 0, 0, "));
    EXPECT_TRUE(test::test_part(find_error_after([&](Sound& s) {
                                  s.body().placement = [&](double, std::span<Vec3> points) { points[3].x() = wrong; };
                                }),
                                "obstacle 'body': positions of vertex 3 are "));
  }
}

TEST(BadScene, faces_that_name_a_vertex_twice_or_are_there_twice) {
  Sound sound;
  PolygonMesh mesh = make_square(3, 1);
  mesh.add_polygon(std::array{VertexId(0), VertexId(1), VertexId(0)});
  mesh.parts.clear();
  const BuiltMesh folded(mesh);
  sound.scene.cloths[0] = make_cloth(folded, {}, "shirt");
  EXPECT_EQ(find_error(sound.scene), "cloth 'shirt': face 18 names a vertex twice");

  mesh = make_square(3, 1);
  const auto first = mesh.polygon(PolygonId(2));
  const std::array again = {first[2], first[0], first[1]};
  mesh.add_polygon(again);
  mesh.parts.clear();
  const BuiltMesh doubled(mesh);
  sound.scene.cloths[0] = make_cloth(doubled, {}, "shirt");
  EXPECT_EQ(find_error(sound.scene),
            "cloth 'shirt': faces 2 and 18 (polygons 2 and 18) have the same corners; remove one of them, or, if they "
            "are layers that lie on each other, do not weld their vertices");
}

TEST(BadScene, shapes_at_rest_that_do_not_fit_or_have_no_area) {
  EXPECT_EQ(find_error_after([](Sound& s) { s.shirt().rest.faces.pop_back(); }),
            "cloth 'shirt': the shape at rest has 17 faces and 33 edges, expected 18 and 33");
  EXPECT_EQ(find_error_after([](Sound& s) { s.shirt().rest.bends.push_back(0); }),
            "cloth 'shirt': the shape at rest has 18 faces and 34 edges, expected 18 and 33");
  EXPECT_EQ(find_error_after([](Sound& s) { s.shirt().rest.faces[4][1].x() = kNone; }),
            "cloth 'shirt': face 4 has no finite shape at rest");
  EXPECT_EQ(find_error_after([](Sound& s) {
              s.shirt().rest.faces[4] = {Vec2(0, 0), Vec2(1, 1), Vec2(2, 2)};
            }),
            "cloth 'shirt': face 4 (polygon 4) has no area at rest; remove it or merge its corners");
  EXPECT_EQ(find_error_after([](Sound& s) { s.shirt().rest.bends[9] = kInfinity; }),
            "cloth 'shirt': edge 9 has no finite angle at rest");
}

TEST(BadScene, vertices_that_are_attached_but_not_there) {
  EXPECT_EQ(find_error_after([](Sound& s) {
              s.shirt().attachments.push_back({{VertexId(3), VertexId(16)}});
            }),
            "cloth 'shirt': vertex 16 is attached, but there are only 16");
}

TEST(BadScene, faces_on_a_line_have_no_shape_at_rest) {
  for (int n = 1; n <= 20; ++n) {
    const BuiltMesh line(test::make_mesh({{1.0 * n, 0, 0}, {2.0 * n, 0, 0}, {3.0 * n, 0, 0}}, {{0, 1, 2}}));
    const RestShape rest = make_rest_shape(line.surface, line.mesh.positions);
    for (const Vec2& corner : rest.faces[0]) EXPECT_EQ(corner, Vec2(0, 0));
  }
}

TEST(BadScene, obstacles_and_ground) {
  EXPECT_EQ(find_error_after([](Sound& s) { s.body().surface = nullptr; }), "obstacle 'body': it has no surface");
  EXPECT_TRUE(test::test_part(find_error_after([](Sound& s) { s.body().positions.clear(); }),
                              "obstacle 'body': 0 positions found, expected "));
  for (const double wrong : {-0.1, kNone, kInfinity}) {
    EXPECT_TRUE(test::test_part(find_error_after([&](Sound& s) { s.body().friction = wrong; }),
                                "obstacle 'body': friction is "));
    EXPECT_TRUE(test::test_part(find_error_after([&](Sound& s) { s.scene.grounds[0].friction = wrong; }),
                                "ground: friction is "));
  }
  for (const Vec3& normal : {Vec3(0, 0, 0), Vec3(0, 0, kNone), Vec3(kInfinity, 0, 0)}) {
    EXPECT_EQ(find_error_after([&](Sound& s) { s.scene.grounds[0].normal = normal; }),
              "ground: a finite point and a normal that is not zero are expected");
  }
}

TEST(BadScene, gravity_and_wind) {
  EXPECT_EQ(find_error_after([](Sound& s) { s.scene.gravity.x() = kNone; }), "gravity: finite numbers are expected");
  const std::function<void(Wind&)> changes[] = {
      [](Wind& w) { w.velocity.y() = kInfinity; }, [](Wind& w) { w.gusts = kNone; },
      [](Wind& w) { w.gust_period = 0; },          [](Wind& w) { w.gust_period = kInfinity; },
      [](Wind& w) { w.air_density = -1; },         [](Wind& w) { w.air_density = kInfinity; },
  };
  for (const auto& change : changes) {
    EXPECT_EQ(find_error_after([&](Sound& s) { change(s.scene.wind); }),
              "wind: finite numbers, a gust_period above 0 and an air_density of 0 or more are expected");
  }
}

TEST(BadSettings, each_out_of_its_range_is_named) {
  const Sound sound;
  const std::pair<const char*, std::function<void(SimulationSettings&)>> changes[] = {
      {"step is 0, expected more than 0 to 1", [](auto& s) { s.step = 0; }},
      {"step is -1, expected more than 0 to 1", [](auto& s) { s.step = -1; }},
      {"step is nan", [](auto& s) { s.step = kNone; }},
      {"step is 2", [](auto& s) { s.step = 2; }},
      {"halvings is -1, expected from 0 to 30", [](auto& s) { s.halvings = -1; }},
      {"contact.thickness is -1", [](auto& s) { s.contact.thickness = -1; }},
      {"contact.thickness is inf", [](auto& s) { s.contact.thickness = kInfinity; }},
      {"contact.stiffness is nan", [](auto& s) { s.contact.stiffness = kNone; }},
      {"contact.ignored_share is 1.5, expected from 0 to 1", [](auto& s) { s.contact.ignored_share = 1.5; }},
      {"recovery.iterations is -1", [](auto& s) { s.recovery.iterations = -1; }},
      {"recovery.largest is -1", [](auto& s) { s.recovery.largest = -1; }},
      {"recovery.softness is nan", [](auto& s) { s.recovery.softness = kNone; }},
      {"solver.newton_iterations is 0", [](auto& s) { s.solver.newton_iterations = 0; }},
      {"solver.tolerance is -1", [](auto& s) { s.solver.tolerance = -1; }},
      {"solver.linear_tolerance is 2", [](auto& s) { s.solver.linear_tolerance = 2; }},
      {"solver.linear_iterations is 0", [](auto& s) { s.solver.linear_iterations = 0; }},
  };
  for (const auto& [message, change] : changes) {
    SimulationSettings settings;
    change(settings);
    EXPECT_TRUE(test::test_part(find_error(sound.scene, settings), message));
  }
}

TEST(BadState, of_other_sizes_or_numbers_is_refused_and_changes_nothing) {
  const Sound sound;
  Simulation simulation = make_simulation(sound.scene, make_plain_settings());
  test::advance(simulation, 0.1);
  const SimulationState sane = simulation.state();
  const auto find_error_of = [&](const std::function<void(SimulationState&)>& change) {
    SimulationState state = sane;
    change(state);
    const Status status = simulation.restore(state);
    EXPECT_EQ(simulation.state().positions, sane.positions);
    EXPECT_EQ(simulation.time(), sane.time);
    return status ? "" : status.error().message;
  };
  EXPECT_EQ(find_error_of([](auto&) {}), "");
  EXPECT_EQ(find_error_of([](auto& s) { s.positions.clear(); }), "a state of 0 cloths found, expected 1");
  EXPECT_NE(find_error_of([](auto& s) { s.velocities.emplace_back(); }), "");
  EXPECT_EQ(find_error_of([](auto& s) { s.positions[0].pop_back(); }),
            "a state with 15 vertices of cloth 'shirt' found, expected 16");
  EXPECT_NE(find_error_of([](auto& s) { s.velocities[0].pop_back(); }), "");
  EXPECT_NE(find_error_of([](auto& s) { s.positions[0][3].x() = kNone; }), "");
  EXPECT_NE(find_error_of([](auto& s) { s.velocities[0][3].x() = kInfinity; }), "");
  EXPECT_NE(find_error_of([](auto& s) { s.time = kNone; }), "");
}

}  // namespace
}  // namespace abut
