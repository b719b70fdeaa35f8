// A tree whose super boxes are turned in one of several ways: the paper's two, and others to compare them with. They
// all enclose the same boxes of single pieces.
#pragma once

#include "abut/outline_tree.h"

namespace abut::reproduce {

/// Where the paper's second method has no coarse piece for a box, it is turned by the first; so it is with those like
/// it.
enum class Adaptation : std::uint8_t {
  elementary,       ///< the paper's first method
  multiresolution,  ///< its second, with the library's wavelets, which are semi-orthogonal
  short_filters,    ///< its second, with bi-orthogonal wavelets of short filters (halve_shortly)
  five_points,      ///< like the second, but with samples of the curve itself, none of its detail taken away
  smallest,         ///< the best there is
};

/// For tables and plots.
struct NamedAdaptation {
  const char* name;
  const char* color;
  Adaptation adaptation;
};
inline constexpr NamedAdaptation kAdaptations[] = {{"elementary", "#0072b2", Adaptation::elementary},
                                                   {"multiresolution", "#d55e00", Adaptation::multiresolution},
                                                   {"short filters", "#a0508c", Adaptation::short_filters},
                                                   {"five points", "#00805f", Adaptation::five_points},
                                                   {"smallest", "#6e6e6e", Adaptation::smallest}};
inline constexpr std::size_t kAdaptationCount = std::size(kAdaptations);

struct BoxedTree {
  OutlineTree tree;
  std::vector<OrientedBox2> boxes;  ///< of its nodes
};

BoxedTree make_boxed_tree(const Outline& outline, Adaptation adaptation);

/// The periodic curve with half as many control points, by the wavelets of Cohen, Daubechies and Feauveau that have
/// four and two vanishing moments, lifted as in Daubechies and Sweldens (1998). The library's differ in the last step,
/// where they solve for the nearest curve.
std::vector<Vec2> halve_shortly(std::span<const Vec2> points);

/// With less and less detail, itself the first: as make_levels, by either wavelets.
std::vector<Loop> make_coarse_loops(const Loop& loop, Adaptation adaptation);

}  // namespace abut::reproduce
