// The kinds of tangles, each as a function of what the seed changes and of the cells across a sheet.
#pragma once

#include "scenes/tangles.h"
#include "scenes/variation.h"

namespace abut {

// tangled_sheets.cpp: sheets and strips that go through other sheets
TangledMeshes make_closed_tangle(Variation& vary, int cells);
TangledMeshes make_bbii_tangle(Variation& vary, int cells);
TangledMeshes make_bibi_tangle(Variation& vary, int cells);
TangledMeshes make_strip_tangle(Variation& vary, int cells);
TangledMeshes make_sheets_tangle(Variation& vary, int cells);
TangledMeshes make_squares_tangle(Variation& vary, int cells);
TangledMeshes make_finger_tangle(Variation& vary, int cells);
TangledMeshes make_dip_tangle(Variation& vary, int cells);
TangledMeshes make_layers_tangle(Variation& vary, int cells);

// tangled_folds.cpp: a sheet folded through itself
TangledMeshes make_eight_tangle(Variation& vary, int cells);
TangledMeshes make_bli_tangle(Variation& vary, int cells);
TangledMeshes make_ll_tangle(Variation& vary, int cells);
TangledMeshes make_cross_tangle(Variation& vary, int cells);
TangledMeshes make_loop_tangle(Variation& vary, int cells);
TangledMeshes make_knot_tangle(Variation& vary, int cells);

// crumpled_sheet.cpp
TangledMeshes make_crumple_tangle(Variation& vary, int cells);

// tangled_garments.cpp: tubes around each other and around a body
TangledMeshes make_tubes2_tangle(Variation& vary, int cells);
TangledMeshes make_tubes3_tangle(Variation& vary, int cells);
TangledMeshes make_skirts_tangle(Variation& vary, int cells);
TangledMeshes make_sleeve_tangle(Variation& vary, int cells);
TangledMeshes make_garment_tangle(Variation& vary, int cells);

// tangled_seams.cpp: patches sewn on, so that seams have three faces
TangledMeshes make_pocket_tangle(Variation& vary, int cells);
TangledMeshes make_collar_tangle(Variation& vary, int cells);

// hard_tangles.cpp: in special position, or without a solution
TangledMeshes make_coplanar_tangle(Variation& vary, int cells);
TangledMeshes make_doubled_tangle(Variation& vary, int cells);
TangledMeshes make_pinched_tangle(Variation& vary, int cells);
TangledMeshes make_pinned_tangle(Variation& vary, int cells);

}  // namespace abut
