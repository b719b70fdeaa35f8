// Small things that kernels need on processors and graphics cards: there, many may come at the same time.
#pragma once

#include <cstdint>

#include "base/on_device.h"

namespace abut {

/// What was there before.
ABUT_DEVICE inline std::uint32_t add_at(std::uint32_t* at, std::uint32_t amount) {
#ifdef __CUDA_ARCH__
  return atomicAdd(at, amount);
#else
  return __atomic_fetch_add(at, amount, __ATOMIC_RELAXED);
#endif
}

ABUT_DEVICE inline void set_bits_at(std::uint32_t* at, std::uint32_t bits) {
#ifdef __CUDA_ARCH__
  atomicOr(at, bits);
#else
  __atomic_fetch_or(at, bits, __ATOMIC_RELAXED);
#endif
}

/// Replaces one value by another. True for the one that did it.
ABUT_DEVICE inline bool replace_at(std::uint32_t* at, std::uint32_t before, std::uint32_t after) {
#ifdef __CUDA_ARCH__
  return atomicCAS(at, before, after) == before;
#else
  return __atomic_compare_exchange_n(at, &before, after, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
#endif
}

/// What is there while others may change it.
ABUT_DEVICE inline std::uint32_t look_at(const std::uint32_t* at) {
#ifdef __CUDA_ARCH__
  return *static_cast<const volatile std::uint32_t*>(at);
#else
  return __atomic_load_n(at, __ATOMIC_RELAXED);
#endif
}

ABUT_DEVICE inline std::uint32_t count_bits(std::uint32_t bits) {
#ifdef __CUDA_ARCH__
  return static_cast<std::uint32_t>(__popc(bits));
#else
  return static_cast<std::uint32_t>(__builtin_popcount(bits));
#endif
}

/// The number of the stretch that an item belongs to, by where stretches start. Some may be empty.
ABUT_DEVICE inline std::uint32_t find_stretch(const std::uint32_t* starts, std::uint32_t count, std::uint32_t item) {
  std::uint32_t first = 0, last = count;
  while (last - first > 1) {
    const std::uint32_t middle = first + (last - first) / 2;
    (starts[middle] <= item ? first : last) = middle;
  }
  return first;
}

}  // namespace abut
