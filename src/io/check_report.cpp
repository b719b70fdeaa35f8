// A check's result as JSON and CSV.
#include "abut/io.h"
#include "io/report_rows.h"

namespace abut {
namespace {

std::string part_pair_row(const PartPairCount& row) {
  return fmt::format(R"({{"mesh_a": {}, "part_a": {}, "mesh_b": {}, "part_b": {}, "pairs": {}}})", row.body_a.value,
                     row.part_a.value, row.body_b.value, row.part_b.value, row.count);
}

}  // namespace

std::string format_check_json(std::span<const CheckedMesh> meshes, const CheckReport& report) {
  const Intersections& found = report.intersections;
  std::vector<std::size_t> without_area(meshes.size(), 0);
  for (const FaceRef f : found.faces_without_area) ++without_area[f.body];

  std::string json = "{\n";
  json += report_start("abut-check");
  fmt::format_to(Out(json), "  \"intersecting_pairs\": {},\n  \"complete\": {},\n  \"digest\": \"{}\",\n",
                 found.pairs.size(), found.is_complete, report.digest);
  fmt::format_to(Out(json), "  \"candidates\": {},\n  \"seconds\": {:.6f},\n", found.counts.face_tests, report.seconds);
  write_rows(json, "meshes", meshes,
             [&](const CheckedMesh& mesh) { return mesh_row(mesh, without_area[&mesh - meshes.data()]); });
  json += ",\n";
  write_rows(json, "by_parts", report.by_parts, part_pair_row);
  json += ",\n";
  write_rows(json, "contours", report.contours.contours,
             [](const Contour& contour) { return fmt::format("{{{}}}", contour_members(contour)); });
  json += ",\n";
  write_rows(json, "faces_without_area", found.faces_without_area,
             [](FaceRef f) { return fmt::format(R"({{"mesh": {}, "face": {}}})", f.body.value, f.face.value); });
  json += ",\n";
  write_rows(json, "pairs", found.pairs, [&](const IntersectingPair& pair) {
    return pair_row(meshes, pair, report.contours.overlaps[&pair - found.pairs.data()]);
  });
  json += "\n}\n";
  return json;
}

namespace {

constexpr std::string_view kPairColumns =
    "mesh_a,part_a,polygon_a,face_a,mesh_b,part_b,polygon_b,face_b,shared_vertices,overlap\n";

void append_pair_lines(std::string& csv, std::string_view start, std::span<const CheckedMesh> meshes,
                       const CheckReport& report) {
  for (std::size_t i = 0; i < report.intersections.pairs.size(); ++i) {
    const IntersectingPair& pair = report.intersections.pairs[i];
    const auto a = side_of(meshes, pair.a), b = side_of(meshes, pair.b);
    fmt::format_to(Out(csv), "{}{},{},{},{},{},{},{},{},{},{}\n", start, a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3],
                   pair.shared_vertices, overlap_name(report.contours.overlaps[i]));
  }
}

std::string frame_row(std::span<const CheckedMesh> meshes, const CheckedFrame& frame) {
  const Intersections& found = frame.report.intersections;
  std::string pairs;
  for (std::size_t i = 0; i < found.pairs.size(); ++i) {
    pairs += fmt::format("{}      {}", i == 0 ? "\n" : ",\n",
                         pair_row(meshes, found.pairs[i], frame.report.contours.overlaps[i]));
  }
  return fmt::format(
      R"({{"name": {}, "intersecting_pairs": {}, "contours": {}, "complete": {}, "digest": "{}", "candidates": {}, )"
      R"("faces_without_area": {}, "seconds": {:.6f}, "pairs": [{}]}})",
      json_string(frame.name), found.pairs.size(), frame.report.contours.contours.size(), found.is_complete,
      frame.report.digest, found.counts.face_tests, found.faces_without_area.size(), frame.report.seconds, pairs);
}

}  // namespace

std::string format_pairs_csv(std::span<const CheckedMesh> meshes, const CheckReport& report) {
  std::string csv(kPairColumns);
  append_pair_lines(csv, "", meshes, report);
  return csv;
}

std::string format_animation_csv(std::span<const CheckedMesh> meshes, std::span<const CheckedFrame> frames) {
  std::string csv = fmt::format("frame,{}", kPairColumns);
  for (std::size_t i = 0; i < frames.size(); ++i)
    append_pair_lines(csv, fmt::format("{},", i), meshes, frames[i].report);
  return csv;
}

std::string format_animation_json(std::span<const CheckedMesh> meshes, std::span<const CheckedFrame> frames,
                                  bool is_complete) {
  std::size_t pairs = 0, with_pairs = 0;
  std::vector<std::size_t> without_area(meshes.size(), 0);
  for (const CheckedFrame& frame : frames.first(frames.empty() ? 0 : 1)) {
    for (const FaceRef f : frame.report.intersections.faces_without_area) ++without_area[f.body];
  }
  for (const CheckedFrame& frame : frames) {
    pairs += frame.report.intersections.pairs.size();
    with_pairs += !frame.report.intersections.pairs.empty();
  }
  std::string json = "{\n";
  json += report_start("abut-check-animation");
  fmt::format_to(Out(json),
                 "  \"intersecting_pairs\": {},\n  \"frames_with_intersections\": {},\n  \"complete\": {},\n", pairs,
                 with_pairs, is_complete);
  write_rows(json, "meshes", meshes,
             [&](const CheckedMesh& mesh) { return mesh_row(mesh, without_area[&mesh - meshes.data()]); });
  json += ",\n";
  write_rows(json, "frames", frames, [&](const CheckedFrame& frame) { return frame_row(meshes, frame); });
  json += "\n}\n";
  return json;
}

}  // namespace abut
