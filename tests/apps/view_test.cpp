// abut view and --view, --html, --record: what is recorded, what is served to whom, and how it ends.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/program_testing.h"
#include "io/base64.h"
#include "support/recordings.h"

namespace abut {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::Chunk;
using test::contains;
using test::decode_recording;
using test::layer_of;
using test::Program;
using test::run;

// The program while it serves: started, asked, and ended by Ctrl-C.
class Serving {
 public:
  explicit Serving(const std::string& arguments) {
    int ends[2];
    if (pipe(ends) != 0) return;
    process_ = fork();
    if (process_ == 0) {
      dup2(ends[1], STDOUT_FILENO);
      dup2(ends[1], STDERR_FILENO);
      close(ends[0]);
      const std::string command = std::string("exec ") + test::kProgram + " " + arguments;
      execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      _exit(127);
    }
    close(ends[1]);
    output_ = ends[0];
    char letter = 0;
    while (!contains(text_, "(Ctrl-C ends)") && ::read(output_, &letter, 1) == 1) text_ += letter;
    const std::size_t at = text_.find("http://127.0.0.1:");
    if (at != std::string::npos) port_ = std::stoi(text_.substr(at + 17));
  }
  ~Serving() {
    if (process_ > 0) end();
    close(output_);
  }

  int port() const { return port_; }
  const std::string& text() const { return text_; }

  int end(int signal = SIGINT) {
    kill(process_, signal);
    int status = 0;
    waitpid(std::exchange(process_, 0), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  /// The whole answer, as it comes. An empty one: nobody listens.
  std::string ask(const std::string& request, const std::string& address = "127.0.0.1") const {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in target = {};
    target.sin_family = AF_INET;
    target.sin_port = htons(static_cast<std::uint16_t>(port_));
    inet_pton(AF_INET, address.c_str(), &target.sin_addr);
    std::string answer;
    if (connect(socket, reinterpret_cast<sockaddr*>(&target), sizeof(target)) == 0) {
      const ssize_t sent = send(socket, request.data(), request.size(), MSG_NOSIGNAL);
      (void)sent;
      std::array<char, 65536> buffer;
      for (ssize_t n; (n = recv(socket, buffer.data(), buffer.size(), 0)) > 0;)
        answer.append(buffer.data(), static_cast<std::size_t>(n));
    }
    close(socket);
    return answer;
  }

  std::string get(const std::string& target, const std::string& headers = "", const std::string& method = "GET") const {
    return ask(method + " " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port_) +
               "\r\nConnection: close\r\n" + headers + "\r\n");
  }

 private:
  pid_t process_ = 0;
  int output_ = -1, port_ = 0;
  std::string text_;
};

int status_of(const std::string& answer) { return answer.size() > 12 ? std::stoi(answer.substr(9, 3)) : 0; }

std::string body_of(const std::string& answer) {
  const std::size_t at = answer.find("\r\n\r\n");
  return at == std::string::npos ? "" : answer.substr(at + 4);
}

bool has_page() { return !contains(run("view scene:alpha:1000 --html /").out, "built without its page"); }

// ---------------------------------------------------------------------------------------------------------------
// What is recorded

TEST_F(Program, a_check_is_recorded_with_the_numbers_of_its_report) {
  const auto outcome = run("check scene:poked:4000 --record " + path("r.abut") + " --json " + path("r.json"));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.out, "Recorded: " + path("r.abut")));
  const json report = json::parse(read(path("r.json")));
  const auto recording = decode_recording(read(path("r.abut")));
  const auto frames = recording.of_kind("FRAM");
  ASSERT_EQ(frames.size(), 1u);
  const auto faces = frames[0].array<std::uint32_t>(layer_of(frames[0], "pairs")["faces"]);
  ASSERT_EQ(faces.size(), 4 * report["pairs"].size());
  for (std::size_t i = 0; i < report["pairs"].size(); ++i) {
    EXPECT_EQ(faces[4 * i], report["pairs"][i]["mesh_a"]);
    EXPECT_EQ(faces[4 * i + 3], report["pairs"][i]["face_b"]);
  }
  const auto lengths = frames[0].array<double>(layer_of(frames[0], "contours")["lengths"]);
  ASSERT_EQ(lengths.size(), report["contours"].size());
  for (std::size_t i = 0; i < lengths.size(); ++i) EXPECT_EQ(lengths[i], report["contours"][i]["length"]);
  EXPECT_EQ(recording.of_kind("TREE").size(), 2u);
  EXPECT_FALSE(frames[0].array<std::uint32_t>(layer_of(frames[0], "visits 0")["nodes"]).empty());
  EXPECT_EQ(recording.head().json["meshes"][1]["name"], "garment");
  EXPECT_TRUE(contains(recording.index().json["summary"][0].get<std::string>(), "intersecting pairs"));
}

