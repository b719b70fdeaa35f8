#include "detect/patch_walker.h"

#include <algorithm>

#include "detect/face_test.h"
#include "narrow/impact_settings.h"
#include "tree/node_bounds.h"

namespace abut {
namespace {

struct Children {
  std::uint32_t begin, end;
};
Children children(const SurfaceTree::Node& node) { return {node.first_child, node.end_child()}; }

TrianglePoints points(const SearchBody& body, std::uint32_t place) {
  const auto v = body.tree->corners(place);
  return {body.body.positions[v[0]], body.body.positions[v[1]], body.body.positions[v[2]]};
}
bool test_area(const SearchBody& body, std::uint32_t place) {
  return body.without_area.empty() || !std::binary_search(body.without_area.begin(), body.without_area.end(),
                                                          FaceRef{body.id, body.tree->face(place)});
}

}  // namespace

PatchWalker::~PatchWalker() {
  const Certificate::Counts counts = memory_.certificate.take_counts();
  findings_.counts.certificates += counts.tests;
  findings_.counts.proofs += counts.proofs;
  findings_.counts.rim_edges += counts.edges;
}

void PatchWalker::advance(const Step& step, std::vector<Step>& next) {
  step.is_self() ? walk_within(step, next) : walk_between(step, next);
}

void PatchWalker::run(const Step& start) {
  std::vector<Step>& open = memory_.open;
  open.assign(1, start);
  while (!open.empty() && !is_done()) {
    const Step step = open.back();
    open.pop_back();
    advance(step, open);
  }
}

void PatchWalker::walk_within(const Step& step, std::vector<Step>& next) {
  const SearchBody& body = bodies_[step.bodies.a];
  if (!body.test_focus(step.a)) return;
  count_call(step);
  const SurfaceTree& tree = *body.tree;
  const SurfaceTree::Node& node = tree.node(step.a);
  const bool is_tried = settings_.culling != Culling::none && node.directions != 0 && tree.rims().has_rim(step.a);
  if (is_tried && (settings_.culling == Culling::trusting || memory_.certificate.prove(tree, step.a))) {
    return;
  }
  if (node.is_leaf()) return test_leaf(body, step.a);
  tree.refine(step.a);
  const std::uint32_t end = node.end_child();
  for (std::uint32_t i = node.first_child; i < end; ++i) {
    next.push_back(Step{step.bodies, i, i});
    // Two children together are what has just been tried.
    for (std::uint32_t j = i + 1; j < end; ++j) {
      push_near(Step{step.bodies, i, j, true, is_tried && node.more_children == 0}, next);
    }
  }
}

void PatchWalker::count_call(const Step& step) {
  ++findings_.counts.calls;
  if (!settings_.on_visit) return;
  settings_.on_visit(bodies_[step.bodies.a].id, step.a);
  if (!step.is_self()) settings_.on_visit(bodies_[step.bodies.b].id, step.b);
}

// Goes on with two patches if their boxes overlap.
void PatchWalker::push_near(const Step& step, std::vector<Step>& next) {
  if (!bodies_[step.bodies.a].test_focus(step.a) && !bodies_[step.bodies.b].test_focus(step.b)) return;
  count_call(step);
  const SurfaceTree &p = *bodies_[step.bodies.a].tree, &q = *bodies_[step.bodies.b].tree;
  if (!test_overlap(p.node(step.a), q.node(step.b))) return;
  p.oriented_boxes().prefetch(step.a);
  q.oriented_boxes().prefetch(step.b);
  next.push_back(step);
}

// Two patches whose boxes overlap.
void PatchWalker::walk_between(const Step& step, std::vector<Step>& next) {
  const SearchBody &p = bodies_[step.bodies.a], &q = bodies_[step.bodies.b];
  const SurfaceTree::Node &x = p.tree->node(step.a), &y = q.tree->node(step.b);
  const bool have_rims = step.may_touch && p.tree->rims().has_rim(step.a) && q.tree->rims().has_rim(step.b);
  const bool is_adjacent = have_rims && test_adjacent(*p.tree, step.a, step.b);
  if (is_adjacent && !step.is_unprovable && test_provable(p, step.a, step.b)) return;
  if (!is_adjacent && test_apart_boxes(p, step.a, q, step.b)) return;
  if (x.is_leaf() && y.is_leaf()) return test_leaves(p, step.a, q, step.b);
  // What is apart soon shows, so both are opened; adjacent patches are opened one by one, the larger first.
  const bool opens_both = !is_adjacent && !x.is_leaf() && !y.is_leaf();
  const bool opens_first =
      y.is_leaf() || (!x.is_leaf() && p.tree->places(step.a).size() >= q.tree->places(step.b).size());
  if (opens_both || opens_first) p.tree->refine(step.a);
  if (opens_both || !opens_first) q.tree->refine(step.b);
  const Children first = opens_both || opens_first ? children(x) : Children{step.a, step.a + 1};
  const Children second = opens_both || !opens_first ? children(y) : Children{step.b, step.b + 1};
  for (std::uint32_t i = first.begin; i < first.end; ++i) {
    if (!test_overlap(p.tree->node(i), y)) continue;
    for (std::uint32_t j = second.begin; j < second.end; ++j) push_near(Step{step.bodies, i, j, is_adjacent}, next);
  }
}

// For adjacent patches.
bool PatchWalker::test_provable(const SearchBody& body, std::uint32_t a, std::uint32_t b) {
  const SurfaceTree& tree = *body.tree;
  if (settings_.culling == Culling::none || (tree.node(a).directions & tree.node(b).directions) == 0) return false;
  return settings_.culling == Culling::trusting || memory_.certificate.prove(tree, a, b);
}

bool PatchWalker::test_apart_boxes(const SearchBody& p, std::uint32_t a, const SearchBody& q, std::uint32_t b) const {
  if (!OrientedBoxes::has_box(*p.tree, a) || !OrientedBoxes::has_box(*q.tree, b)) return false;
  OrientedBox a_spare, b_spare;
  return test_apart(p.tree->oriented_boxes().box(*p.tree, a, a_spare),
                    q.tree->oriented_boxes().box(*q.tree, b, b_spare));
}

void PatchWalker::test_leaf(const SearchBody& body, std::uint32_t leaf) {
  memory_.x_faces.collect(*body.tree, leaf, load_bounds(body.tree->node(leaf)));
  visit_pairs(body, memory_.x_faces, body, memory_.x_faces);
}

void PatchWalker::test_leaves(const SearchBody& p, std::uint32_t a, const SearchBody& q, std::uint32_t b) {
  memory_.x_faces.collect(*p.tree, a, load_bounds(q.tree->node(b)));
  if (memory_.x_faces.count() == 0) return;
  memory_.y_faces.collect(*q.tree, b, load_bounds(p.tree->node(a)));
  visit_pairs(p, memory_.x_faces, q, memory_.y_faces);
}

void PatchWalker::visit_pairs(const SearchBody& p, const NearFaces& x_faces, const SearchBody& q,
                              const NearFaces& y_faces) {
  const bool is_one_body = &p == &q;
  if (settings_.goal == SearchGoal::candidates) {
    NearFaces::visit_near_pairs(x_faces, y_faces, [&](std::uint32_t x, std::uint32_t y) { list(p, x, q, y); });
    return;
  }
  const float error = std::max(p.point_error, q.point_error);
  if (settings_.goal == SearchGoal::impacts) {
    findings_.counts.face_tests += NearFaces::visit_impact_pairs(
        x_faces, y_faces, error, is_one_body, [&](std::uint32_t x, std::uint32_t y) { find_impacts(p, x, q, y); });
    return;
  }
  if (settings_.goal == SearchGoal::proximities) {
    NearFaces::visit_near_pairs(x_faces, y_faces,
                                [&](std::uint32_t x, std::uint32_t y) { find_proximities(p, x, q, y); });
    return;
  }
  findings_.counts.face_tests += NearFaces::visit_meeting_pairs(
      x_faces, y_faces, error, is_one_body, [&](std::uint32_t x, std::uint32_t y) { test(p, x, q, y); });
}

void PatchWalker::test(const SearchBody& p, std::uint32_t x, const SearchBody& q, std::uint32_t y) {
  if (is_done() || !test_area(p, x) || !test_area(q, y)) return;
  const TrianglePoints s = points(p, x), t = points(q, y);
  test_faces({p.id, p.body, p.tree->face(x), s}, {q.id, q.body, q.tree->face(y), t}, findings_.intersections);
}

void PatchWalker::list(const SearchBody& p, std::uint32_t x, const SearchBody& q, std::uint32_t y) {
  ++findings_.counts.face_tests;
  const FaceRef f{p.id, p.tree->face(x)}, g{q.id, q.tree->face(y)};
  findings_.candidates.push_back({std::min(f, g), std::max(f, g)});
}

void PatchWalker::find_impacts(const SearchBody& p, std::uint32_t x, const SearchBody& q, std::uint32_t y) {
  const auto face = [](const SearchBody& body, std::uint32_t place) {
    return MovingFace{make_face_with_features(body, place), body.tree->positions(), body.tree->end_positions()};
  };
  const MovingFace f = face(p, x), g = face(q, y);
  if (settings_.earliest != nullptr) return find_earlier_impact(f, g);
  findings_.counts.feature_tests += test_impacts(f, g, settings_.touch, findings_.impacts);
}

// What comes later than the earliest impact known is not followed to its end. The time found depends a little on the
// time looked at, within the tolerance; so that the result does not depend on the order of tests, what might be the
// earliest is looked at again in full. (With a separation, even whether there is an impact may depend on it.)
void PatchWalker::find_earlier_impact(const MovingFace& f, const MovingFace& g) {
  std::vector<Impact>& impacts = memory_.impacts;
  const auto test = [&](const ImpactSettings& touch) {
    impacts.clear();
    findings_.counts.feature_tests += test_impacts(f, g, touch, impacts);
    return !impacts.empty();
  };
  double earliest = settings_.earliest->load(std::memory_order_relaxed);
  ImpactSettings until_earliest = settings_.touch;
  until_earliest.t1 = std::min(earliest + find_tolerance(settings_.touch) + 0x1p-50, settings_.touch.t1);
  if (settings_.touch.separation == 0 && !test(until_earliest)) return;
  if (!test(settings_.touch)) return;
  const Impact& first = *std::min_element(impacts.begin(), impacts.end());
  if (findings_.impacts.empty()) findings_.impacts.push_back(first);
  if (first < findings_.impacts[0]) findings_.impacts[0] = first;
  while (first.touch.time < earliest && !settings_.earliest->compare_exchange_weak(earliest, first.touch.time)) {
  }
}

void PatchWalker::find_proximities(const SearchBody& p, std::uint32_t x, const SearchBody& q, std::uint32_t y) {
  ++findings_.counts.face_tests;
  const auto face = [](const SearchBody& body, std::uint32_t place) {
    return StillFace{make_face_with_features(body, place), body.body.positions};
  };
  findings_.counts.feature_tests += test_proximities(face(p, x), face(q, y), settings_.within, findings_.proximities);
}

}  // namespace abut
