// The curve that superquadrics are made of: |x|^(2/e) + |y|^(2/e) = 1, along a parameter of which a quarter is 1.
#pragma once

namespace abut {

/// A number over a range of a parameter: value + slope s, within the error, while s goes from -1 to 1.
struct LinearModel {
  double value = 0, slope = 0, error = 0;
};

/// A number and its derivatives.
struct NumberJet {
  double value = 0, first = 0, second = 0;
};

/// y is called the sine, and x, which is the sine a quarter later, the cosine; both are smooth in the sense that
/// their first derivative has no jumps and is nowhere infinite. From exponent 1 on they are powers of sines, as Barr
/// has them. Below, those would be infinitely fast where the curve meets an axis: there the smaller of both goes
/// evenly instead, and the larger follows from it.
class Superellipse {
 public:
  explicit Superellipse(double exponent);

  NumberJet sine(double q) const;
  NumberJet cosine(double q) const { return sine(q + 1); }
  LinearModel enclose_sine(double from, double to) const;
  LinearModel enclose_cosine(double from, double to) const { return enclose_sine(from + 1, to + 1); }

 private:
  NumberJet quarter(double x) const;
  NumberJet power_quarter(double x) const;
  NumberJet even_quarter(double x) const;

  double exponent_;
  double turn_;  ///< where, within a quarter, the slope has its extreme; 0 if at the start
  double pace_;  ///< of the coordinate that goes evenly
};

}  // namespace abut
