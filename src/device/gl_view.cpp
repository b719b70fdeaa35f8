// Rectangles around triangles, drawn pixel by pixel into the face of a box. Why nothing is lost:
//
// (1) The face is tiled with the squares of pixels. The fragment shader turns a pixel away only if its square, enlarged
// by kSlack, lies beside the triangle, or all of the triangle's plane over that square lies before or behind the box. A
// point of the triangle that is in the box is over some square, and in the plane; so that pixel passes.
//
// (2) That pixel is asked: what is drawn is not the triangle but the rectangle around it, a whole pixel wider on all
// sides, and a rasteriser must shade every pixel whose middle is in there. The middle of a square that is touched is
// half a pixel away from the rim, less rounding; places of corners are a sixteenth of a pixel off at most (OpenGL wants
// four bits of subpixels). So it does not matter how thin a triangle is, or whether it is a mere segment or point.
// Nothing is cut off by depth: the shader looks at that.
//
// (3) Rounding: points and boxes are put on a grid of 2^-16, so either is off by 2^-17, and by some 2^-23 where
// triangles were cut; differences between points are exact in floats. Middles of squares are off by 2^-22. So the side
// of an edge is off by 2^-18 times the sum of the edge's lengths along both axes, and kSlack makes up for 2^-12 times
// that; the depth of a plane is off by 2^-18, since none is steeper than one in one. All of it is less than an eighth
// of kSlack.
#include "device/gl_view.h"

#include <fmt/format.h>

#include <cstddef>

namespace abut {
namespace {

constexpr const char* kVertexSource = R"(
layout(location = 0) in vec3 a;
layout(location = 1) in vec3 b;
layout(location = 2) in vec3 c;
layout(location = 3) in vec2 slopes;
uniform vec3 lower, upper;
flat out vec3 corner_a;
flat out vec2 corner_b, corner_c, plane;

void main() {
  corner_a = a;
  corner_b = b.xy;
  corner_c = c.xy;
  plane = slopes;
  vec3 least = min(a, min(b, c)), most = max(a, max(b, c));
  bool is_beyond = least.z > upper.z + SLACK || most.z < lower.z - SLACK;
  vec2 size = upper.xy - lower.xy, pixel = size / PIXELS;
  vec2 at = vec2((gl_VertexID & 1) == 0 ? least.x - pixel.x : most.x + pixel.x,
                 (gl_VertexID & 2) == 0 ? least.y - pixel.y : most.y + pixel.y);
  gl_Position = is_beyond ? vec4(2, 2, 0, 1) : vec4(2 * (at - lower.xy) / size - 1, 0, 1);
}
)";

constexpr const char* kFragmentSource = R"(
uniform vec3 lower, upper;
flat in vec3 corner_a;
flat in vec2 corner_b, corner_c, plane;

// Whether any of the square is on the left of the line from p to q, or on it.
bool is_left(vec2 p, vec2 q, vec2 middle, vec2 reach) {
  vec2 along = q - p, to = middle - p;
  return along.x * to.y - along.y * to.x >= -dot(abs(along), reach.yx);
}

void main() {
  vec2 pixel = (upper.xy - lower.xy) / PIXELS;
  vec2 middle = lower.xy + pixel * gl_FragCoord.xy, reach = 0.5 * pixel + SLACK;
  vec2 a = corner_a.xy, b = corner_b, c = corner_c;
  vec2 least = min(a, min(b, c)), most = max(a, max(b, c));
  float depth = corner_a.z + dot(plane, middle - a), depth_reach = dot(abs(plane), reach) + SLACK;
  bool is_seen = all(greaterThanEqual(middle + reach, least)) && all(lessThanEqual(middle - reach, most)) &&
                 is_left(a, b, middle, reach) && is_left(b, c, middle, reach) && is_left(c, a, middle, reach) &&
                 depth - depth_reach <= upper.z && depth + depth_reach >= lower.z;
  if (!is_seen) discard;
}
)";

std::string make_source(const char* text) {
  return fmt::format("#version 330 core\n#define PIXELS {}.0\n#define SLACK {:.9f}\n{}", GlView::kPixels,
                     GlView::kSlack, text);
}

const void* offset(std::size_t bytes) { return reinterpret_cast<const void*>(bytes); }

}  // namespace

Status GlView::make() {
  if (const Status status = link(); !status) return status;
  if (const Status status = make_frame(); !status) return status;
  make_buffer();
  return check();
}

