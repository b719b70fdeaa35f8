// How far features that are near are to be apart.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/detect.h"
#include "untangle/assembly.h"

namespace abut {

class DistanceTargets {
 public:
  /// The thickness is meant for all that is near, or, if not everywhere, only for what was tangled, at vertices that
  /// are marked, and for what would come nearer than it was.
  DistanceTargets(const Assembly& assembly, double thickness, bool is_everywhere, std::vector<std::uint8_t> was_cut)
      : assembly_(assembly), thickness_(thickness), is_everywhere_(is_everywhere), was_cut_(std::move(was_cut)) {}

  double thickness() const { return thickness_; }
  bool is_everywhere() const { return is_everywhere_; }
  double find(const Proximity& near) const;

 private:
  bool was_tangled(const Proximity& near) const;

  const Assembly& assembly_;
  double thickness_;
  bool is_everywhere_;
  std::vector<std::uint8_t> was_cut_;
};

}  // namespace abut
