// OpenGL without a window: a context of our own, which is current only while it is used.
#pragma once

#include <memory>
#include <string>

#include "device/gl_functions.h"

namespace abut {

class GlContext {
 public:
  /// On a graphics card if there is one that can do it, else on the processor. The error says why there is none.
  static Result<std::unique_ptr<GlContext>> make();
  GlContext(const GlContext&) = delete;
  GlContext& operator=(const GlContext&) = delete;
  ~GlContext();

  /// Only while it is current.
  const GlFunctions& gl() const { return gl_; }
  const std::string& renderer() const { return renderer_; }
  bool is_software() const;

  /// Makes the context current on this thread, and at its end whatever was so before.
  class Current {
   public:
    explicit Current(const GlContext& context);
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;
    ~Current();
    Status status() const;  ///< whether it is current

   private:
    const GlContext& context_;
    EGLenum api_;
    EGLDisplay display_;
    EGLSurface draw_, read_;
    EGLContext before_;
    bool is_current_;
  };

 private:
  GlContext(const EglFunctions& egl, EGLDisplay display) : egl_(egl), display_(display) {}
  static Result<std::unique_ptr<GlContext>> make_on(const EglFunctions& egl, EGLDisplay display);
  Status create();

  const EglFunctions& egl_;
  GlFunctions gl_;
  EGLDisplay display_;
  EGLSurface surface_ = EGL_NO_SURFACE;
  EGLContext context_ = EGL_NO_CONTEXT;
  std::string renderer_;
};

}  // namespace abut
