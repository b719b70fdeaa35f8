// Room 7, device: sphere trees on graphics cards: the overlap test, and whole searches. Each test gives the same trees
// as the processor, or cells more, never fewer; what is built without one of them says so when it is asked for.
#pragma once

#include <memory>
#include <string>

#include "abut/memory.h"
#include "abut/sphere_scene.h"
#include "abut/sphere_tree.h"

namespace abut {

class DeviceOverlapTest : public OverlapTest {
 public:
  /// What runs it, in its driver's words.
  virtual std::string device_name() const = 0;
  /// Whether that is but a program which does a graphics card's work on the processor.
  virtual bool is_processor() const { return false; }
};

/// By occlusion queries of OpenGL, as Rodriguez and Franquesa 2005 do: a box is grey if the surface can be seen from
/// inside it. No window is needed. For one thread at a time, whichever; what that has current of OpenGL stays so. The
/// error says that there is no driver, or what it lacks.
Result<std::unique_ptr<DeviceOverlapTest>> make_gl_overlap_test();

/// Many cells of many bodies at once, by CUDA, with the processor's answers. Triangles are brought to the card once and
/// stay there, in no more memory than the limit and most of what is free on it; those used least recently give way. The
/// error says that there is no such card or driver.
Result<std::unique_ptr<DeviceOverlapTest>> make_cuda_overlap_test(std::size_t memory_limit = MemoryBudget::kUnlimited);

struct DeviceSphereSettings {
  int depth = 5;
  /// Bytes on the card, for triangles, trees and the search; never more than most of what is free there.
  std::size_t memory_limit = MemoryBudget::kUnlimited;
  int threads = 0;  ///< for what is left to the processor; 0: one per core
};

/// A SphereScene down to the spheres (without `exact`), all of whose trees are on a graphics card: searched, and grown
/// where they are searched, for all pairs of bodies at once. The answers are those of SphereScene, in the same order.
/// Bodies that share a store share a tree.
class DeviceSphereScene {
 public:
  struct Content;
  explicit DeviceSphereScene(std::unique_ptr<Content> content);
  DeviceSphereScene(DeviceSphereScene&&) noexcept;
  DeviceSphereScene& operator=(DeviceSphereScene&&) noexcept;
  ~DeviceSphereScene();

  /// Ids count up from 0. The store must outlive the scene; several bodies may share one.
  Result<BodyId> add(TriangleStore& triangles, const Pose3& pose = {});
  void move(BodyId body, const Pose3& pose);

  /// What touches now. The same at any limit of memory that it can be done with: trees that are too large go, and pairs
  /// that are too many at once are searched in parts. The error says with which limit it can be done; the least there
  /// must be room for is two bodies.
  Result<SphereHits> find_hits(const SphereSearchSettings& settings = {});

  std::string device_name() const;
  std::size_t byte_count() const;       ///< what is on the card now
  std::size_t peak_byte_count() const;  ///< the most that was there
  std::uint64_t branch_count() const;   ///< opened nodes there now

 private:
  std::unique_ptr<Content> content_;
};

/// The error says that there is no card or driver.
Result<DeviceSphereScene> make_cuda_sphere_scene(const DeviceSphereSettings& settings = {});

}  // namespace abut
