//go:build !unix

package pdf

import "os"

// lock does not keep others from compiling as well, which is harmless.
func lock(string) (unlock func(), err error) { return func() {}, nil }

// isPrivate reports whether the directory is there; its rights are the system's.
func isPrivate(dir string) bool {
	info, err := os.Lstat(dir)
	return err == nil && info.IsDir()
}
