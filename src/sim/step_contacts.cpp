#include "sim/step_contacts.h"

#include <algorithm>
#include <cmath>

#include "sim/holding.h"

namespace abut {
namespace {

constexpr double kThicknessByEdge = 0.25;
// A gap opens by no more than this share of the thickness in a step, so that nothing jumps.
constexpr double kLargestOpening = 0.25;
// What is below ground rises with this speed, m/s, so that it is not thrown up.
constexpr double kRisingSpeed = 0.3;
constexpr double kLargestStiffening = 100;
// The gap that an impact is to leave, as a share of the thickness.
constexpr double kGapAfterImpact = 0.5;
// What is nearer than the thickness along the surface keeps this share of its way there.
constexpr double kShareOfWay = 0.9;

double find_stiffness(const SimulationScene& scene, const ContactSettings& settings) {
  if (settings.stiffness > 0) return settings.stiffness;
  double largest = 0;
  for (const Cloth& cloth : scene.cloths) {
    largest = std::max({largest, cloth.material.warp_stiffness, cloth.material.weft_stiffness});
  }
  return largest;
}

}  // namespace

StepContacts::StepContacts(const SimulationScene& scene, const ContactSettings& settings, const Particles& particles,
                           std::span<const Vec3> home)
    : scene_(scene),
      settings_(settings),
      particles_(particles),
      home_(home.begin(), home.end()),
      thickness_(settings.thickness > 0 ? settings.thickness : kThicknessByEdge * particles.mean_edge),
      stiffness_(find_stiffness(scene, settings)) {}

// The nearer, the stiffer.
void StepContacts::set_spring(Contact& contact, double gap) const {
  const double nearness = thickness_ / std::max(gap, 1e-3 * thickness_);
  contact.stiffness = stiffness_ * std::clamp(nearness * nearness, 1.0, kLargestStiffening);
}

void StepContacts::set_force(Contact& contact, double gap, double opening) const {
  if (settings_.method == ContactMethod::penalty) {
    contact.stiffness = stiffness_;
    contact.target = thickness_;
    contact.field = settings_.field;
    return;
  }
  set_spring(contact, gap);
  contact.target = std::min(thickness_, gap + opening);
}

bool StepContacts::may_pass(const Sides& sides, const SurfaceFeature& a, const SurfaceFeature& b) const {
  return sides.are_opposite(particles_.corners(a), particles_.corners(b));
}

void StepContacts::add_grounds(const std::vector<Vec3>& from, std::span<const Vec3> aim, double step,
                               std::span<const double> inverse_masses, std::vector<Contact>& contacts) const {
  for (const Ground& ground : scene_.grounds) {
    const Vec3 up = ground.normal.normalized();
    const double level = up.dot(ground.point);
    for (std::uint32_t p = 0; p < particles_.cloth_count(); ++p) {
      if (inverse_masses[p] == 0) continue;
      const double gap = up.dot(from[p]) - level;
      if (std::min(gap, up.dot(aim[p]) - level) > thickness_) continue;
      Contact contact;
      contact.vertices[0] = p;
      contact.weights[0] = 1;
      contact.count = 1;
      contact.normal = up;
      contact.offset = level;
      contact.friction = std::sqrt(ground.friction * particles_.friction(particles_.body_of(p)));
      set_force(contact, gap, gap < 0 ? kRisingSpeed * step : kLargestOpening * thickness_);
      contacts.push_back(contact);
    }
  }
}

std::vector<Contact> StepContacts::find(CollisionFinder& finder, const std::vector<Vec3>& from,
                                        std::span<const Vec3> aim, double step, std::span<const double> inverse_masses,
                                        const Sides& sides) const {
  std::vector<Contact> contacts;
  if (settings_.method == ContactMethod::none) return contacts;
  finder.move(from);
  for (const Proximity& near : finder.find_near(thickness_)) {
    if (!(near.distance.distance > 0) || may_pass(sides, near.a, near.b)) continue;
    Contact contact = make_contact(particles_, near.a, near.b, near.distance.a_weights, near.distance.b_weights,
                                   near.distance.normal, from);
    set_force(contact, near.distance.distance, kLargestOpening * thickness_);
    if (near.a.body == near.b.body) {
      // What is as near as this along the surface belongs there.
      Vec3 way = Vec3::Zero();
      for (int i = 0; i < contact.count; ++i) way += contact.weights[i] * home_[contact.vertices[i]];
      contact.target = std::min(contact.target, kShareOfWay * way.norm());
    }
    contacts.push_back(contact);
  }
  add_grounds(from, aim, step, inverse_masses, contacts);
  return contacts;
}

void StepContacts::add(std::span<const Impact> impacts, const std::vector<Vec3>& from,
                       std::vector<Contact>& contacts) const {
  for (const Impact& impact : impacts) {
    Contact contact = make_contact(particles_, impact.a, impact.b, impact.touch.a_weights, impact.touch.b_weights,
                                   impact.touch.normal, from);
    const double gap = std::min(measure_gap(contact, from), kGapAfterImpact * thickness_);
    set_spring(contact, gap);
    contact.target = gap;
    contacts.push_back(contact);
  }
}

}  // namespace abut
