// Recordings: what is written is what docs/recording.md says, and what is broken gets a sentence.
#include "abut/recording.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "io/base64.h"
#include "support/recordings.h"
#include "support/shapes.h"
#include "support/temporary_folder.h"

namespace abut {
namespace {

namespace fs = std::filesystem;
using test::Chunk;
using test::decode_recording;
using test::layer_of;

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// Two squares of two triangles each, through each other.
class Recordings : public testing::Test {
 protected:
  Recordings() {
    for (const double turn : {0.0, 1.0}) {
      PolygonMesh mesh;
      for (const double u : {-1.0, 1.0}) {
        for (const double v : {-1.0, 1.0}) mesh.positions.push_back(turn > 0 ? Vec3(0.1, u, v) : Vec3(u, v, 0.2));
      }
      mesh.add_polygon(std::vector{VertexId(0), VertexId(1), VertexId(3), VertexId(2)});
      mesh.parts = {{turn > 0 ? "standing" : "lying", 0, 1}};
      surfaces_.push_back(make_surface(mesh));
      positions_.push_back(mesh.positions);
    }
    for (int i = 0; i < 2; ++i) bodies_.push_back({&surfaces_[i], positions_[i]});
    head_.command = "check";
    head_.title = "two squares";
    head_.notes = {"a note"};
    head_.series = {{"pairs", "Pairs"}, {"length", "Length"}};
    head_.meshes = {{{"a.obj", 4, bodies_[0]}, false}, {{"b.obj", 4, bodies_[1]}, true}};
  }

  fs::path path(const std::string& name) const { return folder_ / name; }

  // A still frame with all that can be found, and another one where a mesh has moved.
  void write_two_frames(const fs::path& file) {
    const CheckReport report = check(bodies_);
    pairs_ = report.intersections.pairs.size();
    auto writer = RecordingWriter::create(file, head_, true);
    ASSERT_TRUE(writer) << writer.error().message;
    const SurfaceTree tree(surfaces_[0], positions_[0]);
    ASSERT_TRUE(writer->add_tree(BodyId(0), tree));
    RecordedFrame frame{"first", {4.0, {}}, {}, record_intersections(report.intersections.pairs, report.contours)};
    for (auto& layer : record_gradients(bodies_, report.intersections.pairs, 1)) frame.layers.push_back(layer);
    frame.layers.push_back({"visits 0", "Visits", RecordedVisits{BodyId(0), {0}, {7}}});
    ASSERT_TRUE(writer->add_frame(frame));
    std::vector<Vec3> moved = positions_[1];
    for (Vec3& p : moved) p.x() += 5;
    ASSERT_TRUE(writer->add_frame({"second", {0.0, 0.5}, {{}, moved}, {}}));
    EXPECT_EQ(writer->frame_count(), 2u);
    EXPECT_FALSE(read(file).starts_with("\x89")) << "it has its name only when it is whole";
    const auto status = writer->finish({"Two lines\nof text."}, 1);
    ASSERT_TRUE(status) << status.error().message;
    contours_ = report.contours;
  }

