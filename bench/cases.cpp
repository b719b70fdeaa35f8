#include "bench/cases.h"

#include <fmt/format.h>

#include <thread>

#include "abut/io.h"
#include "scenes/collection.h"

namespace abut::bench {

int count_cores() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

Row make_row(std::string job, std::string name, std::size_t size, int threads, const Measurement& ours,
             std::string peer, const std::optional<Measurement>& theirs) {
  Row row{std::move(job), std::move(name), size, threads, ours.seconds, "", 0, ours.count, 0, ours.tests, 0};
  if (theirs) {
    row.peer_tests = theirs->tests;
    row.peer = std::move(peer);
    row.peer_seconds = theirs->seconds;
    row.peer_count = theirs->count;
  }
  return row;
}

std::vector<Case> make_mesh_cases(const std::string& job, const std::filesystem::path& folder,
                                  const std::filesystem::path& names_from, const CompareMesh& compare) {
  std::vector<Case> cases;
  for (const auto& file : test::find_mesh_files(folder)) {
    const std::string name = std::filesystem::relative(file, names_from).string();
    cases.push_back({job, name, [=]() -> std::vector<Row> {
                       const auto mesh = read_mesh(file);
                       if (mesh) return compare(name, mesh->mesh());
                       fmt::print(stderr, "abut-bench: {}\n", mesh.error().message);
                       return {};
                     }});
  }
  return cases;
}

}  // namespace abut::bench
