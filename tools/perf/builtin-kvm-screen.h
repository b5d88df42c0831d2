/* SPDX-License-Identifier: GPL-2.0-only */
/* A finished analysis on a screen. */
#ifndef PERF_BUILTIN_KVM_SCREEN_H
#define PERF_BUILTIN_KVM_SCREEN_H

#include "builtin-kvm-view.h"
#include "kvm/sets.h"
#include "ui/browser.h"

/* Fills @browser with what @view asks for. */
void kvm_screen__init(struct ui_browser *browser, const struct kvm_view *view);

/*
 * Shows @kvm, and @others where the user wants, until the user has enough. 0;
 * -ENOTTY where there can be no screen; another negative errno.
 */
int kvm_screen__run(const struct kvm_view *view, const struct kvm_analysis *kvm,
		    const struct kvm_sets *others, u64 lost, const char *title);

#endif
