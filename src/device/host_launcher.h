// Kernels run by the processor.
#pragma once

#include <memory>

#include "abut/memory.h"
#include "device/launcher.h"

namespace abut {

/// In which order kernels are called. What comes out is the same.
enum class HostOrder { forwards, backwards, threads };

std::unique_ptr<Launcher> make_host_launcher(std::size_t limit = MemoryBudget::kUnlimited,
                                             HostOrder order = HostOrder::forwards);

}  // namespace abut
