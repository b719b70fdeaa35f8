// Functions that processors and graphics cards run alike, and give the same bits: no products are fused with sums on
// either side.
#pragma once

#ifdef __CUDACC__
#define ABUT_DEVICE __host__ __device__
#else
#define ABUT_DEVICE
#endif
