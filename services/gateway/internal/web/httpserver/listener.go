package httpserver

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// Limits of bytes and time for reading from a client that still sends during the response.
const (
	lingerBytes = 64 << 20
	lingerTime  = 5 * time.Second
)

// silenceGrace is how long a connection without any byte may take for its first request after the server stops. Clients
// open some in advance; fasthttp counts them as busy. A client on a busy machine takes more than a second.
const silenceGrace = 2 * time.Second

// farewellTime is how long clients may use open connections for one more request.
const farewellTime = time.Second

// lastCallTime is how long pending connections are still accepted before the listener closes.
const lastCallTime = 50 * time.Millisecond

// listener limits and tracks the open connections.
type listener struct {
	net.Listener
	bounds *bounds
	closed chan struct{}
	once   sync.Once
	// silence is the deadline for the first byte of connections, in nanoseconds of Unix time; 0 means none.
	silence atomic.Int64
	// ending is set when the listener's deadline is the end; ended is closed once Accept returns no more connections.
	ending  atomic.Bool
	ended   chan struct{}
	endOnce sync.Once

	mu    sync.Mutex
	conns map[*conn]struct{}
}

func newListener(ln net.Listener, b *bounds) *listener {
	return &listener{
		Listener: ln, bounds: b, closed: make(chan struct{}), ended: make(chan struct{}), conns: map[*conn]struct{}{},
	}
}

// Accept returns the next connection that gets a place. If every connection has a request in progress,
// further ones wait in the operating system's queue.
func (l *listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err == nil {
			if lc := l.track(c); lc != nil {
				return lc, nil
			}
			continue
		}
		if l.ending.Load() && errors.Is(err, os.ErrDeadlineExceeded) {
			err = io.EOF // as the server expects
		}
		if !temporary(err) {
			l.endOnce.Do(func() { close(l.ended) })
			return nil, err
		}
		// Out of file descriptors: the server would end on this error.
		l.bounds.spare()
		select {
		case <-time.After(50 * time.Millisecond):
		case <-l.closed:
			l.endOnce.Do(func() { close(l.ended) })
			return nil, net.ErrClosed
		}
	}
}

// lastCall accepts the queued connections, then no more. Closing a listener resets them and loses the requests sent.
func (l *listener) lastCall(ctx context.Context) {
	bounded, ok := l.Listener.(interface{ SetDeadline(t time.Time) error })
	if !ok {
		return
	}
	l.ending.Store(true)
	if bounded.SetDeadline(time.Now().Add(lastCallTime)) != nil {
		return // closed already
	}
	select {
	case <-l.ended:
	case <-ctx.Done():
	}
}

func temporary(err error) bool {
	var t interface{ Temporary() bool }
	return errors.As(err, &t) && t.Temporary()
}

// track returns nil for a connection closed for lack of a place.
func (l *listener) track(c net.Conn) *conn {
	cut := func() { _ = innermost(c).Close() } // its server notices, and closes it once more
	lc := &conn{Conn: c, listener: l, opened: time.Now()}
	if lc.place = l.bounds.take(addressOf(c), cut); lc.place == nil {
		cut()
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conns[lc] = struct{}{}
	return lc
}

func (l *listener) forget(c *conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.conns, c)
	c.place.end()
}

func (l *listener) Close() error {
	l.once.Do(func() {
		close(l.closed)
		l.bounds.close()
	})
	return l.Listener.Close()
}

func (l *listener) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.conns {
		_ = c.Conn.Close() // the server closes it once more and forgets it
	}
}

// hurry ends silent connections.
func (l *listener) hurry() {
	until := time.Now().Add(silenceGrace)
	l.silence.Store(until.UnixNano())
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.conns {
		if !c.spoken.Load() {
			_ = c.Conn.SetReadDeadline(c.silentUntil(until)) // it may have closed meanwhile
		}
	}
}

// farewell answers requests with `Connection: close` for a while: an abrupt close loses one being sent (RFC 9112, 9.5).
func (l *listener) farewell(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, farewellTime)
	defer cancel()
	look := time.NewTicker(farewellTime / 50)
	defer look.Stop()
	for l.open() > 0 {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
	}
}

func (l *listener) open() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.conns)
}

// conn is a connection that can linger.
type conn struct {
	net.Conn
	listener *listener
	place    *place
	opened   time.Time
	lingers  atomic.Bool
	spoken   atomic.Bool // a byte was read from it
	once     sync.Once
	err      error
}

func (c *conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 && !c.spoken.Load() {
		c.spoken.Store(true)
	}
	if err != nil && c.place.wasCut() {
		err = io.EOF // for the server as if the client had left: no answer, nothing to report
	}
	return n, err
}

// NetConn is the connection under this one.
func (c *conn) NetConn() net.Conn { return c.Conn }

// SetReadDeadline keeps the bound of a silent connection when the server stops.
func (c *conn) SetReadDeadline(t time.Time) error {
	if until := c.listener.silence.Load(); until != 0 && !c.spoken.Load() {
		if bound := c.silentUntil(time.Unix(0, until)); t.IsZero() || t.After(bound) {
			t = bound
		}
	}
	return c.Conn.SetReadDeadline(t)
}

// silentUntil is the deadline for the first byte: a connection opened during the stop gets the same time.
func (c *conn) silentUntil(bound time.Time) time.Time {
	if own := c.opened.Add(silenceGrace); own.After(bound) {
		return own
	}
	return bound
}

// linger makes Close wait until the client stops sending: a reset could lose the response (RFC 9112, 9.6).
func (c *conn) linger() { c.lingers.Store(true) }

func (c *conn) Close() error {
	c.once.Do(func() {
		if c.lingers.Load() {
			c.discard()
		}
		c.err = c.Conn.Close()
		c.listener.forget(c)
	})
	return c.err
}

func (c *conn) discard() {
	half, ok := c.Conn.(interface{ CloseWrite() error })
	if !ok || half.CloseWrite() != nil {
		return
	}
	if c.SetReadDeadline(time.Now().Add(lingerTime)) == nil {
		// The connection is closed next, after any error.
		_, _ = io.CopyN(io.Discard, c.Conn, lingerBytes)
	}
}
