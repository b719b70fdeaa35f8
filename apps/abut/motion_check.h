// abut check --motion: what touches on the way from one shape to another, and when first?
#pragma once

#include "check_options.h"

namespace abut {

ExitCode check_motion(const CheckOptions& options);

}  // namespace abut
