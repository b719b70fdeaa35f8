// A 64-bit digest (FNV-1a) of a list of numbers: equal lists give equal digests on every machine.
#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace abut {

class Digest {
 public:
  void add(std::uint64_t value) {
    for (int byte = 0; byte < 8; ++byte) {
      state_ = (state_ ^ ((value >> (8 * byte)) & 0xff)) * 0x100000001b3ull;
    }
  }
  std::string text() const { return fmt::format("{:016x}", state_); }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325ull;
};

}  // namespace abut
