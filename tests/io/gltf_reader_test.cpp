#include <fstream>

#include "io/gltf_testing.h"

namespace abut {
namespace {

// A buffer with the triangle, then `indices` as bytes, seen by accessor 1.
Json make_indexed_json(const std::string& indices, int mode) {
  Json json = make_triangle_json(make_floats({0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}) + indices);
  json["accessors"][0]["count"] = 4;
  json["bufferViews"][0]["byteLength"] = 48;
  json["accessors"].push_back(
      {{"bufferView", 1}, {"componentType", 5121}, {"count", indices.size()}, {"type", "SCALAR"}});
  json["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", 48}, {"byteLength", indices.size()}});
  json["meshes"][0]["primitives"][0]["indices"] = 1;
  json["meshes"][0]["primitives"][0]["mode"] = mode;
  return json;
}

std::vector<std::uint32_t> read_indices(const std::string& indices, int mode) {
  const MeshFile file = parse_gltf(make_indexed_json(indices, mode));
  return {file.mesh().polygon_vertices.begin(), file.mesh().polygon_vertices.end()};
}

}  // namespace

TEST(Gltf, primitives_without_indices_are_read_in_order) {
  const MeshFile file = parse_gltf(make_triangle_json());
  EXPECT_EQ(file.mesh().positions, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
  EXPECT_EQ(part_names(file.mesh()), std::vector<std::string>{"node"});
}

TEST(Gltf, lists_strips_and_fans_become_triangles_of_one_orientation) {
  EXPECT_EQ(read_indices(std::string("\0\1\2\0\2\3", 6), 4), (std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3}));
  EXPECT_EQ(read_indices(std::string("\0\1\3\2", 4), 5), (std::vector<std::uint32_t>{0, 1, 3, 3, 1, 2}));
  EXPECT_EQ(read_indices(std::string("\0\1\2\3", 4), 6), (std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3}));
}

