//go:build !unix

package pdfium

import "os"

// lock does nothing: parallel compilation is harmless.
func lock(string) (unlock func(), err error) { return func() {}, nil }

// isPrivate reports whether the directory exists; the system controls its permissions.
func isPrivate(dir string) bool {
	info, err := os.Lstat(dir)
	return err == nil && info.IsDir()
}
