// Who is opposite of whom, beside a search of all places.
#include "response/sides.h"

#include <gtest/gtest.h>

#include <set>

#include "support/random.h"

namespace abut {
namespace {

using Place = std::set<std::uint32_t>;  // the vertices of a side

bool has_any(const Place& side, const FeatureCorners& corners) {
  return std::any_of(corners.begin(), corners.end(), [&](std::uint32_t v) { return side.count(v) > 0; });
}

TEST(Sides, AreOppositeAtOnePlaceOnly) {
  constexpr int kVertices = 40, kPlaces = 6;
  test::Random random(3);
  int opposite = 0, not_opposite = 0;
  for (int round = 0; round < 20; ++round) {
    Sides sides(kVertices);
    std::vector<std::array<Place, 2>> places(kPlaces);
    for (std::uint32_t place = 0; place < kPlaces; ++place) {
      for (int i = 0; i < 6; ++i) {
        const auto v = static_cast<std::uint32_t>(random.integer(0, kVertices - 1));
        const std::uint32_t side = random.coin();
        places[place][side].insert(v);
        sides.add(v, place, side);
      }
    }
    sides.finish();
    for (int i = 0; i < 50; ++i) {
      std::array<FeatureCorners, 2> pair;
      for (FeatureCorners& corners : pair) {
        corners.count = random.integer(1, 3);
        for (int c = 0; c < corners.count; ++c) {
          corners.vertices[c] = static_cast<std::uint32_t>(random.integer(0, kVertices - 1));
        }
      }
      const bool expected = std::any_of(places.begin(), places.end(), [&](const auto& place) {
        return (has_any(place[0], pair[0]) && has_any(place[1], pair[1])) ||
               (has_any(place[1], pair[0]) && has_any(place[0], pair[1]));
      });
      ASSERT_EQ(sides.are_opposite(pair[0], pair[1]), expected);
      ++(expected ? opposite : not_opposite);
    }
    sides.clear();
    EXPECT_FALSE(sides.is_tagged(0));
  }
  EXPECT_GT(opposite, 100);
  EXPECT_GT(not_opposite, 100);
}

TEST(Sides, WithoutVerticesNothingIsOpposite) {
  const FeatureCorners corners{{5, 6, 7}, 3};
  EXPECT_FALSE(Sides().are_opposite(corners, corners));
}

}  // namespace
}  // namespace abut
