#include "device/gl_context.h"

#include <fmt/format.h>

#include <array>
#include <vector>

namespace abut {
namespace {

// Cards first, as drivers list them, then the display that Mesa has without any.
std::vector<EGLDisplay> find_displays(const EglFunctions& egl) {
  std::vector<EGLDisplay> displays;
  if (!egl.GetPlatformDisplay) return displays;
  std::array<EGLDeviceEXT, 32> devices{};
  EGLint count = 0;
  if (!egl.QueryDevices || !egl.QueryDevices(static_cast<EGLint>(devices.size()), devices.data(), &count)) count = 0;
  for (EGLint i = 0; i < count; ++i)
    displays.push_back(egl.GetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr));
  displays.push_back(egl.GetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr));
  std::erase(displays, EGL_NO_DISPLAY);
  return displays;
}

Error egl_error(const EglFunctions& egl, const char* what) {
  return Error{fmt::format("{} failed with EGL error 0x{:04x}", what, egl.GetError())};
}

}  // namespace

GlContext::Current::Current(const GlContext& context)
    : context_(context),
      api_(context.egl_.QueryAPI()),
      display_(context.egl_.GetCurrentDisplay()),
      draw_(context.egl_.GetCurrentSurface(EGL_DRAW)),
      read_(context.egl_.GetCurrentSurface(EGL_READ)),
      before_(context.egl_.GetCurrentContext()) {
  const EglFunctions& egl = context.egl_;
  is_current_ = egl.BindAPI(EGL_OPENGL_API) &&
                egl.MakeCurrent(context.display_, context.surface_, context.surface_, context.context_);
}

GlContext::Current::~Current() {
  const EglFunctions& egl = context_.egl_;
  if (is_current_) egl.MakeCurrent(context_.display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  egl.BindAPI(api_);
  if (before_ != EGL_NO_CONTEXT) egl.MakeCurrent(display_, draw_, read_, before_);
}

Status GlContext::Current::status() const {
  return is_current_ ? success() : Status(egl_error(context_.egl_, "eglMakeCurrent"));
}

Result<std::unique_ptr<GlContext>> GlContext::make() {
  const Result<EglFunctions>& egl = load_egl();
  if (!egl) return egl.error();
  std::unique_ptr<GlContext> software;
  std::string reasons = "EGL lists none";
  for (const EGLDisplay display : find_displays(*egl)) {
    auto made = make_on(*egl, display);
    if (!made) {
      reasons = made.error().message;
    } else if (!(*made)->is_software()) {
      return made;
    } else if (!software) {
      software = *std::move(made);
    }
  }
  if (!software) return Error{fmt::format("no device was found that OpenGL 3.3 runs on: {}", reasons)};
  return software;
}

Result<std::unique_ptr<GlContext>> GlContext::make_on(const EglFunctions& egl, EGLDisplay display) {
  // Several contexts may share a display, so none of them may end it.
  if (!egl.Initialize(display, nullptr, nullptr)) return egl_error(egl, "eglInitialize");
  std::unique_ptr<GlContext> context(new GlContext(egl, display));
  if (const Status status = context->create(); !status) return status.error();
  const Current current(*context);
  if (const Status status = current.status(); !status) return status.error();
  auto gl = load_gl(egl);
  if (!gl) return gl.error();
  context->gl_ = *gl;
  const auto* renderer = reinterpret_cast<const char*>(gl->GetString(GL_RENDERER));
  context->renderer_ = renderer ? renderer : "";
  return context;
}

Status GlContext::create() {
  const EGLenum api = egl_.QueryAPI();
  constexpr EGLint kConfig[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (!egl_.ChooseConfig(display_, kConfig, &config, 1, &count) || count == 0)
    return egl_error(egl_, "eglChooseConfig");
  constexpr EGLint kSurface[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
  surface_ = egl_.CreatePbufferSurface(display_, config, kSurface);
  if (surface_ == EGL_NO_SURFACE) return egl_error(egl_, "eglCreatePbufferSurface");
  if (!egl_.BindAPI(EGL_OPENGL_API)) return egl_error(egl_, "eglBindAPI");
  constexpr EGLint kContext[] = {
      EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  context_ = egl_.CreateContext(display_, config, EGL_NO_CONTEXT, kContext);
  const Status status = context_ == EGL_NO_CONTEXT ? Status(egl_error(egl_, "eglCreateContext")) : success();
  egl_.BindAPI(api);
  return status;
}

GlContext::~GlContext() {
  if (context_ != EGL_NO_CONTEXT) egl_.DestroyContext(display_, context_);
  if (surface_ != EGL_NO_SURFACE) egl_.DestroySurface(display_, surface_);
}

bool GlContext::is_software() const {
  for (const char* name : {"llvmpipe", "softpipe", "swrast", "SwiftShader", "Software"}) {
    if (renderer_.find(name) != std::string::npos) return true;
  }
  return false;
}

}  // namespace abut
