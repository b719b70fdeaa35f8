#include "check_options.h"

#include <fmt/format.h>

#include "base/text.h"
#include "mesh_summary.h"

namespace abut {
namespace {

// How reports begin: of a scene, of an animation, of a motion, of what is near.
constexpr std::string_view kJsonStarts[] = {"{\n  \"format\": \"abut-check"},
                           kCsvStarts[] = {"mesh_a,part_a,", "frame,mesh_a,", "time,at_start,", "distance,kind,"};

}  // namespace

Status check_targets(const CheckOptions& options) {
  const std::vector<std::string> targets = options.targets();
  for (const auto* inputs : {&options.inputs, &options.against, &options.motions}) {
    for (const std::string& input : *inputs) {
      for (const std::string& target : targets) {
        if (test_same_file(input, target)) return Error{fmt::format("{}: is read and to be written", printable(input))};
      }
    }
  }
  if (auto status = check_different(targets); !status) return status;
  if (auto status = check_report_target(options.json, kJsonStarts, options.force); !status) return status;
  if (auto status = check_report_target(options.pairs, kCsvStarts, options.force); !status) return status;
  return check_view_targets(options.view, options.force);
}

void print_meshes(const CheckOptions& options, const MeshInputs& meshes) {
  if (!options.quiet) print_meshes(options.out(), meshes);
}

}  // namespace abut