  test::TemporaryFolder folder_;
  std::vector<Surface> surfaces_;
  std::vector<std::vector<Vec3>> positions_;
  std::vector<Body> bodies_;
  RecordingHead head_;
  std::size_t pairs_ = 0;
  Contours contours_;
};

TEST_F(Recordings, hold_what_was_put_in) {
  write_two_frames(path("r.abut"));
  const auto recording = decode_recording(read(path("r.abut")));
  std::string kinds;
  for (const Chunk& chunk : recording.chunks) kinds += chunk.kind + " ";
  EXPECT_EQ(kinds, "HEAD MESH MESH TREE FRAM FRAM INDX ");

  const auto& head = recording.head().json;
  EXPECT_EQ(head["format"], "abut-recording");
  EXPECT_EQ(head["title"], "two squares");
  EXPECT_EQ(head["origin"], nlohmann::json({0, 0, 0}));
  EXPECT_EQ(head["series"][1]["label"], "Length");
  EXPECT_EQ(head["meshes"][1]["role"], "obstacle");
  EXPECT_EQ(head["meshes"][0]["parts"][0], nlohmann::json({{"name", "lying"}, {"first_face", 0}, {"faces", 2}}));

  const auto meshes = recording.of_kind("MESH");
  EXPECT_EQ(meshes[1].array<float>(meshes[1].json["positions"]).size(), 12u);
  EXPECT_EQ(meshes[1].array<float>(meshes[1].json["positions"])[0], 0.1f);
  EXPECT_EQ(meshes[0].array<std::uint32_t>(meshes[0].json["faces"]).size(), 6u);
  EXPECT_EQ(meshes[0].array<std::uint32_t>(meshes[0].json["polygons"]), (std::vector<std::uint32_t>{0, 0}));
  EXPECT_FALSE(meshes[0].json.contains("file_vertices"));

  const Chunk tree = recording.of_kind("TREE")[0];
  EXPECT_EQ(tree.array<std::uint32_t>(tree.json["faces"]).size(), 2u);
  EXPECT_EQ(tree.array<std::uint32_t>(tree.json["ends"])[0], 2u);
  EXPECT_EQ(tree.array<std::uint8_t>(tree.json["levels"])[0], 0);

  const auto& index = recording.index().json;
  EXPECT_EQ(index["shown_first"], 1);
  EXPECT_EQ(index["summary"][0], "Two lines\nof text.");
  EXPECT_EQ(index["frames"][0]["values"], nlohmann::json({4.0, nullptr}));
  EXPECT_EQ(index["chunks"].size(), 6u);
  EXPECT_EQ(index["chunks"][3]["kind"], "TREE");
}

TEST_F(Recordings, hold_what_was_found) {
  write_two_frames(path("r.abut"));
  const auto frames = decode_recording(read(path("r.abut"))).of_kind("FRAM");
  const Chunk& first = frames[0];
  const auto& pairs = layer_of(first, "pairs");
  EXPECT_GT(pairs_, 0u);
  EXPECT_EQ(first.array<std::uint32_t>(pairs["faces"]).size(), 4 * pairs_);
  EXPECT_EQ(first.array<std::uint8_t>(pairs["overlaps"]), std::vector<std::uint8_t>(pairs_, 2));

  const auto& contours = layer_of(first, "contours");
  ASSERT_EQ(contours_.contours.size(), 1u);
  EXPECT_EQ(first.array<std::uint8_t>(contours["shapes"]), std::vector<std::uint8_t>{1});
  EXPECT_EQ(first.array<double>(contours["lengths"])[0], contours_.contours[0].length);
  const auto points = first.array<float>(contours["points"]);
  EXPECT_EQ(points.size(), 3 * contours_.contours[0].crossings.size());
  for (std::size_t i = 0; i < points.size(); i += 3) EXPECT_EQ(points[i], 0.1f);
  EXPECT_EQ(first.array<std::uint32_t>(contours["segments"]).size(), 2 * contours_.contours[0].segments.size());
  EXPECT_EQ(first.array<std::uint8_t>(contours["ends_on_boundary"]), (std::vector<std::uint8_t>{1, 1}));
  EXPECT_EQ(first.array<std::uint32_t>(contours["pair_starts"]).back(), pairs_);

  // Only the first mesh moves: along its own plane, which makes its line on the other one no shorter, but its own.
  const auto gradients = first.array<float>(layer_of(first, "G")["vectors"]);
  ASSERT_FALSE(gradients.empty());
  const auto corrections = first.array<float>(layer_of(first, "H")["vectors"]);
  ASSERT_EQ(corrections.size(), gradients.size());
  EXPECT_EQ(first.array<std::uint32_t>(layer_of(first, "visits 0")["counts"])[0], 7u);

  EXPECT_EQ(frames[1].json["positions"][0]["mesh"], 1);
  EXPECT_EQ(frames[1].array<float>(frames[1].json["positions"][0]["array"])[0], static_cast<float>(5.1));
}

TEST_F(Recordings, layers_for_trees_and_outlines_are_as_described) {
  RecordedContacts contacts;
  contacts.contacts.push_back({{BodyId(0), SurfaceFeature::Kind::vertex, 3},
                               {BodyId(1), SurfaceFeature::Kind::face, 1},
                               {1, 2, 3},
                               {1, 2, 2},
                               {0, 0, 1},
                               1,
                               0.25});
  contacts.contacts.push_back({{}, {}, {0, 0, 0}, {3, 4, 0}, {0, 0, 0}, 5, 0.5});
  contacts.has_times = true;
  RecordedFrame frame{"", {1.0, 2.0}, {}, {}};
  frame.layers = {
      {"near", "Near", contacts},
      {"arrows", "Arrows", RecordedArrows{{{1, 0, 0}}, {{0, 2, 0}}, 0.5}},
      {"spheres", "Spheres", RecordedSpheres{{{1, 2, 3}, {0, 0, 0}}, {4, 5}, {0, 1}, {}}},
      {"boxes", "Boxes",
       RecordedBoxes{{{1, 0, 0}}, {{Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)}}, {{1, 2, 3}}, {2}, {1}}},
      {"outlines", "Outlines", RecordedCurves{3, {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {0, 4}, {0}}}};
  auto writer = RecordingWriter::create(path("r.abut"), head_);
  ASSERT_TRUE(writer && writer->add_frame(frame) && writer->finish({}));
  const Chunk found = decode_recording(read(path("r.abut"))).of_kind("FRAM")[0];
  const auto none = 4294967295u;
  const auto& near = layer_of(found, "near");
  EXPECT_EQ(near["kind"], "contacts");
  EXPECT_EQ(found.array<std::uint32_t>(near["features_a"]),
            (std::vector<std::uint32_t>{0, 3, none, none, none, none, none, none}));
  EXPECT_EQ(found.array<std::uint32_t>(near["features_b"])[0], 1u);
  EXPECT_NE(found.array<std::uint32_t>(near["features_b"])[3], none);
  EXPECT_EQ(found.array<double>(near["gaps"]), (std::vector<double>{1, 5}));
  EXPECT_EQ(found.array<double>(near["times"]), (std::vector<double>{0.25, 0.5}));
  EXPECT_EQ(layer_of(found, "arrows")["scale"], 0.5);
  EXPECT_EQ(found.array<float>(layer_of(found, "spheres")["radii"]), (std::vector<float>{4, 5}));
  EXPECT_FALSE(layer_of(found, "spheres").contains("marks"));
  EXPECT_EQ(found.array<float>(layer_of(found, "boxes")["axes"]), (std::vector<float>{1, 0, 0, 0, 1, 0, 0, 0, 1}));
  EXPECT_EQ(found.array<std::uint8_t>(layer_of(found, "boxes")["marks"]), std::vector<std::uint8_t>{1});
  EXPECT_EQ(layer_of(found, "outlines")["degree"], 3);
  EXPECT_EQ(found.array<std::uint32_t>(layer_of(found, "outlines")["starts"]), (std::vector<std::uint32_t>{0, 4}));
}

TEST_F(Recordings, stay_sharp_far_from_zero) {
  for (auto& of_mesh : positions_) {
    for (Vec3& p : of_mesh) p += Vec3(1e8, 0, 0);
  }
  write_two_frames(path("far.abut"));
  const auto recording = decode_recording(read(path("far.abut")));
  const double x = recording.head().json["origin"][0];
  EXPECT_NEAR(x, 1e8, 1);
  const Chunk mesh = recording.of_kind("MESH")[1];
  EXPECT_NEAR(x + mesh.array<float>(mesh.json["positions"])[0], 1e8 + 0.1, 1e-6);
}

TEST_F(Recordings, nothing_is_left_of_one_that_is_never_finished) {
  {
    auto writer = RecordingWriter::create(path("r.abut"), head_);
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->add_frame({"", {1.0, 2.0}, {}, {}}));
    EXPECT_EQ(folder_.count_files(), 1u);
  }
  EXPECT_EQ(folder_.count_files(), 0u);
}

TEST_F(Recordings, replace_nothing_unless_told_to) {
  std::ofstream(path("mesh.obj")) << "v 0 0 0";
  EXPECT_FALSE(RecordingWriter::create(path("mesh.obj"), head_));
  EXPECT_FALSE(RecordingWriter::create(path("no/such/r.abut"), head_));
  EXPECT_EQ(read(path("mesh.obj")), "v 0 0 0");
  write_two_frames(path("mesh.obj"));
  EXPECT_NO_THROW(decode_recording(read(path("mesh.obj"))));
}

TEST_F(Recordings, are_opened_piece_by_piece) {
  write_two_frames(path("r.abut"));
  const std::string bytes = read(path("r.abut"));
  const auto file = RecordingFile::open(path("r.abut"));
  ASSERT_TRUE(file);
  EXPECT_EQ(file->size(), bytes.size());
  EXPECT_EQ(file->frame_count(), 2u);
  EXPECT_EQ(file->trouble(), "");
  EXPECT_EQ(file->pieces().size(), 9u);  // the start, seven chunks, the end
  std::string joined;
  for (const auto& piece : file->pieces()) {
    EXPECT_EQ(piece.offset, joined.size());
    joined += *file->read(piece.offset, piece.size);
  }
  EXPECT_EQ(joined, bytes);
  EXPECT_EQ(*file->read(bytes.size() - 3, 100), bytes.substr(bytes.size() - 3));
  EXPECT_EQ(*file->read(bytes.size() + 5, 100), "");
}

TEST_F(Recordings, cut_at_any_byte_show_what_there_is_or_say_why_not) {
  write_two_frames(path("r.abut"));
  const std::string bytes = read(path("r.abut"));
  std::size_t shown = 0, refused = 0;
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    std::ofstream(path("cut.abut"), std::ios::binary) << bytes.substr(0, size);
    const auto file = RecordingFile::open(path("cut.abut"));
    if (file) {
      EXPECT_NE(file->trouble().find("cut short after its frame"), std::string::npos) << size;
      EXPECT_GE(file->frame_count(), 1u);
    } else {
      const bool is_said = file.error().message.find("cut short") != std::string::npos || size == 0;
      EXPECT_TRUE(is_said) << file.error().message;
    }
    ++(file ? shown : refused);
  }
  EXPECT_GT(shown, 100u);
  EXPECT_GT(refused, 100u);
}

