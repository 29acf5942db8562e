package httpserver

import (
	linked "container/list"
	"net"
	"net/netip"
	"slices"
	"sync"

	"github.com/docmill/docmill/services/gateway/internal/access/clientnet"
)

// bounds limits open connections, in total and per client address (IPv6: one /64). To make room it closes one that is
// waiting for a request: of the same address if that has too many, else of any. It is safe for concurrent use.
type bounds struct {
	max, maxPerAddress int
	trusted            []netip.Prefix // proxies: their connections are many clients'
	refused            func(reason string)

	mu      sync.Mutex
	room    *sync.Cond // there may be room now
	closed  bool
	open    int
	ending  int // closed to make room, and not yet wound up by their server
	clients map[netip.Prefix]*client
	waiting queues
}

// Reasons for closing well-behaved connections.
const (
	reasonAddress = "address" // too many of one client address
	reasonTotal   = "total"   // too many in all
)

// maxEnding bounds the connections being closed, so that they cannot accumulate.
const maxEnding = 64

// client is one address with open connections.
type client struct {
	open    int
	waiting queues
}

// queues hold connections that wait for a request, in the order of closing, the longest waiting in front of each.
type queues [rankProxy + 1]linked.List

// Ranks of connections that wait for a request.
const (
	rankNew   = iota // no request has come yet: a real client sends one soon
	rankKept         // kept open after an answer
	rankProxy        // a trusted proxy's
)

// place is a connection's share of the limits.
type place struct {
	bounds  *bounds
	network netip.Prefix
	client  *client
	proxy   bool
	cut     func() // closes the TCP connection at once

	// Guarded by bounds.mu.
	served   bool            // a request has come
	gone     bool            // the place was given back
	ending   bool            // it was cut, and end was not called yet
	anywhere *linked.Element // in bounds.waiting, nil while a request is under way
	own      *linked.Element // in client.waiting, likewise
}

func newBounds(cfg Config, refused func(reason string)) *bounds {
	b := &bounds{
		max: cfg.MaxConnections, maxPerAddress: cfg.MaxConnectionsPerAddress, trusted: cfg.TrustedProxies,
		refused: refused, clients: map[netip.Prefix]*client{},
	}
	b.room = sync.NewCond(&b.mu)
	return b
}

// take returns a place for a connection of an address, which cut closes. It waits while every connection
// has a request in progress. It returns nil if the address has too many of these, or after close.
func (b *bounds) take(from netip.Addr, cut func()) *place {
	p := &place{bounds: b, network: clientnet.Of(from), cut: cut, proxy: b.trusts(from)}
	b.mu.Lock()
	defer b.mu.Unlock()
	for !b.closed {
		c := b.clients[p.network]
		switch {
		case b.ending >= maxEnding:
			b.room.Wait()
		case !p.proxy && c != nil && c.open >= b.maxPerAddress:
			b.refused(reasonAddress)
			if !b.cutOne(&c.waiting) {
				return nil
			}
		case b.open < b.max:
			b.enter(p)
			return p
		case b.cutOne(&b.waiting):
			b.refused(reasonTotal)
		default:
			b.room.Wait()
		}
	}
	return nil
}

func (b *bounds) trusts(a netip.Addr) bool {
	return slices.ContainsFunc(b.trusted, func(p netip.Prefix) bool { return p.Contains(a) })
}

// spare closes a connection that waits for a request, if any.
func (b *bounds) spare() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.cutOne(&b.waiting) {
		b.refused(reasonTotal)
	}
}

func (b *bounds) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.room.Broadcast()
}

func (b *bounds) count() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.open
}

// cutOne closes the first waiting connection and frees its place at once.
func (b *bounds) cutOne(q *queues) bool {
	for rank := range q {
		if e := q[rank].Front(); e != nil {
			p := e.Value.(*place)
			b.leave(p)
			b.ending++
			p.ending = true
			p.cut()
			return true
		}
	}
	return false
}

func (b *bounds) enter(p *place) {
	if p.client = b.clients[p.network]; p.client == nil {
		p.client = &client{}
		b.clients[p.network] = p.client
	}
	p.client.open++
	b.open++
	b.wait(p)
}

func (b *bounds) leave(p *place) {
	b.unwait(p)
	p.gone = true
	b.open--
	if p.client.open--; p.client.open == 0 {
		delete(b.clients, p.network)
	}
	b.room.Signal()
}

func (b *bounds) wait(p *place) {
	rank := rankNew
	switch {
	case p.proxy:
		rank = rankProxy
	case p.served:
		rank = rankKept
	}
	p.anywhere, p.own = b.waiting[rank].PushBack(p), p.client.waiting[rank].PushBack(p)
}

func (b *bounds) unwait(p *place) {
	if p.anywhere == nil {
		return
	}
	for rank := range b.waiting { // an element is removed from its own list alone
		b.waiting[rank].Remove(p.anywhere)
		p.client.waiting[rank].Remove(p.own)
	}
	p.anywhere, p.own = nil, nil
}

// begin marks the beginning of a request. False means that the connection was closed and the request must be dropped.
func (p *place) begin() bool {
	p.bounds.mu.Lock()
	defer p.bounds.mu.Unlock()
	if p.gone {
		return false
	}
	p.served = true
	p.bounds.unwait(p)
	return true
}

// rest marks the end of a request.
func (p *place) rest() {
	p.bounds.mu.Lock()
	defer p.bounds.mu.Unlock()
	if !p.gone && p.anywhere == nil {
		p.bounds.wait(p)
		p.bounds.room.Signal()
	}
}

func (p *place) end() {
	p.bounds.mu.Lock()
	defer p.bounds.mu.Unlock()
	if !p.gone {
		p.bounds.leave(p)
	}
	if p.ending {
		p.ending = false
		p.bounds.ending--
		p.bounds.room.Signal()
	}
}

func (p *place) wasCut() bool {
	p.bounds.mu.Lock()
	defer p.bounds.mu.Unlock()
	return p.gone
}

// addressOf returns the peer's address, or the zero Addr.
func addressOf(c net.Conn) netip.Addr {
	if tcp, ok := c.RemoteAddr().(*net.TCPAddr); ok {
		return tcp.AddrPort().Addr().Unmap()
	}
	return netip.Addr{}
}

// innermost returns the connection under all wrappers. Its Close does not wait; TLS would first send a last record.
func innermost(c net.Conn) net.Conn {
	for {
		wrapped, ok := c.(interface{ NetConn() net.Conn })
		if !ok {
			return c
		}
		c = wrapped.NetConn()
	}
}
