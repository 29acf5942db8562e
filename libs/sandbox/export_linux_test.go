package sandbox

import "golang.org/x/sys/unix"

// RefuseNamespaces has the system refuse namespaces to this process and all that
// it starts, as the container engines' default profiles do.
func RefuseNamespaces() error {
	f := newFilter()
	f.deny(unix.SYS_UNSHARE)
	f.on(unix.SYS_CLONE, load(arg(0)), test(unix.BPF_JSET, newNamespaces), answer(refuseCall), answer(allowCall))
	return f.install(unix.SECCOMP_FILTER_FLAG_TSYNC)
}

// RefuseFilters has the system refuse further filters.
func RefuseFilters() error {
	f := newFilter()
	f.deny(unix.SYS_SECCOMP)
	return f.install(unix.SECCOMP_FILTER_FLAG_TSYNC)
}