TEST_F(Recordings, other_files_and_versions_are_refused_with_a_sentence) {
  write_two_frames(path("r.abut"));
  std::string bytes = read(path("r.abut"));
  const auto message = [&](const std::string& content) {
    std::ofstream(path("x.abut"), std::ios::binary) << content;
    const auto file = RecordingFile::open(path("x.abut"));
    return file ? "opened" : file.error().message;
  };
  EXPECT_NE(message("v 0 0 0\n").find("is not a recording of abut"), std::string::npos);
  EXPECT_NE(message("").find("is empty"), std::string::npos);
  bytes[8] = 7;
  EXPECT_NE(message(bytes).find("version 7, and this program reads version 1"), std::string::npos);
  EXPECT_NE(RecordingFile::open(path("missing.abut")).error().message.find("cannot be opened"), std::string::npos);
  EXPECT_NE(RecordingFile::open(path("")).error().message.find("folder"), std::string::npos);
}

TEST_F(Recordings, absurd_lengths_are_no_more_than_a_cut) {
  write_two_frames(path("r.abut"));
  std::string bytes = read(path("r.abut"));
  for (std::size_t i = 24; i < 32; ++i) bytes[i] = '\xff';  // of the first chunk
  std::ofstream(path("x.abut"), std::ios::binary) << bytes;
  EXPECT_NE(RecordingFile::open(path("x.abut")).error().message.find("cut short before its first frame"),
            std::string::npos);
}

TEST_F(Recordings, a_page_holds_every_piece) {
  write_two_frames(path("r.abut"));
  const auto file = RecordingFile::open(path("r.abut"));
  ASSERT_TRUE(file);
  ASSERT_TRUE(write_recording_page(*file, "<p>before<!--abut-recording--><p>after", path("page.html")));
  std::string page = read(path("page.html")), joined;
  EXPECT_TRUE(page.starts_with("<p>before<script type=\"application/x-abut-recording\" data-offset=\"0\">"));
  EXPECT_TRUE(page.ends_with("</script>\n<p>after"));
  for (std::size_t at = 0; (at = page.find("data-offset=\"", at)) != std::string::npos;) {
    at += 13;
    EXPECT_EQ(page.substr(at, page.find('"', at) - at), std::to_string(joined.size()));
    const std::size_t begin = page.find('>', at) + 1;
    joined += *decode_base64(page.substr(begin, page.find('<', begin) - begin));
  }
  EXPECT_EQ(joined, read(path("r.abut")));
  EXPECT_FALSE(write_recording_page(*file, "<!--abut-recording-->", path("page.html")));
}

}  // namespace
}  // namespace abut
