package client

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Source is a file to send. It can be opened repeatedly for retries, but one reader at a time.
type Source struct {
	Name string // what records call the file
	Open func() (io.ReadCloser, error)
	// Size in bytes, or -1 if unknown: the call is then sent in chunks.
	Size int64

	err error // why it cannot be sent
}

// FromPath returns a file on disk, named by the last element of its path. The file must not change during
// the call.
func FromPath(path string) Source {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is no regular file", path)
	}
	if err != nil {
		return Source{err: err}
	}
	return Source{
		Name: filepath.Base(path), Size: info.Size(),
		Open: func() (io.ReadCloser, error) { return os.Open(path) },
	}
}

// FromBytes is a file in memory.
func FromBytes(name string, content []byte) Source {
	return Source{
		Name: name, Size: int64(len(content)),
		Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil },
	}
}

// FromReadSeeker returns the content of r from its present position. The caller must not use r until the
// call has returned; r is not closed.
func FromReadSeeker(name string, r io.ReadSeeker) Source {
	start, err := r.Seek(0, io.SeekCurrent)
	if err != nil {
		return Source{err: err}
	}
	end, err := r.Seek(0, io.SeekEnd)
	if err != nil {
		return Source{err: err}
	}
	return Source{
		Name: name, Size: max(0, end-start),
		Open: func() (io.ReadCloser, error) {
			_, err := r.Seek(start, io.SeekStart)
			return io.NopCloser(r), err
		},
	}
}

func (s Source) check() error {
	switch {
	case s.err != nil:
		return fmt.Errorf("docmill: file: %w", s.err)
	case s.Open == nil:
		return errors.New("docmill: a file without content: use FromPath, FromBytes or FromReadSeeker")
	}
	return nil
}
