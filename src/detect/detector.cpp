// Bodies under one roof: a tree for each, and a hierarchy over their boxes that says which come near each other.
#include <algorithm>
#include <cmath>
#include <optional>

#include "abut/detect.h"
#include "base/assert.h"
#include "base/union_find.h"
#include "detect/nearest_search.h"
#include "detect/surface_search.h"
#include "tree/bvh_pairs.h"
#include "tree/node_bounds.h"

namespace abut {
namespace {

// What a tree is fitted for.
struct Fit {
  double margin = 0;
  bool is_swept = false;  // to the whole way of its body
};

struct Member {
  BodyId id;
  Body body;
  SurfaceTree tree;
  std::span<const Vec3> end_positions = {};  // if it is swept
  bool is_moved = true;
  Box3 box = {};                                     // a little larger than the body, or than all of its way
  Vec3 drift = Vec3::Zero();                         // how far it goes as a whole, if it is swept
  std::optional<std::vector<FaceRef>> without_area;  // if it has been asked for since the body moved
  std::vector<std::uint8_t> owned_features;          // if they have been asked for
  std::vector<std::uint32_t> focused;                // of each place of the tree: faces in focus before it

  Member(BodyId name, const Body& content, const SurfaceTreeSettings& settings, const RunSettings& run)
      : id(name), body(content), tree(*body.surface, body.positions, settings, run) {}
  std::span<const Vec3> ends() const { return end_positions.empty() ? body.positions : end_positions; }
  void fit(const Fit& fit, const BoxFrame& frame, const RunSettings& run) {
    fit.is_swept ? tree.sweep(body.positions, ends(), frame, run, fit.margin)
                 : tree.update(body.positions, frame, run, fit.margin);
  }
  bool test_fit(const Fit& fit) const {
    return !is_moved && tree.margin() == fit.margin && (tree.is_empty() || tree.is_swept() == fit.is_swept);
  }
};

// A box around the body, grown by half the margin: that of its tree and a little more, for what float and frame have
// rounded; or, if the frame is of no use for the body any more, that of its vertices.
Box3 find_box(const SurfaceTree& tree) {
  if (tree.is_empty()) return {};
  const double reach = find_reach(tree.node(0));
  if (!(reach < 1e6)) {
    Box3 box = make_box(tree.positions());
    box.add(make_box(tree.end_positions()));
    box.lower.array() -= tree.margin();
    box.upper.array() += tree.margin();
    return box;
  }
  Box3 box;
  const FloatBox root = tree.node(0).box();
  for (int k = 0; k < 3; ++k) {
    const double origin = tree.frame().origin[k];
    const double slack = 0x1p-20 * std::max(reach, 1.0) / tree.frame().scale + 0x1p-40 * std::abs(origin);
    box.lower[k] = root.lower[k] / tree.frame().scale + origin - slack;
    box.upper[k] = root.upper[k] / tree.frame().scale + origin + slack;
  }
  return box;
}

// The same for the way of a body, as seen from a frame that moves along.
Box3 find_swept_box(const Member& member, const Vec3& drift, double margin) {
  Box3 box = make_box(member.ends());
  if (box.is_empty()) return box;
  box.lower -= drift;
  box.upper -= drift;
  box.add(make_box(member.body.positions));
  const Vec3 growth = Vec3::Constant(margin) + 0x1p-40 * box.lower.cwiseAbs().cwiseMax(box.upper.cwiseAbs());
  return {box.lower - growth, box.upper + growth};
}

Vec3 find_drift(const Member& member) {
  Vec3 sum = Vec3::Zero();
  const std::span<const Vec3> starts = member.body.positions, ends = member.ends();
  for (std::size_t i = 0; i < starts.size(); ++i) sum += ends[i] - starts[i];
  return sum / std::max(static_cast<double>(starts.size()), 1.0);
}

// Faces without area, sorted. Where all faces of a patch look to one side, all have some.
std::vector<FaceRef> find_faces_without_area(BodyId id, const Body& body, const SurfaceTree& tree) {
  std::vector<FaceRef> found;
  std::vector<std::uint32_t> open;
  if (!tree.is_empty()) open.push_back(0);
  while (!open.empty()) {
    const std::uint32_t number = open.back();
    const SurfaceTree::Node& node = tree.node(number);
    open.pop_back();
    if (node.directions != 0) continue;
    tree.refine(number);
    for (std::uint32_t i = node.first_child; i < node.end_child(); ++i) open.push_back(i);
    if (!node.is_leaf()) continue;
    for (std::uint32_t place = tree.places(number).begin; place < tree.places(number).end; ++place) {
      const TrianglePoints t = face_points(*body.surface, body.positions, tree.face(place));
      if (test_collinear(t[0], t[1], t[2])) found.push_back({id, tree.face(place)});
    }
  }
  for (const FaceId f : body.surface->faces_without_edges()) found.push_back({id, f});
  std::sort(found.begin(), found.end());
  return found;
}

// True if floats in this frame still tell things in the box well apart.
bool test_good_frame(const BoxFrame& frame, const Box3& box) {
  const double reach =
      std::max((box.lower - frame.origin).cwiseAbs().maxCoeff(), (box.upper - frame.origin).cwiseAbs().maxCoeff()) *
      frame.scale;
  return reach <= 4 && box.size().maxCoeff() * frame.scale >= 0.25;
}

bool test_same_frame(const BoxFrame& a, const BoxFrame& b) {
  return a.origin == b.origin && a.scale == b.scale && a.drift == b.drift;
}

}  // namespace

struct Detector::Content {
  SurfaceTreeSettings settings;
  RunSettings run;
  std::vector<std::unique_ptr<Member>> members;  // sorted by id
  std::size_t added = 0;
  Pool<WalkMemory> memory;

