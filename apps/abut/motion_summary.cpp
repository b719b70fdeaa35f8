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

// "at the start", or when that is.
std::string name_start(const MotionReport& report) {
  return report.asked.t0 == 0 ? "at the start" : fmt::format("at {:.9g}", report.asked.t0);
}

std::string describe_start(const MotionReport& report) {
  const std::size_t pairs = report.found.intersecting_at_start.size();
  if (pairs == 0) return {};
  if (report.first_only || report.is_interrupted) {
    return fmt::format("There are triangles that intersect {} already.\n", name_start(report));
  }
  return fmt::format("{} {} already.\n", plural(pairs, "pair of triangles intersects", "pairs of triangles intersect"),
                     name_start(report));
}

std::string describe_nothing(const MotionReport& report) {
  if (report.is_interrupted) return "Interrupted: no impacts found so far.\n";
  const bool is_clean = report.found.intersecting_at_start.empty();
  const std::string_view near = report.asked.separation > 0 ? "Nothing comes that near" : "No impacts";
  return fmt::format("{} on the way: proven.{}\n", near, is_clean ? "" : " What intersects goes on intersecting.");
}

// How far it is safe to go, by the first impact.
std::string describe_safe_step(const MotionReport& report, const Impact& first) {
  if (!report.found.intersecting_at_start.empty() || first.touch.at_start) {
    return fmt::format("Not safe: {} something touches already.\n", name_start(report));
  }
  return fmt::format("Safe up to {:.9g} of the way.\n", first.touch.time);
}

std::string describe_heading(const MotionReport& report) {
  const auto& impacts = report.found.impacts;
  if (report.first_only && !report.is_interrupted) return "The first impact:\n";
  const auto vertex_face = static_cast<std::size_t>(std::count_if(
      impacts.begin(), impacts.end(), [](const Impact& i) { return i.a.kind == SurfaceFeature::Kind::vertex; }));
  return fmt::format("{}{} ({} of a vertex and a face, {} of two edges), {}:\n",
                     report.is_interrupted ? "Interrupted: at least " : "", plural(impacts.size(), "impact", "impacts"),
                     with_commas(vertex_face), with_commas(impacts.size() - vertex_face),
                     report.is_interrupted ? "there may be earlier ones" : "the first first");
}

}  // namespace

std::string summarize_motion(std::span<const CheckedMesh> meshes, const MotionReport& report) {
  const auto& impacts = report.found.impacts;
  std::string text = describe_start(report);
  if (impacts.empty()) return text + describe_nothing(report);
  text += describe_heading(report);
  for (std::size_t i = 0; i < std::min(kMaxImpacts, impacts.size()); ++i) {
    text += describe_impact(meshes, report, impacts[i]);
  }
  if (impacts.size() > kMaxImpacts) {
    text += fmt::format("  {} more (--json lists all)\n", with_commas(impacts.size() - kMaxImpacts));
  }
  return report.is_interrupted ? text : text + describe_safe_step(report, impacts[0]);
}

}  // namespace abut
