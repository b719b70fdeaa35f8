// Each box is kept as floats, and, a little larger, as a leaf of the tree. Pairs of leaves are the candidates; they
// stay sorted, so that a search is one pass along them, and its pairs come out sorted.
#include <algorithm>
#include <bit>

#include "abut/moving_boxes.h"
#include "base/radix_sort.h"
#include "tree/box_hierarchy.h"
#include "tree/box_layout.h"
#include "tree/box_store.h"

namespace abut {
namespace {

constexpr std::uint32_t kSides = 0b01110111;   // lanes that are of interest
constexpr float kMostPredicted = 4;            // lengths of a box, on each side
constexpr float kShort = 0x1p-4f, kLong = 16;  // beside the usual length: others have margins as if they were so long
constexpr double kAllAnew = 0.3;               // of all boxes: if more have left their leaves, all is made anew

float find_length(const Float8& bounds) {
  return std::max({-(bounds[0] + bounds[4]), -(bounds[1] + bounds[5]), -(bounds[2] + bounds[6])});
}

std::uint64_t make_key(std::uint32_t a, std::uint32_t b) {
  return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
}

}  // namespace

struct DynamicTree::Content {
  DynamicTreeSettings settings;
  BoxStore boxes;
  BoxFrame frame;
  float usual_length = 0;         // of a box, in the frame
  std::vector<Float8> rounded;    // boxes in the frame, by id
  std::vector<Float8> enlarged;   // as they are in the tree, or will be
  std::vector<BoxId> changed;     // those that came, went, or left their leaves since the last update, each once
  std::vector<char> has_changed;  // by id
  BoxHierarchy tree;
  double to_rebuild = 0;                                // how many places in the tree, for what has been moved in it
  std::vector<std::uint64_t> candidates, fresh, other;  // pairs of ids whose leaves overlap: the smaller in front
  std::vector<BoxPair> pairs;

  BoxId add(const Box3& box);
  void move(BoxId id, const Box3& box);
  void remove(BoxId id);
  void mark(BoxId id);
  float find_unit(const Float8& bounds) const;
  Float8 enlarge(const Float8& bounds, const Float8& moved) const;
  bool test_fits(const Float8& leaf, const Float8& bounds) const;

