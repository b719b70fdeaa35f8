// What a contour cuts off: the parts of a surface it encloses, found by flooding the surface from both banks of the
// contour at once until all but one of the floods have run dry. Those that did are the smaller parts. A fold that is
// open at one end is closed there for this purpose.
#pragma once

#include "untangle/assembly.h"
#include "untangle/tangle.h"

namespace abut {

class RegionFinder {
 public:
  explicit RegionFinder(const Assembly& assembly);

  /// The vertices a contour cuts off, on both its sides, sorted; none where it cuts off nothing, or where too large a
  /// part would have to be flooded.
  std::vector<std::uint32_t> find(const Tangle& tangle, std::uint32_t contour);
  /// The same for several contours together, which may cut off what none of them does alone.
  std::vector<std::uint32_t> find(const Tangle& tangle, std::span<const std::uint32_t> contours);

 private:
  void raise_walls(const Tangle& tangle, std::uint32_t contour);
  void add_seeds(const Tangle& tangle, std::uint32_t contour);
  void close_fold(const Tangle& tangle, std::uint32_t contour);
  void flood(std::span<const std::uint32_t> seeds, std::vector<std::uint32_t>& cut_off);
  std::uint32_t find_class(std::uint32_t i);
  void unite(std::uint32_t i, std::uint32_t j);

  const Assembly& assembly_;
  std::uint32_t stamp_ = 0;
  std::vector<std::uint32_t> wall_;     // of each edge: the stamp of the contour that cuts it an odd number of times
  std::vector<std::uint32_t> blocked_;  // of each vertex: the stamp of the contour that ends in it
  std::vector<std::uint32_t> reached_, class_of_;  // of each vertex: when, and by which flood
  std::vector<std::uint32_t> parents_;             // floods that have met are one
  std::vector<std::size_t> waiting_;               // of each flood: vertices it has still to go on from
  std::vector<std::uint32_t> seeds_, queue_;
  std::size_t open_floods_ = 0;
};

}  // namespace abut
