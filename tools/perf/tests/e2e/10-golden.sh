#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 240
#
# Every recording of data/, every event set, filter and sort key: the report is the golden one,
# which second-opinion.py has worked out (see data/README.md).
exec "$TESTS/golden.py" check
