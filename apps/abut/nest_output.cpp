#include "nest_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "outlines_check.h"

namespace abut {
namespace {

constexpr double kSpaceBetweenSheets = 0.05;  // of their width

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

// The least clearance, found by looking farther and farther.
std::optional<double> find_least(const std::vector<CheckedOutline>& outlines, double start, double size, int threads) {
  std::vector<PlacedOutline> placed;
  for (const CheckedOutline& outline : outlines) placed.push_back({&outline.tree});
  for (double within = start; outlines.size() > 1; within *= 8) {
    const auto near = find_clearances(placed, within, 1e-9 * size, {threads});
    double least = std::numeric_limits<double>::infinity();
    for (const NearOutlines& pair : near.pairs) least = std::min(least, pair.clearance.nearest.distance);
    if (std::isfinite(least)) return least;
    if (within > 4 * size) break;
  }
  return std::nullopt;
}

}  // namespace

NestDrawing draw_layout(const NestProblem& problem, const NestLayout& layout) {
  NestDrawing drawing;
  const Outline sheet = find_sheet(problem, layout);
  const double step = (1 + kSpaceBetweenSheets) * find_box(sheet).size().x();
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
                                           const NestDrawing& drawing, int threads) {
  const auto fault = [&](std::string_view what) {
    return Error{fmt::format("{}: was written, but does not hold: {}; this is a bug in abut, please report it",
                             printable(path), what)};
  };
  auto found = read_drawing(path);
  if (!found) return fault(found.error().message);
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
  const auto least = find_least(report.outlines, std::max(problem.gap, 1e-6 * size), size, threads);
  if (least && *least < problem.gap - 1e-9 * size) return fault(fmt::format("parts are {} apart", *least));
  for (const CheckedOutline& outline : report.outlines) {
    const auto near = find_clearance({&outline.tree}, {&report.sheet->tree}, 1e-9 * size, problem.edge);
    if (near && near->nearest.distance < problem.edge - 1e-9 * size) {
      return fault(fmt::format("{} is {} from the edge", quote(outline.name()), near->nearest.distance));
    }
  }
  return least;
}

}  // namespace abut
