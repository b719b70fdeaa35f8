// Fig. 5: the local and the global scheme on the same contours.
#include <fmt/format.h>

#include "reproduce/contour_minimisation/contour_minimisation.h"
#include "reproduce/contour_minimisation/masses.h"
#include "reproduce/contour_minimisation/tangle_picture.h"

namespace abut::reproduce {
namespace {

struct NamedTangle {
  const char* kind;
  const char* words;
  int cells;
  Vec3 from;
};
const NamedTangle kTangles[] = {{"closed", "a closed contour", 10, Vec3(0.6, -1, 1.6)},
                                {"bbii", "a corner", 12, Vec3(1, -1.5, 0.9)}};
constexpr int kPieces = 4;         // cells are few, so that arrows have room, and large
constexpr double kLargest = 0.2;   // h0: as long as arrows get
constexpr double kSoftness = 0.5;  // g0

Report::Figure draw_scheme(const NamedTangle& named, bool is_global) {
  const ReadyTangle tangle(named.kind, 0, named.cells);
  const auto bodies = tangle.bodies();
  const Piercings found = find_piercings(bodies);
  const UnitMasses masses(bodies);
  const auto sums = sum_gradients(bodies, found, masses.view());
  const char* scheme = is_global ? "global" : "local";
  MeshPicture picture = picture_tangle(bodies, named.from, fmt::format("{}: the {} scheme", named.words, scheme));
  picture.pieces = kPieces;
  for (const Piercing& piercing : found.piercings) {
    const Vec3 gradient = is_global ? Vec3((piercing.side == 0 ? 1 : -1) * sums[piercing.contour])
                                    : measure_length_gradient(bodies, piercing).relative();
    add_piercing(picture, piercing, limit_correction(gradient, kLargest, kSoftness), 1);
  }
  return {fmt::format("scheme_{}_{}", named.kind, scheme), picture.title, draw(picture)};
}

}  // namespace

void report_schemes(Report& report) {
  report.heading(3, "The local and the global scheme (2.3, Fig. 5)");
  report.paragraph(
      "The corrections H of equation (5). In the local scheme each piercing follows its own gradient; where the "
      "contour is straight there is hardly any. In the global scheme all of a contour follow the sum: edges of one "
      "surface go with it (red), and those of the other against it, as do the faces (green).");
  for (const NamedTangle& named : kTangles) {
    report.figures({draw_scheme(named, false), draw_scheme(named, true)});
  }
}

}  // namespace abut::reproduce