TEST_F(Program, an_animation_is_recorded_frame_by_frame) {
  fs::create_directory(path("frames"));
  write("frames/f1.obj", clean_);
  write("frames/f2.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 4 4 2\nf 1 2 3\nf 2 4 3\n");
  EXPECT_EQ(run("check --quiet " + path("frames") + " --record " + path("r.abut")).exit_code, 0);
  const auto recording = decode_recording(read(path("r.abut")));
  const auto frames = recording.of_kind("FRAM");
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[1].json["name"], "f2.obj");
  const auto positions = frames[1].array<float>(frames[1].json["positions"][0]["array"]);
  EXPECT_EQ(positions.back(), 2.0f);
  EXPECT_EQ(recording.index().json["frames"].size(), 2u);
  EXPECT_EQ(run("view --quiet " + path("frames") + " --record " + path("v.abut")).exit_code, 0);
  EXPECT_EQ(decode_recording(read(path("v.abut"))).of_kind("FRAM").size(), 2u);
}

TEST_F(Program, what_is_near_and_what_touches_on_the_way_is_recorded) {
  run("check scene:alpha:1000 --quiet --within 0.02 --record " + path("n.abut") + " --json " + path("n.json"));
  const Chunk near = decode_recording(read(path("n.abut"))).of_kind("FRAM")[0];
  const json report = json::parse(read(path("n.json")));
  EXPECT_GT(report["proximity_count"], 0);
  EXPECT_EQ(near.array<double>(layer_of(near, "near")["gaps"]).size(), report["proximity_count"]);
  EXPECT_EQ(near.array<double>(layer_of(near, "near")["gaps"])[0], report["proximities"][0]["distance"]);

  const auto floor = write("floor.obj", "v -9 -9 0\nv 9 -9 0\nv 0 9 0\nf 1 2 3\n"),
             start = write("s.obj", "v 0 0 1\nv 1 0 1\nv 0 1 1\nf 1 2 3\n"),
             end = write("e.obj", "v 0 0 -1\nv 1 0 -1\nv 0 1 -1\nf 1 2 3\n");
  run("check --quiet --motion " + start + " " + end + " " + floor + " --record " + path("m.abut") + " --json " +
      path("m.json"));
  const auto recording = decode_recording(read(path("m.abut")));
  const auto frames = recording.of_kind("FRAM");
  const json impacts = json::parse(read(path("m.json")))["impacts"];
  ASSERT_GT(impacts.size(), 0u);
  EXPECT_EQ(frames[0].array<double>(layer_of(frames[0], "impacts")["times"]).size(), 0u);
  EXPECT_EQ(frames.back().array<double>(layer_of(frames.back(), "impacts")["times"]).size(), impacts.size());
  EXPECT_EQ(recording.index().json["shown_first"], frames.size() - 1);
}

