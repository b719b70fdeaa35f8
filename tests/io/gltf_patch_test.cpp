#include <fstream>

#include "io/gltf_testing.h"

namespace abut {
namespace {

std::vector<Vec3> move_first(const MeshFile& file, const Vec3& to) {
  std::vector<Vec3> positions = file.mesh().positions;
  positions[0] = to;
  return positions;
}

std::string find_patch_error(const Json& json) {
  const MeshFile file = parse_gltf(json);
  const Result<std::string> patched = format_positions(file, move_first(file, {7, 8, 9}));
  return patched ? "written without complaint" : patched.error().message;
}

}  // namespace

TEST(GltfPatch, positions_go_back_through_the_node_transform) {
  Json json = make_triangle_json();
  json["nodes"][0]["scale"] = {2, 4, 8};
  json["nodes"][0]["translation"] = {1, 1, 1};
  const MeshFile file = parse_gltf(json);
  const std::vector<Vec3> moved = move_first(file, {3, 5, 9});
  const std::string bytes = *format_positions(file, moved);
  EXPECT_EQ(parse(bytes, MeshFormat::gltf).mesh().positions, moved);
  const std::string uri = Json::parse(bytes)["buffers"][0]["uri"];
  EXPECT_EQ(decode_base64(uri.substr(uri.find(',') + 1)), make_floats({1, 1, 1, 1, 0, 0, 0, 1, 0}));
}

TEST(GltfPatch, bounds_follow_and_every_other_member_stays) {
  Json json = make_triangle_json();
  json["extras"] = {{"z", 1}, {"a", {nullptr, 0.1, "ü"}}};
  const MeshFile file = parse_gltf(json);
  Json patched = Json::parse(*format_positions(file, move_first(file, {7, 8, -9})));
  EXPECT_EQ(patched["accessors"][0]["min"], Json({0, 0, -9}));
  EXPECT_EQ(patched["accessors"][0]["max"], Json({7, 8, 0}));
  patched["accessors"][0].erase("min");
  patched["accessors"][0].erase("max");
  patched["buffers"] = json["buffers"];
  EXPECT_EQ(patched.dump(), json.dump());
}

TEST(GltfPatch, a_glb_keeps_all_other_chunks_and_bytes) {
  const std::string bytes = read_corpus_file(MeshFormat::glb, "triangle.glb");
  const MeshFile file = parse(bytes, MeshFormat::glb);
  const std::string patched = *format_positions(file, move_first(file, {0.1, 0, 0}));
  EXPECT_TRUE(patched.ends_with("more"));  // the unknown chunk at the end of the seed
  const MeshFile again = parse(patched, MeshFormat::glb);
  EXPECT_EQ(again.mesh().positions[0], Vec3(0.1f, 0, 0));
  EXPECT_EQ(again.mesh().positions[2], file.mesh().positions[2]);
}

TEST(GltfPatch, what_has_no_bytes_of_its_own_is_refused) {
  Json instanced = make_triangle_json();
  instanced["nodes"].push_back(instanced["nodes"][0]);
  EXPECT_NE(find_patch_error(instanced).find("accessors[0]: positions shared by nodes 0 and 1"), std::string::npos);

  Json overlapping = instanced;
  overlapping["nodes"][1]["mesh"] = 1;
  overlapping["meshes"].push_back(Json::parse(R"({"primitives": [{"attributes": {"POSITION": 1}}]})"));
  overlapping["accessors"].push_back(overlapping["accessors"][0]);
  EXPECT_NE(find_patch_error(overlapping).find("positions shared by nodes 0 and 1"), std::string::npos);

  Json flat = make_triangle_json();
  flat["nodes"][0]["scale"] = {1, 0, 1};
  EXPECT_NE(find_patch_error(flat).find("nodes[0]: transform that flattens space"), std::string::npos);

  Json quantised = make_triangle_json();
  quantised["accessors"][0]["componentType"] = 5122;
  EXPECT_NE(find_patch_error(quantised).find("accessors[0]: quantised positions"), std::string::npos);

  Json sparse = make_triangle_json();
  sparse["accessors"][0].erase("bufferView");
  EXPECT_NE(find_patch_error(sparse).find("accessors[0]: sparse positions"), std::string::npos);
}

TEST(GltfPatch, what_cannot_be_changed_may_still_stay) {
  const std::string bytes = read_corpus_file(MeshFormat::gltf, "scene.gltf");
  const MeshFile file = parse(bytes, MeshFormat::gltf);
  const std::vector<Vec3> moved = move_first(file, {7, 8, 9});  // of the plain mesh, beside quantised and sparse ones
  const MeshFile again = parse(*format_positions(file, moved), MeshFormat::gltf);
  EXPECT_LT((again.mesh().positions[0] - moved[0]).norm(), 1e-6);
  EXPECT_TRUE(std::equal(moved.begin() + 1, moved.end(), again.mesh().positions.begin() + 1));
}

TEST(GltfPatch, buffers_that_were_files_come_out_inside_the_file) {
  TemporaryFolder folder;
  std::ofstream(folder / "a.bin", std::ios::binary) << kTriangleBytes;
  std::ofstream(folder / "mesh.gltf") << bend("/buffers/0/uri", "a.bin");
  const Result<MeshFile> file = read_mesh(folder / "mesh.gltf");
  ASSERT_TRUE(file.has_value());
  ASSERT_TRUE(write_positions(*file, move_first(*file, {7, 8, 9}), folder / "moved.gltf"));
  std::filesystem::remove(folder / "a.bin");
  const Result<MeshFile> again = read_mesh(folder / "moved.gltf");
  ASSERT_TRUE(again.has_value()) << again.error().message;
  EXPECT_EQ(again->mesh().positions[0], Vec3(7, 8, 9));
}

}  // namespace abut
