package keycheck

import (
	"container/list"
	"context"
	"fmt"
	"time"

	"github.com/docmill/docmill/libs/bus"
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

// removeIf removes the principals that match selects. It visits all entries: an index would cost every request.
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

// Listen subscribes to revocation signals until stop is called.
func (v *Verifier) Listen() (stop func(), err error) {
	stopKeys, err := bus.Subscribe(v.conn, contract.SignalKeyRevoked, func(_ context.Context, s contract.KeyRevoked) {
		v.Forget(s.KeyID)
	})
	if err != nil {
		return nil, fmt.Errorf("key signals: %w", err)
	}
	stopAccounts, err := bus.Subscribe(v.conn, contract.SignalAccountChanged,
		func(_ context.Context, s contract.AccountChanged) {
			v.forget(func(p contract.Principal) bool { return p.AccountID == s.AccountID })
		})
	if err != nil {
		stopKeys()
		return nil, fmt.Errorf("account signals: %w", err)
	}
	return func() { stopKeys(); stopAccounts() }, nil
}

// Forget removes a key from the cache, so that the replica that revoked it does not wait for the
// signal.
func (v *Verifier) Forget(keyID string) {
	v.forget(func(p contract.Principal) bool { return p.KeyID == keyID })
}

func (v *Verifier) forget(match func(contract.Principal) bool) {
	v.advance(func(c *cache) { c.removeIf(match) })
}

func (v *Verifier) advance(change func(*cache)) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.epoch++
	change(v.answers)
	v.refused.clear() // an account may have been resumed
}
