// Section 1 and Fig. 1: steps, a check after each, and the way back to the moment of an impact.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "abut/rigid_impact.h"
#include "reproduce/graph.h"
#include "reproduce/plot.h"
#include "reproduce/survey/scene_solids.h"
#include "reproduce/survey/solid_picture.h"
#include "reproduce/survey/survey.h"

namespace abut::reproduce {
namespace {

constexpr double kTolerance = 1e-9;  // of time, of the bracket
constexpr int kSteps = 4;

const char* const kSays =
    "A simulation takes a step and checks. If bodies are then in each other, it goes back to the moment just before, "
    "which regula falsi or bisection finds; contacts and normals are worked out there, impulses and forces applied, "
    "and the next step begins.";
const char* const kLives =
    "`backtrack_to_impact` in `abut/rigid_impact.h` is this as it stands, for any gap. `SolidMethod::events` in "
    "`abut/solids.h` is a simulation that runs so (`src/sim/solids/events.cpp`), but for how it finds the moment: it "
    "goes on by as much as nothing can have closed the gap, so that what passes within a step is found, too. Below, a "
    "step is one unit of time, and the moment is to be known to 1e-9; bisection alone would look 30 times.";

// What the search looked at: times, and the gap there.
struct Looks {
  std::vector<Vec2> list;
  Backtrack found;
};

template <class Gap>
Looks look_back(const Gap& gap, int steps) {
  Looks looks;
  looks.found = backtrack_to_impact(
      [&](double time) {
        looks.list.push_back({time, gap(time)});
        return looks.list.back().y();
      },
      {.steps = steps, .tolerance = kTolerance});
  return looks;
}

const Vec3 kHalf(0.5, 0.25, 0.3);
const Convex& get_box() {
  static const Convex box = Convex::make_box(kHalf);
  return box;
}

// A box that falls and turns in the plane of x and z, through the ground if nothing stops it.
RigidMotion make_fall() {
  const Pose3 start{Eigen::Quaterniond(Eigen::AngleAxisd(-0.2, Vec3::UnitY())), Vec3(0, 0, 1.6)};
  return make_rigid_motion(start, Vec3(2.2, 0, -2.45), Vec3(0, 2.1, 0), 1);
}

double measure_gap(const RigidMotion& motion, double time) {
  const Pose3 pose = motion.at(time);
  double lowest = std::numeric_limits<double>::infinity();
  for (const Vec3& p : get_box().vertices()) lowest = std::min(lowest, pose.apply(p).z());
  return lowest;
}

std::array<Vec2, 4> draw_box(const RigidMotion& motion, double time) {
  const Pose3 pose = motion.at(time);
  const Vec3 x = pose.rotation * Vec3::UnitX();
  return place_rectangle({kHalf.x(), kHalf.z()}, {pose.translation.x(), pose.translation.z()},
                         std::atan2(x.z(), x.x()));
}

std::string draw_fall(const RigidMotion& motion, const Looks& looks) {
  PlanePicture picture({Vec2(-0.8, -0.8), Vec2(3, 2.2)}, "steps of a quarter, and the way back", 520, 440);
  picture.polygon(std::array{Vec2(-0.8, -0.8), Vec2(3, -0.8), Vec2(3, 0), Vec2(-0.8, 0)}, "#ecebe6", {"#777777", 1});
  const double last = std::ceil(looks.found.before * kSteps) / kSteps;
  for (double time = 0; time <= last; time += 1.0 / kSteps) {
    const bool is_through = measure_gap(motion, time) < 0;
    const auto corners = draw_box(motion, time);
    picture.polygon(corners, is_through ? "none" : "#f3f3ef",
                    {is_through ? colors::orange : "#8a8a86", 1.6, is_through});
    if (is_through) {
      picture.text(corners[1], fmt::format("t = {:.2f}", time), {.color = colors::orange}, Vec2(10, 16));
    } else {
      picture.text(0.5 * (corners[2] + corners[3]), fmt::format("t = {:.2f}", time), {.anchor = Anchor::middle},
                   Vec2(0, 18));
    }
  }
  const auto corners = draw_box(motion, looks.found.before);
  picture.polygon(corners, kFirstFill, {colors::blue, 2});
  picture.text(0.5 * (corners[0] + corners[2]), fmt::format("t = {:.4f}", looks.found.before),
               {.color = colors::blue, .anchor = Anchor::middle});
  return picture.str();
}

std::string draw_looks(const RigidMotion& motion, const Looks& looks) {
  Graph graph({Vec2(0, -0.8), Vec2(0.7, 1.3)}, {"the gap, and where it was looked at", "time", "lowest corner"}, 520,
              440);
  std::vector<Vec2> curve;
  for (int i = 0; i <= 100; ++i) curve.push_back({0.007 * i, measure_gap(motion, 0.007 * i)});
  graph.polyline(curve, {"#8a8a86", 1.8});
  // Those of the search are soon all in one place.
  constexpr double near = 0.03;
  std::size_t first_near = looks.list.size();
  for (std::size_t i = 0; i < looks.list.size(); ++i) {
    const Vec2& look = looks.list[i];
    graph.dot(look, 4, look.y() < 0 ? colors::orange : colors::blue);
    if (std::abs(look.x() - looks.found.before) > near) {
      graph.text(look, fmt::format("{}", i + 1), {}, Vec2(7, -7));
    } else {
      first_near = std::min(first_near, i);
    }
  }
  graph.text({looks.found.before, 0}, fmt::format("{} to {}", first_near + 1, looks.list.size()),
             {.anchor = Anchor::end}, Vec2(-8, 18));
  return graph.str();
}

// The run of which the flow is drawn.
struct Flow {
  SolidReport report;
  double energy_before = 0, energy_after = 0;
};

Flow run_flow() {
  SolidScene scene;
  scene.grounds.push_back({});
  for (int i = 0; i < 3; ++i) {
    const Convex shape = i == 0 ? Convex::make_sphere(0.3) : Convex::make_box(Vec3(0.3, 0.2, 0.25));
    scene.solids.push_back(make_solid(fmt::format("solid {}", i), shape, Vec3(0.4 * i, 0, 1 + 0.8 * i)));
    Solid& solid = scene.solids.back();
    solid.spin = Vec3(0, 1.5 * i, 0);
    solid.restitution = 0.5;
  }
  SolidSimulation simulation = start(scene, {.method = SolidMethod::events});
  Flow flow;
  flow.energy_before = simulation.measure_energy().total();
  flow.report = *simulation.advance(2);
  flow.energy_after = simulation.measure_energy().total();
  return flow;
}

void draw_node(PlanePicture& picture, const Vec2& center, const Vec2& half, std::string_view words,
               std::string_view count, const char* fill) {
  picture.polygon(place_rectangle(half, center, 0), fill, {"#777777", 1});
  picture.text(center, words, {.anchor = Anchor::middle}, Vec2(0, count.empty() ? 5 : -3));
  if (!count.empty()) picture.text(center, count, {.color = colors::blue, .anchor = Anchor::middle}, Vec2(0, 14));
}

std::string draw_flow(const SolidReport& report) {
  PlanePicture picture({Vec2(0, 0), Vec2(100, 60)}, "a ball and two boxes fall on the ground and each other: 2 s", 720,
                       440);
  const Stroke way{"#555555", 1.4};
  const Vec2 half(15, 5), step(18, 48), check(18, 30), back(60, 30), contacts(84, 12), respond(50, 12), rest(18, 12);
  const auto count = [](std::size_t n, const char* what) { return fmt::format("{} {}", format_count(n), what); };
  draw_node(picture, step, half, "step", count(static_cast<std::size_t>(report.steps), "steps"), "#f3f3ef");
  draw_node(picture, check, half, "check: in each other?", "", "#f2e3c6");
  draw_node(picture, back, half, "back to the moment", count(report.backtracks, "times"), kFirstFill);
  draw_node(picture, contacts, half, "contacts, normals", "", "#f3f3ef");
  draw_node(picture, respond, half, "impulses, forces", count(report.impacts, "impacts"), kFirstFill);
  draw_node(picture, rest, half, "new velocities", "", "#f3f3ef");
  picture.arrow(step - Vec2(0, 5), check + Vec2(0, 5), way);
  picture.arrow(check + Vec2(15, 0), back - Vec2(15, 0), way);
  picture.text(check + Vec2(21, 1.5), "yes", {.anchor = Anchor::middle});
  picture.polyline(std::array{Vec2(75, 30), Vec2(84, 30)}, way);
  picture.arrow(Vec2(84, 30), contacts + Vec2(0, 5), way);
  picture.arrow(contacts - Vec2(15, 0), respond + Vec2(15, 0), way);
  picture.arrow(respond - Vec2(15, 0), rest + Vec2(15, 0), way);
  picture.arrow(check - Vec2(0, 5), rest + Vec2(0, 5), way);
  picture.text(check - Vec2(0, 9.5), "no", {}, Vec2(8, 4));
  picture.polyline(std::array{Vec2(3, 12), Vec2(0.5, 12), Vec2(0.5, 48)}, way);
  picture.arrow(Vec2(0.5, 48), step - Vec2(15, 0), way);
  return picture.str();
}

// A search for the moment of an impact, beside what it is.
struct Search {
  const char* what;
  int steps;
  Looks looks;
  double time;

