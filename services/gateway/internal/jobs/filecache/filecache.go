// Package handoff keeps small files that were just taken in at hand for the claims
// that soon follow, so that they need not be read from the object store again. What is
// not here any more is fetched from there: nothing depends on it.
package filecache

import (
	"container/list"
	"sync"
	"time"
)

// Config bounds what is kept. The zero value keeps nothing.
type Config struct {
	FileBytes int           // the largest file
	Bytes     int           // all files together; the oldest make way
	For       time.Duration // how long a file is kept
}

// Files are kept by their object keys. They are safe for concurrent use.
type Cache struct {
	cfg Config

	mu    sync.Mutex
	byKey map[string]*list.Element // of order, whose values are *file
	order list.List                // the oldest first
	bytes int
	timer *time.Timer // of the oldest file's end; nil while there is none
}

type file struct {
	key  string
	data []byte
	end  time.Time
}

// New makes an empty one.
func New(cfg Config) *Cache { return &Cache{cfg: cfg, byKey: map[string]*list.Element{}} }

// Fits reports whether a file of so many bytes would be kept.
func (f *Cache) Fits(size int) bool { return size <= min(f.cfg.FileBytes, f.cfg.Bytes) }

// Put keeps a file that fits; data must not be changed afterwards. A key is put once.
func (f *Cache) Put(key string, data []byte) {
	if !f.Fits(len(data)) {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.byKey[key] = f.order.PushBack(&file{key: key, data: data, end: time.Now().Add(f.cfg.For)})
	f.bytes += len(data)
	for f.bytes > f.cfg.Bytes {
		f.remove(f.order.Front())
	}
	if f.timer == nil {
		f.timer = time.AfterFunc(f.cfg.For, f.expire)
	}
}

// Take hands a file over and forgets it; nil where it is not kept.
func (f *Cache) Take(key string) []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	e, ok := f.byKey[key]
	if !ok {
		return nil
	}
	return f.remove(e).data
}

// Len counts the files that are kept.
func (f *Cache) Len() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.order.Len()
}

func (f *Cache) remove(e *list.Element) *file {
	removed := f.order.Remove(e).(*file)
	delete(f.byKey, removed.key)
	f.bytes -= len(removed.data)
	return removed
}

// expire removes what was kept for long enough, and waits for the next.
func (f *Cache) expire() {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := time.Now()
	for e := f.order.Front(); e != nil; e = f.order.Front() {
		if left := e.Value.(*file).end.Sub(now); left > 0 {
			f.timer.Reset(left)
			return
		}
		f.remove(e)
	}
	f.timer = nil
}
