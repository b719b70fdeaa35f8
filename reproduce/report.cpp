#include "reproduce/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "abut/io.h"

namespace abut::reproduce {

void Report::heading(int level, std::string_view words) {
  text_ += fmt::format("{} {}\n\n", std::string(static_cast<std::size_t>(level), '#'), words);
}

void Report::paragraph(std::string_view words) { text_ += fmt::format("{}\n\n", words); }

void Report::picture(std::string_view name, std::string_view caption) {
  text_ += fmt::format("![{}](figures/{})\n\n", caption, name);
}

void Report::table(const Table& table) {
  const auto add = [&](const std::vector<std::string>& cells) {
    for (const std::string& cell : cells) text_ += "| " + cell + " ";
    text_ += "|\n";
  };
  add(table.heading);
  for (std::size_t i = 0; i < table.heading.size(); ++i) text_ += i < table.text_columns ? "|---" : "|---:";
  text_ += "|\n";
  for (const auto& row : table.rows) add(row);
  text_ += "\n";
}

void Report::figures(std::vector<Figure> figures) {
  for (Figure& figure : figures) {
    text_ += fmt::format("![{}](figures/{}.svg)\n", figure.caption, figure.name);
    figures_.push_back(std::move(figure));
  }
  text_ += "\n";
}

void Report::insert_into(std::string_view page) {
  const std::string heading = text_.substr(0, text_.find('\n') + 1);
  const std::size_t begin = page.find(heading);
  const std::size_t end = begin == page.npos ? page.npos : page.find("\n## ", begin);
  const std::string_view before = page.substr(0, begin);
  const std::string_view after = end == page.npos ? std::string_view() : page.substr(end + 1);
  const std::string_view gap = before.ends_with("\n\n") || before.empty() ? "" : "\n";
  text_ = fmt::format("{}{}{}{}", before, gap, text_, after);
}

Status Report::write(const std::filesystem::path& folder) const {
  std::error_code failure;
  std::filesystem::create_directories(folder / "figures", failure);  // if it fails, so does what follows
  for (const Figure& figure : figures_) {
    if (auto status = write_file(folder / "figures" / (figure.name + ".svg"), figure.svg, true); !status) return status;
  }
  const std::string text = text_.substr(0, text_.find_last_not_of('\n') + 1) + "\n";
  return write_file(folder / "reproduction.md", text, true);
}

std::string format_count(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string format_number(double number) {
  if (number == 0) return "0";
  if (std::abs(number) >= 100) return format_count(static_cast<std::uint64_t>(std::llround(number)));
  const int decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(std::abs(number)))), 0, 6);
  return fmt::format("{:.{}f}", number, decimals);
}

std::string format_time(double seconds) {
  if (seconds >= 1) return format_number(seconds) + " s";
  return seconds >= 1e-3 ? format_number(1e3 * seconds) + " ms" : format_number(1e6 * seconds) + " us";
}

std::string format_share(double share) { return fmt::format("{:.1f} %", 100 * share); }

}  // namespace abut::reproduce
