#include "view_server.h"

#include <fmt/format.h>

#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <chrono>

#include "view_request.h"

namespace abut {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::use_awaitable;
using asio::ip::tcp;

constexpr std::chrono::seconds kPatience(30);     // with a browser that neither asks nor listens
constexpr std::chrono::milliseconds kPause(100);  // after a connection that could not be accepted
constexpr int kMaxConnections = 32;
constexpr std::size_t kMaxHeader = 16 << 10, kMaxBody = 1 << 10;

http::response<http::string_body> as_response(const http::request<http::string_body>& request, ViewReply reply) {
  http::response<http::string_body> response(static_cast<http::status>(reply.status), request.version());
  for (auto& [name, value] : reply.headers) response.set(name, value);
  response.keep_alive(request.keep_alive());
  const std::uint64_t size = reply.body.size();
  if (request.method() != http::verb::head) response.body() = std::move(reply.body);
  response.content_length(size);
  return response;
}

std::string header_of(const http::request<http::string_body>& request, http::field field) {
  const auto value = request[field];
  return {value.data(), value.size()};
}

// One browser's connection: request after request until it closes. Errors end it, and nothing else.
asio::awaitable<void> converse(tcp::socket socket, const ViewResponder& responder) {
  beast::tcp_stream stream(std::move(socket));
  beast::flat_buffer buffer;
  try {
    for (bool goes_on = true; goes_on;) {
      stream.expires_after(kPatience);
      http::request_parser<http::string_body> parser;
      parser.header_limit(kMaxHeader);
      parser.body_limit(kMaxBody);
      co_await http::async_read(stream, buffer, parser, use_awaitable);
      const auto request = parser.release();
      const auto target = request.target(), method = request.method_string();
      auto response = as_response(request, responder.answer({{method.data(), method.size()},
                                                             {target.data(), target.size()},
                                                             header_of(request, http::field::host),
                                                             header_of(request, http::field::range)}));
      goes_on = response.keep_alive();
      stream.expires_after(kPatience);
      co_await http::async_write(stream, response, use_awaitable);
    }
  } catch (const std::exception&) {
  }
  beast::error_code ignored;
  stream.socket().shutdown(tcp::socket::shutdown_both, ignored);
}

asio::awaitable<void> welcome(tcp::acceptor& acceptor, const ViewResponder& responder, int& connections) {
  asio::steady_timer pause(acceptor.get_executor());
  for (;;) {
    beast::error_code error;
    if (connections < kMaxConnections) {
      tcp::socket socket = co_await acceptor.async_accept(asio::redirect_error(use_awaitable, error));
      if (error == asio::error::operation_aborted) co_return;
      if (!error) {
        ++connections;
        asio::co_spawn(acceptor.get_executor(), converse(std::move(socket), responder),
                       [&connections](std::exception_ptr) { --connections; });
        continue;
      }
    }
    pause.expires_after(kPause);
    co_await pause.async_wait(asio::redirect_error(use_awaitable, error));
  }
}

Error describe_port(std::uint16_t port, const beast::error_code& error) {
  const std::string name = port == 0 ? "a port of this machine" : fmt::format("port {}", port);
  return {fmt::format("{} can not be used for the page: {}", name, error.message())};
}

}  // namespace

Status check_port(std::uint16_t port) {
  try {
    asio::io_context context(1);
    const tcp::acceptor acceptor(context, tcp::endpoint(asio::ip::address_v4::loopback(), port));
  } catch (const boost::system::system_error& error) {
    return describe_port(port, error.code());
  }
  return success();
}

Status serve_view(const RecordingFile& recording, std::string_view page, const ViewServerSettings& settings) {
  try {
    int connections = 0;
    asio::io_context context(1);
    tcp::acceptor acceptor(context, tcp::endpoint(asio::ip::address_v4::loopback(), settings.port));
    const std::uint16_t port = acceptor.local_endpoint().port();
    const ViewResponder responder(recording, page);
    asio::signal_set signals(context, SIGINT, SIGTERM, SIGHUP);
    signals.async_wait([&](const beast::error_code&, int) { context.stop(); });
    asio::co_spawn(context, welcome(acceptor, responder, connections), asio::detached);
    if (settings.on_ready) settings.on_ready(fmt::format("http://127.0.0.1:{}/", port));
    context.run();
  } catch (const boost::system::system_error& error) {
    return describe_port(settings.port, error.code());
  }
  return success();
}

}  // namespace abut
