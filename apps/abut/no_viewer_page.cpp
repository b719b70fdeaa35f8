// Stands in for the page where the program is built without it.
#include "viewer_page.h"

namespace abut {

std::string_view viewer_page() { return {}; }

}  // namespace abut
