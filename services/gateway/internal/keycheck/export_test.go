package keycheck

import (
	"time"

	"github.com/docmill/docmill/libs/contract"
)

// Cache shows the cache to tests.
type Cache struct{ c *cache }

// NewCache makes one of the capacity.
func NewCache(capacity int) Cache { return Cache{newCache(capacity)} }

// Put keeps a key's principal until then.
func (c Cache) Put(hash string, p *contract.Principal, until time.Time) {
	c.c.put(answer{hash, p, until})
}

// Has tells whether the key is known.
func (c Cache) Has(hash string, now time.Time) bool {
	_, ok := c.c.get(hash, now)
	return ok
}

// Len counts entries.
func (c Cache) Len() int { return c.c.order.Len() }
