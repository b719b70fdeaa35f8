// Reads scene files along the lists of scene_members.h.
#include <cmath>

#include "abut/io.h"
#include "io/failure.h"
#include "io/file_access.h"
#include "io/json_view.h"
#include "io/scene_checks.h"
#include "io/scene_members.h"
#include "io/suggestion.h"
#include "sim/material_numbers.h"

namespace abut {
namespace {

// Called for each member of an object; remembers their names, so that others can be told.
class MemberReader {
 public:
  explicit MemberReader(const JsonView& view) : view_(view) {}

  template <class T, class... Rule>
  void operator()(std::string_view key, T& value, const Rule&... rule);
  void refuse_others() const;

 private:
  const JsonView& view_;
  std::vector<std::string_view> known_;
};

void MemberReader::refuse_others() const {
  view_.find("");  // refuses what is no object
  for (const auto& [key, value] : view_.value().items()) {
    if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
    if (view_.path().empty() && key == "$schema") continue;  // is for editors
    fail_at(member_path(view_, printable(key.substr(0, 100))), "unknown member found{}", suggest(key, known_));
  }
}

std::string describe_rule(const NumberRule& rule, std::string_view kind) {
  if (rule.highest < kLargestNumber) return fmt::format("{} from {} to {}", kind, rule.lowest, rule.highest);
  if (rule.lowest == 0) return fmt::format("{} {}", kind, rule.is_open ? "above 0" : "that is not negative");
  return fmt::format("{} within {}", kind, kLargestNumber);
}

double read_number(const JsonView& view, const NumberRule& rule, std::string_view kind) {
  const double number = view.to_number();
  const bool is_beyond = !(number >= rule.lowest && number <= rule.highest) || (rule.is_open && number == rule.lowest);
  if (!is_beyond) return number;
  const bool is_too_large = number > kLargestNumber && rule.highest >= kLargestNumber;
  fail_at(view.path(), "{} found, expected {}", view.value().dump(),
          is_too_large ? fmt::format("{} within {}", kind, kLargestNumber) : describe_rule(rule, kind));
}

void read_value(const JsonView& view, double& value, const NumberRule& rule) {
  value = read_number(view, rule, "a number");
}

void read_value(const JsonView& view, int& value, const NumberRule& rule) {
  const double number = read_number(view, rule, "a whole number");
  if (number != std::trunc(number)) fail_at(view.path(), "{} found, expected a whole number", view.value().dump());
  value = static_cast<int>(number);
}

void read_value(const JsonView& view, std::uint64_t& value) { value = view.to_size(); }
void read_value(const JsonView& view, bool& value) { value = view.to_bool(); }

void read_value(const JsonView& view, std::uint32_t& value) {
  const std::size_t number = view.to_size();
  if (number > kMaxElements) fail_at(view.path(), "{} found, expected the number of a vertex", number);
  value = static_cast<std::uint32_t>(number);
}

void read_value(const JsonView& view, std::string& value) {
  value = view.to_string();
  if (value.empty()) fail_at(view.path(), "an empty string found");
  if (value.find('\0') != value.npos) fail_at(view.path(), "a zero byte found");
}

template <std::size_t N>
void read_value(const JsonView& view, std::string& value, const Names<N>& names) {
  const std::string& text = view.to_string();
  if (std::find(names.begin(), names.end(), text) == names.end())
    fail_at(view.path(), "{} found, expected one of {}{}", quote(text), fmt::join(names, ", "), suggest(text, names));
  value = text;
}

template <class Enum, std::size_t N>
void read_value(const JsonView& view, Enum& value, const Names<N>& names) requires std::is_enum_v<Enum> {
  std::string name;
  read_value(view, name, names);
  value = static_cast<Enum>(std::find(names.begin(), names.end(), name) - names.begin());
}

template <class List>
void read_numbers(const JsonView& view, List& values, std::size_t count, const NumberRule& rule) {
  if (view.size() != count) fail_at(view.path(), "{} elements found, expected {}", view.size(), count);
  for (std::size_t i = 0; i < count; ++i) read_value(view.at(i), values[static_cast<int>(i)], rule);
}

void read_value(const JsonView& view, Vec3& value, const NumberRule& rule) { read_numbers(view, value, 3, rule); }

template <class Number, std::size_t N>
void read_value(const JsonView& view, std::array<Number, N>& value, const NumberRule& rule) {
  read_numbers(view, value, N, rule);
}

void read_value(const JsonView& view, std::array<std::string, 2>& value) {
  if (view.size() != 2) fail_at(view.path(), "{} elements found, expected 2", view.size());
  for (std::size_t i = 0; i < 2; ++i) read_value(view.at(i), value[i]);
}

template <class T>
requires Listed<T, MemberReader>
void read_value(const JsonView& view, T& value) {
  MemberReader reader(view);
  list_members(reader, value);
  reader.refuse_others();
  check_members(view, value);
}

void read_value(const JsonView& view, std::variant<Vec3, AxisTurn>& value, const NumberRule& rule) {
  if (view.value().is_object()) return read_value(view, value.emplace<AxisTurn>());
  read_value(view, value.emplace<Vec3>(), rule);
}

void read_value(const JsonView& view, MaterialDescription& material) {
  if (view.value().is_string()) {
    read_value(view, material.preset);
    return check_members(view, material);
  }
  MemberReader reader(view);
  reader("preset", material.preset);
  for (const MaterialNumber& number : kMaterialNumbers) {
    std::optional<double> value;
    reader(number.name, value, number.is_positive ? kAboveZero : kNotNegative);
    if (value) material.numbers.emplace(number.name, *value);
  }
  reader.refuse_others();
  check_members(view, material);
}

template <class T, class... Rule>
void read_value(const JsonView& view, std::optional<T>& value, const Rule&... rule) {
  read_value(view, value.emplace(), rule...);
}

// One motion needs no list.
void read_value(const JsonView& view, std::vector<SceneMotion>& motions) {
  if (!view.value().is_array()) return read_value(view, motions.emplace_back());
  for (std::size_t i = 0; i < view.size(); ++i) read_value(view.at(i), motions.emplace_back());
}

template <class T, class... Rule>
void read_value(const JsonView& view, std::vector<T>& values, const Rule&... rule) {
  const std::size_t count = view.size();
  for (std::size_t i = 0; i < count; ++i) read_value(view.at(i), values.emplace_back(), rule...);
}

template <class T, class... Rule>
void MemberReader::operator()(std::string_view key, T& value, const Rule&... rule) {
  known_.push_back(key);
  if (const auto member = view_.find(key)) read_value(*member, value, rule...);
}

}  // namespace

Result<SceneDescription> parse_scene(std::string_view json, std::string_view name) {
  const std::string source = printable(name);
  return catch_failure(source, [&] {
    const Json document = parse_json(json, JsonPlaces::lines);
    if (!document.is_object()) fail_at("top level", "{} found, expected an object", document.type_name());
    SceneDescription scene;
    scene.source = source;
    read_value(JsonView(document), scene);
    return scene;
  });
}

Result<SceneDescription> read_scene(const std::filesystem::path& path) {
  const Result<std::string> bytes = read_file(path);
  return bytes ? parse_scene(*bytes, path.string()) : Result<SceneDescription>(bytes.error());
}

}  // namespace abut
