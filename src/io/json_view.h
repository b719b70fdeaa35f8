// A JSON value together with its path in the file, so that every complaint can say where: accessors[3].byteOffset.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace abut {

using Json = nlohmann::ordered_json;

/// How a complaint about text that is no JSON says where. Programs write some files; people write others, which are
/// held to one more rule: no member comes twice, since nobody could tell which one counts.
enum class JsonPlaces { bytes, lines };

/// Parses untrusted text; throws Failure. Depth and members per object are bounded, see the source.
Json parse_json(std::string_view text, JsonPlaces places = JsonPlaces::bytes);

class JsonView {
 public:
  explicit JsonView(const Json& value, std::string path = "") : value_(&value), path_(std::move(path)) {}

  const std::string& path() const { return path_; }
  const Json& value() const { return *value_; }

  /// The member of an object; nothing if it is not there.
  std::optional<JsonView> find(std::string_view key) const;
  /// The member of an object; throws Failure if it is not there.
  JsonView at(std::string_view key) const;
  /// The element of an array; throws Failure if there is none.
  JsonView at(std::size_t index) const;
  /// The number of elements of an array; throws Failure if it is none.
  std::size_t size() const;

  std::size_t to_size() const;  ///< a whole number, not negative
  double to_number() const;     ///< finite, since JSON knows nothing else
  const std::string& to_string() const;
  bool to_bool() const;

 private:
  const Json* value_;
  std::string path_;
};

/// The whole number of a member, or `fallback` if it is not there.
std::size_t size_or(const JsonView& object, std::string_view key, std::size_t fallback);

}  // namespace abut