  void update();
  void build();
  void fit_frame();
  std::vector<BoxHierarchy::Leaf> list_leaves() const;
  void move_leaves();
  void find_fresh();
  void merge_fresh();
  void sort_keys(std::vector<std::uint64_t>& keys);
  void find_pairs();
  bool test_pair(BoxId a, BoxId b) const;
};

// ---- boxes ----

BoxId DynamicTree::Content::add(const Box3& box) {
  const BoxId id = boxes.add(box);
  if (id >= rounded.size()) {
    rounded.push_back(Float8{});
    enlarged.push_back(Float8{});
    has_changed.push_back(false);
  }
  rounded[id] = round_box(box, frame);
  enlarged[id] = enlarge(rounded[id], Float8{});
  mark(id);
  return id;
}

void DynamicTree::Content::move(BoxId id, const Box3& box) {
  boxes.move(id, box);
  const Float8 bounds = round_box(box, frame);
  const Float8 moved = bounds - rounded[id];
  rounded[id] = bounds;
  if (test_fits(enlarged[id], bounds)) return;
  enlarged[id] = enlarge(bounds, moved);
  mark(id);
}

void DynamicTree::Content::remove(BoxId id) {
  boxes.remove(id);
  if (tree.contains(id)) tree.remove(id);
  mark(id);
}

void DynamicTree::Content::mark(BoxId id) {
  if (has_changed[id]) return;
  has_changed[id] = true;
  changed.push_back(id);
}

// What a margin is a part of.
float DynamicTree::Content::find_unit(const Float8& bounds) const {
  return std::clamp(find_length(bounds), kShort * usual_length, kLong * usual_length);
}

// Sides are numbers that go down as a box grows, so those that went down are those it moves to.
Float8 DynamicTree::Content::enlarge(const Float8& bounds, const Float8& moved) const {
  const float unit = find_unit(bounds);
  const Float8 ahead = static_cast<float>(settings.prediction) * lanes_min(moved, Float8{});
  return bounds - static_cast<float>(settings.margin) * unit + lanes_max(ahead, Float8{} - kMostPredicted * unit);
}

// Also false if the box has become much smaller.
bool DynamicTree::Content::test_fits(const Float8& leaf, const Float8& bounds) const {
  const float most = 2 * (static_cast<float>(settings.margin) + kMostPredicted) * find_unit(bounds);
  return test_less_equal_xyz(leaf, bounds) && test_less_equal_xyz(bounds - most, leaf);
}

// ---- tree and candidates ----

void DynamicTree::Content::update() {
  if (changed.empty()) return;
  if (static_cast<double>(changed.size()) > kAllAnew * static_cast<double>(boxes.size())) {
    build();
  } else {
    move_leaves();
  }
  find_fresh();
  merge_fresh();
  for (const BoxId id : changed) has_changed[id] = false;
  changed.clear();
}

// All candidates are found anew, too.
void DynamicTree::Content::build() {
  fit_frame();
  for (BoxId id(0); id < boxes.id_count(); ++id.value) {
    if (boxes.contains(id)) mark(id);
  }
  tree.build(list_leaves());
  to_rebuild = 0;
  candidates.clear();
}

// Where boxes have gone elsewhere, or are quite different ones, floats are made to suit them.
void DynamicTree::Content::fit_frame() {
  const BoxLayout layout(boxes);
  const double change = layout.frame.scale / frame.scale;
  const double shift = (layout.frame.origin - frame.origin).lpNorm<Eigen::Infinity>();
  if (usual_length > 0 && std::abs(std::log2(change)) < 3 && shift < 8 * layout.widest()) return;
  frame = layout.frame;
  const double spacing = 0.1 * layout.widest() / std::cbrt(static_cast<double>(boxes.size()) + 1);
  const double length = std::max({layout.spreads[0].length, layout.spreads[1].length, layout.spreads[2].length});
  usual_length = static_cast<float>(std::max(length, spacing) * frame.scale);
  for (BoxId id(0); id < boxes.id_count(); ++id.value) {
    if (!boxes.contains(id)) continue;
    rounded[id] = round_box(boxes[id], frame);
    enlarged[id] = enlarge(rounded[id], Float8{});
  }
}

std::vector<BoxHierarchy::Leaf> DynamicTree::Content::list_leaves() const {
  std::vector<BoxHierarchy::Leaf> leaves;
  leaves.reserve(boxes.size());
  for (BoxId id(0); id < boxes.id_count(); ++id.value) {
    if (boxes.contains(id)) leaves.push_back({enlarged[id], id});
  }
  return leaves;
}

void DynamicTree::Content::move_leaves() {
  for (const BoxId id : changed) {
    if (boxes.contains(id)) tree.insert({enlarged[id], id});
  }
  to_rebuild += static_cast<double>(changed.size());
  while (to_rebuild > 0) to_rebuild -= static_cast<double>(tree.rebuild_next_part());
}

void DynamicTree::Content::find_fresh() {
  fresh.clear();
  tree.unmark_all();
  for (const BoxId id : changed) {
    if (boxes.contains(id)) tree.mark(id);
  }
  tree.visit_marked_pairs([&](std::uint32_t a, std::uint32_t b) { fresh.push_back(make_key(a, b)); });
  sort_keys(fresh);
}

// Takes the place of those candidates that have changed.
void DynamicTree::Content::merge_fresh() {
  other.clear();
  auto next = fresh.begin();
  for (const std::uint64_t key : candidates) {
    if (has_changed[key >> 32] || has_changed[static_cast<std::uint32_t>(key)]) continue;
    while (next != fresh.end() && *next < key) other.push_back(*next++);
    other.push_back(key);
  }
  other.insert(other.end(), next, fresh.end());
  candidates.swap(other);
}

void DynamicTree::Content::sort_keys(std::vector<std::uint64_t>& keys) {
  const int bits = static_cast<int>(std::bit_width(boxes.id_count()));
  radix_sort(keys, 0, bits, other);
  radix_sort(keys, 32, 32 + bits, other);
}

// ---- pairs ----

void DynamicTree::Content::find_pairs() {
  update();
  boxes.release_ids();
  pairs.clear();
  for (const std::uint64_t key : candidates) {
    const BoxId a(key >> 32), b(static_cast<std::uint32_t>(key));
    if (test_pair(a, b)) pairs.push_back({a, b});
  }
}

// Where no sides are equal as floats, these decide.
bool DynamicTree::Content::test_pair(BoxId a, BoxId b) const {
  const Float8 x = rounded[a], y = -swap_halves(rounded[b]);
  if (!test_less_equal_xyz(x, y)) return false;
  return (mask_signs(x < y) & kSides) == kSides || test_overlap(boxes[a], boxes[b]);
}

// ---- the face ----

DynamicTree::DynamicTree(const DynamicTreeSettings& settings) : content_(std::make_unique<Content>()) {
  ABUT_ASSERT(settings.margin >= 0 && settings.margin < 1e3 && settings.prediction >= 0 && settings.prediction < 1e3);
  content_->settings = settings;
}
DynamicTree::DynamicTree(DynamicTree&&) noexcept = default;
DynamicTree& DynamicTree::operator=(DynamicTree&&) noexcept = default;
DynamicTree::~DynamicTree() = default;

BoxId DynamicTree::add(const Box3& box) { return content_->add(box); }
void DynamicTree::move(BoxId id, const Box3& box) { content_->move(id, box); }
void DynamicTree::remove(BoxId id) { content_->remove(id); }

std::size_t DynamicTree::size() const { return content_->boxes.size(); }
const Box3& DynamicTree::box(BoxId id) const {
  ABUT_ASSERT(content_->boxes.contains(id));
  return content_->boxes[id];
}

std::span<const BoxPair> DynamicTree::find_pairs() {
  content_->find_pairs();
  return content_->pairs;
}

std::vector<BoxId> DynamicTree::find_overlaps(const Box3& box) {
  BoxStore::check(box);
  content_->update();
  std::vector<BoxId> found;
  content_->tree.visit_overlaps(round_box(box, content_->frame), [&](std::uint32_t i) {
    if (test_overlap(content_->boxes[BoxId(i)], box)) found.push_back(BoxId(i));
  });
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<BoxPair> DynamicTree::find_overlaps(const DynamicTree& other) {
  const BoxStore& others = other.content_->boxes;
  std::vector<BoxPair> found;
  for (BoxId b(0); b < others.id_count(); ++b.value) {
    if (!others.contains(b)) continue;
    for (const BoxId a : find_overlaps(others[b])) found.push_back({a, b});
  }
  std::sort(found.begin(), found.end());
  return found;
}

double DynamicTree::measure_wear() {
  content_->update();
  BoxHierarchy anew;
  anew.build(content_->list_leaves());
  const double surface = anew.measure_surface();
  return surface > 0 ? content_->tree.measure_surface() / surface : 1;
}

}  // namespace abut
