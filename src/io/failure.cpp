#include "io/failure.h"

namespace abut {

std::string to_text(const Place& place) {
  switch (place.unit) {
    case Place::Unit::line:
      return fmt::format(":{}", place.number);
    case Place::Unit::byte:
      return fmt::format(": byte {}", place.number);
    case Place::Unit::path:
      break;
  }
  return fmt::format(": {}", place.path);
}

}  // namespace abut
