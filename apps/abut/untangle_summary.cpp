#include "untangle_summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "console.h"
#include "contour_text.h"
#include "feature_text.h"
#include "mesh_names.h"
#include "untangle_notes.h"

namespace abut {
namespace {

constexpr std::size_t kMaxContours = 8, kMaxFiles = 8;

std::string describe_pairs(std::size_t pairs, std::size_t contours) {
  return fmt::format("{} in {}", plural(pairs, "intersecting pair of triangles", "intersecting pairs of triangles"),
                     plural(contours, "contour", "contours"));
}

// Lengths say more in edges.
std::string in_edges(const Deformation& d, double length) {
  return d.mean_edge > 0 ? fmt::format(" ({:.3g} edges)", length / d.mean_edge) : std::string();
}

std::string describe_before(const UntangleReport& report) {
  std::string text = report.was_clean() ? std::string("Before: nothing intersects; there is nothing to untangle.\n")
                                        : fmt::format("Before: {}, {:.6g} long, up to {:.6g}{} deep.\n",
                                                      describe_pairs(report.before.pairs, report.before.contours),
                                                      report.before.length, report.depth.largest,
                                                      in_edges(report.deformation, report.depth.largest));
  if (report.obstacle_pairs > 0) {
    text +=
        fmt::format("  {} within and between obstacles left alone\n", plural(report.obstacle_pairs, "pair", "pairs"));
  }
  return text;
}

std::string describe_work(const UntangleOptions& options, const UntangleReport& report, const UntangledState& written) {
  std::string text = fmt::format("Untangled for {} in {:.3f} s", plural(report.iterations(), "iteration", "iterations"),
                                 report.seconds);
  if (report.is_interrupted) text += ", interrupted";
  if (report.is_time_out) text += ", up to the time limit";
  if (!report.is_clean() && report.iterations() >= options.max_iterations) {
    text += fmt::format(", up to the limit of {} (--max-iterations allows more)",
                        plural(options.max_iterations, "iteration", "iterations"));
  }
  if (written.rounds > 1) {
    text += fmt::format(
        ", in {} rounds because {}", written.rounds,
        written.largest_rounding > 0 ? "of the file's precision" : "polygons that moved are cut into other triangles");
  }
  return text + ".\n";
}

std::string describe_after(const UntangledState& written) {
  if (!written.pairs.empty()) {
    return fmt::format("After: {} left, in what was written and read back.\n",
                       describe_pairs(written.pairs.size(), written.contours.contours.size()));
  }
  if (written.collapsed_faces > 0) {
    return fmt::format("After: no intersections, but {} lost all area, since the file's numbers are too coarse.\n",
                       plural(written.collapsed_faces, "face has", "faces have"));
  }
  const std::size_t left_out = written.faces_without_area;
  return fmt::format(
      "After: no intersections, proven on what was written and read back{}.\n",
      left_out == 0 ? "" : fmt::format(" ({} without area left out)", plural(left_out, "face", "faces")));
}

// Under the names that sentences use.
std::vector<CheckedMesh> list_short(const MeshInputs& meshes) {
  auto checked = list_checked(meshes);
  for (std::size_t m = 0; m < meshes.size(); ++m) checked[m].name = short_name(meshes, BodyId(m));
  return checked;
}

std::string describe_separation(const UntangleOptions& options, const MeshInputs& meshes, const UntangleReport& report,
                                const UntangledState& written) {
  const auto& separation = written.separation;
  if (!separation || !separation->nearest) return {};
  const auto checked = list_short(meshes);
  const Proximity& nearest = *separation->nearest;
  std::string text = fmt::format("Separation: {:.6g}, of {} and {}", separation->distance,
                                 describe_feature(checked, nearest.a), describe_feature(checked, nearest.b));
  if (options.thickness) {
    const bool is_nearer = separation->distance + 2 * written.largest_rounding < *options.thickness;
    const std::string_view kept_at_rest = is_nearer ? ", kept but where short edges join what is near" : "";
    text += fmt::format("; {:.6g}{} asked for{}", *options.thickness, in_edges(report.deformation, *options.thickness),
                        written.is_thickness_kept ? kept_at_rest : ", which was not reached everywhere");
  }
  if (!options.thickness && report.is_parted && separation->distance < report.thickness) {
    text += fmt::format("; what was tangled is {:.6g} apart, and --thickness parts the rest, too", report.thickness);
  }
  return text + ".\n" + doubt_thickness(options, report.deformation.mean_edge);
}

std::string describe_deformation(const MeshInputs& meshes, const Deformation& d) {
  if (d.moved_vertices == 0) return "Moved: nothing.\n";
  std::string text =
      fmt::format("Moved: {} of {}, {:.6g}{} in the mean of all, {:.6g}{} at most", with_commas(d.moved_vertices),
                  plural(d.movable_vertices, "vertex", "vertices"), d.mean_displacement,
                  in_edges(d, d.mean_displacement), d.largest_displacement, in_edges(d, d.largest_displacement));
  if (d.reach > 0) text += fmt::format(", none beyond {:.6g}{} from what intersected", d.reach, in_edges(d, d.reach));
  text += fmt::format(".\nStretched: edges are {:.3f} to {:.3f} times as long as at rest", d.smallest_stretch,
                      d.largest_stretch);
  if (d.strained_edges > 0 && d.most_strained) {
    text += fmt::format("; {} strained by more than a fifth, {} most", plural(d.strained_edges, "is", "are"),
                        describe_feature(list_short(meshes), *d.most_strained));
  }
  return text + ".\n";
}

std::string describe_settling(const UntangleReport& report) {
  if (!report.is_clean() || report.is_settled || report.was_clean()) return {};
  return "  note: stopped before it could go back towards its shape; with more time it would look better\n";
}

std::string describe_strategies(const UntangleReport& report) {
  std::string text;
  for (std::size_t i = 0; i < kStrategyCount; ++i) {
    if (report.resolved_by[i] == 0) continue;
    std::string name(strategy_name(static_cast<Strategy>(i)));
    std::replace(name.begin(), name.end(), '_', ' ');
    text += fmt::format("{}{} by {}", text.empty() ? "" : ", ", with_commas(report.resolved_by[i]), name);
  }
  return text.empty() ? text : fmt::format("Contours resolved: {}.\n", text);
}

std::string describe_obstruction(const std::optional<Obstruction>& obstruction) {
  if (!obstruction) return "the file's numbers are too coarse";
  switch (*obstruction) {
    case Obstruction::joined:
      return "two faces with the same corners, which no motion parts";
    case Obstruction::pinned:
      return "pinned, or obstacles, on both sides";
    case Obstruction::squeezed:
      return "squeezed between other surfaces";
    case Obstruction::not_resolved:
      return "not resolved";
  }
  return {};
}

std::string describe_left(const UntangleResult& result) {
  const auto& contours = result.written.contours.contours;
  std::string text = contours.empty() ? "" : "Left, most pairs first:\n";
  for (std::size_t i = 0; i < std::min(kMaxContours, contours.size()); ++i) {
    const IntersectingPair& pair = result.written.pairs[contours[i].pairs.front()];
    text += fmt::format("  {:>3}  {}{}: {}\n       in {}\n", i + 1, describe_contour(contours[i]),
                        describe_objects(result.meshes, pair), describe_obstruction(result.written.obstructions[i]),
                        describe_box(contours[i].box));
  }
  if (contours.size() > kMaxContours) {
    text += fmt::format("  {} more (--json lists all)\n", with_commas(contours.size() - kMaxContours));
  }
  return text;
}

std::string describe_targets(std::span<const std::filesystem::path> targets) {
  std::string text;
  for (std::size_t i = 0; i < std::min(kMaxFiles, targets.size()); ++i) {
    text += (i == 0 ? "" : ", ") + printable(targets[i].string());
  }
  return fmt::format("Written: {}{}\n", text, targets.size() > kMaxFiles ? ", ..." : "");
}

}  // namespace

std::string summarize_untangling(const UntangleOptions& options, const UntangleResult& result,
                                 std::span<const std::filesystem::path> targets) {
  const UntangleReport& report = result.report;
  std::string text = describe_before(report);
  if (report.iterations() > 0) text += describe_work(options, report, result.written);
  text += describe_after(result.written);
  text += describe_separation(options, result.meshes, report, result.written);
  if (!report.was_clean() || report.deformation.moved_vertices > 0) {
    text += describe_deformation(result.meshes, report.deformation) + describe_settling(report);
  }
  return text + describe_strategies(report) + describe_left(result) + describe_targets(targets);
}

}  // namespace abut
