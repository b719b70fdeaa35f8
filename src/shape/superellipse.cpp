#include "shape/superellipse.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace abut {
namespace {

constexpr double kQuarter = std::numbers::pi / 2;

// Places that cut a range into parts on each of which value and slope only go up or only go down.
class Places {
 public:
  void add(double q) { list_[count_++] = q; }
  const double* begin() const { return list_.data(); }
  const double* end() const { return list_.data() + count_; }

 private:
  std::array<double, 20> list_ = {};
  int count_ = 0;
};

Places find_places(double from, double to, double turn) {
  Places places;
  places.add(from);
  for (double k = std::floor(from); k < to; k += 1) {
    const bool is_odd = std::fmod(k, 2) != 0;
    if (k > from) places.add(k);
    const double bend = is_odd ? k + 1 - turn : k + turn;
    if (turn > 0 && bend > from && bend < to) places.add(bend);
  }
  places.add(to);
  return places;
}

struct Extent {
  double low = INFINITY, high = -INFINITY;
  void add(double x) {
    low = std::min(low, x);
    high = std::max(high, x);
  }
  double middle() const { return 0.5 * (low + high); }
  double half() const { return 0.5 * (high - low); }
};

}  // namespace

Superellipse::Superellipse(double exponent)
    : exponent_(exponent),
      turn_(exponent > 1 ? std::asin(std::sqrt((exponent - 1) / exponent)) / kQuarter : 0),
      pace_(2 * std::pow(2, -0.5 * exponent)) {}

// A power of a sine.
NumberJet Superellipse::power_quarter(double x) const {
  const double s = std::sin(kQuarter * x), c = std::cos(kQuarter * x), e = exponent_;
  if (e == 1) return {s, kQuarter * c, -kQuarter * kQuarter * s};
  const double lower = std::pow(s, e - 1);  // 0 at 0
  const double bend = s > 0 ? lower / s * ((e - 1) * c * c - s * s) : (e == 2 ? 1 : e > 2 ? 0 : INFINITY);
  return {lower * s, e * kQuarter * lower * c, e * kQuarter * kQuarter * bend};
}

// Evenly up to the middle; from there on the other coordinate goes down evenly.
NumberJet Superellipse::even_quarter(double x) const {
  if (x <= 0.5) return {pace_ * x, pace_, 0};
  const double p = 2 / exponent_, w = pace_ * (1 - x);
  const double g = std::pow(1 - std::pow(w, p), 1 / p), share = w / g;
  const double steep = std::pow(share, p - 1), steeper = std::pow(share, p - 2);
  return {g, pace_ * steep, -pace_ * pace_ * (p - 1) * steeper * (1 + share * steep) / g};
}

NumberJet Superellipse::quarter(double x) const { return exponent_ >= 1 ? power_quarter(x) : even_quarter(x); }

// Odd about 0, even about 1.
NumberJet Superellipse::sine(double q) const {
  q -= 4 * std::round(0.25 * q);
  const double sign = q < 0 ? -1 : 1, x = std::abs(q);
  const bool is_back = x > 1;
  const NumberJet jet = quarter(is_back ? 2 - x : x);
  return {sign * jet.value, is_back ? -jet.first : jet.first, sign * jet.second};
}

// If the slope only goes up, or only down, the curve lies between its chord and its tangents at the ends, which is half
// as wide as what the range of slopes says.
LinearModel Superellipse::enclose_sine(double from, double to) const {
  const double half = 0.5 * (to - from);
  if (to - from > 4) return {0, 0, 1};
  Extent values, slopes;
  bool is_rising = true, is_falling = true;
  double first = 0, last = 0, first_value = 0, last_value = 0;
  int count = 0;
  for (const double q : find_places(from, to, turn_)) {
    const NumberJet jet = sine(q);
    values.add(jet.value);
    slopes.add(jet.first);
    if (count++ == 0) {
      first = last = jet.first;
      first_value = jet.value;
    }
    is_rising &= jet.first >= last;
    is_falling &= jet.first <= last;
    last = jet.first;
    last_value = jet.value;
  }
  LinearModel model = {values.middle(), 0, values.half()};
  if (!(is_rising || is_falling)) {
    const double error = slopes.half() * half;
    if (error < model.error) model = {sine(from + half).value, slopes.middle() * half, error};
    return model;
  }
  const double rise = 0.5 * (last_value - first_value), spread = std::abs(last - first);
  const double steepness = half > 0 ? rise / half : first;
  const double gap = spread > 0 ? std::abs((steepness - first) * (last - steepness)) / spread * 2 * half : 0;
  if (0.5 * gap < model.error) {
    model = {0.5 * (first_value + last_value) + (is_rising ? -0.5 : 0.5) * gap, rise, 0.5 * gap};
  }
  return model;
}

}  // namespace abut
