// Point caches, read and written.
#include <fmt/format.h>

#include <fstream>
#include <thread>

#include "fuzz/fuzz_point_cache.h"
#include "io/io_testing.h"
#include "scenes/collection.h"

namespace abut {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;
using Frames = std::vector<std::vector<Vec3>>;

// Byte by byte, so that neither the writer nor the byte order of this machine has a part in it.
std::string little_endian(std::uint32_t value) {
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
  return bytes;
}

std::string encode(const std::vector<float>& numbers) {
  std::string bytes;
  for (const float x : numbers) bytes += little_endian(std::bit_cast<std::uint32_t>(x));
  return bytes;
}

std::string pc2_header(std::int32_t vertices, std::int32_t frames, std::int32_t version = 1) {
  const auto integer = [](std::int32_t value) { return little_endian(static_cast<std::uint32_t>(value)); };
  return "POINTCACHE2\0"s + integer(version) + integer(vertices) + encode({0, 1}) + integer(frames);
}

// Two frames of two vertices each, in either format.
const std::vector<float> kNumbers = {0, 1, -2, 3.5f, 4, 5, 6, 7, 8, 9, 10, 1e-3f};
const Frames kFrames = {{{0, 1, -2}, {3.5, 4, 5}}, {{6, 7, 8}, {9, 10, 1e-3f}}};
std::string small_pc2() { return pc2_header(2, 2) + encode(kNumbers); }
std::string small_f32seq() { return "F32SEQ 2 2\n" + encode(kNumbers); }

Animation parse_cache(std::string bytes) {
  Result<Animation> animation = parse_animation(std::move(bytes), "cache");
  if (!animation) throw std::runtime_error(animation.error().message);
  return *std::move(animation);
}

std::string find_cache_error(std::string bytes) { return error_of(parse_animation(std::move(bytes), "cache")); }

std::string find_frame_error(std::string bytes, std::size_t frame) {
  return error_of(parse_cache(std::move(bytes)).read_frame(frame));
}

}  // namespace

TEST(PointCache, both_formats_are_read_frame_by_frame) {
  for (const std::string& bytes : {small_pc2(), small_f32seq()}) {
    const Animation animation = parse_cache(bytes);
    EXPECT_EQ(animation.frame_count(), 2u);
    EXPECT_EQ(animation.complete_frame_count(), 2u);
    EXPECT_EQ(animation.vertex_count(), 2u);
    EXPECT_EQ(animation.frame_name(1), "cache frame 1");
    for (const std::size_t f : {1, 0, 1}) EXPECT_EQ(*animation.read_frame(f), kFrames[f]);
  }
}

TEST(PointCache, numbers_are_little_endian_floats_on_every_machine) {
  const std::string bytes = "F32SEQ 1 1\n\x00\x00\x80\x3f\x00\x00\x00\xc0\xdb\x0f\x49\x40"s;
  EXPECT_EQ(parse_cache(bytes).read_frame(0)->at(0), Vec3(1, -2, 3.14159274101257324));
}

TEST(PointCache, the_line_of_an_f32seq_may_end_as_on_windows) {
  EXPECT_EQ(*parse_cache("F32SEQ 1 1\r\n" + encode({1, 2, 3})).read_frame(0), std::vector<Vec3>{Vec3(1, 2, 3)});
}

TEST(PointCache, first_frame_and_sample_rate_have_no_meaning) {
  std::string bytes = small_pc2();
  bytes.replace(20, 8, encode({NAN, -7}));
  EXPECT_EQ(*parse_cache(bytes).read_frame(1), kFrames[1]);
}

TEST(PointCache, files_are_known_by_their_content) {
  TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "a.obj", small_pc2()));
  ASSERT_TRUE(write_file(folder / "b", small_f32seq()));
  ASSERT_TRUE(write_file(folder / "c.pc2", "v 0 0 0\n"));
  ASSERT_TRUE(write_file(folder / "d.pc2", "POINTCACHE"));
  EXPECT_TRUE(is_point_cache(folder / "a.obj"));
  EXPECT_TRUE(is_point_cache(folder / "b"));
  for (const char* name : {"c.pc2", "d.pc2", "missing", ""}) EXPECT_FALSE(is_point_cache(folder / name)) << name;
  const Result<Animation> animation = open_animation(folder / "a.obj");
  ASSERT_TRUE(animation) << error_of(animation);
  EXPECT_EQ(animation->frame_name(1), "a.obj frame 1");
  EXPECT_EQ(*animation->read_frame(1), kFrames[1]);
}

