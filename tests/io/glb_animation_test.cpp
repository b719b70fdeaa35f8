// Animations as GLB: what a program that plays them would show.
#include <cstring>

#include "io/animation_testing.h"
#include "io/gltf_testing.h"

namespace abut {
namespace {

/// A GLB that plays: parsed by the letter of glTF, with what it demands of accessors checked on the way.
class Player {
 public:
  explicit Player(const std::filesystem::path& path) : bytes_(*read_file(path)) {
    const GlbChunks chunks = find_glb_chunks(bytes_);
    EXPECT_EQ(bytes_.size() % 4, 0u);
    json = Json::parse(bytes_.substr(chunks.json_start, chunks.json_end - chunks.json_start));
    EXPECT_EQ(json["buffers"][0]["byteLength"], chunks.binary_end - chunks.binary_start);
    binary_ = bytes_.substr(chunks.binary_start);
    for (std::size_t a = 0; a < json["accessors"].size(); ++a) check_accessor(a);
  }

  std::vector<float> read(std::size_t accessor) const { return read_as<float>(accessor); }
  std::vector<std::uint32_t> read_indices(std::size_t accessor) const { return read_as<std::uint32_t>(accessor); }

  const Json& primitive(std::size_t mesh) const { return json["meshes"][mesh]["primitives"][0]; }
  const Json& sampler() const { return json["animations"][0]["samplers"][0]; }

  // Weights of all targets at a time, as LINEAR has them.
  std::vector<double> weights_at(double time) const {
    const std::vector<float> times = read(sampler()["input"]), weights = read(sampler()["output"]);
    const std::size_t count = weights.size() / times.size();
    std::size_t next = 1;
    while (next + 1 < times.size() && times[next] < time) ++next;
    const double part = times.size() == 1 ? 1 : (time - times[next - 1]) / (times[next] - times[next - 1]);
    std::vector<double> result;
    for (std::size_t t = 0; t < count; ++t) {
      const double after = times.size() == 1 ? weights[t] : weights[next * count + t];
      result.push_back((1 - part) * weights[(next - 1) * count + t] + part * after);
    }
    return result;
  }

  std::vector<Vec3> positions_at(std::size_t mesh, double time) const {
    return blend(mesh, primitive(mesh).contains("targets") ? weights_at(time) : std::vector<double>());
  }

  std::vector<Vec3> blend(std::size_t mesh, const std::vector<double>& weights) const {
    std::vector<Vec3> positions = read_points(primitive(mesh)["attributes"]["POSITION"]);
    for (std::size_t t = 0; t < weights.size(); ++t) {
      const std::vector<Vec3> offsets = read_points(primitive(mesh)["targets"].at(t)["POSITION"]);
      for (std::size_t v = 0; v < positions.size(); ++v) positions[v] += weights[t] * offsets[v];
    }
    return positions;
  }

  Json json;

 private:
  template <class T>
  std::vector<T> read_as(std::size_t accessor) const {
    const Json& a = json["accessors"].at(accessor);
    const Json& view = json["bufferViews"].at(a["bufferView"].get<std::size_t>());
    std::vector<T> numbers(a["count"].get<std::size_t>() * (a["type"] == "VEC3" ? 3 : 1));
    EXPECT_EQ(view["byteLength"], 4 * numbers.size());
    EXPECT_EQ(view["byteOffset"].get<std::size_t>() % 4, 0u);
    EXPECT_LE(view["byteOffset"].get<std::size_t>() + 4 * numbers.size(), binary_.size());
    std::memcpy(numbers.data(), binary_.data() + view["byteOffset"].get<std::size_t>(), 4 * numbers.size());
    return numbers;
  }

  std::vector<Vec3> read_points(std::size_t accessor) const {
    const std::vector<float> numbers = read(accessor);
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < numbers.size(); i += 3) points.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
    return points;
  }

  // Bounds, where there are any, are those of the very floats.
  void check_accessor(std::size_t accessor) const {
    const Json& a = json["accessors"][accessor];
    EXPECT_EQ(a["type"] == "VEC3", a.contains("min") && a["min"].size() == 3);
    if (!a.contains("min")) return;
    const std::vector<float> numbers = read(accessor);
    const std::size_t size = a["min"].size();
    for (std::size_t axis = 0; axis < size; ++axis) {
      float lower = numbers[axis], upper = numbers[axis];
      for (std::size_t i = axis; i < numbers.size(); i += size) {
        lower = std::min(lower, numbers[i]);
        upper = std::max(upper, numbers[i]);
      }
      EXPECT_EQ(a["min"][axis].get<double>(), lower);
      EXPECT_EQ(a["max"][axis].get<double>(), upper);
    }
  }

  std::string bytes_, binary_;
};

void expect_near(const std::vector<Vec3>& found, const std::vector<Vec3>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t v = 0; v < found.size(); ++v) EXPECT_LT((found[v] - expected[v]).norm(), 1e-6);
}

}  // namespace

TEST(GlbAnimation, it_shows_each_frame_at_its_time) {
  TemporaryFolder folder;
  MovingScene scene;
  write_scene(scene, folder / "a.glb", 9);
  const Player player(folder / "a.glb");
  for (std::size_t m = 0; m < 3; ++m) {
    for (int f = 0; f < 9; ++f) expect_near(player.positions_at(m, f / 24.0), scene.frame(f)[m]);
    std::vector<Vec3> between = scene.frame(3)[m];
    for (std::size_t v = 0; v < between.size(); ++v) between[v] = (between[v] + scene.frame(4)[m][v]) / 2;
    expect_near(player.positions_at(m, 3.5 / 24), between);
    expect_near(player.blend(m, player.json["meshes"][m].value("weights", std::vector<double>())), scene.frame(0)[m]);
  }
}

