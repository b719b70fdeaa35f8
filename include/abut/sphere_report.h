// Room 7, io, another face: what abut says of a scene of moving bodies with trees of spheres. The formats are
// docs/spheres_scene_json.md.
#pragma once

#include <string>
#include <vector>

#include "abut/sphere_scene.h"

namespace abut {

struct SphereReportBody {
  std::string name;
  std::uint32_t triangle_count = 0;
  std::uint64_t branches_made = 0;
};

struct TouchingBodies {
  BodyId a, b;
  std::uint64_t pairs = 0;  ///< of triangles; of spheres if they are the answer
};

struct SphereReportFrame {
  double time = 0;  ///< of the scene
  std::vector<TouchingBodies> touching;
  SphereCounts counts;
  std::size_t bytes = 0;  ///< in use after the frame
  double seconds = 0;     ///< that the search took
};

struct SphereReport {
  std::string scene, backend;
  std::string device;             ///< that tested overlaps; empty: the processor did
  std::uint64_t query_count = 0;  ///< tests the device made
  int depth = 0;
  bool is_exact = true, is_complete = true;
  double within = 0;  ///< what touches is no farther apart than this; 0 if it is exact
  std::vector<SphereReportBody> bodies;
  std::vector<SphereReportFrame> frames;
  std::size_t memory_limit = MemoryBudget::kUnlimited, memory_peak = 0;
  std::uint64_t drop_count = 0;                  ///< branches and pages that had to give way
  std::uint64_t page_reads = 0, page_bytes = 0;  ///< of triangles that are kept on the disk
  std::string digest;                            ///< of all pairs
};

std::string format_sphere_json(const SphereReport& report);

/// All pairs of a frame, a line each; the first line of a file names the columns.
std::string sphere_pair_columns(bool is_exact);
std::string format_sphere_pairs(std::size_t frame, const SphereHits& hits);

}  // namespace abut
