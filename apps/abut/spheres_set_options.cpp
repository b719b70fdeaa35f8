#include "spheres_set_options.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>

#include "base/text.h"
#include "option_checks.h"
#include "scene_choice.h"
#include "scenes/simulations.h"

namespace abut {
namespace {

std::string find_extension(const std::string& name) {
  std::string extension = std::filesystem::path(name).extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return extension;
}

bool is_given(const CLI::App& command, const char* option) { return command.count(option) > 0; }

Status refuse_given(const CLI::App& command, std::initializer_list<const char*> options, std::string_view why) {
  for (const char* option : options) {
    if (is_given(command, option)) return Error{fmt::format("{} {}", option, why)};
  }
  return success();
}

}  // namespace

SpheresInput find_spheres_input(const std::string& name, bool has_output) {
  if (is_built_in_scene(name)) {
    const auto is_meant = [&](const SimulationInfo& info) { return name == fmt::format("scene:{}", info.name); };
    const bool is_simulation = std::ranges::any_of(list_simulations(), is_meant);
    return is_simulation && !has_output ? SpheresInput::scene : SpheresInput::mesh;
  }
  const std::string extension = find_extension(name);
  if (extension == ".json") return SpheresInput::scene;
  return extension == ".urdf" || extension == ".xacro" ? SpheresInput::robot : SpheresInput::mesh;
}

void add_sphere_set_options(CLI::App& command, SphereSetOptions& options) {
  const CLI::Validator has_name = make_name_check();
  const char* group = "Options for meshes and robots";
  command.add_option("-o,--output", options.output, "Where the spheres go: a name that ends in .json, .yaml or .urdf")
      ->check(has_name)
      ->type_name("FILE")
      ->group(group);
  command.add_option("--max-spheres", options.max_spheres, "Never more spheres than this, of a robot: for each link, with those it has already")
      ->check(CLI::Range(1u, 1'000'000u))
      ->type_name("K")
      ->group(group);
  command
      .add_option("--tolerance", options.tolerance,
                  "How far spheres may reach out (default, without --max-spheres: 3 % of the size)")
      ->check(make_range("a length", 1e-100, kMaxCoordinate))
      ->type_name("LENGTH")
      ->group(group);
  command
      .add_option("--fill", options.fill,
                  "What spheres may fill at no cost: solid, the inside, with holes closed; surface, nothing "
                  "(default: solid where there are no holes)")
      ->check(CLI::IsMember({"auto", "solid", "surface"}))
      ->type_name("WHAT")
      ->group(group);
  command.add_option("--from", options.from, "For links without collision shapes: visual takes their visual ones")
      ->check(CLI::IsMember({"collision", "visual"}))
      ->type_name("WHAT")
      ->group(group);
  command.add_option("--package", options.packages, "Where the package of package://NAME/... is")
      ->check(has_name)
      ->type_name("NAME=FOLDER")
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_flag("--skip-unreadable", options.skip_unreadable, "Leave out shapes whose files cannot be read, and say so")
      ->group(group);
  command
      .add_option("--threads", options.threads,
                  "Number of threads; the result never depends on it (default: all cores)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N")
      ->group(group);
}

Status check_spheres_options(const CLI::App& command, SpheresInput kind) {
  if (kind == SpheresInput::scene) {
    return refuse_given(
        command,
        {"--output", "--max-spheres", "--tolerance", "--fill", "--from", "--package", "--skip-unreadable", "--threads"},
        "is for meshes and robots, and a scene of moving bodies is given");
  }
  if (auto status = refuse_given(command,
                                 {"--backend", "--memory", "--keep", "--spheres-only", "--first", "--out-of-core",
                                  "--scratch", "--frames", "--fps", "--pairs", "--digest"},
                                 "is for scenes of moving bodies (JSON, or scene:NAME)");
      !status) {
    return status;
  }
  if (kind == SpheresInput::mesh) {
    if (auto status = refuse_given(command, {"--from", "--package", "--skip-unreadable"}, "is for robots (URDF)");
        !status)
      return status;
  }
  if (is_given(command, "--depth")) {
    if (auto status = refuse_given(command, {"--max-spheres", "--tolerance"},
                                   "does not go with --depth, which asks for the spheres of an octree as they are");
        !status) {
      return status;
    }
  }
  if (!is_given(command, "--output")) {
    return Error{
        "not a scene of moving bodies (a JSON file, or scene:passing), and for a mesh or a robot there is no place for "
        "the "
        "spheres; give one, as in -o spheres.json"};
  }
  return success();
}

Result<RobotPackages> parse_packages(const std::vector<std::string>& packages) {
  RobotPackages places;
  for (const std::string& package : packages) {
    const std::size_t mark = package.find('=');
    if (mark == 0 || mark == package.npos || mark + 1 == package.size()) {
      return Error{fmt::format("--package {} found, expected NAME=FOLDER", quote(package))};
    }
    std::error_code ignored;
    const std::string folder = package.substr(mark + 1);
    if (!std::filesystem::is_directory(folder, ignored)) {
      return Error{fmt::format("--package {}: there is no such folder", printable(package))};
    }
    places[package.substr(0, mark)] = folder;
  }
  return places;
}

}  // namespace abut
