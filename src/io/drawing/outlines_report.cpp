// What was found about outlines, as JSON.
#include "abut/drawing.h"
#include "io/drawing/drawing_rows.h"

namespace abut {
namespace {

std::string as_list(const Vec2& p) { return fmt::format("[{}, {}]", p.x(), p.y()); }

std::string meeting_row(const OutlineMeeting& found) {
  const CurveMeeting& meeting = found.meeting;
  const bool is_crossing = meeting.kind == CurveMeeting::Kind::crossing;
  return fmt::format(
      "{{\"kind\": \"{}\", \"position\": {}, \"curve_a\": {}, \"range_a\": [{}, {}], \"curve_b\": {}, \"range_b\": "
      "[{}, {}]}}",
      is_crossing ? "crossing" : "touch", as_list(meeting.position), found.a_piece, meeting.a[0], meeting.a[1],
      found.b_piece, meeting.b[0], meeting.b[1]);
}

std::string meeting_list(const std::vector<OutlineMeeting>& meetings) {
  std::string list;
  for (const OutlineMeeting& meeting : meetings) list += (list.empty() ? "" : ", ") + meeting_row(meeting);
  return "[" + list + "]";
}

std::string outline_row(const CheckedOutline& checked) {
  const Outline& outline = checked.tree.outline();
  const Box2 box = find_box(outline);
  return fmt::format(
      "{{\"file\": {}, \"name\": {}, \"loops\": {}, \"curves\": {}, \"area\": {}, \"length\": {}, \"box\": [{}, {}], "
      "\"crosses_itself\": {}, \"self_meetings\": {}}}",
      checked.file, json_string(outline.name), outline.loops.size(), checked.tree.piece_count(), measure_area(outline),
      measure_length(outline), as_list(box.lower), as_list(box.upper), checked.crosses_itself(),
      meeting_list(checked.self_meetings));
}

std::string_view name_of(OutlineRelation relation) {
  return relation == OutlineRelation::interfering ? "interfering"
         : relation == OutlineRelation::contact   ? "contact"
                                                  : "separate";
}

std::string relation_row(const RelatedOutlines& pair) {
  const auto inside = pair.pair.containment;
  return fmt::format("{{\"a\": {}, \"b\": {}, \"relation\": \"{}\", \"inside\": {}, \"meetings\": {}}}", pair.a, pair.b,
                     name_of(pair.pair.relation),
                     inside == OutlineContainment::a_in_b   ? "\"a\""
                     : inside == OutlineContainment::b_in_a ? "\"b\""
                                                            : "null",
                     meeting_list(pair.pair.meetings));
}

std::string beyond_row(const RelatedOutlines& pair) {
  return fmt::format("{{\"outline\": {}, \"meetings\": {}}}", pair.a, meeting_list(pair.pair.meetings));
}

std::string near_row(const OutlinesReport& report, const NearOutlines& near) {
  const CurveDistance& nearest = near.clearance.nearest;
  const std::string b = near.b == report.outlines.size() ? "\"sheet\"" : std::to_string(near.b);
  return fmt::format(
      "{{\"a\": {}, \"b\": {}, \"distance\": {}, \"points\": [{}, {}], \"curve_a\": {}, \"curve_b\": {}}}", near.a, b,
      nearest.distance, as_list(nearest.points[0]), as_list(nearest.points[1]), near.clearance.a_piece,
      near.clearance.b_piece);
}

}  // namespace

bool CheckedOutline::crosses_itself() const {
  return std::any_of(self_meetings.begin(), self_meetings.end(),
                     [](const OutlineMeeting& found) { return found.meeting.kind == CurveMeeting::Kind::crossing; });
}

std::size_t OutlinesReport::count(OutlineRelation relation) const {
  return static_cast<std::size_t>(
      std::count_if(relations.pairs.begin(), relations.pairs.end(),
                    [&](const RelatedOutlines& pair) { return pair.pair.relation == relation; }));
}

std::size_t OutlinesReport::count_self_crossing() const {
  const auto crosses_itself = [](const CheckedOutline& outline) { return outline.crosses_itself(); };
  return static_cast<std::size_t>(std::count_if(outlines.begin(), outlines.end(), crosses_itself)) +
         (sheet && sheet->crosses_itself());
}

bool OutlinesReport::has_findings() const {
  return count(OutlineRelation::interfering) > 0 || count_self_crossing() > 0 || !beyond_sheet.empty() ||
         !clearances.pairs.empty();
}

std::string format_outlines_json(const OutlinesReport& report) {
  std::string json = "{\n" + report_start("abut-outlines");
  fmt::format_to(Out(json), "  \"interfering_count\": {},\n  \"contact_count\": {},\n  \"self_crossing_count\": {},\n",
                 report.count(OutlineRelation::interfering), report.count(OutlineRelation::contact),
                 report.count_self_crossing());
  fmt::format_to(Out(json), "  \"beyond_sheet_count\": {},\n  \"near_count\": {},\n", report.beyond_sheet.size(),
                 report.clearances.pairs.size());
  fmt::format_to(Out(json), "  \"unit_millimetres\": {},\n  \"y_down\": {},\n  \"placed\": {},\n",
                 or_null(report.units.millimetres), report.units.is_y_down, report.is_placed);
  fmt::format_to(Out(json), "  \"tolerance\": {},\n  \"within\": {},\n  \"complete\": {},\n", report.tolerance,
                 or_null(report.within), report.is_complete());
  fmt::format_to(Out(json), "  \"box_tests\": {},\n  \"curve_tests\": {},\n  \"seconds\": {:.6f},\n",
                 report.relations.box_tests, report.relations.curve_tests, report.seconds);
  write_rows(json, "files", report.files, drawing_file_row);
  json += ",\n";
  write_rows(json, "outlines", report.outlines, outline_row);
  fmt::format_to(Out(json), ",\n  \"sheet\": {},\n", report.sheet ? outline_row(*report.sheet) : "null");
  write_rows(json, "pairs", report.relations.pairs, relation_row);
  json += ",\n";
  write_rows(json, "beyond_sheet", report.beyond_sheet, beyond_row);
  json += ",\n";
  write_rows(json, "near", report.clearances.pairs, [&](const NearOutlines& near) { return near_row(report, near); });
  return json + "\n}\n";
}

}  // namespace abut
