package fault

import (
	"errors"
	"io"
	"net"
	"sync"
	"time"
)

// Link is a network between one part and a server: a TCP proxy that can be cut, slowed and partitioned.
type Link struct {
	listener net.Listener
	dial     func() (net.Conn, error)

	mu      sync.Mutex
	conns   map[net.Conn]bool
	closed  bool
	refuses bool
	delay   time.Duration
	budget  int64             // bytes that still pass before all is cut; negative for no end
	held    map[Way]chan bool // closed when the way is open again
}

// Way is one direction of a link.
type Way int

// Ways.
const (
	ToServer Way = iota
	FromServer
)

// NewLink listens on a free port of 127.0.0.1 and connects to dial's target.
func NewLink(dial func() (net.Conn, error)) (*Link, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	l := &Link{listener: listener, dial: dial, conns: map[net.Conn]bool{}, budget: -1, held: map[Way]chan bool{}}
	go l.accept()
	return l, nil
}

// Address returns the address that clients of the link connect to.
func (l *Link) Address() string { return l.listener.Addr().String() }

// Close ends the link for good.
func (l *Link) Close() {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	_ = l.listener.Close()
	l.Heal()
	l.Cut()
}

// Cut ends all connections; new ones work.
func (l *Link) Cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut()
}

func (l *Link) cut() {
	l.budget = -1
	for c := range l.conns {
		_ = c.Close()
		delete(l.conns, c)
	}
}

// CutAfter cuts the connections after that many bytes.
func (l *Link) CutAfter(bytes int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.budget = bytes
}

// Refuse ends all connections and every new one at once, until Heal.
func (l *Link) Refuse() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refuses = true
	l.cut()
}

// Hold silently blocks a direction until Heal: both for a partition, one for a half-open network.
func (l *Link) Hold(ways ...Way) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, way := range ways {
		if l.held[way] == nil {
			l.held[way] = make(chan bool)
		}
	}
}

// Slow has everything take longer by d each time that something is said.
func (l *Link) Slow(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.delay = d
}

// Heal removes all faults and forwards the blocked data.
func (l *Link) Heal() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refuses, l.delay, l.budget = false, 0, -1
	for way, open := range l.held {
		close(open)
		delete(l.held, way)
	}
}

func (l *Link) accept() {
	for {
		client, err := l.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err == nil {
			go l.join(client)
		}
	}
}

func (l *Link) join(client net.Conn) {
	l.mu.Lock()
	away := l.refuses || l.closed
	l.mu.Unlock()
	if away {
		_ = client.Close()
		return
	}
	server, err := l.dial()
	if err != nil {
		_ = client.Close()
		return
	}
	if !l.add(client, server) {
		return
	}
	go l.pass(server, client, ToServer)
	l.pass(client, server, FromServer)
}

func (l *Link) add(conns ...net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range conns {
		if l.refuses || l.closed {
			_ = c.Close()
			continue
		}
		l.conns[c] = true
	}
	return !l.refuses && !l.closed
}

// pass copies until one side ends, and ends both.
func (l *Link) pass(to, from net.Conn, way Way) {
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.conns, to)
		delete(l.conns, from)
		_ = to.Close()
		_ = from.Close()
	}()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			l.wait(way)
			allowed := l.spend(int64(n))
			if _, err := to.Write(buffer[:allowed]); err != nil {
				return
			}
			if allowed < int64(n) {
				l.Cut()
				return
			}
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				l.wait(way) // an end is held like everything else
			}
			return
		}
	}
}

// wait blocks while the direction is held or slow.
func (l *Link) wait(way Way) {
	l.mu.Lock()
	open, delay := l.held[way], l.delay
	l.mu.Unlock()
	if open != nil {
		<-open
	}
	time.Sleep(delay)
}

// spend subtracts n bytes from the remaining ones and returns how many may pass.
func (l *Link) spend(n int64) int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.budget < 0 {
		return n
	}
	if n <= l.budget {
		l.budget -= n
		return n
	}
	n, l.budget = l.budget, -1
	return n
}
