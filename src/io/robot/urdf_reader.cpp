// URDF, by pugixml: the links of a robot, their shapes and masses, and joints.
#include <array>
#include <cmath>
#include <pugixml.hpp>

#include "abut/robot.h"
#include "io/failure.h"
#include "io/file_access.h"
#include "io/number.h"
#include "io/robot/element_end.h"

namespace abut {
namespace {

constexpr std::size_t kMaxShapes = 100'000;

std::vector<std::string_view> split_words(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n";
  std::vector<std::string_view> words;
  for (std::size_t at = 0; (at = text.find_first_not_of(kSpaces, at)) != text.npos;) {
    const std::size_t end = std::min(text.find_first_of(kSpaces, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

class UrdfReader {
 public:
  explicit UrdfReader(std::string bytes) { robot_.document = std::move(bytes); }

  Robot read() {
    pugi::xml_document document;
    const std::string& bytes = robot_.document;
    const auto parsed = document.load_buffer(bytes.data(), bytes.size(), pugi::parse_default, pugi::encoding_utf8);
    if (!parsed) {
      fail_at(line_place(find_line(static_cast<std::size_t>(parsed.offset))), "no valid XML: {}", parsed.description());
    }
    const pugi::xml_node root = document.document_element();
    if (std::string_view(root.name()) != "robot") fail("element {} found, expected <robot>", quote(root.name()));
    robot_.name = root.attribute("name").value();
    for (const pugi::xml_node& node : root.children()) {
      const std::string_view tag = node.name();
      if (tag == "link") robot_.links.push_back(read_link(node));
      if (tag.starts_with("xacro:")) {
        fail_here(node, "a macro found, expected a document that xacro has been run on (xacro FILE > robot.urdf)");
      }
    }
    if (robot_.links.empty()) fail("no link found, expected one or more in <robot>");
    for (const pugi::xml_node& node : root.children("joint")) read_joint(node);
    return std::move(robot_);
  }

 private:
  template <class... Args>
  [[noreturn]] void fail_here(const pugi::xml_node& node, fmt::format_string<Args...> format, Args&&... args) const {
    const std::string where = link_.empty() ? "" : fmt::format("link {}: ", quote(link_));
    fail_at(line_place(line_of(node)), "{}<{}>: {}", where, printable(node.name()),
            fmt::format(format, std::forward<Args>(args)...));
  }

  std::size_t find_line(std::size_t byte) const {
    const std::string_view before = std::string_view(robot_.document).substr(0, byte);
    return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  }
  std::size_t line_of(const pugi::xml_node& node) const {
    return find_line(static_cast<std::size_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0)));
  }

  RobotLink read_link(const pugi::xml_node& node) {
    RobotLink link{node.attribute("name").value(), {}, {}};
    link_.clear();
    if (link.name.empty()) fail_here(node, "no name found, expected one");
    if (!numbers_.emplace(link.name, robot_.links.size()).second)
      fail_here(node, "another link is named {}, too", quote(link.name));
    link_ = link.name;
    for (const pugi::xml_node& child : node.children()) {
      const std::string_view tag = child.name();
      if (tag == "collision") link.collision.push_back(read_shape(child));
      if (tag == "visual") link.visual.push_back(read_shape(child));
      if (tag == "inertial") link.mass = read_mass(child);
    }
    link_.clear();
    return link;
  }

  RobotShape read_shape(const pugi::xml_node& node) {
    if (++shape_count_ > kMaxShapes) fail_here(node, "more than {} shapes found", kMaxShapes);
    RobotShape shape;
    shape.line = line_of(node);
    shape.first_byte = static_cast<std::size_t>(node.offset_debug()) - 1;
    shape.end_byte = find_element_end(robot_.document, shape.first_byte);
    const Pose3 origin = read_origin(node);
    shape.position = origin.translation;
    shape.rotation = origin.rotation.toRotationMatrix();
    read_geometry(node, shape);
    return shape;
  }

  Pose3 read_origin(const pugi::xml_node& node) const {
    const pugi::xml_node origin = node.child("origin");
    if (!origin) return {};
    const Vec3 angles = read_vector(origin, "rpy", Vec3(Vec3::Zero()));
    return {Eigen::AngleAxisd(angles[2], Vec3::UnitZ()) * Eigen::AngleAxisd(angles[1], Vec3::UnitY()) *
                Eigen::AngleAxisd(angles[0], Vec3::UnitX()),
            read_vector(origin, "xyz", Vec3(Vec3::Zero()))};
  }

  // What weighs nothing says nothing of its inertia either. Entries that are missing are 0: whoever needs them checks.
  std::optional<MassProperties> read_mass(const pugi::xml_node& node) const {
    if (!node.child("mass")) return std::nullopt;
    MassProperties mass;
    mass.mass = read_length(node.child("mass"), "value");
    if (mass.mass == 0) return std::nullopt;
    const Pose3 origin = read_origin(node);
    mass.center = origin.translation;
    const pugi::xml_node inertia = node.child("inertia");
    constexpr std::array<std::array<const char*, 3>, 3> kNames = {
        {{"ixx", "ixy", "ixz"}, {"ixy", "iyy", "iyz"}, {"ixz", "iyz", "izz"}}};
    Eigen::Matrix3d tensor;
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) {
        const char* name = kNames[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)];
        tensor(i, k) = read_value(inertia, name, 0);
      }
    }
    const Eigen::Matrix3d turn = origin.rotation.toRotationMatrix();
    mass.inertia = turn * tensor * turn.transpose();
    return mass;
  }

