// Contexts come and go without a trace in the thread that uses them.
#include "device/gl_context.h"

#include <gtest/gtest.h>

#include <thread>

#include "abut/device.h"
#include "support/soups.h"

namespace abut {
namespace {

TEST(GlContext, what_was_current_before_is_so_again) {
  const auto own = GlContext::make();
  if (!own) GTEST_SKIP() << own.error().message;
  const auto test = make_gl_overlap_test();
  ASSERT_TRUE(test) << test.error().message;
  const test::Soup soup = test::make_soup(1, 10, 1);
  MemoryTriangles store(soup.list());
  const auto grid = OctreeGrid::make(store.box(), 1);
  ASSERT_TRUE(grid);
  const OverlapRequest request{&store, &*grid, {}, {}};
  std::uint8_t grey = 0;
  const EglFunctions& egl = *load_egl();
  ASSERT_TRUE((*test)->find_grey_children({&request, 1}, {&grey, 1}));
  EXPECT_EQ(egl.GetCurrentContext(), EGL_NO_CONTEXT);
  {
    const GlContext::Current current(**own);
    ASSERT_TRUE(current.status());
    const EGLContext before = egl.GetCurrentContext();
    EXPECT_NE(before, EGL_NO_CONTEXT);
    ASSERT_TRUE((*test)->find_grey_children({&request, 1}, {&grey, 1}));
    EXPECT_EQ(egl.GetCurrentContext(), before);
    EXPECT_NE(egl.GetCurrentSurface(EGL_DRAW), EGL_NO_SURFACE);
  }
  EXPECT_EQ(egl.GetCurrentContext(), EGL_NO_CONTEXT);
}

// Two threads cannot have one context at a time.
TEST(GlContext, one_that_is_in_use_elsewhere_is_refused) {
  const auto own = GlContext::make();
  if (!own) GTEST_SKIP() << own.error().message;
  const GlContext::Current here(**own);
  ASSERT_TRUE(here.status());
  std::thread([&] {
    const GlContext::Current there(**own);
    ASSERT_FALSE(there.status());
    EXPECT_NE(there.status().error().message.find("eglMakeCurrent"), std::string::npos);
  }).join();
}

}  // namespace
}  // namespace abut
