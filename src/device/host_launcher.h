// Kernels run by the processor, one number after the other.
#pragma once

#include <memory>

#include "abut/memory.h"
#include "device/launcher.h"

namespace abut {

std::unique_ptr<Launcher> make_host_launcher(std::size_t limit = MemoryBudget::kUnlimited);

}  // namespace abut
