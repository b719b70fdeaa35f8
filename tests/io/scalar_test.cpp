#include "io/scalar.h"

#include "io/io_testing.h"

namespace abut {

constexpr Scalar kScalars[] = {Scalar::int8,  Scalar::uint8,  Scalar::int16,   Scalar::uint16,
                               Scalar::int32, Scalar::uint32, Scalar::float32, Scalar::float64};

TEST(Scalar, stored_values_come_back_in_both_byte_orders) {
  for (const Scalar type : kScalars)
    for (const ByteOrder order : {ByteOrder::little, ByteOrder::big})
      for (const double value : {0.0, 1.0, 100.0, -128.0, 65535.0, 4294967295.0, 0.5, -1.5}) {
        if (!round_to_scalar(value, type)) continue;
        std::string bytes;
        append_scalar(bytes, value, type, order);
        EXPECT_EQ(bytes.size(), scalar_size(type));
        EXPECT_EQ(load_scalar(bytes.data(), type, order), *round_to_scalar(value, type)) << scalar_name(type);
      }
}

TEST(Scalar, big_endian_puts_the_high_byte_first) {
  EXPECT_EQ(load_scalar("\x01\x02", Scalar::uint16, ByteOrder::big), 258);
  EXPECT_EQ(load_scalar("\x01\x02", Scalar::uint16, ByteOrder::little), 513);
}

TEST(Scalar, values_that_do_not_fit_are_refused) {
  EXPECT_FALSE(round_to_scalar(0.5, Scalar::int32));
  EXPECT_FALSE(round_to_scalar(256, Scalar::uint8));
  EXPECT_FALSE(round_to_scalar(-1, Scalar::uint32));
  EXPECT_FALSE(round_to_scalar(1e39, Scalar::float32));
  EXPECT_FALSE(round_to_scalar(NAN, Scalar::float64));
  EXPECT_EQ(round_to_scalar(0.1, Scalar::float32), static_cast<double>(0.1f));
}

}  // namespace abut
