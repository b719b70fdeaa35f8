// Section 4: detection and response as one problem, and the results of textbooks.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "abut/scene_file.h"
#include "abut/solids.h"
#include "reproduce/graph.h"
#include "reproduce/mesh_picture.h"
#include "reproduce/plot.h"
#include "reproduce/simulation/scene_run.h"
#include "reproduce/survey/scene_solids.h"
#include "reproduce/survey/solid_picture.h"
#include "reproduce/survey/survey.h"

namespace abut::reproduce {
namespace {

constexpr double kGravity = 9.81;

const char* const kSays =
    "Detection and response were long two problems, as geometry and dynamics are different subjects. In a simulation "
    "they are one, to be dealt with in a single framework; systems built on constraints of nonpenetration come near to "
    "that, but it is hard to choose a good characteristic function, and there is no good model of friction that can be "
    "computed.";
const char* const kLives =
    "`SolidSimulation` in `abut/solids.h` ([solids.md](solids.md)) is that framework: the contacts of section 2 and "
    "the responses of section 3 in one loop, for solids of all kinds and linkages; `CoupledSimulation` in "
    "`abut/coupling.h` adds cloth. Functions ψ are measured, not chosen, and friction is Coulomb's. What comes out, "
    "beside formulas of textbooks:";

SolidSimulation start_by(const SolidScene& scene, SolidMethod method, ImpactOrder order = ImpactOrder::in_turn) {
  return start(scene, {.method = method, .order = order});
}

// A row of the table, and whether it is near enough to the formula.
class Results {
 public:
  void add(std::string what, double measured, double formula, double tolerance) {
    const double error = std::abs(measured - formula);
    table_.rows.push_back({std::move(what), fmt::format("{:.7f}", measured), fmt::format("{:.7f}", formula),
                           fmt::format("{:.0e}", error), fmt::format("{:.0e}", tolerance)});
    ++all_, met_ += error <= tolerance;
  }
  void finish(Report& report, Expectations& expectations) const {
    report.table(table_);
    expectations.push_back({"textbook results in one system", "each as near as its row asks for",
                            fmt::format("{} of {}", met_, all_), met_ == all_});
  }

