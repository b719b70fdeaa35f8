// Scenes that come apart or go where nothing can be: they end, with the body and the time.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/cloths.h"

namespace abut {
namespace {

using test::make_plain_settings;
using test::make_simulation;
using test::Sound;
using test::test_part;

constexpr double kInfinity = std::numeric_limits<double>::infinity(), kNone = std::numeric_limits<double>::quiet_NaN();

std::string find_error_of_advance(const SimulationScene& scene, double time) {
  auto made = Simulation::make(scene, make_plain_settings());
  if (!made) return "refused: " + made.error().message;
  const auto report = made->advance(time);
  for (const Vec3& p : made->positions(0)) EXPECT_TRUE(p.allFinite());
  return report ? "" : report.error().message;
}

TEST(Diverging, a_cloth_that_comes_apart_is_named_with_the_time) {
  for (const double speed : {1e30, 1e80, 1e99}) {
    Sound sound;
    sound.scene.wind.air_density = 0;  // or air would stop it
    test::Random random(1);
    for (int v = 0; v < 16; ++v) sound.shirt().velocities.push_back(speed * random.point());
    EXPECT_TRUE(test_part(find_error_of_advance(sound.scene, 0.1), "cloth 'shirt' came apart at 0.0000 s")) << speed;
  }
}

// Whatever comes of it.
TEST(Diverging, absurd_numbers_come_to_an_end) {
  int failed = 0, done = 0;
  const auto count = [&](const SimulationScene& scene) {
    const std::string error = find_error_of_advance(scene, 0.1);
    ++(error.empty() ? done : failed);
    EXPECT_TRUE(error.empty() || test_part(error, "cloth 'shirt' came apart at 0.0")) << error;
  };
  for (const double number : {1e-300, 1e-30, 1e30, 1e150, 1e300}) {
    Sound stretched;
    stretched.shirt().material.warp_stiffness = stretched.shirt().material.weft_stiffness = number;
    for (Vec3& p : stretched.shirt().positions) p *= 1.5;
    count(stretched.scene);
    Sound bent;
    bent.shirt().material.warp_bending = bent.shirt().material.weft_bending = number;
    bent.shirt().positions[5].z() += 0.1;
    count(bent.scene);
    Sound heavy;
    heavy.shirt().material.density = number;
    count(heavy.scene);
    Sound blown;
    blown.scene.wind.air_density = number;
    blown.scene.wind.velocity = Vec3(1, 2, 3);
    count(blown.scene);
    Sound fast;
    fast.shirt().velocities.assign(16, Vec3(0, 0, -std::min(number, 1e99)));
    count(fast.scene);
    Sound pulled;
    pulled.scene.gravity = Vec3(0, 0, -std::min(number, 1e99));
    count(pulled.scene);
  }
  EXPECT_GT(failed, 2);
  EXPECT_GT(done, 2);
}

TEST(Diverging, all_is_as_it_was_after_the_last_whole_step) {
  Sound sound;
  // A hand that is out of reach from some time on.
  sound.shirt().attachments.push_back(
      {{VertexId(0)}, [](double time, std::span<Vec3> points) { points[0].x() += time > 0.055 ? 1e99 : 0; }});
  Simulation simulation = make_simulation(sound.scene, make_plain_settings(0.02));
  const auto report = simulation.advance(0.1);
  ASSERT_FALSE(report);
  EXPECT_TRUE(test_part(report.error().message, "cloth 'shirt' came apart at 0.05"));
  EXPECT_DOUBLE_EQ(simulation.time(), 0.04);
  EXPECT_EQ(simulation.state().step, 2u);
  EXPECT_EQ(simulation.positions(0)[0], sound.sheet.mesh.positions[0]);
}

TEST(Diverging, placements_that_are_not_finite_are_told) {
  for (const double wrong : {kNone, kInfinity, 1e200}) {
    const Placement lost = [wrong](double time, std::span<Vec3> points) {
      if (time > 0.05) points[0].x() = wrong;
    };
    Sound hand;
    hand.shirt().attachments.push_back({{VertexId(0)}, lost});
    EXPECT_TRUE(test_part(find_error_of_advance(hand.scene, 0.1), "cloth 'shirt': placed at "));
    Sound held;
    held.shirt().attachments.push_back({test::list_vertices_below(held.sheet.mesh, 0, 1), lost});
    EXPECT_TRUE(test_part(find_error_of_advance(held.scene, 0.1), "cloth 'shirt': placed at "));
    Sound walking;
    walking.body().placement = lost;
    EXPECT_TRUE(test_part(find_error_of_advance(walking.scene, 0.1), "obstacle 'body': placed at "));
  }
}

TEST(Diverging, times_without_end_are_refused) {
  const Sound sound;
  Simulation simulation = make_simulation(sound.scene, make_plain_settings());
  EXPECT_FALSE(simulation.advance(kInfinity));
  EXPECT_FALSE(simulation.advance(1e300));
  EXPECT_FALSE(simulation.advance(kNone));
  EXPECT_EQ(simulation.time(), 0);
}

}  // namespace
}  // namespace abut
