package keycheck

import (
	"container/list"
	"time"

	"github.com/docmill/docmill/libs/contract"
)

// answer is the auth service's answer about a key; principal is nil if the key is invalid.
type answer struct {
	hash      string
	principal *contract.Principal
	until     time.Time
}

// cache keeps the most recently used answers. It is not safe for concurrent use.
type cache struct {
	capacity int
	byHash   map[string]*list.Element
	order    *list.List // of answer, used last in front
}

func newCache(capacity int) *cache {
	return &cache{capacity: capacity, byHash: map[string]*list.Element{}, order: list.New()}
}

func (c *cache) get(hash string, now time.Time) (answer, bool) {
	e, ok := c.byHash[hash]
	if !ok {
		return answer{}, false
	}
	a := e.Value.(answer)
	if !now.Before(a.until) {
		c.remove(e)
		return answer{}, false
	}
	c.order.MoveToFront(e)
	return a, true
}

func (c *cache) put(a answer) {
	if e, ok := c.byHash[a.hash]; ok {
		e.Value = a
		c.order.MoveToFront(e)
		return
	}
	c.byHash[a.hash] = c.order.PushFront(a)
	if c.order.Len() > c.capacity {
		c.remove(c.order.Back())
	}
}

// removeIf removes every principal that match selects. It visits all entries: signals are rare,
// and an index would cost every request.
func (c *cache) removeIf(match func(contract.Principal) bool) {
	for e := c.order.Front(); e != nil; {
		next := e.Next()
		if p := e.Value.(answer).principal; p != nil && match(*p) {
			c.remove(e)
		}
		e = next
	}
}

func (c *cache) drop(hash string) {
	if e, ok := c.byHash[hash]; ok {
		c.remove(e)
	}
}

func (c *cache) clear() {
	clear(c.byHash)
	c.order.Init()
}

func (c *cache) remove(e *list.Element) {
	delete(c.byHash, e.Value.(answer).hash)
	c.order.Remove(e)
}
