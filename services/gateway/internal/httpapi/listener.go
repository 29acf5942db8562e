package httpapi

import (
	"errors"
	"io"
	"net"
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

// listener bounds the connections that are open at once and keeps hold of them.
type listener struct {
	net.Listener
	slots  chan struct{}
	closed chan struct{}
	once   sync.Once

	mu    sync.Mutex
	conns map[*conn]struct{}
}

func newListener(ln net.Listener, maxConnections int) *listener {
	return &listener{
		Listener: ln,
		slots:    make(chan struct{}, maxConnections),
		closed:   make(chan struct{}),
		conns:    map[*conn]struct{}{},
	}
}

// Accept waits for a free place first, so that the others wait in the
// operating system's queue instead of being turned away.
func (l *listener) Accept() (net.Conn, error) {
	select {
	case l.slots <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	for {
		c, err := l.Listener.Accept()
		if err == nil {
			return l.track(c), nil
		}
		if !temporary(err) {
			<-l.slots
			return nil, err
		}
		// Out of file descriptors: the server would end on this error.
		select {
		case <-time.After(50 * time.Millisecond):
		case <-l.closed:
			<-l.slots
			return nil, net.ErrClosed
		}
	}
}

func temporary(err error) bool {
	var t interface{ Temporary() bool }
	return errors.As(err, &t) && t.Temporary()
}

func (l *listener) track(c net.Conn) *conn {
	lc := &conn{Conn: c, listener: l}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conns[lc] = struct{}{}
	return lc
}

func (l *listener) forget(c *conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.conns, c)
	<-l.slots
}

func (l *listener) Close() error {
	l.once.Do(func() { close(l.closed) })
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

// conn is a connection that can linger.
type conn struct {
	net.Conn
	listener *listener
	lingers  atomic.Bool
	once     sync.Once
	err      error
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
