// Who says which cells of sphere trees are grey: the processor, or a graphics card.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "abut/device.h"

namespace abut {

struct OverlapChoice {
  std::string backend = "cpu";              ///< cpu, gl or cuda
  std::unique_ptr<DeviceOverlapTest> test;  ///< none: the processor
  std::vector<std::string> notes;
};

/// What --backend may be.
inline const std::vector<std::string> kBackends = {"cpu", "gl", "cuda", "auto"};

/// The one that was asked for; the error says why it is not there. With auto, a graphics card if there is one, and a
/// note if there is none.
Result<OverlapChoice> choose_overlap_test(const std::string& backend);

}  // namespace abut
