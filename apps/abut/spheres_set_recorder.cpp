#include "spheres_set_recorder.h"

#include "mesh_recording.h"

namespace abut {
namespace {

RecordedSpheres list_spheres(const SphereSetBodies& bodies, const FoundSpheres& found) {
  RecordedSpheres recorded;
  const auto add = [&](const std::vector<Sphere>& spheres) {
    for (const Sphere& sphere : spheres) {
      recorded.centers.push_back(sphere.center);
      recorded.radii.push_back(sphere.radius);
      recorded.levels.push_back(0);
    }
  };
  for (std::size_t b = 0; b < bodies.bodies.size(); ++b) {
    add(bodies.bodies[b].kept);
    add(bodies.bodies[b].added);
    add(found[b]);
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
  frame.layers.push_back({"spheres", "Spheres", list_spheres(bodies, found)});
  if (const Status status = view->writer().add_frame(frame); !status) return status.error();
  return view;
}

}  // namespace abut