TEST_F(Program, nothing_that_is_read_is_written_whatever_is_forced) {
  fs::create_directory(path("frames"));
  for (const char* name : {"frames/f1.obj", "frames/f2.obj"}) write(name, clean_);
  const auto start = write("s.obj", clean_), end = write("e.obj", clean_);
  const std::string binary(36, '\0');
  const auto buffer = write("m.bin", binary);
  const auto gltf = write("m.gltf", R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
      "nodes": [{"mesh": 0}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
      "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
      "bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36, "uri": "m.bin"}]})");
  EXPECT_EQ(run("check --quiet " + gltf).exit_code, 0);
  for (const std::string& arguments : {"check " + path("frames") + " --force --record " + path("frames/f2.obj"),
                                       "check " + path("frames") + " --force --json " + path("frames/f2.obj"),
                                       "view " + path("frames") + " --force --record " + path("frames/f2.obj"),
                                       "check --motion " + start + " " + end + " --force --record " + end,
                                       "check " + gltf + " --force --record " + buffer}) {
    const auto outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_TRUE(contains(outcome.out, "is read and to be written")) << outcome.out;
  }
  EXPECT_EQ(read(path("frames/f2.obj")), clean_);
  EXPECT_EQ(read(end), clean_);
  EXPECT_EQ(read(buffer), binary);
}

TEST_F(Program, pages_and_recordings_go_to_files) {
  const auto mesh = write("mesh.obj", crossing_);
  EXPECT_TRUE(contains(run("check " + mesh + " --record /dev/null").out, "is no regular file"));
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_TRUE(contains(run("check " + mesh + " --record " + path("pipe")).out, "is no regular file"));
  EXPECT_TRUE(contains(run("view " + path("pipe") + " --record " + path("r.abut")).out, "is no regular file"));
  fs::create_symlink("real.abut", path("link.abut"));
  EXPECT_EQ(run("check --quiet " + mesh + " --record " + path("link.abut")).exit_code, 1);
  EXPECT_TRUE(fs::is_symlink(path("link.abut")));
  EXPECT_TRUE(fs::is_regular_file(path("real.abut")));
  EXPECT_TRUE(contains(run("check " + mesh + " --port 8080").out, "which is not asked for"));
}

// A search that was interrupted has not seen the whole frame.
TEST_F(Program, interrupted_frames_are_not_recorded) {
  fs::create_directory(path("frames"));
  run("untangle --quiet scene:alpha:60000 --max-iterations 1 -o " + path("m.obj"));
  for (int i = 0; i < 40; ++i) fs::copy_file(path("m.obj"), path("frames/f" + std::to_string(i) + ".obj"));
  const std::string command = "timeout --signal=INT 0.5 " + std::string(test::kProgram) + " check " + path("frames") +
                              " --threads 1 --record " + path("i.abut") + " --json " + path("i.json") +
                              " > /dev/null 2>&1";
  const int status = std::system(command.c_str());
  (void)status;
  if (!fs::exists(path("i.json"))) GTEST_SKIP() << "too slow to check a single frame in half a second";
  const json report = json::parse(read(path("i.json")));
  const std::size_t frames = report["frames"].size();
  EXPECT_EQ(frames > 0, fs::exists(path("i.abut")));
  if (frames == 0) return;
  const auto recorded = decode_recording(read(path("i.abut"))).of_kind("FRAM");
  ASSERT_EQ(recorded.size(), frames);
  for (std::size_t i = 0; i < frames; ++i) {
    EXPECT_EQ(recorded[i].json["values"][0], report["frames"][i]["intersecting_pairs"]);
  }
}

TEST_F(Program, the_way_of_untangling_is_recorded) {
  run("untangle --quiet scene:alpha:1000 -o " + path("out.obj") + " --record " + path("way.abut"));
  const auto recording = decode_recording(read(path("way.abut")));
  const auto frames = recording.of_kind("FRAM");
  ASSERT_GE(frames.size(), 2u);
  EXPECT_LE(frames.size(), 202u);
  EXPECT_EQ(frames.front().json["name"], "input");
  EXPECT_EQ(frames.back().json["name"], "result");
  EXPECT_GT(frames.front().json["values"][0], 0);
  EXPECT_EQ(frames.back().json["values"], json({0.0, 0.0, 0.0, 0.0}));
  for (const Chunk& frame : frames) {
    EXPECT_EQ(frame.array<std::uint32_t>(layer_of(frame, "pairs")["faces"]).size() / 4, frame.json["values"][0]);
    if (frame.json["values"][0] == 0) continue;  // nothing is pierced
    EXPECT_EQ(frame.array<float>(layer_of(frame, "G")["origins"]).size() / 3, frame.json["values"][1]);
  }
  // The last state is what was written.
  std::istringstream written(read(path("out.obj")));
  std::string word;
  float x = 0;
  while (word != "v") written >> word;
  written >> x;
  EXPECT_EQ(frames.back().array<float>(frames.back().json["positions"][0]["array"])[0], x);
}

TEST_F(Program, pages_and_recordings_replace_only_their_like) {
  const auto mesh = write("mesh.obj", crossing_), other = write("other.obj", clean_);
  const auto expect_refused = [&](const std::string& arguments, const std::string& reason) {
    const auto outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_TRUE(contains(outcome.out, reason)) << outcome.out;
  };
  for (const std::string& command : {"check " + mesh, "view " + mesh}) {
    expect_refused(command + " --record " + other, "is not an earlier result");
    expect_refused(command + " --force --record " + mesh, "is read and to be written");
    expect_refused(command + " --record -", "give a name instead of -");
    expect_refused(command + " --record " + path("no/such/r.abut"), "folder does not exist");
  }
  expect_refused("check " + mesh + " --record " + path("x") + " --json " + path("x"), "two things would be written");
  EXPECT_EQ(read(other), clean_);
  EXPECT_EQ(run("check --quiet " + mesh + " --record " + path("r.abut")).exit_code, 1);
  EXPECT_EQ(run("check --quiet " + mesh + " --record " + path("r.abut")).exit_code, 1);
  EXPECT_EQ(run("check --quiet --force " + mesh + " --record " + other).exit_code, 1);
  EXPECT_NE(read(other), clean_);
}

// ---------------------------------------------------------------------------------------------------------------
// The page

class Served : public Program {
 protected:
  void SetUp() override {
    if (!has_page()) GTEST_SKIP() << "built without the viewer's page (npm not found): nothing to serve";
    run("check --quiet scene:alpha:1000 --record " + path("r.abut"));
  }
};

TEST_F(Served, what_is_no_recording_is_refused_with_a_sentence) {
  const std::string whole = read(path("r.abut"));
  const auto message = [&](const std::string& bytes) {
    const auto outcome = run("view --no-browser " + write("broken.abut", bytes));
    EXPECT_EQ(outcome.exit_code, 2);
    return outcome.out;
  };
  EXPECT_TRUE(contains(message("hello"), "is not a recording of abut"));
  EXPECT_TRUE(contains(message(""), "is empty"));
  EXPECT_TRUE(contains(message(whole.substr(0, 1000)), "cut short before its first frame"));
  std::string later = whole;
  later[8] = 2;
  EXPECT_TRUE(contains(message(later), "version 2, and this program reads version 1"));
  EXPECT_TRUE(contains(run("view " + path("missing.abut")).out, "cannot be opened"));
  EXPECT_TRUE(contains(run("view " + path("r.abut") + " " + path("r.abut")).out, "shown alone"));
  EXPECT_TRUE(contains(run("view").out, "nothing to look at"));
}

TEST_F(Served, page_and_recording_and_nothing_else) {
  const std::string bytes = read(path("r.abut"));
  write("secret.txt", "secret");
  const Serving serving("view --no-browser " + path("r.abut"));
  ASSERT_GT(serving.port(), 0) << serving.text();
  const std::string page = serving.get("/");
  EXPECT_EQ(status_of(page), 200);
  EXPECT_TRUE(body_of(page).starts_with("<!doctype html>"));
  EXPECT_EQ(body_of(serving.get("/recording.abut")), bytes);
  for (const std::string target :
       {"/secret.txt", "/../secret.txt", "/recording.abut/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt",
        "//etc/passwd", "/etc/passwd", "/./", "/recording.abut?x=../secret.txt", "/index.html", "*",
        "/\\..\\secret.txt", "http://127.0.0.1/etc/passwd", "/recording.abut%00", "/recording.abut/"}) {
    const std::string answer = serving.get(target);
    EXPECT_EQ(status_of(answer), 404) << target;
    EXPECT_FALSE(contains(answer, "secret\n") || contains(answer, "root:")) << target;
  }
  for (const std::string method : {"POST", "PUT", "DELETE", "OPTIONS"}) {
    EXPECT_EQ(status_of(serving.get("/", "Content-Length: 0\r\n", method)), 405) << method;
  }
  EXPECT_EQ(body_of(serving.get("/", "", "HEAD")), "");
  EXPECT_EQ(status_of(serving.get("/", "", "HEAD")), 200);
}

TEST_F(Served, ranges_of_bytes) {
  const std::string bytes = read(path("r.abut")), size = std::to_string(bytes.size());
  const Serving serving("view --no-browser " + path("r.abut"));
  const auto range = [&](const std::string& text) { return serving.get("/recording.abut", "Range: " + text + "\r\n"); };
  const std::string some = range("bytes=16-31");
  EXPECT_EQ(status_of(some), 206);
  EXPECT_EQ(body_of(some), bytes.substr(16, 16));
  EXPECT_TRUE(contains(some, "Content-Range: bytes 16-31/" + size));
  EXPECT_EQ(body_of(range("bytes=100-")), bytes.substr(100));
  EXPECT_EQ(body_of(range("bytes=" + std::to_string(bytes.size() - 5) + "-99999999999")),
            bytes.substr(bytes.size() - 5));
  EXPECT_EQ(status_of(range("bytes=" + size + "-")), 416);
  EXPECT_EQ(status_of(range("bytes=99999999999999999999-")), 400);
  for (const char* nonsense : {"bytes=5-2", "bytes=-", "bytes=a-b", "lines=1-2", "bytes=1-2,4-5", "bytes=-5"}) {
    EXPECT_EQ(status_of(range(nonsense)), 400) << nonsense;
  }
}

TEST_F(Served, this_machine_only_and_under_its_own_name) {
  const Serving serving("view --no-browser " + path("r.abut"));
  const std::string port = std::to_string(serving.port());
  const auto under = [&](const std::string& host) {
    return status_of(serving.ask("GET /recording.abut HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"));
  };
  EXPECT_EQ(under("localhost:" + port), 200);
  EXPECT_EQ(under("LocalHost"), 200);
  EXPECT_EQ(under("127.0.0.1:1"), 200) << "as through a tunnel from another port";
  EXPECT_EQ(under("evil.example:" + port), 403);
  EXPECT_EQ(under("127.0.0.1:evil.example"), 403);
  EXPECT_EQ(under("localhost.evil.example"), 403);
  EXPECT_EQ(under("127.0.0.1.evil.example:" + port), 403);
  EXPECT_EQ(status_of(serving.ask("GET / HTTP/1.0\r\n\r\n")), 403);
  // Bound to 127.0.0.1 and nothing else: not even the rest of the loopback range.
  EXPECT_EQ(serving.ask("GET / HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n\r\n", "127.0.0.2"), "");
  EXPECT_TRUE(contains(serving.get("/"), "Cross-Origin-Resource-Policy: same-origin"));
}

TEST_F(Served, nonsense_ends_a_connection_and_nothing_else) {
  const Serving serving("view --no-browser " + path("r.abut"));
  for (const std::string& nonsense :
       {std::string("\x16\x03\x01 hello\r\n\r\n"), "GET / HTTP/1.1\r\nHost: " + std::string(100'000, 'x') + "\r\n\r\n",
        std::string("GET\r\n\r\n"), std::string("\r\n\r\n\r\n\r\n") + std::string(100, '\0'),
        std::string("POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n")}) {
    serving.ask(nonsense);
  }
  EXPECT_EQ(status_of(serving.get("/")), 200);
}

TEST_F(Served, ends_with_ctrl_c_and_the_exit_code_of_the_command) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    Serving view("view --no-browser " + path("r.abut"));
    EXPECT_EQ(view.end(signal), 0);
  }
  const auto count_temporary = [] {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(fs::temp_directory_path()))
      count += entry.path().extension() == ".abut";
    return count;
  };
  const std::size_t before = count_temporary();
  Serving check("check scene:alpha:1000 --view --no-browser");
  EXPECT_TRUE(contains(check.text(), "intersecting pairs"));
  EXPECT_EQ(body_of(check.get("/recording.abut")), read(path("r.abut")));
  EXPECT_EQ(check.end(), 1);
  EXPECT_EQ(count_temporary(), before);
}

