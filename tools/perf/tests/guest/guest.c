// SPDX-License-Identifier: GPL-2.0-only
/*
 * A tiny guest and its virtual machine monitor: each vCPU does a known number of
 * things that make it exit, so that what a recording shows can be checked to the
 * event. One static program that needs nothing but /dev/kvm.
 *
 * What it prints, words as key=value:
 *   vm pid=P name=NAME vcpus=N              before the guest runs
 *   vcpu=N tid=T pio_write=… pio_read=… mmio_write=… mmio_read=… rdmsr=… wrmsr=…
 *        cpuid=… hlt=… user_exits=… exits=… ns=… cpu_ns=…   after it has run
 * The counts are those of the guest's own instructions. pio_write holds the one
 * write that ends each vCPU. exits is the kernel's own counter of all exits (0 if
 * the kernel has none), which holds interrupts and page faults too. ns is the time
 * that the vCPU took, cpu_ns its thread's CPU time. Exit status 77: there is no usable KVM here.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>
#include <linux/kvm.h>

#if defined(__x86_64__) || defined(__i386__)

#define MEM_SIZE   0x100000 /* guest-physical 0 and up */
#define CODE	   0x10000
#define PARAMS	   0x1000 /* a struct params for each vCPU */
#define MAX_VCPUS  16
#define END_PORT   0xf4	      /* writing it ends the vCPU */
#define UART_PORT  0x3f8      /* nobody's in the kernel: each access goes to user space */
#define PIC_PORT   0x21	      /* the interrupt mask of the kernel's own interrupt controller */
#define FREE_ADDR  0x10000000 /* memory that isn't there: each access goes to user space */
#define IOAPIC_REG 0xfec00000 /* the register select of the kernel's own IOAPIC */

/* How often the guest does what; the assembly below knows the offsets. */
struct params {
	uint32_t loops; /* all of the following, so many times */
	uint32_t pio_write, pio_read;
	uint32_t mmio_write, mmio_read;
	uint32_t rdmsr, wrmsr;
	uint32_t cpuid, hlt;
	uint32_t spin; /* turns of a loop that causes no exit */
	uint32_t port, addr;
};

/*
 * The guest: 32-bit protected mode, no paging. %ebp points to the parameters,
 * %esi counts, eight to a turn of the loop. The MSR is IA32_MISC_ENABLE, which KVM always
 * intercepts; it is written with the value that it has.
 */
extern const char guest_start[], guest_end[];
asm(".pushsection .rodata\n"
    ".macro repeat offset, insn:vararg\n"
    "	mov \\offset(%ebp), %esi\n"
    "	shr $3, %esi\n"
    "	jz 2f\n"
    "1:	.rept 8\n"
    "	\\insn\n"
    "	.endr\n"
    "	dec %esi\n"
    "	jnz 1b\n"
    "2:	mov \\offset(%ebp), %esi\n"
    "	and $7, %esi\n"
    "	jz 4f\n"
    "3:	\\insn\n"
    "	dec %esi\n"
    "	jnz 3b\n"
    "4:\n"
    ".endm\n"
    ".globl guest_start, guest_end\n"
    ".code32\n"
    "guest_start:\n"
    "	mov 40(%ebp), %edx\n"
    "	mov 44(%ebp), %ebx\n"
    "	repeat 4, out %al, (%dx)\n"
    "	repeat 8, in (%dx), %al\n"
    "	repeat 12, mov %eax, (%ebx)\n"
    "	repeat 16, mov (%ebx), %eax\n"
    "	mov $0x1a0, %ecx\n"
    "	repeat 20, rdmsr\n"
    "	cmpl $0, 24(%ebp)\n"
    "	je 5f\n"
    "	mov 48(%ebp), %eax\n"
    "	mov 52(%ebp), %edx\n"
    "5:	repeat 24, wrmsr\n"
    "	mov 28(%ebp), %esi\n"
    "	test %esi, %esi\n"
    "	jz 7f\n"
    "6:	xor %eax, %eax\n"
    "	xor %ecx, %ecx\n"
    "	cpuid\n"
    "	dec %esi\n"
    "	jnz 6b\n"
    "7:	repeat 32, hlt\n"
    "	repeat 36, nop\n"
    "	decl (%ebp)\n"
    "	jnz guest_start\n"
    "	out %al, $0xf4\n"
    "8:	hlt\n"
    "	jmp 8b\n"
    "guest_end:\n"
#ifdef __x86_64__
    ".code64\n"
#endif
    ".popsection\n");

#define MSR_MISC_ENABLE 0x1a0

