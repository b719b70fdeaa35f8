// Reads the numbers of a glTF accessor, which is a way of looking at a range of a buffer: type, stride, and perhaps a
// sparse list of exceptions.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "io/gltf_document.h"

namespace abut {

/// Where an accessor's elements stand. Made by find_accessor, which has checked that all of them lie in the buffer.
struct GltfAccessor {
  std::size_t count = 0;
  int components = 1;  ///< 1 for SCALAR, 3 for VEC3
  Scalar type = Scalar::float32;
  bool normalized = false;
  std::optional<std::size_t> buffer = {};  ///< without one all elements are zero
  std::size_t offset = 0;                  ///< of the first element in the buffer
  std::size_t stride = 0;
  bool is_sparse = false;

  std::size_t element_size() const { return components * scalar_size(type); }
};

/// Throws Failure if accessors[index] is not there, not of `components` components, or reaches out of its buffer.
GltfAccessor find_accessor(const GltfDocument& document, std::size_t index, int components);

/// All components of all elements, one after the other, with sparse exceptions and normalization applied.
std::vector<double> read_accessor(const GltfDocument& document, std::size_t index, int components);

}  // namespace abut
