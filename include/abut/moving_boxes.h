// Room 3, tree: boxes that come, move and go, and which of them overlap, again and again: what a simulation of many
// bodies asks first. Two ways to the same pairs (docs/broad_phase.md); neither knows what is in the boxes.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "abut/base.h"
#include "abut/math.h"

namespace abut {

using BoxId = Id<struct BoxTag>;

/// Two boxes that overlap, a before b.
struct BoxPair {
  BoxId a, b;
  friend auto operator<=>(const BoxPair&, const BoxPair&) = default;
};

/// What two sorted lists of pairs do not have in common.
struct BoxPairChanges {
  std::vector<BoxPair> appeared, disappeared;  ///< sorted
};

/// Cost: one pass along both lists.
BoxPairChanges find_changes(std::span<const BoxPair> before, std::span<const BoxPair> now);

// What holds for both classes:
//
// Boxes are closed, so those that touch overlap, and it is the boxes as given that must: inside they are rounded, but
// the pairs are those of the doubles. They may reach to infinity (a ground) or have no thickness. An empty box or one
// that is not a number breaks the contract, as does an id that is not in use.
//
// An id that was removed is given out again, but only after pairs have been found without it: who compares the lists of
// one search and the next sees its pairs go.
//
// One thread at a time.

/// Looks at all boxes anew each time: sorted along one axis, and swept in columns across the others. What it costs
/// hardly depends on how they moved.
class SweepAndPrune {
 public:
  SweepAndPrune();
  SweepAndPrune(SweepAndPrune&&) noexcept;
  SweepAndPrune& operator=(SweepAndPrune&&) noexcept;
  ~SweepAndPrune();

  BoxId add(const Box3& box);
  void move(BoxId id, const Box3& box);
  void remove(BoxId id);

  std::size_t size() const;  ///< how many boxes there are
  const Box3& box(BoxId id) const;

  /// All pairs of boxes that overlap, sorted. Valid until the next search.
  std::span<const BoxPair> find_pairs();

 private:
  struct Content;
  std::unique_ptr<Content> content_;
};

/// How much larger boxes are kept than they are, so that most moves cost nothing but a comparison.
struct DynamicTreeSettings {
  double margin = 0.1;    ///< on every side, of a box's longest side
  double prediction = 4;  ///< on the side a box moves to, by how many moves like its last
};

/// Keeps a tree of boxes that are a little larger than those given, and the pairs of those; a search deals with what
/// has left its larger box since the last one, and tests the pairs it has kept. The less boxes move for their size, the
/// less it costs. Keeps the shape of the tree good by building parts of it anew, in turn, as boxes are moved in it.
class DynamicTree {
 public:
  explicit DynamicTree(const DynamicTreeSettings& settings = {});
  DynamicTree(DynamicTree&&) noexcept;
  DynamicTree& operator=(DynamicTree&&) noexcept;
  ~DynamicTree();

  BoxId add(const Box3& box);
  void move(BoxId id, const Box3& box);
  void remove(BoxId id);

  std::size_t size() const;  ///< how many boxes there are
  const Box3& box(BoxId id) const;

  /// All pairs of boxes that overlap, sorted. Valid until the next search.
  std::span<const BoxPair> find_pairs();

  /// All boxes that overlap this one, sorted.
  std::vector<BoxId> find_overlaps(const Box3& box);
  /// All boxes that overlap one of another tree: a of this one, b of the other, sorted.
  std::vector<BoxPair> find_overlaps(const DynamicTree& other);

  /// What all nodes of the tree cost a search, by their surface, beside that of a tree built anew: 1 is as good. Cost:
  /// that of building it.
  double measure_wear();

 private:
  struct Content;
  std::unique_ptr<Content> content_;
};

}  // namespace abut
