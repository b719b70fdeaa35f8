#include "sim/contacts.h"

#include <algorithm>
#include <cmath>

#include "base/ordered_sum.h"
#include "base/parallel.h"
#include "sim/yielding_step.h"

namespace abut {
namespace {

constexpr std::size_t kBlock = 2048;
// Below this speed things that rub each other stick, m/s.
constexpr double kSlowestSlip = 2e-3;
// The field k / d has no end; it goes on straight from this share of its reach inwards.
constexpr double kNearestShare = 0.02;

Vec3 combine(const Contact& contact, std::span<const Vec3> values) {
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i < contact.count; ++i) sum += contact.weights[i] * values[contact.vertices[i]];
  return sum;
}

Push push_thin(double depth, double stiffness) {
  return {stiffness * depth, stiffness, 0.5 * stiffness * depth * depth};
}

Push push_inverse(double gap, double reach, double stiffness) {
  const double share = std::max(gap / reach, kNearestShare), beyond = kNearestShare * reach - gap;
  Push push{stiffness * reach * (1 / share - 1), stiffness / (share * share),
            stiffness * reach * reach * (share - 1 - std::log(share))};
  if (beyond > 0) {
    push.energy += push.force * beyond + 0.5 * push.stiffness * beyond * beyond;
    push.force += push.stiffness * beyond;
  }
  return push;
}

}  // namespace

double Contacts::longest_stick() const { return kSlowestSlip * step_; }

double Contacts::free_way(std::size_t number, double force) const {
  const Contact& contact = contacts_[number];
  double compliance = 0;
  for (int i = 0; i < contact.count; ++i) {
    const std::uint32_t p = contact.vertices[i];
    if (p < cloth_count_) compliance += contact.weights[i] * contact.weights[i] * inverse_masses_[p];
  }
  double way = step_ * step_ * compliance;
  if (const YieldingCorner* corner = find_yielding(number)) {
    const auto answer = corner->modes * yielding_->answers(corner->body) * corner->modes.transpose();
    way += Eigen::Matrix3d(answer).trace();  // no direction gives way more
  }
  return force * way;
}

Vec3 Contacts::free_slip(std::size_t number, const Vec3& slip, std::span<const Vec3> gradient) const {
  const Contact& contact = contacts_[number];
  Vec3 way = Vec3::Zero();
  for (int i = 0; i < contact.count; ++i) {
    const std::uint32_t p = contact.vertices[i];
    if (p < cloth_count_) way -= (contact.weights[i] * step_ * step_ * inverse_masses_[p]) * gradient[p];
  }
  if (const YieldingCorner* corner = find_yielding(number))
    way -= corner->modes * (yielding_->answers(corner->body) * stacked(gradient, corner->body));
  return slip + way - way.dot(contact.normal) * contact.normal;
}

double measure_gap(const Contact& contact, std::span<const Vec3> positions) {
  return contact.normal.dot(combine(contact, positions)) - contact.offset;
}

Push push_at(double gap, const Contact& contact) {
  const double depth = contact.target - gap;
  if (!(depth > 0)) return {};
  return contact.field == PenaltyField::thin ? push_thin(depth, contact.stiffness)
                                             : push_inverse(gap, contact.target, contact.stiffness);
}

void Contacts::set(std::vector<Contact> contacts, std::vector<Vec3> start, double step,
                   std::span<const double> inverse_masses, const YieldingStep* yielding) {
  contacts_ = std::move(contacts);
  start_ = std::move(start);
  step_ = step;
  holds_friction_ = false;
  inverse_masses_ = inverse_masses;
  tangents_.assign(contacts_.size(), {});
  forces_.resize(contacts_.size());
  yielding_ = yielding;
  list_corners();
  list_yielding_corners(start_);
}

void Contacts::list_corners() {
  std::vector<std::uint32_t> counts(cloth_count_ + 1, 0);
  const auto for_corners = [&](const auto& visit) {
    for (std::uint32_t c = 0; c < contacts_.size(); ++c) {
      for (int i = 0; i < contacts_[c].count; ++i) {
        if (contacts_[c].vertices[i] < cloth_count_) visit(c, contacts_[c].vertices[i], contacts_[c].weights[i]);
      }
    }
  };
  for_corners([&](std::uint32_t, std::uint32_t p, double) { ++counts[p]; });
  touched_.clear();
  starts_.assign(1, 0);
  for (std::uint32_t p = 0; p < cloth_count_; ++p) {
    if (counts[p] == 0) continue;
    touched_.push_back(p);
    starts_.push_back(starts_.back() + counts[p]);
    counts[p] = starts_[starts_.size() - 2];  // where its next corner goes
  }
  corners_.resize(starts_.back());
  for_corners([&](std::uint32_t c, std::uint32_t p, double weight) { corners_[counts[p]++] = {c, weight}; });
}

