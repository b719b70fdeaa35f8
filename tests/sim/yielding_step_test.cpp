// Obstacles that yield as unknowns of a step: energy, forces and matrix of their inertia and of links between them.
#include "sim/yielding_step.h"

#include "support/cloths.h"

namespace abut::test {
namespace {

constexpr double kStep = 1.0 / 60;

// Two balls that yield, one more body without an obstacle, links between all and to what stands still, and contacts
// that touch the first ball only.
class Yields {
 public:
  explicit Yields(std::uint64_t seed) : random_(seed), sheet_(make_square(3, 1)) {
    for (int i = 0; i < 2; ++i) {
      balls_.push_back(std::make_unique<BuiltMesh>(make_ball(Vec3(2 * i, 0, -1), 0.5, 60)));
      scene_.obstacles.push_back(make_obstacle(*balls_[i]));
    }
    scene_.cloths = {make_cloth(sheet_)};
    particles_ = std::make_unique<Particles>(scene_);
    yielding_.duration = kStep;
    for (std::uint32_t i = 0; i < 3; ++i) {
      YieldingBody body;
      if (i < 2) body.obstacle = i;
      body.mass = random_.uniform(0.5, 2);
      const Eigen::Matrix3d m = Eigen::Matrix3d::Random();
      body.inertia = m * m.transpose() + 0.1 * Eigen::Matrix3d::Identity();
      body.center = Vec3(2 * i, 0, -1);
      body.lead = 0.01 * random_.point();
      yielding_.bodies.push_back(body);
    }
    yielding_.list_links = [this] { return links_; };
    for (std::uint32_t i = 0; i < 12; ++i) {
      YieldingLink link;
      link.a = i % 3;
      link.b = i % 4 == 0 ? kNoBody : (i + 1) % 3;
      link.is_joint = i % 5 == 0;
      link.along_a.setRandom();
      link.along_b.setRandom();
      if (link.is_joint) link.along_a.bottomRows<2>().setZero(), link.along_b.bottomRows<2>().setZero();
      link.force = Vec3(random_.uniform(0, 500), random_.uniform(-50, 50), random_.uniform(-50, 50));
      link.slide = 1e-3 * random_.point();
      link.friction = 0.3;
      links_.push_back(link);
    }
    positions_ = positions();
    step_ = std::make_unique<YieldingStep>(scene_, *particles_);
    step_->begin(&yielding_, {}, kStep, positions_);
    Contact contact;
    contact.vertices = {0, particles_->number(BodyId(1), VertexId(0))};
    contact.count = 2;
    step_->touch(std::array{contact});
  }

  std::vector<Vec3> draw_way(double size) {
    std::vector<Vec3> way;
    for (std::size_t i = 0; i < 2 * step().count(); ++i) way.push_back(size * random_.point());
    return way;
  }
  void go(std::span<const Vec3> way, double length) {
    step().go(way, length, positions_);
    step().place(positions_);
  }
  YieldingStep& step() { return *step_; }
  std::span<const Vec3> ball(std::size_t i) { return particles_->of_body(BodyId(1 + i), std::as_const(positions_)); }

 private:
  std::vector<Vec3> positions() const {
    std::vector<Vec3> all = sheet_.mesh.positions;
    for (const auto& ball : balls_) all.insert(all.end(), ball->mesh.positions.begin(), ball->mesh.positions.end());
    return all;
  }

  Random random_;
  BuiltMesh sheet_;
  std::vector<std::unique_ptr<BuiltMesh>> balls_;
  SimulationScene scene_;
  std::unique_ptr<Particles> particles_;
  Yielding yielding_;
  std::vector<YieldingLink> links_;
  std::vector<Vec3> positions_;
  std::unique_ptr<YieldingStep> step_;
};

double dot(std::span<const Vec3> a, std::span<const Vec3> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i].dot(b[i]);
  return sum;
}

TEST(YieldingStep, those_that_are_linked_to_what_is_touched_yield_too) {
  Yields y(1);
  EXPECT_EQ(y.step().count(), 3u);
}

TEST(YieldingStep, forces_are_the_gradient_of_the_energy) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Yields y(seed);
    y.step().start_way();
    y.go(y.draw_way(1e-4), 1);
    std::vector<Vec3> gradient(6, Vec3::Zero());
    y.step().linearise(gradient);
    const std::vector<Vec3> way = y.draw_way(1);
    y.step().start_way();
    constexpr double kLittle = 1e-9;
    y.go(way, kLittle);
    const double after = y.step().measure();
    y.go(way, -kLittle);
    const double slope = (after - y.step().measure()) / (2 * kLittle);
    EXPECT_NEAR(dot(gradient, way), slope, 1e-3 * std::max(1.0, std::abs(slope))) << seed;
  }
}

TEST(YieldingStep, its_blocks_are_the_matrix_and_solve_solves) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Yields y(seed);
    y.step().start_way();
    y.go(y.draw_way(1e-3), 1);
    std::vector<Vec3> gradient(6, Vec3::Zero());
    y.step().linearise(gradient);
    Eigen::Matrix<double, 18, 18> matrix = Eigen::Matrix<double, 18, 18>::Zero();
    y.step().visit_blocks([&](std::uint32_t row, std::uint32_t column, const YieldingStep::Matrix6& block) {
      matrix.block<6, 6>(6 * row, 6 * column) += block;
    });
    EXPECT_LT((matrix - matrix.transpose()).norm(), 1e-12 * matrix.norm());
    const std::vector<Vec3> way = y.draw_way(1);
    std::vector<Vec3> product(6, Vec3::Zero());
    y.step().multiply_add(way, product);
    const std::vector<YieldingStep::Matrix6> own(3, YieldingStep::Matrix6::Zero());
    const std::vector<Vec3> back = y.step().solve(own, product);
    for (int i = 0; i < 6; ++i) {
      Vec3 expected = Vec3::Zero();
      for (int k = 0; k < 6; ++k) expected += matrix.block<3, 3>(3 * i, 3 * k) * way[k];
      EXPECT_LT((product[i] - expected).norm(), 1e-9 * matrix.norm());
      EXPECT_LT((back[i] + way[i]).norm(), 1e-6) << seed;
    }
    EXPECT_GT(dot(way, product), 0);
  }
}

TEST(YieldingStep, moves_obstacles_as_rigid_bodies_and_modes_say_how) {
  Yields y(3);
  const std::vector<Vec3> before(y.ball(0).begin(), y.ball(0).end());
  y.step().start_way();
  y.go(y.draw_way(0.5), 1);
  const auto after = y.ball(0);
  for (std::size_t i = 1; i < before.size(); ++i)
    EXPECT_NEAR((after[i] - after[0]).norm(), (before[i] - before[0]).norm(), 1e-12);
  std::vector<Vec3> way(6, Vec3::Zero());
  way[0] = Vec3(0.3, -0.2, 0.5), way[1] = Vec3(0.4, 0.1, -0.7);
  YieldingStep::Vector6 of_first;
  of_first << way[0], way[1];
  const Vec3 at = after[5], expected = y.step().modes(0, at) * of_first;
  constexpr double kLittle = 1e-6;
  y.step().start_way();
  y.go(way, kLittle);
  EXPECT_LT(((y.ball(0)[5] - at) / kLittle - expected).norm(), 1e-4);
}

}  // namespace
}  // namespace abut::test
