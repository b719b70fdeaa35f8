// Queries of continuous collision.
#include <fmt/format.h>

#include <fstream>

#include "fuzz/fuzz_impact_queries.h"
#include "io/io_testing.h"
#include "scenes/collection.h"
#include "support/data.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

// Eight rows, each of them (row, 1 + row / 10, -row) and `rest`.
std::string make_query(const std::string& rest = "") {
  std::string rows;
  for (int row = 0; row < 8; ++row) rows += fmt::format("{},1,{},10,{},1{}\n", row, 10 + row, -row, rest);
  return rows;
}

Vec3 point_of_row(int row) { return Vec3(row, (10.0 + row) / 10, -row); }

ImpactQueries parse_queries(const std::string& bytes) {
  Result<ImpactQueries> queries = parse_impact_queries(bytes, true, "test");
  if (!queries) throw std::runtime_error(queries.error().message);
  return *std::move(queries);
}

std::string find_error(const std::string& bytes) { return error_of(parse_impact_queries(bytes, true, "test")); }

std::string replace_line(std::string text, std::size_t line, const std::string& with) {
  std::size_t start = 0;
  for (; line > 1; --line) start = text.find('\n', start) + 1;
  return text.replace(start, text.find('\n', start) - start, with);
}

void write_query(const fs::path& path) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << make_query();
}

std::vector<fs::path> find_query_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(test::data_folder() / "ccd")) {
    const std::string folder = entry.path().parent_path().filename().string();
    if (entry.path().extension() == ".csv" && (folder == "edge-edge" || folder == "vertex-face" || folder == "queries"))
      files.push_back(entry.path());
  }
  return files;
}

std::size_t count_rows(const fs::path& path) {
  std::ifstream file(path);
  std::size_t count = 0;
  for (std::string line; std::getline(file, line);) ++count;
  return count;
}

}  // namespace

TEST(ImpactQueries, points_are_read_in_the_order_of_the_file) {
  const ImpactQueries queries = parse_queries(make_query(",0") + make_query(",1"));
  EXPECT_TRUE(queries.is_edge_edge);
  ASSERT_EQ(queries.motions.size(), 2u);
  for (const Motion<4>& motion : queries.motions)
    for (int row = 0; row < 4; ++row) {
      EXPECT_EQ(motion.start[row], point_of_row(row));
      EXPECT_EQ(motion.end[row], point_of_row(row + 4));
    }
  EXPECT_EQ(queries.truths, (std::vector<bool>{false, true}));
}

TEST(ImpactQueries, the_truth_may_be_missing) {
  const ImpactQueries queries = parse_queries(make_query() + make_query());
  EXPECT_EQ(queries.motions.size(), 2u);
  EXPECT_TRUE(queries.truths.empty());
}

TEST(ImpactQueries, line_ends_blank_lines_and_a_byte_order_mark_do_not_matter) {
  const std::string query = make_query(",1");
  for (const std::string& bytes : {end_lines_with_crlf(query), "\n \n" + query + "\n\t\n", "\xef\xbb\xbf" + query,
                                   query.substr(0, query.size() - 1)}) {
    const ImpactQueries queries = parse_queries(bytes);
    ASSERT_EQ(queries.motions.size(), 1u);
    EXPECT_EQ(queries.motions[0].end[3], point_of_row(7));
    EXPECT_EQ(queries.truths, std::vector<bool>{true});
  }
}

TEST(ImpactQueries, rounded_coordinates_are_counted) {
  EXPECT_EQ(parse_queries(make_query()).rounded_count, 6u);  // of 1.0 to 1.7, all but 1.0 and 1.5
  EXPECT_EQ(parse_queries(replace_line(make_query(), 1, "1,3,1,1,2,4")).rounded_count, 7u);
}

