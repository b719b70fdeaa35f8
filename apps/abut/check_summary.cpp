#include "check_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "console.h"
#include "contour_text.h"

namespace abut {
namespace {

constexpr std::size_t kMaxContours = 8, kMaxPartPairs = 8;

void append_parts(std::string& text, const MeshInputs& meshes, const CheckReport& report) {
  const auto out = std::back_inserter(text);
  for (std::size_t i = 0; i < std::min(kMaxPartPairs, report.by_parts.size()); ++i) {
    const PartPairCount& row = report.by_parts[i];
    const bool within = row.body_a == row.body_b && row.part_a == row.part_b;
    const auto a = part_name(meshes, row.body_a, row.part_a);
    if (within) fmt::format_to(out, "  {:>9} within {}\n", with_commas(row.count), a);
    if (!within)
      fmt::format_to(out, "  {:>9} between {} and {}\n", with_commas(row.count), a,
                     part_name(meshes, row.body_b, row.part_b));
  }
  if (report.by_parts.size() > kMaxPartPairs) {
    fmt::format_to(out, "  {:>9} more pairs of objects (--json lists all)\n", report.by_parts.size() - kMaxPartPairs);
  }
}

void append_contours(std::string& text, const MeshInputs& meshes, const CheckReport& report) {
  const auto out = std::back_inserter(text);
  const auto& contours = report.contours.contours;
  if (contours.empty()) return;
  fmt::format_to(out, "Contours, most pairs first:\n");
  for (std::size_t i = 0; i < std::min(kMaxContours, contours.size()); ++i) {
    // Which objects it is between, going by its first pair.
    const IntersectingPair& pair = report.intersections.pairs[contours[i].pairs.front()];
    fmt::format_to(out, "  {:>3}  {}{}\n       in {}\n", i + 1, describe_contour(contours[i]),
                   describe_objects(meshes, pair), describe_box(contours[i].box));
  }
  if (contours.size() > kMaxContours) {
    fmt::format_to(out, "  {} more (--json lists all)\n", with_commas(contours.size() - kMaxContours));
  }
}

// "86 crossing, 4 touching, 1 overlapping in a plane": how the pairs meet, kinds that do not occur left out.
std::string describe_overlaps(const CheckReport& report) {
  const auto count = [&](Overlap kind) {
    return std::count(report.contours.overlaps.begin(), report.contours.overlaps.end(), kind);
  };
  const std::pair<std::ptrdiff_t, std::string_view> kinds[] = {
      {count(Overlap::crossing), "crossing"},
      {count(Overlap::edge) + count(Overlap::point), "touching"},
      {count(Overlap::area), "overlapping in a plane"}};
  std::string text;
  for (const auto& [number, kind] : kinds) {
    if (number > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", with_commas(static_cast<std::uint64_t>(number)), kind);
  }
  return text;
}

// What the search can say of a scene where it found nothing.
std::string describe_nothing(const MeshInputs& meshes, const Intersections& found, bool is_trusting) {
  if (!found.is_complete) return "Stopped early: no intersections found so far.\n";
  if (is_trusting) return "No intersections found; with --trust-boundaries this is no proof.\n";
  std::size_t faces = 0;
  for (const auto& mesh : meshes) faces += mesh->surface.face_count();
  if (found.faces_without_area.empty()) return "No intersections: proven.\n";
  if (found.faces_without_area.size() == faces) return "Nothing to check: no face has an area.\n";
  return fmt::format("No intersections among the {} faces with area: proven.\n",
                     with_commas(faces - found.faces_without_area.size()));
}

}  // namespace

std::string summarize_check(const MeshInputs& meshes, const CheckReport& report, bool is_trusting) {
  const Intersections& found = report.intersections;
  std::string text;
  const auto out = std::back_inserter(text);
  if (!found.faces_without_area.empty()) {
    fmt::format_to(out, "{} without area left out.\n", plural(found.faces_without_area.size(), "face", "faces"));
  }
  if (found.pairs.empty()) return text + describe_nothing(meshes, found, is_trusting);
  fmt::format_to(out, "{}{}", found.is_complete ? "" : "Stopped early: at least ",
                 plural(found.pairs.size(), "intersecting pair of triangles", "intersecting pairs of triangles"));
  if (found.is_complete) fmt::format_to(out, " in {}", plural(report.contours.contours.size(), "contour", "contours"));
  fmt::format_to(out, " ({}):\n", describe_overlaps(report));
  append_parts(text, meshes, report);
  append_contours(text, meshes, report);
  return text;
}

std::string summarize_frame(std::size_t number, std::size_t count, const CheckedFrame& frame, bool with_digest) {
  const CheckReport& report = frame.report;
  std::string finding = "clean";
  if (!report.intersections.pairs.empty()) {
    finding = fmt::format("{}{}", report.intersections.is_complete ? "" : "at least ",
                          plural(report.intersections.pairs.size(), "pair", "pairs"));
    if (report.intersections.is_complete)
      finding += fmt::format(" in {}", plural(report.contours.contours.size(), "contour", "contours"));
  }
  const auto width = std::to_string(count).size();
  return fmt::format("{:>{}}/{}  {}: {}{}\n", number + 1, width, count, printable(frame.name), finding,
                     with_digest ? "  digest " + report.digest : "");
}

std::string summarize_animation(std::span<const CheckedFrame> frames, std::size_t count, bool is_trusting) {
  std::size_t pairs = 0, with_pairs = 0;
  const CheckedFrame *first = nullptr, *worst = nullptr;
  double seconds = 0;
  for (const CheckedFrame& frame : frames) {
    const std::size_t found = frame.report.intersections.pairs.size();
    pairs += found;
    with_pairs += found > 0;
    seconds += frame.report.seconds;
    if (found > 0 && first == nullptr) first = &frame;
    if (found > 0 && (worst == nullptr || found > worst->report.intersections.pairs.size())) worst = &frame;
  }
  std::string text = frames.size() == count ? plural(count, "frame", "frames")
                                            : fmt::format("{} of {}", frames.size(), plural(count, "frame", "frames"));
  if (frames.empty()) return text + " checked.\n";
  if (first == nullptr) {
    text += is_trusting ? ": no intersections found; with --trust-boundaries this is no proof.\n"
                        : ": no intersections, proven.\n";
  } else {
    text += fmt::format(": {} clean, {} with intersections, {} in all; first in {}, most in {} ({}).\n",
                        frames.size() - with_pairs, with_pairs, plural(pairs, "pair", "pairs"), printable(first->name),
                        printable(worst->name), worst->report.intersections.pairs.size());
  }
  return text + fmt::format("Checked in {:.3f} s, {:.3f} ms per frame.\n", seconds,
                            1e3 * seconds / static_cast<double>(frames.size()));
}

std::string summarize_stats(const SearchCounts& counts, const SearchCounts& plain) {
  std::string text = fmt::format("{:<46} {:>14} {:>16}\n", "What the search did", "with culling", "without culling");
  const auto add = [&](std::string_view what, std::uint64_t with, std::uint64_t without) {
    text += fmt::format("  {:<44} {:>14} {:>16}\n", what, with_commas(with), with_commas(without));
  };
  add("patches looked at, alone or in pairs (A)", counts.calls, plain.calls);
  add("tests of two triangles (B)", counts.face_tests, plain.face_tests);
  if (plain.feature_tests > 0) {
    add("tests of a vertex and a face, or two edges", counts.feature_tests, plain.feature_tests);
  }
  add("rims tested", counts.certificates, plain.certificates);
  add("  of these, proofs that patches do not meet", counts.proofs, plain.proofs);
  add("  edges in these rims", counts.rim_edges, plain.rim_edges);
  return text;
}

}  // namespace abut
