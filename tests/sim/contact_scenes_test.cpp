// Cloth that meets others, itself and what is in its way.
#include <gtest/gtest.h>

#include <cmath>

#include "support/cloths.h"

namespace abut {
namespace {

using test::advance;
using test::BuiltMesh;
using test::find_mean;
using test::make_ball;
using test::make_cloth;
using test::make_obstacle;
using test::make_plain_settings;
using test::make_scene_of;
using test::make_sheet;
using test::make_simulation;
using test::make_square;
using test::moved;

constexpr double kGravity = 9.81, kFrame = 1.0 / 60;

// What crosses now, looked for in a way that the simulation has no part in.
std::size_t count_crossings(const Simulation& simulation) {
  auto pairs = find_intersections(simulation.bodies(), {.run = {1, {}}}).pairs;
  std::erase_if(pairs, [&](const IntersectingPair& pair) {
    return pair.a.body >= simulation.cloth_count() && pair.b.body >= simulation.cloth_count();
  });
  return pairs.size();
}

struct Course {
  std::size_t crossings = 0;  // of all frames
  std::size_t touching_frames = 0;
};

Course run(Simulation& simulation, double time) {
  Course course;
  const int frames = static_cast<int>(std::lround((time - simulation.time()) / kFrame));
  const double start = simulation.time();
  for (int n = 1; n <= frames; ++n) {
    course.touching_frames += advance(simulation, start + n * kFrame).contacts > 0;
    course.crossings += count_crossings(simulation);
  }
  return course;
}

// ---------------------------------------------------------------------------------------------------------------
// Ground

// How fast a sheet is that lies on a slope of so many degrees, after half a second and after a second. The slope is
// level and gravity leans, which is the same.
std::array<double, 2> slide(double degrees, double friction) {
  const BuiltMesh sheet(moved(make_square(5, 0.5), Vec3(0, 0, 0.025)));
  ClothMaterial material;
  material.friction = friction;
  SimulationScene scene = make_scene_of({make_cloth(sheet, material)});
  scene.grounds.push_back({.friction = friction});
  const double angle = degrees * M_PI / 180;
  scene.gravity = kGravity * Vec3(std::sin(angle), 0, -std::cos(angle));
  SimulationSettings settings = make_plain_settings();
  settings.contact.thickness = 0.02;
  Simulation simulation = make_simulation(scene, settings);
  std::array<double, 2> speeds;
  for (int i = 0; i < 2; ++i) {
    advance(simulation, 0.5 * (i + 1));
    speeds[static_cast<std::size_t>(i)] = find_mean(simulation.velocities(0)).x();
  }
  EXPECT_GT(test::find_lowest(simulation.positions(0)), 0);
  return speeds;
}

TEST(Ground, a_sheet_slides_down_a_steep_slope_as_coulomb_says) {
  for (const double friction : {0.0, 0.2, 0.5}) {
    const double angle = 35 * M_PI / 180;
    const double expected = kGravity * (std::sin(angle) - friction * std::cos(angle));
    const auto speeds = slide(35, friction);
    EXPECT_NEAR(2 * (speeds[1] - speeds[0]), expected, 0.05 * expected) << friction;
  }
}

TEST(Ground, a_sheet_sticks_on_a_slope_that_is_not_steep_enough) {
  for (const double friction : {0.5, 0.8}) {
    // What sticks creeps by the speed below which friction is one of oil, 2 mm/s.
    for (const double speed : slide(20, friction)) {
      EXPECT_LT(std::abs(speed), 2e-3);
    }
  }
}

TEST(Ground, a_sheet_comes_to_lie_on_it_without_a_bounce) {
  const BuiltMesh sheet(moved(make_square(8, 0.5), Vec3(0, 0, 0.5)));
  SimulationScene scene = make_scene_of({make_cloth(sheet)});
  scene.grounds.push_back({});
  Simulation simulation = make_simulation(scene, make_plain_settings());
  advance(simulation, 1.5);
  for (const Vec3& p : simulation.positions(0)) {
    EXPECT_GT(p.z(), 0);
    EXPECT_LT(p.z(), 1.05 * simulation.thickness());
  }
  for (const Vec3& v : simulation.velocities(0)) EXPECT_LT(v.norm(), 0.01);
}

TEST(Ground, what_starts_below_it_rises_and_is_not_thrown) {
  const BuiltMesh sheet(moved(make_square(8, 0.5), Vec3(0, 0, -0.2)));
  Cloth cloth = make_cloth(sheet);
  for (Vec3& p : cloth.positions) p = Vec3(0.8 * p.x(), p.y(), p.z() + 0.6 * p.x());  // tilted: a part is above
  SimulationScene scene = make_scene_of({cloth});
  scene.grounds.push_back({.friction = 0});  // which would keep an arch where the sheet is pushed together
  Simulation simulation = make_simulation(scene, make_plain_settings());
  for (int n = 1; n <= 180; ++n) {
    EXPECT_LT(advance(simulation, n * kFrame).largest_speed, 1.8) << n;  // a fall from 10 cm is 1.4 m/s
  }
  for (const Vec3& p : simulation.positions(0)) {
    EXPECT_GT(p.z(), 0);
    EXPECT_LT(p.z(), 2 * simulation.thickness());
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Obstacles

struct Drape {
  explicit Drape(int cells = 16)
      : sheet(moved(make_square(cells, 1), Vec3(-0.5, -0.5, 0.32))), ball(make_ball(Vec3::Zero(), 0.3)) {
    scene = make_scene_of({make_cloth(sheet)});
    scene.obstacles.push_back(make_obstacle(ball));
  }
  BuiltMesh sheet, ball;
  SimulationScene scene;
};

TEST(ContactScenes, a_sheet_over_a_ball_never_crosses_it_or_itself) {
  const Drape drape;
  Simulation simulation = make_simulation(drape.scene, make_plain_settings());
  const Course course = run(simulation, 1.5);
  EXPECT_EQ(course.crossings, 0u);
  EXPECT_GT(course.touching_frames, 60u);
  EXPECT_LT(test::find_lowest(simulation.positions(0)), 0);  // it hangs down at the sides
}

TEST(ContactScenes, without_contact_the_sheet_falls_through) {
  const Drape drape;
  SimulationSettings settings = make_plain_settings();
  settings.contact.method = ContactMethod::none;
  settings.recovery.scheme = Recovery::none;
  Simulation simulation = make_simulation(drape.scene, settings);
  const Course course = run(simulation, 0.5);
  EXPECT_GT(course.crossings, 0u);
  EXPECT_EQ(course.touching_frames, 0u);
  EXPECT_NEAR(find_mean(simulation.positions(0)).z(), 0.32 - 0.5 * kGravity * 0.25, 0.1);
}

TEST(ContactScenes, fields_of_force_keep_a_slow_sheet_off_the_ball) {
  for (const PenaltyField field : {PenaltyField::inverse, PenaltyField::thin}) {
    const Drape drape;
    SimulationSettings settings = make_plain_settings();
    settings.contact.method = ContactMethod::penalty;
    settings.contact.field = field;
    settings.contact.is_continuous = false;
    settings.recovery.scheme = Recovery::none;
    settings.contact.thickness = 0.03;
    Simulation simulation = make_simulation(drape.scene, settings);
    const Course course = run(simulation, 0.5);
    EXPECT_EQ(course.crossings, 0u) << int(field);
    EXPECT_GT(course.touching_frames, 10u);
  }
}

// Impacts have springs of their own: the field k / d over the little that is left of a gap threw vertices far away.
TEST(ContactScenes, fields_of_force_and_the_guard_get_along) {
  for (const PenaltyField field : {PenaltyField::inverse, PenaltyField::thin}) {
    const Drape drape;
    SimulationSettings settings = make_plain_settings();
    settings.contact.method = ContactMethod::penalty;
    settings.contact.field = field;
    settings.contact.thickness = 0.003;  // less than it falls in a step
    Simulation simulation = make_simulation(drape.scene, settings);
    std::size_t impacts = 0;
    for (int n = 1; n <= 60; ++n) {
      const SimulationReport report = advance(simulation, n * kFrame);
      impacts += report.impacts;
      EXPECT_LT(report.largest_strain, 0.3) << int(field) << ' ' << n;
      EXPECT_EQ(count_crossings(simulation), 0u);
    }
    EXPECT_GT(impacts, 0u) << int(field);
  }
}

TEST(ContactScenes, a_fast_sheet_does_not_get_through_a_wall) {
  // 20 m/s: a third of a metre in a step.
  const BuiltMesh sheet(moved(make_square(8, 0.5), Vec3(-0.25, -0.25, 0.9)));
  const BuiltMesh wall(moved(make_square(3, 2), Vec3(-1, -1, 0)));
  for (const bool is_tilted : {false, true}) {
    Cloth cloth = make_cloth(sheet);
    if (is_tilted) {
      for (Vec3& p : cloth.positions) p = Vec3(p.x(), 0.6 * p.y() + 0.01, p.z() + 0.8 * p.y());
    }
    cloth.velocities.assign(sheet.mesh.vertex_count(), Vec3(1, 0.5, -20));
    SimulationScene scene = make_scene_of({cloth});
    scene.gravity.setZero();
    scene.wind.air_density = 0;
    scene.obstacles.push_back(make_obstacle(wall));
    Simulation simulation = make_simulation(scene, make_plain_settings());
    std::size_t impacts = 0;
    for (int n = 1; n <= 20; ++n) {
      impacts += advance(simulation, n * kFrame).impacts;
      EXPECT_EQ(count_crossings(simulation), 0u) << n;
      EXPECT_GT(test::find_lowest(simulation.positions(0)), 0) << n;
    }
    EXPECT_GT(impacts, 0u);
  }
}

TEST(ContactScenes, a_ball_that_moves_takes_a_sheet_along) {
  Drape drape;
  drape.scene.gravity.setZero();
  drape.scene.obstacles[0].placement = [start = drape.ball.mesh.positions](double time, std::span<Vec3> points) {
    for (std::size_t i = 0; i < points.size(); ++i) points[i] = start[i] + Vec3(0, 0, time);
  };
  Simulation simulation = make_simulation(drape.scene, make_plain_settings());
  const Course course = run(simulation, 1);
  EXPECT_EQ(course.crossings, 0u);
  EXPECT_GT(course.touching_frames, 20u);
  EXPECT_GT(find_mean(simulation.velocities(0)).z(), 0.7);
  EXPECT_NEAR(simulation.obstacle_positions(0)[0].z(), 1.3, 1e-12);
}

// ---------------------------------------------------------------------------------------------------------------
// Cloth and cloth

TEST(ContactScenes, two_sheets_that_meet_do_not_cross_and_keep_their_momentum) {
  PolygonMesh turned = make_square(9, 0.5);
  for (Vec3& p : turned.positions) p = Vec3(p.x() + 0.1, p.y() - 0.05, 0.1 + 0.1 * p.x() - 0.05 * p.y());
  const BuiltMesh lower(make_square(8, 0.5)), upper(std::move(turned));
  std::vector<Cloth> cloths = {make_cloth(lower, {}, "lower"), make_cloth(upper, {}, "upper")};
  cloths[1].velocities.assign(upper.mesh.vertex_count(), Vec3(0, 0, -2));
  SimulationScene scene = make_scene_of(cloths);
  scene.gravity.setZero();
  SimulationSettings settings = test::make_tight_settings();
  Simulation simulation = make_simulation(scene, settings);
  const Vec3 before = simulation.measure_energy().momentum;
  const Course course = run(simulation, 0.25);
  EXPECT_EQ(course.crossings, 0u);
  EXPECT_GT(course.touching_frames, 3u);
  EXPECT_LT(find_mean(simulation.velocities(0)).z(), -0.1);  // the lower one was pushed
  const double error = (simulation.measure_energy().momentum - before).norm() / before.norm();
  EXPECT_LT(error, 1e-6);
}

TEST(ContactScenes, a_sheet_falls_onto_another_that_is_held) {
  const BuiltMesh lower(make_square(10, 0.6)), upper(moved(make_square(8, 0.4), Vec3(0.1, 0.1, 0.15)));
  std::vector<Cloth> cloths = {make_cloth(lower, {}, "lower"), make_cloth(upper, {}, "upper")};
  cloths[0].attachments.push_back({{VertexId(0), VertexId(10), VertexId(110), VertexId(120)}});
  Simulation simulation = make_simulation(make_scene_of(cloths), make_plain_settings());
  const Course course = run(simulation, 1);
  EXPECT_EQ(course.crossings, 0u);
  EXPECT_GT(course.touching_frames, 20u);
}

// As files of single precision have it.
std::size_t count_crossings_as_floats(const Simulation& simulation) {
  std::vector<std::vector<Vec3>> rounded;
  std::vector<Body> bodies = simulation.bodies();
  for (Body& body : bodies) {
    rounded.emplace_back(body.positions.begin(), body.positions.end());
    for (Vec3& p : rounded.back()) p = p.cast<float>().cast<double>();
    body.positions = rounded.back();
  }
  return find_intersections(bodies, {.run = {1, {}}}).pairs.size();
}

TEST(ContactScenes, squeezed_layers_stay_apart_in_single_precision) {
  // Two plates close on four sheets, until gaps are a fortieth of what contact would keep.
  const Vec3 corner(0.731, 0.413, 0.957);
  const BuiltMesh lower(moved(make_square(5, 0.7), corner - Vec3(0.1, 0.1, 0.05)));
  const BuiltMesh upper(moved(make_square(4, 0.7), corner + Vec3(-0.1, -0.1, 0.05)));
  std::vector<std::unique_ptr<BuiltMesh>> sheets;
  std::vector<Cloth> cloths;
  for (int i = 0; i < 4; ++i) {
    sheets.push_back(std::make_unique<BuiltMesh>(moved(make_square(8 + i, 0.5), corner + Vec3(0, 0, 0.01 * i))));
    cloths.push_back(make_cloth(*sheets.back(), {}, "sheet"));
  }
  SimulationScene scene = make_scene_of(cloths);
  const auto close = [](double way) {
    return [way](double time, std::span<Vec3> points) {
      for (Vec3& p : points) p.z() += way * std::min(1.0, 2 * time);
    };
  };
  scene.obstacles = {make_obstacle(lower, "lower"), make_obstacle(upper, "upper")};
  scene.obstacles[0].placement = [lower = lower.mesh.positions, move = close(0.065 - 1e-3)](double time,
                                                                                            std::span<Vec3> points) {
    std::copy(lower.begin(), lower.end(), points.begin());
    move(time, points);
  };
  scene.obstacles[1].placement = [upper = upper.mesh.positions, move = close(-0.035 + 1e-3)](double time,
                                                                                             std::span<Vec3> points) {
    std::copy(upper.begin(), upper.end(), points.begin());
    move(time, points);
  };
  Simulation simulation = make_simulation(scene, make_plain_settings());
  for (int n = 1; n <= 44; ++n) {
    advance(simulation, n * kFrame);
    EXPECT_EQ(count_crossings(simulation), 0u) << n;
    EXPECT_EQ(count_crossings_as_floats(simulation), 0u) << n;
  }
}

// A corner of a square pushed through another square.
struct Crossed {
  Crossed() : flat(make_square(10, 0.5)), upright(make_upright()) {
    scene = make_scene_of({make_cloth(flat, {}, "flat"), make_cloth(upright, {}, "upright")});
    scene.gravity.setZero();
  }
  static PolygonMesh make_upright() {
    PolygonMesh mesh = make_square(9, 0.4);
    for (Vec3& p : mesh.positions) {
      const double right = (p.x() - p.y()) / std::sqrt(2), up = (p.x() + p.y()) / std::sqrt(2);
      p = Vec3(0.253 + right, 0.251 + 0.1 * right + 0.05 * up, up - 0.11);
    }
    return mesh;
  }
  BuiltMesh flat, upright;
  SimulationScene scene;
};

TEST(ContactScenes, sheets_that_cross_come_apart_if_they_are_helped) {
  for (const Recovery scheme : {Recovery::global, Recovery::none}) {
    const Crossed crossed;
    SimulationSettings settings = make_plain_settings();
    settings.recovery.scheme = scheme;
    Simulation simulation = make_simulation(crossed.scene, settings);
    ASSERT_GT(count_crossings(simulation), 5u);
    const SimulationReport first = advance(simulation, kFrame);
    EXPECT_GT(first.crossings, 0u);
    EXPECT_GT(first.contours, 0u);
    int frame = 2;
    for (; frame <= 120 && count_crossings(simulation) > 0; ++frame) advance(simulation, frame * kFrame);
    EXPECT_EQ(count_crossings(simulation) == 0, scheme == Recovery::global);
    // What has come apart stays apart.
    if (scheme == Recovery::none) continue;
    EXPECT_EQ(run(simulation, simulation.time() + 0.5).crossings, 0u);
  }
}

TEST(ContactScenes, what_crosses_something_else_does_not_fall_through_a_table_that_is_crossed_elsewhere) {
  const BuiltMesh table(make_square(2, 1));
  PolygonMesh upright = make_square(4, 0.1), leaning = make_square(5, 0.2);
  for (Vec3& p : upright.positions) p = Vec3(0.8 + p.x(), 0.7, p.y() - 0.047);
  for (Vec3& p : leaning.positions) p = Vec3(0.21 + p.x(), 0.23 + p.y(), 0.03 + 0.2 * (p.x() - 0.103));
  const BuiltMesh spike(upright), upper(leaning), lower(moved(make_square(4, 0.2), Vec3(0.2, 0.2, 0.03)));
  SimulationScene scene =
      make_scene_of({make_cloth(spike, {}, "spike"), make_cloth(lower, {}, "lower"), make_cloth(upper, {}, "upper")});
  scene.cloths[0].attachments.push_back({test::list_vertices_below(upright, 2, 1)});
  scene.obstacles.push_back(make_obstacle(table));
  SimulationSettings settings = make_plain_settings();
  settings.recovery.scheme = Recovery::none;
  for (const bool is_continuous : {false, true}) {
    settings.contact.is_continuous = is_continuous;
    Simulation simulation = make_simulation(scene, settings);
    advance(simulation, 0.5);
    EXPECT_GT(count_crossings(simulation), 0u);
    EXPECT_GT(test::find_lowest(simulation.positions(1)), 0) << is_continuous;
    EXPECT_GT(test::find_lowest(simulation.positions(2)), 0) << is_continuous;
  }
}

}  // namespace
}  // namespace abut
