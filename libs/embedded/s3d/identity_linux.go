package s3d

import "golang.org/x/sys/unix"

// identityOf returns the file's identity; ok is false if the file system has no creation times.
func identityOf(path string) (is identity, ok bool) {
	var st unix.Statx_t
	const want = unix.STATX_INO | unix.STATX_BTIME
	err := unix.Statx(unix.AT_FDCWD, path, unix.AT_SYMLINK_NOFOLLOW, want, &st)
	if err != nil || st.Mask&want != want {
		return identity{}, false
	}
	return identity{
		device: unix.Mkdev(st.Dev_major, st.Dev_minor), inode: st.Ino, second: st.Btime.Sec, nanosecond: int64(st.Btime.Nsec),
	}, true
}
