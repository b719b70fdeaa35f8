// The table of tangles.
#include "scenes/tangles.h"

#include <fmt/format.h>

#include "scenes/tangle_builders.h"

namespace abut {
namespace {

using Builder = TangledMeshes (*)(Variation&, int cells);

struct Row {
  TangleKind kind;
  Builder build;
};

constexpr Row kRows[] = {
    {{"closed", "a bump of a sheet through another: a closed contour", 24, true}, make_closed_tangle},
    {{"eight", "a folded sheet, its pages through each other in a loop that touches the fold", 24, true},
     make_eight_tangle},
    {{"bbii", "a corner or an end of a sheet through another: a contour between borders of one", 24, true},
     make_bbii_tangle},
    {{"bibi", "slotted sheets: a contour between the borders of both", 24, true}, make_bibi_tangle},
    {{"bli", "a curl or fold: a contour from inside a sheet to its border", 24, true}, make_bli_tangle},
    {{"ll", "a curl or fold: a contour with both ends inside a sheet", 24, true}, make_ll_tangle},
    {{"cross", "a folded sheet, a tongue of one page through the other down to the fold", 24, true}, make_cross_tangle},
    {{"strip", "a straight strip half through a sheet", 24, true}, make_strip_tangle},
    {{"sheets", "two sheets straight through each other", 24, true}, make_sheets_tangle},
    {{"squares", "25 squares thrown together", 12, true}, make_squares_tangle},
    {{"finger", "a steep bump far through a sheet", 24, true}, make_finger_tangle},
    {{"dip", "a sheet through another and out again: two parallel contours", 24, true}, make_dip_tangle},
    {{"layers", "a stack of four sheets that wave through each other", 20, true}, make_layers_tangle},
    {{"tubes2", "two tubes around each other that wrinkle through each other", 24, true}, make_tubes2_tangle},
    {{"tubes3", "three tubes around each other that wrinkle through each other", 16, true}, make_tubes3_tangle},
    {{"skirts", "two skirts and a body, in each other's folds; pinned at the waist", 24, true}, make_skirts_tangle},
    {{"sleeve", "a sleeve stuck in the side of a shirt", 24, true}, make_sleeve_tangle},
    {{"pocket", "a pocket pushed through the sheet it is sewn onto", 24, true}, make_pocket_tangle},
    {{"collar", "a collar that is partly inside the neck it is sewn onto", 24, true}, make_collar_tangle},
    {{"garment", "three garments around a body, one face in a hundred through the next layer", 40, true},
     make_garment_tangle},
    {{"crumple", "a flat sheet crumpled through itself", 24, true}, make_crumple_tangle},
    {{"loop", "a strip rolled up through itself", 24, true}, make_loop_tangle},
    {{"knot", "a closed tube along a trefoil, too thick for it", 16, true}, make_knot_tangle},
    {{"coplanar", "two sheets that overlap in one plane", 16, true}, make_coplanar_tangle},
    {{"doubled", "two sheets in exactly the same place", 16, true}, make_doubled_tangle},
    {{"pinched", "a sheet pinned between balls that overlap: no solution", 20, false}, make_pinched_tangle},
    {{"pinned", "slotted sheets with pinned borders: no solution", 20, false}, make_pinned_tangle},
};

constexpr auto kKinds = [] {
  std::array<TangleKind, std::size(kRows)> kinds = {};
  for (std::size_t i = 0; i < std::size(kRows); ++i) kinds[i] = kRows[i].kind;
  return kinds;
}();

constexpr int kMinCells = 4, kMaxCells = 2000;

TangledScene build(const Row& row, std::uint64_t seed, int cells) {
  Variation vary(seed);
  return {std::string(row.kind.name), row.build(vary, cells > 0 ? cells : row.kind.default_cells),
          row.kind.is_solvable};
}

}  // namespace

std::span<const TangleKind> list_tangles() { return kKinds; }

Result<TangledScene> make_tangle(std::string_view kind, std::uint64_t seed, int cells) {
  if (cells != 0 && (cells < kMinCells || cells > kMaxCells)) {
    return Error{
        fmt::format("tangle {}: {} cells asked for, {} to {} are possible", kind, cells, kMinCells, kMaxCells)};
  }
  std::string names;
  for (const Row& row : kRows) {
    if (row.kind.name == kind) return build(row, seed, cells);
    names += fmt::format("{}{}", names.empty() ? "" : ", ", row.kind.name);
  }
  return Error{fmt::format("there is no tangle '{}'; the tangles are {}", kind, names)};
}

}  // namespace abut