/* What the guest's memory holds for each vCPU. */
struct guest_params {
	struct params p;
	uint64_t msr; /* at 48: the value of the MSR */
};

struct vm {
	int kvm, fd;
	char *mem;
	int vcpus;
	int in_kernel; /* ports and memory that the kernel's own devices answer */
	struct params params;
	pthread_barrier_t ready;
	pthread_barrier_t go;
};

struct vcpu {
	struct vm *vm;
	int id, fd;
	int tid;
	pthread_t thread;
	struct kvm_run *run;
	uint64_t pio, mmio, hlt; /* exits to user space, counted here */
	uint64_t exits, ns, cpu_ns;
};

static uint64_t now_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* The kernel's own count of this vCPU's exits; 0 where it has none. */
static uint64_t kernel_exits(int vcpu_fd)
{
	struct kvm_stats_header h;
	uint64_t exits = 0;
	int fd = ioctl(vcpu_fd, KVM_GET_STATS_FD, NULL);

	if (fd < 0)
		return 0;
	if (pread(fd, &h, sizeof(h), 0) != sizeof(h) || h.name_size > 256)
		h.num_desc = 0;
	for (uint32_t i = 0; i < h.num_desc; i++) {
		struct {
			struct kvm_stats_desc d;
			char name[256];
		} desc = { 0 };
		size_t size = sizeof(desc.d) + h.name_size;

		if (pread(fd, &desc, size, (off_t)(h.desc_offset + i * size)) != (ssize_t)size)
			break;
		if (strcmp(desc.d.name, "exits"))
			continue;
		if (pread(fd, &exits, sizeof(exits), h.data_offset + desc.d.offset) != 8)
			exits = 0;
		break;
	}
	close(fd);
	return exits;
}

static uint64_t msr_value(int vcpu_fd)
{
	struct {
		struct kvm_msrs h;
		struct kvm_msr_entry e[1];
	} msrs = { .h.nmsrs = 1, .e[0].index = MSR_MISC_ENABLE };

	return ioctl(vcpu_fd, KVM_GET_MSRS, &msrs) == 1 ? msrs.e[0].data : 0;
}

static void set_state(struct vcpu *v)
{
	struct kvm_segment code = { .limit = 0xffffffff, .selector = 8, .type = 11 };
	struct guest_params *params;
	struct kvm_sregs s;
	struct kvm_mp_state mp = { KVM_MP_STATE_RUNNABLE };
	struct kvm_regs r = { .rip = CODE, .rflags = 2 };

	code.present = code.s = code.db = code.g = 1;
	if (ioctl(v->fd, KVM_GET_SREGS, &s))
		err(1, "KVM_GET_SREGS");
	s.cs = code;
	code.selector = 16;
	code.type = 3;
	s.ds = s.es = s.fs = s.gs = s.ss = code;
	s.cr0 |= 1; /* protected mode */
	if (ioctl(v->fd, KVM_SET_SREGS, &s))
		err(1, "KVM_SET_SREGS");
	r.rbp = PARAMS + (unsigned int)v->id * sizeof(*params);
	if (ioctl(v->fd, KVM_SET_REGS, &r))
		err(1, "KVM_SET_REGS");
	if (v->vm->in_kernel && ioctl(v->fd, KVM_SET_MP_STATE, &mp))
		err(1, "KVM_SET_MP_STATE");
	params = (struct guest_params *)(v->vm->mem + r.rbp);
	params->p = v->vm->params;
	params->msr = msr_value(v->fd);
}

/* Count an exit to user space; true when it is the guest's last. */
static int handle_exit(struct vcpu *v)
{
	struct kvm_regs r;

	switch (v->run->exit_reason) {
	case KVM_EXIT_IO:
		v->pio++;
		return v->run->io.port == END_PORT;
	case KVM_EXIT_MMIO:
		v->mmio++;
		return 0;
	case KVM_EXIT_HLT:
		v->hlt++;
		return 0;
	case KVM_EXIT_INTR:
		return 0;
	default:
		ioctl(v->fd, KVM_GET_REGS, &r);
		errx(1, "vcpu %d: exit reason %u at 0x%llx", v->id, v->run->exit_reason,
		     (unsigned long long)r.rip);
	}
}

