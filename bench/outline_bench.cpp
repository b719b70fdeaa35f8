// Jobs "outline_meet", "outline_crossings" and "outline_distance": questions about two outlines of 512 curves, beside
// libraries that ask them of polygons; "outline_frames": all pairs of a thousand that move; "outline_contact": a disk
// that touches a hole in some places at once, or all around, without peers.
//
// Peers get polygons that are within a thousandth or a millionth of the curves, by the size of an outline, of as few
// corners as that allows; ours has the same tolerance, but for crossings, which are always those within a millionth. A
// row's count is how many of the questions both sides answer alike. Times are those of one question (or frame). What a
// row's name says last is part of the peer's time: nothing but the question; placing the polygons, which ours does in
// each question; or flattening them, too.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "abut/outlines.h"
#include "bench/bench.h"
#include "bench/cases.h"
#include "bench/peers/polygon_peers.h"
#include "tests/support/random.h"

namespace abut::bench {
namespace {

constexpr std::size_t kPieces = 512;
constexpr double kFine = 1e-6, kCoarse = 1e-3;  // by the size of an outline

/// How much the border goes to and fro from one control point to the next.
struct Kind {
  std::string name;
  double roughness = 0;
};
const Kind kKinds[] = {{"smooth", 0}, {"rough", 0.006}};

// A star of five large and eleven small points around the origin, about so far from it.
Loop make_star(const Kind& kind, test::Random& random, double scale) {
  const double large = random.uniform(0, 6.28), small = random.uniform(0, 6.28);
  std::vector<Vec2> points;
  for (std::size_t i = 0; i < kPieces; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / kPieces;
    const double distance = 1 + 0.25 * std::cos(5 * angle + large) + 0.08 * std::cos(11 * angle + small) +
                            random.uniform(-kind.roughness, kind.roughness);
    points.push_back(scale * distance * Vec2(std::cos(angle), std::sin(angle)));
  }
  return make_spline(points);
}

Pose2 make_pose(test::Random& random, double distance) {
  const double way = random.uniform(0, 6.28), angle = random.uniform(0, 6.28);
  return Pose2::make(angle, distance * Vec2(std::cos(way), std::sin(way)));
}

/// How two outlines are to each other: borders cross 2 to 20 times; they are apart, by a hundredth to a tenth; the
/// second is inside the first.
enum class State { crossing, apart, inside };

std::string format_name(const Kind& kind, State state) {
  return kind.name + (state == State::crossing ? ", crossing" : state == State::apart ? ", apart" : ", inside");
}

struct PosePair {
  Pose2 a, b;
};

/// Two outlines in many places.
struct Workload {
  std::string name;
  OutlineTree a, b;
  std::vector<PosePair> poses;

