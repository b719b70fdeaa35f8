// Reads the header line by line. Order of lines: "ply", then anything, where each property belongs to the element
// before it, up to "end_header". Unknown words are errors: nobody could tell how many bytes they stand for.
#include "io/ply_header.h"

#include <algorithm>
#include <array>
#include <utility>

#include "io/failure.h"
#include "io/number.h"

namespace abut {
namespace {

constexpr std::array<std::pair<std::string_view, Scalar>, 16> kTypes = {{{"char", Scalar::int8},
                                                                         {"int8", Scalar::int8},
                                                                         {"uchar", Scalar::uint8},
                                                                         {"uint8", Scalar::uint8},
                                                                         {"short", Scalar::int16},
                                                                         {"int16", Scalar::int16},
                                                                         {"ushort", Scalar::uint16},
                                                                         {"uint16", Scalar::uint16},
                                                                         {"int", Scalar::int32},
                                                                         {"int32", Scalar::int32},
                                                                         {"uint", Scalar::uint32},
                                                                         {"uint32", Scalar::uint32},
                                                                         {"float", Scalar::float32},
                                                                         {"float32", Scalar::float32},
                                                                         {"double", Scalar::float64},
                                                                         {"float64", Scalar::float64}}};

// Far more than any file has; names are looked up one by one, which must not take forever.
constexpr std::size_t kMaxNames = 1000;

class HeaderReader {
 public:
  explicit HeaderReader(std::string_view bytes) : bytes_(bytes), cursor_(bytes, {}) {}

  PlyHeader read() {
    if (cursor_.read_word() != "ply") fail_at(line(), "{} found, expected 'ply'", quote(bytes_.substr(0, 8)));
    cursor_.skip_line();
    while (read_line()) {
    }
    if (!has_format_) fail_at(line(), "header without a format line found");
    header_.data_start = cursor_.offset();
    header_.data_line = cursor_.line();
    for (const PlyElement& element : header_.elements) require_room(element);
    return std::move(header_);
  }

 private:
  // False after the last line.
  bool read_line() {
    if (cursor_.at_end()) fail_at(line(), "end of file found, expected 'end_header'");
    const std::string_view keyword = cursor_.read_word();
    if (keyword == "format")
      read_format();
    else if (keyword == "element")
      read_element();
    else if (keyword == "property")
      read_property();
    else if (keyword != "comment" && keyword != "obj_info" && keyword != "end_header" && !keyword.empty())
      fail_at(line(), "{} found, expected 'element', 'property', 'comment' or 'end_header'", quote(keyword));
    cursor_.skip_line();
    return keyword != "end_header";
  }

  void read_format() {
    const std::string_view format = cursor_.read_word();
    if (format != "ascii" && format != "binary_little_endian" && format != "binary_big_endian")
      fail_at(line(), "format {} found, expected ascii, binary_little_endian or binary_big_endian", quote(format));
    const std::string_view version = cursor_.read_word();
    if (version != "1.0") fail_at(line(), "version {} found, expected 1.0", quote(version));
    header_.is_text = format == "ascii";
    header_.order = format == "binary_big_endian" ? ByteOrder::big : ByteOrder::little;
    has_format_ = true;
  }

  void read_element() {
    const std::string_view name = cursor_.read_word();
    const std::string_view word = cursor_.read_word();
    const auto count = parse_integer(word);
    if (!count || *count < 0) fail_at(line(), "{} found, expected the number of {} elements", quote(word), quote(name));
    if (header_.find_element(name)) fail_at(line(), "element {} found a second time", quote(name));
    if (header_.elements.size() >= kMaxNames) fail_at(line(), "more than {} elements found", kMaxNames);
    header_.elements.push_back({.name = std::string(name), .count = static_cast<std::size_t>(*count)});
  }

  void read_property() {
    if (header_.elements.empty()) fail_at(line(), "property found before any element");
    PlyProperty property;
    std::string_view word = cursor_.read_word();
    if (word == "list") {
      property.count_type = parse_type(cursor_.read_word());
      if (!is_integer(*property.count_type)) fail_at(line(), "list with a length of type float found");
      word = cursor_.read_word();
    }
    property.type = parse_type(word);
    property.name = cursor_.read_word();
    auto& properties = header_.elements.back().properties;
    if (property.name.empty()) fail_at(line(), "property without a name found");
    if (std::any_of(properties.begin(), properties.end(), [&](auto& other) { return other.name == property.name; }))
      fail_at(line(), "property {} found a second time", quote(property.name));
    if (properties.size() >= kMaxNames) fail_at(line(), "more than {} properties found", kMaxNames);
    properties.push_back(std::move(property));
  }

  Scalar parse_type(std::string_view word) {
    const auto found = std::find_if(kTypes.begin(), kTypes.end(), [&](auto& type) { return type.first == word; });
    if (found == kTypes.end())
      fail_at(line(), "type {} found, expected one such as uchar, int32 or float", quote(word));
    return found->second;
  }

  // Before anything is allocated: can what is left of the file hold so many? A list takes at least its length, and a
  // number in text at least a digit and a separator.
  void require_room(const PlyElement& element) {
    std::size_t least = 0;
    for (const PlyProperty& property : element.properties)
      least += header_.is_text ? 2 : scalar_size(property.count_type.value_or(property.type));
    const std::size_t left = bytes_.size() - header_.data_start + 1;  // the last number may lack its separator
    if (least > 0 && element.count > left / least)
      fail_at(line(), "{} elements {} promised, but only {} bytes follow", element.count, quote(element.name),
              left - 1);
  }

  Place line() const { return line_place(cursor_.line()); }

  std::string_view bytes_;
  TextCursor cursor_;
  PlyHeader header_;
  bool has_format_ = false;
};

}  // namespace

const PlyElement* PlyHeader::find_element(std::string_view name) const {
  const auto found =
      std::find_if(elements.begin(), elements.end(), [&](auto& element) { return element.name == name; });
  return found == elements.end() ? nullptr : &*found;
}

PlyHeader read_ply_header(std::string_view bytes) { return HeaderReader(bytes).read(); }

}  // namespace abut