static void *vcpu_thread(void *arg)
{
	struct vcpu *v = arg;
	char name[32];
	int size;

	snprintf(name, sizeof(name), "CPU %d/KVM", v->id);
	prctl(PR_SET_NAME, name);
	v->tid = gettid();
	v->fd = ioctl(v->vm->fd, KVM_CREATE_VCPU, (unsigned long)v->id);
	if (v->fd < 0)
		err(1, "KVM_CREATE_VCPU");
	size = ioctl(v->vm->kvm, KVM_GET_VCPU_MMAP_SIZE, NULL);
	if (size <= 0)
		err(1, "KVM_GET_VCPU_MMAP_SIZE");
	v->run = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, v->fd, 0);
	if (v->run == MAP_FAILED)
		err(1, "mmap of the vCPU");
	set_state(v);
	pthread_barrier_wait(&v->vm->ready);
	pthread_barrier_wait(&v->vm->go);

	v->ns = now_ns(CLOCK_MONOTONIC);
	v->cpu_ns = now_ns(CLOCK_THREAD_CPUTIME_ID);
	do {
		if (ioctl(v->fd, KVM_RUN, NULL) && errno != EINTR && errno != EAGAIN)
			err(1, "KVM_RUN");
	} while (!handle_exit(v));
	v->ns = now_ns(CLOCK_MONOTONIC) - v->ns;
	v->cpu_ns = now_ns(CLOCK_THREAD_CPUTIME_ID) - v->cpu_ns;
	v->exits = kernel_exits(v->fd);
	return NULL;
}

