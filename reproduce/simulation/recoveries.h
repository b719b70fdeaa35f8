// The ways of recovery that are compared, and how they are called and drawn.
#pragma once

#include "abut/sim.h"
#include "reproduce/plot.h"

namespace abut::reproduce {

struct NamedRecovery {
  const char* name;
  const char* color;
  Recovery scheme;
};

inline constexpr NamedRecovery kRecoveries[] = {{"global", colors::blue, Recovery::global},
                                                {"local", colors::orange, Recovery::local},
                                                {"none", colors::grey, Recovery::none}};

}  // namespace abut::reproduce
