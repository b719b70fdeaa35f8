// What is asked for is looked at, then handed to the search for strips or for sheets.
#include "abut/nest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <mutex>

#include "base/parallel.h"
#include "base/text.h"
#include "base/timer.h"
#include "nest/sheets.h"
#include "nest/strip.h"

namespace abut {
namespace {

constexpr double kEvaluationsPerEffort = 2e7;  // of each search
constexpr std::size_t kSearches = 2;           // side by side; the best of them is the result
constexpr std::size_t kMostCopies = 2000;

// What is kept, so that a gap holds for the true arcs as well as for any cubics that stand for them (shape/strokes.h),
// as files are written and read again.
double find_clearance(double gap, double size) { return gap + 1e-6 * size; }

bool is_rectangle(const Outline& outline) {
  if (outline.loops.size() != 1) return false;
  const Box2 box = find_box(outline);
  for (const OutlinePiece& piece : outline.loops[0].pieces) {
    const Vec2 &a = piece.curve.points[0], &b = piece.curve.points[3];
    const bool on_side = (a.x() == b.x() && (a.x() == box.lower.x() || a.x() == box.upper.x())) ||
                         (a.y() == b.y() && (a.y() == box.lower.y() || a.y() == box.upper.y()));
    if (piece.kind != PieceKind::line || !on_side) return false;
  }
  return std::abs(std::abs(measure_area(outline)) - box.size().prod()) <= 1e-12 * box.size().prod();
}

Status check_item(const NestItem& item) {
  const std::string name = quote(item.outline.name);
  if (item.outline.loops.empty()) return Error{fmt::format("{}: it has no border", name)};
  if (auto status = check_outline(item.outline); !status)
    return Error{fmt::format("{}: {}", name, status.error().message)};
  for (const OutlineMeeting& found : find_self_meetings(OutlineTree(item.outline))) {
    if (found.meeting.kind != CurveMeeting::Kind::crossing) continue;
    return Error{fmt::format("{}: its border crosses itself at ({:.6g}, {:.6g}); a part needs an inside", name,
                             found.meeting.position.x(), found.meeting.position.y())};
  }
  if (item.rotations && item.rotations->empty()) return Error{fmt::format("{}: it may be turned by nothing", name)};
  return success();
}

Status check_problem(const NestProblem& problem) {
  if (problem.strip_height.has_value() == problem.sheet.has_value())
    return Error{"a strip or a sheet is needed, and only one"};
  if (!(problem.gap >= 0) || !std::isfinite(problem.gap)) return Error{"the gap must be 0 or more"};
  if (!(problem.edge >= 0) || !std::isfinite(problem.edge))
    return Error{"the distance from the edge must be 0 or more"};
  std::size_t copies = 0;
  for (const NestItem& item : problem.items) {
    if (auto status = check_item(item); !status) return status;
    copies += item.demand;
  }
  if (problem.sheet) {
    if (problem.sheet->loops.empty()) return Error{"the sheet has no border"};
    if (auto status = check_outline(*problem.sheet); !status) {
      return Error{fmt::format("the sheet: {}", status.error().message)};
    }
  }
  if (copies == 0) return Error{"there is no part to place"};
  if (copies > kMostCopies)
    return Error{fmt::format("{} parts are asked for, more than {} are too many", copies, kMostCopies)};
  return success();
}

class Nester {
 public:
  Nester(const NestProblem& problem, const NestSettings& settings)
      : problem_(problem), settings_(settings), edge_(problem.edge + problem.find_roughest()) {}

  Result<NestLayout> run() {
    for (const NestItem& item : problem_.items) {
      parts_.emplace_back(item);
      demands_.push_back(item.demand);
      area_ += item.demand * parts_.back().area();
    }
    make_ground();
    if (auto status = check_measures(); !status) return status.error();
    if (auto status = check_fit(); !status) return status.error();
    budget_.evaluations = static_cast<std::uint64_t>(settings_.effort * kEvaluationsPerEffort);
    budget_.keeps_going = [this](std::uint64_t evaluations) { return ask(evaluations); };
    parallel_for(kSearches, settings_.threads, [&](std::size_t search) {
      if (problem_.strip_height) {
        run_strip(search);
      } else {
        run_sheets(search);
      }
    });
    return choose();
  }

