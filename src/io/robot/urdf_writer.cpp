// Spheres in URDF: in place of the shapes of a document, of which every other byte stays, or in one of their own.
#include <iterator>

#include "abut/robot.h"
#include "io/drawing/svg_text.h"
#include "io/failure.h"
#include "io/number.h"

namespace abut {
namespace {

constexpr std::string_view kStart = "<?xml version=\"1.0\"?>\n<!-- abut spheres";

// A part of the document and what comes instead.
struct Change {
  std::size_t first_byte, end_byte;
  std::string text;
};

// What stands before a byte on its line, if it is nothing but blanks.
std::string_view find_indent(std::string_view document, std::size_t byte) {
  std::size_t begin = byte;
  while (begin > 0 && (document[begin - 1] == ' ' || document[begin - 1] == '\t')) --begin;
  return begin == 0 || document[begin - 1] == '\n' ? document.substr(begin, byte - begin) : std::string_view();
}

std::string begin_line(std::string_view indent) {
  std::string text(1, '\n');
  return text.append(indent);
}

std::string format_sphere(const Sphere& sphere, const std::string& indent) {
  std::string text("<collision>");
  for (const std::string_view piece : {indent.c_str(), "  <origin xyz=\""}) text += piece;
  for (int k = 0; k < 3; ++k) {
    if (k > 0) text += ' ';
    append_number(text, sphere.center[k]);
  }
  for (const std::string_view piece :
       {"\" rpy=\"0 0 0\"/>", indent.c_str(), "  <geometry>", indent.c_str(), "    <sphere radius=\""})
    text += piece;
  append_number(text, sphere.radius);
  for (const std::string_view piece : {"\"/>", indent.c_str(), "  </geometry>", indent.c_str(), "</collision>"})
    text += piece;
  return text;
}

std::string format_spheres(std::span<const Sphere> spheres, const std::string& indent) {
  std::string text;
  for (const Sphere& sphere : spheres) text += (text.empty() ? "" : indent) + format_sphere(sphere, indent);
  return text;
}

// The first shape gives way to the spheres, the others to nothing, with the line they stand on.
void replace_shapes(std::string_view document, const RobotLink& link, std::span<const Sphere> spheres,
                    std::vector<Change>& changes) {
  bool is_first = true;
  for (const RobotShape& shape : link.collision) {
    if (shape.is_ball()) continue;
    const std::string_view indent = find_indent(document, shape.first_byte);
    if (is_first) {
      changes.push_back({shape.first_byte, shape.end_byte, format_spheres(spheres, begin_line(indent))});
    } else {
      std::size_t begin = shape.first_byte - indent.size();
      if (begin > 0 && document[begin - 1] == '\n') --begin;
      changes.push_back({begin, shape.end_byte, ""});
    }
    is_first = false;
  }
  if (!is_first || spheres.empty() || link.visual.empty()) return;
  const RobotShape& last = link.visual.back();
  const std::string indent = begin_line(find_indent(document, last.first_byte));
  changes.push_back({last.end_byte, last.end_byte, indent + format_spheres(spheres, indent)});
}

}  // namespace

std::string_view robot_start() { return kStart; }

Result<std::string> replace_collision_shapes(const Robot& robot, std::span<const LinkSpheres> links) {
  std::vector<Change> changes;
  for (const LinkSpheres& spheres : links) {
    const auto link = std::find_if(robot.links.begin(), robot.links.end(),
                                   [&](const RobotLink& other) { return other.name == spheres.name; });
    if (link == robot.links.end()) return Error{fmt::format("there is no link {}", quote(spheres.name))};
    replace_shapes(robot.document, *link, spheres.spheres, changes);
  }
  std::sort(changes.begin(), changes.end(), [](auto& a, auto& b) { return a.first_byte < b.first_byte; });
  std::string text;
  std::size_t at = 0;
  for (const Change& change : changes) {
    text.append(robot.document, at, change.first_byte - at);
    text.append(change.text);
    at = change.end_byte;
  }
  return text.append(robot.document, at);
}

std::string format_robot(std::string_view name, std::span<const LinkSpheres> links) {
  std::string text = fmt::format("{}, version {} -->\n<robot name=\"{}\">\n", kStart, version(), escape_xml(name));
  for (const LinkSpheres& link : links) {
    fmt::format_to(std::back_inserter(text), "  <link name=\"{}\">\n    {}\n  </link>\n", escape_xml(link.name),
                   format_spheres(link.spheres, "\n    "));
  }
  return text + "</robot>\n";
}

}  // namespace abut
