// Sets of spheres as JSON, as YAML and as URDF.
#include "abut/sphere_set_file.h"

#include <nlohmann/json.hpp>

#include "io/failure.h"
#include "io/number.h"
#include "io/report_rows.h"
#include "io/robot/sphere_set_readers.h"

namespace abut {
namespace {

constexpr std::string_view kJsonStart = "{\n  \"format\": \"abut-spheres\",", kYamlStart = "# abut spheres";

std::string center_list(const Sphere& sphere) {
  std::string text = "[";
  for (int k = 0; k < 3; ++k) {
    if (k > 0) text += ", ";
    append_number(text, sphere.center[k]);
  }
  return text + "]";
}

std::string radius_text(const Sphere& sphere) {
  std::string text;
  append_number(text, sphere.radius);
  return text;
}

std::string link_row(const LinkSpheres& link) {
  std::string row = fmt::format("{{\"name\": {}, \"spheres\": [", json_string(link.name));
  for (std::size_t i = 0; i < link.spheres.size(); ++i) {
    fmt::format_to(Out(row), "{}\n      {{\"center\": {}, \"radius\": {}}}", i > 0 ? "," : "",
                   center_list(link.spheres[i]), radius_text(link.spheres[i]));
  }
  return row + "]}";
}

std::string format_json(std::string_view name, std::span<const LinkSpheres> links) {
  std::string json = "{\n" + report_start("abut-spheres");
  fmt::format_to(Out(json), "  \"name\": {},\n", json_string(name));
  write_rows(json, "links", links, link_row);
  return json + "\n}\n";
}

// Names in quotation marks as JSON has them are YAML, too.
std::string format_yaml(std::string_view name, std::span<const LinkSpheres> links) {
  std::string yaml = fmt::format("{}, version {}: {}\ncollision_spheres:\n", kYamlStart, version(), json_string(name));
  for (const LinkSpheres& link : links) {
    fmt::format_to(Out(yaml), "  {}:{}\n", json_string(link.name), link.spheres.empty() ? " []" : "");
    for (const Sphere& sphere : link.spheres) {
      fmt::format_to(Out(yaml), "    - center: {}\n      radius: {}\n", center_list(sphere), radius_text(sphere));
    }
  }
  return yaml;
}

Result<std::vector<LinkSpheres>> parse_urdf(std::string bytes, std::string_view name) {
  const auto robot = parse_robot(std::move(bytes), name);
  if (!robot) return robot.error();
  std::vector<LinkSpheres> links;
  for (const RobotLink& link : robot->links) {
    LinkSpheres& spheres = links.emplace_back(LinkSpheres{link.name, {}});
    for (const RobotShape& shape : link.collision) {
      if (const auto* ball = std::get_if<RobotBall>(&shape.geometry))
        spheres.spheres.push_back({shape.position, ball->radius});
    }
  }
  return links;
}

}  // namespace

std::optional<SphereSetFormat> find_sphere_set_format(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (extension == ".json") return SphereSetFormat::json;
  if (extension == ".yaml" || extension == ".yml") return SphereSetFormat::yaml;
  if (extension == ".urdf") return SphereSetFormat::urdf;
  return std::nullopt;
}

std::string_view sphere_set_start(SphereSetFormat format) {
  if (format == SphereSetFormat::urdf) return robot_start();
  return format == SphereSetFormat::json ? kJsonStart : kYamlStart;
}

std::string format_sphere_set(std::string_view name, std::span<const LinkSpheres> links, SphereSetFormat format) {
  if (format == SphereSetFormat::urdf) return format_robot(name, links);
  return format == SphereSetFormat::json ? format_json(name, links) : format_yaml(name, links);
}

Result<std::vector<LinkSpheres>> parse_sphere_set(std::string bytes, SphereSetFormat format, std::string_view name) {
  if (format == SphereSetFormat::urdf) return parse_urdf(std::move(bytes), name);
  return catch_failure(printable(name), [&] {
    return format == SphereSetFormat::json ? read_sphere_set_json(bytes) : read_sphere_set_yaml(bytes);
  });
}

}  // namespace abut
