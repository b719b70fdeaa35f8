// libFuzzer target. What must hold for any bytes whatever: a robot is refused with the file's name, or its shapes can
// be replaced by spheres, which are then found in what was written.
#include "abut/robot.h"
#include "abut/sphere_set_file.h"
#include "fuzz/fuzz_format.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace abut;
  const Result<Robot> robot = parse_robot(std::string(reinterpret_cast<const char*>(data), size), "input");
  if (!robot) {
    require(robot.error().message.starts_with("input:"), "an error names the file");
    require(robot.error().message.find('\n') == std::string::npos, "an error is one line");
    return 0;
  }
  require(!robot->links.empty(), "there is a link");
  require(*replace_collision_shapes(*robot, {}) == robot->document, "what is not replaced stays");
  std::vector<LinkSpheres> links;
  for (const RobotLink& link : robot->links) links.push_back({link.name, {{Vec3(1, 2, 3), 0.5}}});
  const Result<std::string> text = replace_collision_shapes(*robot, links);
  require(text.has_value(), "what is accepted can be written");
  const Result<std::vector<LinkSpheres>> again = parse_sphere_set(*text, SphereSetFormat::urdf, "again");
  require(again.has_value(), "what was written can be read");
  require(again->size() == links.size(), "no link is lost");
  for (std::size_t i = 0; i < links.size(); ++i) {
    const RobotLink& link = robot->links[i];
    const bool has_place = !link.collision.empty() || !link.visual.empty();
    require(!has_place || !(*again)[i].spheres.empty(), "no sphere is lost");
  }
  return 0;
}
