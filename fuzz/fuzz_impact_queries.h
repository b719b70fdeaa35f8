// What must hold for any bytes whatever: queries are refused, or all of them are within bounds and read the same again
// with other line ends.
#pragma once

#include <cmath>

#include "fuzz/fuzz_format.h"

namespace abut {

inline bool is_within_bounds(const Motion<4>& motion) {
  for (const auto& points : {motion.start, motion.end})
    for (const Vec3& point : points)
      for (const double x : point)
        if (!(std::abs(x) <= kMaxCoordinate)) return false;
  return true;
}

inline std::string end_lines_with_crlf(const std::string& bytes) {
  std::string out;
  for (const char c : bytes) out += c == '\n' ? "\r\n" : std::string(1, c);
  return out;
}

inline int check_impact_queries(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const Result<ImpactQueries> queries = parse_impact_queries(bytes, true, "input");
  if (!queries) {
    require(queries.error().message.starts_with("input:"), "an error names the file");
    return 0;
  }
  const std::size_t count = queries->motions.size();
  require(count >= 1 && count * 96 <= size + 1, "there is a query, and no more than there are bytes for");
  require(queries->truths.empty() || queries->truths.size() == count, "each query has its truth, or none has");
  const Result<ImpactQueries> again = parse_impact_queries(end_lines_with_crlf(bytes), true, "again");
  require(again && again->motions.size() == count, "line ends do not matter");
  for (std::size_t i = 0; i < count; ++i) {
    const Motion<4>&first = queries->motions[i], &second = again->motions[i];
    require(is_within_bounds(first), "coordinates are within bounds");
    require(first.start == second.start && first.end == second.end, "line ends do not matter");
  }
  return 0;
}

}  // namespace abut
