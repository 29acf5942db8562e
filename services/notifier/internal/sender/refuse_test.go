package sender_test

import (
	"context"
	"errors"
	"net"
	"net/http/httptrace"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/notifier/internal/sender"
	"github.com/docmill/docmill/services/notifier/internal/target"
	"github.com/docmill/docmill/services/notifier/internal/target/evil"
)

// sockets counts a sender's dials: refused ones, and permitted ones.
type sockets struct{ refused, let atomic.Int32 }

func (s *sockets) watch(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		ConnectDone: func(_, _ string, err error) {
			if errors.Is(err, target.ErrRefused) {
				s.refused.Add(1)
			} else {
				s.let.Add(1)
			}
		},
	})
}

// Addresses of the inside are never connected to, however they came into the
// database.
func TestForbiddenAddresses(t *testing.T) {
	t.Parallel()
	names := nameServer{}
	s := newSender(t, sender.Config{Policy: target.Policy{Ports: []target.PortRange{{First: 443, Last: 443}}},
		Resolver: names.resolver()})
	var seen sockets
	urls := evil.URLs()
	for _, url := range urls {
		answer := s.Send(seen.watch(t.Context()), sender.Request{Subscription: "wh_1", URL: url})
		assert.True(t, answer.Status == 0 && answer.Error != "" && !answer.Success(), url, answer)
	}
	n := seen.let.Load()
	assert.True(t, n <= 0 && len(urls) >= 60, n, "connections for", len(urls), "addresses")
	t.Logf("%d addresses: %d connections, %d refused as they were about to be made, the others before", len(urls),
		seen.let.Load(), seen.refused.Load())
}

// Names that resolve to internal addresses at the connection, after any earlier result, with a listener
// that would notice.
func TestRebinding(t *testing.T) {
	t.Parallel()
	trap, err := net.Listen("tcp4", "127.0.0.1:0")
	require.NoError(t, err)
	defer trap.Close()
	var caught atomic.Int32
	go func() {
		for {
			if _, err := trap.Accept(); err != nil {
				return
			}
			caught.Add(1)
		}
	}()
	_, port, err := net.SplitHostPort(trap.Addr().String())
	require.NoError(t, err)
	policy := target.Policy{Ports: []target.PortRange{{First: 1, Last: 65535}}}
	var seen sockets
	bound := []string{"127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "fd00:ec2::254",
		"64:ff9b::7f00:1"}
	for _, inside := range bound {
		names := nameServer{by: map[string]netip.Addr{"rebinding.example.com.": netip.MustParseAddr("93.184.215.14")}}
		resolver := names.resolver()
		url := "https://rebinding.example.com:" + port + "/"
		require.NoError(t, policy.Check(t.Context(), resolver, url))
		names.bind("rebinding.example.com.", inside)
		s := newSender(t, sender.Config{Policy: policy, Resolver: resolver})
		for range 2 {
			answer := s.Send(seen.watch(t.Context()), sender.Request{Subscription: "wh_1", URL: url})
			assert.Equal(t, answer.Error, target.ErrRefused.Error(), inside, answer)
		}
		assert.Error(t, policy.Check(t.Context(), resolver, url), inside, "would be registered")
	}
	if caught.Load() > 0 || seen.let.Load() > 0 {
		t.Errorf("%d caught, %d connections", caught.Load(), seen.let.Load())
	}
	t.Logf("%d names bound anew: %d connections, %d refused as they were about to be made", len(bound), seen.let.Load(),
		seen.refused.Load())
}

// A proxy that the environment names is not asked.
func TestEnvironmentProxyIgnored(t *testing.T) {
	proxy, err := net.Listen("tcp4", "127.0.0.1:0")
	require.NoError(t, err)
	defer proxy.Close()
	for _, name := range []string{"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "ALL_PROXY"} {
		t.Setenv(name, "http://"+proxy.Addr().String())
	}
	answer := send(t, newSender(t, sender.Config{Policy: target.Policy{Ports: []target.PortRange{{First: 443,
		Last: 443}}}}), "https://10.0.0.1/")
	assert.Equal(t, answer.Error, target.ErrRefused.Error(), answer)
}

// nameServer answers look-ups, for a resolver that asks it over a pipe.
type nameServer struct {
	mu sync.Mutex
	by map[string]netip.Addr // none: no such name
}

func (n *nameServer) bind(name, address string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.by[name] = netip.MustParseAddr(address)
}

func (n *nameServer) resolver() *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go n.serve(server)
		return client, nil
	}}
}

// serve answers as over TCP (RFC 1035, 4.2.2), because the resolver sees no packet connection.
func (n *nameServer) serve(conn net.Conn) {
	defer conn.Close()
	size := make([]byte, 2)
	for {
		if _, err := readFull(conn, size); err != nil {
			return
		}
		query := make([]byte, int(size[0])<<8|int(size[1]))
		if _, err := readFull(conn, query); err != nil {
			return
		}
		answer := n.answer(query)
		if _, err := conn.Write(append([]byte{byte(len(answer) >> 8), byte(len(answer))}, answer...)); err != nil {
			return
		}
	}
}

func readFull(conn net.Conn, b []byte) (n int, err error) {
	for n < len(b) && err == nil {
		var m int
		m, err = conn.Read(b[n:])
		n += m
	}
	return n, err
}

func (n *nameServer) answer(query []byte) []byte {
	n.mu.Lock()
	defer n.mu.Unlock()
	var m dnsmessage.Message
	if err := m.Unpack(query); err != nil || len(m.Questions) != 1 {
		return nil
	}
	q := m.Questions[0]
	m.Response, m.RCode, m.Additionals = true, dnsmessage.RCodeNameError, nil
	head := dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class, TTL: 0, Type: q.Type}
	if addr, ok := n.by[strings.ToLower(q.Name.String())]; ok {
		m.RCode = dnsmessage.RCodeSuccess
		if q.Type == dnsmessage.TypeA && addr.Is4() {
			m.Answers = []dnsmessage.Resource{{Header: head, Body: &dnsmessage.AResource{A: addr.As4()}}}
		} else if q.Type == dnsmessage.TypeAAAA && addr.Is6() {
			m.Answers = []dnsmessage.Resource{{Header: head, Body: &dnsmessage.AAAAResource{AAAA: addr.As16()}}}
		}
	}
	packed, err := m.Pack()
	if err != nil {
		return nil
	}
	return packed
}
