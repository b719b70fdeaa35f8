// What goes into a mass and what comes out of it.
#pragma once

#include "abut/mass.h"

namespace abut {

Status check_density(double density);

/// Whether numbers of doubles were enough for it.
Result<MassProperties> check_measured(const MassProperties& mass);

}  // namespace abut
