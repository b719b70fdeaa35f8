// Leaves are put in where the surfaces of the nodes above them grow least, looked for greedily (as Box2D 3 and others
// do), from the lowest node on that holds the box. What this spoils is made good by building parts anew, by the surface
// area heuristic (src/tree/bvh.cpp), in turn.
#include "tree/box_hierarchy.h"

#include <bit>

namespace abut {
namespace {

constexpr std::size_t kPartSize = 512;  // leaves, about
constexpr std::size_t kMostLong = 32;   // leaves that may stand above the others
constexpr float kFarLonger = 1024;      // than the middle one

double find_surface(const Float8& bounds) {
  const double x = -(double{bounds[0]} + bounds[4]), y = -(double{bounds[1]} + bounds[5]);
  const double z = -(double{bounds[2]} + bounds[6]);
  return x * y + y * z + z * x;
}

float find_length(const Float8& bounds) {
  return std::max({-(bounds[0] + bounds[4]), -(bounds[1] + bounds[5]), -(bounds[2] + bounds[6])});
}

Float8 join(const Float8& a, const Float8& b) { return lanes_min(a, b); }

bool test_holds(const Float8& outer, const Float8& inner) { return test_less_equal_xyz(outer, inner); }

FloatBox as_box(const Float8& b) { return {{b[0], b[1], b[2]}, {-b[4], -b[5], -b[6]}}; }

Float8 as_bounds(const FloatBox& box) {
  return Float8{box.lower[0], box.lower[1], box.lower[2], 0, -box.upper[0], -box.upper[1], -box.upper[2], 0};
}

}  // namespace

// ---- single nodes ----

void BoxHierarchy::set_bounds(std::uint32_t slot, const Float8& bounds) {
  nodes_[slot].lower = {bounds[0], bounds[1], bounds[2]};
  nodes_[slot].minus_upper = {bounds[4], bounds[5], bounds[6]};
}

void BoxHierarchy::put(std::uint32_t slot, const Content& content) {
  set_bounds(slot, content.bounds);
  Node& node = nodes_[slot];
  node.link = content.link;
  if (node.is_leaf()) {
    slots_[node.number()] = slot;
  } else {
    nodes_[node.link].parent = nodes_[node.link + 1].parent = slot;
  }
}

// The node becomes one that holds two others.
void BoxHierarchy::split(std::uint32_t slot, const Content& a, const Content& b) {
  const std::uint32_t child = make_siblings(slot);
  put(child, a);
  put(child + 1, b);
  set_bounds(slot, join(a.bounds, b.bounds));
  nodes_[slot].link = child;
}

std::uint32_t BoxHierarchy::make_siblings(std::uint32_t parent) {
  std::uint32_t first;
  if (free_.empty()) {
    first = static_cast<std::uint32_t>(nodes_.size());
    nodes_.resize(nodes_.size() + 2);
  } else {
    first = free_.back();
    free_.pop_back();
  }
  nodes_[first].parent = nodes_[first + 1].parent = parent;
  return first;
}

// ---- one by one ----

void BoxHierarchy::insert(const Leaf& leaf) {
  if (contains(leaf.number)) {
    const std::uint32_t slot = detach(leaf.number);
    if (slot != kNone) return insert_below(find_holder(slot, leaf.bounds), leaf);
  }
  if (slots_.size() <= leaf.number) slots_.resize(leaf.number + 1, kNone);
  if (size_ > 0) return insert_below(0, leaf);
  nodes_.resize(2);
  nodes_[0].parent = kNone;
  put(0, {leaf.bounds, kLeafBit | leaf.number});
  size_ = 1;
}

void BoxHierarchy::remove(std::uint32_t number) { detach(number); }

// Takes a leaf out; its sibling takes their parent's place, which is returned: kNone if nothing is left.
std::uint32_t BoxHierarchy::detach(std::uint32_t number) {
  const std::uint32_t slot = slots_[number];
  slots_[number] = kNone;
  --size_;
  if (slot == 0) return kNone;
  const std::uint32_t parent = nodes_[slot].parent;
  put(parent, content_of(slot ^ 1));
  free_.push_back(slot & ~1u);
  if (parent != 0) fit_upwards(nodes_[parent].parent);
  return parent;
}

// Until a node is as it was.
void BoxHierarchy::fit_upwards(std::uint32_t slot) {
  for (; slot != kNone; slot = nodes_[slot].parent) {
    const Float8 bounds = join(bounds_of(nodes_[slot].link), bounds_of(nodes_[slot].link + 1));
    if (test_holds(bounds, bounds_of(slot))) return;
    set_bounds(slot, bounds);
  }
}

std::uint32_t BoxHierarchy::find_holder(std::uint32_t slot, const Float8& bounds) const {
  while (slot != 0 && !test_holds(bounds_of(slot), bounds)) slot = nodes_[slot].parent;
  return slot;
}

// Down to where a new node adds least: every node that is passed grows, and so, at least, does one further down.
void BoxHierarchy::insert_below(std::uint32_t slot, const Leaf& leaf) {
  const Float8 bounds = leaf.bounds;
  const double own = find_surface(bounds);
  while (!nodes_[slot].is_leaf()) {
    const double here = find_surface(bounds_of(slot)), joined = find_surface(join(bounds_of(slot), bounds));
    const auto estimate = [&](std::uint32_t child) {
      const double below = find_surface(join(bounds_of(child), bounds));
      return joined - here + below +
             (nodes_[child].is_leaf() ? 0.0 : std::min(own - find_surface(bounds_of(child)), 0.0));
    };
    const std::uint32_t child = nodes_[slot].link;
    const double left = estimate(child), right = estimate(child + 1);
    if (joined <= std::min(left, right)) break;
    set_bounds(slot, join(bounds_of(slot), bounds));
    slot = left <= right ? child : child + 1;
  }
  ++size_;
  split(slot, content_of(slot), {bounds, kLeafBit | leaf.number});
}

// ---- many at once ----

void BoxHierarchy::build(std::span<const Leaf> leaves) {
  nodes_.clear();
  free_.clear();
  slots_.clear();
  next_part_ = 0;
  size_ = leaves.size();
  if (leaves.empty()) return;
  std::vector<Content> contents;
  std::uint32_t numbers = 0;
  for (const Leaf& leaf : leaves) {
    numbers = std::max(numbers, leaf.number + 1);
    contents.push_back({leaf.bounds, kLeafBit | leaf.number});
  }
  slots_.resize(numbers, kNone);
  nodes_.reserve(2 * leaves.size());
  nodes_.resize(2);
  nodes_[0].parent = kNone;
  put_together(0, contents);
}

// Frees all nodes below the root, but those of subtrees that are left whole so that no more than `most` are handed
// back.
std::vector<BoxHierarchy::Content> BoxHierarchy::take_apart(std::uint32_t root, std::size_t most) {
  std::vector<Content> open = {content_of(root)}, contents;
  for (std::size_t i = 0; i < open.size(); ++i) {
    const Content content = open[i];
    if ((content.link & kLeafBit) != 0 || open.size() - i + contents.size() >= most) {
      contents.push_back(content);
      continue;
    }
    open.push_back(content_of(content.link));
    open.push_back(content_of(content.link + 1));
    free_.push_back(content.link);
  }
  return contents;
}

// A few that are far longer than the rest stand above it: beside them, sums of surfaces in floats would see nothing.
void BoxHierarchy::put_together(std::uint32_t root, std::vector<Content>& contents) {
  std::uint32_t slot = root;
  for (std::size_t count = set_long_ones_last(contents); count > 0; --count) {
    const std::uint32_t child = make_siblings(slot);
    put(child, contents.back());
    nodes_[slot].link = child;
    contents.pop_back();
    slot = child + 1;
  }
  put_rest_together(slot, contents);
  while (slot != root) {
    slot = nodes_[slot].parent;
    set_bounds(slot, join(bounds_of(nodes_[slot].link), bounds_of(nodes_[slot].link + 1)));
  }
}

// Returns how many they are; none if they are many.
std::size_t BoxHierarchy::set_long_ones_last(std::vector<Content>& contents) {
  std::vector<float> lengths;
  for (const Content& content : contents) lengths.push_back(find_length(content.bounds));
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  const float limit = kFarLonger * *middle;
  const auto last = std::partition(contents.begin(), contents.end(),
                                   [&](const Content& content) { return find_length(content.bounds) <= limit; });
  const auto count = static_cast<std::size_t>(contents.end() - last);
  return count > kMostLong || count == contents.size() ? 0 : count;
}

void BoxHierarchy::put_rest_together(std::uint32_t root, std::span<const Content> contents) {
  std::vector<FloatBox> boxes;
  boxes.reserve(contents.size());
  for (const Content& content : contents) boxes.push_back(as_box(content.bounds));
  const Bvh tree(boxes, {.threads = 1, .progress = {}});
  const auto bounds_of_item = [&](const Bvh::Item& item) { return contents[item.index].bounds; };

  // A node of that tree, or, where it ends, a run of its items.
  struct Task {
    std::uint32_t slot;
    const Bvh::Node* node;
    std::span<const Bvh::Item> items;
  };
  const auto make_task = [&](std::uint32_t slot, const Bvh::Node& node) {
    return node.is_leaf() ? Task{slot, nullptr, tree.items(node)} : Task{slot, &node, {}};
  };
  std::vector<Task> open = {make_task(root, tree.node(0))};
  while (!open.empty()) {
    const auto [slot, node, items] = open.back();
    open.pop_back();
    if (items.size() == 1) {
      put(slot, contents[items[0].index]);
      continue;
    }
    const std::uint32_t child = make_siblings(slot);
    nodes_[slot].link = child;
    if (node != nullptr) {
      set_bounds(slot, as_bounds(node->box));
      for (const std::uint32_t i : {0u, 1u}) open.push_back(make_task(child + i, tree.node(node->first + i)));
    } else {
      Float8 bounds = bounds_of_item(items[0]);
      for (const Bvh::Item& item : items) bounds = join(bounds, bounds_of_item(item));
      set_bounds(slot, bounds);
      open.push_back({child, nullptr, items.first(items.size() / 2)});
      open.push_back({child + 1, nullptr, items.subspan(items.size() / 2)});
    }
  }
}

// The top, down to as many nodes as a part has, comes after all others.
std::size_t BoxHierarchy::rebuild_next_part() {
  if (size_ < 3) return size_;
  const int bits = static_cast<int>(std::bit_width(size_ / kPartSize));
  const bool is_top = next_part_ >= 1u << bits;
  const std::uint32_t root = find_part(next_part_, is_top ? 0 : bits);
  next_part_ = is_top ? 0 : next_part_ + 1;
  std::vector<Content> contents = take_apart(root, 2 * kPartSize);
  const std::size_t count = contents.size();
  if (count > 1) put_together(root, contents);
  return count;
}

// Each bit of the turn says which way to go; where a leaf hangs beside the rest of the tree, there is no choice.
std::uint32_t BoxHierarchy::find_part(std::uint32_t turn, int bits) const {
  std::uint32_t slot = 0;
  while (!nodes_[slot].is_leaf()) {
    const std::uint32_t child = nodes_[slot].link;
    if (nodes_[child].is_leaf()) {
      slot = child + 1;
    } else if (nodes_[child + 1].is_leaf()) {
      slot = child;
    } else {
      if (bits == 0) return slot;
      slot = child + (turn & 1);
      turn >>= 1;
      --bits;
    }
  }
  return slot;
}

void BoxHierarchy::mark(std::uint32_t number) {
  marks_.resize(nodes_.size(), false);
  for (std::uint32_t slot = slots_[number]; slot != kNone && !marks_[slot]; slot = nodes_[slot].parent) {
    marks_[slot] = true;
  }
}

void BoxHierarchy::unmark_all() { marks_.assign(nodes_.size(), false); }

double BoxHierarchy::measure_surface() const {
  double sum = 0;
  std::vector<std::uint32_t> open;
  if (size_ > 0) open.push_back(0);
  while (!open.empty()) {
    const std::uint32_t slot = open.back();
    open.pop_back();
    if (nodes_[slot].is_leaf()) continue;
    sum += find_surface(bounds_of(slot));
    open.push_back(nodes_[slot].link);
    open.push_back(nodes_[slot].link + 1);
  }
  return sum;
}

}  // namespace abut
