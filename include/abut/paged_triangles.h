// Room 7, io, another face: triangles on the disk, of which only those lately used are in memory.
#pragma once

#include <filesystem>
#include <memory>

#include "abut/sphere_tree.h"

namespace abut {

/// Triangles in a file without a name, so that nothing of it is left, however the program ends. Pages come into memory
/// where they are asked for, and go again when it is short.
class PagedTriangles final : public TriangleStore {
 public:
  /// Writes them to a file in this folder. Memory for pages is lent by the budget, which must outlive the store; the list
  /// is not needed any more.
  static Result<std::unique_ptr<PagedTriangles>> make(const TriangleList& list, const std::filesystem::path& folder,
                                                      MemoryBudget& memory);
  ~PagedTriangles() override;

  const Page* page(std::uint32_t number) override;
  Error failure() const override;

  std::uint64_t file_size() const;   ///< bytes
  std::uint64_t read_count() const;  ///< pages read so far, again and again if they had to go

 private:
  struct Content;
  explicit PagedTriangles(std::unique_ptr<Content> content);
  std::unique_ptr<Content> content_;
};

}  // namespace abut
