// Many outlines: boxes along the axes, sorted, say which two are to be looked at.
#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <tuple>

#include "abut/outlines.h"
#include "base/parallel.h"

namespace abut {
namespace {

constexpr std::size_t kPairsPerTask = 16;
// Nobody looks at more; a small file may ask for billions.
constexpr std::size_t kMostPairs = 1'000'000;

Box2 find_box(const PlacedOutline& outline, double tolerance) {
  const OrientedBox2& root = outline.tree->nodes()[0].box;
  const Vec2 center = outline.pose.apply(root.center), axis = outline.pose.turn(root.axis);
  const Vec2 along = axis.cwiseAbs(), across(along.y(), along.x());
  // What rounding may do is far less than the last term.
  const Vec2 half =
      root.half.x() * along + root.half.y() * across +
      Vec2::Constant(tolerance + 0x1p-48 * (center.lpNorm<1>() + root.center.lpNorm<1>() + root.half.sum()));
  return {center - half, center + half};
}

struct Candidate {
  std::uint32_t a = 0, b = 0;
  friend auto operator<=>(const Candidate&, const Candidate&) = default;
};

// By what begins where along x; those that have not ended yet are compared along y.
std::vector<Candidate> find_candidates(std::span<const Box2> boxes) {
  std::vector<std::uint32_t> order(boxes.size()), open;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    return std::tie(boxes[i].lower.x(), i) < std::tie(boxes[j].lower.x(), j);
  });
  std::vector<Candidate> candidates;
  for (const std::uint32_t i : order) {
    std::erase_if(open, [&](std::uint32_t j) { return boxes[j].upper.x() < boxes[i].lower.x(); });
    for (const std::uint32_t j : open) {
      const bool overlap = boxes[j].lower.y() <= boxes[i].upper.y() && boxes[i].lower.y() <= boxes[j].upper.y();
      if (overlap) candidates.push_back({std::min(i, j), std::max(i, j)});
    }
    open.push_back(i);
  }
  std::sort(candidates.begin(), candidates.end());
  return candidates;
}

std::vector<Candidate> find_candidates(std::span<const PlacedOutline> outlines, double distance) {
  std::vector<Box2> boxes;
  for (const PlacedOutline& outline : outlines) boxes.push_back(find_box(outline, distance));
  return find_candidates(boxes);
}

// Looks at each candidate, unless progress says no. Whether all were looked at.
template <class Look>
bool look_at_all(std::size_t count, const RunSettings& run, const Look& look) {
  std::mutex mutex;
  std::size_t done = 0;
  std::atomic<bool> is_cancelled = false;
  parallel_blocks(count, kPairsPerTask, run.threads, [&](std::size_t begin, std::size_t end) {
    if (is_cancelled) return;
    for (std::size_t i = begin; i < end; ++i) look(i);
    if (!run.progress) return;
    const std::lock_guard lock(mutex);
    if (!run.progress(done += end - begin, count)) is_cancelled = true;
  });
  return !is_cancelled;
}

}  // namespace

OutlineRelations find_relations(std::span<const PlacedOutline> outlines, const OutlinePairSettings& settings,
                                const RunSettings& run) {
  const std::vector<Candidate> candidates = find_candidates(outlines, settings.tolerance);
  std::vector<std::unique_ptr<OutlinePair>> pairs(candidates.size());  // of those that are not separate
  std::atomic<std::uint64_t> box_tests = 0, curve_tests = 0;
  std::atomic<std::size_t> count = 0;
  OutlineRelations relations;
  const bool is_whole = look_at_all(candidates.size(), run, [&](std::size_t i) {
    if (count > kMostPairs) return;
    OutlinePair pair = find_relation(outlines[candidates[i].a], outlines[candidates[i].b], settings);
    box_tests += pair.box_tests;
    curve_tests += pair.curve_tests;
    if (pair.relation == OutlineRelation::separate) return;
    ++count;
    pairs[i] = std::make_unique<OutlinePair>(std::move(pair));
  });
  relations.is_complete = is_whole && count <= kMostPairs;
  relations.candidates = candidates.size();
  relations.box_tests = box_tests;
  relations.curve_tests = curve_tests;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (pairs[i]) relations.pairs.push_back({candidates[i].a, candidates[i].b, std::move(*pairs[i])});
  }
  return relations;
}

OutlineClearances find_clearances(std::span<const PlacedOutline> outlines, double within, double tolerance,
                                  const RunSettings& run) {
  const std::vector<Candidate> candidates = find_candidates(outlines, 0.5 * within + tolerance);
  std::vector<std::optional<OutlineClearance>> found(candidates.size());
  OutlineClearances clearances;
  clearances.is_complete = look_at_all(candidates.size(), run, [&](std::size_t i) {
    found[i] = find_clearance(outlines[candidates[i].a], outlines[candidates[i].b], tolerance, within);
  });
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (found[i]) clearances.pairs.push_back({candidates[i].a, candidates[i].b, *found[i]});
  }
  return clearances;
}

}  // namespace abut
