#include "nest/filling.h"

#include <algorithm>

#include "nest/place_search.h"

namespace abut {

std::vector<std::uint32_t> order_parts(const std::vector<Part>& parts, const std::vector<std::uint32_t>& demands) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t p = 0; p < parts.size(); ++p) order.insert(order.end(), demands[p], p);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return parts[a].importance() * parts[a].diameter() > parts[b].importance() * parts[b].diameter();
  });
  return order;
}

std::optional<Place> find_free_place(const Table& table, const Part& part, int samples, Dice& dice) {
  const Vec2 corner = table.ground().box.lower, size = table.ground().box.size();
  const PlaceCost cost = [&](const Place& place, double limit) {
    const Box2 own = part.box_at(place.degrees);
    // Right ends count most.
    const double x = (place.center.x() + own.upper.x() - corner.x()) / size.x();
    const double y = (place.center.y() + own.upper.y() - corner.y()) / size.y();
    const double wanted = x + 0.1 * y;
    if (!(wanted < limit)) return std::numeric_limits<double>::infinity();
    const auto weight = [](std::size_t) { return 1.0; };
    const bool is_free = table.measure(part, place, table.size(), 1e-300, weight) == 0;
    return is_free ? wanted : std::numeric_limits<double>::infinity();
  };
  const auto found = find_place(table, part, std::nullopt, cost, {.samples = samples}, dice);
  if (!found) return std::nullopt;
  return found->place;
}

}  // namespace abut
