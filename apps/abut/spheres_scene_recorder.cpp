#include "spheres_scene_recorder.h"

#include <fmt/format.h>

#include <filesystem>

namespace abut {

Result<SpheresSceneRecorder> SpheresSceneRecorder::begin(const SpheresSceneOptions& options, SceneBodies& bodies) {
  RecordingHead head{
      .command = "spheres", .title = std::filesystem::path(options.scene).stem().string(), .notes = bodies.notes()};
  head.series = {{"pairs", "Pairs that touch"},
                 {"made", "Branches made"},
                 {"bytes", "Bytes in use"},
                 {"seconds", "Seconds of work"}};
  for (std::size_t i = 0; i < bodies.description().bodies.size(); ++i) {
    const LoadedRigidMesh& mesh = bodies.mesh(i);
    head.meshes.push_back(
        {{bodies.description().bodies[i].name, mesh.positions.size(), {mesh.surface.get(), mesh.positions}}});
  }
  auto view = ResultView::begin(options.view, head);
  if (!view) return view.error();
  return SpheresSceneRecorder(options, bodies, *std::move(view));
}

RecordedSpheres SpheresSceneRecorder::record_spheres(double time) const {
  RecordedSpheres spheres;
  for (std::size_t i = 0; i < bodies_.description().bodies.size(); ++i) {
    const Pose3 pose = bodies_.description().bodies[i].pose(time);
    const SphereTree& tree = bodies_.tree(i);
    tree.visit_nodes([&](const SphereTree::Node& node) {
      const Sphere sphere = node.sphere(tree.grid());
      spheres.centers.push_back(pose.apply(sphere.center));
      spheres.radii.push_back(sphere.radius);
      spheres.levels.push_back(static_cast<std::uint8_t>(node.cell.depth));
    });
  }
  return spheres;
}

std::vector<RecordedLayer> SpheresSceneRecorder::record_touching(const SphereHits& hits,
                                                                 std::span<const std::vector<Vec3>> positions) const {
  std::vector<Body> placed;
  for (std::size_t i = 0; i < positions.size(); ++i) placed.push_back({bodies_.mesh(i).surface.get(), positions[i]});
  std::vector<IntersectingPair> pairs;
  for (const BodyHit& hit : hits.hits) {
    for (const TrianglePair& pair : hit.triangles) pairs.push_back({{hit.a, FaceId(pair.a)}, {hit.b, FaceId(pair.b)}});
  }
  if (pairs.empty()) return {};
  return record_intersections(pairs, find_contours(placed, pairs));
}

Status SpheresSceneRecorder::add_frame(const SphereReportFrame& row, const SphereHits& hits) {
  std::vector<std::vector<Vec3>> positions;
  for (std::size_t i = 0; i < bodies_.description().bodies.size(); ++i) {
    const Pose3 pose = bodies_.description().bodies[i].pose(row.time);
    auto& placed = positions.emplace_back(bodies_.mesh(i).positions);
    for (Vec3& position : placed) position = pose.apply(position);
  }
  RecordedFrame frame{fmt::format("{:.3f} s", row.time)};
  double pairs = 0;
  for (const TouchingBodies& touching : row.touching) pairs += static_cast<double>(touching.pairs);
  for (const double value : {pairs, static_cast<double>(row.counts.made), static_cast<double>(row.bytes), row.seconds})
    frame.values.emplace_back(value);
  for (const auto& placed : positions) frame.positions.push_back(placed);
  frame.layers = record_touching(hits, positions);
  frame.layers.push_back({"spheres", "Spheres of all levels", record_spheres(row.time)});
  if (!first_found_ && !row.touching.empty()) first_found_ = view_.writer().frame_count();
  return view_.writer().add_frame(frame);
}

Status SpheresSceneRecorder::finish(const std::string& summary) {
  return view_.finish({summary}, first_found_.value_or(0), options_.quiet ? nullptr : options_.out());
}

}  // namespace abut
