package filecache_test

import (
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/services/gateway/internal/jobs/filecache"
)

func TestTakeOnce(t *testing.T) {
	t.Parallel()
	f := filecache.New(filecache.Config{FileBytes: 4, Bytes: 8, For: time.Hour})
	f.Put("a", []byte("aaaa"))
	f.Put("large", []byte("12345"))
	assert.Equal(t, string(f.Take("a")), "aaaa", "a")
	if f.Take("a") != nil || f.Take("large") != nil || f.Take("none") != nil || f.Len() != 0 {
		t.Error("something is kept that should not be")
	}
	assert.True(t, f.Fits(4) && !f.Fits(5) && !filecache.New(filecache.Config{}).Fits(1), "fits wrongly")
}

func TestEvictOldest(t *testing.T) {
	t.Parallel()
	f := filecache.New(filecache.Config{FileBytes: 4, Bytes: 8, For: time.Hour})
	for _, key := range []string{"a", "b", "c"} {
		f.Put(key, []byte("1234"))
	}
	assert.True(t, f.Take("a") == nil && f.Take("b") != nil && f.Take("c") != nil, "a is kept, or b and c are not")
}

func TestExpiry(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := filecache.New(filecache.Config{FileBytes: 4, Bytes: 8, For: time.Minute})
		f.Put("a", []byte("1"))
		time.Sleep(40 * time.Second)
		f.Put("b", []byte("2"))
		time.Sleep(40 * time.Second)
		synctest.Wait()
		assert.True(t, f.Take("a") == nil && f.Len() == 1, "a is kept for longer than a minute, or b is not")
		time.Sleep(40 * time.Second)
		synctest.Wait()
		f.Put("c", []byte("3")) // has a timer again
		time.Sleep(61 * time.Second)
		synctest.Wait()
		assert.Equal(t, f.Len(), 0, "files kept")
	})
}

func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	const each = 200
	f := filecache.New(filecache.Config{FileBytes: 8, Bytes: 1 << 20, For: time.Hour})
	var wg sync.WaitGroup
	for n := range 8 {
		wg.Go(func() {
			for i := range each {
				key := fmt.Sprint(n, ".", i)
				f.Put(key, []byte(key)[:3])
				assert.True(t, f.Take(key) != nil, key, "is gone")
			}
		})
	}
	wg.Wait()
	assert.Equal(t, f.Len(), 0, "files left")
}
