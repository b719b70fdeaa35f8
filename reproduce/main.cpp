// abut-reproduce: measures what the papers measured, beside their numbers, and writes docs/reproduction.md with its
// figures. Every number in it comes from one run of this program.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "reproduce/contour_minimisation/contour_minimisation.h"
#include "reproduce/machine.h"
#include "reproduce/regularity/regularity.h"
#include "reproduce/report.h"

namespace {

struct Chapter {
  std::string name;
  void (*report)(abut::reproduce::Report&);
};

const Chapter kChapters[] = {{"regularity", abut::reproduce::report_regularity},
                             {"contour_minimisation", abut::reproduce::report_contour_minimisation}};

std::vector<std::string> list_names() {
  std::vector<std::string> names;
  for (const Chapter& chapter : kChapters) names.push_back(chapter.name);
  return names;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace abut::reproduce;
  CLI::App app("Measures what the papers measured and writes reproduction.md and figures/.", "abut-reproduce");
  std::string folder = "docs";
  app.add_option("--output", folder, "Where to write them")->type_name("FOLDER")->capture_default_str();
  std::string only;
  app.add_option("--only", only, "Only this chapter, for a look at it")->check(CLI::IsMember(list_names()));
  CLI11_PARSE(app, argc, argv);

  Report report;
  report.heading(1, "The papers' experiments, repeated");
  report.paragraph("`make reproduce` writes this page and its figures: all numbers come from one run. Machine: " +
                   describe_machine() + ". Times are medians of several frames, on one thread unless said otherwise.");
  for (const Chapter& chapter : kChapters) {
    if (only.empty() || only == chapter.name) chapter.report(report);
  }

  const auto status = report.write(folder);
  if (!status) fmt::print(stderr, "abut-reproduce: {}\n", status.error().message);
  return status ? 0 : 2;
}
