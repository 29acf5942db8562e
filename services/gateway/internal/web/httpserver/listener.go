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

// How much is read, and how long, from a client that still sends while the
// answer is on its way.
const (
	lingerBytes = 64 << 20
	lingerTime  = 5 * time.Second
)

// silenceGrace is how long a connection that has not sent a byte yet may take
// for its first request once the server stops. fasthttp takes such a connection
// for one with a request under way, and clients open some in reserve. A client on a busy
// machine takes more than a second to send what it opened a connection for.
const silenceGrace = 2 * time.Second

// farewellTime is how long clients have to use their open connections once more.
const farewellTime = time.Second

// lastCallTime is how long connections are still accepted that clients had opened
// before the listener closes.
const lastCallTime = 50 * time.Millisecond

// listener bounds the connections that are open at once and keeps hold of them.
type listener struct {
	net.Listener
	bounds *bounds
	closed chan struct{}
	once   sync.Once
	// silence is until when connections may be silent from their beginning, in
	// nanoseconds of Unix time; 0 is forever.
	silence atomic.Int64
	// ending says that the listener's deadline ends it; ended is closed once Accept
	// gives no more connections.
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

// Accept returns the next connection for which there is a place. When none is
// found, because every connection has a request under way, the next ones wait in
// the operating system's queue.
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
			err = io.EOF // as the server wants it told
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

// lastCall accepts the connections that clients have opened and the server has
// not seen yet, and then no more: to close a listener resets what waits in the
// operating system's queue, with the requests already sent on it.
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

// track is nil for a connection that was closed because there is no place.
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

// cut closes every open connection at once.
func (l *listener) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.conns {
		_ = c.Conn.Close() // the server closes it once more and forgets it
	}
}

// hurry ends connections that say nothing.
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

// farewell lets clients leave: as long as connections are open, but not long,
// requests are still answered, each with `Connection: close`. To close a
// connection that was kept open at once would lose the request that is just
// being sent on it (RFC 9112, 9.5).
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

// silentUntil is until when the connection may be silent: one that was opened
// while the server stops has as long as those before it.
func (c *conn) silentUntil(bound time.Time) time.Time {
	if own := c.opened.Add(silenceGrace); own.After(bound) {
		return own
	}
	return bound
}

// linger makes Close wait for the client to stop sending. Without it, closing
// while bytes of the body are unread makes the kernel send a reset, and the
// client may lose the answer it was sent (RFC 9112, 9.6).
func (c *conn) linger() { c.lingers.Store(true) }

// Close closes the connection; an answer was written before.
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
		// Whatever ends it: the connection is closed next.
		_, _ = io.CopyN(io.Discard, c.Conn, lingerBytes)
	}
}
