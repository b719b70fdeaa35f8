#include "io/json_view.h"

#include <fmt/format.h>

#include "io/failure.h"
#include "io/io_testing.h"

namespace abut {
namespace {

template <class Action>
std::string find_failure(Action action) {
  try {
    action();
  } catch (const Failure& failure) {
    return failure.text;
  }
  return "no failure";
}

}  // namespace

TEST(JsonView, complaints_say_where) {
  const Json json = Json::parse(R"({"a": [{"b": "text"}]})");
  const JsonView root(json);
  EXPECT_EQ(find_failure([&] { root.at("a").at(0).at("b").to_size(); }),
            ": a[0].b: string found, expected a whole number that is not negative");
  EXPECT_EQ(find_failure([&] { root.at("a").at(0).at("c"); }), ": a[0]: no member 'c' found");
  EXPECT_EQ(find_failure([&] { root.at("a").at(1); }), ": a: element 1 is asked for, but there are 1");
  EXPECT_EQ(find_failure([&] { root.at("a").at("b"); }), ": a: array found, expected an object");
}

TEST(JsonView, whole_numbers_may_be_written_with_a_point) {
  EXPECT_EQ(JsonView(Json::parse("3.0")).to_size(), 3u);
  EXPECT_NE(find_failure([] { JsonView(Json::parse("3.5"), "x").to_size(); }), "no failure");
  EXPECT_NE(find_failure([] { JsonView(Json::parse("18446744073709551615"), "x").to_size(); }), "no failure");
}

TEST(JsonView, text_that_would_take_the_stack_or_hours_is_refused) {
  EXPECT_NE(find_failure([] { parse_json(std::string(1000000, '[')); }).find("nested"), std::string::npos);
  std::string members = "{";
  for (int i = 0; i < 2000; ++i) members += fmt::format("\"{}\":0,", i);
  EXPECT_NE(find_failure([&] { parse_json(members + "\"x\":0}"); }).find("members"), std::string::npos);
}

}  // namespace abut
