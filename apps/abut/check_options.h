// The options of abut check, and what all its ways of checking do alike: reading meshes, writing reports.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "abut/detect.h"
#include "console.h"
#include "mesh_input.h"
#include "report_file.h"
#include "view_options.h"

namespace abut {

struct CheckOptions {
  std::vector<std::string> inputs;
  std::vector<std::string> against;  ///< meshes that are compared with the others, and neither with themselves
  std::vector<std::string> motions;  ///< start and end of each mesh that moves
  std::string json, pairs;
  ViewOptions view;
  int threads = 0;
  bool digest = false, first = false, quiet = false, no_weld = false, together = false, force = false;
  bool stats = false, audit = false, trust = false;
  std::optional<double> within;
  double separation = 0;
  std::optional<double> tolerance;
  std::vector<double> times;  ///< the part of the motion looked at: none, or two

  IntersectionSettings settings(Progress progress) const {
    return {.run = {threads, std::move(progress)},
            .scope = against.empty() ? Scope::all : Scope::between,
            .stop_at_first = first && against.empty(),  // of others, the first may not be one that is asked for
            .culling = trust ? Culling::trusting : Culling::proving};
  }
  /// How many of the meshes come before those of --against; all, if there are none.
  std::size_t count_first(std::size_t mesh_count) const { return against.empty() ? mesh_count : first_count; }
  /// Whether two meshes are to be compared: with --against, one of them must come from there, and the other not.
  bool test_against(BodyId a, BodyId b, std::size_t mesh_count) const {
    return against.empty() || (a < count_first(mesh_count)) != (b < count_first(mesh_count));
  }
  std::size_t first_count = 0;  ///< set when meshes are loaded

  /// All that may be written; names may be empty.
  std::vector<std::string> targets() const { return {json, pairs, view.html, view.record}; }

  /// With a report on standard output, people read standard error.
  std::FILE* out() const { return json == "-" || pairs == "-" ? stderr : stdout; }
};

/// Whether reports can go where they are to go. A report may replace an earlier report of the same kind, and nothing
/// else: a mistyped name must not cost a mesh.
Status check_targets(const CheckOptions& options);

/// `json` and `csv` make the text, where it is asked for.
template <class Json, class Csv>
Status write_reports(const CheckOptions& options, const Json& json, const Csv& csv) {
  if (!options.json.empty()) {
    if (auto status = write_report(options.json, json()); !status) return status;
  }
  if (!options.pairs.empty()) return write_report(options.pairs, csv());
  return success();
}

/// One paragraph for each mesh, unless all is to be quiet.
void print_meshes(const CheckOptions& options, const MeshInputs& meshes);

}  // namespace abut