Result<GLuint> GlView::compile(GLenum kind, const std::string& source) const {
  const GLuint shader = gl_.CreateShader(kind);
  const char* text = source.c_str();
  gl_.ShaderSource(shader, 1, &text, nullptr);
  gl_.CompileShader(shader);
  GLint is_good = GL_FALSE;
  gl_.GetShaderiv(shader, GL_COMPILE_STATUS, &is_good);
  if (is_good) return shader;
  std::string log(512, '\0');
  GLsizei length = 0;
  gl_.GetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), &length, log.data());
  log.resize(static_cast<std::size_t>(length));
  return Error{fmt::format("the driver cannot compile a shader: {}", log)};
}

Status GlView::link() {
  program_ = gl_.CreateProgram();
  for (const auto& [kind, text] :
       {std::pair(GL_VERTEX_SHADER, kVertexSource), std::pair(GL_FRAGMENT_SHADER, kFragmentSource)}) {
    const auto shader = compile(static_cast<GLenum>(kind), make_source(text));
    if (!shader) return shader.error();
    gl_.AttachShader(program_, *shader);
    gl_.DeleteShader(*shader);
  }
  gl_.LinkProgram(program_);
  GLint is_good = GL_FALSE;
  gl_.GetProgramiv(program_, GL_LINK_STATUS, &is_good);
  if (!is_good) return Error{"the driver cannot link shaders"};
  gl_.UseProgram(program_);
  lower_ = gl_.GetUniformLocation(program_, "lower");
  upper_ = gl_.GetUniformLocation(program_, "upper");
  return success();
}

// Pixels are counted, never looked at; still there must be something to draw on.
Status GlView::make_frame() {
  GLuint frame = 0, pixels = 0;
  gl_.GenRenderbuffers(1, &pixels);
  gl_.BindRenderbuffer(GL_RENDERBUFFER, pixels);
  gl_.RenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, kPixels, kPixels);
  gl_.GenFramebuffers(1, &frame);
  gl_.BindFramebuffer(GL_FRAMEBUFFER, frame);
  gl_.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, pixels);
  if (gl_.CheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    return Error{fmt::format("the driver cannot draw on {} by {} pixels", kPixels, kPixels)};
  gl_.Viewport(0, 0, kPixels, kPixels);
  gl_.ColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  return success();
}

void GlView::make_buffer() {
  GLuint array = 0, buffer = 0;
  gl_.GenVertexArrays(1, &array);
  gl_.BindVertexArray(array);
  gl_.GenBuffers(1, &buffer);
  gl_.BindBuffer(GL_ARRAY_BUFFER, buffer);
  for (GLuint i = 0; i < 4; ++i) {
    gl_.EnableVertexAttribArray(i);
    gl_.VertexAttribDivisor(i, 1);
  }
}

void GlView::show(std::span<const ViewTriangle> triangles) {
  gl_.BufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(triangles.size_bytes()), triangles.data(), GL_STREAM_DRAW);
}

void GlView::select(std::size_t first) {
  constexpr auto kStride = static_cast<GLsizei>(sizeof(ViewTriangle));
  const std::size_t start = first * sizeof(ViewTriangle);
  for (GLuint i = 0; i < 3; ++i)
    gl_.VertexAttribPointer(i, 3, GL_FLOAT, GL_FALSE, kStride, offset(start + i * sizeof(ViewPoint)));
  gl_.VertexAttribPointer(3, 2, GL_FLOAT, GL_FALSE, kStride, offset(start + offsetof(ViewTriangle, slopes)));
}

GLuint GlView::next_query() {
  if (asked_ == queries_.size()) {
    queries_.resize(queries_.size() + 256);
    gl_.GenQueries(256, &queries_[asked_]);
  }
  return queries_[asked_++];
}

void GlView::ask(std::size_t first, std::size_t count, const ViewBox& box) {
  select(first);
  gl_.Uniform3fv(lower_, 1, box.lower.data());
  gl_.Uniform3fv(upper_, 1, box.upper.data());
  gl_.BeginQuery(GL_ANY_SAMPLES_PASSED, next_query());
  gl_.DrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
  gl_.EndQuery(GL_ANY_SAMPLES_PASSED);
}

bool GlView::is_seen(std::size_t question) const {
  GLuint seen = GL_TRUE;
  gl_.GetQueryObjectuiv(queries_[question], GL_QUERY_RESULT, &seen);
  return seen != GL_FALSE;
}

Status GlView::check() const {
  const GLenum first = gl_.GetError();
  if (first == GL_NO_ERROR) return success();
  // There may be one per part of the driver; a context that is lost has no end of them.
  for (int i = 0; i < 16 && gl_.GetError() != GL_NO_ERROR; ++i) {
  }
  if (first == GL_OUT_OF_MEMORY) return Error{"the device has too little memory for these triangles"};
  return Error{fmt::format("the driver reports OpenGL error 0x{:04x}", first)};
}

}  // namespace abut
