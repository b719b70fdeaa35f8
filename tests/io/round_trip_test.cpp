// What holds for files of every format: cut short, taken from the corpus, and written back.
#include "fuzz/fuzz_format.h"
#include "io/io_testing.h"

namespace abut {
namespace {

class RoundTrip : public testing::TestWithParam<MeshFormat> {
 protected:
  static std::vector<std::filesystem::path> corpus_files() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(corpus_folder(GetParam())))
      files.push_back(entry.path());
    return files;
  }
  static bool is_gltf() { return GetParam() == MeshFormat::gltf || GetParam() == MeshFormat::glb; }
  // Binary STL and glTF hold floats; the others are written with doubles by format_mesh.
  static bool holds_floats() { return is_gltf() || GetParam() == MeshFormat::stl; }
};

}  // namespace

TEST_P(RoundTrip, every_prefix_of_a_file_is_read_or_refused) {
  for (const auto& path : corpus_files()) {
    const std::string bytes = *read_file(path);
    for (std::size_t size = 0; size < std::min<std::size_t>(bytes.size(), 5000); ++size) {
      const Result<MeshFile> file = parse_mesh(bytes.substr(0, size), GetParam(), "test");
      if (file)
        EXPECT_TRUE(check_polygon_mesh(file->mesh()));
      else
        EXPECT_TRUE(file.error().message.starts_with("test:"));
    }
  }
}

TEST_P(RoundTrip, the_claims_of_the_fuzz_targets_hold_for_the_corpus) {
  for (const auto& path : corpus_files()) {
    const std::string bytes = *read_file(path);
    SCOPED_TRACE(path.string());
    check_bytes(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), GetParam());
  }
}

TEST_P(RoundTrip, unchanged_positions_give_the_same_bytes) {
  const std::string bytes = *format_mesh(make_two_part_mesh(), GetParam());
  const MeshFile file = parse(bytes, GetParam());
  EXPECT_EQ(*format_positions(file, file.mesh().positions), bytes);
}

TEST_P(RoundTrip, changed_positions_come_back_bit_equal_in_the_precision_of_the_file) {
  const MeshFile file = parse(*format_mesh(make_two_part_mesh(), GetParam()), GetParam());
  std::mt19937_64 random(2006);
  for (int round = 0; round < 1000; ++round) {
    std::vector<Vec3> positions = file.mesh().positions;
    for (Vec3& position : positions)
      for (double& x : position) {
        if (random() % 2 == 0) x = random_coordinate(random, holds_floats() ? 1e38 : kMaxCoordinate);
        if (holds_floats()) x = static_cast<float>(x);
      }
    const MeshFile again = parse(*format_positions(file, positions), GetParam());
    // A glTF vertex goes through its transform, where -0 + 0 is 0.
    if (is_gltf())
      EXPECT_EQ(again.mesh().positions, positions);
    else
      EXPECT_TRUE(is_same_bits(again.mesh().positions, positions));
    EXPECT_EQ(again.mesh().polygon_vertices, file.mesh().polygon_vertices);
  }
}

TEST_P(RoundTrip, coordinates_beyond_the_type_of_the_file_are_refused) {
  const MeshFile file = parse(*format_mesh(make_two_part_mesh(), GetParam()), GetParam());
  std::vector<Vec3> positions = file.mesh().positions;
  positions[2].y() = 1e99;
  const Result<std::string> bytes = format_positions(file, positions);
  ASSERT_EQ(bytes.has_value(), !holds_floats());
  const std::string expected = "test: vertex 2: coordinate 1e+99 does not fit the file's type float32";
  EXPECT_TRUE(bytes || bytes.error().message == expected);
}

INSTANTIATE_TEST_SUITE_P(Formats, RoundTrip, testing::ValuesIn(kFormats),
                         [](const auto& info) { return std::string(format_name(info.param)); });

}  // namespace abut
