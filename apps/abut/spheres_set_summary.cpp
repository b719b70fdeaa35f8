#include "spheres_set_summary.h"

#include <fmt/format.h>

#include "base/text.h"
#include "console.h"

namespace abut {
namespace {

std::string describe_volumes(const SphereSetLink& link) {
  const SphereSetMeasures& m = link.measures;
  std::string text =
      fmt::format("  volume of all spheres together: {:.4g} (+- {:.1g})", m.union_volume, m.volume_error);
  if (m.solid_volume) text += fmt::format("; of the solid: {:.4g}", *m.solid_volume);
  if (m.filled_share) text += fmt::format(", of which they fill {:.4g} %", 100 * *m.filled_share);
  return text + "\n";
}

std::string describe_link(const SphereSetLink& link) {
  std::string text = fmt::format("{}: {}", quote(link.name), plural(link.sphere_count, "sphere", "spheres"));
  if (link.triangle_count == 0) return text + ", as they were\n";
  text += fmt::format(" enclose{} {}, proved", link.sphere_count == 1 ? "s" : "",
                      plural(link.triangle_count, "triangle", "triangles"));
  if (link.kept_count > 0) text += fmt::format("; {} of them stay as they were", with_commas(link.kept_count));
  text += fmt::format("\n  none reaches farther from the {} than {:.6g}, {:.4g} in the mean\n",
                      link.fill == SphereFill::solid ? "solid" : "surface", link.measures.protrusion,
                      link.measures.mean_protrusion);
  if (!link.is_tolerance_met) text += "  note: so few spheres cannot meet the tolerance\n";
  text += describe_volumes(link);
  if (link.octree) {
    text += fmt::format("  beside them an octree's of depth {}: {}, reach {:.6g}, volume {:.4g}\n", link.octree->depth,
                        plural(link.octree->sphere_count, "sphere", "spheres"), link.octree->protrusion,
                        link.octree->union_volume);
  }
  return text;
}

}  // namespace

std::string summarize_sphere_sets(const SphereSetReport& report) {
  std::string text;
  for (const std::string& note : report.notes) text += fmt::format("note: {}\n", note);
  for (const std::string& skipped : report.skipped) text += fmt::format("skipped: {}\n", skipped);
  std::size_t count = 0;
  for (const SphereSetLink& link : report.links) {
    text += describe_link(link);
    count += link.sphere_count;
  }
  return text + fmt::format("Written: {} ({}, {:.2f} s)\n", printable(report.output),
                            plural(count, "sphere", "spheres"), report.seconds);
}

}  // namespace abut
