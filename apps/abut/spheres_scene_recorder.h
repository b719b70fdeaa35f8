// abut spheres with a scene, for people who look: bodies on their way, the spheres there are, and what touches.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "abut/sphere_report.h"
#include "result_view.h"
#include "spheres_scene_bodies.h"

namespace abut {

class SpheresSceneRecorder {
 public:
  /// Both must stay.
  static Result<SpheresSceneRecorder> begin(const SpheresSceneOptions& options, SceneBodies& bodies);

  /// The bodies are where they were when this was found.
  Status add_frame(const SphereReportFrame& frame, const SphereHits& hits);
  /// Ends the recording. It begins with the first frame in which something touches.
  Status finish(const std::string& summary);
  /// Shows it until Ctrl-C, if that is asked for.
  Status show() const { return view_.show(options_.out()); }

 private:
  SpheresSceneRecorder(const SpheresSceneOptions& options, SceneBodies& bodies, ResultView view)
      : options_(options), bodies_(bodies), view_(std::move(view)) {}
  RecordedSpheres record_spheres(double time) const;
  std::vector<RecordedLayer> record_touching(const SphereHits& hits,
                                             std::span<const std::vector<Vec3>> positions) const;

  const SpheresSceneOptions& options_;
  SceneBodies& bodies_;
  ResultView view_;
  std::optional<std::size_t> first_found_;
};

}  // namespace abut
