#include "support/rigid_truth.h"

#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace abut::test {
namespace {

// <NAME key="value" ...>
struct Tag {
  std::string name;
  std::map<std::string, std::string> values;

  template <std::size_t N>
  std::array<double, N> numbers(const std::string& key) const {
    std::istringstream text(values.at(key));
    std::array<double, N> all{};
    for (double& number : all) text >> number;
    if (!text) throw std::runtime_error(name + " " + key);
    return all;
  }
  double number(const std::string& key) const { return numbers<1>(key)[0]; }
};

std::string strip(std::string text) {
  std::erase_if(text, [](char c) { return std::isspace(static_cast<unsigned char>(c)) || c == '=' || c == '/'; });
  return text;
}

Tag parse_tag(const std::string& text) {
  Tag tag{text.substr(0, text.find_first_of(" \t\r\n/>")), {}};
  std::size_t at = tag.name.size();
  while (true) {
    const std::size_t begin = text.find('"', at), end = text.find('"', begin + 1);
    if (begin == std::string::npos || end == std::string::npos) return tag;
    tag.values[strip(text.substr(at, begin - at))] = text.substr(begin + 1, end - begin - 1);
    at = end + 1;
  }
}

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<Tag> read_tags(const std::filesystem::path& path) {
  const std::string text = read_text(path);
  std::vector<Tag> tags;
  for (std::size_t begin = text.find('<'); begin != std::string::npos; begin = text.find('<', begin + 1))
    tags.push_back(parse_tag(text.substr(begin + 1, text.find('>', begin) - begin - 1)));
  return tags;
}

RigidFrame make_frame(const Tag& tag) {
  RigidFrame frame;
  for (int i = 0; i < 2; ++i) {
    const std::string object = i == 0 ? "obj1" : "obj2";
    const auto at = tag.numbers<3>(object + "_pos");
    const auto turn = tag.numbers<9>(object + "_dc");
    frame.at[i] = Vec3(at[0], at[1], at[2]);
    for (int k = 0; k < 9; ++k) frame.turn[i](k / 3, k % 3) = turn[static_cast<std::size_t>(k)];
  }
  return frame;
}

void read_pairs(const std::filesystem::path& path, std::vector<RigidFrame>& frames) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  for (RigidFrame& frame : frames) {
    if (!std::getline(file, line)) throw std::runtime_error(path.string());
    const std::size_t first = line.find(','), second = line.find(',', first + 1);
    frame.pairs = std::stoull(line.substr(second + 1));
  }
}

}  // namespace

RigidTruth read_rigid_truth(const std::filesystem::path& path) {
  RigidTruth truth;
  int object = -1;
  for (const Tag& tag : read_tags(path)) {
    if (tag.name == "OBJECT") ++object;
    if (tag.name == "GRID")
      truth.meshes.at(object).positions.emplace_back(tag.number("x"), tag.number("y"), tag.number("z"));
    if (tag.name == "TRIA") {
      const auto vertex = [&](const char* key) { return VertexId(std::stoull(tag.values.at(key)) - 1); };
      const VertexId corners[] = {vertex("g1"), vertex("g2"), vertex("g3")};
      truth.meshes.at(object).add_polygon(corners);
    }
    if (tag.name == "FRAME") truth.frames.push_back(make_frame(tag));
  }
  read_pairs(path.parent_path() / (path.stem().string() + ".truth.csv"), truth.frames);
  return truth;
}

}  // namespace abut::test
