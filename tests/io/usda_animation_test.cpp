// Animations as USDA, read by a small parser of its own.
#include <fmt/format.h>

#include <map>
#include <optional>
#include <sstream>

#include "io/animation_testing.h"
#include "io/number.h"

namespace abut {
namespace {

// "name = value" lines of a prim or of the layer; time samples are lines of their own: "points.timeSamples 3".
using Properties = std::map<std::string, std::string>;

struct Layer {
  Properties head;
  std::map<std::string, Properties> prims;  // by their path: /root/shirt
};

std::string trim(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" "), last = text.find_last_not_of(" ,");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

class UsdaParser {
 public:
  Layer parse(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    EXPECT_EQ(line, "#usda 1.0");
    while (std::getline(lines, line)) add_line(line);
    EXPECT_TRUE(path_.empty() && sampled_.empty()) << "a bracket is not closed";
    return layer_;
  }

 private:
  void add_line(const std::string& raw) {
    const std::string line = trim(raw);
    Properties& properties = path_.empty() ? layer_.head : layer_.prims[join_path()];
    if (line.empty() || line == "(" || line == ")" || line == "{") return;
    if (line == "}") return close();
    if (line.starts_with("def ")) return open(line);
    const std::size_t equals = line.find(" = "), colon = line.find(": ");
    if (!sampled_.empty()) {
      ASSERT_NE(colon, std::string::npos) << line;
      properties[sampled_ + " " + line.substr(0, colon)] = line.substr(colon + 2);
    } else if (line.ends_with(".timeSamples = {")) {
      sampled_ = line.substr(0, equals);
    } else {
      ASSERT_NE(equals, std::string::npos) << line;
      properties[line.substr(0, equals)] = line.substr(equals + 3);
    }
  }

  void open(const std::string& line) {
    const std::size_t quote = line.find('"');
    path_.push_back(line.substr(quote + 1, line.size() - quote - 2));
    layer_.prims[join_path()]["type"] = line.substr(4, quote - 5);
  }

  void close() {
    if (!sampled_.empty())
      sampled_.clear();
    else
      path_.pop_back();
  }

  std::string join_path() const {
    std::string path;
    for (const std::string& name : path_) path += "/" + name;
    return path;
  }

  Layer layer_;
  std::vector<std::string> path_;
  std::string sampled_;
};

Layer read_layer(const std::filesystem::path& path) { return UsdaParser().parse(*read_file(path)); }

std::vector<double> parse_numbers(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '[' || c == ']' || c == '(' || c == ')' || c == ','; }, ' ');
  std::istringstream words(text);
  std::vector<double> numbers;
  for (std::string word; words >> word;) numbers.push_back(parse_number(word).value());
  return numbers;
}

std::vector<Vec3> parse_points(const std::string& text) {
  const std::vector<double> numbers = parse_numbers(text);
  std::vector<Vec3> points;
  for (std::size_t i = 0; i + 3 <= numbers.size(); i += 3)
    points.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
  return round_to_floats(std::move(points));
}

std::vector<Vec3> find_extent(const std::vector<Vec3>& points) {
  std::vector<Vec3> extent = {points[0], points[0]};
  for (const Vec3& p : points) extent = {extent[0].cwiseMin(p), extent[1].cwiseMax(p)};
  return extent;
}

}  // namespace

TEST(UsdaAnimation, the_head_has_times_and_axes) {
  TemporaryFolder folder;
  MovingScene scene;
  scene.head.fps = 29.97;
  write_scene(scene, folder / "a.usda", 11);
  const Properties head = read_layer(folder / "a.usda").head;
  EXPECT_EQ(head, (Properties{{"defaultPrim", "\"root\""},
                              {"metersPerUnit", "1"},
                              {"upAxis", "\"Z\""},
                              {"startTimeCode", "0"},
                              {"endTimeCode", "10"},
                              {"timeCodesPerSecond", "29.97"},
                              {"framesPerSecond", "29.97"}}));
  scene.head.is_y_up = true;
  write_scene(scene, folder / "b.usda", 1);
  EXPECT_EQ(read_layer(folder / "b.usda").head["upAxis"], "\"Y\"");
}

TEST(UsdaAnimation, meshes_that_move_have_samples_and_others_do_not) {
  TemporaryFolder folder;
  MovingScene scene;
  write_scene(scene, folder / "a.usda", 4);
  Layer layer = read_layer(folder / "a.usda");
  ASSERT_EQ(layer.prims.size(), 4u);
  EXPECT_EQ(layer.prims["/root"]["type"], "Xform");
  for (std::size_t m = 0; m < 3; ++m) {
    const AnimatedMesh& mesh = scene.head.meshes[m];
    Properties& prim = layer.prims[std::vector<std::string>{"/root/shirt", "/root/the_floor", "/root/skirt"}[m]];
    EXPECT_EQ(prim["type"], "Mesh");
    EXPECT_EQ(prim["uniform token subdivisionScheme"], "\"none\"");
    EXPECT_EQ(prim["uniform bool doubleSided"], "1");
    EXPECT_EQ(prim["int[] faceVertexCounts"], mesh.moves ? "[4, 3]" : "[3]");
    EXPECT_EQ(prim["int[] faceVertexIndices"], mesh.moves ? "[0, 1, 2, 3, 3, 2, 4]" : "[0, 1, 2]");
    const std::vector<Vec3> rest = round_to_floats(mesh.mesh->positions);
    EXPECT_EQ(parse_points(prim["point3f[] points"]), rest);
    EXPECT_EQ(parse_points(prim["float3[] extent"]), find_extent(rest));
    for (int f = 0; f < 4; ++f) {
      const std::string key = fmt::format(" {}", f);
      ASSERT_EQ(prim.contains("point3f[] points.timeSamples" + key), mesh.moves);
      if (!mesh.moves) continue;
      const std::vector<Vec3> expected = round_to_floats(scene.frame(f)[m]);
      EXPECT_EQ(parse_points(prim["point3f[] points.timeSamples" + key]), expected);
      EXPECT_EQ(parse_points(prim["float3[] extent.timeSamples" + key]), find_extent(expected));
    }
    EXPECT_FALSE(prim.contains("point3f[] points.timeSamples 4"));
  }
}

TEST(UsdaAnimation, floats_come_back_bit_equal_from_few_digits) {
  TemporaryFolder folder;
  MovingScene scene;
  scene.head.meshes.resize(1);
  AnimationWriter writer = create_writer(folder / "a.usda", scene.head);
  const std::vector<Vec3> points = random_positions(5, std::numeric_limits<float>::max());
  ASSERT_TRUE(add_frame(writer, scene.head, {points}));
  ASSERT_TRUE(add_frame(writer, scene.head, {std::vector<Vec3>(5, Vec3(0.1, -0.0, 1e9))}));
  ASSERT_TRUE(writer.finish());
  Properties prim = read_layer(folder / "a.usda").prims["/root/shirt"];
  EXPECT_TRUE(is_same_bits(parse_points(prim["point3f[] points.timeSamples 0"]), round_to_floats(points)));
  EXPECT_TRUE(prim["point3f[] points.timeSamples 1"].starts_with("[(0.1, -0, 1e+09), "));
}

TEST(UsdaAnimation, a_scene_may_stand_still) {
  TemporaryFolder folder;
  MovingScene scene;
  scene.head.meshes = {scene.head.meshes[1]};
  write_scene(scene, folder / "a.usda", 2);
  EXPECT_EQ(read_layer(folder / "a.usda").prims.size(), 2u);
}

}  // namespace abut
