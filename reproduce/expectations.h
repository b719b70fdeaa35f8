// What a paper leads one to expect of us, or what we ask of ourselves, beside what was measured.
#pragma once

#include <string>
#include <vector>

#include "reproduce/report.h"

namespace abut::reproduce {

struct Expectation {
  std::string what, expected, measured;
  bool is_met = false;
};
using Expectations = std::vector<Expectation>;

/// The table that closes a chapter.
void report_expectations(Report& report, const Expectations& expectations);

}  // namespace abut::reproduce
