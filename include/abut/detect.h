// Room 5, detect: from bodies to what they have in common. Detection never moves anything.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "abut/base.h"
#include "abut/model.h"
#include "abut/tree.h"

namespace abut {

/// How much of a surface may be left alone because its shape rules out that it meets itself.
enum class Culling : std::uint8_t {
  proving,   ///< where it is proved: nothing is lost
  trusting,  ///< where all faces look to one side, whatever the rim: the shortcut of 1994, which can lose pairs
  none,      ///< nothing: the slow twin of the others
};

/// Which faces are compared.
enum class Scope : std::uint8_t {
  all,      ///< of each body with themselves and with those of other bodies
  within,   ///< of each body with themselves
  between,  ///< of different bodies
};

/// Told of each patch a search looks at, as often as it does so: a node of the body's tree. Several threads may call it
/// at once.
using PatchVisitor = std::function<void(BodyId body, std::uint32_t node)>;

struct IntersectionSettings {
  RunSettings run = {};
  Scope scope = Scope::all;
  bool stop_at_first = false;  ///< one pair is enough
  Culling culling = Culling::proving;
  PatchVisitor on_visit = {};  ///< for those who want to see what a Detector looks at
};

/// What a search did.
struct SearchCounts {
  std::uint64_t calls = 0;          ///< patches looked at, alone or in pairs (A in the paper of 1994)
  std::uint64_t face_tests = 0;     ///< tests of two faces, whose boxes overlap (B); not all need exact arithmetic
  std::uint64_t feature_tests = 0;  ///< of a vertex and a face, or two edges, where features are compared
  std::uint64_t certificates = 0;   ///< rims tested
  std::uint64_t proofs = 0;         ///< of these, how many proved their patches clear of themselves
  std::uint64_t rim_edges = 0;      ///< of all rims tested

  SearchCounts& operator+=(const SearchCounts& other);
  friend bool operator==(const SearchCounts&, const SearchCounts&) = default;
};

struct Intersections {
  std::vector<IntersectingPair> pairs;      ///< sorted
  std::vector<FaceRef> faces_without_area;  ///< left out of the search: a segment or a point has no inside
  SearchCounts counts;
  bool is_complete = true;  ///< false if stopped early
};

struct CandidateSettings {
  RunSettings run = {};
  Scope scope = Scope::all;
  double margin = 0;  ///< what is as near as this, or nearer, must not be missed
  Culling culling = Culling::proving;
};

struct Candidates {
  std::vector<Candidate> pairs;  ///< sorted
  SearchCounts counts;           ///< face_tests: pairs listed
  bool is_complete = true;       ///< false if stopped early
};

/// What is near and how near. Pairs of a vertex and a face, and of two edges, are measured, and each is named by the
/// parts that hold its nearest points: of a vertex beside a face this may be an edge or a corner of the face, of edges
/// their ends. A vertex and an edge, or two vertices, that are found in several ways are listed once.
///
/// Within a body neighbours are left out: two parts that share a vertex or belong to one face, as two vertices joined
/// by an edge, or a vertex and the edge opposite to it. Between bodies nothing is left out. Faces that name a vertex
/// twice take no part; those without area do.
struct ProximitySettings {
  RunSettings run = {};
  Scope scope = Scope::all;
  double within = 0;  ///< the largest distance of interest; with 0, features that touch
  Culling culling = Culling::proving;
};

struct Proximities {
  std::vector<Proximity> pairs;  ///< the nearest first
  SearchCounts counts;
  bool is_complete = true;  ///< false if stopped early
};

struct DistanceSettings {
  RunSettings run = {};
  Scope scope = Scope::all;
};

/// The least distance of bodies from each other, from themselves beyond neighbours, or both.
struct MinimumDistance {
  double distance = 0;
  std::optional<Proximity> nearest;              ///< the first of all proximities, unless faces intersect
  std::optional<IntersectingPair> intersection;  ///< if faces intersect: two of them
};

/// What to look for while bodies move.
struct ImpactSearchSettings {
  RunSettings run = {};
  Scope scope = Scope::all;
  ImpactSettings touch = {};
  /// Also list faces that intersect at the start, which may never touch again; if touch.t0 is not 0, at positions
  /// rounded to doubles.
  bool check_start = true;
  Culling culling = Culling::proving;
};

struct Impacts {
  std::vector<Impact> impacts;                          ///< in order of time
  std::vector<IntersectingPair> intersecting_at_start;  ///< sorted
  SearchCounts counts;                                  ///< of the search for impacts
  bool is_complete = true;                              ///< false if stopped early
};

/// All pairs of faces that intersect, within each body and between bodies. Exact: none is missed, none is made up.
/// Within a body, neighbours count only if they meet in more than what they share (see test_self_intersection);
/// between bodies any common point counts. For bodies that are looked at once: by plain box trees, so that nothing is
/// culled and settings.culling is of no effect. For bodies that move see Detector.
Intersections find_intersections(std::span<const Body> bodies, const IntersectionSettings& settings = {});

/// The same by testing every pair: the honest twin, for tests and audits. Cost: n squared.
Intersections find_intersections_brute_force(std::span<const Body> bodies);

/// All that is as near as settings.within, for bodies that are looked at once. For bodies that move see Detector.
Proximities find_proximities(std::span<const Body> bodies, const ProximitySettings& settings = {});

/// The least distance, for bodies that are looked at once.
std::optional<MinimumDistance> find_minimum_distance(std::span<const Body> bodies,
                                                     const DistanceSettings& settings = {});

/// Bodies that come, go and move, and where they intersect from frame to frame. A body's tree is built when it is added
/// and only updated when it moves; bodies that stay cost nothing but their share of the search.
class Detector {
 public:
  explicit Detector(const SurfaceTreeSettings& settings = {}, const RunSettings& run = {});
  Detector(Detector&&) noexcept;
  Detector& operator=(Detector&&) noexcept;
  ~Detector();