  void read_joint(const pugi::xml_node& node) {
    const auto parent = numbers_.find(node.child("parent").attribute("link").value());
    const auto child = numbers_.find(node.child("child").attribute("link").value());
    if (parent == numbers_.end() || child == numbers_.end()) return;
    RobotJoint joint{parent->second, child->second, read_origin(node), node.attribute("name").value(),
                     node.attribute("type").value()};
    joint.line = line_of(node);
    const bool has_axis = joint.type == "revolute" || joint.type == "continuous" || joint.type == "prismatic";
    if (const auto axis = node.child("axis"); axis && has_axis) {
      joint.axis = read_vector(axis, "xyz", Vec3(Vec3::UnitX()));
      if (!(joint.axis.norm() > 0)) fail_here(axis, "a direction of length 0 found");
      joint.axis.normalize();
    }
    // Joints without ends may have a limit, too, for speed and effort.
    if (const auto limit = node.child("limit"); limit && has_axis && joint.type != "continuous") {
      joint.lower = read_value(limit, "lower", 0);
      joint.upper = read_value(limit, "upper", 0);
    }
    joint.damping = std::max(0.0, read_value(node.child("dynamics"), "damping", 0));
    joint.mimicked = node.child("mimic").attribute("joint").value();
    robot_.joints.push_back(std::move(joint));
  }

  void read_geometry(const pugi::xml_node& node, RobotShape& shape) const {
    const pugi::xml_node geometry = node.child("geometry");
    if (!geometry) fail_here(node, "no <geometry> found, expected one");
    pugi::xml_node kind = geometry.first_child();
    while (kind && kind.type() != pugi::node_element) kind = kind.next_sibling();
    const std::string_view tag = kind.name();
    if (tag == "mesh") {
      const std::string file = kind.attribute("filename").value();
      if (file.empty()) fail_here(kind, "no filename found, expected one");
      shape.geometry = RobotMesh{file, read_vector(kind, "scale", Vec3(Vec3::Ones()))};
    } else if (tag == "box") {
      const Vec3 size = read_vector(kind, "size", {});
      if (size.minCoeff() < 0) fail_here(kind, "size {} found, expected none below 0", quote_value(kind, "size"));
      shape.geometry = RobotBox{size};
    } else if (tag == "cylinder") {
      shape.geometry = RobotCylinder{read_length(kind, "radius"), read_length(kind, "length")};
    } else if (tag == "capsule") {
      shape.geometry = RobotCapsule{read_length(kind, "radius"), read_length(kind, "length")};
    } else if (tag == "sphere") {
      shape.geometry = RobotBall{read_length(kind, "radius")};
    } else {
      fail_here(geometry, "{} found, expected <mesh>, <box>, <cylinder>, <capsule> or <sphere>",
                tag.empty() ? "nothing" : fmt::format("<{}>", printable(tag)));
    }
  }

  static std::string quote_value(const pugi::xml_node& node, const char* name) {
    return quote(node.attribute(name).value());
  }

  double read_number(const pugi::xml_node& node, const char* name, std::string_view word) const {
    const auto value = parse_number(word);
    if (!value || !(std::abs(*value) <= kMaxCoordinate)) {
      fail_here(node, "{} {} found, expected a number of at most {:g}", name, quote(word), kMaxCoordinate);
    }
    return *value;
  }

  double read_value(const pugi::xml_node& node, const char* name, double fallback) const {
    if (!node.attribute(name)) return fallback;
    const auto words = split_words(node.attribute(name).value());
    if (words.size() != 1) fail_here(node, "{} {} found, expected a number", name, quote_value(node, name));
    return read_number(node, name, words[0]);
  }

  double read_length(const pugi::xml_node& node, const char* name) const {
    const auto words = split_words(node.attribute(name).value());
    const double length = words.size() == 1 ? read_number(node, name, words[0]) : -1;
    if (!(length >= 0)) fail_here(node, "{} {} found, expected a number from 0 on", name, quote_value(node, name));
    return length;
  }

  // Without a fallback the attribute must be there.
  Vec3 read_vector(const pugi::xml_node& node, const char* name, std::optional<Vec3> fallback) const {
    if (!node.attribute(name) && fallback) return *fallback;
    const auto words = split_words(node.attribute(name).value());
    if (words.size() != 3) fail_here(node, "{} {} found, expected three numbers", name, quote_value(node, name));
    Vec3 vector;
    for (std::size_t k = 0; k < 3; ++k) vector[static_cast<int>(k)] = read_number(node, name, words[k]);
    return vector;
  }

  Robot robot_;
  std::string link_;                            // that is being read
  std::map<std::string, std::size_t> numbers_;  // of links, by their names
  std::size_t shape_count_ = 0;
};

}  // namespace

Result<Robot> parse_robot(std::string bytes, std::string_view name) {
  return catch_failure(printable(name), [&] { return UrdfReader(std::move(bytes)).read(); });
}

Result<Robot> read_robot(const std::filesystem::path& path) {
  Result<std::string> bytes = read_file(path);
  if (!bytes) return bytes.error();
  return parse_robot(*std::move(bytes), path.string());
}

}  // namespace abut
