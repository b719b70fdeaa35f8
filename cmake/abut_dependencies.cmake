# The libraries the library itself stands on, each found here and nowhere else.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(pugixml REQUIRED)  # XML, for SVG
find_package(Boost REQUIRED)  # headers only: Boost.Multiprecision, for predicates on extreme coordinates and for quotients in text
find_package(Threads REQUIRED)
if(ABUT_TBB)
  find_package(TBB QUIET)
endif()
