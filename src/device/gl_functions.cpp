#include "device/gl_functions.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace abut {
namespace {

template <class Function>
void set(Function& function, void* address) {
  function = reinterpret_cast<Function>(address);
}

template <class Function>
void set(Function& function, __eglMustCastToProperFunctionPointerType address) {
  function = reinterpret_cast<Function>(address);
}

Result<EglFunctions> find_egl() {
  void* library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return Error{fmt::format("no OpenGL driver is installed ({})", dlerror())};
  EglFunctions egl;
#define ABUT_LOAD(name)                       \
  set(egl.name, dlsym(library, "egl" #name)); \
  if (!egl.name) return Error{"libEGL.so.1 has no egl" #name};
  ABUT_EGL_FUNCTIONS(ABUT_LOAD)
#undef ABUT_LOAD
  set(egl.QueryDevices, egl.GetProcAddress("eglQueryDevicesEXT"));
  set(egl.GetPlatformDisplay, egl.GetProcAddress("eglGetPlatformDisplayEXT"));
  return egl;
}

}  // namespace

const Result<EglFunctions>& load_egl() {
  static const Result<EglFunctions> egl = find_egl();
  return egl;
}

Result<GlFunctions> load_gl(const EglFunctions& egl) {
  GlFunctions gl;
#define ABUT_LOAD(name)                         \
  set(gl.name, egl.GetProcAddress("gl" #name)); \
  if (!gl.name) return Error{"the driver has no gl" #name};
  ABUT_GL_FUNCTIONS(ABUT_LOAD)
#undef ABUT_LOAD
  return gl;
}

}  // namespace abut
