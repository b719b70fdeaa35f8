// Every mesh of the data folder: read, written back unchanged byte for byte, and with random positions bit for bit.
#include "io/io_testing.h"
#include "io/mesh_file.h"
#include "support/data.h"

namespace abut {
namespace {

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
  ABUT_NEED_DATA();
  std::size_t read_count = 0;
  for (const auto& path : test::find_mesh_files(test::data_folder())) {
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
