package blob

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/minio/minio-go/v7"
	"golang.org/x/sync/errgroup"
)

// Copied is the result of Copy.
type Copied struct {
	Objects, Bytes int64 // that were copied
	There          int64 // objects that the other bucket had already
}

// maxConcurrentCopies is more than one because each copy waits for two servers.
const maxConcurrentCopies = 8

// Copy copies the objects that the other bucket lacks, has with another size, or has from an earlier time. It
// removes nothing. It may be repeated, and then copies what is new. It ignores objects that are removed while it
// runs. If it is interrupted, the other bucket has complete objects only. It keeps one page of each bucket's
// listing in memory.
func Copy(ctx context.Context, from, to *Store) (done Copied, err error) {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(maxConcurrentCopies)
	listed := newFinder(ctx, to)
	defer listed.close()
	c := &copying{from: from, to: to}
	err = from.List(ctx, "", func(o Object) error {
		have, sure, err := listed.find(o.Key)
		switch {
		case err != nil:
			return err
		case sure && have.isCopyOf(o):
			c.there.Add(1)
			return nil
		}
		g.Go(func() error { return c.copy(ctx, o, sure) })
		return nil
	})
	if failed := g.Wait(); failed != nil { // the listing ends with it
		err = failed
	}
	return Copied{Objects: c.objects.Load(), Bytes: c.bytes.Load(), There: c.there.Load()}, err
}

func (o Object) isCopyOf(original Object) bool {
	return o.Key == original.Key && o.Size == original.Size && !o.Written.Before(original.Written)
}

type copying struct {
	from, to              *Store
	objects, bytes, there atomic.Int64
}

// copy copies an object. If the listing did not show whether the other bucket has it, it asks first.
func (c *copying) copy(ctx context.Context, o Object, sure bool) error {
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

// stat returns one object. Its time is in whole seconds (RFC 9110, 8.8.2): one copied in that second is copied again.
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
