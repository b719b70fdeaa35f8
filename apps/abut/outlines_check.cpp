#include "outlines_check.h"

#include "base/timer.h"

namespace abut {
namespace {

std::vector<PlacedOutline> place(const std::vector<CheckedOutline>& outlines) {
  std::vector<PlacedOutline> placed;
  for (const CheckedOutline& outline : outlines) placed.push_back({&outline.tree});
  return placed;
}

Box2 find_box(const std::vector<CheckedOutline>& outlines) {
  Box2 box;
  for (const CheckedOutline& outline : outlines) {
    const Box2 own = find_box(outline.tree.outline());
    box.add(own.lower);
    box.add(own.upper);
  }
  return box;
}

// Whatever meets what the sheet leaves of the plane is not inside of it.
void look_beyond_sheet(OutlinesReport& report, const OutlinesCheck& check) {
  const Box2 box = find_box(report.outlines);
  const double margin = box.size().maxCoeff() + 10 * (check.tolerance + check.within.value_or(0));
  const OutlineTree outside(make_surroundings(report.sheet->tree.outline(), box, margin));
  for (std::uint32_t i = 0; i < report.outlines.size(); ++i) {
    OutlinePair pair = find_relation({&report.outlines[i].tree}, {&outside}, {.tolerance = check.tolerance});
    const bool is_beyond = pair.relation == OutlineRelation::interfering;
    if (is_beyond) report.beyond_sheet.push_back({i, i, std::move(pair)});
    if (!check.within || is_beyond) continue;
    const auto near = find_clearance({&report.outlines[i].tree}, {&report.sheet->tree}, 1e-9, *check.within);
    if (near) report.clearances.pairs.push_back({i, static_cast<std::uint32_t>(report.outlines.size()), *near});
  }
}

// Of outlines that interfere, more is known than that they are near.
void drop_interfering(OutlinesReport& report) {
  auto pair = report.relations.pairs.begin();
  std::erase_if(report.clearances.pairs, [&](const NearOutlines& near) {
    while (pair != report.relations.pairs.end() && std::tie(pair->a, pair->b) < std::tie(near.a, near.b)) ++pair;
    return pair != report.relations.pairs.end() && pair->a == near.a && pair->b == near.b &&
           pair->pair.relation == OutlineRelation::interfering;
  });
}

void look_at_each(OutlinesReport& report) {
  const auto look = [&](CheckedOutline& outline) {
    outline.self_meetings = find_self_meetings(outline.tree, report.tolerance);
  };
  for (CheckedOutline& outline : report.outlines) look(outline);
  if (report.sheet) look(*report.sheet);
}

void look_at_all(OutlinesReport& report, const OutlinesCheck& check) {
  const auto placed = place(report.outlines);
  report.relations = find_relations(placed, {.tolerance = check.tolerance}, check.run);
  if (check.within && report.relations.is_complete) {
    report.clearances = find_clearances(placed, *check.within, 1e-9, check.run);
    drop_interfering(report);
  }
  if (report.sheet && !report.outlines.empty()) look_beyond_sheet(report, check);
}

}  // namespace

OutlinesReport check_outlines(std::vector<CheckedOutline> outlines, std::optional<CheckedOutline> sheet,
                              const OutlinesCheck& check) {
  const Timer timer;
  OutlinesReport report;
  report.outlines = std::move(outlines);
  report.sheet = std::move(sheet);
  report.within = check.within;
  report.tolerance = check.tolerance;
  report.is_placed = check.is_placed;
  look_at_each(report);
  if (check.is_placed) look_at_all(report, check);
  report.seconds = timer.seconds();
  return report;
}

}  // namespace abut