TEST(PointCache, what_is_no_point_cache_is_refused_by_name) {
  TemporaryFolder folder;
  EXPECT_EQ(error_of(open_animation(folder / "")), (folder / "").string() + ": is a folder, expected a file");
  EXPECT_EQ(error_of(open_animation(folder / "no")),
            (folder / "no").string() + ": cannot be opened: No such file or directory");
  EXPECT_EQ(find_cache_error(""), "cache: is empty, expected a point cache, PC2 or F32SEQ");
  EXPECT_EQ(find_cache_error("v 0 0 0\nv 1 0 0\n"),
            "cache: 'v 0 0 0\\x0av 1 ' found, expected a point cache that begins with POINTCACHE2 or F32SEQ");
}

TEST(PointCache, headers_that_cannot_be_are_refused) {
  EXPECT_EQ(find_cache_error(pc2_header(2, 2).substr(0, 31)), "cache: 31 bytes found, expected a PC2 header of 32");
  EXPECT_EQ(find_cache_error(pc2_header(2, 2, 2)), "cache: byte 12: version 2 found, expected 1");
  EXPECT_EQ(find_cache_error(pc2_header(2, 0)), "cache: byte 28: 0 frames found, expected 1 to 2147483647");
  EXPECT_EQ(find_cache_error(pc2_header(2, -1)), "cache: byte 28: -1 frames found, expected 1 to 2147483647");
  EXPECT_EQ(find_cache_error(pc2_header(0, 2)), "cache: byte 16: 0 vertices found, expected 1 to 1073741823");
  EXPECT_EQ(find_cache_error(pc2_header(1 << 30, 2)),
            "cache: byte 16: 1073741824 vertices found, expected 1 to 1073741823");
  EXPECT_EQ(find_cache_error("F32SEQ 0 2\n"), "cache:1: 0 frames found, expected 1 to 2147483647");
  EXPECT_EQ(find_cache_error("F32SEQ 2147483648 2\n"), "cache:1: 2147483648 frames found, expected 1 to 2147483647");
  EXPECT_EQ(find_cache_error("F32SEQ 2 0\n"), "cache:1: 0 vertices found, expected 1 to 1073741823");
  EXPECT_EQ(find_cache_error("F32SEQ 2 -2\n"), "cache:1: -2 vertices found, expected 1 to 1073741823");
  EXPECT_EQ(find_cache_error("F32SEQ 99999999999999999999 2\n"),
            "cache:1: '99999999999999999999' found, expected the number of frames");
  EXPECT_EQ(find_cache_error("F32SEQ 2\n2\n"), "cache:1: end of line found, expected the number of vertices");
  EXPECT_EQ(find_cache_error("F32SEQ 2 2 2\n"), "cache:1: ' 2' found, expected the end of the line");
  EXPECT_EQ(find_cache_error("F32SEQ 2 2"),
            "cache:1: no line end in the first 10 bytes found, expected 'F32SEQ FRAMES VERTICES'");
  EXPECT_EQ(find_cache_error("F32SEQ " + std::string(1000, '1') + "\n"),
            "cache:1: no line end in the first 64 bytes found, expected 'F32SEQ FRAMES VERTICES'");
}

TEST(PointCache, counts_that_overflow_are_refused) {
  const std::string expected =
      "cache: 2147483647 frames of 1073741823 vertices promised, which is more than any file can hold";
  EXPECT_EQ(find_cache_error(pc2_header(1073741823, 2147483647) + encode(kNumbers)), expected);
  EXPECT_EQ(find_cache_error("F32SEQ 2147483647 1073741823\n" + encode(kNumbers)), expected);
  EXPECT_EQ(find_cache_error(pc2_header(357913942, 1) + encode(kNumbers)),  // 2^32 + 8 bytes
            "cache: 1 frames of 357913942 vertices promised, which makes 4294967336 bytes, but the file has 80: not "
            "one whole frame");
}

