// What is used of EGL and OpenGL. It is looked for when it is first needed, so that a program with abut in it starts
// where there is no driver, too.
#pragma once

#define EGL_NO_X11
#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glcorearb.h>

#include "abut/base.h"

namespace abut {

// clang-format off
#define ABUT_EGL_FUNCTIONS(X) \
  X(BindAPI) X(ChooseConfig) X(CreateContext) X(CreatePbufferSurface) X(DestroyContext) X(DestroySurface) \
  X(GetCurrentContext) X(GetCurrentDisplay) X(GetCurrentSurface) X(GetError) X(GetProcAddress) X(Initialize) \
  X(MakeCurrent) X(QueryAPI)

#define ABUT_GL_FUNCTIONS(X) \
  X(AttachShader) X(BeginQuery) X(BindBuffer) X(BindFramebuffer) X(BindRenderbuffer) X(BindVertexArray) \
  X(BufferData) X(CheckFramebufferStatus) X(ColorMask) X(CompileShader) X(CreateProgram) X(CreateShader) \
  X(DeleteShader) X(DrawArraysInstanced) X(EnableVertexAttribArray) X(EndQuery) X(FramebufferRenderbuffer) \
  X(GenBuffers) X(GenFramebuffers) X(GenQueries) X(GenRenderbuffers) X(GenVertexArrays) X(GetError) \
  X(GetProgramiv) X(GetQueryObjectuiv) X(GetShaderInfoLog) X(GetShaderiv) X(GetString) X(GetUniformLocation) \
  X(LinkProgram) X(RenderbufferStorage) X(ShaderSource) X(Uniform3fv) X(UseProgram) X(VertexAttribDivisor) \
  X(VertexAttribPointer) X(Viewport)
// clang-format on

struct EglFunctions {
#define ABUT_MEMBER(name) decltype(&::egl##name) name = nullptr;
  ABUT_EGL_FUNCTIONS(ABUT_MEMBER)
#undef ABUT_MEMBER
  PFNEGLQUERYDEVICESEXTPROC QueryDevices = nullptr;  ///< nullptr: the extension is not there
  PFNEGLGETPLATFORMDISPLAYEXTPROC GetPlatformDisplay = nullptr;
};

struct GlFunctions {
#define ABUT_MEMBER(name) decltype(&::gl##name) name = nullptr;
  ABUT_GL_FUNCTIONS(ABUT_MEMBER)
#undef ABUT_MEMBER
};

/// The same at every call. The library stays loaded: drivers do not like to go while the program runs.
const Result<EglFunctions>& load_egl();

Result<GlFunctions> load_gl(const EglFunctions& egl);

}  // namespace abut