TEST(ImpactQueries, bad_input_is_refused_with_its_line) {
  const std::string good = make_query(",0"), ten_thousand_digits(10001, '1');
  const std::vector<BadInput> inputs = {
      {"", "test: no queries found, expected 8 rows for each"},
      {"\n\r\n \n", "test: no queries found"},
      {good + "0,1,0,1,0,1,0\n", "test:10: end of file found after row 1 of query 2, expected 8 rows"},
      {"0,1,0,1,0\n", "test:1: row with 5 columns found, expected 6, or 7 with the truth"},
      {"0,1,0,1,0,1,0,1\n", "test:1: row with 8 columns found, expected 6, or 7 with the truth"},
      {replace_line(good, 3, "0,1,0,1,0,1"), "test:3: row with 6 columns found, expected 7 as in the first row"},
      {replace_line(make_query(), 3, "0,1,0,1,0,1,0"), "test:3: row with 7 columns found, expected 6 as in"},
      {"xn,xd,yn,yd,zn,zd,truth\n", "test:1: 'xn' found, expected an integer"},
      {replace_line(good, 2, "0,1,0.5,1,0,1,0"), "test:2: '0.5' found, expected an integer"},
      {replace_line(good, 2, "0,1,,1,0,1,0"), "test:2: '' found, expected an integer"},
      {replace_line(good, 2, "0,1,0,1, 0,1,0"), "test:2: ' 0' found, expected an integer"},
      {replace_line(good, 8, "0,1,0,1,0,0,0"), "test:8: denominator '0' found, expected another than zero"},
      {replace_line(good, 8, "0,1,0,-00,0,1,0"), "test:8: denominator '-00' found, expected another than zero"},
      {replace_line(good, 4, "0,1,0,1,-2" + std::string(100, '0') + ",1,0"),
       "test:4: coordinate -2e+100 found, expected a number within 1e+100"},
      {replace_line(good, 4, "0,1,0,1,1" + std::string(400, '0') + ",1,0"), "test:4: coordinate inf found"},
      {replace_line(good, 4, "0,1,0,1,0," + ten_thousand_digits + ",0"),
       "test:4: integer of 10001 digits found, expected at most 10000"},
      {replace_line(good, 5, "0,1,0,1,0,1,2"), "test:5: '2' found, expected the truth, 0 or 1"},
      {replace_line(good, 5, "0,1,0,1,0,1,"), "test:5: '' found, expected the truth, 0 or 1"},
      {replace_line(good, 5, "0,1,0,1,0,1,1"), "test:5: truth 1 found, expected 0 as in the first row of query 1"}};
  for (const BadInput& input : inputs) {
    const std::string error = find_error(input.bytes);
    EXPECT_TRUE(error.starts_with(input.message)) << error << "\n  expected: " << input.message;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  }
}

TEST(ImpactQueries, the_names_of_file_and_folders_tell_the_kind) {
  TemporaryFolder folder;
  for (const auto& [name, is_edge_edge] : std::vector<std::pair<const char*, bool>>{{"92ee.csv", true},
                                                                                    {"92vf.csv", false},
                                                                                    {"edge-edge.csv", true},
                                                                                    {"my-vertex-face-1.csv", false},
                                                                                    {"edge-edge/data_0_0.csv", true},
                                                                                    {"edge-edge/vertex-face/a", false},
                                                                                    {"vertex-face/b/data.csv", false},
                                                                                    {"vertex-face/vf.csv", false}}) {
    write_query(folder / name);
    const Result<ImpactQueries> queries = read_impact_queries(folder / name);
    ASSERT_TRUE(queries) << error_of(queries);
    EXPECT_EQ(queries->is_edge_edge, is_edge_edge) << name;
  }
}

TEST(ImpactQueries, a_kind_that_is_not_clear_must_be_given) {
  TemporaryFolder folder;
  for (const char* name : {"data.csv", "ee.csv.txt", "vertex-face/tree.csv", "edge-edge/vertex-face-edge-edge.csv"}) {
    write_query(folder / name);
    const std::string error = error_of(read_impact_queries(folder / name));
    EXPECT_EQ(error.find(folder / name), 0u) << error;
    EXPECT_NE(error.find("rename it or say the kind"), std::string::npos) << error;
    for (const bool is_edge_edge : {false, true})
      EXPECT_EQ(read_impact_queries(folder / name, is_edge_edge)->is_edge_edge, is_edge_edge);
  }
}

TEST(ImpactQueries, a_file_that_cannot_be_opened_is_named) {
  for (const char* name : {"no-such-folder/1ee.csv", "no-such-folder/data.csv"})
    EXPECT_TRUE(error_of(read_impact_queries(name)).starts_with(std::string(name) + ": cannot be opened"));
}

TEST(ImpactQueries, every_prefix_and_every_changed_byte_is_read_or_refused) {
  for (const auto& entry : fs::directory_iterator(abut::test::source_folder() / "tests/corpus/impact_queries")) {
    SCOPED_TRACE(entry.path().string());
    const std::string bytes = *read_file(entry.path());
    const auto check = [](const std::string& some) {
      check_impact_queries(reinterpret_cast<const std::uint8_t*>(some.data()), some.size());
    };
    for (std::size_t size = 0; size <= bytes.size(); ++size) check(bytes.substr(0, size));
    for (std::size_t i = 0; i < bytes.size(); ++i)
      for (const char c : {'\0', '\n', ',', '-', ' ', '9'}) check(std::string(bytes).replace(i, 1, 1, c));
  }
}

TEST(ImpactQueries, published_files_are_read_without_rounding) {
  if (!fs::is_directory(test::data_folder() / "ccd"))
    GTEST_SKIP() << "no queries at " << test::data_folder() / "ccd"
                 << "; ABUT_DATA may name another place";
  std::size_t count = 0;
  for (const fs::path& path : find_query_files()) {
    SCOPED_TRACE(path.string());
    const Result<ImpactQueries> queries = read_impact_queries(path);
    ASSERT_TRUE(queries) << error_of(queries);
    EXPECT_EQ(8 * queries->motions.size(), count_rows(path));
    EXPECT_EQ(queries->rounded_count, 0u);
    count += queries->motions.size();
  }
  std::cout << count << " queries read\n";
  EXPECT_GT(count, 0u);
}

}  // namespace abut