 private:
  Table table_{{"what", "measured", "formula", "difference", "asked for"}};
  int all_ = 0, met_ = 0;
};

constexpr double kElasticity = 0.8;

SolidScene make_bounce() {
  SolidScene scene;
  scene.solids.push_back(make_solid("ball", Convex::make_sphere(0.1), Vec3(0, 0, 1.1)));
  scene.solids[0].restitution = kElasticity;
  scene.grounds.push_back({});
  return scene;
}

// The time of the top after so many bounces, and of falls from a metre.
double find_top_time(int bounces) {
  const double fall = std::sqrt(2 / kGravity);
  double time = fall;
  for (int i = 1; i <= bounces; ++i) time += (i < bounces ? 2 : 1) * fall * std::pow(kElasticity, i);
  return time;
}

void add_bounces(Results& results) {
  SolidSimulation simulation = start_by(make_bounce(), SolidMethod::events);
  for (int bounce = 1; bounce <= 3; ++bounce) {
    if (!simulation.advance(find_top_time(bounce))) return;
    results.add(fmt::format("a ball (ε = 0.8) falls by 1 m: height of bounce {}, m", bounce),
                simulation.pose(0).translation.z() - 0.1, std::pow(kElasticity, 2 * bounce), 1e-7);
  }
}

std::string draw_bounces() {
  SolidSimulation simulation = start_by(make_bounce(), SolidMethod::events);
  Graph graph({Vec2(0, 0), Vec2(3, 1.1)}, {"a ball with ε = 0.8", "seconds", "height"}, 520, 360);
  std::vector<Vec2> path = {{0, 1}};
  for (int i = 1; i <= 300 && simulation.advance(0.01 * i); ++i) {
    path.push_back({0.01 * i, simulation.pose(0).translation.z() - 0.1});
  }
  for (int bounce = 1; bounce <= 3; ++bounce) {
    const double height = std::pow(kElasticity, 2 * bounce), time = find_top_time(bounce);
    graph.line({time - 0.3, height}, {time + 0.3, height}, {colors::orange, 1.4, true});
    graph.text({time + 0.3, height}, fmt::format("{:.4f}", height), {.size = 12, .color = colors::orange}, Vec2(4, -3));
  }
  graph.polyline(path, {colors::blue, 2.2});
  return graph.str();
}

void add_cradle(Results& results, ImpactOrder order, std::span<const double> formula) {
  SolidScene scene;
  scene.gravity.setZero();
  for (std::size_t i = 0; i < formula.size(); ++i) {
    scene.solids.push_back(make_solid(fmt::format("ball {}", i), Convex::make_sphere(0.5),
                                      Vec3(i == 0 ? -1 : static_cast<double>(i), 0, 0)));
    scene.solids.back().restitution = 1, scene.solids.back().friction = 0;
  }
  scene.solids[0].velocity = Vec3(1, 0, 0);
  SolidSimulation simulation = start_by(scene, SolidMethod::events, order);
  if (!simulation.advance(1.5)) return;
  for (std::uint32_t i = 0; i < formula.size(); ++i) {
    results.add(fmt::format("cradle of {}, impacts {}: speed of ball {}, m/s", formula.size(),
                            order == ImpactOrder::in_turn ? "in turn" : "at once", i + 1),
                simulation.motion(i).velocity.x(), formula[i], 1e-9);
  }
}

void add_billiards(Results& results) {
  SolidScene scene;
  scene.gravity.setZero();
  scene.solids = {make_solid("cue", Convex::make_sphere(0.5), Vec3(-2, 0.4, 0)),
                  make_solid("object", Convex::make_sphere(0.5), Vec3::Zero())};
  for (Solid& ball : scene.solids) ball.restitution = 1, ball.friction = 0;
  scene.solids[0].velocity = Vec3(3, 0, 0);
  SolidSimulation simulation = start_by(scene, SolidMethod::events);
  if (!simulation.advance(1)) return;
  const Vec3 cue = simulation.motion(0).velocity, object = simulation.motion(1).velocity;
  results.add("billiards: angle between both balls, degrees",
              std::acos(cue.normalized().dot(object.normalized())) * 180 / std::numbers::pi, 90, 1e-5);
}

SolidScene make_incline(double angle, double friction, const Convex& shape, double height) {
  SolidScene scene;
  scene.grounds.push_back({});
  scene.grounds[0].plane.normal = Vec3(-std::sin(angle), 0, std::cos(angle));
  scene.grounds[0].plane.friction = friction;
  scene.solids.push_back(make_solid("body", shape, height * scene.grounds[0].plane.normal));
  scene.solids[0].pose.rotation = Eigen::AngleAxisd(-angle, Vec3::UnitY());
  scene.solids[0].friction = friction;
  return scene;
}

void add_inclines(Results& results) {
  const Convex block = Convex::make_box(Vec3(0.5, 0.5, 0.2));
  for (const SolidMethod method : {SolidMethod::steps, SolidMethod::events}) {
    const char* name = method == SolidMethod::steps ? "steps" : "events";
    for (const double degrees : {20.0, 30.0}) {
      const double angle = degrees * std::numbers::pi / 180;
      SolidSimulation simulation = start_by(make_incline(angle, 0.5, block, 0.2), method);
      if (!simulation.advance(1)) return;
      results.add(fmt::format("block on {:g}°, friction 0.5 ({}): speed after 1 s, m/s", degrees, name),
                  simulation.motion(0).velocity.norm(),
                  std::max(0.0, kGravity * (std::sin(angle) - 0.5 * std::cos(angle))), 5e-3);
    }
    SolidSimulation simulation = start_by(make_incline(0.3, 1, Convex::make_sphere(0.3), 0.3), method);
    if (!simulation.advance(1)) return;
    results.add(fmt::format("ball that rolls down 0.3 rad ({}): speed after 1 s, m/s", name),
                simulation.motion(0).velocity.norm(), 5.0 / 7 * kGravity * std::sin(0.3), 1e-2);
  }
}

void report_wrecker(Report& report) {
  const LoadedScene scene = *load_scene(read_example("wrecker"), ".");
  SolidSimulation simulation = start(scene.solid_scene, scene.solid_settings);
  std::vector<Report::Figure> figures;
  for (const double time : {0.0, 0.9, 1.2}) {
    if (!simulation.advance(time)) return;
    std::vector<std::vector<Vec3>> positions;
    MeshPicture picture{.from = Vec3(0.5, -1.6, 0.45), .title = fmt::format("{:.1f} s", time)};
    for (std::uint32_t i = 0; i < scene.solids.size(); ++i) {
      positions.push_back(scene.solids[i].weld(simulation.pose(i)));
    }
    for (std::uint32_t i = 0; i < scene.solids.size(); ++i) {
      const bool is_brick = simulation.scene().solids[i].name.starts_with("brick");
      picture.bodies.push_back(
          {{scene.solids[i].mesh.surface.get(), positions[i]}, is_brick ? kSecondTint : kFirstTint});
    }
    picture.frame = {Vec3(-2, -1, 0), Vec3(2.4, 1, 2.7)};
    figures.push_back({fmt::format("survey_wrecker_{}", figures.size()), picture.title, draw(picture)});
  }
  report.paragraph(
      "`scene:wrecker`: a ball on ten links, held by ball joints (3.4), runs into a wall of 25 bricks that rest on "
      "each other (3.3); `abut simulate scene:wrecker --view` shows it.");
  report.figures(std::move(figures));
}

}  // namespace

void report_one_system(Report& report, Expectations& expectations) {
  open_section(report, "One framework (4)", kSays, kLives);
  Results results;
  add_bounces(results);
  add_cradle(results, ImpactOrder::in_turn, std::array{0.0, 0.0, 0.0, 0.0, 1.0});
  add_cradle(results, ImpactOrder::at_once, std::array{-1.0 / 3, 2.0 / 3, 2.0 / 3});
  add_billiards(results);
  add_inclines(results);
  results.finish(report, expectations);
  report.figure({"survey_bounces", "Heights of a bouncing ball; dashed is the formula", draw_bounces()});
  report_wrecker(report);
}

}  // namespace abut::reproduce
