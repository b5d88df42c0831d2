// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <string.h>

#include "arch.h"

static const struct kvm_arch *const archs[] = {
	&kvm_arch_x86,	&kvm_arch_arm64,   &kvm_arch_riscv,
	&kvm_arch_s390, &kvm_arch_powerpc, &kvm_arch_loongarch,
	NULL,
};

const struct kvm_arch *const *kvm_arch__all(void)
{
	return archs;
}

const struct kvm_arch *kvm_arch__find(const char *machine)
{
	const struct kvm_arch *const *arch;
	const char *const *m;

	for (arch = archs; *arch; arch++) {
		for (m = (*arch)->machines; *m; m++) {
			if (!strcmp(*m, machine))
				return *arch;
		}
	}
	return NULL;
}

int kvm_exit_key__first_field(const struct kvm_exit_values *values, struct kvm_key *key)
{
	if (!values->size[0])
		return -ENODATA;
	key->kind = 0;
	key->code = values->value[0];
	return 0;
}
