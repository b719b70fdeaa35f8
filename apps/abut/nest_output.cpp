#include "nest_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "outlines_check.h"

namespace abut {
namespace {

// From the left side of a sheet to that of the next. Parts of two sheets are far enough apart.
double find_step(const NestProblem& problem, const Outline& sheet) {
  return 1.05 * find_box(sheet).size().x() + 2 * (problem.gap + 2 * problem.find_roughest());
}

Outline make_rectangle(const Box2& box) {
  const std::array<Vec2, 4> corners = {box.lower, Vec2(box.upper.x(), box.lower.y()), box.upper,
                                       Vec2(box.lower.x(), box.upper.y())};
  return {"sheet", {make_polygon(corners)}};
}

Outline find_sheet(const NestProblem& problem, const NestLayout& layout) {
  if (problem.sheet) return *problem.sheet;
  return make_rectangle({Vec2::Zero(), Vec2(layout.length, *problem.strip_height)});
}

std::size_t count_loops(const std::vector<Outline>& outlines) {
  std::size_t count = 0;
  for (const Outline& outline : outlines) count += outline.loops.size();
  return count;
}

// What was written must be all there; DXF may give parts of several islands back one by one.
Status check_whole(const Drawing& found, const NestDrawing& drawing) {
  if (!found.sheet) return Error{"no sheet found"};
  const std::size_t loops = count_loops(found.outlines), expected = count_loops(drawing.outlines);
  if (loops != expected) return Error{fmt::format("{} closed curves found, {} were written", loops, expected)};
  return success();
}

std::vector<CheckedOutline> make_checked(std::vector<Outline> outlines) {
  std::vector<CheckedOutline> checked;
  for (Outline& outline : outlines) checked.push_back({0, OutlineTree(std::move(outline))});
  return checked;
}

// The least clearance of some parts, found by looking farther and farther.
std::optional<double> find_least(const std::vector<PlacedOutline>& parts, double start, double tolerance, int threads) {
  Box2 box;
  for (const PlacedOutline& part : parts) {
    const Box2 own = find_box(part.tree->outline());
    box.add(own.lower);
    box.add(own.upper);
  }
  for (double within = start; parts.size() > 1; within *= 8) {
    double least = std::numeric_limits<double>::infinity();
    for (const NearOutlines& pair : find_clearances(parts, within, tolerance, {threads}).pairs) {
      least = std::min(least, pair.clearance.nearest.distance);
    }
    if (std::isfinite(least)) return least;
    if (within > 2 * box.size().maxCoeff()) break;
  }
  return std::nullopt;
}

// The same of all that lie on one sheet together.
std::optional<double> find_least(const std::vector<CheckedOutline>& outlines, const NestDrawing& drawing, double start,
                                 double tolerance, int threads) {
  std::map<double, std::vector<PlacedOutline>> sheets;
  const double left = find_box(drawing.sheet).lower.x();
  for (const CheckedOutline& outline : outlines) {
    const double x = find_box(outline.tree.outline()).center().x() - left;
    sheets[std::floor(x / drawing.step)].push_back({&outline.tree});
  }
  std::optional<double> least;
  for (const auto& [sheet, parts] : sheets) {
    const auto own = find_least(parts, start, tolerance, threads);
    if (own && (!least || *own < *least)) least = own;
  }
  return least;
}

}  // namespace

NestDrawing draw_layout(const NestProblem& problem, const NestLayout& layout) {
  NestDrawing drawing;
  const Outline sheet = find_sheet(problem, layout);
  const double step = find_step(problem, sheet);
  drawing.step = step;
  drawing.sheet.name = "sheet";
  for (std::uint32_t s = 0; s < layout.sheets; ++s) {
    NestPlacement placement;
    placement.shift = Vec2(s * step, 0);
    for (Loop& loop : place(sheet, placement).loops) drawing.sheet.loops.push_back(std::move(loop));
  }
  std::vector<std::uint32_t> copies(problem.items.size());
  for (NestPlacement placement : layout.placements) {
    placement.shift.x() += placement.sheet * step;
    const NestItem& item = problem.items[placement.item];
    Outline& outline = drawing.outlines.emplace_back(place(item.outline, placement));
    if (item.demand > 1) outline.name += fmt::format(" {}", ++copies[placement.item]);
  }
  return drawing;
}

Result<std::optional<double>> prove_layout(const std::string& path, const NestProblem& problem,
                                           const NestDrawing& drawing, const DrawingUnits& units, int threads) {
  const auto fault = [&](std::string_view what) {
    return Error{fmt::format("{}: was written, but does not hold: {}; this is a bug in abut, please report it",
                             printable(path), what)};
  };
  auto found = read_drawing(path);
  if (!found) return fault(found.error().message);
  // In the units of the layout, whichever way y goes.
  *found = convert_units(std::move(*found), {units.millimetres, found->units.is_y_down});
  if (const auto status = check_whole(*found, drawing); !status) return fault(status.error().message);
  const double size = find_box(drawing.sheet).size().maxCoeff();
  const OutlinesReport report =
      check_outlines(make_checked(std::move(found->outlines)), CheckedOutline{0, OutlineTree(std::move(*found->sheet))},
                     {.tolerance = 1e-9 * size, .run = {threads}});
  if (const std::size_t count = report.count(OutlineRelation::interfering); count > 0) {
    return fault(fmt::format("{} pairs of parts overlap", count));
  }
  if (!report.beyond_sheet.empty())
    return fault(fmt::format("{} parts are not on the sheet", report.beyond_sheet.size()));
  const double gap = problem.gap + 2 * problem.find_roughest(), edge = problem.edge + problem.find_roughest();
  const auto least = find_least(report.outlines, drawing, std::max(gap, 1e-6 * size), 1e-9 * size, threads);
  if (least && *least < gap - 1e-9 * size) return fault(fmt::format("parts are {} apart", *least));
  for (const CheckedOutline& outline : report.outlines) {
    const auto near = find_clearance({&outline.tree}, {&report.sheet->tree}, 1e-9 * size, edge);
    if (near && near->nearest.distance < edge - 1e-9 * size) {
      return fault(fmt::format("{} is {} from the edge", quote(outline.name()), near->nearest.distance));
    }
  }
  return least;
}

}  // namespace abut
