// Room 6, untangle: takes intersecting surfaces apart and proves the result.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "abut/base.h"
#include "abut/detect.h"
#include "abut/math.h"
#include "abut/model.h"

namespace abut {

/// A surface to be untangled, or an obstacle.
struct UntangleBody {
  Body body;
  std::span<const Vec3> rest = {};   ///< the shape it relaxes to, by lengths and bends; empty: that of the input
  std::span<const Vec3> start = {};  ///< where to start from if fewer faces intersect there, as the result of the frame
                                     ///< before, moved along; empty: the input
  bool is_obstacle = false;          ///< never moves; how it intersects itself and other obstacles is left alone
  std::vector<VertexId> pins = {};   ///< never move
  std::vector<int> layers = {};      ///< of each part, from the skin outwards; below 0: not known; empty: none is known
};

struct UntangleScene {
  std::vector<UntangleBody> bodies;
};

/// What moved a contour's surfaces.
enum class Strategy : std::uint8_t {
  contour_length,  ///< the contour was made shorter (the global scheme of 2006)
  region,          ///< the smaller of the parts the contour cuts a surface into was pulled back
  layers,          ///< the order of the layers, or the inside of a closed obstacle, said which side is wrong
  flattening,      ///< what lies around loop vertices was smoothed
};
inline constexpr std::size_t kStrategyCount = 4;
std::string_view strategy_name(Strategy strategy);

/// Which strategies may be used.
enum class Scheme : std::uint8_t {
  all,
  global,  ///< of 2006: all piercings of a contour move along the sum of their gradients
  local,   ///< of 2006: each piercing moves along its own gradient
};

/// The state before a step.
struct UntangleStep {
  int iteration = 0;
  std::size_t pairs = 0;      ///< of faces that intersect
  std::size_t crossings = 0;  ///< edges that pierce faces
  std::size_t contours = 0;
  double length = 0;          ///< of all contours together
  double largest_motion = 0;  ///< of a vertex in this step
};

/// Told of every step, with the positions of all bodies before it.
using UntangleObserver = std::function<void(const UntangleStep&, std::span<const std::span<const Vec3>> positions)>;

struct UntangleSettings {
  RunSettings run = {};                  ///< progress: iterations; may stop the work
  std::optional<double> thickness = {};  ///< the distance to keep between features that are no neighbours, everywhere;
                                         ///< if none is given, a hundredth of the mean edge, around what was untangled
  double least_thickness = 0;  ///< where no thickness is given: at least this, around what was untangled
  int max_iterations = 500;
  double time_limit = 0;        ///< seconds; 0: none. Results then depend on the machine
  std::uint64_t seed = 1;       ///< for what is left to chance: how surfaces in one plane part, and restarts
  Scheme scheme = Scheme::all;  ///< others are for comparison with the paper
  double ignored_share = 0;     ///< of the crossings, at random, that are overlooked in each step: a test of robustness
  UntangleObserver observer = {};
};

/// Why a contour is still there.
enum class Obstruction : std::uint8_t {
  joined,        ///< two faces with the same three corners: no motion parts them
  pinned,        ///< what would have to move is pinned, or an obstacle, on both sides
  squeezed,      ///< a side is held between other surfaces, or between obstacles
  not_resolved,  ///< no way out was found
};
std::string_view obstruction_name(Obstruction obstruction);

/// A contour that is left.
struct Remainder {
  Contour contour;  ///< contour.pairs: numbers into UntangleReport::pairs_left
  Obstruction obstruction = Obstruction::not_resolved;
};

/// How far vertices of the bodies that may move were moved, and what that did to edges.
struct Deformation {
  double mean_displacement = 0, largest_displacement = 0;
  std::size_t moved_vertices = 0;
  std::size_t movable_vertices = 0;
  double smallest_stretch = 1, largest_stretch = 1;  ///< length of an edge by its length at rest
  double mean_edge = 0;                              ///< of those that may move, at rest: to compare the above with
  double mean_strain = 0;                            ///< of |stretch - 1| over all movable edges
};

/// Where the time went, in seconds.
struct UntangleTimes {
  double detection = 0;     ///< what intersects, and what is near
  double minimisation = 0;  ///< contours, their gradients, regions, and what is to move
  double shape = 0;         ///< lengths, bends and contacts
  double guard = 0;         ///< what would cross on the way
  double settling = 0;      ///< going home and parting, all in all
};

struct UntangleReport {
  std::vector<std::vector<Vec3>> positions;  ///< of each body, in the order of the scene
  std::vector<IntersectingPair> pairs_left;  ///< by an exact search of its own at these positions
  std::vector<Remainder> remainders;
  std::optional<MinimumDistance> separation;  ///< at these positions; see MinimumDistance. Not between obstacles
  double thickness = 0;                       ///< that was aimed at
  bool is_parted = false;                     ///< all that was to keep the thickness does
  Deformation deformation;
  UntangleStep before;  ///< the input
  std::vector<UntangleStep> steps;
  std::size_t obstacle_pairs = 0;  ///< that intersect within and between obstacles, left alone
  std::array<std::size_t, kStrategyCount> resolved_by = {};  ///< contours that went away, by what moved them last
  double seconds = 0;
  UntangleTimes times;
  bool is_interrupted = false;
  bool is_time_out = false;

  int iterations() const { return static_cast<int>(steps.size()); }
  bool is_clean() const { return pairs_left.empty(); }
  bool was_clean() const { return before.pairs == 0; }
};

/// Moves what may move until nothing intersects, keeping the shape, then parts what is nearer than the thickness. The
/// result never has more intersecting pairs than the input; if it is not clean, it is the best state that was found.
/// The same at any thread count. The error says what is wrong with the scene: positions that do not fit, nothing that
/// may move though something intersects, or a thickness that the faces are too small for, with the largest possible.
Result<UntangleReport> untangle(const UntangleScene& scene, const UntangleSettings& settings = {});

/// The largest thickness that vertices and edges of one surface can keep from each other at large: half of the faces
/// that may move are no higher. Nothing if none may.
std::optional<double> find_largest_thickness(const UntangleScene& scene);

}  // namespace abut
