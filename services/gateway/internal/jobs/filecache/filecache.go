// Package filecache keeps small uploads in memory for the claims that soon follow, so that they
// are not read from the object store. Nothing depends on it.
package filecache

import (
	"container/list"
	"sync"
	"time"
)

// Config bounds the cache. The zero value caches nothing.
type Config struct {
	FileBytes int           // the largest file
	Bytes     int           // all files together; the oldest make way
	For       time.Duration // how long a file is kept
}

// Cache holds files by their object keys. It is safe for concurrent use.
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

// New returns an empty cache.
func New(cfg Config) *Cache { return &Cache{cfg: cfg, byKey: map[string]*list.Element{}} }

// Fits reports whether a file of that size is cached.
func (f *Cache) Fits(size int) bool { return size <= min(f.cfg.FileBytes, f.cfg.Bytes) }

// Put caches a file that fits. The caller must not change data afterwards and puts a key once.
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

// Take removes a file and returns it; nil if it is not cached.
func (f *Cache) Take(key string) []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	e, ok := f.byKey[key]
	if !ok {
		return nil
	}
	return f.remove(e).data
}

// Len returns the number of files.
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