  bool is_found() const { return looks.found.status == BacktrackStatus::found; }
  double error() const { return std::abs(looks.found.before - time); }
};

Search search_ball() {
  return {"a ball falls, 0.75 - 2 t²", kSteps, look_back([](double time) { return 0.75 - 2 * time * time; }, kSteps),
          std::sqrt(0.375)};
}

Search search_fall(const RigidMotion& fall) {
  const RigidImpact impact = find_rigid_impact(MovingConvex{&get_box(), fall}, HalfSpace{}, {.tolerance = 1e-12});
  return {"a box falls and turns, beside `find_rigid_impact`", kSteps,
          look_back([&](double time) { return measure_gap(fall, time); }, kSteps), impact.time};
}

// As thick as a fiftieth of its way.
Search search_plate(int steps) {
  return {"a thin plate passes", steps, look_back([](double time) { return std::abs(2 * time - 0.86) - 0.02; }, steps),
          0.42};
}

void report_searches(Report& report, std::span<const Search> searches) {
  Table table{{"what", "looks a step", "looks in all", "moment found", "moment by formula or proof", "difference"}};
  for (const Search& s : searches) {
    table.rows.push_back({s.what, fmt::format("{}", s.steps), fmt::format("{}", s.looks.list.size()),
                          s.is_found() ? fmt::format("{:.10f}", s.looks.found.before) : "**none**",
                          fmt::format("{:.10f}", s.time), s.is_found() ? fmt::format("{:.1e}", s.error()) : ""});
  }
  report.table(table);
}

void report_flow(Report& report, Expectations& expectations) {
  const Flow flow = run_flow();
  report.figure({"survey_flow", "Fig. 1: the flow, with how often a run went through it", draw_flow(flow.report)});
  expectations.push_back({"step and check: energy of the run", "not gained (restitution 0.5)",
                          fmt::format("{} left", format_share(flow.energy_after / flow.energy_before)),
                          flow.energy_after <= flow.energy_before && flow.report.unresolved == 0});
}

}  // namespace

void report_step_and_check(Report& report, Expectations& expectations) {
  open_section(report, "Step and check (1, Fig. 1)", kSays, kLives);
  report_flow(report, expectations);
  const RigidMotion fall = make_fall();
  const std::array searches = {search_ball(), search_fall(fall), search_plate(kSteps), search_plate(100)};
  const auto& [ball, turning, missed, seen] = searches;
  report_searches(report, searches);
  report.figures({{"survey_fall", "a box falls: steps, the one that went too far, and the moment of impact",
                   draw_fall(fall, turning.looks)},
                  {"survey_looks", "looks at the gap, in their order", draw_looks(fall, turning.looks)}});
  expectations.push_back({"step and check: the moment of impact", "as by formula and by proof, to 1e-9",
                          fmt::format("{:.1e}, {:.1e}", ball.error(), turning.error()),
                          std::max(ball.error(), turning.error()) <= kTolerance});
  const std::size_t most = std::max(ball.looks.list.size(), turning.looks.list.size());
  expectations.push_back(
      {"step and check: looks", "fewer than the 30 of bisection", fmt::format("{}", most), most < 30});
  expectations.push_back({"step and check: what passes within a step", "missed, but for small steps",
                          fmt::format("{} by 4 looks, {} by 100", missed.is_found() ? "seen" : "missed",
                                      seen.is_found() ? "seen" : "missed"),
                          !missed.is_found() && seen.is_found()});
}

}  // namespace abut::reproduce
