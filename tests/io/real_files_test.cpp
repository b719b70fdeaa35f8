// Every mesh of the data folder: read, written back unchanged byte for byte, and with random positions bit for bit.
#include <algorithm>
#include <cctype>

#include "io/io_testing.h"
#include "io/mesh_file.h"

namespace abut {
namespace {

std::vector<std::filesystem::path> find_mesh_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data_folder())) {
    std::string extension = entry.path().extension().string();
    for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (extension == ".obj" || extension == ".off" || extension == ".ply" || extension == ".stl")
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<Vec3> make_storable_positions(const MeshFile& file) {
  const auto& encodings = file.content().encodings;
  const bool is_float = encodings[0].type == Scalar::float32;
  std::vector<Vec3> positions = random_positions(file.mesh().vertex_count(), is_float ? 1e38 : kMaxCoordinate);
  for (Vec3& position : positions)
    for (int axis = 0; axis < 3; ++axis) position[axis] = *round_to_scalar(position[axis], encodings[axis].type);
  return positions;
}

void check_round_trips(const MeshFile& file) {
  EXPECT_TRUE(check_polygon_mesh(file.mesh()));
  EXPECT_TRUE(*format_positions(file, file.mesh().positions) == file.content().bytes);
  const std::vector<Vec3> positions = make_storable_positions(file);
  const Result<MeshFile> again = parse_mesh(*format_positions(file, positions), file.format(), "again");
  ASSERT_TRUE(again.has_value()) << again.error().message;
  EXPECT_TRUE(is_same_bits(again->mesh().positions, positions));
  EXPECT_TRUE(again->mesh().polygon_vertices == file.mesh().polygon_vertices);
}

}  // namespace

TEST(RealFiles, all_meshes_are_read_and_come_back_byte_for_byte) {
  if (!std::filesystem::is_directory(data_folder()))
    GTEST_SKIP() << "no real meshes at " << data_folder() << "; set ABUT_DATA to a folder that holds some";
  std::size_t read_count = 0;
  for (const auto& path : find_mesh_files()) {
    SCOPED_TRACE(path.string());
    const Result<MeshFile> file = read_mesh(path);
    if (file) {
      ++read_count;
      check_round_trips(*file);
    } else {
      EXPECT_NE(file.error().message.find("no faces found"), std::string::npos) << file.error().message;
      std::cout << "refused: " << file.error().message << "\n";
    }
  }
  std::cout << read_count << " files read\n";
  EXPECT_GT(read_count, 0u);
}

}  // namespace abut
