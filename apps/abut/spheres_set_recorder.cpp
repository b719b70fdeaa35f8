#include "spheres_set_recorder.h"

#include "mesh_recording.h"

namespace abut {
namespace {

RecordedSpheres list_spheres(const SphereSetBodies& bodies, const FoundSpheres& found) {
  RecordedSpheres recorded;
  const auto add = [&](const std::vector<Sphere>& spheres, const Pose3& place) {
    for (const Sphere& sphere : spheres) {
      recorded.centers.push_back(place.apply(sphere.center));
      recorded.radii.push_back(sphere.radius);
      recorded.levels.push_back(0);
    }
  };
  for (std::size_t b = 0; b < bodies.bodies.size(); ++b) {
    const SphereSetBody& body = bodies.bodies[b];
    add(body.kept, body.place);
    add(body.added, body.place);
    add(found[b], body.place);
  }
  return recorded;
}

}  // namespace

Result<ResultView> record_sphere_sets(const SphereSetOptions& options, const SphereSetBodies& bodies,
                                      const FoundSpheres& found) {
  MeshInputs meshes;
  for (const SphereSetBody& body : bodies.bodies) {
    if (body.mesh) meshes.push_back(body.mesh);
  }
  RecordingHead head = make_recording_head("spheres", meshes, meshes.size());
  head.title = std::filesystem::path(options.input).stem().string();
  head.notes = bodies.notes;
  auto view = ResultView::begin(options.view, head);
  if (!view) return view.error();
  RecordedFrame frame{"spheres"};
  std::vector<std::vector<Vec3>> placed;
  for (const SphereSetBody& body : bodies.bodies) {
    if (!body.mesh) continue;
    auto& positions = placed.emplace_back(body.mesh->positions);
    for (Vec3& position : positions) position = body.place.apply(position);
  }
  for (const auto& positions : placed) frame.positions.push_back(positions);
  frame.layers.push_back({"spheres", "Spheres", list_spheres(bodies, found)});
  if (const Status status = view->writer().add_frame(frame); !status) return status.error();
  return view;
}

}  // namespace abut
