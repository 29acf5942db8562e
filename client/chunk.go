package client

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
)

// Bounds of a batch of a folder. What a batch holds must not depend on the
// plan, or an upgrade in the middle would change every key: large files travel
// alone instead.
const (
	chunkBytes = 32 << 20
	aloneBytes = 4 << 20 // below the smallest plan's limit
	// cutBelow ends a batch after a file the first byte of whose hash is below
	// it, one of 64: batches after a change find their old borders again.
	cutBelow = 4
)

// chunk is what one batch of a folder holds.
type chunk struct{ files []folderFile }

type folderFile struct {
	index int // among the results
	size  int64
	sum   [sha256.Size]byte // of the content
}

// cut reads every file once and passes them on batch by batch. Files that cannot be
// sent are reported and left out.
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

// inspect reads size and hash of a file. One that the plan does not allow is
// not read at all.
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

// key names a batch by what it holds: two batches have the same key only if
// they hold the same files at the same paths, in the same run.
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
