package sandbox

import "golang.org/x/sys/unix"

// olderCalls are denied calls that only older architectures have.
func olderCalls() []uint32 {
	return append(forks(),
		unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT,
		unix.SYS_MKDIR, unix.SYS_RMDIR, unix.SYS_RENAME, unix.SYS_LINK, unix.SYS_SYMLINK, unix.SYS_UNLINK, unix.SYS_MKNOD,
		unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_MODIFY_LDT, unix.SYS_USELIB, unix.SYS_USTAT, unix.SYS_SYSFS,
		unix.SYS__SYSCTL,
	)
}

// forks are the calls besides clone that create a process.
func forks() []uint32 { return []uint32{unix.SYS_FORK, unix.SYS_VFORK} }
