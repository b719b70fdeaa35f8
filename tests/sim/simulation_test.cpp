// What a simulation promises: attachments, the same everywhere, going back, and what it reports.
#include "abut/sim.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/cloths.h"

namespace abut {
namespace {

using test::advance;
using test::BuiltMesh;
using test::make_cloth;
using test::make_plain_settings;
using test::make_scene_of;
using test::make_simulation;
using test::make_square;
using test::moved;

std::vector<Vec3> copy(std::span<const Vec3> points) { return {points.begin(), points.end()}; }

// ---------------------------------------------------------------------------------------------------------------
// Attachments

TEST(Attachments, pins_stay_exactly_where_they_are) {
  const BuiltMesh sheet(make_square(8, 0.7));
  Cloth cloth = make_cloth(sheet);
  cloth.velocities.assign(sheet.mesh.vertex_count(), Vec3(3, 0, 0));  // theirs are forgotten
  const std::vector<VertexId> pins = {VertexId(0), VertexId(8), VertexId(40)};
  cloth.attachments.push_back({pins});
  Simulation simulation = make_simulation(make_scene_of({cloth}), make_plain_settings());
  for (int n = 1; n <= 30; ++n) {
    advance(simulation, n / 60.0);
    for (const VertexId v : pins) {
      EXPECT_EQ(simulation.positions(0)[v], sheet.mesh.positions[v]);
      EXPECT_TRUE(simulation.velocities(0)[v].isZero());
    }
  }
  EXPECT_LT(test::find_lowest(simulation.positions(0)), -0.2);
}

TEST(Attachments, follow_their_placement_exactly_until_they_are_released) {
  const BuiltMesh sheet(make_square(6, 0.5));
  const auto where = [](double time, std::size_t i) {
    return Vec3(0.3 * std::sin(2 * time), 0.1 * static_cast<double>(i), 0.2 * time);
  };
  Cloth cloth = make_cloth(sheet);
  Attachment hand;
  hand.vertices = {VertexId(0), VertexId(6)};
  hand.placement = [&](double time, std::span<Vec3> points) {
    for (std::size_t i = 0; i < points.size(); ++i) points[i] = where(time, i);
  };
  hand.release_time = 0.5;
  cloth.attachments.push_back(hand);
  cloth.positions[0] = where(0, 0);
  cloth.positions[6] = where(0, 1);
  Simulation simulation = make_simulation(make_scene_of({cloth}), make_plain_settings());
  for (int n = 1; n <= 60; ++n) {
    const double time = n / 60.0, before = (n - 1) / 60.0;
    advance(simulation, time);
    for (std::size_t i = 0; i < 2; ++i) {
      const VertexId v = hand.vertices[i];
      if (time <= 0.5) {
        EXPECT_EQ(simulation.positions(0)[v], where(time, i));
        EXPECT_LT((simulation.velocities(0)[v] - 60 * (where(time, i) - where(before, i))).norm(), 1e-9);
      } else if (n == 60) {
        EXPECT_LT(simulation.positions(0)[v].z(), where(time, i).z() - 0.3);
      }
    }
  }
}

TEST(Attachments, are_where_they_are_told_from_the_start) {
  const BuiltMesh sheet(make_square(4, 0.5));
  Cloth cloth = make_cloth(sheet);
  Attachment hand;
  hand.vertices = {VertexId(0), VertexId(4)};
  hand.placement = [](double time, std::span<Vec3> points) {
    for (Vec3& p : points) p += Vec3(0, 0, 0.01 + time);
  };
  cloth.attachments.push_back(hand);
  const Simulation simulation = make_simulation(make_scene_of({cloth}), make_plain_settings());
  for (const VertexId v : hand.vertices) {
    EXPECT_EQ(simulation.positions(0)[v], sheet.mesh.positions[v] + Vec3(0, 0, 0.01));
  }
}

TEST(Attachments, a_cloth_may_be_held_altogether) {
  const BuiltMesh sheet(make_square(3, 0.5)), other(moved(make_square(6, 0.4), Vec3(0, 0, 0.1)));
  Cloth held = make_cloth(sheet);
  held.attachments.push_back({test::list_vertices_below(sheet.mesh, 0, 1)});
  Simulation simulation = make_simulation(make_scene_of({held, make_cloth(other, {}, "other")}), make_plain_settings());
  advance(simulation, 0.5);
  EXPECT_EQ(copy(simulation.positions(0)), sheet.mesh.positions);
}

TEST(Attachments, vertices_of_no_face_stay) {
  PolygonMesh mesh = make_square(4, 0.5);
  mesh.positions.push_back(Vec3(7, 7, 7));
  const BuiltMesh sheet(mesh);
  Simulation simulation = make_simulation(make_scene_of({make_cloth(sheet)}), make_plain_settings());
  advance(simulation, 0.2);
  EXPECT_EQ(simulation.positions(0)[25], Vec3(7, 7, 7));
  EXPECT_LT(simulation.positions(0)[0].z(), -0.1);
}

// ---------------------------------------------------------------------------------------------------------------
// The same everywhere

// A sheet on a ball and another that falls on both, with wind and a hand.
struct Busy {
  explicit Busy(int cells)
      : sheet(moved(make_square(cells, 1), Vec3(-0.5, -0.5, 0.305))),
        second(moved(make_square(8, 0.5), Vec3(-0.2, -0.3, 0.34))),
        ball(test::make_ball(Vec3::Zero(), 0.3)) {
    scene.cloths = {make_cloth(sheet), make_cloth(second, {}, "second")};
    Attachment hand;
    hand.vertices = {VertexId(0)};
    hand.placement = [](double time, std::span<Vec3> points) { points[0] += Vec3(0, 0, 0.3 * time); };
    hand.release_time = 0.4;
    scene.cloths[0].attachments.push_back(hand);
    scene.obstacles.push_back(test::make_obstacle(ball));
    scene.obstacles[0].placement = [start = ball.mesh.positions](double time, std::span<Vec3> points) {
      for (std::size_t i = 0; i < points.size(); ++i) points[i] = start[i] + Vec3(0, 0.2 * time, 0);
    };
    scene.grounds.push_back({Vec3(0, 0, -0.4)});
    scene.wind.velocity = Vec3(1, 0, 0);
    scene.wind.gusts = 0.3;
  }
  BuiltMesh sheet, second, ball;
  SimulationScene scene;
};

TEST(Simulation, is_the_same_bit_by_bit_at_any_thread_count) {
  const Busy busy(48);
  std::vector<std::vector<Vec3>> ends;
  for (const int threads : {1, 2, 3}) {
    SimulationSettings settings = make_plain_settings();
    settings.run.threads = threads;
    Simulation simulation = make_simulation(busy.scene, settings);
    SimulationReport report;
    for (int n = 1; n <= 10; ++n) report = advance(simulation, n / 60.0);
    EXPECT_GT(report.contacts, 100u);
    ends.push_back(copy(simulation.positions(0)));
    const auto second = copy(simulation.positions(1));
    ends.back().insert(ends.back().end(), second.begin(), second.end());
  }
  EXPECT_EQ(ends[1], ends[0]);
  EXPECT_EQ(ends[2], ends[0]);
}

TEST(Simulation, goes_on_from_a_state_as_it_did_before) {
  const Busy busy(28);
  for (const Preconditioner preconditioner : {Preconditioner::particles, Preconditioner::patches}) {
    SimulationSettings settings = make_plain_settings();
    settings.solver.preconditioner = preconditioner;
    settings.contact.ignored_share = 0.01;
    Simulation simulation = make_simulation(busy.scene, settings), other = make_simulation(busy.scene, settings);
    for (int n = 1; n <= 12; ++n) advance(simulation, n / 60.0);
    const SimulationState state = simulation.state();
    EXPECT_DOUBLE_EQ(state.time, 0.2);
    for (int n = 13; n <= 30; ++n) advance(simulation, n / 60.0);
    const SimulationState end = simulation.state();
    for (Simulation* again : {&simulation, &other}) {
      ASSERT_TRUE(again->restore(state));
      EXPECT_EQ(again->state().positions, state.positions);
      for (int n = 13; n <= 30; ++n) advance(*again, n / 60.0);
      EXPECT_EQ(again->state().positions, end.positions) << (again == &other);
      EXPECT_EQ(again->state().velocities, end.velocities);
      EXPECT_EQ(again->state().step, end.step);
      EXPECT_EQ(again->time(), end.time);
    }
  }
}

TEST(Simulation, goes_back_to_the_very_start) {
  const BuiltMesh sheet(make_square(5, 0.5));
  Cloth cloth = make_cloth(sheet);
  // A hand that is elsewhere when it all begins: the first step takes the cloth there.
  Attachment hand{{VertexId(0)}, [](double time, std::span<Vec3> points) { points[0] = Vec3(0.1, 0, 0.1 + time); }};
  cloth.attachments.push_back(hand);
  Simulation simulation = make_simulation(make_scene_of({cloth}), make_plain_settings());
  const SimulationState start = simulation.state();
  advance(simulation, 0.2);
  const SimulationState end = simulation.state();
  ASSERT_TRUE(simulation.restore(start));
  EXPECT_EQ(simulation.state().positions, start.positions);
  advance(simulation, 0.2);
  EXPECT_EQ(simulation.state().positions, end.positions);
}

// ---------------------------------------------------------------------------------------------------------------
// Reports

TEST(Simulation, takes_equal_steps_none_longer_than_asked_for) {
  const BuiltMesh sheet(make_square(3, 0.5));
  Simulation simulation = make_simulation(make_scene_of({make_cloth(sheet)}), make_plain_settings(0.01));
  SimulationReport report = advance(simulation, 0.035);
  EXPECT_EQ(report.steps, 4);
  EXPECT_DOUBLE_EQ(report.shortest_step, 0.035 / 4);
  EXPECT_EQ(simulation.time(), 0.035);
  report = advance(simulation, 0.045);
  EXPECT_EQ(report.steps, 1);
  report = advance(simulation, 0.045);  // is there already
  EXPECT_EQ(report.steps, 0);
  report = advance(simulation, 0.01);
  EXPECT_EQ(report.steps, 0);
  EXPECT_EQ(simulation.time(), 0.045);
}

TEST(Simulation, knows_its_bodies_and_energy) {
  const Busy busy(6);
  Simulation simulation = make_simulation(busy.scene, make_plain_settings());
  EXPECT_EQ(simulation.cloth_count(), 2u);
  EXPECT_EQ(simulation.obstacle_count(), 1u);
  const auto bodies = simulation.bodies();
  ASSERT_EQ(bodies.size(), 3u);
  EXPECT_EQ(bodies[2].surface, &busy.ball.surface);
  EXPECT_EQ(copy(bodies[1].positions), busy.second.mesh.positions);
  const SimulationEnergy energy = simulation.measure_energy();
  EXPECT_EQ(energy.kinetic, 0);
  EXPECT_NEAR(energy.membrane + energy.bending, 0, 1e-20);
  EXPECT_NEAR(energy.gravity, 0.15 * 9.81 * (1 * 0.305 + 0.25 * 0.34), 1e-9);
  const SimulationReport report = advance(simulation, 0.1);
  EXPECT_GT(report.largest_speed, 0.1);
  EXPECT_GT(report.times.total, 0);
  EXPECT_GT(report.newton_iterations, 0);
  EXPECT_GT(report.linear_iterations, 0);
}

}  // namespace
}  // namespace abut
