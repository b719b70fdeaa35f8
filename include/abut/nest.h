// Room 6, nest: parts on a strip or on sheets, as tight as can be found, and never over each other.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "abut/base.h"
#include "abut/outlines.h"

namespace abut {

/// A part, and how often it is to be cut.
struct NestItem {
  Outline outline;
  std::uint32_t demand = 1;
  /// Degrees it may be turned by; none: any.
  std::optional<std::vector<double>> rotations = {};
};

/// What parts are cut from: a strip of this height that is as long as it has to be, or sheets that are all alike.
struct NestProblem {
  std::vector<NestItem> items;
  std::optional<double> strip_height = {};
  std::optional<Outline> sheet = {};  ///< exactly one of both is given
  double gap = 0;                     ///< between any two parts, besides their roughness
  double edge = 0;                    ///< between parts and the border, besides their roughness

  /// The largest roughness of any piece: so much of what lies beside a border may belong to the part.
  double find_roughest() const;
};

/// Where a copy of an item is: turned about the origin of its drawing, then shifted, on this sheet. Strips and sheets
/// have the coordinates of the sheet's outline; a strip goes from (0, 0) to the right and up.
struct NestPlacement {
  std::uint32_t item = 0, sheet = 0;
  double degrees = 0;
  Vec2 shift = Vec2::Zero();

  friend bool operator==(const NestPlacement&, const NestPlacement&) = default;
};

/// What is known while it goes on.
struct NestProgress {
  double share = 0;                ///< of the work, from 0 to 1
  double density = 0, length = 0;  ///< of the best layout so far
  std::uint32_t sheets = 0;
};

struct NestSettings {
  std::uint64_t seed = 1;
  /// How much is tried; the same effort gives the same layout at any thread count and on any machine like this one.
  double effort = 1;
  int threads = 0;
  /// Called now and then from one thread; false ends the search, and the best layout so far is the result.
  std::function<bool(const NestProgress&)> progress = {};
};

struct NestLayout {
  std::vector<NestPlacement> placements;  ///< every copy of every item, by item
  std::vector<std::uint32_t> unplaced =
      {};  ///< items for which no place was found on an empty sheet, once for each copy
  std::uint32_t sheets = 1;
  double length = 0;              ///< of a strip
  double density = 0;             ///< the parts' area by that of the strip, or of all sheets
  bool is_complete = true;        ///< whether all effort was made
  std::uint64_t evaluations = 0;  ///< places that were looked at
};

/// The error names what cannot be done: a part that fits on no sheet, an outline that crosses itself.
Result<NestLayout> nest(const NestProblem& problem, const NestSettings& settings = {});

/// The outline where a placement puts it, with quarter turns that round nothing.
Outline place(const Outline& outline, const NestPlacement& placement);

}  // namespace abut
