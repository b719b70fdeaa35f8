// An untangling, and all states it went through.
#pragma once

#include "reproduce/contour_minimisation/ready_tangle.h"

namespace abut::reproduce {

struct Recording {
  UntangleReport report;
  std::vector<Positions> states;  ///< before each iteration
  std::vector<double> seconds;    ///< of each iteration but the last, from the start of one to that of the next

  std::size_t crossings_at(std::size_t iteration) const;  ///< before this iteration; 0 after the last, if clean
};

/// On one thread; what the recording itself takes does not count.
Recording record(const ReadyTangle& tangle, UntangleSettings settings);

/// The same on all threads, and only what it comes to.
UntangleReport run(const ReadyTangle& tangle, const UntangleSettings& settings);

/// "12 iterations", or what is left.
std::string format_outcome(const UntangleReport& report);

}  // namespace abut::reproduce
