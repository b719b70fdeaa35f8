#include "io/base64.h"

#include "io/io_testing.h"

namespace abut {

TEST(Base64, matches_the_examples_of_the_standard) {
  const std::pair<const char*, const char*> examples[] = {{"", ""},
                                                          {"f", "Zg=="},
                                                          {"fo", "Zm8="},
                                                          {"foo", "Zm9v"},
                                                          {"foob", "Zm9vYg=="},
                                                          {"fooba", "Zm9vYmE="},
                                                          {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : examples) {
    EXPECT_EQ(encode_base64(bytes), text);
    EXPECT_EQ(decode_base64(text), bytes);
  }
}

TEST(Base64, all_bytes_come_back) {
  std::string bytes;
  for (int i = 0; i < 1000; ++i) bytes += static_cast<char>(i * 7);
  EXPECT_EQ(decode_base64(encode_base64(bytes)), bytes);
}

TEST(Base64, other_characters_are_refused) {
  for (const char* text : {"Zg=a", "Z", "Zm9v Zm9v", "Zm9\x80", "===="}) EXPECT_FALSE(decode_base64(text)) << text;
}

}  // namespace abut
