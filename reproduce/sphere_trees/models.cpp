#include "reproduce/sphere_trees/models.h"

#include <filesystem>

#include "abut/io.h"
#include "scenes/collection.h"
#include "scenes/scenes.h"

namespace abut::reproduce {
namespace {

struct Source {
  const char* name;
  const char* file;
  PaperRow paper;
};

constexpr Source kSources[] = {{"dragon", "spheretree/dragon.obj", {1496, 0.0099, 13}},
                               {"bunny", "spheretree/bunny.obj", {1500, 0.0099, 9}},
                               {"cow", "spheretree/cow.obj", {1500, 0.0099, 9}},
                               {"lamp", "spheretree/lamp.obj", {600, 0.0199, 13}},
                               {"dragon", "general/dragon.obj", {5104, 0.0199, 13}},
                               {"bunny", "general/bunny.off", {5110, 0.0099, 9}},
                               {"cow", "general/cow.obj", {5144, 0.0099, 9}}};

TriangleMesh make_triangle_mesh(const PolygonMesh& polygons) {
  const WeldedMesh welded = weld(polygons);
  const Surface surface = make_surface(welded.mesh);
  return {welded.mesh.positions, {surface.faces().begin(), surface.faces().end()}};
}

void normalize(TriangleMesh& mesh) {
  const Box3 box = make_box(mesh.positions);
  for (Vec3& position : mesh.positions) position = (position - box.center()) / box.size().maxCoeff();
}

PaperModel load(const Source& source) {
  PaperModel model{source.name, {}, source.paper};
  const auto file = read_mesh(test::data_folder() / "meshes" / source.file);
  model.is_real = file.has_value();
  model.mesh = make_triangle_mesh(file ? file->mesh() : make_sphere(source.paper.triangles));
  if (model.mesh.faces.size() > source.paper.triangles) model.mesh = simplify(model.mesh, source.paper.triangles);
  normalize(model.mesh);
  return model;
}

}  // namespace

const std::vector<PaperModel>& get_paper_models() {
  static const std::vector<PaperModel> models = [] {
    std::vector<PaperModel> loaded;
    for (const Source& source : kSources) loaded.push_back(load(source));
    return loaded;
  }();
  return models;
}

}  // namespace abut::reproduce
