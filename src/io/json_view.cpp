// Reads JSON that may say anything.
#include "io/json_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "io/failure.h"

namespace abut {
namespace {

// What nlohmann::json says, without its own error number in front.
std::string describe(const std::exception& error) {
  const std::string_view text = error.what();
  const std::size_t number_end = text.find("] ");
  return printable(text.substr(number_end == text.npos ? 0 : number_end + 2, 200));
}

// The same about a line and a column, which stand before the colon: "parse error at line 3, column 7: ...".
[[noreturn]] void fail_at_line(std::string_view text, std::size_t byte, const std::exception& error) {
  const std::string_view before = text.substr(0, std::min(byte == 0 ? 0 : byte - 1, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t column = before.size() - (before.rfind('\n') == before.npos ? 0 : before.rfind('\n') + 1) + 1;
  const std::string what = describe(error);
  const std::size_t place_end = what.find(": ");
  throw Failure{
      fmt::format(":{}:{}: no valid JSON: {}", line, column, what.substr(place_end == what.npos ? 0 : place_end + 2))};
}

// Json is copied and written recursively, and a member is looked up by walking through all of its object. Both are
// fine for the files of this world; the bounds keep a hostile one from eating the stack or hours.
constexpr int kMaxDepth = 100;
constexpr int kMaxMembers = 1000;

class JsonLimits {
 public:
  explicit JsonLimits(bool refuses_twins) : refuses_twins_(refuses_twins) {}

  bool operator()(int depth, Json::parse_event_t event, Json& parsed) {
    if (depth >= kMaxDepth) fail("JSON nested more than {} deep found", kMaxDepth);
    if (event == Json::parse_event_t::object_start) {
      member_counts_[depth + 1] = 0;
      names_[depth + 1].clear();
    }
    if (event == Json::parse_event_t::key && ++member_counts_[depth] > kMaxMembers)
      fail("JSON object with more than {} members found", kMaxMembers);
    if (event == Json::parse_event_t::key && refuses_twins_) refuse_twin(parsed.get_ref<const std::string&>(), depth);
    return true;
  }

 private:
  void refuse_twin(const std::string& name, int depth) {
    if (!names_[depth].insert(name).second) fail("member {} found twice in one object", quote(name));
  }

  bool refuses_twins_;
  std::array<int, kMaxDepth + 1> member_counts_ = {};
  std::array<std::set<std::string>, kMaxDepth + 1> names_;
};

}  // namespace

Json parse_json(std::string_view text, JsonPlaces places) {
  try {
    return Json::parse(text, JsonLimits(places == JsonPlaces::lines));
  } catch (const Json::parse_error& error) {
    if (places == JsonPlaces::lines) fail_at_line(text, error.byte, error);
    fail_at(byte_place(error.byte), "no valid JSON: {}", describe(error));
  } catch (const Json::exception& error) {  // a number beyond the range of double
    fail("no valid JSON: {}", describe(error));
  }
}

std::optional<JsonView> JsonView::find(std::string_view key) const {
  if (!value_->is_object()) fail_at(path_, "{} found, expected an object", value_->type_name());
  const auto member = value_->find(key);
  if (member == value_->end()) return std::nullopt;
  return JsonView(*member, path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key));
}

JsonView JsonView::at(std::string_view key) const {
  if (auto member = find(key)) return *std::move(member);
  fail_at(path_.empty() ? "top level" : path_, "no member '{}' found", key);
}

JsonView JsonView::at(std::size_t index) const {
  if (index >= size()) fail_at(path_, "element {} is asked for, but there are {}", index, size());
  return JsonView((*value_)[index], fmt::format("{}[{}]", path_, index));
}

std::size_t JsonView::size() const {
  if (!value_->is_array()) fail_at(path_, "{} found, expected an array", value_->type_name());
  return value_->size();
}

std::size_t JsonView::to_size() const {
  constexpr double kLargest = 9007199254740992.0;  // up to here doubles are whole numbers; some exporters write 3.0
  const double number = value_->is_number() ? value_->get<double>() : -1;
  if (!(number >= 0 && number <= kLargest) || number != std::trunc(number))
    fail_at(path_, "{} found, expected a whole number that is not negative",
            value_->is_number() ? value_->dump() : value_->type_name());
  return static_cast<std::size_t>(number);
}

double JsonView::to_number() const {
  if (!value_->is_number()) fail_at(path_, "{} found, expected a number", value_->type_name());
  return value_->get<double>();
}

const std::string& JsonView::to_string() const {
  if (!value_->is_string()) fail_at(path_, "{} found, expected a string", value_->type_name());
  return value_->get_ref<const std::string&>();
}

bool JsonView::to_bool() const {
  if (!value_->is_boolean()) fail_at(path_, "{} found, expected true or false", value_->type_name());
  return value_->get<bool>();
}

std::size_t size_or(const JsonView& object, std::string_view key, std::size_t fallback) {
  const auto member = object.find(key);
  return member ? member->to_size() : fallback;
}

}  // namespace abut
