#include "abut/base.h"

namespace abut {

std::string_view version() { return ABUT_VERSION; }

}  // namespace abut
