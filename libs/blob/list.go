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

// List calls visit for every object whose key begins with prefix, in the store's order, until visit returns an
// error.
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

// objects yields the objects with the prefix that follow after, in the store's order. It ends after an error.
func (s *Store) objects(ctx context.Context, prefix, after string) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel() // ends the listing
		options := minio.ListObjectsOptions{
			Prefix: prefix, Recursive: true, StartAfter: after, MaxKeys: s.listPage,
		}
		for o := range s.client.ListObjects(ctx, s.bucket, options) {
			if o.Err != nil {
				yield(Object{}, fmt.Errorf("list %s/%s: %w", s.bucket, prefix, o.Err))
				return
			}
			if !yield(Object{Key: o.Key, Size: o.Size, Written: o.LastModified}, nil) {
				return
			}
		}
		if err := ctx.Err(); err != nil { // ends a listing without an error
			yield(Object{}, err)
		}
	}
}

// Each calls visit for every object whose key begins with prefix and that was last written before a time, in
// key order, until visit returns an error.
func (s *Store) Each(ctx context.Context, prefix string, before time.Time, visit func(key string) error) error {
	return s.EachAfter(ctx, prefix, "", before, visit)
}

// EachAfter is Each for keys that follow after. The other keys cost nothing if the store has an index.
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

// DeleteAll removes objects, a thousand per request, or one by one if the store has no such requests. Missing
// objects are no error. If some cannot be removed, the others are.
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
		return fmt.Errorf("delete: %d of %d objects not deleted, the first is %w", failed, len(keys), first)
	}
	return ctx.Err()
}

// AbortUploads removes the parts of incomplete uploads that began before a time.
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