void Contacts::list_yielding_corners(std::span<const Vec3> positions) {
  yielding_corners_.clear();
  yielding_of_.assign(contacts_.size(), kNoBody);
  if (!yielding_ || yielding_->count() == 0) return;
  for (std::uint32_t c = 0; c < contacts_.size(); ++c) {
    std::uint32_t body = kNoBody;  // one at most: obstacles do not touch each other
    for (int i = 0; i < contacts_[c].count; ++i) {
      const std::uint32_t p = contacts_[c].vertices[i];
      if (p >= cloth_count_) body = yielding_->find(p);
    }
    if (body == kNoBody) continue;
    yielding_of_[c] = static_cast<std::uint32_t>(yielding_corners_.size());
    yielding_corners_.push_back({c, body, find_modes(c, positions)});
  }
}

Eigen::Matrix<double, 3, 6> Contacts::find_modes(std::size_t c, std::span<const Vec3> positions) const {
  YieldingStep::Modes modes = YieldingStep::Modes::Zero();
  for (int i = 0; i < contacts_[c].count; ++i) {
    const std::uint32_t p = contacts_[c].vertices[i];
    if (p >= cloth_count_) modes += contacts_[c].weights[i] * yielding_->modes(yielding_->find(p), positions[p]);
  }
  return modes;
}

const Contacts::YieldingCorner* Contacts::find_yielding(std::size_t contact) const {
  if (yielding_corners_.empty() || yielding_of_[contact] == kNoBody) return nullptr;
  return &yielding_corners_[yielding_of_[contact]];
}

// The shift and the turn of one that yields, which come after the particles of cloth.
Contacts::Vector6 Contacts::stacked(std::span<const Vec3> values, std::uint32_t body) const {
  return (Vector6() << values[cloth_count_ + 2 * body], values[cloth_count_ + 2 * body + 1]).finished();
}

Vec3 Contacts::slip(const Contact& contact, std::span<const Vec3> positions) const {
  Vec3 way = Vec3::Zero();
  for (int i = 0; i < contact.count; ++i) {
    const std::uint32_t p = contact.vertices[i];
    way += contact.weights[i] * (positions[p] - start_[p]);
  }
  return way - way.dot(contact.normal) * contact.normal;
}

void Contacts::gather(std::span<Vec3> out) const {
  parallel_blocks(touched_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      Vec3 sum = Vec3::Zero();
      for (std::uint32_t i = starts_[t]; i < starts_[t + 1]; ++i)
        sum += corners_[i].weight * forces_[corners_[i].contact];
      out[touched_[t]] += sum;
    }
  });
  for (const YieldingCorner& corner : yielding_corners_) {
    const Vector6 sum = corner.modes.transpose() * forces_[corner.contact];
    out[cloth_count_ + 2 * corner.body] += sum.head<3>();
    out[cloth_count_ + 2 * corner.body + 1] += sum.tail<3>();
  }
}

void Contacts::linearise(std::span<const Vec3> positions, std::span<Vec3> gradient) {
  list_yielding_corners(positions);
  push(positions, gradient);
  rub(positions, gradient);
}

void Contacts::push(std::span<const Vec3> positions, std::span<Vec3> gradient) {
  parallel_blocks(contacts_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t c = begin; c < end; ++c) {
      const Push push = push_at(measure_gap(contacts_[c], positions), contacts_[c]);
      tangents_[c].normal = push.stiffness;
      tangents_[c].friction = contacts_[c].friction * push.force;
      forces_[c] = -push.force * contacts_[c].normal;
    }
  });
  gather(gradient);
}

