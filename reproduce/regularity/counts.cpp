#include "reproduce/regularity/counts.h"

namespace abut::reproduce {
namespace {

constexpr std::size_t kSizes[] = {1000, 5000, 20000, 50000, 200000, 1000000, 4000000};

// Without culling one frame must do: it is slow, and counts are always the same.
Count count_frame(const Model& model, const TreeKind& kind) {
  Stage stage(model, kind.settings);
  Count count{model.size(), stage.measure(make_settings()), {}};
  count.plain = stage.run_frame(make_settings(Culling::none));
  return count;
}

}  // namespace

std::vector<Series> count_all(PolygonMesh (*make)(std::size_t)) {
  std::vector<Series> all = {{kCuts, 4000000}, {kShapeFactor, 1000000}, {kTreeOf1994, 1000000}};
  for (const std::size_t size : kSizes) {
    const Model model(make(size));
    for (Series& series : all) {
      if (size <= series.most) series.counts.push_back(count_frame(model, series.kind));
    }
  }
  return all;
}

}  // namespace abut::reproduce
