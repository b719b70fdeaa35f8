// The collection's files of polygons, read just well enough for tests.
#pragma once

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "support/data.h"
#include "support/polygons.h"

namespace abut::test {

inline std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

inline nlohmann::json read_json(const std::filesystem::path& path) { return nlohmann::json::parse(read_text(path)); }

/// All numbers of a text in order, whatever is between them.
inline std::vector<double> list_numbers(const std::string& text) {
  std::vector<double> numbers;
  const char* at = text.c_str();
  while (*at != 0) {
    char* end = nullptr;
    const double number = std::strtod(at, &end);
    if (end != at) numbers.push_back(number);
    at = end == at ? at + 1 : end;
  }
  return numbers;
}

/// Each two numbers a corner.
inline Ring read_ring(const std::string& text) {
  const std::vector<double> numbers = list_numbers(text);
  Ring ring;
  for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) ring.push_back(Vec2(numbers[i], numbers[i + 1]));
  return ring;
}

/// What is between two words, from a place on; moves the place behind the second. Nothing if they are not there.
inline std::optional<std::string> find_between(const std::string& text, const std::string& before,
                                               const std::string& after, std::size_t& place) {
  const std::size_t start = text.find(before, place);
  if (start == std::string::npos) return std::nullopt;
  const std::size_t from = start + before.size(), to = text.find(after, from);
  if (to == std::string::npos) return std::nullopt;
  place = to + after.size();
  return text.substr(from, to - from);
}

inline std::string find_between(const std::string& text, const std::string& before, const std::string& after) {
  std::size_t place = 0;
  return find_between(text, before, after, place).value_or("");
}

/// POLYGON and MULTIPOLYGON of WKT: each list of corners is in the innermost brackets.
inline Rings read_wkt(const std::string& text) {
  Rings rings;
  for (std::size_t end = text.find(')'); end != std::string::npos; end = text.find(')', end + 1)) {
    const std::size_t begin = text.find_last_of("()", end - 1);
    if (text[begin] == '(') rings.push_back(read_ring(text.substr(begin + 1, end - begin - 1)));
  }
  return clean_rings(rings);
}

/// Polygon and MultiPolygon of GeoJSON coordinates, however deep; also plain lists of rings.
inline void add_rings(const nlohmann::json& list, Rings& rings) {
  if (list.empty()) return;
  if (!list[0].empty() && list[0][0].is_number()) {
    Ring ring;
    for (const auto& corner : list) ring.push_back(Vec2(corner[0], corner[1]));
    rings.push_back(std::move(ring));
    return;
  }
  for (const auto& part : list) add_rings(part, rings);
}

inline Rings read_coordinates(const nlohmann::json& list) {
  Rings rings;
  add_rings(list, rings);
  return clean_rings(rings);
}

/// The features of a GeoJSON file.
inline std::vector<Rings> read_geojson(const std::filesystem::path& path) {
  const nlohmann::json json = read_json(path);
  std::vector<Rings> features;
  const auto add = [&](const nlohmann::json& feature) {
    features.push_back(read_coordinates(feature.at("geometry").at("coordinates")));
  };
  if (!json.contains("features")) {
    add(json);
  } else {
    for (const auto& feature : json["features"]) add(feature);
  }
  return features;
}

/// A case of Clipper2's Polygons.txt.
struct ClipperCase {
  std::string caption, operation, fill_rule;
  double area = -1;  ///< of the solution; below 0: not stated
  Rings subjects, clips;
};

inline std::vector<ClipperCase> read_clipper_cases(const std::filesystem::path& path) {
  std::vector<ClipperCase> cases;
  Rings* rings = nullptr;
  std::istringstream text(read_text(path));
  for (std::string line; std::getline(text, line);) {
    const std::size_t colon = line.find(": ");
    const std::string key = line.substr(0, colon), value = colon == std::string::npos ? "" : line.substr(colon + 2);
    const bool is_corners = !line.empty() && (std::isdigit(static_cast<unsigned char>(line[0])) || line[0] == '-');
    if (key == "CAPTION") cases.emplace_back().caption = value;
    if (key == "CLIPTYPE") cases.back().operation = value;
    if (key == "FILLRULE") cases.back().fill_rule = value;
    if (key == "SOL_AREA") cases.back().area = std::stod(value);
    if (key.starts_with("SUBJECTS")) rings = &cases.back().subjects;
    if (key.starts_with("CLIPS")) rings = &cases.back().clips;
    if (is_corners && !clean_ring(read_ring(line)).empty()) rings->push_back(clean_ring(read_ring(line)));
  }
  return cases;
}

/// A nesting layout drawn as SVG: parts, how they are placed, and what they are placed in.
struct Layout {
  struct Item {
    std::string part;
    double angle = 0;  ///< degrees
    Vec2 shift = Vec2::Zero();
  };
  Ring container;
  std::map<std::string, Ring> parts;
  std::vector<Item> items;
};

inline Layout read_layout(const std::filesystem::path& path) {
  const std::string text = read_text(path);
  Layout layout;
  layout.container = clean_ring(read_ring(find_between(text, "<path d=\"", "\"")));
  std::size_t place = 0;
  while (const auto group = find_between(text, "<g id=\"item_", "</g>", place)) {
    const std::string name = "item_" + group->substr(0, group->find('"'));
    layout.parts[name] = clean_ring(read_ring(find_between(*group, "<path d=\"", "\"")));
  }
  place = 0;
  while (const auto use = find_between(text, "<use ", ">", place)) {
    const std::vector<double> shift = list_numbers(find_between(*use, "translate(", ")"));
    const std::string part = find_between(*use, "href=\"#", "\"");
    if (!layout.parts.contains(part)) continue;  // what other marks there are
    layout.items.push_back(
        {part, list_numbers(find_between(*use, "rotate(", ")")).at(0), Vec2(shift.at(0), shift.at(1))});
  }
  return layout;
}

}  // namespace abut::test