  auto find(BodyId id) {
    const auto found = std::lower_bound(members.begin(), members.end(), id,
                                        [](const auto& member, BodyId wanted) { return member->id < wanted; });
    ABUT_ASSERT(found != members.end() && (*found)->id == id);
    return found;
  }

  // Fits the trees of bodies that have moved, or were fitted for something else, each in the frame it has.
  void update(const Fit& fit, const RunSettings& run) {
    for (auto& member : members) {
      if (member->test_fit(fit)) continue;
      member->drift = fit.is_swept ? find_drift(*member) : Vec3::Zero();
      member->fit(fit, {member->tree.frame().origin, member->tree.frame().scale, member->drift}, run);
      member->box = fit.is_swept ? find_swept_box(*member, Vec3::Zero(), fit.margin) : find_box(member->tree);
      if (member->is_moved) member->without_area.reset();
      member->is_moved = false;
    }
  }

  // Bodies whose boxes overlap, and each body with itself, as far as they are asked for.
  std::vector<SearchPair> find_pairs(Scope scope) const {
    std::vector<SearchPair> pairs;
    Box3 all;
    for (std::uint32_t i = 0; i < members.size(); ++i) {
      if (scope != Scope::between) pairs.push_back({i, i});
      all.add(members[i]->box);
    }
    if (members.size() < 2 || scope == Scope::within) return pairs;
    const BoxFrame frame = make_box_frame(all);
    std::vector<FloatBox> boxes;
    std::vector<std::uint32_t> numbers;  // of those that have faces
    for (std::uint32_t i = 0; i < members.size(); ++i) {
      if (members[i]->box.is_empty()) continue;
      const Vec3 corners[] = {members[i]->box.lower, members[i]->box.upper};
      boxes.push_back(make_float_box(corners, frame));
      numbers.push_back(i);
    }
    if (boxes.empty()) return pairs;
    const Bvh tree(boxes);
    visit_overlaps(tree, tree, {0, 0}, [&](std::uint32_t x, std::uint32_t y) {
      const std::uint32_t i = numbers[x], j = numbers[y];
      if (test_overlap(members[i]->box, members[j]->box)) pairs.push_back({std::min(i, j), std::max(i, j)});
    });
    std::sort(pairs.begin(), pairs.end(),
              [](SearchPair x, SearchPair y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
    return pairs;
  }

  // Of each group: the mean of its bodies' drifts. What all share brings nothing together.
  std::vector<Vec3> find_drifts(UnionFind& groups) const {
    std::vector<Vec3> drifts(members.size(), Vec3::Zero());
    std::vector<double> counts(members.size());
    for (std::uint32_t i = 0; i < members.size(); ++i) {
      drifts[groups.find(i)] += members[i]->drift;
      counts[groups.find(i)] += 1;
    }
    for (std::size_t i = 0; i < drifts.size(); ++i) drifts[i] /= std::max(counts[i], 1.0);
    return drifts;
  }

  // Bodies that hang together through such pairs need one frame; those far from all others keep their own.
  void share_frames(std::span<const SearchPair> pairs, const Fit& fit) {
    UnionFind groups(members.size());
    for (const SearchPair pair : pairs) groups.unite(pair.a, pair.b);
    const std::vector<Vec3> drifts = find_drifts(groups);
    std::vector<Box3> boxes(members.size());
    for (std::uint32_t i = 0; i < members.size(); ++i) {
      const Vec3& drift = drifts[groups.find(i)];
      boxes[groups.find(i)].add(drift == Vec3::Zero() ? members[i]->box
                                                      : find_swept_box(*members[i], drift, fit.margin));
    }
    std::vector<std::optional<BoxFrame>> frames(members.size());
    for (std::uint32_t i = 0; i < members.size(); ++i) {
      const std::uint32_t group = groups.find(i);
      const SurfaceTree& tree = members[i]->tree;
      if (tree.is_empty()) continue;
      // The first body's frame is good enough for its group, or a new one is made.
      if (!frames[group]) {
        frames[group] = test_good_frame(tree.frame(), boxes[group]) ? tree.frame() : make_box_frame(boxes[group]);
        frames[group]->drift = drifts[group];
      }
      if (!test_same_frame(tree.frame(), *frames[group])) members[i]->fit(fit, *frames[group], run);
    }
  }

  // What bodies on their way intersect at a time.
  std::vector<IntersectingPair> find_intersections_at(double time, const ImpactSearchSettings& search) {
    std::vector<Body> bodies;
    std::vector<std::vector<Vec3>> positions;
    for (auto& member : members) {
      auto& there = positions.emplace_back(member->body.positions.begin(), member->body.positions.end());
      for (std::size_t i = 0; i < there.size(); ++i) there[i] = (1 - time) * there[i] + time * member->ends()[i];
      bodies.push_back({member->body.surface, there});
    }
    auto pairs = abut::find_intersections(bodies, {search.run, search.scope, false, search.culling, {}}).pairs;
    for (IntersectingPair& pair : pairs) {
      pair.a.body = members[pair.a.body]->id;
      pair.b.body = members[pair.b.body]->id;
    }
    return pairs;
  }

  // Bodies with all that a search needs to know of them.
  std::vector<SearchBody> list_bodies(SearchGoal goal) {
    std::vector<SearchBody> bodies;
    for (auto& member : members) {
      SearchBody& body = bodies.emplace_back(SearchBody{member->id,
                                                        member->body,
                                                        &member->tree,
                                                        find_point_error(member->tree),
                                                        {},
                                                        member->box,
                                                        {},
                                                        member->focused});
      if (goal == SearchGoal::intersections) {
        if (!member->without_area) {
          member->without_area = find_faces_without_area(member->id, member->body, member->tree);
        }
        body.without_area = *member->without_area;
      } else if (goal != SearchGoal::candidates) {
        if (member->owned_features.empty()) member->owned_features = find_owned_features(*member->body.surface);
        body.owned_features = member->owned_features;
      }
    }
    return bodies;
  }

  Findings search(const SearchSettings& search_settings, Scope scope, const Fit& fit) {
    update(fit, run);
    const std::vector<SearchPair> pairs = find_pairs(scope);
    share_frames(pairs, fit);
    return search_surfaces(list_bodies(search_settings.goal), pairs, search_settings, memory);
  }
};

Detector::Detector(const SurfaceTreeSettings& settings, const RunSettings& run)
    : content_(std::make_unique<Content>()) {
  content_->settings = settings;
  content_->run = run;
}
Detector::Detector(Detector&&) noexcept = default;
Detector& Detector::operator=(Detector&&) noexcept = default;
Detector::~Detector() = default;

BodyId Detector::add(const Body& body) {
  ABUT_ASSERT(body.positions.size() == body.surface->vertex_count());
  const BodyId id(content_->added++);
  auto member = std::make_unique<Member>(id, body, content_->settings, content_->run);
  member->is_moved = false;
  member->box = find_box(member->tree);
  content_->members.push_back(std::move(member));
  return id;
}

void Detector::move(BodyId id, std::span<const Vec3> positions) {
  Member& member = **content_->find(id);
  ABUT_ASSERT(positions.size() == member.body.surface->vertex_count());
  member.body.positions = positions;
  member.end_positions = {};
  member.is_moved = true;
}

void Detector::sweep(BodyId id, std::span<const Vec3> start, std::span<const Vec3> end) {
  ABUT_ASSERT(start.size() == end.size());
  move(id, start);
  (*content_->find(id))->end_positions = end;
}

void Detector::focus(BodyId id, std::span<const std::uint8_t> faces) {
  Member& member = **content_->find(id);
  member.focused.clear();
  if (faces.empty() || member.tree.is_empty()) return;
  ABUT_ASSERT(faces.size() == member.body.surface->face_count());
  const std::uint32_t end = member.tree.places(0).end;
  member.focused.assign(end + 1, 0);
  for (std::uint32_t place = 0; place < end; ++place) {
    member.focused[place + 1] = member.focused[place] + (faces[member.tree.face(place)] != 0);
  }
}

void Detector::remove(BodyId id) { content_->members.erase(content_->find(id)); }

void Detector::update(const RunSettings& run) { content_->update({}, run); }

const SurfaceTree& Detector::tree(BodyId id) const { return (*content_->find(id))->tree; }

Intersections Detector::find_intersections(const IntersectionSettings& settings) {
  Findings found = content_->search(
      {SearchGoal::intersections, settings.run, settings.culling, settings.on_visit, settings.stop_at_first},
      settings.scope, {});
  Intersections result{std::move(found.intersections), {}, found.counts, found.is_complete};
  for (const auto& member : content_->members) {
    result.faces_without_area.insert(result.faces_without_area.end(), member->without_area->begin(),
                                     member->without_area->end());
  }
  std::sort(result.pairs.begin(), result.pairs.end());
  if (settings.stop_at_first && !result.pairs.empty()) {
    result.pairs.resize(1);
    result.is_complete = false;
  }
  return result;
}

Candidates Detector::find_candidates(const CandidateSettings& settings) {
  ABUT_ASSERT(settings.margin >= 0 && std::isfinite(settings.margin));
  Findings found =
      content_->search({SearchGoal::candidates, settings.run, settings.culling}, settings.scope, {settings.margin});
  std::sort(found.candidates.begin(), found.candidates.end());
  return {std::move(found.candidates), found.counts, found.is_complete};
}

Proximities Detector::find_proximities(const ProximitySettings& settings) {
  ABUT_ASSERT(settings.within >= 0 && std::isfinite(settings.within));
  Findings found = content_->search(
      {.goal = SearchGoal::proximities, .run = settings.run, .culling = settings.culling, .within = settings.within},
      settings.scope, {find_safe_margin(settings.within)});
  sort_and_merge(found.proximities);
  return {std::move(found.proximities), found.counts, found.is_complete};
}

std::optional<MinimumDistance> Detector::find_minimum_distance(const DistanceSettings& settings) {
  const Intersections meeting = find_intersections({settings.run, settings.scope, true, Culling::proving, {}});
  if (!meeting.pairs.empty()) return MinimumDistance{0, {}, meeting.pairs[0]};
  if (!meeting.is_complete) return std::nullopt;
  const auto nearest = search_nearest(content_->list_bodies(SearchGoal::proximities), settings.scope, settings.run);
  if (!nearest) return std::nullopt;
  return MinimumDistance{nearest->distance.distance, nearest, {}};
}

Impacts Detector::find_impacts(const ImpactSearchSettings& settings) {
  Impacts result;
  if (settings.check_start) {
    const double t0 = settings.touch.t0;
    result.intersecting_at_start =
        t0 > 0 ? content_->find_intersections_at(t0, settings)
               : find_intersections({settings.run, settings.scope, false, settings.culling, {}}).pairs;
  }
  Findings found = content_->search(
      {.goal = SearchGoal::impacts, .run = settings.run, .culling = settings.culling, .touch = settings.touch},
      settings.scope, {settings.touch.separation, true});
  std::sort(found.impacts.begin(), found.impacts.end());
  result.impacts = std::move(found.impacts);
  result.counts = found.counts;
  result.is_complete = found.is_complete;
  return result;
}

std::optional<Impact> Detector::find_earliest_impact(const ImpactSearchSettings& settings) {
  std::atomic<double> earliest = settings.touch.t1;
  const Findings found = content_->search({.goal = SearchGoal::impacts,
                                           .run = settings.run,
                                           .culling = settings.culling,
                                           .touch = settings.touch,
                                           .earliest = &earliest},
                                          settings.scope, {settings.touch.separation, true});
  if (found.impacts.empty()) return std::nullopt;
  return *std::min_element(found.impacts.begin(), found.impacts.end());
}

double Detector::find_safe_step(const ImpactSearchSettings& settings) {
  const std::optional<Impact> impact = find_earliest_impact(settings);
  return impact ? impact->touch.time : settings.touch.t1;
}

}  // namespace abut
