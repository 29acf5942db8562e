// Package pgd runs a private PostgreSQL cluster as a child process, from the
// server binaries that the machine has installed.
//
// The cluster answers on a Unix socket in a private directory and nowhere
// else. It stops with the process that started it, however that process ends,
// and what a killed process or a half-finished initdb left behind is cleared
// up at the next start. Linux only: it relies on parent-death signals, user
// namespaces and /proc.
package pgd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/docmill/docmill/libs/embedded/internal/dirlock"
)

const (
	// Superuser owns the cluster.
	Superuser = "postgres"
	// adminDatabase always exists.
	adminDatabase = "postgres"

	defaultMaxConnections = 100
	port                  = 5432 // only names the socket file

	dataDirName = "data"
	logFileName = "postgres.log"
	// maxLogSize is the size in bytes at which a start sets the log file
	// aside as postgres.log.old.
	maxLogSize = 8 << 20
)

// Config describes a cluster.
type Config struct {
	// Dir holds the data directory, the socket and the log file. It is created
	// where missing and belongs to one cluster at a time.
	Dir string
	// Password is the superuser's, set when the cluster is made. The caller
	// keeps it.
	Password string
	// Durable off switches fsync and all that goes with it off: for tests,
	// whose data may be lost with the operating system.
	Durable bool
	// MaxConnections limits the connections; 0 means 100.
	MaxConnections int
	// TLS, unless nil, has the server listen on 127.0.0.1 too, for connections
	// over TLS alone.
	TLS *TLS
	// Env adds to the environment of the server, for tests that have it preload
	// something.
	Env []string
	// Log takes what an operator should know; nil discards it. The server's
	// own log is <Dir>/postgres.log.
	Log *slog.Logger

	// identity reports how to run as root; tests choose, others let Start find out.
	identity identityMode
}

// TLS is a port for connections over TLS.
type TLS struct {
	Port      int
	Cert, Key []byte // PEM
}

// Cluster is a running cluster.
type Cluster struct {
	cfg       Config
	dataDir   string
	socketDir string
	lock      *dirlock.Lock
	process   *process

	stopOnce sync.Once
	stopErr  error
}

