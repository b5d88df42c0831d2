# SPDX-License-Identifier: GPL-2.0-only
#
# Compiler and linker words of the libraries; where one is missing, the name of
# the package that holds it (as Debian names it).

DEB_libtraceevent := libtraceevent-dev
DEB_libtracefs	:= libtracefs-dev
DEB_libelf	:= libelf-dev
DEB_zlib	:= zlib1g-dev
DEB_libzstd	:= libzstd-dev
DEB_slang	:= libslang2-dev
DEB_jansson	:= libjansson-dev
DEB_popt	:= libpopt-dev
DEB_libbsd	:= libbsd-dev
DEB_cmocka	:= libcmocka-dev

ifeq ($(shell command -v $(PKG)),)
$(error $(PKG) is missing: apt-get install pkg-config, or run scripts/check.sh, which installs all that is needed)
endif
ifneq ($(shell $(PKG) --exists $(LIBS) $(HEADERS) && echo yes),yes)
MISSING	:= $(strip $(foreach l,$(LIBS) $(HEADERS),$(shell $(PKG) --exists $(l) || echo $(DEB_$(l)))))
$(error libraries are missing: apt-get install $(MISSING), or run scripts/check.sh, which installs all that is needed)
endif

LIB_CFLAGS := $(shell $(PKG) --cflags $(LIBS))
LIB_LIBS := $(shell $(PKG) --libs $(LIBS))
