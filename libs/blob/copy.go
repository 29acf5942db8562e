package blob

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/minio/minio-go/v7"
	"golang.org/x/sync/errgroup"
)

// Object is one object of a bucket.
type Object struct {
	Key     string
	Size    int64 // bytes
	Written time.Time
}

// List calls visit for every object of the bucket, in the store's order, until it
// fails.
func (s *Store) List(ctx context.Context, visit func(Object) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the listing when visit fails
	for o := range s.client.ListObjects(ctx, s.bucket, minio.ListObjectsOptions{Recursive: true}) {
		if o.Err != nil {
			return fmt.Errorf("list %s: %w", s.bucket, o.Err)
		}
		if err := visit(Object{Key: o.Key, Size: o.Size, Written: o.LastModified}); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// Copied says what a copy did.
type Copied struct {
	Objects, Bytes int64 // that were copied
	There          int64 // objects that were there already
}

// copiesAtATime bounds the objects that are copied side by side: each waits for two
// servers.
const copiesAtATime = 8

// Copy copies to the other bucket what it lacks, what has another size there, and
// what was written again since it was copied. It removes nothing, and may be repeated:
// each time it copies what came since. Objects that are removed while it runs are left
// out. Broken off, the other bucket has whole objects only.
func Copy(ctx context.Context, from, to *Store) (done Copied, err error) {
	there := map[string]Object{}
	if err := to.List(ctx, func(o Object) error { there[o.Key] = o; return nil }); err != nil {
		return done, err
	}
	var objects, bytes atomic.Int64
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(copiesAtATime)
	err = from.List(gctx, func(o Object) error {
		if have, ok := there[o.Key]; ok && have.Size == o.Size && !have.Written.Before(o.Written) {
			done.There++
			return nil
		}
		g.Go(func() error {
			n, err := copyOne(gctx, from, to, o.Key)
			if errors.Is(err, ErrNotFound) {
				return nil
			}
			objects.Add(1)
			bytes.Add(n)
			return err
		})
		return nil
	})
	if failed := g.Wait(); failed != nil { // the listing ends with it
		err = failed
	}
	done.Objects, done.Bytes = objects.Load(), bytes.Load()
	return done, err
}

func copyOne(ctx context.Context, from, to *Store, key string) (n int64, err error) {
	r, _, err := from.Get(ctx, key)
	if err != nil {
		return 0, err
	}
	n, err = to.Put(ctx, key, r)
	return n, errors.Join(err, r.Close())
}