void Contacts::rub(std::span<const Vec3> positions, std::span<Vec3> gradient) {
  parallel_blocks(contacts_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t c = begin; c < end; ++c) {
      const Contact& contact = contacts_[c];
      Tangent& t = tangents_[c];
      const Vec3 way = slip(contact, positions);
      const double length = way.norm();
      t.tangential = t.friction / std::max(length, longest_stick());
      t.slips = length > longest_stick();
      forces_[c] = t.tangential * way;
      // Friction stays as it is while something slips on. What it would stop, or throw back, must not pass that point.
      const bool slips_on = !holds_friction_ && free_slip(c, way, gradient).norm() > free_way(c, t.friction);
      t.slip = t.slips && slips_on ? Vec3(way / length) : Vec3(Vec3::Zero());
      if (slips_on && !t.slips) t.tangential = 0;
    }
  });
  gather(gradient);
}

double Contacts::measure(std::span<const Vec3> positions) const {
  return ordered_sum(contacts_.size(), threads_, [&](std::size_t c) { return measure(c, positions); });
}

// What friction takes on a way: a spring as long as it sticks, then in proportion to the way.
double Contacts::measure(std::size_t c, std::span<const Vec3> positions) const {
  const double stick = longest_stick(), push = push_at(measure_gap(contacts_[c], positions), contacts_[c]).energy;
  if (!(tangents_[c].friction > 0)) return push;
  const double way = slip(contacts_[c], positions).norm();
  return push + tangents_[c].friction * (way > stick ? way - 0.5 * stick : 0.5 * way * way / stick);
}

void Contacts::renew_friction(std::span<const Vec3> positions, bool has_friction) {
  for (const YieldingCorner& corner : yielding_corners_) {
    const Contact& contact = contacts_[corner.contact];
    const double push = push_at(measure_gap(contact, positions), contact).force;
    tangents_[corner.contact].friction = has_friction ? contact.friction * push : 0;
  }
}

Contacts::Answer Contacts::answer(std::size_t c, std::span<const Vec3> positions) const {
  const Vec3& normal = contacts_[c].normal;
  const Push push = push_at(measure_gap(contacts_[c], positions), contacts_[c]);
  Answer answer{push.force * normal, push.stiffness * normal * normal.transpose(), measure(c, positions)};
  const Vec3 way = slip(contacts_[c], positions);
  const double length = way.norm(), rub = tangents_[c].friction / std::max(length, longest_stick());
  answer.force -= rub * way;
  answer.stiffness += rub * (Eigen::Matrix3d::Identity() - normal * normal.transpose());
  if (length > longest_stick()) answer.stiffness -= rub / (length * length) * way * way.transpose();
  return answer;
}

bool Contacts::test_slip_changed(std::span<const Vec3> positions) const {
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    if (!(tangents_[c].friction > 0)) continue;
    const bool slips = slip(contacts_[c], positions).norm() > longest_stick();
    if (slips != tangents_[c].slips) return true;
  }
  return false;
}

Vec3 Contacts::multiply(std::size_t contact, const Vec3& way) const {
  const Vec3& n = contacts_[contact].normal;
  const Tangent& t = tangents_[contact];
  return t.tangential * (way - t.slip.dot(way) * t.slip) + (t.normal - t.tangential) * n.dot(way) * n;
}

void Contacts::multiply_add(std::span<const Vec3> in, std::span<Vec3> out) const {
  parallel_blocks(contacts_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t c = begin; c < end; ++c) {
      const Contact& contact = contacts_[c];
      Vec3 way = Vec3::Zero();
      for (int i = 0; i < contact.count; ++i) {
        if (contact.vertices[i] < cloth_count_) way += contact.weights[i] * in[contact.vertices[i]];
      }
      if (const YieldingCorner* corner = find_yielding(c)) way += corner->modes * stacked(in, corner->body);
      forces_[c] = multiply(c, way);
    }
  });
  gather(out);
}

Eigen::Matrix3d Contacts::stiffness(std::size_t contact) const {
  Eigen::Matrix3d m;
  for (int axis = 0; axis < 3; ++axis) m.col(axis) = multiply(contact, Vec3::Unit(axis));
  return m;
}

void Contacts::add_diagonal(std::span<Eigen::Matrix3d> diagonal) const {
  parallel_blocks(touched_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      Eigen::Matrix3d& sum = diagonal[touched_[t]];
      for (std::uint32_t i = starts_[t]; i < starts_[t + 1]; ++i) {
        sum += corners_[i].weight * corners_[i].weight * stiffness(corners_[i].contact);
      }
    }
  });
}

}  // namespace abut
