#include "io/drawing/drawing_builder.h"

#include <cmath>
#include <iterator>

#include "io/failure.h"
#include "shape/loop_groups.h"

namespace abut {
namespace {

// Copies of copies may make any number of curves of a small file.
constexpr std::size_t kMostPieces = 4'000'000;

std::string count_text(std::size_t count, std::string_view one, std::string_view many) {
  return count == 1 ? fmt::format("1 {}", one) : fmt::format("{} {}", count, many);
}

// Whether it is more than a line. The area would not say: that of an 8 may be 0.
bool has_width(const std::vector<OutlinePiece>& pieces) {
  const Vec2 origin = pieces.front().curve.points[0];
  Vec2 reach = Vec2::Zero();
  const auto for_each_point = [&](const auto& action) {
    for (const OutlinePiece& piece : pieces) {
      for (const Vec2& p : piece.curve.points) action(Vec2(p - origin));
    }
  };
  for_each_point([&](const Vec2& p) {
    if (p.squaredNorm() > reach.squaredNorm()) reach = p;
  });
  double width = 0;
  for_each_point([&](const Vec2& p) { width = std::max(width, std::abs(reach.x() * p.y() - reach.y() * p.x())); });
  return width > 1e-12 * reach.squaredNorm();
}

std::vector<std::vector<std::uint32_t>> find_around(std::span<const Loop> loops) {
  auto around = find_loops_around(loops);
  if (!around) fail("more than 1,000 curves found that go around one, which no drawing needs");
  return std::move(*around);
}

Loop make_loop(Stroke stroke) { return {std::move(stroke.pieces)}; }

}  // namespace

void DrawingBuilder::add_stroke(std::vector<OutlinePiece> pieces) {
  point_count_ += drop_points(pieces);
  if (pieces.empty()) return;
  piece_count_ += pieces.size();
  if (piece_count_ > kMostPieces) fail("more than {} curves found, copies counted", kMostPieces);
  const StrokeOwner& owner = owners_.back();
  for (OutlinePiece& piece : pieces) piece.roughness = owner.roughness.value_or(settings_.roughness);
  strokes_.push_back({std::move(pieces), static_cast<std::uint32_t>(owners_.size() - 1)});
}

void DrawingBuilder::add_closed(std::vector<OutlinePiece> pieces) {
  if (pieces.empty()) {  // a point, closed
    ++point_count_;
    return;
  }
  const Vec2 begin = pieces.front().curve.points[0], end = pieces.back().curve.points[3];
  if (begin != end) pieces.push_back({make_line(end, begin), PieceKind::line});
  add_stroke(std::move(pieces));
}

double DrawingBuilder::find_gap() const {
  if (settings_.join_gap) return *settings_.join_gap;
  Box2 box;
  for (const Stroke& stroke : strokes_) {
    for (const OutlinePiece& piece : stroke.pieces) {
      for (const Vec2& p : piece.curve.points) box.add(p);
    }
  }
  return 1e-5 * box.size().maxCoeff();
}

// A curve that stays open is closed if that makes a region of it.
void DrawingBuilder::close(Stroke& stroke) {
  if (stroke.is_closed()) {
    if (has_width(stroke.pieces)) {
      loops_.push_back(std::move(stroke));
    } else {
      ++flat_count_;
    }
    return;
  }
  const std::string& name = owners_[stroke.owner].name;
  if (settings_.refuses_open) {
    fail("open curve {} found, from ({:.6g}, {:.6g}) to ({:.6g}, {:.6g}), expected closed ones", quote(name),
         stroke.begin().x(), stroke.begin().y(), stroke.end().x(), stroke.end().y());
  }
  stroke.pieces.push_back({make_line(stroke.end(), stroke.begin()), PieceKind::line});
  stroke.pieces.back().roughness = stroke.pieces.front().roughness;
  if (!has_width(stroke.pieces)) {
    ++flat_count_;
    return;
  }
  if (closed_count_++ == 0) first_closed_ = name;
  loops_.push_back(std::move(stroke));
}

void DrawingBuilder::join_and_close() {
  const double gap = find_gap();
  std::map<std::string, std::vector<Stroke>> layers;
  for (Stroke& stroke : strokes_) layers[owners_[stroke.owner].layer].push_back(std::move(stroke));
  for (auto& [name, strokes] : layers) {
    for (Stroke& stroke : join_strokes(std::move(strokes), gap)) close(stroke);
  }
  std::stable_sort(loops_.begin(), loops_.end(), [](const Stroke& a, const Stroke& b) { return a.owner < b.owner; });
}

std::optional<Outline> DrawingBuilder::take_sheet() {
  Outline sheet{"sheet", {}};
  std::vector<Stroke> others;
  for (Stroke& stroke : loops_) {
    if (owners_[stroke.owner].is_sheet) {
      sheet.loops.push_back(make_loop(std::move(stroke)));
    } else {
      others.push_back(std::move(stroke));
    }
  }
  loops_ = std::move(others);
  return sheet.loops.empty() ? std::nullopt : std::optional(std::move(sheet));
}

std::vector<Outline> DrawingBuilder::make_outlines_by_owner() {
  std::vector<Outline> outlines;
  for (std::size_t i = 0; i < loops_.size();) {
    const std::uint32_t number = loops_[i].owner;
    std::vector<Loop> loops;
    for (; i < loops_.size() && loops_[i].owner == number; ++i) loops.push_back(make_loop(std::move(loops_[i])));
    const StrokeOwner& owner = owners_[number];
    if (owner.fill_rule == FillRule::nonzero && loops.size() > 1) {
      const std::size_t count = loops.size();
      const auto around = find_around(loops);
      loops = keep_borders(std::move(loops), around);
      buried_count_ += count - loops.size();
    }
    outlines.push_back({owner.name, std::move(loops)});
  }
  return outlines;
}

std::vector<Outline> DrawingBuilder::make_outlines_by_containment() {
  std::vector<Loop> loops;
  std::vector<std::uint32_t> owners;
  for (Stroke& stroke : loops_) {
    owners.push_back(stroke.owner);
    loops.push_back(make_loop(std::move(stroke)));
  }
  std::vector<Outline> outlines;
  for (const auto& group : group_regions(find_around(loops))) {
    Outline& outline = outlines.emplace_back();
    outline.name = owners_[owners[group.front()]].name;
    for (const std::uint32_t loop : group) outline.loops.push_back(std::move(loops[loop]));
  }
  return outlines;
}

std::vector<Outline> DrawingBuilder::make_outlines_by_loop() {
  std::vector<Outline> outlines;
  for (Stroke& stroke : loops_) {
    const std::string& name = owners_[stroke.owner].name;
    outlines.push_back({name, {make_loop(std::move(stroke))}});
  }
  return outlines;
}

void DrawingBuilder::note_counts() {
  if (!ignored_.empty()) {
    std::string list;
    for (const auto& [kind, count] : ignored_) {
      list += fmt::format("{}{} {}", list.empty() ? "" : ", ", count, printable(kind));
    }
    notes_.push_back("not read: " + list);
  }
  if (closed_count_ > 0) {
    notes_.push_back(fmt::format("{} closed by a straight line, the first in {}",
                                 count_text(closed_count_, "open curve was", "open curves were"),
                                 quote(first_closed_)));
  }
  if (flat_count_ > 0) {
    notes_.push_back(fmt::format(
        "{} left out", count_text(flat_count_, "curve that encloses nothing was", "curves that enclose nothing were")));
  }
  if (point_count_ > 0) {
    notes_.push_back(
        fmt::format("{} left out", count_text(point_count_, "piece of no length was", "pieces of no length were")));
  }
  if (buried_count_ > 0) {
    notes_.push_back(fmt::format("{} left out, since it is filled on both sides (fill rule nonzero)",
                                 count_text(buried_count_, "closed curve was", "closed curves were")));
  }
}

// Equal names would not say which is meant.
void DrawingBuilder::number_names(std::vector<Outline>& outlines) {
  std::map<std::string, int> counts, seen;
  for (const Outline& outline : outlines) ++counts[outline.name];
  for (Outline& outline : outlines) {
    if (counts[outline.name] > 1) outline.name += fmt::format(" {}", ++seen[outline.name]);
  }
}

Drawing DrawingBuilder::finish(Grouping grouping, const DrawingUnits& units) {
  join_and_close();
  if (settings_.nested_are_holes) {
    grouping = *settings_.nested_are_holes            ? Grouping::by_containment
               : grouping == Grouping::by_containment ? Grouping::by_loop
                                                      : grouping;
  }
  Drawing drawing;
  drawing.units = units;
  drawing.sheet = take_sheet();
  drawing.outlines = grouping == Grouping::by_owner         ? make_outlines_by_owner()
                     : grouping == Grouping::by_containment ? make_outlines_by_containment()
                                                            : make_outlines_by_loop();
  number_names(drawing.outlines);
  for (const Outline& outline : drawing.outlines) {
    if (const Status status = check_outline(outline); !status)
      fail("{}: {}", quote(outline.name), status.error().message);
  }
  if (drawing.sheet) {
    if (const Status status = check_outline(*drawing.sheet); !status) fail("sheet: {}", status.error().message);
  }
  note_counts();
  drawing.notes = std::move(notes_);
  return drawing;
}

}  // namespace abut
