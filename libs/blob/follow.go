package blob

import (
	"context"
	"iter"
)

// followed is how many objects a follower reads at a time, a page of S3's: enough to see
// whether a store lists in order.
const followed = 1000

// follower finds, in the listing of a bucket, keys that are asked for in about the order of
// the listing. It holds a page of it. S3 lists in the order of the keys' bytes; stores that
// do not, and keys that come out of this order, cost requests and are never mistaken.
type follower struct {
	next  func() (Object, error, bool)
	close func()

	page    []Object // what follows passed, in order
	more    bool     // there are objects behind page
	passed  string   // keys up to this one are behind
	last    string   // the last key that was read
	ordered bool     // keys have come in order so far
}

func follow(ctx context.Context, s *Store) *follower {
	next, stop := iter.Pull2(s.objects(ctx, "", ""))
	return &follower{next: next, close: stop, more: true, ordered: true}
}

// find returns the object of a key, or one without a key where there is none. It is not
// sure where the listing does not tell: it has passed the key already, or has no order.
func (f *follower) find(key string) (found Object, sure bool, err error) {
	for {
		for len(f.page) > 0 && f.page[0].Key < key {
			f.passed, f.page = f.page[0].Key, f.page[1:]
		}
		if len(f.page) > 0 || !f.more {
			break
		}
		if err := f.read(); err != nil {
			return Object{}, false, err
		}
	}
	switch {
	case !f.ordered || key <= f.passed:
		return Object{}, false, nil
	case len(f.page) > 0 && f.page[0].Key == key:
		return f.page[0], true, nil
	}
	return Object{}, true, nil
}

// read reads the next page.
func (f *follower) read() error {
	f.page = make([]Object, 0, followed)
	for len(f.page) < followed {
		o, err, more := f.next()
		if f.more = more; err != nil || !more {
			return err
		}
		if o.Key <= f.last {
			f.close() // nothing in the listing can be relied on
			f.page, f.more, f.ordered = nil, false, false
			return nil
		}
		f.last = o.Key
		f.page = append(f.page, o)
	}
	return nil
}