TEST_F(Served, a_port_that_is_taken_is_named) {
  const Serving first("view --no-browser " + path("r.abut"));
  const auto second = run("untangle scene:alpha:1000 -o " + path("out.obj") + " --view --no-browser --port " +
                          std::to_string(first.port()));
  EXPECT_EQ(second.exit_code, 2);
  EXPECT_FALSE(fs::exists(path("out.obj"))) << "it is noticed before the work";
  EXPECT_TRUE(contains(second.out, "port " + std::to_string(first.port()) + " can not be used")) << second.out;
}

TEST_F(Served, a_recording_that_was_cut_short_is_shown_as_far_as_it_goes) {
  run("untangle --quiet scene:alpha:1000 -o " + path("out.obj") + " --record " + path("way.abut"));
  const std::string whole = read(path("way.abut"));
  write("cut.abut", whole.substr(0, whole.size() - 2000));
  const Serving serving("view --no-browser " + path("cut.abut"));
  EXPECT_TRUE(contains(serving.text(), "cut short after its frame")) << serving.text();
  EXPECT_EQ(body_of(serving.get("/recording.abut")).size(), whole.size() - 2000);
}

TEST_F(Served, a_single_page_holds_the_recording) {
  const auto outcome = run("view " + path("r.abut") + " --html " + path("r.html"));
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(contains(outcome.out, "Page: " + path("r.html")));
  const std::string page = read(path("r.html"));
  std::string joined;
  for (std::size_t at = 0;
       (at = page.find("<script type=\"application/x-abut-recording\"", at)) != std::string::npos;) {
    const std::size_t begin = page.find('>', at) + 1;
    at = page.find('<', begin);
    joined += *decode_base64(page.substr(begin, at - begin));
  }
  EXPECT_EQ(joined, read(path("r.abut")));
  EXPECT_FALSE(contains(page, "<!--abut-recording-->"));
  EXPECT_EQ(run("check --quiet scene:alpha:1000 --html " + path("r.html")).exit_code, 1) << "a page replaces a page";
  write("mine.html", "<!doctype html><p>mine");
  EXPECT_TRUE(contains(run("view " + path("r.abut") + " --html " + path("mine.html")).out, "not an earlier result"));
  EXPECT_EQ(read(path("mine.html")), "<!doctype html><p>mine");
}

}  // namespace
}  // namespace abut
