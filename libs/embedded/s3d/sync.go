package s3d

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/sync/errgroup"
)

// syncObject syncs an object, its attributes and its name to disk: the file, its directory, and the parents
// up to the bucket whose names are not known to be on disk. bucket is a path. The file and its directory
// are synced concurrently.
func (s *store) syncObject(bucket, key string) error {
	if err := s.syncSidecar(bucket, key); err != nil {
		return err
	}
	file := filepath.Join(bucket, key)
	var both errgroup.Group
	both.Go(func() error { return s.sync(file) })
	return errors.Join(s.syncDirectories(bucket, filepath.Dir(file)), both.Wait())
}

func (s *store) syncDirectories(bucket, directory string) error {
	// The identity is read before the parent is synced, so that it is that of the synced directory.
	named := map[string]identity{}
	for dir := directory; len(dir) >= len(bucket); dir = filepath.Dir(dir) {
		if err := s.sync(dir); err != nil {
			return err
		}
		is, ok := identityOf(dir)
		if ok && s.named.has(dir, is) {
			break
		}
		if ok && len(dir) > len(bucket) {
			named[dir] = is
		}
	}
	s.named.add(named)
	return nil
}

// directories are those whose names are known to be on disk, by path. It is safe for concurrent use.
type directories struct {
	mu    sync.Mutex
	known map[string]identity
}

// maxKnownDirectories bounds the known directories; when it is exceeded, all are forgotten.
const maxKnownDirectories = 10_000

func (d *directories) has(path string, is identity) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	known, ok := d.known[path]
	return ok && known == is
}

func (d *directories) add(named map[string]identity) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.known == nil || len(d.known)+len(named) > maxKnownDirectories {
		d.known = map[string]identity{}
	}
	maps.Copy(d.known, named)
}

// identity distinguishes a directory from a removed one with the same inode: their creation times differ.
type identity struct {
	device, inode      uint64
	second, nanosecond int64 // when it was created
}

func (s *store) syncBucket(bucket string) error {
	if err := s.syncSidecar(bucket, ""); err != nil {
		return err
	}
	return errors.Join(s.sync(bucket), s.sync(s.root))
}

// syncSidecar syncs the metadata files of an object or bucket, and their directories, to disk.
func (s *store) syncSidecar(bucket, key string) error {
	if s.sidecarDir == "" {
		return nil
	}
	leaf := filepath.Join(s.sidecarDir, filepath.Base(bucket), key, "meta")
	files, err := os.ReadDir(leaf)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("sync metadata: %w", err)
	}
	for _, file := range files {
		if err := s.sync(filepath.Join(leaf, file.Name())); err != nil {
			return err
		}
	}
	for dir := leaf; len(dir) >= len(s.sidecarDir); dir = filepath.Dir(dir) {
		if err := s.sync(dir); err != nil {
			return err
		}
	}
	return nil
}

// syncPath calls fsync(2) for a file or directory. It ignores a deleted one.
func syncPath(path string) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("sync to disk: %w", err)
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("sync to disk: %w", err)
	}
	return nil
}
