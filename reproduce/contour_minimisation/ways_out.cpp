// Fig. 9: tangles that the equations alone do not resolve, before and after.
#include <fmt/format.h>

#include "reproduce/contour_minimisation/contour_minimisation.h"
#include "reproduce/contour_minimisation/plain_scheme.h"
#include "reproduce/contour_minimisation/recording.h"
#include "reproduce/contour_minimisation/tangle_picture.h"

namespace abut::reproduce {
namespace {

constexpr int kIterations = 150;

struct NamedTangle {
  const char* kind;
  const char* words;
  Vec3 from;
};
const NamedTangle kPictured[] = {{"sheets", "two sheets straight through each other", Vec3(1, -1.5, 0.8)},
                                 {"dip", "a sheet through another and out again", Vec3(0.5, -1.5, 0.6)}};

void report_way_out(Report& report, const NamedTangle& named) {
  const ReadyTangle tangle(named.kind);
  const PlainResult plain = minimise_plainly(tangle, kIterations);
  const UntangleReport all = run(tangle, {});
  const std::vector<Body> states[] = {tangle.bodies(), tangle.place(plain.positions), tangle.place(all.positions)};
  const std::string titles[] = {
      named.words, fmt::format("the equations alone, {} iterations: {} pairs left", plain.iterations, plain.pairs_left),
      fmt::format("all strategies, after {}", format_outcome(all))};
  const char* names[] = {"before", "plain", "all"};
  std::vector<Vec3> frame;
  for (const auto& bodies : states) {
    for (const Vec3& p : list_points(bodies)) frame.push_back(p);
  }
  std::vector<Report::Figure> figures;
  for (int i = 0; i < 3; ++i) {
    MeshPicture picture = picture_tangle(states[i], named.from, titles[i]);
    picture.frame = frame;
    figures.push_back({fmt::format("limit_{}_{}", named.kind, names[i]), titles[i], draw(picture)});
  }
  report.figures(std::move(figures));
}

}  // namespace

void report_ways_out(Report& report) {
  for (const NamedTangle& named : kPictured) report_way_out(report, named);
}

}  // namespace abut::reproduce
