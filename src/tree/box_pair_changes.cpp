#include <algorithm>
#include <iterator>

#include "abut/moving_boxes.h"

namespace abut {

BoxPairChanges find_changes(std::span<const BoxPair> before, std::span<const BoxPair> now) {
  BoxPairChanges changes;
  std::set_difference(now.begin(), now.end(), before.begin(), before.end(), std::back_inserter(changes.appeared));
  std::set_difference(before.begin(), before.end(), now.begin(), now.end(), std::back_inserter(changes.disappeared));
  return changes;
}

}  // namespace abut
