// Section 3.1: springs where things are too near.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "abut/impulses.h"
#include "reproduce/graph.h"
#include "reproduce/plot.h"
#include "reproduce/survey/survey.h"

namespace abut::reproduce {
namespace {

constexpr double kReach = 0.2;
constexpr double kSpeed = 1;     // of a particle of mass 1 that is thrown at the surface
constexpr double kDrift = 0.01;  // of its energy, the most on the way back

const char* const kSays =
    "A spring at the point of contact: simple, and good for soft and hard things alike. Its law is k / d, or another "
    "that is infinite where the distance d is 0 (Moore and Wilhelms), or a thin field of force around a surface "
    "(Lafleur). But constraints are not kept exactly, and stiff springs make stiff equations, which take small steps.";
const char* const kLives =
    "`measure_penalty` in `abut/impulses.h`, with both laws: force, energy and stiffness. Cloth has both as fields of "
    "its contacts (`PenaltyField` in `abut/sim.h`), solved implicitly, so that stiff ones take no smaller steps "
    "([cloth.md](cloth.md)). Solids have impulses and complementarity (3.3).";

struct Throw {
  double nearest = kReach;
  double end_speed = 0;
  std::vector<Vec2> way;  // time and distance
};

// A particle that begins at the reach, by the leapfrog rule, until it is out again.
Throw throw_at(const PenaltySpring& spring, double step) {
  Throw result;
  double d = kReach, speed = -kSpeed, time = 0;
  while (d <= kReach && time < 2 && std::isfinite(speed)) {
    speed += 0.5 * step * measure_penalty(spring, d).force;
    d += step * speed;
    speed += 0.5 * step * measure_penalty(spring, d).force;
    time += step;
    result.nearest = std::min(result.nearest, d);
    result.way.push_back({time, d});
  }
  result.end_speed = speed;
  return result;
}

// Back with its energy, and never behind a surface that cannot be passed.
bool test_return(const PenaltySpring& spring, double step) {
  const Throw thrown = throw_at(spring, step);
  const double energy = thrown.end_speed * thrown.end_speed / (kSpeed * kSpeed);
  return std::abs(energy - 1) < kDrift && (spring.law == PenaltyLaw::thin || thrown.nearest > 0);
}

// The largest step with which, and with all smaller ones of a series, the particle comes back.
double find_step(const PenaltySpring& spring) {
  double found = 0;
  for (double step = 0.1; step > 1e-5; step /= 1.1) {
    if (!test_return(spring, step)) {
      found = 0;
    } else if (found == 0) {
      found = step;
    }
  }
  return found;
}

// Where all energy is in the spring.
double find_nearest(const PenaltySpring& spring) {
  double near = spring.law == PenaltyLaw::inverse ? 1e-12 : -10, far = kReach;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (near + far);
    (measure_penalty(spring, middle).energy > 0.5 * kSpeed * kSpeed ? near : far) = middle;
  }
  return far;
}

std::string draw_laws() {
  Graph graph({Vec2(0, 0), Vec2(0.25, 30)}, {"two laws of force", "distance", "force"}, 400, 380);
  for (const auto& [law, stiffness, color, name, at] :
       {std::tuple{PenaltyLaw::inverse, 0.5, colors::blue, "k / d", 0.022},
        {PenaltyLaw::thin, 100.0, colors::orange, "thin field", 0.06}}) {
    const PenaltySpring spring{law, stiffness, kReach};
    std::vector<Vec2> curve;
    for (double d = 0; d <= 0.25; d += 0.0005) {
      const double force = measure_penalty(spring, d).force;
      if (force <= 30) curve.push_back({d, force});
    }
    graph.polyline(curve, {color, 2.4});
    graph.text({at, measure_penalty(spring, at).force}, name, {.color = color}, Vec2(8, -4));
  }
  graph.line({kReach, 0}, {kReach, 30}, {colors::grey, 1.2, true});
  graph.text({kReach, 27}, "reach", {.color = colors::grey, .anchor = Anchor::end}, Vec2(-6, 0));
  return graph.str();
}

std::string draw_throws() {
  Graph graph({Vec2(0, -0.15), Vec2(1.1, 0.25)}, {"thrown into a thin field", "time", "distance"}, 400, 380);
  for (const auto& [stiffness, color] :
       {std::pair{10.0, colors::orange}, {100.0, colors::green}, {1000.0, colors::blue}}) {
    const Throw thrown = throw_at({PenaltyLaw::thin, stiffness, kReach}, 1e-3);
    graph.polyline(thrown.way, {color, 2.2});
    graph.text(thrown.way.back(), fmt::format("k = {}", stiffness), {.color = color, .anchor = Anchor::middle},
               Vec2(0, -8));
  }
  return graph.str();
}

}  // namespace

void report_penalties(Report& report, Expectations& expectations) {
  open_section(report, "Penalties (3.1)", kSays, kLives);
  report.paragraph(
      "A particle of mass 1 is thrown at a surface with speed 1; the field begins at a distance of 0.2. How near it "
      "comes, beside where the spring has all its energy, and the largest step (leapfrog) that brings it back with 1 % "
      "of its energy won or lost at most.");
  report.figures({{"survey_penalty_laws", "Forces of both laws", draw_laws()},
                  {"survey_penalty_throws", "Below 0 it is behind the surface", draw_throws()}});
  Table table{{"law", "k", "nearest", "by energy", "steps it takes"}};
  std::vector<double> soft_and_stiff;
  double worst = 0;
  for (const auto& [law, name] : {std::pair{PenaltyLaw::thin, "thin field"}, {PenaltyLaw::inverse, "k / d"}}) {
    for (const double stiffness :
         law == PenaltyLaw::thin ? std::array{10.0, 100.0, 1000.0, 10000.0} : std::array{0.1, 0.2, 0.5, 1.0}) {
      const PenaltySpring spring{law, stiffness, kReach};
      const double nearest = throw_at(spring, 1e-5).nearest, expected = find_nearest(spring);
      const double step = find_step(spring);
      worst = std::max(worst, std::abs(nearest - expected));
      if (law == PenaltyLaw::thin) soft_and_stiff.push_back(step);
      table.rows.push_back({name, format_number(stiffness), fmt::format("{:.6f}", nearest),
                            fmt::format("{:.6f}", expected), fmt::format("{:.1e}", step)});
    }
  }
  report.table(table);
  const double ratio = soft_and_stiff[1] / soft_and_stiff[3];
  expectations.push_back({"penalties: how near a particle comes",
                          "by the energy of the spring, to 1e-4; not at a set distance", fmt::format("{:.0e}", worst),
                          worst < 1e-4});
  expectations.push_back({"penalties: a spring a hundred times as stiff", "steps about ten times as small",
                          fmt::format("{:.1f} times", ratio), ratio > 7 && ratio < 14});
}

}  // namespace abut::reproduce
