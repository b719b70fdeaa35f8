// Along a ray, where a rigid body's inside ends.
#pragma once

#include "abut/rigid_contacts.h"

namespace abut {

/// How far along a way of length 1 the next triangle is; infinite if there is none, or if it looks against the way:
/// then one is not inside. Rounded.
double find_exit(const PlacedRigid& body, const Vec3& from, const Vec3& way);

}  // namespace abut
