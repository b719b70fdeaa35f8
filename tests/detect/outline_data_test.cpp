// Polygons that other programs keep with known answers, beside what abut finds. What does not keep the promise of
// outlines, that borders do not cross, has to be recognised, is counted, and left out.
#include <gtest/gtest.h>

#include <numbers>

#include "abut/outlines.h"
#include "support/polygon_files.h"

namespace abut {
namespace {

namespace fs = std::filesystem;
using test::Border;
using test::Rings;
using Relation = OutlineRelation;

// By the size of what is looked at; areas by its square.
constexpr double kTolerance = 1e-9;
constexpr double kAreaRounding = 1e-11;

fs::path folder() { return test::data_folder() / "2d"; }

// In the same order everywhere.
std::vector<fs::path> list_files(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

double measure_size(const Rings& rings) { return test::find_box(rings).size().maxCoeff(); }
double measure_size(const Rings& a, const Rings& b) { return std::max(measure_size(a), measure_size(b)); }
double measure_area(const Rings& rings) { return rings.empty() ? 0 : measure_area(test::make_outline(rings)); }

/// How many polygons there were, by how their borders are, and how many pairs, by how they are to each other.
struct Tally {
  int simple = 0, touching = 0, doubled = 0, crossing = 0;
  int thin = 0;  ///< of these, so thin that the tolerance counts
  int separate = 0, contact = 0, interfering = 0;

  void count(Border border) {
    ++(border == Border::simple     ? simple
       : border == Border::touching ? touching
       : border == Border::doubled  ? doubled
                                    : crossing);
  }
  void count(Relation relation) {
    ++(relation == Relation::separate ? separate : relation == Relation::contact ? contact : interfering);
  }
  friend bool operator==(const Tally&, const Tally&) = default;
  friend std::ostream& operator<<(std::ostream& stream, const Tally& t) {
    return stream << t.simple << " simple, " << t.touching << " touching, " << t.doubled << " doubled, " << t.crossing
                  << " crossing, " << t.thin << " thin; " << t.separate << " separate, " << t.contact << " in contact, "
                  << t.interfering << " interfering";
  }
};

// Whether rings keep the promise of outlines. abut must see the same as the slow look: where borders meet at all, and
// that they cross; but what is thinner than the tolerance touches itself, whether it crosses or not.
bool is_outline(const Rings& rings, Tally& tally) {
  if (rings.empty()) return false;
  const Border border = test::find_border(rings);
  const auto meetings = find_self_meetings(OutlineTree(test::make_outline(rings)), kTolerance * measure_size(rings));
  const auto is_crossing = [](const OutlineMeeting& m) { return m.meeting.kind == CurveMeeting::Kind::crossing; };
  const bool has_crossing = std::any_of(meetings.begin(), meetings.end(), is_crossing);
  const bool is_thin = !meetings.empty() && !has_crossing && (border == Border::simple || border == Border::crossing);
  if (!is_thin) {
    EXPECT_EQ(meetings.empty(), border == Border::simple);
    EXPECT_EQ(has_crossing, border == Border::crossing);
  }
  tally.count(border);
  tally.thin += is_thin;
  return !is_thin && (border == Border::simple || border == Border::touching);
}

OutlinePair relate(const Rings& a, const Rings& b) {
  const OutlineTree a_tree(test::make_outline(a)), b_tree(test::make_outline(b));
  const OutlinePairSettings settings{kTolerance * measure_size(a, b)};
  const OutlinePair pair = find_relation({&a_tree, {}}, {&b_tree, {}}, settings);
  EXPECT_EQ(pair.relation, find_relation({&b_tree, {}}, {&a_tree, {}}, settings).relation);
  return pair;
}

// What two regions are to each other if so much of them overlaps.
Relation find_expected(const Rings& a, const Rings& b, double overlap) {
  const double size = measure_size(a, b);
  if (overlap > kAreaRounding * size * size) return Relation::interfering;
  return test::do_borders_meet(a, b) ? Relation::contact : Relation::separate;
}

// Relates all pairs of what are outlines, and compares with the slow look.
void relate_all(std::span<const Rings> polygons, Tally& tally) {
  std::vector<Rings> outlines;
  std::copy_if(polygons.begin(), polygons.end(), std::back_inserter(outlines),
               [&](const Rings& rings) { return is_outline(rings, tally); });
  for (std::size_t i = 0; i < outlines.size(); ++i) {
    for (std::size_t j = i + 1; j < outlines.size(); ++j) {
      const Relation relation = relate(outlines[i], outlines[j]).relation;
      EXPECT_EQ(relation, find_expected(outlines[i], outlines[j], test::measure_overlap(outlines[i], outlines[j])));
      tally.count(relation);
    }
  }
}

TEST(OutlineData, RelatesAsTheMatricesOfJts) {
  ABUT_NEED_DATA();
  const std::string text = test::read_text(folder() / "jts" / "general" / "TestRelateAA.xml");
  Tally tally;
  int contained = 0;
  std::size_t place = 0;
  while (const auto one = test::find_between(text, "<case>", "</case>", place)) {
    SCOPED_TRACE(test::find_between(*one, "<desc>", "</desc>"));
    const Rings a = test::read_wkt(test::find_between(*one, "<a>", "</a>"));
    const Rings b = test::read_wkt(test::find_between(*one, "<b>", "</b>"));
    ASSERT_TRUE(is_outline(a, tally) && is_outline(b, tally));
    // What inside, border and outside of a have in common with those of b.
    const std::string matrix = test::find_between(*one, "arg3=\"", "\"");
    ASSERT_EQ(matrix.size(), 9u);
    const bool do_insides_meet = matrix[0] != 'F', do_borders_meet = matrix[4] != 'F';
    const Relation expected = do_insides_meet   ? Relation::interfering
                              : do_borders_meet ? Relation::contact
                                                : Relation::separate;
    const OutlinePair pair = relate(a, b);
    EXPECT_EQ(pair.relation, expected) << matrix;
    EXPECT_EQ(pair.meetings.empty(), !do_borders_meet) << matrix;
    // abut says what is inside what where borders do not meet.
    const bool is_a_in_b = do_insides_meet && !do_borders_meet && matrix[2] == 'F';
    const bool is_b_in_a = do_insides_meet && !do_borders_meet && matrix[6] == 'F';
    EXPECT_EQ(pair.containment == OutlineContainment::a_in_b, is_a_in_b) << matrix;
    EXPECT_EQ(pair.containment == OutlineContainment::b_in_a, is_b_in_a) << matrix;
    tally.count(pair.relation);
    contained += is_a_in_b || is_b_in_a;
  }
  EXPECT_EQ(tally, (Tally{.simple = 26, .touching = 2, .separate = 1, .contact = 2, .interfering = 11}));
  EXPECT_EQ(contained, 2);
}

// How much of two polygons overlaps, by the area of each result that is kept.
std::vector<double> list_overlaps(const fs::path& folder, const Rings& a, const Rings& b) {
  const double a_area = measure_area(a), b_area = measure_area(b);
  std::vector<double> overlaps;
  const auto add = [&](const std::string& name, const auto& find_overlap) {
    const fs::path path = folder / (name + ".geojson");
    if (fs::exists(path)) overlaps.push_back(find_overlap(measure_area(test::read_geojson(path).at(0))));
  };
  add("intersection", [](double area) { return area; });
  add("union", [&](double area) { return a_area + b_area - area; });
  add("difference", [&](double area) { return a_area - area; });
  add("xor", [&](double area) { return 0.5 * (a_area + b_area - area); });
  return overlaps;
}

TEST(OutlineData, OverlapsWhereResultsOfPolygonClippingDo) {
  ABUT_NEED_DATA();
  Tally tally, of_two;
  int results = 0;
  for (const fs::path& folder : list_files(folder() / "polygon-clipping", "")) {
    SCOPED_TRACE(folder.filename());
    const std::vector<Rings> args = test::read_geojson(folder / "args.geojson");
    relate_all(args, tally);
    if (args.size() != 2 || !is_outline(args[0], of_two) || !is_outline(args[1], of_two)) continue;
    const Relation relation = relate(args[0], args[1]).relation;
    for (const double overlap : list_overlaps(folder, args[0], args[1])) {
      EXPECT_EQ(relation, find_expected(args[0], args[1], overlap)) << overlap;
      ++results;
    }
    of_two.count(relation);
  }
  EXPECT_EQ(tally, (Tally{.simple = 63,
                          .touching = 3,
                          .doubled = 3,
                          .crossing = 9,
                          .thin = 2,
                          .separate = 17,
                          .contact = 5,
                          .interfering = 27}));
  EXPECT_EQ(of_two, (Tally{.simple = 36, .crossing = 1, .separate = 2, .contact = 1, .interfering = 15}));
  EXPECT_EQ(results, 44);
}

TEST(OutlineData, OfMartinezAreAsTheSlowLookSays) {
  ABUT_NEED_DATA();
  Tally tally;
  for (const fs::path& path : list_files(folder() / "martinez", ".geojson")) {
    SCOPED_TRACE(path.filename());
    relate_all(test::read_geojson(path), tally);
  }
  EXPECT_EQ(tally, (Tally{.simple = 32, .doubled = 1, .crossing = 1, .separate = 1, .contact = 1, .interfering = 13}));
}

TEST(OutlineData, OfIslandsAreAsTheSlowLookSays) {
  ABUT_NEED_DATA();
  const Rings rings = test::read_geojson(folder() / "martinez" / "states_source.geojson").at(0);
  std::vector<Rings> islands;
  for (const test::Ring& ring : rings) islands.push_back({ring});
  Tally tally;
  relate_all(islands, tally);
  EXPECT_EQ(tally, (Tally{.simple = 38, .separate = 703}));
}

// How much overlaps, by the area of the solution.
double find_overlap(const test::ClipperCase& one) {
  const double a_area = measure_area(one.subjects), b_area = measure_area(one.clips);
  if (one.operation == "INTERSECTION") return one.area;
  return one.operation == "UNION" ? a_area + b_area - one.area : a_area - one.area;
}

// Of its 195 cases those whose polygons do not cross themselves, whose rule is ours, or the same for one ring each,
// and whose area is stated. Clipper rounds corners to whole numbers, and areas: what overlaps by a unit overlaps.
TEST(OutlineData, OverlapsWhereSolutionsOfClipperDo) {
  ABUT_NEED_DATA();
  Tally tally;
  int cases = 0, areas = 0;
  for (const auto& one : test::read_clipper_cases(folder() / "clipper2" / "Polygons.txt")) {
    SCOPED_TRACE(one.caption + " " + one.operation + " " + one.fill_rule);
    ++cases;
    const bool is_a = is_outline(one.subjects, tally), is_b = one.clips.empty() || is_outline(one.clips, tally);
    const bool is_single = one.subjects.size() == 1 && one.clips.size() <= 1;
    const bool is_our_rule = one.fill_rule == "EVENODD" || (one.fill_rule == "NONZERO" && is_single);
    if (!is_a || !is_b || !is_our_rule || one.area < 0) continue;
    if (one.clips.empty()) {
      EXPECT_NEAR(measure_area(one.subjects), one.area, 0.5);
      ++areas;
      continue;
    }
    const Relation relation = relate(one.subjects, one.clips).relation;
    const double overlap = find_overlap(one);
    EXPECT_EQ(relation, find_expected(one.subjects, one.clips, overlap < 1 ? 0 : overlap));
    tally.count(relation);
  }
  EXPECT_EQ(cases, 195);
  EXPECT_EQ(areas, 4);
  EXPECT_EQ(tally,
            (Tally{.simple = 82, .touching = 2, .doubled = 37, .crossing = 221, .contact = 2, .interfering = 16}));
}

TEST(OutlineData, AreasOfEarcutAreThoseOfSlabs) {
  ABUT_NEED_DATA();
  Tally tally;
  for (const fs::path& path : list_files(folder() / "earcut", ".json")) {
    SCOPED_TRACE(path.filename());
    const Rings rings = test::read_coordinates(test::read_json(path));
    if (!is_outline(rings, tally)) continue;
    const double area = test::measure_overlap(rings, rings);
    EXPECT_NEAR(measure_area(rings), area, 1e-12 * area);
    EXPECT_EQ(relate(rings, rings).relation, Relation::interfering);
    tally.count(Relation::interfering);
  }
  EXPECT_EQ(tally, (Tally{.simple = 11, .touching = 12, .doubled = 14, .crossing = 4, .thin = 1, .interfering = 23}));
}

// A layout's parts where they are, if all shifts were this much shorter.
class PlacedLayout {
 public:
  explicit PlacedLayout(const test::Layout& layout, double share = 1) {
    for (const auto& [name, ring] : layout.parts) trees_.emplace(name, OutlineTree(test::make_outline({ring})));
    for (const auto& item : layout.items) {
      const Pose2 pose = Pose2::make(item.angle * std::numbers::pi / 180, share * item.shift);
      outlines_.push_back({&trees_.at(item.part), pose});
      test::Ring ring = layout.parts.at(item.part);
      for (Vec2& corner : ring) corner = pose.apply(corner);
      rings_.push_back(std::move(ring));
    }
  }
  PlacedLayout(const PlacedLayout&) = delete;
  std::span<const PlacedOutline> outlines() const { return outlines_; }
  const test::Ring& ring(std::size_t number) const { return rings_[number]; }

 private:
  std::map<std::string, OutlineTree> trees_;
  std::vector<PlacedOutline> outlines_;
  std::vector<test::Ring> rings_;
};

// The container as a hole in something larger: what leaves it interferes.
Outline make_frame(const test::Ring& container) {
  const Box2 box = test::find_box({container});
  const Vec2 lower = box.lower - box.size(), upper = box.upper + box.size();
  const test::Ring outer = {lower, Vec2(upper.x(), lower.y()), upper, Vec2(lower.x(), upper.y())};
  return test::make_outline({outer, container});
}

// Numbers of these files are floats: shifts, and corners of parts.
double measure_precision(const test::Layout& layout) { return 0x1p-23 * measure_size({layout.container}); }

TEST(OutlineData, BestKnownLayoutsAreValid) {
  ABUT_NEED_DATA();
  Tally tally;
  std::size_t items = 0, candidates = 0, in_contact_with_container = 0;
  for (const fs::path& path : list_files(folder() / "nesting" / "records", ".svg")) {
    SCOPED_TRACE(path.filename());
    const test::Layout layout = test::read_layout(path);
    for (const auto& [name, ring] : layout.parts) EXPECT_TRUE(is_outline({ring}, tally)) << name;
    const PlacedLayout placed(layout);
    const OutlinePairSettings settings{measure_precision(layout)};
    const OutlineRelations relations = find_relations(placed.outlines(), settings);
    for (const RelatedOutlines& pair : relations.pairs) {
      EXPECT_EQ(pair.pair.relation, Relation::contact) << pair.a << " " << pair.b;
      tally.count(pair.pair.relation);
    }
    const OutlineTree frame(make_frame(layout.container));
    for (const PlacedOutline& outline : placed.outlines()) {
      const Relation relation = find_relation({&frame, {}}, outline, settings).relation;
      EXPECT_NE(relation, Relation::interfering);
      in_contact_with_container += relation == Relation::contact;
    }
    items += placed.outlines().size();
    candidates += relations.candidates;
  }
  EXPECT_EQ(tally, (Tally{.simple = 317, .contact = 5}));
  EXPECT_EQ(items, 815u);
  EXPECT_EQ(candidates, 2105u);
  EXPECT_EQ(in_contact_with_container, 2u);
}

TEST(OutlineData, LayoutsThatArePushedTogetherOverlapWhereTheSlowLookSays) {
  ABUT_NEED_DATA();
  Tally tally;
  for (const fs::path& path : list_files(folder() / "nesting" / "records", ".svg")) {
    SCOPED_TRACE(path.filename());
    const test::Layout layout = test::read_layout(path);
    const PlacedLayout placed(layout, 0.999);
    const auto outlines = placed.outlines();
    for (std::size_t i = 0; i < outlines.size(); ++i) {
      for (std::size_t j = i + 1; j < outlines.size(); ++j) {
        const Rings a = {placed.ring(i)}, b = {placed.ring(j)};
        const Relation relation = find_relation(outlines[i], outlines[j], {kTolerance * measure_size(a, b)}).relation;
        EXPECT_EQ(relation, find_expected(a, b, test::measure_overlap(a, b))) << i << " " << j;
        tally.count(relation);
      }
    }
  }
  EXPECT_EQ(tally, (Tally{.separate = 23098, .interfering = 709}));
}

}  // namespace
}  // namespace abut
