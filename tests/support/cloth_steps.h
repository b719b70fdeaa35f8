// Steps of cloth animations in the collection (collection.h), with what is known of their impacts.
#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "abut/io.h"
#include "scenes/collection.h"

namespace abut::test {

/// A mesh that goes from one frame of an animation to the next.
struct ClothStep {
  std::string sequence, start_frame, end_frame;
  /// Impacts that are certain, and those too close to the border to tell in long doubles.
  std::size_t vertex_face_hits = 0, vertex_face_borderline = 0, edge_edge_hits = 0, edge_edge_borderline = 0;
  /// Pairs of features whose swept boxes overlap, without those that share a vertex.
  std::size_t vertex_face_boxes = 0, edge_edge_boxes = 0;
};

/// All steps there are; none where the collection is absent.
inline std::vector<ClothStep> list_cloth_steps() {
  std::ifstream file(data_folder() / "cloth/ccd_steps.csv");
  std::vector<ClothStep> steps;
  std::string line;
  std::getline(file, line);  // the heading
  while (std::getline(file, line)) {
    std::vector<std::string> cells;
    std::stringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    const auto number = [&](std::size_t i) { return static_cast<std::size_t>(std::stoul(cells.at(i))); };
    steps.push_back(
        {cells.at(0), cells.at(1), cells.at(2), number(4), number(5), number(7), number(8), number(3), number(6)});
  }
  return steps;
}

/// The meshes of sequences, read once each.
class ClothFrames {
 public:
  /// The polygons, which are those of all frames.
  const PolygonMesh& mesh(const std::string& sequence) { return open(sequence).mesh; }

  std::vector<Vec3> read(const std::string& sequence, const std::string& frame) {
    const Sequence& opened = open(sequence);
    if (opened.animation) return *opened.animation->read_frame(std::stoul(frame));
    return read_mesh(find_file(sequence, frame))->mesh().positions;
  }

 private:
  struct Sequence {
    PolygonMesh mesh;
    std::optional<Animation> animation;
  };

  // Sequences are point caches of one shirt, or folders of numbered files, some with a prefix.
  const Sequence& open(const std::string& name) {
    const auto known = sequences_.find(name);
    if (known != sequences_.end()) return known->second;
    Sequence& opened = sequences_[name];
    const auto folder = data_folder() / "cloth";
    if (name.ends_with(".f32seq")) {
      opened.mesh = read_mesh(folder / "vto/tshirt_faces.obj")->mesh();
      opened.animation = *open_animation(folder / "vto" / name);
    } else {
      opened.mesh = read_mesh(list_frames(folder / name)->front())->mesh();
    }
    return opened;
  }

  static std::filesystem::path find_file(const std::string& sequence, const std::string& frame) {
    const auto folder = data_folder() / "cloth" / sequence;
    const auto plain = folder / (frame + ".obj");
    return std::filesystem::exists(plain) ? plain : folder / ("shell" + frame + ".obj");
  }

  std::map<std::string, Sequence> sequences_;
};

}  // namespace abut::test
