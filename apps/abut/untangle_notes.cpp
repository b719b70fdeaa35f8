#include "untangle_notes.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "console.h"
#include "mesh_names.h"

namespace abut {
namespace {

constexpr double kDoubtedThickness = 1e-3;  // in edges

// The numbers in a file's name, without leading zeros.
std::vector<std::string> list_numbers(const std::filesystem::path& file) {
  std::vector<std::string> numbers;
  bool is_inside = false;
  for (const char c : file.stem().string()) {
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit && !is_inside) numbers.emplace_back();
    if (is_digit && (c != '0' || !numbers.back().empty())) numbers.back() += c;
    is_inside = is_digit;
  }
  return numbers;
}

// Of each frame. Names of frames differ in one number only.
std::vector<std::string> list_frame_numbers(const std::vector<std::filesystem::path>& frames) {
  if (frames.size() < 2) return {};
  const auto first = list_numbers(frames[0]), second = list_numbers(frames[1]);
  const auto place = std::mismatch(first.begin(), first.end(), second.begin(), second.end()).first - first.begin();
  std::vector<std::string> numbers;
  for (const auto& frame : frames) numbers.push_back(list_numbers(frame)[static_cast<std::size_t>(place)]);
  return numbers;
}

std::string describe_pins(const UntangleInputs& inputs) {
  std::size_t pins = 0, vertices = 0;
  for (std::size_t m = 0; m < inputs.moving_count; ++m) {
    pins += inputs.roles[m].pins.size();
    vertices += inputs.meshes[m]->vertices_in_file;
  }
  if (pins == 0) return {};
  return fmt::format("Pinned: {} of {} in what may move.\n", with_commas(pins), plural(vertices, "vertex", "vertices"));
}

std::string describe_rests(const UntangleOptions& options, const UntangleInputs& inputs) {
  std::string text;
  for (std::size_t m = 0; m < inputs.moving_count && !options.rests.empty(); ++m) {
    if (!inputs.roles[m].rest.empty()) continue;
    text +=
        fmt::format("  note: no --rest for {}, which keeps the shape it has\n", short_name(inputs.meshes, BodyId(m)));
  }
  return text;
}

std::string describe_frame_numbers(const UntangleInputs& inputs) {
  const MeshInput& first = *inputs.meshes[0];
  const auto numbers = list_frame_numbers(first.frames);
  for (const auto& mesh : inputs.meshes) {
    if (numbers.empty() || mesh->frames.empty()) continue;
    const auto others = list_frame_numbers(mesh->frames);
    const auto differs = std::mismatch(numbers.begin(), numbers.end(), others.begin(), others.end()).first;
    if (differs == numbers.end()) continue;
    const auto frame = static_cast<std::size_t>(differs - numbers.begin());
    return fmt::format("  note: frames go together by their order, though their numbers differ: {} with {}\n",
                       printable(first.frames[frame].filename().string()),
                       printable(mesh->frames[frame].filename().string()));
  }
  return {};
}

}  // namespace

std::string describe_roles(const UntangleOptions& options, const UntangleInputs& inputs) {
  return describe_frame_numbers(inputs) + describe_rests(options, inputs) + describe_pins(inputs);
}

std::string doubt_thickness(const UntangleOptions& options, double mean_edge) {
  if (!options.thickness || *options.thickness == 0 || *options.thickness >= kDoubtedThickness * mean_edge) return {};
  return fmt::format("  note: a thickness of {:.6g} is {:.2g} of an edge; is it in the right unit?\n",
                     *options.thickness, *options.thickness / mean_edge);
}

}  // namespace abut
