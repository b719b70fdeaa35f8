#include "bench/ccd_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "abut/io.h"
#include "abut/narrow.h"
#include "base/text.h"
#include "bench/bench.h"

namespace abut::bench {
namespace {

enum ExitCode { kNoMiss = 0, kMiss = 1, kTrouble = 2 };

struct CcdOptions {
  std::vector<std::string> files;
  std::string kind;
  ImpactSettings settings;

  std::optional<bool> is_edge_edge() const { return kind.empty() ? std::nullopt : std::optional(kind == "edge-edge"); }
};

struct QueryFile {
  std::string name;
  ImpactQueries queries;
};

/// Which queries of a file got which answer.
struct Answers {
  std::vector<std::size_t> hits, others;
};

struct Score {
  std::size_t queries = 0, trues = 0, hits = 0, misses = 0, false_alarms = 0;
  double seconds = 0;

  Score& operator+=(const Score& other) {
    queries += other.queries;
    trues += other.trues;
    hits += other.hits;
    misses += other.misses;
    false_alarms += other.false_alarms;
    seconds += other.seconds;
    return *this;
  }
};

std::optional<FeatureImpact> find_impact(const QueryFile& file, std::size_t query, const ImpactSettings& settings) {
  const Motion<4>& motion = file.queries.motions[query];
  return file.queries.is_edge_edge ? find_edge_edge_impact(motion, settings)
                                   : find_vertex_face_impact(motion, settings);
}

Answers answer_all(const QueryFile& file, const ImpactSettings& settings) {
  Answers answers;
  for (std::size_t i = 0; i < file.queries.motions.size(); ++i)
    (find_impact(file, i, settings) ? answers.hits : answers.others).push_back(i);
  return answers;
}

Score judge(const ImpactQueries& queries, const Answers& answers) {
  Score score{.queries = queries.motions.size(), .hits = answers.hits.size()};
  if (queries.truths.empty()) return score;
  const auto is_true = [&](std::size_t query) { return queries.truths[query]; };
  score.misses = static_cast<std::size_t>(std::count_if(answers.others.begin(), answers.others.end(), is_true));
  const auto true_hits = static_cast<std::size_t>(std::count_if(answers.hits.begin(), answers.hits.end(), is_true));
  score.false_alarms = score.hits - true_hits;
  score.trues = true_hits + score.misses;
  return score;
}

/// Seconds for these queries, one after the other on this thread.
double measure_queries(const QueryFile& file, const std::vector<std::size_t>& queries, const ImpactSettings& settings) {
  constexpr double kSeconds = 0.1;
  const auto count_hits = [&] {
    std::uint64_t hits = 0;
    for (const std::size_t query : queries) hits += find_impact(file, query, settings) ? 1 : 0;
    return hits;
  };
  return measure(count_hits, kSeconds).seconds;
}

std::string format_us(double seconds, std::size_t count) {
  return fmt::format("{:.3f}", 1e6 * seconds / static_cast<double>(count));
}

std::string measure_us(const QueryFile& file, const std::vector<std::size_t>& queries, const ImpactSettings& settings) {
  return queries.empty() ? "-" : format_us(measure_queries(file, queries, settings), queries.size());
}

/// A line of the table: the name of a file and eight more cells.
using Line = std::array<std::string, 9>;

void print_line(const Line& line, std::size_t name_width) {
  fmt::print("{:<{}}  {:<11} {:>7} {:>6} {:>6} {:>6} {:>12} {:>9} {:>9}\n", line[0], name_width, line[1], line[2],
             line[3], line[4], line[5], line[6], line[7], line[8]);
  std::fflush(stdout);
}

Line make_line(const QueryFile& file, const Score& score, const Answers& answers, const ImpactSettings& settings) {
  const bool has_truths = !file.queries.truths.empty();
  const auto judged = [&](std::size_t count) { return has_truths ? std::to_string(count) : "-"; };
  return {file.name,
          file.queries.is_edge_edge ? "edge-edge" : "vertex-face",
          std::to_string(score.queries),
          judged(score.trues),
          std::to_string(score.hits),
          judged(score.misses),
          judged(score.false_alarms),
          measure_us(file, answers.hits, settings),
          measure_us(file, answers.others, settings)};
}

Score run_file(const QueryFile& file, const ImpactSettings& settings, std::size_t name_width) {
  const Answers answers = answer_all(file, settings);
  Score score = judge(file.queries, answers);
  std::vector<std::size_t> all(score.queries);
  std::iota(all.begin(), all.end(), std::size_t{0});
  score.seconds = measure_queries(file, all, settings);
  print_line(make_line(file, score, answers, settings), name_width);
  return score;
}

Score run_all(const std::vector<QueryFile>& files, const ImpactSettings& settings) {
  std::size_t width = 4;
  for (const QueryFile& file : files) width = std::max(width, file.name.size());
  print_line({"file", "kind", "queries", "true", "hits", "misses", "false alarms", "us/hit", "us/other"}, width);
  Score total;
  for (const QueryFile& file : files) total += run_file(file, settings, width);
  return total;
}

void print_error(const std::string& message) { fmt::print(stderr, "abut-bench: {}\n", message); }

// All are read before the first is run, so that a bad one costs no time.
Result<std::vector<QueryFile>> read_all(const CcdOptions& options) {
  std::vector<QueryFile> files;
  for (const std::string& path : options.files) {
    Result<ImpactQueries> queries = read_impact_queries(path, options.is_edge_edge());
    if (!queries) return queries.error();
    if (queries->rounded_count > 0)
      print_error(
          fmt::format("{}: {} coordinates are no doubles and were rounded", printable(path), queries->rounded_count));
    files.push_back({printable(path), *std::move(queries)});
  }
  return files;
}

int run_ccd(const CcdOptions& options) {
  const Result<std::vector<QueryFile>> files = read_all(options);
  if (!files) {
    print_error(files.error().message);
    return kTrouble;
  }
  const Score total = run_all(*files, options.settings);
  fmt::print("queries={} hits={} misses={} false_alarms={} us_per_query={}\n", total.queries, total.hits, total.misses,
             total.false_alarms, format_us(total.seconds, total.queries));
  return total.misses > 0 ? kMiss : kNoMiss;
}

// Unlike CLI11's own, it refuses what is not a number.
CLI::Validator make_range(double low, double high) {
  return CLI::Validator(
      [=](const std::string& text) {
        double number = 0;
        const bool is_good = CLI::detail::lexical_cast(text, number) && number >= low && number <= high;
        return is_good ? std::string() : fmt::format("{} found, expected a number from {} to {}", text, low, high);
      },
      "");
}

}  // namespace

void add_ccd_command(CLI::App& app, std::function<int()>& run) {
  const auto options = std::make_shared<CcdOptions>();
  CLI::App* command = app.add_subcommand("ccd", "Answer queries of continuous collision: rightly, and how fast?");
  command->add_option("files", options->files, "Queries, as in docs/ccd_queries.md")->required()->type_name("FILE.csv");
  command->add_option("--tolerance", options->settings.tolerance, "How much before a touch its time may be reported")
      ->check(make_range(1e-14, 1))
      ->capture_default_str();
  command->add_option("--separation", options->settings.separation, "Features as near as this count as touching")
      ->check(make_range(0, kMaxCoordinate))
      ->capture_default_str();
  command->add_option("--kind", options->kind, "What the files hold, if their names do not tell")
      ->check(CLI::IsMember({"vertex-face", "edge-edge"}));
  command->footer(
      "Exit code: 0 if no impact was missed, 1 if one was, 2 for files that cannot be read.\n"
      "Example: abut-bench ccd unit-tests/edge-edge/*.csv unit-tests/vertex-face/*.csv");
  command->callback([options, &run] { run = [options] { return run_ccd(*options); }; });
}

}  // namespace abut::bench
