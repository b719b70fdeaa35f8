#include "abut/untangle.h"
