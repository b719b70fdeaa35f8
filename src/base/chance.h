// Chance that is the same every time and at any thread count.
#pragma once

#include <cstdint>
#include <vector>

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

/// Of so many things: whether each is among the share that is overlooked. Empty: none is.
inline std::vector<std::uint8_t> overlook(std::size_t count, double share, std::uint64_t chance) {
  std::vector<std::uint8_t> is_ignored;
  if (!(share > 0)) return is_ignored;
  for (std::size_t i = 0; i < count; ++i) is_ignored.push_back(draw(chance, i) < share);
  return is_ignored;
}

}  // namespace abut
