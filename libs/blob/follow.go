package blob

import (
	"context"
	"iter"
)

// finder finds keys requested in about the listing's order (in S3 byte order) by one page. If not sure, ask the store.
type finder struct {
	next  func() (Object, error, bool)
	close func()
	size  int // of a page, in objects

	page    []Object // the objects after passed, in order
	more    bool     // there are objects after page
	passed  string   // the last key before page
	last    string   // the last key that was read
	ordered bool     // keys have come in order so far
}

func newFinder(ctx context.Context, s *Store) *finder {
	next, stop := iter.Pull2(s.objects(ctx, "", ""))
	return &finder{next: next, close: stop, size: s.listPage, more: true, ordered: true}
}

// find returns the object of a key, or an empty one. It is not sure if the listing is past the key or unordered.
func (f *finder) find(key string) (found Object, sure bool, err error) {
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

func (f *finder) read() error {
	f.page = make([]Object, 0, f.size)
	for len(f.page) < f.size {
		o, err, more := f.next()
		if f.more = more; err != nil || !more {
			return err
		}
		if o.Key <= f.last {
			f.close() // the listing is not in order
			f.page, f.more, f.ordered = nil, false, false
			return nil
		}
		f.last = o.Key
		f.page = append(f.page, o)
	}
	return nil
}
