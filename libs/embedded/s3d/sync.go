package s3d

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// syncObject forces an object, its attributes and its name to disk: the file
// and every directory from it up to the bucket. bucket is a path.
func (s *store) syncObject(bucket, key string) error {
	file := filepath.Join(bucket, key)
	if err := s.syncSidecar(bucket, key); err != nil {
		return err
	}
	if err := s.sync(file); err != nil {
		return err
	}
	for dir := filepath.Dir(file); len(dir) >= len(bucket); dir = filepath.Dir(dir) {
		if err := s.sync(dir); err != nil {
			return err
		}
	}
	return nil
}

// syncBucket forces a new bucket to disk.
func (s *store) syncBucket(bucket string) error {
	if err := s.syncSidecar(bucket, ""); err != nil {
		return err
	}
	return errors.Join(s.sync(bucket), s.sync(s.root))
}

// syncSidecar forces the metadata files of an object or bucket to disk, with
// the directories that lead to them.
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

// syncPath is fsync(2) on a file or directory. What has been deleted in the
// meantime needs no more syncing.
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
