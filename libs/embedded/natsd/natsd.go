// Package natsd runs a NATS server with JetStream in this process.
//
// Clients in the process connect through [Server.Provider] without a socket. A listener is opened only if the
// configuration has an address.
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

// syncInterval is how long an acknowledged message may be in the page cache only. A killed process loses nothing; a
// crash of the operating system loses the last interval, whose commands are published again from PostgreSQL. An
// fsync per message would make publishing three to thirteen times slower; the server's default of two minutes would
// make the repair longer.
const syncInterval = 10 * time.Second

// tlsTimeout bounds a handshake, in seconds.
const tlsTimeout = 5

// readyTimeout bounds the wait for the accept loop, which takes microseconds on an idle machine.
const readyTimeout = time.Minute

// Config describes one server.
type Config struct {
	// StoreDir has the JetStream files. It is created if it is missing, and only one server can use it.
	StoreDir string
	// Listen is host:port, with port 0 for any free port; empty for no listener.
	Listen string
	// Users may connect, also in process. Without users, every client may do everything.
	Users []User
	// Accounts is the block "accounts" of the server's configuration, with users and their rights; Users is not used
	// then. The passwords are those of Passwords, not those in the text.
	Accounts  string
	Passwords map[string]string
	// Adopt is the account that gets the streams of an earlier server without accounts; empty for none.
	Adopt string
	// Cluster makes the server part of a cluster; nil for a single server.
	Cluster *Cluster
	// MaxStore is the disk space of all streams in bytes; 0 is three quarters of the free space.
	MaxStore int64
	// TLS of the listener; nil for none. If it has client authorities, clients need a certificate. In-process
	// connections have no TLS.
	TLS *tls.Config
	// MaxPayload is the largest message in bytes; 0 for the server's default of 1 MiB.
	MaxPayload int32
	// Log for the server's log; nil discards it.
	Log *slog.Logger
}

// Cluster is the configuration of a server in a cluster.
type Cluster struct {
	// Server is the unique name of this server.
	Server string
	// Listen is host:port for other servers; Peers are the addresses of all servers.
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

// Start starts a server and returns when it accepts connections. If the address or the directory is in use, the error
// names it. ctx bounds the start only.
func Start(ctx context.Context, cfg Config) (*Server, error) {
	log := cfg.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	opts, err := options(cfg)
	if err != nil {
		return nil, err
	}
	// The server logs a fatal error about a used port only after it has opened the store, so the address is tried
	// first.
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

// Provider returns in-process connections, for nats.InProcessServer. If the server refuses a login on
// such a connection, the client gets the error of a closed pipe after ten seconds (both write, and the
// pipe has no buffer); the server's log has the reason.
func (s *Server) Provider() nats.InProcessConnProvider { return s.nats }

// ClientURL is nats://host:port of the listener; "" if there is none.
func (s *Server) ClientURL() string {
	if !s.listening {
		return ""
	}
	return s.nats.ClientURL()
}

// Shutdown closes all connections, flushes the store and waits. If ctx ends first, it returns the error of ctx, and
// the shutdown continues in the background. It may be called again.
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

// launch starts the server and returns its fatal error, if any.
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
		// A shutdown during the start would return before the start has ended, which then changes files of the next
		// server of the directory.
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
