// The boxes of SweepAndPrune and DynamicTree, by their ids.
#pragma once

#include <vector>

#include "abut/moving_boxes.h"
#include "base/assert.h"

namespace abut {

class BoxStore {
 public:
  BoxId add(const Box3& box) {
    check(box);
    ++size_;
    if (free_.empty()) {
      ABUT_ASSERT(boxes_.size() < kMaxElements);
      boxes_.push_back(box);
      return BoxId(boxes_.size() - 1);
    }
    const BoxId id = free_.back();
    free_.pop_back();
    boxes_[id] = box;
    return id;
  }
  void move(BoxId id, const Box3& box) {
    ABUT_ASSERT(contains(id));
    check(box);
    boxes_[id] = box;
  }
  void remove(BoxId id) {
    ABUT_ASSERT(contains(id));
    boxes_[id] = {};
    removed_.push_back(id);
    --size_;
  }
  /// From now on, ids that were removed may be given out again.
  void release_ids() {
    free_.insert(free_.end(), removed_.rbegin(), removed_.rend());
    removed_.clear();
  }

  bool contains(BoxId id) const { return id < boxes_.size() && !boxes_[id].is_empty(); }
  const Box3& operator[](BoxId id) const { return boxes_[id]; }
  std::size_t size() const { return size_; }
  /// One more than the largest id.
  std::size_t id_count() const { return boxes_.size(); }

  /// A box must not be empty, nor have a side that is not a number.
  static void check(const Box3& box) { ABUT_ASSERT((box.lower.array() <= box.upper.array()).all()); }

 private:
  std::vector<Box3> boxes_;  // empty ones: not in use
  std::vector<BoxId> free_, removed_;
  std::size_t size_ = 0;
};

}  // namespace abut
