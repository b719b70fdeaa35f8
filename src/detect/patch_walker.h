// Walks over pairs of patches, step by step: from a patch, or two, to its children, or to the tests of their faces. The
// procedure of Volino and Thalmann (1994) with its two optimisations: (I) a patch and (II) two adjacent patches that
// provably do not meet are left alone.
#pragma once

#include <atomic>
#include <span>
#include <vector>

#include "abut/detect.h"
#include "detect/impact_test.h"
#include "detect/near_faces.h"
#include "detect/proximity_test.h"
#include "tree/certificate.h"
#include "tree/oriented_boxes.h"

namespace abut {

/// A body and its tree, updated to its positions.
struct SearchBody {
  BodyId id;
  Body body;
  const SurfaceTree* tree = nullptr;
  float point_error = 0;                         ///< of the coordinates of the tree's points
  std::span<const FaceRef> without_area;         ///< sorted; they intersect nothing
  Box3 box;                                      ///< a little larger than the body
  std::span<const std::uint8_t> owned_features;  ///< see find_owned_features; where features are compared
  std::span<const std::uint32_t> focused;        ///< of each place: faces in focus before it; empty: all are

  bool test_focus(std::uint32_t node) const {
    const SurfaceTree::Places places = tree->places(node);
    return focused.empty() || focused[places.end] > focused[places.begin];
  }
};

/// Two bodies to be searched against each other, or one with itself (a == b): numbers into the list of bodies. Their
/// trees have the same frame.
struct SearchPair {
  std::uint32_t a = 0, b = 0;
};

/// What is looked for: faces that intersect, all that come as near as the trees' margin, features that come to touch
/// while they move, or features that are near.
enum class SearchGoal : std::uint8_t { intersections, candidates, impacts, proximities };

struct SearchSettings {
  SearchGoal goal = SearchGoal::intersections;
  RunSettings run = {};
  Culling culling = Culling::proving;
  PatchVisitor on_visit = {};
  bool stop_at_first = false;               ///< one intersection is enough
  ImpactSettings touch = {};                ///< for impacts
  std::atomic<double>* earliest = nullptr;  ///< if given, only the earliest impact is looked for; this is its time
  double within = 0;                        ///< for proximities; the trees have the safe margin of it
};

/// What was found, in no particular order.
struct Findings {
  std::vector<IntersectingPair> intersections;
  std::vector<Candidate> candidates;
  std::vector<Impact> impacts;
  std::vector<Proximity> proximities;
  SearchCounts counts;
  bool is_complete = true;
};

/// A patch with itself (a == b of one body), or two patches whose boxes overlap.
struct Step {
  SearchPair bodies;
  std::uint32_t a, b;
  bool may_touch = true;       ///< false: no vertex in common, as far as is known
  bool is_unprovable = false;  ///< the two together have been tried already
  bool is_self() const { return bodies.a == bodies.b && a == b; }
};

/// A face of a body whose features are compared.
inline FaceWithFeatures make_face_with_features(const SearchBody& body, std::uint32_t place) {
  const FaceId f = body.tree->face(place);
  return {body.id, body.body.surface, f, body.owned_features[f]};
}

/// What a walk needs to remember, kept for the next.
struct WalkMemory {
  Certificate certificate;
  NearFaces x_faces, y_faces;
  std::vector<Step> open;
  std::vector<Impact> impacts;
};

/// Takes steps and notes what they find.
class PatchWalker {
 public:
  PatchWalker(std::span<const SearchBody> bodies, const SearchSettings& settings, WalkMemory& memory,
              Findings& findings)
      : bodies_(bodies), settings_(settings), memory_(memory), findings_(findings) {}
  ~PatchWalker();
  PatchWalker(const PatchWalker&) = delete;
  PatchWalker& operator=(const PatchWalker&) = delete;

  /// Takes one step; those that follow from it are appended to `next`.
  void advance(const Step& step, std::vector<Step>& next);
  /// Takes the step and all that follow, or as many as are needed.
  void run(const Step& start);

 private:
  bool is_done() const { return settings_.stop_at_first && !findings_.intersections.empty(); }
  void walk_within(const Step& step, std::vector<Step>& next);
  void walk_between(const Step& step, std::vector<Step>& next);
  void push_near(const Step& step, std::vector<Step>& next);
  void count_call(const Step& step);

  bool test_provable(const SearchBody& body, std::uint32_t a, std::uint32_t b);
  bool test_apart_boxes(const SearchBody& p, std::uint32_t a, const SearchBody& q, std::uint32_t b) const;

  void test_leaf(const SearchBody& body, std::uint32_t leaf);
  void test_leaves(const SearchBody& p, std::uint32_t a, const SearchBody& q, std::uint32_t b);
  void visit_pairs(const SearchBody& p, const NearFaces& x_faces, const SearchBody& q, const NearFaces& y_faces);
  void test(const SearchBody& p, std::uint32_t x, const SearchBody& q, std::uint32_t y);
  void list(const SearchBody& p, std::uint32_t x, const SearchBody& q, std::uint32_t y);
  void find_impacts(const SearchBody& p, std::uint32_t x, const SearchBody& q, std::uint32_t y);
  void find_earlier_impact(const MovingFace& f, const MovingFace& g);
  void find_proximities(const SearchBody& p, std::uint32_t x, const SearchBody& q, std::uint32_t y);

  std::span<const SearchBody> bodies_;
  const SearchSettings& settings_;
  WalkMemory& memory_;
  Findings& findings_;
};

}  // namespace abut
