// abut untangle for people who look: the way from the input to the result, few enough steps for a file of bounded size.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "result_view.h"
#include "written_state.h"

namespace abut {

/// Keeps steps while they are made. The more there are, the fewer are kept: every second, then every fourth, and so on.
class UntangleRecorder {
 public:
  explicit UntangleRecorder(const UntangleInputs& inputs) : inputs_(inputs) {}

  /// Positions of all meshes, those that move first.
  void add(const UntangleStep& step, std::span<const std::span<const Vec3>> positions);

  /// Writes the steps that were kept, and what is in the files, with all that intersects in each.
  Status write(ResultView& view, const UntangleResult& result, const RunSettings& run) const;

 private:
  struct Step {
    UntangleStep step;
    std::vector<std::vector<Vec3>> positions;  // of the meshes that move
  };
  void thin_out();

  const UntangleInputs& inputs_;
  int every_ = 1;
  std::vector<Step> steps_;
};

/// A recording of untangling; a frame is called `frame_word`.
Result<ResultView> begin_untangle_view(const UntangleOptions& options, const UntangleInputs& inputs,
                                       const std::string& frame_word);

/// Records the results of an animation, frame by frame.
class UntangleAnimationRecorder {
 public:
  /// The inputs are those of the first frame; they may change after this.
  static Result<UntangleAnimationRecorder> begin(const UntangleOptions& options, const UntangleInputs& inputs);

  Status add(const std::string& name, const UntangleResult& result, const RunSettings& run);
  ResultView& view() { return view_; }

 private:
  UntangleAnimationRecorder(UntangleInputs pattern, ResultView view);

  UntangleInputs pattern_;  // meshes as the recording has them: later frames may be welded and cut in other ways
  ResultView view_;
};

}  // namespace abut
