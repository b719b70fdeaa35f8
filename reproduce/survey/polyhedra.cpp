// Section 2.3 and Fig. 4: convex polyhedra.
#include "reproduce/survey/survey.h"

namespace abut::reproduce {
namespace {

const char* const kSays =
    "Concave solids are cut into convex ones. Two convex ones are tested in three steps and two phases: vertices of B "
    "in A; pieces of B's edges, as the planes of A cut them, by their middles; middles of B's faces, for equal solids "
    "that are aligned; then the same with A and B exchanged. Baraff keeps a plane that separates the two as a witness "
    "from step to step. Ganter and Isarankura look at those faces only that reach into what the boxes of the two "
    "share. All these fail if one solid passes through the other within a step, to which the right answer is one in "
    "space and time. Baraff's characteristic function ψ is above 0 while two solids are apart, 0 where they touch, and "
    "below 0 in each other.";
const char* const kLives =
    "`abut/convex_pair.h`: `test_touching`, exact, with a `ConvexWitness` that is kept; `test_by_clipping` and "
    "`test_by_partition` are the survey's tests, for reading and comparing ([convex.md](convex.md)). Space and time: "
    "`find_rigid_impact` in `abut/rigid_impact.h` ([rigid_impacts.md](rigid_impacts.md)). Concave meshes are compared "
    "as they are ([rigid_meshes.md](rigid_meshes.md)).";

}  // namespace

void report_polyhedron_detection(Report& report, Expectations& expectations) {
  open_section(report, "Convex polyhedra (2.3, Fig. 4)", kSays, kLives);
  report_clipping(report, expectations);
  report_separating_plane(report, expectations);
  report_overlap_region(report, expectations);
  report_tunnelling(report, expectations);
  report_characteristic(report, expectations);
}

}  // namespace abut::reproduce
