#include "motion_summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "console.h"
#include "feature_text.h"

namespace abut {
namespace {

constexpr std::size_t kMaxImpacts = 8;

std::string describe_impact(std::span<const CheckedMesh> meshes, const MotionReport& report, const Impact& impact) {
  const Vec3 p = report.position(meshes, impact);
  return fmt::format("  {:.9f}  {} and {} at ({:.6g} {:.6g} {:.6g}){}{}\n", impact.touch.time,
                     describe_feature(meshes, impact.a), describe_feature(meshes, impact.b), p.x(), p.y(), p.z(),
                     impact.touch.at_start ? ", at the start already" : "",
                     impact.touch.is_certain ? "" : ", or nearly so");
}

std::string describe_start(const MotionReport& report) {
  const std::size_t pairs = report.found.intersecting_at_start.size();
  if (pairs == 0) return {};
  if (!report.found.is_complete) return "There are triangles that intersect at the start already.\n";
  return fmt::format("{} at the start already.\n",
                     plural(pairs, "pair of triangles intersects", "pairs of triangles intersect"));
}

std::string describe_nothing(const MotionReport& report) {
  if (!report.found.is_complete) return "Stopped early: no impacts found so far.\n";
  const bool is_clean = report.found.intersecting_at_start.empty();
  const std::string_view near = report.asked.separation > 0 ? "Nothing comes that near" : "No impacts";
  return fmt::format("{} on the way: proven.{}\n", near, is_clean ? "" : " What intersects stays as it is.");
}

}  // namespace

std::string summarize_motion(std::span<const CheckedMesh> meshes, const MotionReport& report) {
  const auto& impacts = report.found.impacts;
  std::string text = describe_start(report);
  if (impacts.empty()) return text + describe_nothing(report);
  if (!report.found.is_complete && impacts.size() == 1) {
    return text + "The first impact:\n" + describe_impact(meshes, report, impacts[0]);
  }
  const auto vertex_face = static_cast<std::size_t>(std::count_if(
      impacts.begin(), impacts.end(), [](const Impact& i) { return i.a.kind == SurfaceFeature::Kind::vertex; }));
  text += fmt::format("{}{} ({} of a vertex and a face, {} of two edges), the first first:\n",
                      report.found.is_complete ? "" : "Stopped early: at least ",
                      plural(impacts.size(), "impact", "impacts"), with_commas(vertex_face),
                      with_commas(impacts.size() - vertex_face));
  for (std::size_t i = 0; i < std::min(kMaxImpacts, impacts.size()); ++i) {
    text += describe_impact(meshes, report, impacts[i]);
  }
  if (impacts.size() > kMaxImpacts) {
    text += fmt::format("  {} more (--json lists all)\n", with_commas(impacts.size() - kMaxImpacts));
  }
  if (report.found.is_complete) text += fmt::format("Safe up to {:.9g} of the way.\n", impacts[0].touch.time);
  return text;
}

}  // namespace abut
