/* Preloaded into a server of tests: its wall clock is off by the seconds in the
   file that DOCMILL_TEST_CLOCK names. Monotonic clocks and timers are right. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *offset;

__attribute__((constructor)) static void map_offset(void) {
	const char *path = getenv("DOCMILL_TEST_CLOCK");
	int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	if (file < 0)
		abort();
	void *page = mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
	close(file);
	if (page == MAP_FAILED)
		abort();
	offset = page;
}

static int64_t seconds(void) { return offset ? *offset : 0; }

int clock_gettime(clockid_t clock, struct timespec *to) {
	int failed = syscall(SYS_clock_gettime, clock, to);
	if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
		to->tv_sec += seconds();
	return failed;
}

int gettimeofday(struct timeval *restrict to, void *restrict zone) {
	int failed = syscall(SYS_gettimeofday, to, zone);
	if (!failed && to)
		to->tv_sec += seconds();
	return failed;
}

time_t time(time_t *to) {
	struct timespec now;
	syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
	now.tv_sec += seconds();
	if (to)
		*to = now.tv_sec;
	return now.tv_sec;
}
