// What says which cells are grey: the processor, and graphics cards as far as there are some.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "abut/device.h"

namespace abut::reproduce {

struct Backend {
  std::string name;
  std::unique_ptr<DeviceOverlapTest> test;  ///< none: the processor, exactly

  std::string device() const { return test ? test->device_name() : "exact, on one thread"; }
};

struct Backends {
  std::vector<Backend> present;
  std::vector<std::string> absent;  ///< which, and why
};

Backends make_backends();

}  // namespace abut::reproduce