 private:
  void make_ground() {
    if (problem_.strip_height) {
      ground_.box = {Vec2::Zero(), Vec2(0, *problem_.strip_height)};
    } else {
      ground_.box = find_box(*problem_.sheet);
    }
    const double size = problem_.strip_height ? *problem_.strip_height : ground_.box.size().maxCoeff();
    ground_.clearance = find_clearance(problem_.gap + 2 * problem_.find_roughest(), size);
    ground_.edge_clearance = find_clearance(edge_, size);
    if (problem_.sheet && !is_rectangle(*problem_.sheet)) {
      outside_.emplace(make_surroundings(*problem_.sheet, ground_.box, size));
      outside_poles_ = make_poles(outside_->outline(), {.most = 100, .least_share = 0.01, .coverage = 0.95});
      ground_.surroundings = &*outside_;
      ground_.surrounding_poles = &outside_poles_;
      return;
    }
    ground_.box.lower.array() += edge_;
    ground_.box.upper.array() -= edge_;
  }

  // Doubles have sixteen digits; lengths that are too far apart do not go together.
  Status check_measures() const {
    constexpr double kFar = 1e7;
    double largest = 0;
    for (const Part& part : parts_) largest = std::max(largest, part.diameter());
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const Box2 box = find_box(problem_.items[i].outline);
      if (box.lower.cwiseAbs().cwiseMax(box.upper.cwiseAbs()).maxCoeff() > kFar * parts_[i].diameter()) {
        return Error{
            fmt::format("{}: it is drawn too far from the origin for its size", quote(problem_.items[i].outline.name))};
      }
    }
    if (problem_.gap > kFar * largest)
      return Error{fmt::format("a gap of {:g} is too large beside the parts", problem_.gap)};
    const Vec2 size = ground_.box.upper - ground_.box.lower;
    if (size.y() > kFar * largest || (problem_.sheet && size.x() > kFar * largest)) {
      return Error{"the strip or sheet is too large beside the parts"};
    }
    if (size.y() <= 0 || (problem_.sheet && size.x() <= 0)) {
      return Error{
          fmt::format("with an edge of {:g}, nothing is left of the {}", edge_, problem_.sheet ? "sheet" : "strip")};
    }
    return success();
  }

  Status check_fit() const {
    Ground ground = ground_;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const Part& part = parts_[i];
      if (problem_.strip_height) ground.box.upper.x() = ground.box.lower.x() + 2 * part.diameter();
      const Table table(parts_, ground);
      bool fits = false;
      for (const double degrees : part.turns()) fits |= !table.find_room(part, degrees).is_empty();
      // Across a sheet, a turn between may do.
      for (int step = 0; part.can_turn_freely() && !fits && step < 18000; ++step) {
        fits = !table.find_room(part, 0.01 * step).is_empty();
      }
      if (fits) continue;
      const Vec2 own = find_box(problem_.items[i].outline).size();
      const Vec2 room = ground_.box.upper - ground_.box.lower;
      return Error{fmt::format("{} ({:.6g} x {:.6g}) does not fit {}, at none of its turns",
                               quote(problem_.items[i].outline.name), own.x(), own.y(),
                               problem_.strip_height
                                   ? fmt::format("into a strip {:.6g} high", room.y())
                                   : fmt::format("onto a sheet of {:.6g} x {:.6g}", room.x(), room.y()))};
    }
    return success();
  }

  static bool is_better(const NestLayout& a, const NestLayout& b) {
    if (a.placements.size() != b.placements.size()) return a.placements.size() > b.placements.size();
    return a.sheets != b.sheets ? a.sheets < b.sheets : a.length < b.length;
  }

