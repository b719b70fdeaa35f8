// Recordings, written from the first byte to the last.
#include "abut/recording.h"
#include "base/assert.h"
#include "io/recording_chunk.h"
#include "io/recording_layers.h"
#include "io/staged_file.h"

namespace abut {
namespace {

// Floats are sharpest around zero. What lies near it stays as the file has it.
Vec3 choose_origin(std::span<const RecordedMesh> meshes) {
  constexpr double kFar = 8;  // sizes of the scene
  Box3 box;
  for (const RecordedMesh& mesh : meshes) box.add(make_box(mesh.mesh.body.positions));
  if (box.is_empty()) return Vec3::Zero();
  const bool is_far = box.center().cwiseAbs().maxCoeff() > kFar * box.size().maxCoeff();
  return is_far ? box.center() : Vec3(Vec3::Zero());
}

Json list_parts(const Surface& surface) {
  Json parts = Json::array();
  for (std::uint32_t p = 0, first = 0; p < surface.parts().size(); ++p) {
    const Part& part = surface.parts()[p];
    const std::uint32_t end_polygon = part.first_polygon + part.polygon_count;
    std::uint32_t end = first;
    while (end < surface.face_count() && surface.polygon(FaceId(end)) < end_polygon) ++end;
    parts.push_back({{"name", part.name}, {"first_face", first}, {"faces", end - first}});
    first = end;
  }
  return parts;
}

Json describe_mesh(const RecordedMesh& mesh) {
  const Surface& surface = *mesh.mesh.body.surface;
  return {{"name", mesh.mesh.name},
          {"role", mesh.is_obstacle ? "obstacle" : "mesh"},
          {"vertices", surface.vertex_count()},
          {"faces", surface.face_count()},
          {"parts", list_parts(surface)}};
}

ChunkBuilder build_head(const RecordingHead& head, const Vec3& origin) {
  ChunkBuilder chunk;
  chunk.json = {{"format", "abut-recording"},
                {"abut", version()},
                {"command", head.command},
                {"title", head.title},
                {"notes", head.notes},
                {"dimension", head.dimension},
                {"up", head.is_y_up ? "y" : "z"},
                {"origin", {origin.x(), origin.y(), origin.z()}},
                {"frame_word", head.frame_word},
                {"series", Json::array()},
                {"meshes", Json::array()}};
  for (const RecordedSeries& series : head.series) {
    chunk.json["series"].push_back({{"name", series.name}, {"label", series.label}});
  }
  for (const RecordedMesh& mesh : head.meshes) chunk.json["meshes"].push_back(describe_mesh(mesh));
  return chunk;
}

template <class Id>
std::vector<std::uint32_t> as_numbers(std::span<const Id> ids) {
  return {ids.begin(), ids.end()};
}

ChunkBuilder build_mesh(const CheckedMesh& mesh, std::size_t number, const Vec3& origin) {
  const Surface& surface = *mesh.body.surface;
  std::vector<std::uint32_t> faces, polygons;
  bool is_cut = false;
  for (std::uint32_t f = 0; f < surface.face_count(); ++f) {
    for (const VertexId v : surface.face(FaceId(f))) faces.push_back(v);
    polygons.push_back(surface.polygon(FaceId(f)));
    is_cut |= polygons.back() != f;
  }
  ChunkBuilder chunk(origin);
  chunk.json["mesh"] = number;
  chunk.json["positions"] = chunk.add_positions(mesh.body.positions);
  chunk.json["faces"] = chunk.add(faces);
  if (is_cut) chunk.json["polygons"] = chunk.add(polygons);
  if (!mesh.file_vertices.empty()) {
    chunk.json["file_vertices"] = chunk.add(as_numbers<VertexId>(mesh.file_vertices));
  }
  return chunk;
}

// Nodes are numbered so that parents come before their children.
std::vector<std::uint8_t> find_levels(const SurfaceTree& tree) {
  std::vector<std::uint8_t> levels(tree.nodes().size(), 0);
  for (std::uint32_t i = 0; i < levels.size(); ++i) {
    const SurfaceTree::Node& node = tree.node(i);
    for (std::uint32_t child = node.first_child; child < node.end_child(); ++child) {
      ABUT_ASSERT(child > i);
      levels[child] = static_cast<std::uint8_t>(std::min(255, levels[i] + 1));
    }
  }
  return levels;
}

ChunkBuilder build_tree(BodyId mesh, const SurfaceTree& tree) {
  std::vector<std::uint32_t> faces, begins, ends;
  for (std::uint32_t node = 0; node < tree.nodes().size(); ++node) {
    begins.push_back(tree.places(node).begin);
    ends.push_back(tree.places(node).end);
  }
  for (std::uint32_t place = 0; !ends.empty() && place < ends[0]; ++place) faces.push_back(tree.face(place));
  ChunkBuilder chunk;
  chunk.json["mesh"] = mesh.value;
  chunk.json["faces"] = chunk.add(faces);
  chunk.json["begins"] = chunk.add(begins);
  chunk.json["ends"] = chunk.add(ends);
  chunk.json["levels"] = chunk.add(find_levels(tree));
  return chunk;
}

Json list_values(std::span<const std::optional<double>> values) {
  Json list = Json::array();
  for (const auto& value : values) list.push_back(value ? Json(*value) : Json());
  return list;
}

std::string format_start() {
  std::string bytes(kRecordingMark);
  append_number(bytes, kRecordingVersion);
  append_number(bytes, std::uint32_t{0});
  return bytes;
}

}  // namespace

struct RecordingWriter::Content {
  StagedFile file;
  std::vector<RecordedMesh> meshes;
  std::size_t series_count = 0;
  Vec3 origin = Vec3::Zero();
  std::uint64_t size = 0;
  Json chunks = Json::array(), frames = Json::array();

