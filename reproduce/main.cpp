// abut-reproduce: measures what the papers measured, beside their numbers, and writes docs/reproduction.md with its
// figures. All numbers of a chapter come from one run of this program.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>

#include "reproduce/contour_minimisation/contour_minimisation.h"
#include "reproduce/machine.h"
#include "reproduce/outline_boxes/outline_boxes.h"
#include "reproduce/regularity/regularity.h"
#include "reproduce/report.h"
#include "reproduce/simulation/simulation.h"
#include "reproduce/sphere_trees/sphere_trees.h"
#include "reproduce/survey/survey.h"

using namespace abut::reproduce;

namespace {

struct Chapter {
  std::string name;
  void (*report)(Report&);
};

const Chapter kChapters[] = {
    {"regularity", report_regularity},     {"contour_minimisation", report_contour_minimisation},
    {"simulation", report_simulation},     {"outline_boxes", report_outline_boxes},
    {"sphere_trees", report_sphere_trees}, {"survey", report_survey}};

std::vector<std::string> list_names() {
  std::vector<std::string> names;
  for (const Chapter& chapter : kChapters) names.push_back(chapter.name);
  return names;
}

// The page as it is; empty if there is none.
std::string read_page(const std::filesystem::path& folder) {
  std::ifstream file(folder / "reproduction.md");
  return {std::istreambuf_iterator<char>(file), {}};
}

Report make_page() {
  Report report;
  report.heading(1, "The papers' experiments, repeated");
  report.paragraph(
      "`make reproduce` writes this page and its figures: all numbers of a chapter come from one run. Machine: " +
      describe_machine() + ". Times are medians of several frames, on one thread unless said otherwise.");
  for (const Chapter& chapter : kChapters) chapter.report(report);
  return report;
}

// The page with one of its chapters made anew.
Report make_page_with(std::string_view name, std::string_view page) {
  Report report;
  for (const Chapter& chapter : kChapters) {
    if (chapter.name == name) chapter.report(report);
  }
  report.insert_into(page);
  return report;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures what the papers measured and writes reproduction.md and figures/.", "abut-reproduce");
  std::string folder = "docs", only;
  app.add_option("--output", folder, "Where to write them")->type_name("FOLDER")->capture_default_str();
  app.add_option("--only", only, "Only this chapter; others stay as they are")->check(CLI::IsMember(list_names()));
  CLI11_PARSE(app, argc, argv);

  const Report report = only.empty() ? make_page() : make_page_with(only, read_page(folder));
  const auto status = report.write(folder);
  if (!status) fmt::print(stderr, "abut-reproduce: {}\n", status.error().message);
  return status ? 0 : 2;
}
