// Roots are told apart, and signs at them found, by counting: Tarski's extension of Sturm's theorem (see Basu, Pollack,
// Roy, Algorithms in Real Algebraic Geometry, chapter 2.2). For a polynomial f without roots at a and b, and any g,
//   (roots of f between a and b where g > 0) - (those where g < 0) = changes(a) - changes(b),
// where changes(x) counts the changes of sign along the sequence f, f' g, ... of negated remainders, evaluated at x.
// That always works, but numbers grow long. Most often Bernstein coefficients tell: a polynomial has no more roots in
// an interval than these have changes of sign, and as many but for an even number.
#include "math/polynomial.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace abut {
namespace {

// How often an interval around a root is halved before roots are counted.
constexpr int kMaxRounds = 6;

// The remainder of a divided by b, times a positive number.
Polynomial find_remainder(const Polynomial& a, const Polynomial& b) {
  std::vector<Integer> rest(static_cast<std::size_t>(a.degree() + 1));
  for (int i = 0; i <= a.degree(); ++i) rest[static_cast<std::size_t>(i)] = a.coefficient(i);
  const Integer lead = b.coefficient(b.degree()), size = abs(lead);
  for (int top = a.degree(); top >= b.degree(); --top) {
    const Integer factor = lead.sign() * rest[static_cast<std::size_t>(top)];
    for (Integer& c : rest) c *= size;
    for (int i = 0; i <= b.degree(); ++i)
      rest[static_cast<std::size_t>(top - b.degree() + i)] -= factor * b.coefficient(i);
  }
  return Polynomial(std::move(rest));
}

// Without what all coefficients have in common, so that remainders of remainders stay short.
Polynomial reduce(const Polynomial& f) {
  Integer common = 0;
  for (int i = 0; i <= f.degree(); ++i) common = gcd(common, f.coefficient(i));
  std::vector<Integer> coefficients;
  for (int i = 0; i <= f.degree(); ++i) coefficients.push_back(f.coefficient(i) / common);
  return Polynomial(std::move(coefficients));
}

int count_changes(const std::vector<int>& signs) {
  int changes = 0, last = 0;
  for (const int sign : signs) {
    changes += sign * last < 0;
    if (sign != 0) last = sign;
  }
  return changes;
}

int count_changes(const std::vector<Polynomial>& sequence, const Dyadic& x) {
  std::vector<int> signs;
  for (const Polynomial& p : sequence) signs.push_back(sign_at(p, x));
  return count_changes(signs);
}

// Counts the roots of f between two numbers, each with the sign of g there.
class RootCounter {
 public:
  RootCounter(const Polynomial& f, const Polynomial& g) : sequence_{f, f.derivative() * g} {
    while (!sequence_.back().is_zero()) {
      sequence_.push_back(-reduce(find_remainder(sequence_[sequence_.size() - 2], sequence_.back())));
    }
  }
  int count(const Dyadic& a, const Dyadic& b) const {
    return count_changes(sequence_, a) - count_changes(sequence_, b);
  }

 private:
  std::vector<Polynomial> sequence_;
};

// As a polynomial that runs from 0 to 1 between a and b, times a positive number.
Polynomial stretch(const Polynomial& f, const Dyadic& a, const Dyadic& b) {
  if (a.n == 0 && b.n == 1 && b.k == 0) return f;
  const unsigned k = std::max(a.k, b.k);
  const Polynomial line = Polynomial::make_line(a.n << (k - a.k), b.n << (k - b.k));
  Polynomial result;
  for (int i = f.degree(); i >= 0; --i) {
    result = result * line + Polynomial({f.coefficient(i) << (k * static_cast<unsigned>(f.degree() - i))});
  }
  return result;
}

// Signs of the Bernstein coefficients between 0 and 1. Of degree d, coefficient j is the sum over i of c_i
// binomial(j, i) / binomial(d, i).
std::vector<int> find_bernstein_signs(const Polynomial& f) {
  const int d = f.degree();
  std::vector<long long> binomials = {1};
  long long all = 1;  // what all of them divide
  for (int i = 0; i < d; ++i) {
    binomials.push_back(binomials.back() * (d - i) / (i + 1));
    all = std::lcm(all, binomials.back());
  }
  std::vector<int> signs;
  for (int j = 0; j <= d; ++j) {
    Integer sum = 0;
    long long chosen = 1;
    for (int i = 0; i <= j; ++i) {
      sum += f.coefficient(i) * (chosen * (all / binomials[static_cast<std::size_t>(i)]));
      chosen = chosen * (j - i) / (i + 1);
    }
    signs.push_back(sum.sign());
  }
  return signs;
}

// The sign g has everywhere between a and b and at both, or 0 if that is not seen at once.
int find_common_sign(const Polynomial& g, const Dyadic& a, const Dyadic& b) {
  const std::vector<int> signs = find_bernstein_signs(stretch(g, a, b));
  const bool is_common = std::all_of(signs.begin(), signs.end(), [&](int sign) { return sign == signs[0]; });
  return !signs.empty() && is_common ? signs[0] : 0;
}

// f without the factor (x - root), as often as it has it.
Polynomial remove_root(Polynomial f, const Integer& root) {
  while (f.degree() > 0 && sign_at(f, {root, 0}) == 0) {
    std::vector<Integer> quotient(static_cast<std::size_t>(f.degree()));
    Integer carry = 0;
    for (int i = f.degree(); i > 0; --i) {
      carry = f.coefficient(i) + carry * root;
      quotient[static_cast<std::size_t>(i - 1)] = carry;
    }
    f = Polynomial(std::move(quotient));
  }
  return f;
}

// The same number without zeros at its end.
Dyadic shorten(Dyadic x) {
  if (x.n == 0) return {0, 0};
  const unsigned zeros = std::min(static_cast<unsigned>(lsb(x.n)), x.k);  // newer versions of Boost count in size_t
  return {x.n >> zeros, x.k - zeros};
}

// A number between a and b that is no root of f. f has a degree of three at most, so one of four will do.
Dyadic find_between(const Polynomial& f, const Dyadic& a, const Dyadic& b) {
  const unsigned k = std::max(a.k, b.k);
  const Integer lower = a.n << (k - a.k), upper = b.n << (k - b.k);
  Dyadic middle;
  for (const int eighths : {4, 3, 5, 2}) {
    middle = shorten({lower * (8 - eighths) + upper * eighths, k + 3});
    if (sign_at(f, middle) != 0) break;
  }
  return middle;
}

// True if b is larger than a by no more than 2^-bits.
bool test_near(const Dyadic& a, const Dyadic& b, unsigned bits) {
  const unsigned k = std::max({a.k, b.k, bits});
  return (b.n << (k - b.k)) - (a.n << (k - a.k)) <= Integer(1) << (k - bits);
}

// f has no root at a or b. The counter is made when it is needed.
void find_roots_between(const Polynomial& f, const Dyadic& a, const Dyadic& b, std::optional<RootCounter>& counter,
                        std::vector<Root>& roots) {
  const int changes = count_changes(find_bernstein_signs(stretch(f, a, b)));
  if (changes > 1 && !counter) counter.emplace(f, Polynomial({1}));
  const int count = changes <= 1 ? changes : counter->count(a, b);
  if (count == 1) roots.emplace_back(f, a, b);
  if (count <= 1) return;
  const Dyadic middle = find_between(f, a, b);
  find_roots_between(f, a, middle, counter, roots);
  find_roots_between(f, middle, b, counter, roots);
}

}  // namespace

