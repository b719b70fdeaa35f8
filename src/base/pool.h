// Working memory that is used again: threads borrow an object each and give it back.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace abut {

template <class T>
class Pool {
 public:
  /// One of the objects, for as long as the lease lives. It is as its last user left it.
  class Lease {
   public:
    explicit Lease(Pool& pool) : pool_(pool), object_(pool.take()) {}
    ~Lease() { pool_.give_back(std::move(object_)); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    T& operator*() const { return *object_; }
    T* operator->() const { return object_.get(); }

   private:
    Pool& pool_;
    std::unique_ptr<T> object_;
  };

 private:
  struct Free {
    std::thread::id last_user;
    std::unique_ptr<T> object;
  };

  // The one this thread had before, if it is there: it is in its cache.
  std::unique_ptr<T> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return std::make_unique<T>();
    const auto is_mine = [id = std::this_thread::get_id()](const Free& free) { return free.last_user == id; };
    const auto mine = std::find_if(free_.rbegin(), free_.rend(), is_mine);
    std::swap(mine == free_.rend() ? free_.back() : *mine, free_.back());
    std::unique_ptr<T> object = std::move(free_.back().object);
    free_.pop_back();
    return object;
  }
  void give_back(std::unique_ptr<T> object) {
    const std::lock_guard lock(mutex_);
    free_.push_back({std::this_thread::get_id(), std::move(object)});
  }

  std::mutex mutex_;
  std::vector<Free> free_;
};

}  // namespace abut
