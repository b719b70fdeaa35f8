// Fig. 2: what kinds of contours minimising their length takes away.
#include <fmt/format.h>

#include "reproduce/contour_minimisation/contour_minimisation.h"
#include "reproduce/contour_minimisation/recording.h"
#include "reproduce/contour_minimisation/tangle_picture.h"

namespace abut::reproduce {
namespace {

struct NamedCase {
  const char* kind;
  const char* words;
  Vec3 from;
};
const NamedCase kCases[] = {{"closed", "a closed contour", Vec3(1, -1.5, 1.1)},
                            {"bbii", "an open contour: a corner", Vec3(1, -1.5, 0.9)},
                            {"bibi", "a straight one, an end on each border", Vec3(1, -1.5, 0.9)},
                            {"strip", "a straight one, both ends on a strip", Vec3(0.7, -1.5, 0.7)}};
// "Most cases (such as those shown in Figs. 1, 2, 7) are typically resolved in less than ten iterations."
constexpr int kIterationsOfPaper = 10;

void report_case(Report& report, const NamedCase& named, Expectations& expectations) {
  const ReadyTangle tangle(named.kind);
  const UntangleReport result = run(tangle, {.scheme = Scheme::global});
  const auto before = tangle.bodies(), after = tangle.place(result.positions);
  MeshPicture first = picture_tangle(before, named.from, fmt::format("{}: before", named.words));
  MeshPicture second = picture_tangle(after, named.from, fmt::format("after {}", format_outcome(result)));
  first.frame = list_points(after);
  second.frame = list_points(before);
  report.figures({{fmt::format("case_{}_before", named.kind), first.title, draw(first)},
                  {fmt::format("case_{}_after", named.kind), second.title, draw(second)}});
  expectations.push_back({fmt::format("{}, by the global scheme", named.words), "resolved in fewer than ten iterations",
                          format_outcome(result), result.is_clean() && result.iterations() < kIterationsOfPaper});
}

}  // namespace

void report_cases(Report& report, Expectations& expectations) {
  report.heading(3, "Closed, open and straight contours (Fig. 2)");
  report.paragraph(
      "The tangles `closed`, `bbii`, `bibi` and `strip` of [scenes.md](scenes.md) before and after the global scheme "
      "alone. Contours are blue, here and below. In the last two, sides mean nothing: no part of a surface is cut off, "
      "or what is cut off could be either part. The paper does not say how its straight contour ends; at both ends of "
      "the strip the gradients cancel each other, so that length alone does not say which way is out.");
  for (const NamedCase& named : kCases) report_case(report, named, expectations);
}

}  // namespace abut::reproduce
