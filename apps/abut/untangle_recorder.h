// Keeps steps of untangling for a viewer, few enough for a file of bounded size.
#pragma once

#include <vector>

#include "abut/io.h"

namespace abut {

/// The more steps there are, the fewer are kept: every second, then every fourth, and so on.
class UntangleRecorder {
 public:
  explicit UntangleRecorder(std::size_t moving_count) : moving_count_(moving_count) {}

  /// Positions of all meshes, those that move first.
  void add(const UntangleStep& step, std::span<const std::span<const Vec3>> positions);
  /// Adds the last state, whatever its number.
  void finish(const UntangleStep& step, std::span<const std::span<const Vec3>> positions);

  std::span<const RecordedStep> steps() const { return steps_; }
  int every() const { return every_; }

 private:
  void append(const UntangleStep& step, std::span<const std::span<const Vec3>> positions);
  void thin_out();

  std::size_t moving_count_;
  int every_ = 1;
  std::vector<RecordedStep> steps_;
};

}  // namespace abut
