// abut check for people who look: meshes with what was found on them, frame by frame, and what the search looked at.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "check_options.h"
#include "result_view.h"

namespace abut {

class CheckRecorder {
 public:
  /// The detector holds the meshes. Both must stay.
  static Result<CheckRecorder> begin(const CheckOptions& options, const MeshInputs& meshes, const Detector& detector);

  /// To be told of each patch the search of the next frame looks at. Must not outlive this object, nor may that move.
  PatchVisitor visitor();
  /// Where the meshes are now, and what was found.
  Status add_frame(const std::string& name, const CheckReport& report);
  /// Ends the recording. It begins with the first frame in which something was found.
  Status finish(const std::string& summary);

  bool has_frames() const { return view_.has_frames(); }
  const ResultView& view() const { return view_; }

 private:
  CheckRecorder(const CheckOptions& options, const MeshInputs& meshes, const Detector& detector, ResultView view);
  void add_visits(std::vector<RecordedLayer>& layers);

  const CheckOptions& options_;
  const MeshInputs& meshes_;
  ResultView view_;
  std::vector<std::vector<std::atomic<std::uint32_t>>> visits_;  // of each node of each mesh
  std::optional<std::size_t> first_found_;
};

}  // namespace abut