  double size() const { return find_box(a.outline()).size().maxCoeff(); }
};

// Of the crossing ones as many as possible for each number of crossings.
bool is_wanted(const Workload& workload, const PosePair& poses, State state) {
  const PlacedOutline a{&workload.a, poses.a}, b{&workload.b, poses.b};
  const OutlinePair pair = find_relation(a, b, {kFine * workload.size()});
  if (state == State::inside) return pair.containment == OutlineContainment::b_in_a;
  if (state == State::crossing) return pair.meetings.size() == 2 + 2 * (workload.poses.size() % 10);
  const auto near = find_clearance(a, b, 1e-6, 0.1);
  return pair.relation == OutlineRelation::separate && near && near->nearest.distance > 0.01;
}

Workload make_workload(const Kind& kind, State state) {
  constexpr std::size_t count = 40;
  test::Random random(7);
  const Loop a = make_star(kind, random, 1), b = make_star(kind, random, state == State::inside ? 0.3 : 1);
  Workload workload{format_name(kind, state), OutlineTree({"a", {a}}), OutlineTree({"b", {b}}), {}};
  while (workload.poses.size() < count) {
    const PosePair poses{make_pose(random, 0.5), make_pose(random, random.uniform(0, 3))};
    if (is_wanted(workload, poses, state)) workload.poses.push_back(poses);
  }
  return workload;
}

// ---------------------------------------------------------------------------------------------------------------
// Two sides

std::string name_job(Question question) {
  return question == Question::meet        ? "outline_meet"
         : question == Question::crossings ? "outline_crossings"
                                           : "outline_distance";
}

Answers ask_ours(const Workload& workload, Question question, double share) {
  const double tolerance = (question == Question::crossings ? kFine : share) * workload.size();
  const auto ask = [&](std::size_t i) -> double {
    const PlacedOutline a{&workload.a, workload.poses[i].a}, b{&workload.b, workload.poses[i].b};
    if (question == Question::distance) return find_clearance(a, b, tolerance)->nearest.distance;
    const OutlinePair pair = find_relation(a, b, {tolerance, question == Question::meet});
    return question == Question::meet ? double(pair.relation != OutlineRelation::separate)
                                      : double(pair.meetings.size());
  };
  const Measurement measurement = measure([&] {
    double sum = 0;
    for (std::size_t i = 0; i < workload.poses.size(); ++i) sum += ask(i);
    return static_cast<std::uint64_t>(sum);
  });
  Answers answers{measurement.seconds, {}};
  for (std::size_t i = 0; i < workload.poses.size(); ++i) answers.values.push_back(ask(i));
  return answers;
}

enum class Timed { question, placing, flattening };

// The polygons of a workload, with so much of their making to be timed.
PolygonPairs make_pairs(const Workload& workload, double tolerance, Timed timed) {
  const Loop &a = workload.a.outline().loops[0], &b = workload.b.outline().loops[0];
  const PolygonPair flat{flatten_sparsely(a, tolerance), flatten_sparsely(b, tolerance)};
  const auto place_flat = [&workload, flat](std::size_t i) {
    return PolygonPair{place(flat.a, workload.poses[i].a), place(flat.b, workload.poses[i].b)};
  };
  const auto flatten_and_place = [&workload, &a, &b, tolerance](std::size_t i) {
    return PolygonPair{place(flatten(a, tolerance), workload.poses[i].a),
                       place(flatten(b, tolerance), workload.poses[i].b)};
  };
  if (timed == Timed::flattening) return {workload.poses.size(), flatten_and_place, true};
  return {workload.poses.size(), place_flat, timed == Timed::placing};
}

/// Rows of one workload, question and tolerance, ours being measured once.
class Comparison {
 public:
  Comparison(const Workload& workload, Question question, double share)
      : workload_(workload), question_(question), share_(share), ours_(ask_ours(workload, question, share)) {}

  using Ask = std::function<std::optional<Answers>(const PolygonPairs&, Question)>;
  void add(const char* peer, Timed timed, const Ask& ask) {
    const double tolerance = share_ * workload_.size();
    const PolygonPairs pairs = make_pairs(workload_, tolerance, timed);
    const auto theirs = ask(pairs, question_);
    const char* part = timed == Timed::question ? "question" : timed == Timed::placing ? "placing" : "flattening";
    const std::string name = fmt::format("{}, {:.0e}, {}", workload_.name, share_, part);
    const double count = static_cast<double>(ours_.values.size());
    const Measurement our_share{ours_.seconds / count, ours_.values.size(), 0};
    std::optional<Measurement> their_share;
    if (theirs) their_share = {theirs->seconds / count, count_same(*theirs, tolerance), 0};
    rows_.push_back(make_row(name_job(question_), name, 2 * kPieces, 1, our_share, peer, their_share));
  }
  std::vector<Row> rows() && { return std::move(rows_); }

 private:
  // Distances are the same if what flattening and our own tolerance may have changed explains the difference.
  std::uint64_t count_same(const Answers& theirs, double tolerance) const {
    const double margin = question_ == Question::distance ? 3 * tolerance : 0;
    std::uint64_t same = 0;
    for (std::size_t i = 0; i < ours_.values.size(); ++i) {
      same += std::abs(ours_.values[i] - theirs.values[i]) <= margin;
    }
    return same;
  }