TEST(PointCache, a_file_longer_than_its_header_says_is_refused) {
  EXPECT_EQ(find_cache_error(small_pc2() + "xyz"),
            "cache: 2 frames of 2 vertices promised, which makes 80 bytes, but the file has 83: 3 too many");
  EXPECT_EQ(find_cache_error(small_f32seq() + encode({1, 2, 3})),
            "cache: 2 frames of 2 vertices promised, which makes 59 bytes, but the file has 71: 12 too many");
}

TEST(PointCache, of_a_file_cut_short_the_frames_before_the_cut_are_read) {
  std::string bytes = pc2_header(2, 1000) + encode(kNumbers);
  bytes.pop_back();
  const Animation animation = parse_cache(bytes);
  EXPECT_EQ(animation.frame_count(), 1000u);
  EXPECT_EQ(animation.complete_frame_count(), 1u);
  EXPECT_EQ(*animation.read_frame(0), kFrames[0]);
  const std::string short_by = " bytes found, expected 24: the file is 23953 bytes shorter than its header says";
  EXPECT_EQ(error_of(animation.read_frame(1)), "cache: frame 1: 23" + short_by);
  EXPECT_EQ(error_of(animation.read_frame(2)), "cache: frame 2: 0" + short_by);
  EXPECT_EQ(error_of(animation.read_frame(999)), "cache: frame 999: 0" + short_by);
}

TEST(PointCache, a_file_without_a_whole_frame_is_refused) {
  EXPECT_EQ(find_cache_error(small_pc2().substr(0, 55)),
            "cache: 2 frames of 2 vertices promised, which makes 80 bytes, but the file has 55: not one whole frame");
  EXPECT_EQ(find_cache_error("F32SEQ 2 2\n"),
            "cache: 2 frames of 2 vertices promised, which makes 59 bytes, but the file has 11: not one whole frame");
}

TEST(PointCache, coordinates_that_are_not_finite_spoil_their_frame_only) {
  for (const auto& [value, name] : {std::pair(NAN, "nan"), {INFINITY, "inf"}, {-INFINITY, "-inf"}}) {
    std::vector<float> numbers = kNumbers;
    numbers[11] = static_cast<float>(value);
    const std::string bytes = pc2_header(2, 2) + encode(numbers);
    EXPECT_EQ(*parse_cache(bytes).read_frame(0), kFrames[0]);
    EXPECT_EQ(find_frame_error(bytes, 1),
              "cache: frame 1: vertex 1: coordinate "s + name + " found, expected a number within 1e+100");
  }
}

TEST(PointCache, a_file_that_shrinks_while_open_gives_an_error) {
  TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "a.pc2", small_pc2()));
  const Result<Animation> animation = open_animation(folder / "a.pc2");
  fs::resize_file(folder / "a.pc2", 60);
  EXPECT_EQ(*animation->read_frame(0), kFrames[0]);
  EXPECT_EQ(error_of(animation->read_frame(1)),
            (folder / "a.pc2").string() +
                ": frame 1: 4 bytes found, expected 24: the file is 20 bytes shorter than its "
                "header says");
}

TEST(PointCache, a_file_larger_than_memory_is_read_by_seeking) {
  TemporaryFolder folder;
  const std::size_t frame_count = 40'000'000, vertex_count = 1000;  // 480 GB, nearly all of it a hole
  ASSERT_TRUE(write_file(folder / "a", fmt::format("F32SEQ {} {}\n", frame_count, vertex_count)));
  std::error_code error;
  fs::resize_file(folder / "a", fs::file_size(folder / "a") + frame_count * vertex_count * 12, error);
  if (error) GTEST_SKIP() << "no files of this size here: " << error.message();
  std::fstream(folder / "a", std::ios::in | std::ios::out | std::ios::binary).seekp(-12, std::ios::end)
      << encode({1, 2, 3});
  const Result<Animation> animation = open_animation(folder / "a");
  ASSERT_TRUE(animation) << error_of(animation);
  const Result<std::vector<Vec3>> last = animation->read_frame(frame_count - 1);
  ASSERT_TRUE(last) << error_of(last);
  EXPECT_EQ(last->front(), Vec3(0, 0, 0));
  EXPECT_EQ(last->back(), Vec3(1, 2, 3));
}

