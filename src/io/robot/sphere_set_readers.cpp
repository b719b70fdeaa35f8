#include "io/robot/sphere_set_readers.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "io/failure.h"

namespace abut {
namespace {

using nlohmann::json;

double read_number(const json& value, const std::string& place, double least) {
  if (!value.is_number()) fail_at(place, "{} found, expected a number", quote(value.dump()));
  const double number = value.get<double>();
  if (!(number >= least && number <= kMaxCoordinate)) fail_at(place, "{} found, out of range", number);
  return number;
}

Vec3 read_center(const json& value, const std::string& place) {
  if (!value.is_array() || value.size() != 3) fail_at(place, "{} found, expected three numbers", quote(value.dump()));
  Vec3 center;
  for (std::size_t k = 0; k < 3; ++k)
    center[static_cast<int>(k)] = read_number(value[k], fmt::format("{}[{}]", place, k), -kMaxCoordinate);
  return center;
}

const json& find_member(const json& object, const char* name, const std::string& place) {
  if (!object.is_object() || !object.contains(name)) fail_at(place, "no {} found, expected one", quote(name));
  return object[name];
}

json parse(std::string_view text) {
  json value = json::parse(text, nullptr, false);
  if (value.is_discarded()) fail("no valid JSON");
  return value;
}

// What follows a mark at the beginning of a line, as JSON.
json read_value(std::string_view line, std::string_view mark, std::size_t number) {
  const json value = json::parse(line.substr(mark.size()), nullptr, false);
  if (value.is_discarded()) fail_at(line_place(number), "{} found, expected a value", quote(line));
  return value;
}

}  // namespace

std::vector<LinkSpheres> read_sphere_set_json(std::string_view bytes) {
  const json document = parse(bytes);
  const json& rows = find_member(document, "links", "the document");
  if (!rows.is_array()) fail_at("links", "expected a list");
  std::vector<LinkSpheres> links;
  for (std::size_t l = 0; l < rows.size(); ++l) {
    const std::string place = fmt::format("links[{}]", l);
    const json &name = find_member(rows[l], "name", place), &spheres = find_member(rows[l], "spheres", place);
    if (!name.is_string() || !spheres.is_array()) fail_at(place, "expected a name and a list of spheres");
    LinkSpheres& link = links.emplace_back(LinkSpheres{name.get<std::string>(), {}});
    for (std::size_t s = 0; s < spheres.size(); ++s) {
      const std::string inner = fmt::format("{}.spheres[{}]", place, s);
      link.spheres.push_back({read_center(find_member(spheres[s], "center", inner), inner + ".center"),
                              read_number(find_member(spheres[s], "radius", inner), inner + ".radius", 0)});
    }
  }
  return links;
}

std::vector<LinkSpheres> read_sphere_set_yaml(std::string_view bytes) {
  constexpr std::string_view kCenter = "    - center: ", kRadius = "      radius: ", kEmpty = " []";
  std::vector<LinkSpheres> links;
  std::size_t number = 0;
  while (!bytes.empty()) {
    std::string_view line = bytes.substr(0, bytes.find('\n'));
    bytes.remove_prefix(std::min(bytes.size(), line.size() + 1));
    ++number;
    const std::string place = fmt::format("line {}", number);
    if (line.starts_with('#') || line == "collision_spheres:" || line.empty()) continue;
    if (line.starts_with(kCenter) && !links.empty()) {
      links.back().spheres.push_back({read_center(read_value(line, kCenter, number), place), 0});
    } else if (line.starts_with(kRadius) && !links.empty() && !links.back().spheres.empty()) {
      links.back().spheres.back().radius = read_number(read_value(line, kRadius, number), place, 0);
    } else {
      if (line.ends_with(kEmpty)) line.remove_suffix(kEmpty.size());
      if (!line.starts_with("  ") || !line.ends_with(':')) fail_at(line_place(number), "{} found", quote(line));
      const json name = read_value(line.substr(0, line.size() - 1), "  ", number);
      if (!name.is_string()) fail_at(line_place(number), "{} found, expected a name", quote(line));
      links.push_back({name.get<std::string>(), {}});
    }
  }
  return links;
}

}  // namespace abut
