// What somebody may have meant who wrote a name that is not known.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace abut {

/// " (did you mean 'density'?)" if one of the names is near; otherwise nothing.
std::string suggest(std::string_view name, std::span<const std::string_view> names);

}  // namespace abut
