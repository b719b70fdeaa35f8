// What is known of the meshes of the collection. Tests that need it skip with a clear line where it is absent.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "scenes/collection.h"

namespace abut::test {

inline bool has_data() { return std::filesystem::exists(data_folder() / "INDEX.tsv"); }

#define ABUT_NEED_DATA()                                                          \
  if (!abut::test::has_data())                                                    \
  GTEST_SKIP() << "no collection of real meshes at " << abut::test::data_folder() \
               << "; ABUT_DATA may name another place"

/// A row of the collection's index: a mesh and what is known of it.
struct IndexRow {
  std::filesystem::path path;
  std::size_t triangles = 0, boundary_edges = 0, components = 0;
  std::size_t pairs[4] = {};  ///< by number of shared vertices
  std::size_t pair_count() const { return pairs[0] + pairs[1] + pairs[2] + pairs[3]; }
};

/// All meshes whose self-intersections are known.
inline std::vector<IndexRow> read_index() {
  std::ifstream file(data_folder() / "INDEX.tsv");
  const auto split = [](const std::string& line) {
    std::vector<std::string> cells;
    std::stringstream stream(line);
    for (std::string cell; std::getline(stream, cell, '\t');) cells.push_back(cell);
    return cells;
  };
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> heading = split(line);
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(heading.begin(), heading.end(), name) - heading.begin());
  };
  std::vector<IndexRow> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> cells = split(line);
    const auto number = [&](const std::string& name) {
      return static_cast<std::size_t>(std::stoul("0" + cells.at(column(name))));
    };
    if (cells.size() <= column("SI_total") || cells[column("SI_total")].empty()) continue;
    IndexRow row{data_folder() / cells[0], number("T"), number("boundary_edges"), number("components"), {}};
    row.pairs[0] = number("SI_no_shared_vertex");
    row.pairs[1] = number("SI_one_shared_vertex");
    row.pairs[2] = number("SI_shared_edge");
    row.pairs[3] = number("SI_duplicate_face");
    rows.push_back(row);
  }
  return rows;
}

}  // namespace abut::test
