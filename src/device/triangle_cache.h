// Bodies' triangles on a device: brought there once, and kept until others need the room.
#pragma once

#include <list>
#include <unordered_map>

#include "abut/sphere_tree.h"
#include "device/launcher.h"

namespace abut {

class TriangleCache {
 public:
  explicit TriangleCache(Launcher& launcher) : launcher_(launcher) {}

  /// What is fetched from now on is needed at the same time.
  void start_batch() { ++batch_; }
  /// Brings the triangles there if they are not. Those that the batch does not need give way, the ones used least
  /// recently first. The error says that there is no room, or that triangles could not be read.
  Result<const PlainTriangle*> fetch(TriangleStore& store);
  /// Drops what the batch does not need. False if there is no such thing.
  bool drop_unneeded();

 private:
  struct Entry {
    explicit Entry(Launcher& launcher) : triangles(launcher) {}
    std::uint64_t store = 0, batch = 0;
    DeviceArray<PlainTriangle> triangles;
  };

  bool make_room(Entry& entry, std::size_t count);
  void drop(std::list<Entry>::iterator entry);
  Status fill(Entry& entry, TriangleStore& store);

  Launcher& launcher_;
  std::list<Entry> entries_;                                             // least recently used first
  std::unordered_map<std::uint64_t, std::list<Entry>::iterator> known_;  // by stores
  std::uint64_t batch_ = 0;
};

}  // namespace abut
