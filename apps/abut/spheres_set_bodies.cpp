#include "spheres_set_bodies.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/text.h"
#include "console.h"
#include "shape/polygon_mesh.h"

namespace abut {
namespace {

std::string name_of(const MeshInput& mesh) {
  const std::string stem = std::filesystem::path(mesh.name).stem().string();
  return stem.empty() ? mesh.name : stem;
}

class RobotLoader {
 public:
  RobotLoader(const SphereSetOptions& options, RobotPackages packages, Robot robot)
      : options_(options), packages_(std::move(packages)), status_(options.quiet) {
    loaded_.name = robot.name.empty() ? "robot" : robot.name;
    loaded_.files = {options.input};
    loaded_.robot = std::move(robot);
  }

  Result<SphereSetBodies> load() {
    const std::vector<Pose3> places = place_links(*loaded_.robot);
    for (std::size_t l = 0; l < places.size(); ++l) {
      if (const Status status = load_link(loaded_.robot->links[l], places[l]); !status) return status.error();
    }
    if (!loaded_.bodies.empty()) return std::move(loaded_);
    return Error{fmt::format("{}: no link with a {} shape found that spheres could be put around{}",
                             printable(options_.input), options_.from,
                             options_.from == "collision" ? "; --from visual takes visual ones" : "")};
  }

 private:
  Status load_link(RobotLink& link, const Pose3& place) {
    status_.show(fmt::format("reading link {} ...", printable(link.name)));
    SphereSetBody body{link.name, nullptr, {}, {}, place};
    const bool is_visual = link.collision.empty() && options_.from == "visual";
    std::vector<RobotShape>& shapes = is_visual ? link.visual : link.collision;
    if (is_visual && !shapes.empty())
      loaded_.notes.push_back(
          fmt::format("link {} has no collision shape; its visual ones are taken", quote(link.name)));
    PolygonMesh mesh;
    for (std::size_t i = 0; i < shapes.size();) {
      const Status status = add_shape(shapes[i], is_visual ? body.added : body.kept, mesh);
      if (status) {
        ++i;
        continue;
      }
      const std::string trouble = fmt::format("{}:{}: link {}: {}", printable(options_.input), shapes[i].line,
                                              quote(link.name), status.error().message);
      if (!options_.skip_unreadable) return Error{trouble};
      loaded_.skipped.push_back(trouble);
      shapes.erase(shapes.begin() + static_cast<std::ptrdiff_t>(i));  // it stays in the document as it is
    }
    if (mesh.polygon_count() > 0) body.mesh = make_input(link.name, "URDF", mesh, true);
    if (body.mesh || !body.kept.empty() || !body.added.empty()) loaded_.bodies.push_back(std::move(body));
    return success();
  }

  Status add_shape(const RobotShape& shape, std::vector<Sphere>& balls, PolygonMesh& mesh) {
    if (const auto* ball = std::get_if<RobotBall>(&shape.geometry)) {
      balls.push_back({shape.position, ball->radius});
      return success();
    }
    if (const auto made = make_shape_mesh(shape)) {
      append_mesh(*made, mesh);
      return success();
    }
    const auto& reference = std::get<RobotMesh>(shape.geometry);
    const auto found = find_robot_file(options_.input, reference.file, packages_, "--package NAME=FOLDER");
    if (!found) return found.error();
    if (!found->note.empty() && notes_said_.insert(found->note.substr(0, found->note.find(';'))).second)
      loaded_.notes.push_back(found->note);
    auto file = read_mesh(found->path);
    if (!file) return file.error();
    loaded_.files.push_back(found->path.string());
    PolygonMesh placed = file->mesh();
    for (Vec3& position : placed.positions) {
      position = shape.apply(position.cwiseProduct(reference.scale));
      if (!(position.cwiseAbs().maxCoeff() <= kMaxCoordinate))
        return Error{fmt::format("{}: scaled and placed, coordinates are beyond {:g}", printable(reference.file),
                                 kMaxCoordinate)};
    }
    append_mesh(placed, mesh);
    return success();
  }

  const SphereSetOptions& options_;
  RobotPackages packages_;
  StatusLine status_;
  SphereSetBodies loaded_;
  std::set<std::string> notes_said_;
};

}  // namespace

Result<SphereSetBodies> load_mesh_bodies(const SphereSetOptions& options) {
  StatusLine status(options.quiet);
  const auto meshes = load_inputs({options.input}, {}, [&](const std::string& name) {
    status.show(fmt::format("reading {} ...", printable(name)));
  });
  if (!meshes) return meshes.error();
  SphereSetBodies loaded;
  std::map<std::string, int> counts;  // of names, which are to differ
  for (const auto& mesh : *meshes) {
    if (mesh->animation) {
      return Error{fmt::format("{}: frames of an animation found, expected a single mesh", printable(options.input))};
    }
    const std::string name = name_of(*mesh);
    const int count = ++counts[name];
    loaded.bodies.push_back({count > 1 ? fmt::format("{}_{}", name, count) : name, mesh, {}, {}, {}});
    for (const std::string& note : mesh->notes) loaded.notes.push_back(note);
    for (const auto& file : mesh->files) loaded.files.push_back(file.string());
  }
  loaded.name = loaded.bodies.front().name;
  return loaded;
}

Result<SphereSetBodies> load_robot_bodies(const SphereSetOptions& options) {
  auto packages = parse_packages(options.packages);
  if (!packages) return packages.error();
  auto robot = read_robot(options.input);
  if (!robot) return robot.error();
  return RobotLoader(options, *std::move(packages), *std::move(robot)).load();
}

}  // namespace abut
