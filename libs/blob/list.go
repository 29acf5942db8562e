package blob

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/minio/minio-go/v7"
)

// Object is one object of a bucket.
type Object struct {
	Key     string
	Size    int64 // bytes
	Written time.Time
}

// List calls visit for every object under prefix, of the whole bucket where that is
// empty, in the store's order, until it fails.
func (s *Store) List(ctx context.Context, prefix string, visit func(Object) error) error {
	return s.each(ctx, prefix, "", visit)
}

func (s *Store) each(ctx context.Context, prefix, after string, visit func(Object) error) error {
	for o, err := range s.objects(ctx, prefix, after) {
		if err != nil {
			return err
		}
		if err := visit(o); err != nil {
			return err
		}
	}
	return nil
}

// objects are those under prefix whose keys come after one, in the store's order, read a
// page at a time as they are asked for. An error is the last of them.
func (s *Store) objects(ctx context.Context, prefix, after string) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel() // ends the listing when no more are wanted
		options := minio.ListObjectsOptions{Prefix: prefix, Recursive: true, StartAfter: after}
		for o := range s.client.ListObjects(ctx, s.bucket, options) {
			if o.Err != nil {
				yield(Object{}, fmt.Errorf("list %s/%s: %w", s.bucket, prefix, o.Err))
				return
			}
			if !yield(Object{Key: o.Key, Size: o.Size, Written: o.LastModified}, nil) {
				return
			}
		}
		if err := ctx.Err(); err != nil { // which ends a listing without saying so
			yield(Object{}, err)
		}
	}
}

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
	return s.each(ctx, prefix, after, func(o Object) error {
		if !o.Written.Before(before) {
			return nil
		}
		return visit(o.Key)
	})
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
