package client

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
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

// Limits of a folder's batches are fixed, because an upgrade of the plan during a run would change every key.
const (
	chunkBytes = 32 << 20
	aloneBytes = 4 << 20 // below the smallest plan's limit
	// cutBelow ends a batch after a hash whose first byte is below it (one of 64), for stable borders after a change.
	cutBelow = 4
)

// chunk is the content of one batch of a folder.
type chunk struct{ files []folderFile }

type folderFile struct {
	index int // among the results
	size  int64
	sum   [sha256.Size]byte // of the content
}

// cut reads every file once and yields batches. It reports unsendable files and skips them.
func (r *folderRun) cut(ctx context.Context) iter.Seq[chunk] {
	return func(yield func(chunk) bool) {
		var current chunk
		var size int64
		flush := func() bool {
			done := current
			current, size = chunk{}, 0
			return len(done.files) == 0 || yield(done)
		}
		for i := range r.results {
			if ctx.Err() != nil {
				return
			}
			f, err := r.inspect(i)
			if err != nil {
				r.report(i, rejection(err))
				continue
			}
			if f.size > aloneBytes {
				if !yield(chunk{files: []folderFile{f}}) {
					return
				}
				continue
			}
			if size+f.size > chunkBytes && !flush() {
				return
			}
			current.files, size = append(current.files, f), size+f.size
			if (len(current.files) == MaxBatchFiles || f.sum[0] < cutBelow) && !flush() {
				return
			}
		}
		flush()
	}
}

// inspect returns size and hash of a file. It does not read files over the plan's limit.
func (r *folderRun) inspect(index int) (folderFile, error) {
	f, err := os.Open(filepath.Join(r.dir, filepath.FromSlash(r.path(index))))
	if err != nil {
		return folderFile{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return folderFile{}, err
	}
	if info.Size() > r.maxFile {
		return folderFile{}, fmt.Errorf("the file has %d bytes and the plan allows %d: %w", info.Size(), r.maxFile,
			CodeFileTooLarge)
	}
	hash := sha256.New()
	n, err := io.Copy(hash, f)
	if err != nil {
		return folderFile{}, err
	}
	return folderFile{index: index, size: n, sum: [sha256.Size]byte(hash.Sum(nil))}, nil
}

func (r *folderRun) path(index int) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.results[index].Path
}

// key derives a batch's key from its content: equal keys mean the same files, paths and run.
func (r *folderRun) key(k chunk, after string) string {
	hash := sha256.New()
	framed := func(s string) {
		var length [8]byte
		binary.BigEndian.PutUint64(length[:], uint64(len(s)))
		hash.Write(length[:])
		hash.Write([]byte(s))
	}
	framed(r.options.Run)
	framed(r.options.DocumentType)
	framed(after)
	for _, f := range k.files {
		framed(r.path(f.index))
		hash.Write(f.sum[:])
	}
	return "folder-" + hex.EncodeToString(hash.Sum(nil))
}
