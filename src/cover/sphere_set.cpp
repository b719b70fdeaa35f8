// Makes sets of spheres: cells of the surface, places for spheres, a choice among them, and better and better places.
#include "abut/sphere_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "cover/cell_index.h"
#include "cover/enclosing_ball.h"
#include "cover/sphere_choice.h"
#include "cover/sphere_fitting.h"
#include "cover/sphere_mending.h"

namespace abut {
namespace {

constexpr double kDefaultTolerance = 0.03;  // of the size
constexpr double kLeastCells = 4000, kCellsPerSphere = 100, kMostCellsPerSphere = 1000, kMostCells = 1'500'000;
constexpr double kPlacesPerSphere = 30, kLeastPlaces = 1500, kMostCellsPerPlace = 8;
constexpr double kMostSolidPlaces = 15'000;  // each may hold much of the surface, and is looked at again and again
constexpr double kLeastGain = 0.03;          // of the spheres: less is not worth another round
constexpr double kCellsPerTolerance = 3;     // cells are so much smaller than the tolerance, if they may
constexpr double kLeastPerTolerance = 1.8;   // and always so much: then a sphere on the surface holds a cell
constexpr int kFirstTrials = 10, kMoreTrials = 4, kRounds = 4;
constexpr double kLeastSize = 1e-100;
// Sizes whose squares, and the squares of parts of them, are numbers still.
constexpr double kSmallest = 1e-70, kLargest = 1e70;
constexpr double kSpare = 4e-6;  // of the size, for rounding and mending

// Thrown where the progress says stop, and caught where the set was asked for.
struct Interrupted {};

class SetMaker {
 public:
  SetMaker(const CoveredSurface& surface, const SphereSetSettings& settings)
      : surface_(surface), settings_(settings), size_(measure_size(surface.triangles)), probe_(surface, settings.run) {
    if (!settings_.max_spheres && !settings_.tolerance) settings_.tolerance = kDefaultTolerance * size_;
  }

  Result<SphereSet> make() {
    if (size_ == 0) return finish(std::vector<SpherePlace>{{surface_.triangles.triangle(0)[0], 0}}, {{}});
    if (size_ < kSmallest || size_ > kLargest) {
      return Error{
          fmt::format("a size of {:.3g} is beyond what spheres can be chosen for ({:.3g} to {:.3g}); use another unit",
                      size_, kSmallest, kLargest)};
    }
    if (const Status status = choose_cell_size(); !status) return status.error();
    step();
    cells_ = cut_surface(surface_.triangles, cell_size_);
    index_.emplace(cells_.cells);
    step();
    places_ = find_sphere_places(surface_, probe_, cells_, count_places(), settings_.run);
    begin_with_one();
    if (settings_.tolerance) meet_tolerance();
    if (settings_.max_spheres && best_.size() > *settings_.max_spheres) begin_with_one();
    if (settings_.max_spheres && !test_tolerance_met()) come_close();
    return finish(best_, group_cells(cells_, *index_, best_, reach_));
  }

 private:
  void step() {
    constexpr std::uint64_t kSteps = 4 + kFirstTrials + kRounds * (kMoreTrials + 1);
    if (settings_.run.progress && !settings_.run.progress(std::min(done_++, kSteps), kSteps)) throw Interrupted{};
  }

  Status choose_cell_size() {
    const double area = measure_area(surface_.triangles);
    const auto size_for = [&](double count) { return std::max(std::sqrt(2 * area / count), size_ / count); };
    const double spheres = settings_.max_spheres.value_or(0);
    cell_size_ = size_for(std::clamp(kCellsPerSphere * spheres, kLeastCells, kMostCells));
    if (!settings_.tolerance) return success();
    const double most =
        settings_.max_spheres ? std::clamp(kMostCellsPerSphere * spheres, kLeastCells, kMostCells) : kMostCells;
    const double wanted = *settings_.tolerance / kCellsPerTolerance, least = size_for(most);
    // With a number of spheres that cannot meet it, a tolerance is but a wish.
    if (least * kLeastPerTolerance > *settings_.tolerance && !settings_.max_spheres) {
      return Error{
          fmt::format("a tolerance of {:.6g} takes too many spheres for a surface of this size ({:.6g}); "
                      "the least that is possible is {:.6g}",
                      *settings_.tolerance, size_, least * kLeastPerTolerance)};
    }
    cell_size_ = std::max(least, std::min(cell_size_, wanted));
    return success();
  }

  std::size_t count_places() const {
    const auto count = static_cast<double>(cells_.cells.size());
    const double wanted =
        settings_.max_spheres ? kPlacesPerSphere * *settings_.max_spheres : count / kMostCellsPerPlace;
    const bool is_solid = surface_.fill == SphereFill::solid;
    return static_cast<std::size_t>(std::max(kLeastPlaces, is_solid ? std::min(wanted, kMostSolidPlaces) : wanted));
  }

  std::size_t most() const { return settings_.max_spheres.value_or(cells_.cells.size()); }

