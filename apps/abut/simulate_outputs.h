// Where the frames of a simulation go: files of animations, written while it goes on or when it ends.
#pragma once

#include <string>
#include <vector>

#include "abut/animation.h"
#include "simulate_scene.h"

namespace abut {

/// All meshes of the scene at a time, vertex by vertex as their files have them.
class SimulateFrame {
 public:
  SimulateFrame(const SimulateScene& scene, const SimulateOptions& options);

  /// In the order of meshes; those that stay are empty.
  const std::vector<std::vector<Vec3>>& place(const CoupledState& state);
  AnimationHead head() const;

 private:
  const SimulateScene& scene_;
  bool cloth_only_;
  std::vector<std::uint32_t> solids_;  // that can be seen
  std::vector<std::vector<Vec3>> positions_;
};

/// The files asked for. Mesh files are written frame by frame; others, which hold all frames, at the end.
class SimulateOutputs {
 public:
  /// `own`: files of the run that is gone on with, which may be replaced.
  SimulateOutputs(const SimulateScene& scene, const SimulateOptions& options, std::vector<std::string> own);

  /// Whether all can be written, without writing anything yet.
  Status check() const;
  Status begin();

  Status add(const CoupledState& state);
  /// From all states there are.
  Status finish(const SimulationJournal& journal);
  const std::vector<std::string>& files() const { return files_; }

 private:
  Result<AnimationWriter> create(const std::string& path) const;

  const SimulateScene& scene_;
  const SimulateOptions& options_;
  std::vector<std::string> own_;
  SimulateFrame frame_;
  std::vector<AnimationWriter> sequences_;
  std::vector<std::string> files_;
};

/// Whether an output holds floats, so that positions are rounded.
bool test_rounded(const SimulateOptions& options);

}  // namespace abut
