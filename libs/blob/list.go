package blob

import (
	"context"
	"fmt"
	"time"

	"github.com/minio/minio-go/v7"
)

// Each calls visit for every object under prefix that was last written before
// the time given, in key order, until visit fails.
func (s *Store) Each(ctx context.Context, prefix string, before time.Time, visit func(key string) error) error {
	return s.EachAfter(ctx, prefix, "", before, visit)
}

// EachAfter is Each for the objects whose keys come after one; the others cost nothing
// where the store finds its place by an index.
func (s *Store) EachAfter(
	ctx context.Context, prefix, after string, before time.Time, visit func(key string) error,
) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the listing when visit fails
	options := minio.ListObjectsOptions{Prefix: prefix, Recursive: true, StartAfter: after}
	for obj := range s.client.ListObjects(ctx, s.bucket, options) {
		if obj.Err != nil {
			return fmt.Errorf("list %s: %w", prefix, obj.Err)
		}
		if !obj.LastModified.Before(before) {
			continue
		}
		if err := visit(obj.Key); err != nil {
			return err
		}
	}
	return nil
}

// DeleteAll removes the keys by requests for a thousand at a time, or one by one from a
// store that does not know such requests; those that are not there are no error. What
// can be removed is, whichever key fails.
func (s *Store) DeleteAll(ctx context.Context, keys []string) (err error) {
	ctx, end := s.span(ctx, "delete")
	defer func() { end(err) }()
	objects := func(yield func(minio.ObjectInfo) bool) {
		for _, key := range keys {
			if !yield(minio.ObjectInfo{Key: key}) {
				return
			}
		}
	}
	removed, err := s.client.RemoveObjectsWithIter(ctx, s.bucket, objects, minio.RemoveObjectsOptions{})
	if err != nil {
		return fmt.Errorf("delete %d objects: %w", len(keys), err)
	}
	failed, first := 0, error(nil)
	for r := range removed {
		if r.Err == nil || minio.ToErrorResponse(r.Err).Code == "NoSuchKey" {
			continue
		}
		if failed++; first == nil {
			first = fmt.Errorf("%s: %w", r.ObjectName, r.Err)
		}
	}
	if first != nil {
		return fmt.Errorf("delete: %d of %d objects stay, the first is %w", failed, len(keys), first)
	}
	return ctx.Err()
}

// AbortUploads removes the parts of uploads that were begun before the time
// given and never completed.
func (s *Store) AbortUploads(ctx context.Context, prefix string, before time.Time) error {
	for up := range s.client.ListIncompleteUploads(ctx, s.bucket, prefix, true) {
		if up.Err != nil {
			return fmt.Errorf("list uploads %s: %w", prefix, up.Err)
		}
		if up.Initiated.Before(before) {
			if err := s.client.RemoveIncompleteUpload(ctx, s.bucket, up.Key); err != nil {
				return fmt.Errorf("abort upload %s: %w", up.Key, err)
			}
		}
	}
	return nil
}
