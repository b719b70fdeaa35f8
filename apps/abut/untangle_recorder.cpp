#include "untangle_recorder.h"

#include <algorithm>

namespace abut {
namespace {

constexpr std::size_t kMaxSteps = 200;
constexpr std::size_t kMaxFloats = 64'000'000;  // 256 MB, a third more in the file

std::vector<float> as_floats(std::span<const Vec3> positions) {
  std::vector<float> numbers;
  numbers.reserve(3 * positions.size());
  for (const Vec3& p : positions) {
    for (int axis = 0; axis < 3; ++axis) numbers.push_back(static_cast<float>(p[axis]));
  }
  return numbers;
}

std::size_t count_floats(const RecordedStep& step) {
  std::size_t count = 0;
  for (const auto& positions : step.positions) count += positions.size();
  return count;
}

}  // namespace

void UntangleRecorder::append(const UntangleStep& step, std::span<const std::span<const Vec3>> positions) {
  RecordedStep& recorded = steps_.emplace_back();
  recorded.step = step;
  recorded.positions.resize(positions.size());
  for (std::size_t m = 0; m < moving_count_; ++m) recorded.positions[m] = as_floats(positions[m]);
}

void UntangleRecorder::thin_out() {
  every_ *= 2;
  std::erase_if(steps_, [&](const RecordedStep& recorded) { return recorded.step.iteration % every_ != 0; });
}

void UntangleRecorder::add(const UntangleStep& step, std::span<const std::span<const Vec3>> positions) {
  if (step.iteration % every_ != 0) return;
  append(step, positions);
  const std::size_t floats = std::max<std::size_t>(1, count_floats(steps_.back()));
  if (steps_.size() > std::clamp<std::size_t>(kMaxFloats / floats, 2, kMaxSteps)) thin_out();
}

void UntangleRecorder::finish(const UntangleStep& step, std::span<const std::span<const Vec3>> positions) {
  append(step, positions);
}

}  // namespace abut
