// What abut spheres is asked to do with a mesh or a robot.
#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "abut/robot.h"
#include "view_options.h"

namespace abut {

struct SphereSetOptions {
  std::string input, output;
  std::optional<std::uint32_t> max_spheres;
  std::optional<double> tolerance;
  std::optional<int> depth;  ///< the spheres of an octree, as they are
  std::string fill = "auto", from = "collision";
  std::vector<std::string> packages;  ///< NAME=FOLDER
  bool skip_unreadable = false;
  int threads = 0;
  std::string json;
  ViewOptions view;
  bool quiet = false, force = false;

  std::vector<std::string> targets() const { return {output, json, view.html, view.record}; }
  /// With a report on standard output, people read standard error.
  std::FILE* out() const { return json == "-" ? stderr : stdout; }
};

/// What is given to abut spheres.
enum class SpheresInput { scene, mesh, robot };

/// A built-in name that both a simulation and a mesh have means the mesh if there is an output.
SpheresInput find_spheres_input(const std::string& name, bool has_output);

void add_sphere_set_options(CLI::App& command, SphereSetOptions& options);

/// Whether the options given on the command line go with the kind of input, and with each other.
Status check_spheres_options(const CLI::App& command, SpheresInput kind);

/// The places of --package.
Result<RobotPackages> parse_packages(const std::vector<std::string>& packages);

}  // namespace abut
