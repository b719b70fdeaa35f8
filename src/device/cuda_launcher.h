// Kernels run by a graphics card of NVIDIA.
#pragma once

#include <memory>

#include "device/launcher.h"

namespace abut {

/// On the first card there is, in no more memory than the limit and most of what is free. The error says that there is
/// no card or driver.
Result<std::unique_ptr<Launcher>> make_cuda_launcher(std::size_t limit);

}  // namespace abut
