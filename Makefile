# SPDX-License-Identifier: GPL-2.0-only
#
# Plain GNU make; `make help` lists the targets. Everything that is made stands
# in $(O) (build/ by default), but for ./perf, a link to the program in there.

O	?= build
VERSION	:= $(shell cat VERSION)
CC	?= gcc
AR	?= ar
PKG	?= pkg-config

S	:= tools/perf
LIBS	:= libtraceevent libtracefs libelf zlib libzstd slang jansson popt
WARN	:= -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	   -Wpointer-arith -Wwrite-strings -Wno-unused-parameter
CFLAGS	?= -O2 -g
CPPFLAGS += -D_GNU_SOURCE -I$(S) -DPERF_VERSION='"$(VERSION)"' \
	    $(shell $(PKG) --cflags $(LIBS) 2>/dev/null)
LDLIBS	+= $(shell $(PKG) --libs $(LIBS) 2>/dev/null) -lm -lpthread

ifeq ($(SANITIZE),1)
O	:= build/sanitize
CFLAGS	:= -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined
endif

ALL_CFLAGS = -std=gnu11 $(WARN) $(CFLAGS)

LIB_SRC	:= $(wildcard $(S)/util/*.c $(S)/kvm/*.c $(S)/kvm/arch/*.c $(S)/ui/*.c $(S)/builtin-*.c)
LIB_OBJ	:= $(LIB_SRC:%.c=$(O)/%.o)
MAIN_OBJ := $(O)/$(S)/perf.o

.DEFAULT_GOAL := all
.PHONY: all clean
ifeq ($(SANITIZE),1)
all: $(O)/perf
else
all: $(O)/perf perf
perf: $(O)/perf
	@ln -sf $< $@
endif

$(O)/perf: $(MAIN_OBJ) $(O)/libperf.a
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(O)/libperf.a: $(LIB_OBJ)
	@rm -f $@
	$(AR) rcs $@ $^

$(O)/%.o: %.c VERSION
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

-include $(LIB_OBJ:.o=.d) $(MAIN_OBJ:.o=.d)

clean:
	rm -rf build perf
