#include "device/triangle_cache.h"

#include <iterator>
#include <vector>

namespace abut {
namespace {

static_assert(sizeof(PlainTriangle) == sizeof(TrianglePoints));

// So many pages go at once.
constexpr std::uint32_t kPages = 64;

}  // namespace

Result<const PlainTriangle*> TriangleCache::fetch(TriangleStore& store) {
  auto found = known_.find(store.id());
  if (found == known_.end()) {
    Entry& entry = entries_.emplace_back(launcher_);
    if (const Status status = fill(entry, store); !status) {
      entries_.pop_back();
      return status.error();
    }
    found = known_.emplace(store.id(), std::prev(entries_.end())).first;
  }
  Entry& entry = *found->second;
  entry.batch = batch_;
  entries_.splice(entries_.end(), entries_, found->second);
  return entry.triangles.data();
}

bool TriangleCache::make_room(Entry& entry, std::size_t count) {
  while (!entry.triangles.reserve(count)) {
    if (!launcher_.is_short() || entries_.front().batch == batch_ || &entries_.front() == &entry) return false;
    drop(entries_.begin());
    launcher_.forget_shortage();
  }
  return true;
}

void TriangleCache::drop(std::list<Entry>::iterator entry) {
  known_.erase(entry->store);
  entries_.erase(entry);
}

Status TriangleCache::fill(Entry& entry, TriangleStore& store) {
  if (!make_room(entry, store.triangle_count())) return launcher_.status();
  std::vector<TrianglePoints> gathered;
  std::size_t done = 0;
  for (std::uint32_t p = 0; p < store.page_count(); ++p) {
    const TriangleStore::Page* page = store.page(p);
    if (!page) return store.failure();
    gathered.insert(gathered.end(), page->triangles.begin(), page->triangles.end());
    if ((p + 1) % kPages != 0 && p + 1 != store.page_count()) continue;
    launcher_.upload(entry.triangles.data() + done, gathered.data(), gathered.size() * sizeof(PlainTriangle));
    done += gathered.size();
    gathered.clear();
  }
  entry.store = store.id();
  return launcher_.status();
}

bool TriangleCache::drop_unneeded() {
  const std::size_t before = entries_.size();
  while (!entries_.empty() && entries_.front().batch != batch_) drop(entries_.begin());
  return entries_.size() < before;
}

}  // namespace abut