  Result<NestLayout> choose() {
    const auto best = std::min_element(layouts_.begin(), layouts_.end(), is_better);
    NestLayout layout = std::move(*best);
    if (layout.placements.empty()) return Error{"no place was found for any part; the sheet may be too small"};
    layout.is_complete = !is_stopped_;
    layout.evaluations = 0;
    for (const NestLayout& other : layouts_) layout.evaluations += other.evaluations;
    std::stable_sort(layout.placements.begin(), layout.placements.end(),
                     [](const NestPlacement& a, const NestPlacement& b) { return a.item < b.item; });
    return layout;
  }

  // News of a search: its best layout so far.
  void keep(std::size_t search, NestLayout layout) {
    const std::lock_guard lock(mutex_);
    layouts_[search] = std::move(layout);
  }

  bool ask(std::uint64_t evaluations) {
    if (is_stopped_) return false;
    if (!settings_.progress) return true;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock || last_told_.seconds() < kSecondsBetweenNews) return true;
    last_told_ = {};
    const auto best = std::min_element(layouts_.begin(), layouts_.end(), is_better);
    const double share = static_cast<double>(evaluations) / static_cast<double>(budget_.evaluations);
    if (!settings_.progress({std::min(1.0, share), best->density, best->length, best->sheets})) is_stopped_ = true;
    return !is_stopped_;
  }

  void run_strip(std::size_t search) {
    const double height = *problem_.strip_height;
    fill_strip(parts_, demands_, ground_, budget_, find_seed(search), [&](const StripLayout& found) {
      NestLayout layout;
      for (std::size_t i = 0; i < found.parts.size(); ++i) add(layout, found.parts[i], 0, found.places[i]);
      layout.length = found.length + 2 * edge_;
      layout.density = area_ / (layout.length * height);
      layout.evaluations = found.evaluations;
      keep(search, std::move(layout));
    });
  }

  void run_sheets(std::size_t search) {
    const double area = measure_region(OutlineTree(*problem_.sheet));
    fill_sheets(parts_, demands_, ground_, budget_, find_seed(search), [&](const SheetLayout& found) {
      NestLayout layout;
      double used = 0;
      for (const SheetLayout::Copy& copy : found.copies) {
        add(layout, copy.part, copy.sheet, copy.place);
        used += parts_[copy.part].area();
      }
      layout.sheets = found.sheets;
      layout.density = found.sheets > 0 && area > 0 ? used / (area * found.sheets) : 0;
      layout.unplaced = found.unplaced;
      layout.evaluations = found.evaluations;
      keep(search, std::move(layout));
    });
  }

  std::uint64_t find_seed(std::size_t search) const { return settings_.seed * kSearches + search; }

  void add(NestLayout& layout, std::uint32_t part, std::uint32_t sheet, const Place& place) const {
    NestPlacement placement = parts_[part].to_placement(place);
    placement.item = part;
    placement.sheet = sheet;
    layout.placements.push_back(placement);
  }

  static constexpr double kSecondsBetweenNews = 0.1;

  const NestProblem& problem_;
  const NestSettings& settings_;
  double edge_;  // that parts keep
  std::vector<Part> parts_;
  std::vector<std::uint32_t> demands_;
  double area_ = 0;
  Ground ground_;
  std::optional<OutlineTree> outside_;
  std::vector<Pole> outside_poles_;
  NestBudget budget_;
  std::array<NestLayout, kSearches> layouts_;  // of each search, the best so far
  std::mutex mutex_;
  Timer last_told_;
  std::atomic<bool> is_stopped_ = false;
};

}  // namespace

double NestProblem::find_roughest() const {
  double roughest = 0;
  for (const NestItem& item : items) {
    for (const Loop& loop : item.outline.loops) {
      for (const OutlinePiece& piece : loop.pieces) roughest = std::max(roughest, piece.roughness);
    }
  }
  return roughest;
}

Result<NestLayout> nest(const NestProblem& problem, const NestSettings& settings) {
  if (auto status = check_problem(problem); !status) return status.error();
  return Nester(problem, settings).run();
}

}  // namespace abut