TEST(PointCache, frames_are_read_from_several_threads_at_once) {
  TemporaryFolder folder;
  Frames frames;
  for (int f = 0; f < 64; ++f) frames.push_back(std::vector<Vec3>(100, Vec3(f, -f, 1)));
  ASSERT_TRUE(write_pc2(frames, folder / "a.pc2"));
  const Result<Animation> animation = open_animation(folder / "a.pc2");
  std::vector<int> wrong(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < wrong.size(); ++t)
    threads.emplace_back([&, t] {
      for (std::size_t f = 0; f < frames.size(); ++f) wrong[t] += *animation->read_frame(f) != frames[f];
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4));
}

TEST(PointCache, every_prefix_and_every_changed_byte_is_read_or_refused) {
  for (const auto& entry : fs::directory_iterator(abut::test::source_folder() / "tests/corpus/point_cache")) {
    SCOPED_TRACE(entry.path().string());
    const std::string bytes = *read_file(entry.path());
    const auto check = [](const std::string& some) {
      check_point_cache(reinterpret_cast<const std::uint8_t*>(some.data()), some.size());
    };
    for (std::size_t size = 0; size <= bytes.size(); ++size) check(bytes.substr(0, size));
    for (std::size_t i = 0; i < bytes.size(); ++i)
      for (const char c : {'\0', '\1', '\x7f', '\xff', ' ', '9'}) check(std::string(bytes).replace(i, 1, 1, c));
  }
}

TEST(Pc2Writer, the_bytes_are_those_of_the_format) { EXPECT_EQ(*format_pc2(kFrames), small_pc2()); }

TEST(Pc2Writer, floats_come_back_bit_equal) {
  TemporaryFolder folder;
  Frames frames = {random_positions(1000, 1e38), random_positions(1000, 1e-30)};
  for (std::vector<Vec3>& frame : frames)
    for (Vec3& position : frame) position = position.cast<float>().cast<double>();
  ASSERT_TRUE(write_pc2(frames, folder / "a.pc2"));
  const Result<Animation> animation = open_animation(folder / "a.pc2");
  for (std::size_t f = 0; f < frames.size(); ++f) EXPECT_TRUE(is_same_bits(*animation->read_frame(f), frames[f]));
}

TEST(Pc2Writer, an_existing_file_is_replaced_only_when_asked) {
  TemporaryFolder folder;
  ASSERT_TRUE(write_pc2(kFrames, folder / "a.pc2"));
  EXPECT_FALSE(write_pc2(kFrames, folder / "a.pc2"));
  EXPECT_TRUE(write_pc2(kFrames, folder / "a.pc2", true));
}

TEST(Pc2Writer, what_the_format_cannot_hold_is_refused) {
  const auto find_error = [](const Frames& frames) { return error_of(format_pc2(frames)); };
  EXPECT_EQ(find_error({}), "PC2: 0 frames found, expected 1 to 2147483647");
  EXPECT_EQ(find_error({{}}), "PC2: 0 vertices found, expected 1 to 1073741823");
  EXPECT_EQ(find_error({{Vec3(0, 0, 0)}, {}}), "PC2: frame 1: 0 vertices found, expected 1 as in frame 0");
  EXPECT_EQ(find_error({{Vec3(0, NAN, 0)}}),
            "PC2: frame 0: vertex 0: coordinate nan found, expected a number within 1e+100");
  EXPECT_EQ(find_error({{Vec3(0, 1e99, 0)}}),
            "PC2: frame 0: vertex 0: coordinate 1e+99 does not fit the file's type float32");
  TemporaryFolder folder;
  EXPECT_EQ(error_of(write_pc2({}, folder / "a.pc2")),
            (folder / "a.pc2").string() + ": 0 frames found, expected 1 to 2147483647");
  EXPECT_EQ(folder.count_files(), 0u);
}

}  // namespace abut
