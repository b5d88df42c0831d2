#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 240
#
# Recordings shaken at random (threads that move, gaps, coarse clocks, missing ends): the engine
# and second-opinion.py, which share nothing, say the same of them.
exec "$TESTS/shake.py" 0 27
