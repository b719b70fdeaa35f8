// The user's browser.
#pragma once

#include <string>

namespace abut {

/// Asks the desktop to open an address. Nothing happens where there is no desktop, or no way to ask.
void open_browser(const std::string& address);

}  // namespace abut
