#include "io/animation_sink.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "io/file_access.h"
#include "io/scalar.h"

namespace abut {

bool AnimationSink::may_replace(const std::filesystem::path& file) const {
  const auto paths = files();
  return std::any_of(paths.begin(), paths.end(), [&](const auto& path) { return is_same_file(path, file); });
}

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string make_identifier(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !is_digit(c) && !is_letter(c); }, '_');
  if (name.empty()) return "mesh";
  return is_digit(name[0]) ? "_" + name : name;
}

}  // namespace

std::string to_lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

std::vector<std::string> make_identifiers(std::span<const AnimatedMesh> meshes) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const AnimatedMesh& mesh : meshes) {
    const std::string stem = make_identifier(mesh.name);
    std::string name = stem;
    for (int number = 2; !taken.insert(to_lower(name)).second; ++number) name = fmt::format("{}_{}", stem, number);
    names.push_back(std::move(name));
  }
  return names;
}

std::string format_floats(std::span<const Vec3> positions) {
  std::string out;
  out.reserve(3 * scalar_size(Scalar::float32) * positions.size());
  for (const Vec3& position : positions)
    for (const double x : position) append_scalar(out, x, Scalar::float32, ByteOrder::little);
  return out;
}

}  // namespace abut
