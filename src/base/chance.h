// Chance that is the same every time and at any thread count.
#pragma once

#include <cstdint>

namespace abut {

/// A number from 0 to 1 that follows from two others and looks random: the finalizer of splitmix64 (Steele, Lea and
/// Flood 2014), which spreads any counter.
inline double draw(std::uint64_t chance, std::uint64_t number) {
  std::uint64_t z = chance * 0x9e3779b97f4a7c15u + number + 0x9e3779b97f4a7c15u;
  for (int round = 0; round < 2; ++round) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
  }
  return static_cast<double>(z >> 11) * 0x1p-53;
}

}  // namespace abut
