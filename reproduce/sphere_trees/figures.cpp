// Fig. 2 to 4: the models, their trees of spheres, and how a card looks into a cell.
#include <fmt/format.h>

#include "reproduce/mesh_picture.h"
#include "reproduce/plot.h"
#include "reproduce/sphere_trees/models.h"
#include "reproduce/sphere_trees/sphere_figures.h"
#include "reproduce/sphere_trees/sphere_mesh.h"
#include "reproduce/sphere_trees/sphere_trees.h"

namespace abut::reproduce {
namespace {

// As drawn: y is up in these models.
const Vec3 kFrom(0.6, -1, 0.35);
constexpr std::size_t kDragon = 4, kBunny = 5, kCow = 6, kLamp = 3;

void collect_level(SphereTree& tree, const SphereTree::Node& node, std::uint32_t level, std::vector<Sphere>& spheres) {
  if (node.cell.depth == level) return spheres.push_back(node.sphere(tree.grid()));
  const auto opened = tree.open(node);
  for (int i = 0; opened && i < 8; ++i) {
    if (opened->grey() >> i & 1) collect_level(tree, opened->child(i), level, spheres);
  }
}

std::vector<Sphere> find_level(const PaperModel& model, int level) {
  MemoryTriangles store(model.list());
  auto tree = SphereTree::make(store, {.depth = level});
  std::vector<Sphere> spheres;
  if (tree) collect_level(*tree, tree->root(), static_cast<std::uint32_t>(level), spheres);
  for (Sphere& sphere : spheres) sphere.center = stand_up(sphere.center);
  return spheres;
}

Report::Figure draw_model(std::size_t number, const std::string& file) {
  const PaperModel& model = get_paper_models()[number];
  const Model body(make_standing_mesh(model));
  const std::string title = fmt::format("{}, {} triangles", model.name, format_count(body.size()));
  return {file, title, draw(MeshPicture{.bodies = {{body.body(), {0.1, 0.25}}}, .from = kFrom, .title = title})};
}

Report::Figure draw_level(std::size_t number, int level) {
  const auto spheres = find_level(get_paper_models()[number], level);
  const Model body(make_sphere_mesh(spheres, level <= 2 ? 2 : level <= 4 ? 1 : 0));
  const std::string title = fmt::format("level {}: {} spheres", level, format_count(spheres.size()));
  return {fmt::format("sphere_tree_level_{}", level), title,
          draw(MeshPicture{.bodies = {{body.body(), kSphereTint}}, .from = kFrom, .title = title})};
}

// A cell at a corner of the model, and a camera as far before each of three sides as the cell is long that way.
Report::Figure draw_views() {
  const PaperModel& model = get_paper_models()[kBunny];
  const Model body(make_standing_mesh(model));
  const Box3 whole = make_box(body.positions());
  const Box3 cell{whole.center(), whole.upper};
  MeshPicture picture{
      .bodies = {{body.body(), {0.1, 0.25}}}, .from = Vec3(0.9, -1, 0.6), .title = "three views of a cell"};
  add_box(picture, cell, colors::blue);
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 camera = cell.center();
    const double side = axis == 1 ? -1 : 1;
    const Vec3 face = cell.center() + side * 0.5 * cell.size()[axis] * Vec3::Unit(axis);
    camera = face + side * cell.size()[axis] * Vec3::Unit(axis);
    picture.arrows.push_back({camera, face, colors::orange});
    picture.dots.push_back({camera, colors::orange});
    picture.frame.push_back(camera);
  }
  return {"sphere_tree_views", "How a card looks into a cell", draw(picture)};
}

}  // namespace

void report_sphere_figures(Report& report) {
  report.heading(3, "Models, levels and views (Fig. 2 to 4)");
  report.figures({draw_model(kBunny, "sphere_model_bunny"), draw_model(kDragon, "sphere_model_dragon")});
  report.figures({draw_model(kLamp, "sphere_model_lamp"), draw_model(kCow, "sphere_model_cow")});
  report.paragraph("Spheres of the grey cells of levels 2, 4 and 6 of the dragon:");
  report.figures({draw_level(kDragon, 2), draw_level(kDragon, 4), draw_level(kDragon, 6)});
  report.paragraph(
      "A cell and where the surface is looked at from: if anything of it is seen from one side, within the cell, the "
      "cell is grey.");
  report.figure(draw_views());
}

}  // namespace abut::reproduce
