#include "abut/paged_triangles.h"

#include "io/spool_file.h"

namespace abut {
namespace {

template <class T>
std::span<char> bytes_of(std::vector<T>& list) {
  return {reinterpret_cast<char*>(list.data()), list.size() * sizeof(T)};
}

constexpr std::size_t kBytesEach = sizeof(TrianglePoints) + sizeof(TriangleStore::Bounds) + sizeof(std::uint32_t);
constexpr std::size_t kPageBytes = TriangleStore::kPageSize * kBytesEach;

}  // namespace

struct PagedTriangles::Content {
  // A page in memory.
  struct Loaded final : MemoryBudget::Block {
    Loaded(Content& content, std::uint32_t number) : content(content), number(number) {}
    void drop() override { content.release(number); }

    Content& content;
    std::uint32_t number;
    Page page;
  };

  Content(SpoolFile file, MemoryBudget& memory) : file(std::move(file)), memory(memory) {}

  void release(std::uint32_t number) {
    memory.give_back(*pages[number]);
    pages[number].reset();
  }

  Status read(Page& page, std::uint32_t number, std::size_t count) {
    page.triangles.resize(count);
    page.bounds.resize(count);
    page.sources.resize(count);
    std::uint64_t place = number * kPageBytes;
    for (const std::span<char> bytes : {bytes_of(page.triangles), bytes_of(page.bounds), bytes_of(page.sources)}) {
      if (const Status status = file.read_at(place, bytes); !status) return status;
      place += bytes.size();
    }
    return success();
  }

  Status load(std::uint32_t number, std::size_t count) {
    auto loaded = std::make_unique<Loaded>(*this, number);
    if (!memory.lend(*loaded, sizeof(Loaded) + count * kBytesEach)) return memory.describe_refusal();
    const Status status = read(loaded->page, number, count);
    if (!status) {
      memory.give_back(*loaded);
      return status;
    }
    ++read_count;
    pages[number] = std::move(loaded);
    return success();
  }

  SpoolFile file;
  MemoryBudget& memory;
  std::vector<std::unique_ptr<Loaded>> pages;
  Error failure;
  std::uint64_t read_count = 0;
};

PagedTriangles::PagedTriangles(std::unique_ptr<Content> content) : content_(std::move(content)) {}

PagedTriangles::~PagedTriangles() {
  for (std::uint32_t p = 0; p < page_count(); ++p) {
    if (content_->pages[p]) content_->release(p);
  }
}

Result<std::unique_ptr<PagedTriangles>> PagedTriangles::make(const TriangleList& list,
                                                             const std::filesystem::path& folder,
                                                             MemoryBudget& memory) {
  auto file = SpoolFile::create(folder / "pages");
  if (!file) return file.error();
  std::unique_ptr<PagedTriangles> store(new PagedTriangles(std::make_unique<Content>(*std::move(file), memory)));
  store->set_extent(list);
  Content& content = *store->content_;
  content.pages.resize(store->page_count());
  for (std::uint32_t p = 0; p < store->page_count(); ++p) {
    Page page = store->make_page(list, p);
    for (const std::span<char> bytes : {bytes_of(page.triangles), bytes_of(page.bounds), bytes_of(page.sources)}) {
      if (const Status status = content.file.append({bytes.data(), bytes.size()}); !status) return status.error();
    }
  }
  if (const Status status = content.file.start_reading(); !status) return status.error();
  return store;
}

const TriangleStore::Page* PagedTriangles::page(std::uint32_t number) {
  auto& loaded = content_->pages[number];
  if (loaded) {
    content_->memory.touch(*loaded);
    return &loaded->page;
  }
  const std::size_t count = std::min<std::size_t>(kPageSize, triangle_count() - std::size_t{number} * kPageSize);
  if (const Status status = content_->load(number, count); !status) {
    content_->failure = status.error();
    return nullptr;
  }
  return &loaded->page;
}

Error PagedTriangles::failure() const { return content_->failure; }
std::uint64_t PagedTriangles::file_size() const { return content_->file.size(); }
std::uint64_t PagedTriangles::read_count() const { return content_->read_count; }

}  // namespace abut
