// Line plots with a logarithmic y axis, and a logarithmic or even x axis. Each line is named at its end, in its colour,
// so there is no key to look up.
#pragma once

#include <string>
#include <vector>

#include "abut/math.h"

namespace abut::reproduce {

struct PlotLine {
  std::string name;
  std::string color;
  std::vector<Vec2> points;  ///< by ascending x; what is 0 (or below the axis) stands on the axis
  bool is_dashed = false;    ///< for what was not measured: a paper's numbers, a slope to compare with
};

struct Plot {
  std::string title, x_name, y_name;
  std::vector<PlotLine> lines;
  double least_y = 0;       ///< where the y axis begins; 0: below the least y
  bool has_even_x = false;  ///< equal distances are equal differences, from 0 on; else equal factors
};

/// The plot as SVG.
std::string draw(const Plot& plot);

/// Colours that stay apart, also for the colour-blind, on a light ground.
namespace colors {
inline constexpr const char* blue = "#0072b2";
inline constexpr const char* orange = "#d55e00";
inline constexpr const char* green = "#00805f";
inline constexpr const char* purple = "#a0508c";
inline constexpr const char* grey = "#6e6e6e";
}  // namespace colors

}  // namespace abut::reproduce
