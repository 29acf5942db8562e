// Package natsd runs a NATS server with JetStream inside this process.
//
// Clients of the same process connect through [Server.Provider] without a
// socket; a listener is opened only when the configuration names an address.
package natsd

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/docmill/docmill/libs/embedded/internal/dirlock"
)

// syncInterval is how long an acknowledged message may live in the page cache
// alone. A killed process loses nothing; only a crash of the operating system
// can take the last interval. That is affordable here because the truth is in
// Postgres, from which every command is issued again, and an fsync per message
// would make publishing three to thirteen times slower. The server's own
// default of two minutes would only make the repair longer.
const syncInterval = 10 * time.Second

// tlsTimeout bounds a handshake, in seconds.
const tlsTimeout = 5

// readyTimeout bounds the wait for the accept loop after the server's start
// function has returned; that is a matter of microseconds on an idle machine.
const readyTimeout = time.Minute

// Config describes one server.
type Config struct {
	// StoreDir holds the JetStream files. It is created where missing and
	// belongs to one server at a time.
	StoreDir string
	// Listen is host:port; port 0 takes any free one. Empty opens no socket.
	Listen string
	// Users are the only ones who may connect, in-process connections
	// included. Without users everybody may do everything.
	Users []User
	// Accounts is, in the language of the server's configuration, the block
	// "accounts" with users and what they may; Users is then not used. Every
	// user signs in with its password of Passwords, whatever the text says.
	Accounts  string
	Passwords map[string]string
	// Adopt names the account that takes over what an earlier server without
	// accounts has stored; empty for none.
	Adopt string
	// Cluster, unless nil, makes the server one of several.
	Cluster *Cluster
	// MaxStore is the most in bytes that streams may hold on disk together; 0 is
	// three quarters of what is free.
	MaxStore int64
	// TLS, unless nil, is how clients of the listener are served, and asked for a
	// certificate of their own where it names authorities for that. Connections
	// of the same process need none.
	TLS *tls.Config
	// MaxPayload is the largest message in bytes; 0 is the server's 1 MiB.
	MaxPayload int32
	// Log takes the server's log; nil discards it.
	Log *slog.Logger
}

// Cluster is a server's place among several that keep streams together.
type Cluster struct {
	// Server is its name, which no other has.
	Server string
	// Listen is host:port for the others, Peers all of their host:port.
	Listen string
	Peers  []string
}

// Server is a running NATS server.
type Server struct {
	nats      *server.Server
	lock      *dirlock.Lock
	listening bool
	ending    chan struct{} // closed by the first Shutdown
	end       sync.Once
	revived   sync.WaitGroup
}

// Start runs a server and returns once it accepts connections. The error names
// the address when it is taken, and the directory when another server uses it.
// ctx bounds the start alone.
func Start(ctx context.Context, cfg Config) (*Server, error) {
	log := cfg.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	opts, err := options(cfg)
	if err != nil {
		return nil, err
	}
	// The server answers a taken port with a fatal log line long after the
	// store is open, so the address is tried first.
	if err := probe(ctx, cfg.Listen); err != nil {
		return nil, err
	}
	lock, err := dirlock.Acquire(cfg.StoreDir)
	if err != nil {
		return nil, fmt.Errorf("nats store: %w", err)
	}
	if err := adopt(cfg); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	ns, err := launch(ctx, opts, log)
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	s := &Server{nats: ns, lock: lock, listening: !opts.DontListen, ending: make(chan struct{})}
	if cfg.Cluster == nil { // servers of a cluster hold each other's streams
		s.revived.Go(func() { s.revive(opts, log) })
	}
	return s, nil
}

// Provider returns in-process connections, for nats.InProcessServer. A login that
// the server refuses takes ten seconds to fail on such a connection and fails
// as a closed pipe (server and client both write, and the pipe has no buffer);
// the server's log has the cause.
func (s *Server) Provider() nats.InProcessConnProvider { return s.nats }

// ClientURL is nats://host:port of the listener, or "" without one.
func (s *Server) ClientURL() string {
	if !s.listening {
		return ""
	}
	return s.nats.ClientURL()
}

