// Scenes to simulate by name: the files of examples/, as part of the program.
#pragma once

#include <span>
#include <string_view>

namespace abut {

struct SimulationInfo {
  std::string_view name;
  std::string_view json;
  bool can_be_simulated = true;  ///< else obstacles alone
};

std::span<const SimulationInfo> list_simulations();

}  // namespace abut