// Start makes the cluster where there is none yet, starts it, and returns when
// it accepts connections. A cluster that an earlier, killed process left
// running in Dir is stopped first. ctx bounds the start alone.
func Start(ctx context.Context, cfg Config) (*Cluster, error) {
	if cfg.Dir == "" || cfg.Password == "" {
		return nil, errors.New("postgres: directory and password are required")
	}
	if strings.ContainsAny(cfg.Password, "\r\n\x00") {
		return nil, errors.New("postgres: the password must be one line of text")
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.MaxConnections == 0 {
		cfg.MaxConnections = defaultMaxConnections
	}
	dir, err := filepath.Abs(cfg.Dir)
	if err != nil {
		return nil, fmt.Errorf("postgres directory: %w", err)
	}
	lock, err := dirlock.Acquire(dir)
	if err != nil {
		return nil, fmt.Errorf("postgres directory: %w", err)
	}
	// /proc names a process's directory without symbolic links.
	if dir, err = filepath.EvalSymlinks(dir); err == nil {
		cfg.Dir = dir
		var c *Cluster
		if c, err = start(ctx, cfg); err == nil {
			c.lock = lock
			return c, nil
		}
	}
	return nil, errors.Join(err, lock.Close())
}

func start(ctx context.Context, cfg Config) (*Cluster, error) {
	c := &Cluster{cfg: cfg, dataDir: filepath.Join(cfg.Dir, dataDirName)}
	if err := stopOrphans(ctx, c.dataDir, cfg.Log); err != nil {
		return nil, err
	}
	if err := removeStalePidFile(c.dataDir); err != nil {
		return nil, err
	}
	bin, err := findBinaries(ctx, c.dataDir)
	if err != nil {
		return nil, err
	}
	id, err := chooseIdentity(ctx, cfg.identity, bin)
	if err != nil {
		return nil, err
	}
	if err := id.reach(cfg.Dir); err != nil {
		return nil, err
	}
	if err := ensureData(ctx, cfg, bin, id, c.dataDir); err != nil {
		return nil, err
	}
	if err := cfg.TLS.write(c.dataDir, id); err != nil {
		return nil, err
	}
	if err := id.own(c.dataDir); err != nil {
		return nil, err
	}
	if c.socketDir, err = makeSocketDir(cfg.Dir, id); err != nil {
		return nil, err
	}
	if err := c.launch(ctx, bin, id); err != nil {
		return nil, errors.Join(err, c.removeSocketDir())
	}
	return c, nil
}

// DSN is the connection URL of a database for a user.
func (c *Cluster) DSN(database, user, password string) string {
	u := url.URL{
		Scheme: "postgres",
		User:   url.UserPassword(user, password),
		Path:   "/" + database,
		RawQuery: url.Values{
			"host": {c.socketDir},
			"port": {strconv.Itoa(c.cfg.port())},
		}.Encode(),
	}
	return u.String()
}

// AdminDSN is the superuser's connection URL of the database postgres.
func (c *Cluster) AdminDSN() string {
	return c.DSN(adminDatabase, Superuser, c.cfg.Password)
}

// Done is closed when the server process has ended, be it by Stop or by a
// fault.
func (c *Cluster) Done() <-chan struct{} { return c.process.done }

// Stop ends all sessions, writes a last checkpoint and waits for the server's
// end. When ctx ends first the server is stopped at once, without checkpoint: a
// durable cluster loses nothing committed by that, its next start replays the
// log. Calling it again returns the first outcome.
func (c *Cluster) Stop(ctx context.Context) error {
	c.stopOnce.Do(func() {
		c.stopErr = errors.Join(c.process.stop(ctx), c.removeSocketDir(), c.lock.Close())
	})
	return c.stopErr
}

func (c *Cluster) launch(ctx context.Context, bin binaries, id identity) error {
	logFile, err := openLog(filepath.Join(c.cfg.Dir, logFileName))
	if err != nil {
		return err
	}
	c.process, err = spawn(command{
		path: bin.postgres,
		args: serverArgs(c.cfg, c.dataDir, c.socketDir),
		dir:  c.dataDir,
		env:  c.cfg.Env,
		out:  logFile,
		attr: id.attr(),
	})
	if closeErr := logFile.Close(); closeErr != nil {
		c.cfg.Log.Warn("close postgres log", slog.Any("error", closeErr))
	}
	if err != nil {
		return fmt.Errorf("start postgres: %w", err)
	}
	if err := c.process.waitReady(ctx, c.dataDir); err != nil {
		c.process.kill()
		return fmt.Errorf("start postgres: %w; %s", err, lastLines(logFile.Name()))
	}
	go c.process.watch(c.cfg.Log)
	return nil
}

func serverArgs(cfg Config, dataDir, socketDir string) []string {
	listen := ""
	if cfg.TLS != nil {
		listen = "127.0.0.1"
	}
	settings := []string{
		"listen_addresses=" + listen,
		"port=" + strconv.Itoa(cfg.port()),
		"unix_socket_directories=" + socketDir,
		"unix_socket_permissions=0700",
		"max_connections=" + strconv.Itoa(cfg.MaxConnections),
		"shared_buffers=64MB",
		"timezone=UTC",
		"log_timezone=UTC",
		"logging_collector=off",
		"log_destination=stderr",
		"log_line_prefix=%m [%p] %q%u@%d ",
	}
	if !cfg.Durable {
		settings = append(settings, "fsync=off", "full_page_writes=off", "synchronous_commit=off",
			"wal_level=minimal", "max_wal_senders=0")
	}
	if cfg.TLS != nil {
		settings = append(settings, "ssl=on", "ssl_cert_file="+certFileName, "ssl_key_file="+keyFileName,
			"hba_file="+filepath.Join(dataDir, hbaFileName))
	}
	args := []string{"-D", dataDir}
	for _, s := range settings {
		args = append(args, "-c", s)
	}
	return args
}

func openLog(path string) (*os.File, error) {
	if info, err := os.Stat(path); err == nil && info.Size() > maxLogSize {
		if err := os.Rename(path, path+".old"); err != nil {
			return nil, fmt.Errorf("set the postgres log aside: %w", err)
		}
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the postgres log: %w", err)
	}
	return f, nil
}