// Shutdown closes all connections, flushes the store and waits for both. When
// ctx ends first its error is returned and the shutdown goes on by itself.
// Calling it again is harmless.
func (s *Server) Shutdown(ctx context.Context) error {
	s.end.Do(func() { close(s.ending) })
	done := make(chan error, 1)
	go func() {
		s.revived.Wait()
		s.nats.Shutdown()
		s.nats.WaitForShutdown()
		done <- s.lock.Close()
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return fmt.Errorf("nats shutdown: %w", ctx.Err())
	}
}

func options(cfg Config) (*server.Options, error) {
	opts := &server.Options{
		ServerName:        "docmill",
		JetStream:         true,
		JetStreamMaxStore: cfg.MaxStore,
		StoreDir:          cfg.StoreDir,
		SyncInterval:      syncInterval,
		MaxPayload:        cfg.MaxPayload,
		Users:             serverUsers(cfg.Users),
		NoSigs:            true, // signals belong to main
		DontListen:        cfg.Listen == "",
	}
	if err := withAccounts(opts, cfg); err != nil {
		return nil, err
	}
	if cfg.TLS != nil {
		opts.TLS, opts.TLSConfig, opts.TLSTimeout = true, cfg.TLS, tlsTimeout
		opts.TLSVerify = cfg.TLS.ClientAuth == tls.RequireAndVerifyClientCert
	}
	if err := cfg.Cluster.apply(opts); err != nil {
		return nil, err
	}
	if cfg.StoreDir == "" {
		return nil, errors.New("nats: no store directory given")
	}
	if cfg.MaxPayload < 0 {
		return nil, fmt.Errorf("nats: max payload %d is negative", cfg.MaxPayload)
	}
	if opts.DontListen {
		return opts, nil
	}
	var err error
	if opts.Host, opts.Port, err = hostPort(cfg.Listen); err != nil {
		return nil, err
	}
	if opts.Port == 0 {
		opts.Port = server.RANDOM_PORT
	}
	return opts, nil
}

// apply makes opts those of one server of the cluster; nil changes nothing.
func (c *Cluster) apply(opts *server.Options) (err error) {
	if c == nil {
		return nil
	}
	opts.ServerName, opts.Cluster.Name = c.Server, "docmill"
	if opts.Cluster.Host, opts.Cluster.Port, err = hostPort(c.Listen); err != nil {
		return err
	}
	for _, peer := range c.Peers {
		opts.Routes = append(opts.Routes, &url.URL{Scheme: "nats-route", Host: peer})
	}
	return nil
}

func hostPort(address string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return "", 0, fmt.Errorf("nats listen address %q: %w", address, err)
	}
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return "", 0, fmt.Errorf("nats listen address %q: %w", address, err)
	}
	return host, int(n), nil
}

func probe(ctx context.Context, address string) error {
	if address == "" {
		return nil
	}
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("nats cannot listen on %s: %w", address, err)
	}
	return l.Close()
}

// launch starts the server and turns what it calls fatal into an error.
func launch(ctx context.Context, opts *server.Options, log *slog.Logger) (*server.Server, error) {
	ns, err := server.NewServer(opts)
	if err != nil {
		return nil, fmt.Errorf("nats options: %w", err)
	}
	logs := newLogger(log)
	ns.SetLogger(logs, false, false)

	started := make(chan struct{})
	go func() {
		defer close(started)
		ns.Start()
	}()
	select {
	case <-started:
		err = logs.fatal()
	case <-ctx.Done():
		err = ctx.Err()
		// A shutdown beside a start ends before it, and what still starts would
		// make and remove files under the next server of the directory.
		<-started
	}
	if err == nil && !ns.ReadyForConnections(readyTimeout) {
		err = fmt.Errorf("not ready within %s", readyTimeout)
	}
	if err != nil {
		ns.Shutdown()
		ns.WaitForShutdown()
		return nil, fmt.Errorf("nats start: %w", err)
	}
	return ns, nil
}
