# Makes the scenes of examples/ part of a C++ file: sets simulations_source to it.
file(GLOB scene_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*.json)
set(rows "")
foreach(file ${scene_files})
  get_filename_component(name ${file} NAME_WE)
  file(READ ${file} text)
  # Obstacles alone are for abut spheres.
  string(REGEX MATCH "\"(cloths|solids|robots)\"" can_be_simulated "${text}")
  if(can_be_simulated STREQUAL "")
    set(can_be_simulated false)
  else()
    set(can_be_simulated true)
  endif()
  string(APPEND rows "    {\"${name}\", R\"scene(${text})scene\", ${can_be_simulated}},\n")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
endforeach()
set(simulations_source ${PROJECT_BINARY_DIR}/scenes/simulations.cpp)
file(CONFIGURE OUTPUT ${simulations_source} @ONLY CONTENT [[
#include "scenes/simulations.h"

namespace abut {
namespace {

constexpr SimulationInfo kSimulations[] = {
@rows@};

}  // namespace

std::span<const SimulationInfo> list_simulations() { return kSimulations; }

}  // namespace abut
]])