TEST(GlbAnimation, one_sampler_moves_the_nodes_that_move) {
  TemporaryFolder folder;
  MovingScene scene;
  write_scene(scene, folder / "a.glb", 5);
  const Player player(folder / "a.glb");
  const Json& animation = player.json["animations"][0];
  ASSERT_EQ(animation["channels"].size(), 2u);
  const std::vector<std::string> names = {"shirt", "skirt"};
  for (std::size_t c = 0; c < 2; ++c) {
    EXPECT_EQ(animation["channels"][c]["target"]["path"], "weights");
    const Json& node = player.json["nodes"].at(animation["channels"][c]["target"]["node"].get<std::size_t>());
    EXPECT_EQ(node["name"], names[c]);
    EXPECT_EQ(player.json["meshes"].at(node["mesh"].get<std::size_t>())["weights"].size(), 5u);
  }
  EXPECT_EQ(player.sampler()["interpolation"], "LINEAR");
  EXPECT_EQ(player.read(player.sampler()["output"]).size(), 25u);
  EXPECT_FALSE(player.json["meshes"][1].contains("weights"));
  EXPECT_FALSE(player.primitive(1).contains("targets"));
}

TEST(GlbAnimation, polygons_are_cut_into_triangles) {
  TemporaryFolder folder;
  MovingScene scene;
  write_scene(scene, folder / "a.glb", 1);
  const Player player(folder / "a.glb");
  EXPECT_EQ(player.read_indices(player.primitive(0)["indices"]),
            (std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3, 3, 2, 4}));
  EXPECT_EQ(player.read_indices(player.primitive(1)["indices"]), (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(GlbAnimation, the_mesh_reader_sees_the_scene_with_y_up) {
  TemporaryFolder folder;
  MovingScene scene;
  for (const bool is_y_up : {false, true}) {
    scene.head.is_y_up = is_y_up;
    write_scene(scene, folder / "a.glb", 2, true);
    const Result<MeshFile> file = read_mesh(folder / "a.glb");
    ASSERT_TRUE(file) << error_of(file);
    EXPECT_EQ(part_names(file->mesh()), (std::vector<std::string>{"shirt", "the floor", "skirt"}));
    const Vec3 last = file->mesh().positions.back(), p = scene.head.meshes[2].mesh->positions.back();
    EXPECT_LT((last - (is_y_up ? p : Vec3(p.x(), p.z(), -p.y()))).norm(), 1e-6);
  }
}

TEST(GlbAnimation, a_scene_that_stands_still_has_no_animation) {
  TemporaryFolder folder;
  MovingScene scene;
  scene.head.meshes = {scene.head.meshes[1]};
  write_scene(scene, folder / "a.glb", 3);
  EXPECT_FALSE(Player(folder / "a.glb").json.contains("animations"));
}

TEST(GlbAnimation, one_frame_is_enough) {
  TemporaryFolder folder;
  MovingScene scene;
  write_scene(scene, folder / "a.glb", 1);
  expect_near(Player(folder / "a.glb").positions_at(2, 0), scene.frame(0)[2]);
}

TEST(GlbAnimation, names_may_be_any_bytes) {
  TemporaryFolder folder;
  MovingScene scene;
  scene.head.meshes[0].name = "\xff\"\n";
  write_scene(scene, folder / "a.glb", 1);
  EXPECT_EQ(Player(folder / "a.glb").json["nodes"][1]["name"], "\xef\xbf\xbd\"\n");
}

TEST(GlbAnimation, too_many_frames_are_refused_and_those_before_kept) {
  TemporaryFolder folder;
  MovingScene scene;
  AnimationWriter writer = create_writer(folder / "a.glb", scene.head);
  for (std::size_t f = 0; f < kMaxGlbFrames; ++f) ASSERT_TRUE(add_frame(writer, scene.head, scene.frame(0)));
  EXPECT_EQ(error_of(add_frame(writer, scene.head, scene.frame(0))),
            (folder / "a.glb").string() +
                ": frame 600: a GLB has a morph target per frame, expected 600 at most; .usda and .pc2 hold more");
  EXPECT_TRUE(writer.finish());
  EXPECT_EQ(Player(folder / "a.glb").json["meshes"][0]["weights"].size(), kMaxGlbFrames);
}

TEST(GlbAnimation, a_way_that_does_not_fit_a_float_is_refused) {
  TemporaryFolder folder;
  MovingScene scene;
  PolygonMesh far = *scene.head.meshes[0].mesh;
  far.positions[1].x() = 3e38;
  scene.head.meshes = {{"far", &far}};
  AnimationWriter writer = create_writer(folder / "a.glb", scene.head);
  Frame frame = {far.positions};
  frame[0][1].x() = -3e38;
  const std::string error = error_of(add_frame(writer, scene.head, frame));
  EXPECT_NE(error.find("frame 0: mesh 'far': vertex 1: moved by -6"), std::string::npos) << error;
  EXPECT_NE(error.find("does not fit the file's type float32"), std::string::npos) << error;
}

}  // namespace abut
