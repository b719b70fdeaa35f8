// The header of a PLY file: which elements follow, and of which properties each of them is made.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/scalar.h"
#include "io/text_cursor.h"

namespace abut {

struct PlyProperty {
  std::string name;
  Scalar type = Scalar::float32;
  std::optional<Scalar> count_type = {};  ///< set for lists: the type of their length
};

struct PlyElement {
  std::string name;
  std::size_t count = 0;
  std::vector<PlyProperty> properties = {};
};

struct PlyHeader {
  bool is_text = true;
  ByteOrder order = ByteOrder::little;
  std::vector<PlyElement> elements = {};
  std::size_t data_start = 0;  ///< the first byte after the header
  std::size_t data_line = 0;   ///< and its line

  const PlyElement* find_element(std::string_view name) const;
};

/// Throws Failure, also if the elements promise more than the rest of the file can hold.
PlyHeader read_ply_header(std::string_view bytes);

}  // namespace abut
