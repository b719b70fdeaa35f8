#include "detect/contact_choice.h"

#include <algorithm>

namespace abut {
namespace {

// Cosine of how far normals of one region may be apart.
constexpr double kSameWay = 0.85;
// Points that are nearer than this share of the region's length add nothing.
constexpr double kSamePlace = 1e-6;
// Depths that differ by less than this share of it are the same.
constexpr double kSameDepth = 1e-9;

class Choice {
 public:
  Choice(std::vector<const MeshContact*> region, double steep)
      : region_(std::move(region)), first_(region_[0]), steep_(steep) {
    first_ = find_corner(find_farthest());
    const MeshContact* far = find_farthest();
    const Vec3 line = across(*far), side = first_->normal.cross(line);
    const double length = line.norm();
    keep(*first_);
    if (length == 0) return;
    keep(*far);
    for (const double sign : {1.0, -1.0}) {
      const auto beside = [&](const MeshContact& c) { return sign / length * side.dot(across(c)); };
      const MeshContact& best =
          *find_best([&](const MeshContact& c) { return measure_span(beside(c), find_height(c), steep_); });
      if (beside(best) > kSamePlace * length) keep(best);
    }
  }

  std::vector<MeshContact> chosen;

 private:
  const MeshContact* find_farthest() const {
    return find_best([&](const MeshContact& c) { return measure_span(across(c).norm(), find_height(c), steep_); });
  }
  // Of those that are as deep as the deepest, but for rounding, the farthest from some other: never one between others.
  const MeshContact* find_corner(const MeshContact* other) const {
    const double same = kSameDepth * across(*other).norm();
    return find_best([&](const MeshContact& c) {
      return c.gap <= first_->gap + same ? (c.position() - other->position()).squaredNorm() : -1;
    });
  }

  double find_height(const MeshContact& c) const { return c.gap - region_[0]->gap; }

  // From the first, along the contact.
  Vec3 across(const MeshContact& c) const {
    const Vec3 from = c.position() - first_->position();
    return from - first_->normal.dot(from) * first_->normal;
  }
  const MeshContact* find_best(const auto& measure) const {
    return *std::max_element(region_.begin(), region_.end(),
                             [&](const auto* p, const auto* q) { return measure(*p) < measure(*q); });
  }
  void keep(const MeshContact& c) { chosen.push_back(c); }

  std::vector<const MeshContact*> region_;  // the deepest first
  const MeshContact* first_;
  double steep_;
};

}  // namespace

void choose_contacts(std::vector<MeshContact> candidates, std::vector<MeshContact>& chosen, double steep) {
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const MeshContact& p, const MeshContact& q) { return p.gap < q.gap; });
  std::uint32_t region = chosen.empty() ? 0 : chosen.back().region + 1;
  while (!candidates.empty()) {
    const Vec3 normal = candidates[0].normal;
    const auto others = std::stable_partition(candidates.begin(), candidates.end(),
                                              [&](const MeshContact& c) { return c.normal.dot(normal) >= kSameWay; });
    std::vector<const MeshContact*> alike;
    for (auto c = candidates.begin(); c != others; ++c) alike.push_back(&*c);
    for (MeshContact& c : Choice(std::move(alike), steep).chosen) {
      c.region = region;
      chosen.push_back(c);
    }
    ++region;
    candidates.erase(candidates.begin(), others);
  }
}

}  // namespace abut