static void create_vm(struct vm *vm)
{
	struct kvm_userspace_memory_region region = { .memory_size = MEM_SIZE };

	vm->kvm = open("/dev/kvm", O_RDWR | O_CLOEXEC);
	if (vm->kvm < 0) {
		warn("/dev/kvm");
		exit(77);
	}
	vm->fd = ioctl(vm->kvm, KVM_CREATE_VM, 0UL);
	if (vm->fd < 0) {
		warn("KVM_CREATE_VM");
		exit(77);
	}
	ioctl(vm->fd, KVM_SET_TSS_ADDR, 0xfffbd000UL); /* old Intel machines need it */
	if (vm->in_kernel && ioctl(vm->fd, KVM_CREATE_IRQCHIP, NULL))
		err(1, "KVM_CREATE_IRQCHIP");
	vm->mem = mmap(NULL, MEM_SIZE, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (vm->mem == MAP_FAILED)
		err(1, "memory for the guest");
	memcpy(vm->mem + CODE, guest_start, (size_t)(guest_end - guest_start));
	region.userspace_addr = (uintptr_t)vm->mem;
	if (ioctl(vm->fd, KVM_SET_USER_MEMORY_REGION, &region))
		err(1, "KVM_SET_USER_MEMORY_REGION");
}

/* Print what the vCPU did; false if it isn't what user space saw of it. */
static int print_vcpu(const struct vm *vm, const struct vcpu *v)
{
	const struct params *p = &vm->params;
	uint64_t n = p->loops, pio, mmio, hlt;

	pio = vm->in_kernel ? 1 : n * p->pio_write + n * p->pio_read + 1;
	mmio = vm->in_kernel ? 0 : n * p->mmio_write + n * p->mmio_read;
	hlt = n * p->hlt;
	printf("vcpu=%d tid=%d pio_write=%" PRIu64 " pio_read=%" PRIu64 " mmio_write=%" PRIu64
	       " mmio_read=%" PRIu64 " rdmsr=%" PRIu64 " wrmsr=%" PRIu64 " cpuid=%" PRIu64
	       " hlt=%" PRIu64 " user_exits=%" PRIu64 " exits=%" PRIu64 " ns=%" PRIu64
	       " cpu_ns=%" PRIu64 "\n",
	       v->id, v->tid, n * p->pio_write + 1, n * p->pio_read, n * p->mmio_write,
	       n * p->mmio_read, n * p->rdmsr, n * p->wrmsr, n * p->cpuid, hlt,
	       v->pio + v->mmio + v->hlt, v->exits, v->ns, v->cpu_ns);
	if (v->pio == pio && v->mmio == mmio && v->hlt == hlt)
		return 1;
	warnx("vcpu %d: user space saw %" PRIu64 " port, %" PRIu64 " memory and %" PRIu64
	      " halt exits, not %" PRIu64 ", %" PRIu64 ", %" PRIu64,
	      v->id, v->pio, v->mmio, v->hlt, pio, mmio, hlt);
	return 0;
}

static int run_vm(struct vm *vm, const char *name, int wait_for_line)
{
	struct vcpu vcpus[MAX_VCPUS] = { 0 };
	int ok = 1;

	create_vm(vm);
	pthread_barrier_init(&vm->ready, NULL, (unsigned int)vm->vcpus + 1);
	pthread_barrier_init(&vm->go, NULL, (unsigned int)vm->vcpus + 1);
	for (int i = 0; i < vm->vcpus; i++) {
		vcpus[i].vm = vm;
		vcpus[i].id = i;
		if (pthread_create(&vcpus[i].thread, NULL, vcpu_thread, &vcpus[i]))
			errx(1, "pthread_create");
	}
	pthread_barrier_wait(&vm->ready);
	printf("vm pid=%d name=%s vcpus=%d\n", getpid(), name, vm->vcpus);
	fflush(stdout);
	if (wait_for_line)
		while (getchar() != '\n' && !feof(stdin))
			;
	pthread_barrier_wait(&vm->go);
	for (int i = 0; i < vm->vcpus; i++)
		pthread_join(vcpus[i].thread, NULL);
	for (int i = 0; i < vm->vcpus; i++)
		ok &= print_vcpu(vm, &vcpus[i]);
	return ok ? 0 : 1;
}

static const char usage[] =
	"Usage: guest [options]\n"
	"  -n, --name NAME        name of the main thread (default: guest)\n"
	"  -c, --vcpus N          vCPUs, each a thread \"CPU n/KVM\" (1)\n"
	"  -k, --in-kernel        use ports and memory that the kernel's own interrupt\n"
	"                         controllers answer: a storm of exits, none to user space\n"
	"  -g, --go               wait for a line on stdin before the guest runs\n"
	"  -l, --loops N          do all of the following N times (1)\n"
	"  --pio-write N, --pio-read N, --mmio-write N, --mmio-read N,\n"
	"  --rdmsr N, --wrmsr N, --cpuid N, --hlt N\n"
	"                         so many of these instructions a loop (0)\n"
	"  --spin N               instructions a loop that cause no exit (0)\n";

static const struct option options[] = {
	{ "name", 1, NULL, 'n' },      { "vcpus", 1, NULL, 'c' },
	{ "in-kernel", 0, NULL, 'k' }, { "go", 0, NULL, 'g' },
	{ "loops", 1, NULL, 'l' },     { "pio-write", 1, NULL, 1 },
	{ "pio-read", 1, NULL, 2 },    { "mmio-write", 1, NULL, 3 },
	{ "mmio-read", 1, NULL, 4 },   { "rdmsr", 1, NULL, 5 },
	{ "wrmsr", 1, NULL, 6 },       { "cpuid", 1, NULL, 7 },
	{ "hlt", 1, NULL, 8 },	       { "spin", 1, NULL, 9 },
	{ "help", 0, NULL, 'h' },      { 0 },
};

static uint32_t number(const char *s)
{
	char *end;
	unsigned long n;

	errno = 0;
	n = strtoul(s, &end, 0);
	if (errno || *end || end == s || n > UINT32_MAX)
		errx(2, "not a number: %s", s);
	return (uint32_t)n;
}

int main(int argc, char **argv)
{
	struct vm vm = { .vcpus = 1, .params.loops = 1 };
	const char *name = "guest";
	int wait_for_line = 0;
	int o;

	while ((o = getopt_long(argc, argv, "n:c:kgl:h", options, NULL)) != -1) {
		uint32_t *param = &vm.params.loops;

		switch (o) {
		case 'n':
			name = optarg;
			break;
		case 'c':
			vm.vcpus = (int)number(optarg);
			break;
		case 'k':
			vm.in_kernel = 1;
			break;
		case 'g':
			wait_for_line = 1;
			break;
		case 'l':
			vm.params.loops = number(optarg);
			break;
		case 1 ... 9:
			param[o] = number(optarg); /* they follow loops in this order */
			break;
		default:
			fputs(usage, o == 'h' ? stdout : stderr);
			return o == 'h' ? 0 : 2;
		}
	}
	if (optind < argc || vm.vcpus < 1 || vm.vcpus > MAX_VCPUS || !vm.params.loops) {
		fputs(usage, stderr);
		return 2;
	}
	/* The kernel's interrupt controller would keep a halted vCPU asleep. */
	if (vm.in_kernel && vm.params.hlt)
		errx(2, "--hlt does not go with --in-kernel");
	vm.params.port = vm.in_kernel ? PIC_PORT : UART_PORT;
	vm.params.addr = vm.in_kernel ? IOAPIC_REG : FREE_ADDR;
	prctl(PR_SET_NAME, name);
	return run_vm(&vm, name, wait_for_line);
}

#else

int main(void)
{
	warnx("this guest is written for x86");
	return 77;
}

#endif
