// abut-reproduce: measures what the papers measured, beside their numbers, and writes docs/reproduction.md with its
// figures. Every number in it comes from one run of this program.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "reproduce/machine.h"
#include "reproduce/regularity/regularity.h"
#include "reproduce/report.h"

int main(int argc, char** argv) {
  using namespace abut::reproduce;
  CLI::App app("Measures what the papers measured and writes reproduction.md and figures/.", "abut-reproduce");
  std::string folder = "docs";
  app.add_option("--output", folder, "Where to write them")->type_name("FOLDER")->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  Report report;
  report.heading(1, "The papers' experiments, repeated");
  report.paragraph("`make reproduce` writes this page and its figures: all numbers come from one run. Machine: " +
                   describe_machine() + ". Times are medians of several frames, on one thread unless said otherwise.");
  report_regularity(report);

  const auto status = report.write(folder);
  if (!status) fmt::print(stderr, "abut-reproduce: {}\n", status.error().message);
  return status ? 0 : 2;
}
