// Contact patches: the side of one solid that looks along the contact's normal, cut to the width of the other's face
// and measured against its plane. Where neither looks along it, as across two edges, the nearest points are the patch.
#include <algorithm>
#include <cmath>

#include "narrow/box_axes.h"
#include "narrow/convex_decision.h"
#include "narrow/convex_witness.h"
#include "narrow/patch_clipping.h"
#include "narrow/spread.h"

namespace abut {
namespace {

// A face looks along the normal if it is not tilted by more than about two degrees.
constexpr double kAlong = 1 - 5e-4;
// The other solid's face is taken only if it is better by more than this, so that the choice lasts.
constexpr double kClearlyBetter = 1e-6;

/// The contact in a's frame, without the radii.
struct FoundPoint {
  Plain3 on_a, on_b;
  double gap;
};
struct Found {
  Plain3 normal;
  std::array<FoundPoint, 2 * ContactSide::kMaxCorners + 2> points;
  int count = 0;

  void begin(const Plain3& along) {
    normal = along;
    count = 0;
  }
  void add(const Plain3& on_a, const Plain3& on_b, double gap) { points[count++] = {on_a, on_b, gap}; }
};

void find_single(const ContactWay& way, Found& found) {
  found.begin(way.normal);
  found.add(way.on_a, way.on_b, way.gap);
}

// The corners of b's side before a face of a, or the other way round.
void find_before_face(const ContactSide& face, const ContactSide& side, bool is_face_of_a, double limit, Found& found) {
  found.begin(is_face_of_a ? -face.normal : face.normal);
  const ClippedSide clipped = clip_side(side, face);
  for (int i = 0; i < clipped.count; ++i) {
    const Plain3& p = clipped.points[i];
    const double gap = face.normal.dot(p - face.corners[0]);
    if (gap > limit) continue;
    const Plain3 foot = p - gap * face.normal;
    is_face_of_a ? found.add(foot, p, gap) : found.add(p, foot, gap);
  }
}

// Two segments side by side: the ends of what they share.
void find_between_segments(const ContactSide& a, const ContactSide& b, const ContactWay& way, double limit,
                           Found& found) {
  found.begin(way.normal);
  const Plain3 along = a.corners[1] - a.corners[0];
  const double length = along.norm();
  const Plain3 unit = 1 / length * along, b_along = b.corners[1] - b.corners[0];
  const double b_begin = unit.dot(b.corners[0] - a.corners[0]), b_end = unit.dot(b.corners[1] - a.corners[0]);
  const double from = std::max(0.0, std::min(b_begin, b_end)), to = std::min(length, std::max(b_begin, b_end));
  if (!(from < to) || unit.cross(b_along).norm() > 0.02 * b_along.norm()) return;
  for (const double at : {from, to}) {
    const Plain3 on_a = a.corners[0] + at * unit;
    const Plain3 on_b = b.corners[0] + (at - b_begin) / (b_end - b_begin) * b_along;
    const double gap = way.normal.dot(on_a - on_b);
    if (gap <= limit) found.add(on_a, on_b, gap);
  }
}

// A face that only looks along the normal nearly must not make the contact shallower than it is.
bool is_as_deep(const Found& found, const ContactWay& way, const ConvexView& view) {
  const double less = 0.02 * std::abs(way.gap - view.radius()) + 1e-3 * (view.a().reach() + view.b().reach());
  return std::any_of(found.points.begin(), found.points.begin() + found.count,
                     [&](const FoundPoint& p) { return p.gap <= way.gap + less; });
}

void find_points(const ConvexView& view, const ContactWay& way, double limit, Found& found) {
  const ContactSide a = find_side_of_a(view, -way.normal), b = find_side_of_b(view, way.normal);
  found.begin(way.normal);
  const bool is_of_a = a.alignment >= b.alignment - kClearlyBetter;
  if (a.count == 2 && b.count == 2) {
    find_between_segments(a, b, way, limit, found);
  } else if (std::min(a.count, b.count) > 1 && std::max(a.alignment, b.alignment) > kAlong) {
    is_of_a ? find_before_face(a, b, true, limit, found) : find_before_face(b, a, false, limit, found);
  }
  if (!is_as_deep(found, way, view)) find_single(way, found);
}

// ---- a good few ----

void reduce(Found& found) {
  const auto position = [&](int i) { return found.points[i].on_a; };
  const auto gap = [&](int i) { return found.points[i].gap; };
  const std::array<int, 4> chosen = choose_spread(found.count, found.normal, position, gap, kSteepBetween);
  std::array<FoundPoint, 4> kept;
  int count = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    if (!is_repeated(chosen, i)) kept[count++] = found.points[chosen[i]];
  }
  std::copy_n(kept.begin(), count, found.points.begin());
  found.count = count;
}

ContactPatch finish(const ConvexView& view, Found& found) {
  if (found.count > 4) reduce(found);
  ContactPatch patch;
  const Plain3 normal = view.turn_to_world(found.normal);
  patch.normal = normal;
  for (int i = 0; i < found.count; ++i) {
    const FoundPoint& p = found.points[i];
    patch.points[patch.count++] = {view.to_world(p.on_a) - view.a().radius() * normal,
                                   view.to_world(p.on_b) + view.b().radius() * normal, p.gap - view.radius()};
  }
  return patch;
}

// Boxes in each other know their way from the test itself, which may also say that they are too far apart. False if it
// does not decide.
bool find_way_of_boxes(const ConvexView& view, double limit, ConvexWitness* witness, std::optional<ContactWay>& way) {
  if (witness != nullptr && ask_witness(view, limit, *witness) == false) return true;
  BoxAxes boxes(view);
  const BoxAnswer answer = boxes.test();
  if (answer == BoxAnswer::unclear) return false;
  if (answer == BoxAnswer::touching) {
    remember(witness, Plain3{});
    way = boxes.find_way();
    return true;
  }
  if (limit > 0 && boxes.gap() <= limit + view.slack()) return false;
  remember(witness, boxes.direction());
  return true;
}

std::optional<ContactWay> find_way(const ConvexView& view, double margin, ConvexWitness* witness) {
  const double limit = view.radius() + margin;
  if ((limit == 0 || margin > 0) && view.a().half_size() && view.b().half_size()) {
    std::optional<ContactWay> way;
    if (find_way_of_boxes(view, limit, witness, way)) return way;
    if (margin == 0) witness = nullptr;  // has been asked
  }
  if (margin > 0) return find_contact_way_within(view, limit, witness);
  const ConvexDecision decision = decide_touching(view, margin, witness);
  if (!decision.is_touching) return std::nullopt;
  return find_contact_way(view, decision.simplex, limit > 0);
}

}  // namespace

ContactPatch find_contact_patch(const PlacedConvex& a, const PlacedConvex& b, double margin, ConvexWitness* witness) {
  const ConvexView view(a, b);
  const auto way = find_way(view, margin, witness);
  if (!way) return {};
  // What touches by less than rounding shows has a point all the same.
  Found found;
  find_points(view, *way, std::max(view.radius() + margin, way->gap), found);
  return finish(view, found);
}

}  // namespace abut
