#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 300
#
# What `perf script` prints says the same as the golden reports, when second-opinion.py reads it.
exec "$TESTS/golden.py" agree
