// Section 2.3: what passes through within a step.
#include <fmt/format.h>

#include "abut/convex_pair.h"
#include "abut/rigid_impact.h"
#include "reproduce/plot.h"
#include "reproduce/survey/chance.h"
#include "reproduce/survey/solid_picture.h"
#include "reproduce/survey/survey.h"

namespace abut::reproduce {
namespace {

constexpr int kMotions = 1'000;
constexpr int kMostLooks = 1024;

// A small box flies at a thin plate, and both turn.
struct Flight {
  MovingConvex box, plate;

  bool test_at(double time) const {
    return test_touching({box.shape, box.motion.at(time)}, {plate.shape, plate.motion.at(time)});
  }
  bool test_by_looks(int looks) const {
    for (int i = 1; i <= looks; ++i) {
      if (test_at(double(i) / looks)) return true;
    }
    return false;
  }
};

const Convex& get_small_box() {
  static const Convex box = Convex::make_box(Vec3(0.05, 0.08, 0.03));
  return box;
}
const Convex& get_plate() {
  static const Convex plate = Convex::make_box(Vec3(1, 1, 0.01));
  return plate;
}

Flight make_flight(Variation& vary) {
  const Pose3 from{make_random_rotation(vary), Vec3(vary.uniform(-1, 1), vary.uniform(-1, 1), 1.5)};
  const Pose3 flat{Eigen::Quaterniond(Eigen::AngleAxisd(0.3, make_random_direction(vary))), Vec3::Zero()};
  const Vec3 way(vary.uniform(-1, 1), vary.uniform(-1, 1), -3);
  return {{&get_small_box(), make_rigid_motion(from, way, vary.point(-6, 6), 1)},
          {&get_plate(), make_rigid_motion(flat, Vec3::Zero(), vary.point(-1, 1), 1)}};
}

struct Counts {
  int impacts = 0, beyond = 0;
  std::vector<std::pair<int, int>> by_looks;  // looks, and how many impacts they found
};

Counts count() {
  Counts counts;
  for (int looks = 1; looks <= kMostLooks; looks *= 4) counts.by_looks.push_back({looks, 0});
  Variation vary(38);
  for (int i = 0; i < kMotions; ++i) {
    const Flight flight = make_flight(vary);
    const bool is_impact = find_rigid_impact(flight.box, flight.plate).status != RigidImpactStatus::none;
    counts.impacts += is_impact;
    for (auto& [looks, found] : counts.by_looks) {
      const bool is_seen = flight.test_by_looks(looks);
      found += is_seen;
      counts.beyond += is_seen && !is_impact;
    }
  }
  return counts;
}

std::string draw_missed(const Counts& counts) {
  PlotLine line{"missed", colors::orange, {}};
  for (const auto& [looks, found] : counts.by_looks) {
    line.points.push_back({double(looks), 100.0 * (counts.impacts - found) / counts.impacts});
  }
  // Where the box goes no farther between two looks than it and the plate are thick, along the plate's normal.
  const double safe = 3 / (2 * (0.03 + 0.01));
  PlotLine rule{"steps as long as thick", colors::grey, {{safe, 0.1}, {safe, 100}}, true};
  return draw(Plot{
      "Touches that looks after each part of a step miss", "looks in a step", "missed, percent", {line, rule}, 0.1});
}

Report::Figure draw_flight() {
  Variation vary(39);
  Flight flight = make_flight(vary);
  flight.box.motion =
      make_rigid_motion({make_random_rotation(vary), Vec3(-0.4, 0.1, 0.9)}, Vec3(0.8, 0, -1.6), Vec3(2, 3, 1), 1);
  const RigidImpact impact = find_rigid_impact(flight.box, flight.plate);
  const PicturedSolid plate(*flight.plate.shape, flight.plate.motion.at(impact.time));
  std::vector<PicturedSolid> boxes;
  for (const double time : {0.0, impact.time, 1.0}) boxes.emplace_back(*flight.box.shape, flight.box.motion.at(time));
  MeshPicture picture{.bodies = {{plate.body(), kPlainTint}},
                      .from = Vec3(0.6, -1.6, 0.16),
                      .title = fmt::format("through a plate in one step: t = {:.3f}", impact.time),
                      .pieces = 4};
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    picture.bodies.push_back({boxes[i].body(), i == 1 ? Tint{0, 0.75} : kFirstTint});
  }
  picture.arrows.push_back({flight.box.motion.pivot_at(0), flight.box.motion.pivot_at(1), colors::blue});
  return {"survey_tunnelling", picture.title, draw(picture)};
}

}  // namespace

void report_tunnelling(Report& report, Expectations& expectations) {
  report.heading(4, "Through within a step");
  report.paragraph(
      "1,000 small boxes fly at thin plates, and turn. `find_rigid_impact` proves whether they touch at any time of "
      "the step; testing where they are misses those that are through between two looks. The survey's advice is to "
      "keep steps small beside the size of the solids; the dashed line is where a box goes as far between two looks as "
      "it and the plate are thick.");
  const Counts counts = count();
  report.figures({draw_flight(), {"survey_missed", "Touches that looks miss", draw_missed(counts)}});
  Table table{{"looks in a step", "touches found", "missed"}};
  for (const auto& [looks, found] : counts.by_looks) {
    table.rows.push_back({format_count(std::uint64_t(looks)), format_count(std::uint64_t(found)),
                          format_share(double(counts.impacts - found) / counts.impacts)});
  }
  table.rows.push_back({"`find_rigid_impact`", format_count(std::uint64_t(counts.impacts)), "0.0 %"});
  report.table(table);
  expectations.push_back({"touches on the way: found by looks and not by proof", "0", fmt::format("{}", counts.beyond),
                          counts.beyond == 0});
  expectations.push_back({"touches on the way: found at the end of a step", "fewer than there are",
                          fmt::format("{} of {}", counts.by_looks[0].second, counts.impacts),
                          counts.by_looks[0].second < counts.impacts});
}

}  // namespace abut::reproduce
