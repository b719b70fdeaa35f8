// What reports call strategies and obstructions.
#include "abut/untangle.h"

namespace abut {

std::string_view strategy_name(Strategy strategy) {
  constexpr std::string_view names[] = {"contour_length", "region", "layers", "flattening"};
  return names[static_cast<int>(strategy)];
}

std::string_view obstruction_name(Obstruction obstruction) {
  constexpr std::string_view names[] = {"joined", "pinned", "squeezed", "not_resolved"};
  return names[static_cast<int>(obstruction)];
}

}  // namespace abut