  // What a tolerance leaves for the choice: what is made of it is rounded and mended.
  double inner_tolerance() const { return *settings_.tolerance - kSpare * size_; }
  bool test_tolerance_met() const { return settings_.tolerance && reach_ <= inner_tolerance(); }

  void begin_with_one() {
    std::vector<Sphere> balls;
    std::vector<std::uint32_t> all;
    for (const SurfaceCell& cell : cells_.cells) {
      all.push_back(static_cast<std::uint32_t>(all.size()));
      balls.push_back(cell.ball);
    }
    const Vec3 center = enclose_spheres(balls).center;
    const SpherePlace place{center, probe_.measure_depth(center)};
    best_ = {place};
    reach_ = measure_reach(cells_, all, place);
  }

  bool try_tolerance(double tolerance, std::size_t most) {
    step();
    auto chosen = choose_places(probe_, cells_, *index_, places_, tolerance, most, settings_.run.threads);
    if (!chosen) return false;
    best_ = std::move(*chosen);
    reach_ = tolerance;
    return true;
  }

  // Moves all spheres to better places, if that brings them closer, and keeps those for further choices.
  void improve() {
    step();
    const CellGroups groups = group_cells(cells_, *index_, best_, reach_);
    std::vector<SpherePlace> moved(best_.size());
    std::vector<double> reaches(best_.size());
    parallel_for(best_.size(), settings_.run.threads, [&](std::size_t i) {
      if (groups[i].empty()) return;
      moved[i] = fit_place(probe_, cells_, groups[i], best_[i]);
      reaches[i] = measure_reach(cells_, groups[i], moved[i]);
    });
    std::vector<SpherePlace> kept;
    double reach = 0;
    for (std::size_t i = 0; i < moved.size(); ++i) {
      if (groups[i].empty()) continue;
      kept.push_back(moved[i]);
      reach = std::max(reach, reaches[i]);
    }
    best_ = std::move(kept);
    reach_ = reach;
    places_.insert(places_.end(), best_.begin(), best_.end());
  }

  void meet_tolerance() {
    if (reach_ <= inner_tolerance()) return;
    if (!try_tolerance(inner_tolerance(), most())) return;
    for (int round = 0; round < kRounds; ++round) {
      const auto before = static_cast<double>(best_.size());
      improve();
      if (best_.size() <= 1 || !try_tolerance(inner_tolerance(), best_.size() - 1)) break;
      if (static_cast<double>(best_.size()) > (1 - kLeastGain) * before) break;
    }
  }

  // The least tolerance that so many spheres can meet, by halves of what is between.
  void come_close() {
    if (*settings_.max_spheres == 1) return improve();
    double low = 1e-3 * reach_;
    for (int round = 0; round <= kRounds; ++round) {
      for (int trial = 0; trial < (round == 0 ? kFirstTrials : kMoreTrials); ++trial) {
        const double tolerance = std::sqrt(low * reach_);
        if (!try_tolerance(tolerance, *settings_.max_spheres)) low = tolerance;
      }
      if (round < kRounds) improve();
      low = 0.6 * reach_;
    }
    improve();
  }

  Result<SphereSet> finish(std::span<const SpherePlace> places, const CellGroups& groups) {
    SphereSet set;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (size_ == 0)
        set.spheres.push_back({places[i].center, 0});
      else if (!groups[i].empty())
        set.spheres.push_back(fit_sphere(cells_, groups[i], places[i]));
    }
    const int digits = find_digits(surface_.triangles);
    round_spheres(set.spheres, digits);
    mend_spheres(surface_.triangles, set.spheres, digits, settings_.run);
    for (const Sphere& sphere : set.spheres)
      set.protrusion = std::max(set.protrusion, probe_.measure_protrusion(sphere));
    return set;
  }

  const CoveredSurface& surface_;
  SphereSetSettings settings_;
  double size_, cell_size_ = 0;
  SurfaceProbe probe_;
  SurfaceCells cells_;
  std::optional<CellIndex> index_;
  std::vector<SpherePlace> places_, best_;
  double reach_ = 0;  // what the spheres at the best places reach out at most, to hold all cells
  std::uint64_t done_ = 0;
};

Status check_surface(const CoveredSurface& surface) {
  if (surface.triangles.size() == 0) return Error{"there are no triangles to put spheres around"};
  const double size = measure_size(surface.triangles);
  if (size == 0 || size >= kLeastSize) return success();
  return Error{fmt::format("a size of {:.6g} is too small, expected {:g} or more", size, kLeastSize)};
}

}  // namespace

double measure_size(const TriangleList& triangles) { return make_box(triangles).size().norm(); }

Result<SphereSet> make_sphere_set(const CoveredSurface& surface, const SphereSetSettings& settings) {
  if (const Status status = check_surface(surface); !status) return status.error();
  if (settings.max_spheres && *settings.max_spheres == 0) return Error{"no spheres at all cannot enclose anything"};
  try {
    return SetMaker(surface, settings).make();
  } catch (const Interrupted&) {
    return Error{"interrupted"};
  }
}

}  // namespace abut