  const Workload& workload_;
  Question question_;
  double share_;
  Answers ours_;
  std::vector<Row> rows_;
};

Comparison::Ask ask_geos_by(GeosWay way) {
  return [way](const PolygonPairs& pairs, Question question) { return ask_geos(pairs, question, way); };
}

void add_meeting_rows(Comparison& comparison) {
  comparison.add("geos", Timed::question, ask_geos_by(GeosWay::plain));
  comparison.add("geos_prepared", Timed::question, ask_geos_by(GeosWay::prepared));
  comparison.add("geos", Timed::placing, ask_geos_by(GeosWay::plain));
  comparison.add("geos", Timed::flattening, ask_geos_by(GeosWay::plain));
  comparison.add("clipper", Timed::question, ask_clipper);
  comparison.add("cgal", Timed::question, ask_cgal);
}

void add_crossing_rows(Comparison& comparison) {
  comparison.add("geos_rings", Timed::question, ask_geos_by(GeosWay::rings));
  comparison.add("geos", Timed::question, ask_geos_by(GeosWay::plain));
  comparison.add("geos", Timed::flattening, ask_geos_by(GeosWay::plain));
  comparison.add("clipper", Timed::question, ask_clipper);
  comparison.add("clipper", Timed::placing, ask_clipper);
  comparison.add("clipper", Timed::flattening, ask_clipper);
  comparison.add("cgal", Timed::question, ask_cgal);
}

void add_distance_rows(Comparison& comparison) {
  comparison.add("geos", Timed::question, ask_geos_by(GeosWay::plain));
  comparison.add("geos_prepared", Timed::question, ask_geos_by(GeosWay::prepared));
  comparison.add("geos_prepared", Timed::placing, ask_geos_by(GeosWay::prepared));
  comparison.add("geos_prepared", Timed::flattening, ask_geos_by(GeosWay::prepared));
}

std::vector<Row> compare(const Workload& workload, Question question) {
  std::vector<Row> rows;
  for (const double share : {kCoarse, kFine}) {
    Comparison comparison(workload, question, share);
    const auto add_rows = question == Question::meet        ? add_meeting_rows
                          : question == Question::crossings ? add_crossing_rows
                                                            : add_distance_rows;
    add_rows(comparison);
    for (Row& row : std::move(comparison).rows()) rows.push_back(std::move(row));
  }
  return rows;
}

// ---------------------------------------------------------------------------------------------------------------
// Touches

// A circle of this radius that is left outwards so many times on its way around.
Loop make_waves(int waves, double radius) {
  std::vector<Vec2> points;
  for (std::size_t i = 0; i < kPieces; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / kPieces;
    points.push_back(radius * (1.05 - 0.05 * std::cos(waves * angle)) * Vec2(std::cos(angle), std::sin(angle)));
  }
  return make_spline(points);
}

// The disk is turned by a share of a piece, so that joints do not meet; without waves both go along each other.
std::vector<Row> measure_contact(int waves) {
  const OutlineTree plate({"plate", {make_waves(waves, 1), make_waves(0, 2)}});
  const PlacedOutline hole{&plate};
  const auto relate = [&](const OutlineTree& disk) {
    return find_relation(hole, {&disk, Pose2::make(0.003, Vec2::Zero())}, {kFine});
  };
  const auto make_disk = [](double radius) { return OutlineTree({"disk", {make_waves(0, radius)}}); };
  double least = 0.9, most = 1.1;
  while (most - least > 1e-13) {
    const double middle = 0.5 * (least + most);
    (relate(make_disk(middle)).relation == OutlineRelation::separate ? least : most) = middle;
  }
  const OutlineTree disk = make_disk(least + 0.4 * kFine);
  const Measurement ours = measure([&] { return relate(disk).meetings.size(); });
  const std::string name = waves == 0 ? "all around" : fmt::format("{} places", waves);
  return {make_row("outline_contact", name, 3 * kPieces, 1, ours, "", std::nullopt)};
}

// ---------------------------------------------------------------------------------------------------------------
// Many

/// How much room there is: the side of a square for each outline.
struct Crowd {
  std::string name;
  double room = 0;
};
const Crowd kCrowds[] = {{"1,800 pairs", 2.1}, {"500 pairs", 4}};

// Poses of outlines that drift and turn, frame by frame.
std::vector<std::vector<Pose2>> make_frames(const Crowd& crowd, std::size_t outlines, std::size_t frames) {
  test::Random random(3);
  const double side = crowd.room * std::sqrt(static_cast<double>(outlines));
  std::vector<std::vector<Pose2>> list(frames);
  for (std::size_t i = 0; i < outlines; ++i) {
    const double x = random.uniform(0, side), y = random.uniform(0, side);
    const Vec2 speed(random.uniform(-0.05, 0.05), random.uniform(-0.05, 0.05));
    const double angle = random.uniform(0, 6.28), turn = random.uniform(-0.05, 0.05);
    for (std::size_t f = 0; f < frames; ++f) {
      const auto time = static_cast<double>(f);
      list[f].push_back(Pose2::make(angle + time * turn, Vec2(x, y) + time * speed));
    }
  }
  return list;
}

Measurement measure_frames(std::span<const OutlineTree> shapes, std::span<const std::vector<Pose2>> frames,
                           const OutlinePairSettings& settings) {
  std::vector<PlacedOutline> outlines(frames[0].size());
  Measurement measurement = measure([&] {
    std::uint64_t count = 0;
    for (const auto& poses : frames) {
      for (std::size_t i = 0; i < poses.size(); ++i) outlines[i] = {&shapes[i], poses[i]};
      count += find_relations(outlines, settings, {1, {}}).pairs.size();
    }
    return count;
  });
  measurement.seconds /= static_cast<double>(frames.size());
  return measurement;
}

std::vector<Row> compare_frames(const Kind& kind, const Crowd& crowd) {
  constexpr std::size_t outlines = 1000, frame_count = 5;
  test::Random random(11);
  std::vector<OutlineTree> shapes;
  for (std::size_t i = 0; i < outlines; ++i) shapes.emplace_back(Outline{"star", {make_star(kind, random, 1)}});
  const double size = find_box(shapes[0].outline()).size().maxCoeff();
  const auto frames = make_frames(crowd, outlines, frame_count);
  std::vector<Row> rows;
  for (const double share : {kCoarse, kFine}) {
    std::vector<Polygon> polygons;
    for (const OutlineTree& shape : shapes) {
      polygons.push_back(flatten_sparsely(shape.outline().loops[0], share * size));
    }
    const auto theirs = measure_geos_frames(polygons, frames);
    for (const bool is_complete : {false, true}) {
      // GEOS says only whether they meet; where they cross is more.
      const std::string name =
          fmt::format("{}, {}, {:.0e}, {}", kind.name, crowd.name, share, is_complete ? "crossings" : "yes or no");
      const Measurement ours = measure_frames(shapes, frames, {share * size, !is_complete});
      rows.push_back(make_row("outline_frames", name, outlines * kPieces, 1, ours, "geos_prepared", theirs));
    }
  }
  return rows;
}

}  // namespace

std::vector<Case> make_outline_cases() {
  std::vector<Case> cases;
  for (const int waves : {4, 8, 16, 0}) {
    cases.push_back({"outline_contact", fmt::format("{} waves", waves), [=] { return measure_contact(waves); }});
  }
  for (const Kind& kind : kKinds) {
    const auto add = [&](State state, Question question) {
      cases.push_back({name_job(question), format_name(kind, state),
                       [=] { return compare(make_workload(kind, state), question); }});
    };
    for (const State state : {State::crossing, State::apart, State::inside}) add(state, Question::meet);
    add(State::crossing, Question::crossings);
    add(State::apart, Question::distance);
    for (const Crowd& crowd : kCrowds) {
      cases.push_back({"outline_frames", kind.name + ", " + crowd.name, [=] { return compare_frames(kind, crowd); }});
    }
  }
  return cases;
}

}  // namespace abut::bench
