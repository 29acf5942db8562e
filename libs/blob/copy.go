package blob

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/minio/minio-go/v7"
	"golang.org/x/sync/errgroup"
)

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
// out. Broken off, the other bucket has whole objects only. It holds a page of each
// bucket's listing, however many objects there are.
func Copy(ctx context.Context, from, to *Store) (done Copied, err error) {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(copiesAtATime)
	there := follow(ctx, to)
	defer there.close()
	c := &copying{from: from, to: to}
	err = from.List(ctx, "", func(o Object) error {
		have, sure, err := there.find(o.Key)
		switch {
		case err != nil:
			return err
		case sure && have.isCopyOf(o):
			c.there.Add(1)
			return nil
		}
		g.Go(func() error { return c.bring(ctx, o, sure) })
		return nil
	})
	if failed := g.Wait(); failed != nil { // the listing ends with it
		err = failed
	}
	return Copied{Objects: c.objects.Load(), Bytes: c.bytes.Load(), There: c.there.Load()}, err
}

// isCopyOf reports whether an object of the one bucket, or none, is what the other has.
func (o Object) isCopyOf(original Object) bool {
	return o.Key == original.Key && o.Size == original.Size && !o.Written.Before(original.Written)
}

// copying is one run of Copy.
type copying struct {
	from, to              *Store
	objects, bytes, there atomic.Int64
}

// bring copies an object. Where it is not sure that the other bucket lacks it, it asks first.
func (c *copying) bring(ctx context.Context, o Object, sure bool) error {
	if !sure {
		have, err := c.to.stat(ctx, o.Key)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
		if have.isCopyOf(o) {
			c.there.Add(1)
			return nil
		}
	}
	n, err := copyOne(ctx, c.from, c.to, o.Key)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	c.objects.Add(1)
	c.bytes.Add(n)
	return err
}

// stat asks for one object. Its time is in whole seconds, rounded down (RFC 9110, 8.8.2), so
// that what was copied in the second in which it was written is copied once more, and
// nothing that was written again is missed.
func (s *Store) stat(ctx context.Context, key string) (Object, error) {
	info, err := s.client.StatObject(ctx, s.bucket, key, minio.StatObjectOptions{})
	if err != nil {
		return Object{}, s.readError(key, err)
	}
	return Object{Key: key, Size: info.Size, Written: info.LastModified}, nil
}

func copyOne(ctx context.Context, from, to *Store, key string) (n int64, err error) {
	r, _, err := from.Get(ctx, key)
	if err != nil {
		return 0, err
	}
	n, err = to.Put(ctx, key, r)
	return n, errors.Join(err, r.Close())
}
