// Package s3d runs an S3 server inside this process, over a plain directory.
//
// It is versitygw's posix gateway with three changes: an object is synced to disk before the response to
// its upload, the process keeps its working directory, and it supports only the operations that docmill
// uses (see [store]). Objects are files at <Dir>/buckets/<bucket>/<key>, so a key cannot also be the prefix
// directory of another key. Deletions are not synced: after a crash of the operating system a recently
// deleted object may exist again, until the janitor removes it as an orphan.
package s3d

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"syscall"
	"time"

	"github.com/versity/versitygw/auth"
	"github.com/versity/versitygw/embedgw"
	"github.com/versity/versitygw/s3api"

	"github.com/docmill/docmill/libs/embedded/internal/dirlock"
)

// Region is the only region served.
const Region = "us-east-1"

const (
	maxConnections = 1024
	maxRequests    = 512
	// maxParts is the limit of Amazon S3.
	maxParts = 10_000
	// maxBindAttempts bounds the search for a free port, which another process can take before the server binds it.
	maxBindAttempts = 5
)

// Config describes the server.
type Config struct {
	// Dir has the buckets and their metadata. It is created if it is missing, and only one server can use it.
	Dir string
	// Listen is host:port (port 0 for a free port) or the absolute path of a Unix socket that only the user
	// of the process may open; empty is 127.0.0.1:0. Abstract sockets are refused: they have no owner.
	Listen string
	// AccessKey and SecretKey of the only account.
	AccessKey, SecretKey string
	// Log for operators; nil discards it.
	Log *slog.Logger
}

// Server is a running S3 server.
type Server struct {
	lock      *dirlock.Lock
	address   address
	transport *http.Transport
	files     *os.Root // of the buckets
	direct    *direct

	stop context.CancelFunc
	done chan struct{} // closed after err is set
	err  error
}

// Start starts the server and returns when it accepts connections. The gateway library allows one running
// server per process: a second Start returns an error. ctx bounds the start only.
func Start(ctx context.Context, cfg Config) (*Server, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Dir == "" || cfg.AccessKey == "" || cfg.SecretKey == "" {
		return nil, errors.New("s3: directory, access key and secret key are required")
	}
	lock, err := dirlock.Acquire(cfg.Dir)
	if err != nil {
		return nil, fmt.Errorf("s3 store: %w", err)
	}
	s, err := bind(ctx, cfg)
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	s.lock = lock
	go s.watch(cfg.Log)
	return s, nil
}

// Endpoint is the host:port for S3 clients. For a Unix socket it is a name
// that only Transport can reach.
func (s *Server) Endpoint() string { return s.address.endpoint }

// Transport connects to the server, and bypasses the connection for objects if possible. It is shared: do
// not change it.
func (s *Server) Transport() http.RoundTripper { return s.direct }

// Done is closed when the server has ended, be it by Shutdown or by a fault.
func (s *Server) Done() <-chan struct{} { return s.done }

// Shutdown stops accepting, lets running requests end (ten seconds at most)
// and waits for that. When ctx ends first its error is returned and the
// shutdown goes on by itself. Calling it again is harmless.
func (s *Server) Shutdown(ctx context.Context) error {
	s.transport.CloseIdleConnections()
	s.stop()
	select {
	case <-s.done:
	case <-ctx.Done():
		return fmt.Errorf("s3 shutdown: %w", ctx.Err())
	}
	return errors.Join(s.err, s.files.Close(), s.address.remove(), s.lock.Close())
}

func (s *Server) watch(log *slog.Logger) {
	<-s.done
	if s.err != nil {
		log.Error("s3 server ended", slog.Any("error", s.err))
	}
}

// bind listens on the configured address. It retries if another process takes an automatically selected port.
func bind(ctx context.Context, cfg Config) (*Server, error) {
	var err error
	for range maxBindAttempts {
		var a address
		if a, err = resolve(ctx, cfg.Listen); err != nil {
			return nil, err
		}
		var s *Server
		if s, err = serve(ctx, cfg, a); err == nil {
			return s, nil
		}
		if !a.anyPort || !errors.Is(err, syscall.EADDRINUSE) {
			break
		}
	}
	return nil, err
}

func serve(ctx context.Context, cfg Config, a address) (*Server, error) {
	store, err := openStore(cfg.Dir, cfg.Log)
	if err != nil {
		return nil, errors.Join(err, a.remove())
	}
	files, err := os.OpenRoot(store.root)
	if err != nil {
		store.Shutdown()
		return nil, errors.Join(err, a.remove())
	}
	runCtx, stop := context.WithCancel(context.WithoutCancel(ctx))
	s := &Server{address: a, transport: a.transport(), files: files, stop: stop, done: make(chan struct{})}
	s.direct = &direct{
		store: store, files: files, host: a.endpoint, signs: newSignatures(cfg.AccessKey, cfg.SecretKey), rest: s.transport,
	}
	listening := make(chan struct{})
	go func() {
		defer close(s.done)
		s.err = embedgw.RunVersityGW(runCtx, store, gatewayConfig(cfg, a, func() { close(listening) }))
		store.Shutdown() // the gateway leaves it open when it could not start
	}()
	select {
	case <-listening:
		return s, nil
	case <-s.done:
		err = s.err
	case <-ctx.Done():
		stop()
		<-s.done
		err = ctx.Err()
	}
	stop()
	return nil, errors.Join(fmt.Errorf("s3 start on %s: %w", a.listen, err), files.Close(), a.remove())
}

func gatewayConfig(cfg Config, a address, listening func()) *embedgw.Config {
	return &embedgw.Config{
		RootUserAccess:    cfg.AccessKey,
		RootUserSecret:    cfg.SecretKey,
		Region:            Region,
		Ports:             []string{a.listen},
		MaxConnections:    maxConnections,
		MaxRequests:       maxRequests,
		MultipartMaxParts: maxParts,
		SocketPerm:        "0600",
		KeepAlive:         true,
		Quiet:             true,
		DisableACLs:       true,
		// Named here because the gateway's own choice of the same service
		// announces itself on standard output.
		IAMService: auth.NewIAMServiceSingle(auth.Account{
			Access: cfg.AccessKey, Secret: cfg.SecretKey, Role: auth.RoleAdmin,
		}),
		S3Options: []s3api.Option{s3api.WithOnListen(listening)},
	}
}

// transport connects to a, with one idle connection per worker and no proxy: the address is local.
func (a address) transport() *http.Transport {
	var dialer net.Dialer
	return &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return dialer.DialContext(ctx, a.network, a.listen)
		},
		MaxIdleConnsPerHost: 64,
		IdleConnTimeout:     time.Minute,
		DisableCompression:  true,
	}
}
