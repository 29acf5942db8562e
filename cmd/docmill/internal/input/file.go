package input

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"unicode"
)

// Open opens a regular file and returns its state. It does not wait for the writer of a FIFO. It rejects a
// symbolic link unless links is set.
func Open(path string, links bool) (*os.File, os.FileInfo, error) {
	flags := os.O_RDONLY | syscall.O_NONBLOCK
	if !links {
		flags |= syscall.O_NOFOLLOW
	}
	f, err := os.OpenFile(path, flags, 0)
	if errors.Is(err, syscall.ELOOP) && !links {
		err = notRegular(path)
	}
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = notRegular(path)
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, info, nil
}

func notRegular(path string) error { return fmt.Errorf("%s is not a regular file", path) }

// Printable replaces characters that a terminal acts on. Line ends stay.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || unicode.IsPrint(r) {
			return r
		}
		if r == '\r' {
			return -1
		}
		return unicode.ReplacementChar
	}, s)
}
