#include "view_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

namespace abut {
namespace {

constexpr std::uint64_t kMaxBytes = 4 << 20;  // of a reply: whoever wants more asks again

ViewReply make_reply(unsigned status, std::string type, std::string body) {
  ViewReply reply{status, {{"Content-Type", std::move(type)}}, std::move(body)};
  reply.headers.insert(reply.headers.end(), {{"Cache-Control", "no-store"},
                                             {"X-Content-Type-Options", "nosniff"},
                                             {"Cross-Origin-Resource-Policy", "same-origin"},
                                             {"Referrer-Policy", "no-referrer"}});
  return reply;
}

ViewReply refuse(unsigned status, std::string_view sentence) {
  return make_reply(status, "text/plain; charset=utf-8", fmt::format("abut: {}\n", sentence));
}

struct ByteRange {
  std::uint64_t first = 0;
  std::optional<std::uint64_t> last = {};
};

// "bytes=FIRST-" or "bytes=FIRST-LAST"; other forms of a range are not needed by the page.
std::optional<ByteRange> parse_range(std::string_view text) {
  constexpr std::string_view kUnit = "bytes=";
  if (!text.starts_with(kUnit)) return {};
  ByteRange range;
  const char *at = text.data() + kUnit.size(), *end = text.data() + text.size();
  auto parsed = std::from_chars(at, end, range.first);
  if (parsed.ec != std::errc() || parsed.ptr == end || *parsed.ptr != '-') return {};
  at = parsed.ptr + 1;
  if (at == end) return range;
  parsed = std::from_chars(at, end, range.last.emplace());
  if (parsed.ec != std::errc() || parsed.ptr != end || *range.last < range.first) return {};
  return range;
}

// A page from elsewhere can make a browser send requests here under a name of its own; none of them is answered.
// The port may be another one, as through a tunnel.
bool test_own_name(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  const std::string_view port = colon == std::string_view::npos ? "" : host.substr(colon + 1);
  if (port.find_first_not_of("0123456789") != std::string_view::npos) return false;
  std::string name(host.substr(0, colon));
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name == "127.0.0.1" || name == "localhost";
}

}  // namespace

ViewReply ViewResponder::answer_range(std::string_view text) const {
  const std::uint64_t size = recording_.size();
  if (text.empty() && size > kMaxBytes)
    return refuse(400, "this is too long to be sent at once; ask for ranges of bytes");
  const auto range = text.empty() ? ByteRange{} : parse_range(text);
  if (!range) return refuse(400, "this range of bytes cannot be read");
  if (range->first >= size) {
    ViewReply reply = refuse(416, "there are not so many bytes");
    reply.headers.emplace_back("Content-Range", fmt::format("bytes */{}", size));
    return reply;
  }
  const std::uint64_t wanted = std::min(range->last.value_or(size - 1), size - 1) - range->first + 1;
  auto bytes = recording_.read(range->first, std::min(wanted, kMaxBytes));
  if (!bytes) return refuse(500, bytes.error().message);
  const std::uint64_t last = range->first + bytes->size() - 1;
  ViewReply reply = make_reply(text.empty() ? 200 : 206, "application/octet-stream", std::move(*bytes));
  reply.headers.emplace_back("Accept-Ranges", "bytes");
  if (!text.empty())
    reply.headers.emplace_back("Content-Range", fmt::format("bytes {}-{}/{}", range->first, last, size));
  return reply;
}

ViewReply ViewResponder::answer(const ViewRequest& request) const {
  if (!test_own_name(request.host)) return refuse(403, "this page is for this machine only, as http://127.0.0.1");
  if (request.method != "GET" && request.method != "HEAD") {
    ViewReply reply = refuse(405, "there is nothing here but a page to read");
    reply.headers.emplace_back("Allow", "GET, HEAD");
    return reply;
  }
  if (request.target == "/") return make_reply(200, "text/html; charset=utf-8", std::string(page_));
  if (request.target == "/recording.abut") return answer_range(request.range);
  return refuse(404, "there is nothing here but the page, at /");
}

}  // namespace abut
