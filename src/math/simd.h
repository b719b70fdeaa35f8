// Short vectors of numbers, as GCC and clang know them: arithmetic and comparisons work lane by lane and compile to
// whatever the processor has. Only what is the same on every machine: no fused operations, no estimates.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#if defined(__AVX__)
#include <immintrin.h>
#endif

namespace abut {

using Float4 = float __attribute__((vector_size(16)));
using Float8 = float __attribute__((vector_size(32)));
using Float16 = float __attribute__((vector_size(64)));
using Int8 = std::int32_t __attribute__((vector_size(32)));
using Int16 = std::int32_t __attribute__((vector_size(64)));
using Double4 = double __attribute__((vector_size(32)));
using Double8 = double __attribute__((vector_size(64)));

/// From memory that need not be aligned.
template <class V, class T>
inline V load(const T* from) {
  V v;
  std::memcpy(&v, from, sizeof(V));
  return v;
}
template <class V, class T>
inline void store(T* to, const V& v) {
  std::memcpy(to, &v, sizeof(V));
}

/// b where neither is smaller, so put the value that may be NaN first to have it left out.
template <class V>
inline V lanes_min(const V& a, const V& b) {
  return a < b ? a : b;
}
template <class V>
inline V lanes_max(const V& a, const V& b) {
  return a > b ? a : b;
}

template <class V>
inline V lanes_abs(const V& v) {
  return lanes_max(v, -v);
}

inline Float8 lanes_sqrt(const Float8& v) {
#if defined(__AVX__)
  return reinterpret_cast<Float8>(_mm256_sqrt_ps(reinterpret_cast<__m256>(v)));
#else
  Float8 root;
  for (int k = 0; k < 8; ++k) root[k] = std::sqrt(v[k]);
  return root;
#endif
}

inline Float8 join_halves(const Float4& a, const Float4& b) {
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
}
inline Float4 first_half(const Float8& v) { return __builtin_shufflevector(v, v, 0, 1, 2, 3); }
inline Float4 second_half(const Float8& v) { return __builtin_shufflevector(v, v, 4, 5, 6, 7); }
inline Float8 swap_halves(const Float8& v) { return __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3); }

/// (y, z, x, w)
inline Float4 rotate_xyz(const Float4& v) { return __builtin_shufflevector(v, v, 1, 2, 0, 3); }

/// The cross product of the first three lanes.
inline Float4 cross_xyz(const Float4& u, const Float4& v) { return rotate_xyz(u * rotate_xyz(v) - rotate_xyz(u) * v); }

inline float min_xyz(const Float4& v) {
  const float m = v[0] < v[1] ? v[0] : v[1];
  return m < v[2] ? m : v[2];
}

/// True if a[k] <= b[k] for k = 0, 1, 2, 4, 5, 6: for all lanes but the last of each half.
inline bool test_less_equal_xyz(const Float8& a, const Float8& b) {
#if defined(__AVX__)
  constexpr int kLanes = 0b01110111;
  return (_mm256_movemask_ps(_mm256_cmp_ps(reinterpret_cast<__m256>(a), reinterpret_cast<__m256>(b), _CMP_LE_OQ)) &
          kLanes) == kLanes;
#else
  return a[0] <= b[0] && a[1] <= b[1] && a[2] <= b[2] && a[4] <= b[4] && a[5] <= b[5] && a[6] <= b[6];
#endif
}

inline constexpr Int16 kSignBits = Int16{} + std::numeric_limits<std::int32_t>::min();
/// Changes the sign where `signs` has the sign bit, and only that, set.
inline Float16 flip_signs(const Float16& v, const Int16& signs) {
  return reinterpret_cast<Float16>(reinterpret_cast<Int16>(v) ^ signs);
}
/// Bit k is set if signs[k] has the sign bit.
inline std::uint32_t mask_signs(const Int16& signs) {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
  return _mm512_movepi32_mask(reinterpret_cast<__m512i>(signs));
#else
  std::uint32_t mask = 0;
  for (int k = 0; k < 16; ++k) mask |= static_cast<std::uint32_t>(signs[k] < 0) << k;
  return mask;
#endif
}

inline std::uint32_t mask_signs(const Int8& signs) {
#if defined(__AVX__)
  return static_cast<std::uint32_t>(_mm256_movemask_ps(reinterpret_cast<__m256>(signs)));
#else
  std::uint32_t mask = 0;
  for (int k = 0; k < 8; ++k) mask |= static_cast<std::uint32_t>(signs[k] < 0) << k;
  return mask;
#endif
}

/// Bit k is set if a[k] > b[k].
inline std::uint32_t mask_greater(const Float16& a, const Float16& b) {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
  return _mm512_cmp_ps_mask(reinterpret_cast<__m512>(a), reinterpret_cast<__m512>(b), _CMP_GT_OQ);
#else
  std::uint32_t mask = 0;
  for (int k = 0; k < 16; ++k) mask |= static_cast<std::uint32_t>(a[k] > b[k]) << k;
  return mask;
#endif
}
inline std::uint32_t mask_greater(const Float4& a, const Float4& b) {
#if defined(__AVX__)
  return static_cast<std::uint32_t>(
      _mm_movemask_ps(_mm_cmp_ps(reinterpret_cast<__m128>(a), reinterpret_cast<__m128>(b), _CMP_GT_OQ)));
#else
  std::uint32_t mask = 0;
  for (int k = 0; k < 4; ++k) mask |= static_cast<std::uint32_t>(a[k] > b[k]) << k;
  return mask;
#endif
}
inline std::uint32_t mask_greater(const Double4& a, const Double4& b) {
#if defined(__AVX__)
  return static_cast<std::uint32_t>(
      _mm256_movemask_pd(_mm256_cmp_pd(reinterpret_cast<__m256d>(a), reinterpret_cast<__m256d>(b), _CMP_GT_OQ)));
#else
  std::uint32_t mask = 0;
  for (int k = 0; k < 4; ++k) mask |= static_cast<std::uint32_t>(a[k] > b[k]) << k;
  return mask;
#endif
}
inline std::uint32_t mask_greater(const Double8& a, const Double8& b) {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
  return _mm512_cmp_pd_mask(reinterpret_cast<__m512d>(a), reinterpret_cast<__m512d>(b), _CMP_GT_OQ);
#else
  std::uint32_t mask = 0;
  for (int k = 0; k < 8; ++k) mask |= static_cast<std::uint32_t>(a[k] > b[k]) << k;
  return mask;
#endif
}

}  // namespace abut
