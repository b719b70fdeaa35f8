#include "abut/moving_boxes.h"
#include "tree/box_store.h"
#include "tree/box_sweep.h"

namespace abut {

struct SweepAndPrune::Content {
  BoxStore boxes;
  BoxSweep sweep;
  std::vector<BoxPair> pairs;
};

SweepAndPrune::SweepAndPrune() : content_(std::make_unique<Content>()) {}
SweepAndPrune::SweepAndPrune(SweepAndPrune&&) noexcept = default;
SweepAndPrune& SweepAndPrune::operator=(SweepAndPrune&&) noexcept = default;
SweepAndPrune::~SweepAndPrune() = default;

BoxId SweepAndPrune::add(const Box3& box) { return content_->boxes.add(box); }
void SweepAndPrune::move(BoxId id, const Box3& box) { content_->boxes.move(id, box); }
void SweepAndPrune::remove(BoxId id) { content_->boxes.remove(id); }

std::size_t SweepAndPrune::size() const { return content_->boxes.size(); }
const Box3& SweepAndPrune::box(BoxId id) const {
  ABUT_ASSERT(content_->boxes.contains(id));
  return content_->boxes[id];
}

std::span<const BoxPair> SweepAndPrune::find_pairs() {
  content_->boxes.release_ids();
  content_->sweep.find_pairs(content_->boxes, content_->pairs);
  return content_->pairs;
}

}  // namespace abut
