// The first contact of two patches: pairs of parts, those that may touch earliest first (Von Herzen, Barr and Zatz).
#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/assert.h"
#include "narrow/patch_approach.h"
#include "narrow/patch_cells.h"
#include "narrow/patch_gap.h"

namespace abut {
namespace {

// A pair that is so thin beside the tolerance is looked at for points that touch.
constexpr double kPromising = 0.5;
// Others are looked at now and then, more and more rarely, so that what is deep in each other is soon found.
bool is_now_and_then(std::size_t i) { return (i & (i - 1)) == 0; }

struct Pair {
  PatchCell a, b;
  double time = 0;  ///< they do not touch before

  /// That time as a share, from -1 to 1, of the time that the enclosures are for.
  double share() const {
    const double width = a.box.t1 - a.box.t0;
    return width > 0 ? std::clamp(2 * (time - a.box.t0) / width - 1, -1.0, 1.0) : 0;
  }
  double thickness() const { return a.enclosure.thickness + b.enclosure.thickness; }
  double radius() const { return a.enclosure.radius + b.enclosure.radius; }
  double time_radius() const { return a.enclosure.time_radius + b.enclosure.time_radius; }
};

class ImpactSearch {
 public:
  ImpactSearch(const Patch& a, const Patch& b, const PatchImpactSettings& settings)
      : a_(a), b_(b), settings_(settings) {}

  PatchImpact run() {
    const PatchBox all = {.t0 = settings_.t0, .t1 = settings_.t1};
    consider({PatchCell(a_, all), PatchCell(b_, all), settings_.t0});
    while (!queue_.empty()) {
      const Entry top = queue_.front();
      if (find_contact(top)) return found_;
      if (found_.cells >= settings_.max_cells) return give_up();
      std::pop_heap(queue_.begin(), queue_.end());
      queue_.pop_back();
      const Pair pair = pairs_[top.index];
      free_.push_back(top.index);
      split(pair);
    }
    return found_;
  }

 private:
  struct Entry {
    double time, thickness;
    std::size_t index;
    /// A heap has its greatest in front: the earliest, of equal ones the thinnest, which is nearest to an answer.
    friend bool operator<(const Entry& x, const Entry& y) {
      return std::tie(x.time, x.thickness, x.index) > std::tie(y.time, y.thickness, y.index);
    }
  };

  // Keeps a pair unless it is proved apart to the end of its time.
  void consider(Pair&& pair) {
    ++found_.cells;
    const PatchGap gap(pair.a.enclosure, pair.b.enclosure);
    const double clear = gap.find_clear_until(settings_.tolerance, pair.share());
    if (clear > 1) return;
    const PatchBox& box = pair.a.box;
    const double time = 0.5 * (box.t0 + box.t1) + 0.5 * clear * (box.t1 - box.t0);
    pair.time = std::clamp(time, pair.time, box.t1);
    std::size_t index = pairs_.size();
    if (free_.empty()) {
      pairs_.push_back(pair);
    } else {
      index = free_.back();
      free_.pop_back();
      pairs_[index] = pair;
    }
    const double thickness = pair.thickness();
    queue_.push_back({pair.time, thickness < INFINITY ? thickness : INFINITY, index});  // never NaN, which has no order
    std::push_heap(queue_.begin(), queue_.end());
  }

  // What is uncertain because of time is cut in time; else the larger of the two parts is cut. Either has only the time
  // that is left to it.
  void split(const Pair& pair) {
    const double end = pair.a.box.t1, middle = 0.5 * (pair.time + end);
    if (pair.time_radius() > 0.5 * pair.radius() && pair.time < middle && middle < end) {
      consider(narrow(pair, pair.time, middle));
      consider(narrow(pair, middle, end));
      return;
    }
    const bool is_late = pair.time - pair.a.box.t0 > 0.25 * (end - pair.a.box.t0);
    const bool cuts_a = pair.a.size() >= pair.b.size();
    PatchCell whole = cuts_a ? pair.a : pair.b, other = cuts_a ? pair.b : pair.a;
    if (is_late) {
      whole.box.t0 = other.box.t0 = pair.time;
      other = PatchCell(cuts_a ? b_ : a_, other.box);
    }
    for (const PatchCell& half : whole.split(cuts_a ? a_ : b_)) {
      consider(cuts_a ? Pair{half, other, pair.time} : Pair{other, half, pair.time});
    }
  }

  Pair narrow(const Pair& pair, double t0, double t1) const {
    PatchBox a = pair.a.box, b = pair.b.box;
    a.t0 = b.t0 = t0;
    a.t1 = b.t1 = t1;
    return {PatchCell(a_, a), PatchCell(b_, b), t0};
  }

  // Nothing is earlier than the front of the queue: points that are near then, or hardly later, decide.
  bool find_contact(const Entry& top) {
    const Pair& pair = pairs_[top.index];
    const bool is_thin = top.thickness <= kPromising * settings_.tolerance;
    if (!is_thin && !is_now_and_then(++looks_)) return false;
    const auto shares = PatchGap(pair.a.enclosure, pair.b.enclosure).find_nearest(pair.share()).shares;
    PatchPoints start;
    start.a = pair.a.parameters(shares[0], shares[1]);
    start.b = pair.b.parameters(shares[2], shares[3]);
    for (const double time : {pair.time, std::min(pair.time + settings_.time_tolerance, settings_.t1)}) {
      const PatchPoints points = approach(a_, b_, time, start, 4);
      if (!(points.distance <= 2 * settings_.tolerance)) continue;
      found_.verdict = PatchVerdict::contact;
      found_.t0 = pair.time;
      found_.t1 = time;
      found_.points = points;
      return true;
    }
    return false;
  }

  PatchImpact give_up() {
    std::sort(queue_.begin(), queue_.end(), [](const Entry& x, const Entry& y) { return y < x; });
    found_.verdict = PatchVerdict::open;
    found_.t0 = queue_.front().time;
    for (const Entry& entry : queue_) {
      const Pair& pair = pairs_[entry.index];
      found_.left.push_back({pair.a.box, pair.b.box});
      found_.left.back().a.t0 = found_.left.back().b.t0 = entry.time;
      found_.t1 = std::max(found_.t1, pair.a.box.t1);
    }
    return std::move(found_);
  }

  const Patch &a_, &b_;
  const PatchImpactSettings& settings_;
  std::vector<Pair> pairs_;
  std::vector<std::size_t> free_;
  std::vector<Entry> queue_;
  std::size_t looks_ = 0;
  PatchImpact found_;
};

}  // namespace

PatchImpact find_patch_patch_impact(const Patch& a, const Patch& b, const PatchImpactSettings& settings) {
  ABUT_ASSERT(settings.tolerance > 0 && settings.t0 <= settings.t1);
  return ImpactSearch(a, b, settings).run();
}

}  // namespace abut