TEST(Gltf, empty_triangles_in_strips_are_seams) {
  EXPECT_EQ(read_indices(std::string("\0\1\2\2\3", 5), 5), (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(Gltf, node_transforms_are_applied_from_child_to_root) {
  Json json = make_triangle_json();
  json["nodes"] = Json::parse(R"([{"children": [1], "rotation": [0, 0, 1, 0]},
                                  {"mesh": 0, "translation": [1, 2, 3], "scale": [2, 2, 2]}])");
  EXPECT_EQ(parse_gltf(json).mesh().positions, (std::vector<Vec3>{{-1, -2, 3}, {-3, -2, 3}, {-1, -4, 3}}));
}

TEST(Gltf, a_matrix_is_read_column_by_column) {
  Json json = make_triangle_json();
  json["nodes"][0]["matrix"] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1};
  EXPECT_EQ(parse_gltf(json).mesh().positions, (std::vector<Vec3>{{5, 6, 7}, {5, 7, 7}, {4, 6, 7}}));
}

TEST(Gltf, only_the_default_scene_is_read_where_there_is_one) {
  Json json = make_triangle_json();
  json["nodes"] = Json::parse(R"([{"mesh": 0, "name": "a"}, {"mesh": 0, "name": "b"}])");
  EXPECT_EQ(part_names(parse_gltf(json).mesh()), (std::vector<std::string>{"a", "b"}));
  json["scenes"] = Json::parse(R"([{"nodes": []}, {"nodes": [1]}])");
  json["scene"] = 1;
  EXPECT_EQ(part_names(parse_gltf(json).mesh()), std::vector<std::string>{"b"});
}

TEST(Gltf, primitives_of_a_mesh_share_vertices_where_they_share_positions) {
  Json json = make_triangle_json();
  json["meshes"][0]["primitives"].push_back(json["meshes"][0]["primitives"][0]);
  const MeshFile file = parse_gltf(json);
  EXPECT_EQ(file.mesh().vertex_count(), 3u);
  EXPECT_EQ(part_names(file.mesh()), (std::vector<std::string>{"node/0", "node/1"}));
}

TEST(Gltf, strided_normalized_and_sparse_positions_are_read) {
  const MeshFile file = parse(read_corpus_file(MeshFormat::gltf, "scene.gltf"), MeshFormat::gltf);
  const auto& positions = file.mesh().positions;
  ASSERT_EQ(positions.size(), 10u);
  EXPECT_EQ(positions[4], Vec3(5, 0, 0));  // quantised, under a matrix that adds 5 to x
  EXPECT_EQ(positions[5], Vec3(6, 0, 0));
  EXPECT_EQ(positions[8], Vec3(5, 0, 0));  // a sparse exception, skinned: no transform
  EXPECT_EQ(file.notes(),
            (std::vector<std::string>{"1 skinned meshes taken as stored, without skeleton and node transform",
                                      "1 primitives made of points or lines ignored"}));
}

TEST(Gltf, glb_and_gltf_of_one_scene_give_the_same_mesh) {
  const MeshFile text = parse(read_corpus_file(MeshFormat::gltf, "scene.gltf"), MeshFormat::gltf);
  const MeshFile binary = parse(read_corpus_file(MeshFormat::glb, "scene.glb"), MeshFormat::glb);
  EXPECT_EQ(binary.mesh().positions, text.mesh().positions);
  EXPECT_EQ(binary.mesh().polygon_vertices, text.mesh().polygon_vertices);
}

TEST(Gltf, buffers_may_be_files_in_the_same_folder_or_below) {
  TemporaryFolder folder;
  std::filesystem::create_directory(folder / "sub");
  std::ofstream(folder / "sub/a b.bin", std::ios::binary) << kTriangleBytes;
  std::ofstream(folder / "mesh.gltf") << bend("/buffers/0/uri", "sub/a%20b.bin");
  const Result<MeshFile> file = read_mesh(folder / "mesh.gltf");
  ASSERT_TRUE(file.has_value()) << file.error().message;
  EXPECT_EQ(file->mesh().vertex_count(), 3u);
}

TEST(Gltf, buffers_may_not_be_anywhere_else) {
  for (const char* uri : {"/etc/passwd", "../a.bin", "a/../../b.bin", "http://x/a.bin", "file:a.bin", "C:a.bin",
                          "%2e%2e/a.bin", "a\\..\\b", "a%00.bin", "", "%zz"})
    expect_refused({{bend("/buffers/0/uri", uri), "test: buffers[0].uri: "}}, MeshFormat::gltf);
}

TEST(Gltf, a_file_cannot_unfold_without_bound) {
  expect_refused({{bend("/accessors/0", Json::parse(R"({"componentType": 5126, "count": 4000000000, "type": "VEC3"})")),
                   "test: accessors[0]: 4000000000 elements"}},
                 MeshFormat::gltf);
}

TEST(Gltf, deep_trees_of_nodes_are_no_trouble) {
  Json json = make_triangle_json();
  json["nodes"] = Json::array();
  for (int i = 0; i < 20000; ++i) json["nodes"].push_back({{"children", {i + 1}}});
  json["nodes"].push_back({{"mesh", 0}});
  EXPECT_EQ(parse_gltf(json).mesh().polygon_count(), 1u);
}

TEST(Gltf, bad_input_is_refused_with_its_json_path) {
  expect_refused(
      {{"{", "test: byte 2: no valid JSON"},
       {"[]", "array found, expected an object"},
       {std::string(100000, '['), "nested more than"},
       {"{\"a\":1e999}", "no valid JSON"},
       {"{}", "test: top level: no member 'asset'"},
       {bend("/asset/version", "1.0"), "test: asset.version: '1.0' found"},
       {bend("/asset/version", 2), "test: asset.version: number found, expected a string"},
       {bend("/nodes/0/mesh", 1), "test: meshes: element 1 is asked for, but there are 1"},
       {bend("/nodes/0/mesh", -1), "test: nodes[0].mesh: -1 found, expected a whole number"},
       {bend("/nodes/0/children", {0}), "test: nodes: no root found"},
       {bend("/nodes", Json::parse(R"([{"children": [1, 1]}, {"mesh": 0}])")),
        "test: nodes[1]: node reached a second time"},
       {bend("/nodes/0/matrix", {1, 2}), "test: nodes[0].matrix: 2 numbers found, expected 16"},
       {bend("/nodes/0/matrix", {1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}), "last row is not 0 0 0 1"},
       {bend("/nodes/0/scale", {1e300, 1, 1}), "test: accessors[0]: element 1 is at 1e+300"},
       {bend("/nodes/0/mesh", nullptr), "test: nodes[0].mesh: null found, expected a whole number"},
       {bend("/nodes", Json::array({Json::object()})), "test: no faces found"},
       {bend("/meshes/0/primitives/0/mode", 7), "mode 7 found"},
       {bend("/meshes/0/primitives/0/mode", 1), "test: no faces found"},
       {bend("/meshes/0/primitives/0/extensions/KHR_draco_mesh_compression", 1),
        "test: meshes[0].primitives[0]: data compressed with KHR_draco_mesh_compression found"},
       {bend("/extensionsRequired", {"EXT_meshopt_compression"}),
        "test: extensionsRequired[0]: EXT_meshopt_compression"},
       {bend("/bufferViews/0/extensions/EXT_meshopt_compression", 1), "EXT_meshopt_compression"},
       {bend("/meshes/0/primitives/0/indices", 0), "test: accessors[0].type: 'VEC3' found, expected SCALAR"},
       {bend("/accessors/0/count", 4), "test: accessors[0]: 4 elements promised, but the buffer view holds 3"},
       {bend("/accessors/0/count", 2), "2 corners of triangles found"},
       {bend("/accessors/0/byteOffset", 4), "test: accessors[0]: 3 elements promised, but the buffer view holds 2"},
       {bend("/accessors/0/byteOffset", 9e15), "test: accessors[0]: 3 elements promised, but the buffer view holds 0"},
       {bend("/accessors/0/componentType", 5124), "test: accessors[0].componentType: 5124 found"},
       {bend("/bufferViews/0/byteStride", 4), "test: accessors[0]: stride of 4 bytes"},
       {bend("/bufferViews/0/byteOffset", 1),
        "test: bufferViews[0]: 36 bytes from byte 1 on found, but the buffer has 36"},
       {bend("/bufferViews/0/buffer", 1), "test: bufferViews[0]: buffer 1 found"},
       {bend("/buffers/0/byteLength", 37), "test: buffers[0].byteLength: 37 bytes promised, but the buffer has 36"},
       {bend("/buffers/0/uri", "a.bin"), "test: buffers[0].uri: file 'a.bin' found, but there is no folder"},
       {bend("/buffers/0/uri", "data:;base64,!"), "test: buffers[0].uri: data that is not base64"},
       {bend("/buffers/0/uri", "data:text,abc"), "expected data:...;base64,..."},
       {make_indexed_json(std::string("\0\1\4", 3), 4).dump(), "vertex index 4 found, but there are 4 vertices"},
       {make_indexed_json(std::string("\0\1\1", 3), 4).dump(), "polygon with vertex 1 (counted from 0) twice found"}},
      MeshFormat::gltf);
}

TEST(Glb, bad_frames_are_refused_with_their_byte) {
  const std::string good = read_corpus_file(MeshFormat::glb, "triangle.glb");
  const auto replace = [&](std::size_t at, const std::string& bytes) {
    return std::string(good).replace(at, bytes.size(), bytes);
  };
  expect_refused({{"glTF", "test: 'glTF' found, expected a GLB file of at least"},
                  {replace(4, "\x01"), "test: byte 4: glTF version 1 found"},
                  {good + "x", "test: byte 8: a length of"},
                  {replace(12, "\xff\xff\xff\xff"), "test: byte 12: chunk of 4294967295 bytes promised"},
                  {replace(16, "BIN"), "test: byte 12: first chunk is not JSON"}},
                 MeshFormat::glb);
}

}  // namespace abut
