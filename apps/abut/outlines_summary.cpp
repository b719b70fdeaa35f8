#include "outlines_summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "console.h"
#include "drawing_input.h"

namespace abut {
namespace {

constexpr std::size_t kMostLines = 12;

std::string name_outline(const OutlinesReport& report, std::uint32_t number) {
  const CheckedOutline& outline = report.outlines[number];
  const std::string name = quote(outline.name());
  return report.files.size() > 1 ? fmt::format("{} of {}", name, printable(report.files[outline.file].name)) : name;
}

std::string describe_places(const std::vector<OutlineMeeting>& meetings) {
  if (meetings.empty()) return "";
  const auto is_crossing = [](const OutlineMeeting& m) { return m.meeting.kind == CurveMeeting::Kind::crossing; };
  const auto first = std::find_if(meetings.begin(), meetings.end(), is_crossing);
  const Vec2 at = (first == meetings.end() ? meetings.front() : *first).meeting.position;
  std::string text = fmt::format(" at ({:.6g}, {:.6g})", at.x(), at.y());
  if (meetings.size() > 1) text += fmt::format(" and {}", plural(meetings.size() - 1, "other place", "other places"));
  return text;
}

std::string describe_pair(const OutlinesReport& report, const RelatedOutlines& pair) {
  const std::string a = name_outline(report, pair.a), b = name_outline(report, pair.b);
  switch (pair.pair.containment) {
    case OutlineContainment::a_in_b:
      return fmt::format("  {} is inside {}\n", a, b);
    case OutlineContainment::b_in_a:
      return fmt::format("  {} is inside {}\n", b, a);
    case OutlineContainment::none:
      break;
  }
  const bool is_interfering = pair.pair.relation == OutlineRelation::interfering;
  return fmt::format("  {} and {} {}{}\n", a, b, is_interfering ? "overlap" : "touch",
                     describe_places(pair.pair.meetings));
}

// The first few, and how many more.
template <class List, class Describe>
std::string list_some(const List& list, const Describe& describe) {
  std::string text;
  for (std::size_t i = 0; i < std::min(kMostLines, list.size()); ++i) text += describe(list[i]);
  if (list.size() > kMostLines)
    text += fmt::format("  {} more (--json lists all)\n", with_commas(list.size() - kMostLines));
  return text;
}

std::string summarize_relation(const OutlinesReport& report, OutlineRelation relation, std::string_view what) {
  std::vector<const RelatedOutlines*> pairs;
  for (const RelatedOutlines& pair : report.relations.pairs) {
    if (pair.pair.relation == relation) pairs.push_back(&pair);
  }
  if (pairs.empty()) return "";
  return fmt::format("{} {}:\n", plural(pairs.size(), "pair", "pairs"), what) +
         list_some(pairs, [&](const RelatedOutlines* pair) { return describe_pair(report, *pair); });
}

std::string summarize_self(const OutlinesReport& report) {
  std::vector<std::string> lines;
  const auto add = [&](const CheckedOutline& outline, const std::string& name) {
    if (outline.crosses_itself()) lines.push_back("  " + name + describe_places(outline.self_meetings) + "\n");
  };
  for (std::uint32_t i = 0; i < report.outlines.size(); ++i) add(report.outlines[i], name_outline(report, i));
  if (report.sheet) add(*report.sheet, "the sheet");
  if (lines.empty()) return "";
  return fmt::format("{}:\n", plural(lines.size(), "outline crosses itself", "outlines cross themselves")) +
         list_some(lines, [](const std::string& line) { return line; });
}

std::string summarize_sheet(const OutlinesReport& report) {
  if (!report.sheet) return "";
  if (report.beyond_sheet.empty()) return "All are inside the sheet.\n";
  return fmt::format("{} not all inside the sheet:\n",
                     plural(report.beyond_sheet.size(), "outline is", "outlines are")) +
         list_some(report.beyond_sheet, [&](const RelatedOutlines& pair) {
           return fmt::format("  {}{}\n", name_outline(report, pair.a), describe_places(pair.pair.meetings));
         });
}

std::string summarize_clearances(const OutlinesReport& report) {
  if (!report.within) return "";
  const std::string unit = name_unit(report.units);
  auto pairs = report.clearances.pairs;
  if (pairs.empty()) return fmt::format("No others within {:g} {} of each other.\n", *report.within, unit);
  std::stable_sort(pairs.begin(), pairs.end(), [](const NearOutlines& a, const NearOutlines& b) {
    return a.clearance.nearest.distance < b.clearance.nearest.distance;
  });
  return fmt::format("{} within {:g} {}, the nearest first:\n", plural(pairs.size(), "pair", "pairs"), *report.within,
                     unit) +
         list_some(pairs, [&](const NearOutlines& near) {
           const CurveDistance& nearest = near.clearance.nearest;
           const std::string b = near.b == report.outlines.size() ? "the sheet" : name_outline(report, near.b);
           return fmt::format("  {:<12.6g} {} and {} at ({:.6g}, {:.6g})\n", nearest.distance,
                              name_outline(report, near.a), b, nearest.points[0].x(), nearest.points[0].y());
         });
}

}  // namespace

std::string summarize_drawings(const OutlinesReport& report) {
  std::string text;
  for (std::uint32_t f = 0; f < report.files.size(); ++f) {
    std::size_t outlines = 0, curves = 0;
    for (const CheckedOutline& outline : report.outlines) {
      if (outline.file != f) continue;
      ++outlines;
      curves += outline.tree.piece_count();
    }
    text += fmt::format("{}: {} of {}, unit: {}\n", printable(report.files[f].name),
                        plural(outlines, "outline", "outlines"), plural(curves, "curve", "curves"),
                        report.units.millimetres ? name_unit(report.units) : "not stated");
    for (const std::string& note : report.files[f].notes) text += fmt::format("  note: {}\n", note);
  }
  return text;
}

std::string summarize_outlines(const OutlinesReport& report) {
  std::string text = report.is_complete() ? "" : "Stopped early: there may be more.\n";
  text += summarize_self(report);
  if (!report.is_placed) {
    return text + "Parts of an instance have no places yet: each was looked at by itself (abut nest places them).\n";
  }
  text += summarize_relation(report, OutlineRelation::interfering,
                             report.count(OutlineRelation::interfering) == 1 ? "interferes" : "interfere");
  text += summarize_relation(report, OutlineRelation::contact, "in contact, which is no overlap");
  if (report.count(OutlineRelation::interfering) == 0 && report.is_complete()) {
    text += report.outlines.size() > 1 ? "No two outlines overlap.\n" : "";
  }
  return text + summarize_sheet(report) + summarize_clearances(report);
}

}  // namespace abut
