// All of abut.
#pragma once

#include "abut/animation.h"
#include "abut/base.h"
#include "abut/detect.h"
#include "abut/io.h"
#include "abut/journal.h"
#include "abut/math.h"
#include "abut/model.h"
#include "abut/narrow.h"
#include "abut/outline.h"
#include "abut/recording.h"
#include "abut/response.h"
#include "abut/scene_file.h"
#include "abut/shape.h"
#include "abut/sim.h"
#include "abut/tree.h"
#include "abut/untangle.h"
