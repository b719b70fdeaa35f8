// Keeps free what is free: looks at the whole way of a step and takes back what would make features touch that are not
// on the two sides of one contour.
#pragma once

#include "untangle/patches.h"
#include "untangle/relaxation.h"
#include "untangle/tangle.h"

namespace abut {

class Guard {
 public:
  Guard(const Assembly& assembly, TangleFinder& finder) : assembly_(assembly), finder_(finder) {}

  /// Changes `to` until nothing touches on the way that must not. At worst all stays where it was.
  void hold(std::span<const Vec3> from, std::span<Vec3> to, const Patches& patches, const Relaxation& relaxation);

 private:
  bool try_to_hold(std::span<const Vec3> from, std::span<Vec3> to, const Patches& patches,
                   const Relaxation& relaxation);

  const Assembly& assembly_;
  TangleFinder& finder_;
};

}  // namespace abut
