// Near points of two patches, by Newton's method: good guesses, which prove nothing but that they are so near.
#pragma once

#include "abut/patch_contact.h"

namespace abut {

/// Sets points and distance by the parameters.
void measure_points(const Patch& a, const Patch& b, double time, PatchPoints& points);

/// Goes downhill from these parameters, within both patches. Never ends farther apart than it began.
PatchPoints approach(const Patch& a, const Patch& b, double time, PatchPoints start, int max_steps);

}  // namespace abut
