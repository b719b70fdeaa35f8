// Where the numbers come from.
#pragma once

#include <string>

namespace abut::reproduce {

/// Processor, threads and compiler in words.
std::string describe_machine();

}  // namespace abut::reproduce
