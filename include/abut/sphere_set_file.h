// Room 7, io, another face: files with sets of spheres, and reports about them. The formats are docs/spheres_json.md.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "abut/robot.h"
#include "abut/sphere_set.h"

namespace abut {

enum class SphereSetFormat { json, yaml, urdf };

/// The format that the extension stands for.
std::optional<SphereSetFormat> find_sphere_set_format(const std::filesystem::path& path);
/// How files of a format begin; URDF that was a robot's document begins as that did.
std::string_view sphere_set_start(SphereSetFormat format);

/// All spheres, link by link, with the fewest digits that read back bit-equal. `name` is that of the robot.
std::string format_sphere_set(std::string_view name, std::span<const LinkSpheres> links, SphereSetFormat format);

/// Reads what format_sphere_set and replace_collision_shapes write. `name` stands for the file in error messages.
Result<std::vector<LinkSpheres>> parse_sphere_set(std::string bytes, SphereSetFormat format, std::string_view name);

// ---------------------------------------------------------------------------------------------------------------
// Reports

/// An octree's spheres, to compare with.
struct OctreeReport {
  int depth = 0;
  std::size_t sphere_count = 0;
  double protrusion = 0, union_volume = 0;
};

/// What is said of the spheres of a link.
struct SphereSetLink {
  std::string name;
  std::size_t triangle_count = 0;
  std::size_t sphere_count = 0;
  std::size_t kept_count = 0;  ///< spheres that were spheres before
  SphereFill fill = SphereFill::surface;
  bool is_tolerance_met = true;  ///< or none was asked for
  SphereSetMeasures measures;
  std::optional<OctreeReport> octree = {};
  double seconds = 0;
};

struct SphereSetReport {
  std::string input, output;
  std::string method;  ///< "fitted" or "octree"
  std::vector<std::string> notes;
  std::vector<SphereSetLink> links;
  std::vector<std::string> skipped;  ///< shapes that were left out, and why
  double seconds = 0;
};

std::string format_sphere_set_json(const SphereSetReport& report);

}  // namespace abut
