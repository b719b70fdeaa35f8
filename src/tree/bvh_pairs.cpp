// Cutting a walk into tasks: breadth first until there are enough.
#include "tree/bvh_pairs.h"

namespace abut {

std::vector<NodePair> split_overlap_work(const Bvh& a, const Bvh& b, std::size_t target) {
  if (a.is_empty() || b.is_empty()) return {};
  std::vector<NodePair> starts = {NodePair{0, 0}}, next;
  while (starts.size() < target) {
    next.clear();
    bool opened = false;
    for (const NodePair pair : starts) {
      if (a.node(pair.a).is_leaf() && b.node(pair.b).is_leaf()) {
        next.push_back(pair);
        continue;
      }
      opened = true;
      detail::advance(
          a, b, pair, [](std::uint32_t, std::uint32_t) {}, [&](NodePair p) { next.push_back(p); });
    }
    starts.swap(next);
    if (!opened) break;
  }
  return starts;
}

}  // namespace abut