Polynomial::Polynomial(std::vector<Integer> coefficients) : coefficients_(std::move(coefficients)) {
  while (!coefficients_.empty() && coefficients_.back().is_zero()) coefficients_.pop_back();
}

Polynomial Polynomial::derivative() const {
  std::vector<Integer> result;
  for (int i = 1; i <= degree(); ++i) result.push_back(coefficient(i) * i);
  return Polynomial(std::move(result));
}

Polynomial Polynomial::operator-() const {
  Polynomial result = *this;
  for (Integer& c : result.coefficients_) c = -c;
  return result;
}

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
  std::vector<Integer> sum(std::max(a.coefficients_.size(), b.coefficients_.size()));
  for (std::size_t i = 0; i < a.coefficients_.size(); ++i) sum[i] += a.coefficients_[i];
  for (std::size_t i = 0; i < b.coefficients_.size(); ++i) sum[i] += b.coefficients_[i];
  return Polynomial(std::move(sum));
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  if (a.is_zero() || b.is_zero()) return {};
  std::vector<Integer> product(a.coefficients_.size() + b.coefficients_.size() - 1);
  for (std::size_t i = 0; i < a.coefficients_.size(); ++i) {
    for (std::size_t j = 0; j < b.coefficients_.size(); ++j) product[i + j] += a.coefficients_[i] * b.coefficients_[j];
  }
  return Polynomial(std::move(product));
}

int sign_at(const Polynomial& f, const Dyadic& x) {
  Integer value = 0;
  for (int i = f.degree(); i >= 0; --i) {
    value = value * x.n + (f.coefficient(i) << (x.k * static_cast<unsigned>(f.degree() - i)));
  }
  return value.sign();
}

int Root::sign_of(const Polynomial& g) const {
  if (g.is_zero()) return 0;
  if (f_.is_zero()) return sign_at(g, lower_);
  Dyadic lower = lower_, upper = upper_;
  const int lower_sign = sign_at(f_, lower);
  const bool changes_sign = lower_sign * sign_at(f_, upper) < 0;
  for (int round = 0; round < kMaxRounds; ++round) {
    const int sign = find_common_sign(g, lower, upper);
    if (sign != 0) return sign;
    if (!changes_sign) break;
    const Dyadic middle = find_between(f_, lower, upper);
    (sign_at(f_, middle) == lower_sign ? lower : upper) = middle;
  }
  return RootCounter(f_, g).count(lower_, upper_);
}

Dyadic Root::find_lower_bound(unsigned bits) const {
  if (f_.is_zero()) {
    if (lower_.n == 0) return lower_;
    const unsigned k = std::max(lower_.k, bits);
    return {(lower_.n << (k - lower_.k)) - (Integer(1) << (k - bits)), k};
  }
  Dyadic lower = lower_, upper = upper_;
  const int lower_sign = sign_at(f_, lower);
  const bool changes_sign = lower_sign * sign_at(f_, upper) < 0;
  std::optional<RootCounter> counter;
  if (!changes_sign) counter.emplace(f_, Polynomial({1}));
  while (!test_near(lower, upper, bits)) {
    const Dyadic middle = find_between(f_, lower, upper);
    const bool is_above = changes_sign ? sign_at(f_, middle) == lower_sign : counter->count(lower, middle) == 0;
    (is_above ? lower : upper) = middle;
  }
  return lower;
}

std::vector<Root> find_roots(const Polynomial& f) {
  std::vector<Root> roots;
  const Dyadic zero{0, 0}, one{1, 0};
  if (sign_at(f, zero) == 0) roots.emplace_back(zero);
  const Polynomial rest = remove_root(remove_root(f, 0), 1);
  std::optional<RootCounter> counter;
  if (rest.degree() > 0) find_roots_between(rest, zero, one, counter, roots);
  if (sign_at(f, one) == 0) roots.emplace_back(one);
  return roots;
}

}  // namespace abut
