// Writes scene files, and names their members, along the lists of scene_members.h.
#include "io/json_view.h"
#include "io/scene_members.h"
#include "sim/material_numbers.h"

namespace abut {
namespace {

// Called for each member of an object; puts all of them into JSON.
class MemberWriter {
 public:
  explicit MemberWriter(Json& json) : json_(json) {}

  template <class T, class... Rule>
  void operator()(std::string_view key, T& value, const Rule&... rule);

 private:
  Json& json_;
};

template <class T, class... Rule>
Json to_json(T& value, const Rule&...) {
  return value;
}

template <class Enum, std::size_t N>
Json to_json(Enum& value, const Names<N>& names) requires std::is_enum_v<Enum> {
  return names[static_cast<std::size_t>(value)];
}

Json to_json(Vec3& value, const NumberRule&) { return {value.x(), value.y(), value.z()}; }

template <class T>
requires Listed<T, MemberWriter> Json to_full_json(T& value) {
  Json json = Json::object();
  MemberWriter writer(json);
  list_members(writer, value);
  return json;
}

// Without the members that are as they would be if nothing was said.
template <class T>
requires Listed<T, MemberWriter> Json to_json(T& value) {
  T untouched;
  Json json = to_full_json(value);
  const Json defaults = to_full_json(untouched);
  for (const auto& [key, standard] : defaults.items()) {
    if (json.at(key) == standard) json.erase(key);
  }
  return json;
}

// All corners are asked for, whatever they are.
Json to_json(Box3& box) { return to_full_json(box); }

Json to_json(std::variant<Vec3, AxisTurn>& value, const NumberRule& rule) {
  return value.index() == 0 ? to_json(std::get<Vec3>(value), rule) : to_full_json(std::get<AxisTurn>(value));
}

Json to_json(MaterialDescription& material) {
  if (material.numbers.empty() && !material.preset.empty()) return material.preset;
  Json json = Json::object();
  if (!material.preset.empty()) json["preset"] = material.preset;
  for (const MaterialNumber& number : kMaterialNumbers) {
    const auto found = material.numbers.find(number.name);
    if (found != material.numbers.end()) json[std::string(number.name)] = found->second;
  }
  return json;
}

template <class T, class... Rule>
Json to_json(std::optional<T>& value, const Rule&... rule) {
  return value ? to_json(*value, rule...) : Json();
}

template <class T, class... Rule>
Json to_json(std::vector<T>& values, const Rule&... rule) {
  Json json = Json::array();
  for (T& value : values) json.push_back(to_json(value, rule...));
  return json;
}

// One motion needs no list.
Json to_json(std::vector<SceneMotion>& motions) {
  if (motions.size() == 1) return to_json(motions.front());
  return to_json<SceneMotion>(motions);
}

template <class T, class... Rule>
void MemberWriter::operator()(std::string_view key, T& value, const Rule&... rule) {
  json_[std::string(key)] = to_json(value, rule...);
}

// Called for each member of an object; lists them, and those of the members they have themselves.
class MemberLister {
 public:
  MemberLister(std::vector<SceneMember>& members, std::string prefix) : members_(members), prefix_(std::move(prefix)) {}

  template <class T, class... Rule>
  void operator()(std::string_view key, T& value, const Rule&... rule) {
    const std::string path = prefix_ + std::string(key);
    members_.push_back({path, to_json(value, rule...).dump()});
    descend(path, value);
  }

 private:
  template <class T>
  void descend(const std::string& path, T& value) {
    MemberLister lister(members_, path + ".");
    if constexpr (Listed<T, MemberLister>) list_members(lister, value);
  }
  template <class T>
  void descend(const std::string& path, std::optional<T>&) {
    T value{};
    descend(path, value);
  }
  template <class T>
  void descend(const std::string& path, std::vector<T>&) {
    T value{};
    descend(path + "[]", value);
  }
  void descend(const std::string& path, std::vector<SceneMotion>&) {
    SceneMotion motion;
    descend(path, motion);
    descend(path + "[]", motion);
  }
  void descend(const std::string& path, std::variant<Vec3, AxisTurn>&) {
    AxisTurn turn;
    descend(path, turn);
  }
  void descend(const std::string& path, MaterialDescription&) {
    members_.push_back({path + ".preset", "null"});
    for (const MaterialNumber& number : kMaterialNumbers)
      members_.push_back({path + "." + std::string(number.name), Json(ClothMaterial().*number.member).dump()});
  }

  std::vector<SceneMember>& members_;
  std::string prefix_;
};

// Lists of numbers stay on one line; everything else gets lines of its own.
bool is_flat(const Json& json) {
  return std::all_of(json.begin(), json.end(), [](const Json& item) { return !item.is_structured(); });
}

void append_pretty(std::string& text, const Json& json, int depth) {
  const bool is_plain = !json.is_structured() || json.empty() || (json.is_array() && is_flat(json));
  if (is_plain) {
    text += json.dump(-1, ' ', false, Json::error_handler_t::replace);
    return;
  }
  const std::string indent(static_cast<std::size_t>(2 * depth + 2), ' ');
  text += json.is_array() ? '[' : '{';
  bool is_first = true;
  for (const auto& [key, value] : json.items()) {
    text += is_first ? "\n" : ",\n";
    is_first = false;
    text += indent;
    if (json.is_object()) text += Json(key).dump(-1, ' ', false, Json::error_handler_t::replace) + ": ";
    append_pretty(text, value, depth + 1);
  }
  text += '\n' + indent.substr(2) + (json.is_array() ? ']' : '}');
}

}  // namespace

std::string format_scene(const SceneDescription& scene) {
  SceneDescription copy = scene;
  std::string text;
  append_pretty(text, to_json(copy), 0);
  return text + '\n';
}

std::vector<SceneMember> list_scene_members() {
  std::vector<SceneMember> members;
  SceneDescription scene;
  MemberLister lister(members, "");
  list_members(lister, scene);
  return members;
}

}  // namespace abut
