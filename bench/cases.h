// What the jobs of the benchmark share.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "abut/shape.h"
#include "bench/bench.h"

namespace abut::bench {

/// Threads for the rows that use the whole machine.
int count_cores();

/// Our measurement beside a peer's; without the peer if it could not take part.
Row make_row(std::string job, std::string name, std::size_t size, int threads, const Measurement& ours,
             std::string peer, const std::optional<Measurement>& theirs);

using CompareMesh = std::function<std::vector<Row>(const std::string& name, const PolygonMesh& mesh)>;

/// A case for every mesh file below a folder, named by its path from `names_from`. A file that cannot be read is
/// reported when its case runs.
std::vector<Case> make_mesh_cases(const std::string& job, const std::filesystem::path& folder,
                                  const std::filesystem::path& names_from, const CompareMesh& compare);

}  // namespace abut::bench
