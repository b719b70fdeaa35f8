// Fig. 5 to 8: two collisions, as bodies and as the spheres made for them.
#include <fmt/format.h>

#include "base/assert.h"
#include "reproduce/sphere_trees/passing_scene.h"
#include "reproduce/sphere_trees/sphere_figures.h"
#include "reproduce/sphere_trees/sphere_mesh.h"
#include "reproduce/sphere_trees/sphere_trees.h"

namespace abut::reproduce {

PolygonMesh make_standing_mesh(const PaperModel& model, const Pose3& pose) {
  PolygonMesh mesh;
  for (const Vec3& position : model.mesh.positions) mesh.positions.push_back(stand_up(pose.apply(position)));
  for (const auto& face : model.mesh.faces) mesh.add_polygon(face);
  return mesh;
}

namespace {

constexpr std::size_t kMoments = 3;
const Vec3 kFrom(0.2, -1, 0.3);
constexpr Tint kTints[kPassingBodies] = {{0.55, 0.35}, {0.1, 0.25}, {0.3, 0.25}, {0.8, 0.2}};

// The first body and another one, for a few moments.
struct Sequence {
  std::size_t other;
  std::array<double, kMoments> times;
  const char* file;
  const char* figures;
};

const Sequence kSequences[] = {{1, {3.5, 4.5, 5.5}, "passing_bunny", "Fig. 5 and 6"},
                               {2, {7, 8, 9}, "passing_cow", "Fig. 7 and 8"}};

// Spheres of the full depth that are there.
std::vector<Sphere> find_leaves(PassingScene& scene, std::size_t body, const Pose3& pose) {
  const SphereTree& tree = scene.scene().tree(BodyId(body));
  std::vector<Sphere> spheres;
  tree.visit_nodes([&](const SphereTree::Node& node) {
    if (!tree.is_leaf(node)) return;
    const Sphere sphere = node.sphere(tree.grid());
    spheres.push_back({stand_up(pose.apply(sphere.center)), sphere.radius});
  });
  return spheres;
}

struct Moment {
  std::array<PolygonMesh, 2> bodies, spheres;
};

// Trees know only what they were asked in this moment.
Moment find_moment(const Sequence& sequence, double time) {
  PassingScene scene({.depth = kPassingDepth, .exact = false});
  const auto hits = scene.search(static_cast<int>(time * kPassingFps));
  ABUT_ASSERT(hits.has_value());
  const PassingPoses poses = find_passing_poses(time);
  Moment moment;
  for (int side = 0; side < 2; ++side) {
    const std::size_t body = side == 0 ? 0 : sequence.other;
    moment.bodies[side] = make_standing_mesh(get_paper_models()[kPassingModels[body]], poses[body]);
    moment.spheres[side] = make_sphere_mesh(find_leaves(scene, body, poses[body]), 0);
  }
  return moment;
}

std::string draw_meshes(const Sequence& sequence, const std::array<PolygonMesh, 2>& meshes, const Box3& frame,
                        const std::string& title) {
  const Model first(meshes[0]), second(meshes[1]);
  return draw(MeshPicture{.bodies = {{first.body(), kTints[0]}, {second.body(), kTints[sequence.other]}},
                          .from = kFrom,
                          .title = title,
                          .frame = {frame.lower, frame.upper}});
}

void report_sequence(Report& report, const Sequence& sequence) {
  std::vector<Moment> moments;
  Box3 frame;
  for (const double time : sequence.times) {
    moments.push_back(find_moment(sequence, time));
    for (const PolygonMesh& mesh : moments.back().bodies) frame.add(make_box(mesh.positions));
  }
  std::vector<Report::Figure> bodies, spheres;
  for (std::size_t i = 0; i < kMoments; ++i) {
    const std::string title = fmt::format("{:.1f} s", sequence.times[i]);
    bodies.push_back(
        {fmt::format("{}_{}", sequence.file, i), title, draw_meshes(sequence, moments[i].bodies, frame, title)});
    const std::size_t count = moments[i].spheres[0].positions.size() + moments[i].spheres[1].positions.size();
    const std::string words = fmt::format("{}: {} spheres of depth 5", title, format_count(count / 12));
    spheres.push_back({fmt::format("{}_spheres_{}", sequence.file, i), words,
                       draw_meshes(sequence, moments[i].spheres, frame, words)});
  }
  report.paragraph(std::string(sequence.figures) + ":");
  report.figures(std::move(bodies));
  report.figures(std::move(spheres));
}

}  // namespace

void report_passing_figures(Report& report) {
  report.heading(3, "Two collisions (Fig. 5 to 8)");
  report.paragraph(
      "Bodies on their way, and the spheres of the full depth that were made for that moment alone, one model in blue. "
      "Where nothing comes near there are none.");
  for (const Sequence& sequence : kSequences) report_sequence(report, sequence);
}

}  // namespace abut::reproduce