  Status append(std::string_view bytes) {
    size += bytes.size();
    return file.append(bytes);
  }
  Status append(const ChunkBuilder& chunk, std::string_view kind) {
    chunks.push_back({{"kind", kind}, {"offset", size}});
    return append(chunk.format(kind));
  }
};

RecordingWriter::RecordingWriter(std::unique_ptr<Content> content) : content_(std::move(content)) {}
RecordingWriter::RecordingWriter(RecordingWriter&&) noexcept = default;
RecordingWriter& RecordingWriter::operator=(RecordingWriter&&) noexcept = default;
RecordingWriter::~RecordingWriter() = default;

Result<RecordingWriter> RecordingWriter::create(const std::filesystem::path& path, const RecordingHead& head,
                                                bool overwrite) {
  auto file = StagedFile::create(path, overwrite);
  if (!file) return file.error();
  auto content =
      std::make_unique<Content>(Content{std::move(*file), head.meshes, head.series.size(), choose_origin(head.meshes)});
  if (auto status = content->append(format_start()); !status) return status.error();
  if (auto status = content->append(build_head(head, content->origin), kHeadChunk); !status) return status.error();
  for (std::size_t m = 0; m < head.meshes.size(); ++m) {
    const ChunkBuilder chunk = build_mesh(head.meshes[m].mesh, m, content->origin);
    if (auto status = content->append(chunk, kMeshChunk); !status) return status.error();
  }
  return RecordingWriter(std::move(content));
}

Status RecordingWriter::add_tree(BodyId mesh, const SurfaceTree& tree) {
  ABUT_ASSERT(mesh < content_->meshes.size() && content_->frames.empty());
  return content_->append(build_tree(mesh, tree), kTreeChunk);
}

Status RecordingWriter::add_frame(const RecordedFrame& frame) {
  ABUT_ASSERT(frame.values.size() == content_->series_count);
  ABUT_ASSERT(frame.positions.size() <= content_->meshes.size());
  ChunkBuilder chunk(content_->origin);
  chunk.json = {{"name", frame.name}, {"values", list_values(frame.values)}};
  content_->frames.push_back(chunk.json);
  chunk.json["positions"] = chunk.json["layers"] = Json::array();
  for (std::size_t m = 0; m < frame.positions.size(); ++m) {
    if (frame.positions[m].empty()) continue;
    ABUT_ASSERT(frame.positions[m].size() == content_->meshes[m].mesh.body.surface->vertex_count());
    chunk.json["positions"].push_back({{"mesh", m}, {"array", chunk.add_positions(frame.positions[m])}});
  }
  for (const RecordedLayer& layer : frame.layers) {
    chunk.json["layers"].push_back(encode_layer(chunk, content_->meshes, layer));
  }
  return content_->append(chunk, kFrameChunk);
}

std::size_t RecordingWriter::frame_count() const { return content_->frames.size(); }

Status RecordingWriter::finish(const std::vector<std::string>& summary, std::size_t shown_first) {
  const std::uint64_t index_offset = content_->size;
  ChunkBuilder index;
  index.json = {
      {"summary", summary}, {"shown_first", shown_first}, {"frames", content_->frames}, {"chunks", content_->chunks}};
  std::string bytes = index.format(kIndexChunk);
  append_number(bytes, index_offset);
  bytes += kRecordingEnd;
  if (auto status = content_->append(bytes); !status) return status;
  return content_->file.commit();
}

}  // namespace abut