  /// Ids count up from 0 and are never used again. Surface and positions must outlive the body's time here.
  BodyId add(const Body& body);
  /// The body's vertices are now at these positions (which may be the same array with other content). To be called
  /// whenever they changed: what the detector knows of a body is as old as this call.
  void move(BodyId id, std::span<const Vec3> positions);
  /// The body's vertices go straight and evenly from start to end. Searches after impacts look at the whole way, all
  /// others at the start.
  void sweep(BodyId id, std::span<const Vec3> start, std::span<const Vec3> end);
  void remove(BodyId id);
  /// From now on searches for all but the least distance may leave out what no face in focus has a part in: the faces
  /// of this body whose number is not 0, and those of bodies that were never focused. For those who know what has
  /// moved. An empty list puts all faces in focus again.
  void focus(BodyId id, std::span<const std::uint8_t> faces);

  /// Fits the trees of bodies that have moved, for finding intersections. Searches do so themselves, on the threads
  /// given to the constructor; this is for those who want it done before, or want to know how long it takes.
  void update(const RunSettings& run = {});

  /// Where the bodies intersect now; bodies are named by their ids.
  Intersections find_intersections(const IntersectionSettings& settings = {});

  /// Pairs of faces that may be near each other now, for those who then measure: two faces are listed whenever a
  /// corner, an edge or the whole of one is within the margin of something of the other it has no vertex in common
  /// with. Faces that share a vertex touch, of course; they are listed if what they do not share may be near. Others
  /// may be listed, too. A margin that changes from call to call costs an update of the trees each time. Faces that
  /// name a vertex twice take no part.
  Candidates find_candidates(const CandidateSettings& settings = {});

  /// All that is as near as settings.within now, measured. A distance that changes from call to call costs an update of
  /// the trees each time.
  Proximities find_proximities(const ProximitySettings& settings = {});
  /// The least distance now, found without listing what is near. Nothing if there is nothing to measure, as between the
  /// bodies where there is only one, or if it was stopped early.
  std::optional<MinimumDistance> find_minimum_distance(const DistanceSettings& settings = {});

  /// All vertices and faces, and all edges, that come to touch on the way, or as near as the separation; features that
  /// share a vertex are left out. Bodies that are not swept stay where they are. Exact without a separation; with one,
  /// nothing is missed.
  Impacts find_impacts(const ImpactSearchSettings& settings = {});
  /// The first of them, and nothing else.
  std::optional<Impact> find_earliest_impact(const ImpactSearchSettings& settings = {});
  /// How far all bodies can go without an impact: the time of the earliest, or settings.touch.t1.
  double find_safe_step(const ImpactSearchSettings& settings = {});

  const SurfaceTree& tree(BodyId id) const;

 private:
  struct Content;
  std::unique_ptr<Content> content_;
};

/// A number for a list of pairs that is the same on every machine: equal lists, equal digests.
std::string make_digest(std::span<const IntersectingPair> pairs);

/// The extreme points of what intersecting pairs have in common.
struct Crossings {
  std::vector<Crossing> crossings;      ///< each once, sorted by features
  std::vector<PairCrossings> of_pairs;  ///< for each pair
};

Crossings find_crossings(std::span<const Body> bodies, std::span<const IntersectingPair> pairs,
                         const RunSettings& run = {});

struct Contours {
  std::vector<Contour> contours;  ///< those with most pairs first
  std::vector<Overlap> overlaps;  ///< what each pair has in common
};

/// Groups the pairs into intersection contours.
Contours find_contours(std::span<const Body> bodies, std::span<const IntersectingPair> pairs,
                       const RunSettings& run = {});

/// Of all of them together.
double measure_length(const Contours& contours);

/// How many pairs intersect between two parts (objects or groups of a file), or within one.
struct PartPairCount {
  BodyId body_a;
  PartId part_a;
  BodyId body_b;
  PartId part_b;
  std::size_t count = 0;
};

/// The counts of all parts that take part, the largest first.
std::vector<PartPairCount> count_by_parts(std::span<const Body> bodies, std::span<const IntersectingPair> pairs);

/// All of the above in one call: what `abut check` reports. There are no contours if the search was stopped early.
struct CheckReport {
  Intersections intersections;
  Contours contours;
  std::vector<PartPairCount> by_parts;
  std::string digest;
  double seconds = 0;
};

CheckReport check(std::span<const Body> bodies, const IntersectionSettings& settings = {});

/// What follows from intersections that are known already, as those of one frame of an animation.
CheckReport make_report(std::span<const Body> bodies, Intersections intersections, const RunSettings& run = {});

}  // namespace abut
