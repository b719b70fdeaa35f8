// Fig. 8 and 9: which patches the search looks at, on coarse and fine meshes of the same shape.
#include <fmt/format.h>

#include "reproduce/mesh_picture.h"
#include "reproduce/regularity/regularity.h"
#include "reproduce/stage.h"
#include "scenes/scenes.h"

namespace abut::reproduce {
namespace {

// The nodes of its tree that a search of this one body looks at.
std::vector<bool> find_visited(Detector& detector, BodyId body) {
  std::vector<bool> visited(detector.tree(body).nodes().size(), false);
  IntersectionSettings settings = make_settings();
  settings.on_visit = [&](BodyId, std::uint32_t node) { visited[node] = true; };
  detector.find_intersections(settings);
  return visited;
}

// Of each face, the smallest patch around it that was visited; and how many such patches there are.
struct Patches {
  std::vector<std::uint32_t> of_face;
  std::uint32_t count = 0;
};

Patches find_smallest(const SurfaceTree& tree, const std::vector<bool>& visited, std::size_t face_count) {
  Patches patches{std::vector<std::uint32_t>(face_count, 0), 0};
  std::vector<std::uint32_t> open = {0};
  while (!open.empty()) {
    const std::uint32_t number = open.back();
    const SurfaceTree::Node& node = tree.node(number);
    open.pop_back();
    for (std::uint32_t i = node.first_child; i < node.end_child(); ++i) {
      if (visited[i]) open.push_back(i);
    }
    // Either all children of a patch are looked at or none.
    if (!node.is_leaf() && visited[node.first_child]) continue;
    const SurfaceTree::Places places = tree.places(number);
    for (std::uint32_t place = places.begin; place < places.end; ++place)
      patches.of_face[tree.face(place)] = patches.count;
    ++patches.count;
  }
  return patches;
}

// What a search looks at and does not open.
Patches find_patches(const Model& model) {
  Detector detector;
  const BodyId body = detector.add(model.body());
  return find_smallest(detector.tree(body), find_visited(detector, body), model.size());
}

Report::Figure draw_visited(const char* name, PolygonMesh mesh, const Vec3& from) {
  const Model model(std::move(mesh));
  const Patches patches = find_patches(model);
  const std::string title =
      fmt::format("{} triangles: {} patches", format_count(model.size()), format_count(patches.count));
  return {fmt::format("{}_patches_{}", name, model.size()), fmt::format("{}, {}", name, title),
          draw(MeshPicture{{{model.body(), {}, patches.of_face}}, from, title})};
}

}  // namespace

void report_pictures(Report& report) {
  report.heading(3, "The patches a search looks at (Fig. 8 and 9)");
  report.paragraph(
      fmt::format("Each colour is a patch the search looked at and did not open. On the sphere they stay few however "
                  "many triangles there are; at 1,000,000 it is {} patches.",
                  find_patches(Model(make_sphere(1000000))).count));
  const Vec3 sphere_view(1, -1.5, 1), loop_view(-0.2, -1, 0.5);
  report.figures(
      {draw_visited("sphere", make_sphere(1000), sphere_view), draw_visited("sphere", make_sphere(9000), sphere_view)});
  report.paragraph(fmt::format(
      "On the loop the search goes into detail only where the surface meets itself; at 1,000,000 triangles it is {} "
      "patches.",
      format_count(find_patches(Model(make_alpha(1000000))).count)));
  report.figures(
      {draw_visited("loop", make_alpha(1000), loop_view), draw_visited("loop", make_alpha(6000), loop_view)});
  report.paragraph(
      "`--view` shows the same for any check: the patches of each level of the hierarchy (Fig. 3), and those the search "
      "looked at, here of a torso that pokes through its garment (Fig. 10). Away from where they touch, patches stay "
      "large.");
  report.picture("viewer_levels.png", "Patches of a level of the hierarchy, in the viewer");
  report.picture("viewer_visited.png", "Patches that the search looked at, in the viewer");
}

}  // namespace abut::reproduce
