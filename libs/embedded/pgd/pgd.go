// Package pgd runs a private PostgreSQL cluster as a child process, with the server binaries of the machine.
//
// The cluster listens only on a Unix socket in a private directory. If the server ends by itself, it
// is started again. It stops when the process that started it ends, and the next start removes what
// a killed process or an incomplete initdb left. Linux only: it needs parent-death signals, user
// namespaces and /proc.
package pgd

import (
	"cmp"
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
	"time"

	"github.com/docmill/docmill/libs/embedded/internal/dirlock"
)

const (
	// Superuser owns the cluster.
	Superuser = "postgres"
	// AdminDatabase always exists.
	AdminDatabase = "postgres"

	defaultMaxConnections = 100
	port                  = 5432 // only part of the socket's name

	dataDirName = "data"
	logFileName = "postgres.log"
	// maxLogSize is the size in bytes above which a start renames the log file to postgres.log.old.
	maxLogSize = 8 << 20
)

// Config describes a cluster.
type Config struct {
	// Dir has the data directory, the socket and the log file. It is created if it is missing, and only one cluster can
	// use it.
	Dir string
	// Password of the superuser, set when the cluster is created. The caller must store it.
	Password string
	// Durable writes commits to disk. Without it a crash of the operating system loses data, which suits tests only.
	Durable bool
	// MaxConnections limits the connections; 0 means 100.
	MaxConnections int
	// TLS makes the server also listen on 127.0.0.1, for TLS connections only; nil for none.
	TLS *TLS
	// Env is added to the environment of the server, for tests that preload a library.
	Env []string
	// Log for operators; nil discards it. The server's log is <Dir>/postgres.log.
	Log *slog.Logger

	// identity is how to run the server as root. Tests set it; otherwise Start chooses.
	identity identityMode
}

// TLS is the configuration of a TLS port.
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
	bin       binaries
	id        identity

	ctx    context.Context // ends when Stop is called
	cancel context.CancelFunc
	done   chan struct{} // closed when no server runs and none is started again

	mu      sync.Mutex
	process *process // the latest

	stopOnce sync.Once
	stopErr  error
}

// Start creates the cluster if there is none, starts it, and returns when it accepts connections. A
// cluster that a killed process left running in Dir is stopped first. ctx bounds the start only.
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
	// /proc shows the directory of a process without symbolic links.
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
	c := &Cluster{
		cfg:       cfg,
		dataDir:   filepath.Join(cfg.Dir, dataDirName),
		socketDir: socketDirPath(cfg.Dir),
		done:      make(chan struct{}),
	}
	if err := c.clear(ctx); err != nil {
		return nil, err
	}
	var err error
	if c.bin, err = findBinaries(ctx, c.dataDir); err != nil {
		return nil, err
	}
	if c.id, err = chooseIdentity(ctx, cfg.identity, c.bin); err != nil {
		return nil, err
	}
	if err := c.id.reach(cfg.Dir); err != nil {
		return nil, err
	}
	if err := ensureData(ctx, cfg, c.bin, c.id, c.dataDir); err != nil {
		return nil, err
	}
	if err := cfg.TLS.write(c.dataDir, c.id); err != nil {
		return nil, err
	}
	if err := c.id.own(c.dataDir); err != nil {
		return nil, err
	}
	c.ctx, c.cancel = context.WithCancel(context.WithoutCancel(ctx))
	if err := c.launch(ctx); err != nil {
		c.cancel()
		return nil, errors.Join(err, c.removeSocketDir())
	}
	go c.supervise()
	return c, nil
}

// clear ends the processes and removes the pid file of an earlier server.
func (c *Cluster) clear(ctx context.Context) error {
	if err := stopOrphans(ctx, c.dataDir, c.cfg.Log); err != nil {
		return err
	}
	return removeStalePidFile(c.dataDir)
}

// Bounds of the pause before an ended server restarts. It doubles while starts fail or servers end within the maximum.
const (
	minRestartPause = 200 * time.Millisecond
	maxRestartPause = 30 * time.Second
)

// supervise starts the server again whenever it ends, until Stop is called.
func (c *Cluster) supervise() {
	defer close(c.done)
	pause := minRestartPause
	for {
		started := time.Now()
		<-c.process.done
		if c.ctx.Err() != nil {
			return
		}
		c.cfg.Log.Error("postgres ended by itself, starting it again", slog.Any("error", c.process.err))
		if time.Since(started) > maxRestartPause {
			pause = minRestartPause
		}
		for {
			select {
			case <-c.ctx.Done():
				return
			case <-time.After(pause):
			}
			pause = min(2*pause, maxRestartPause)
			err := c.clear(c.ctx)
			if err == nil {
				err = c.launch(context.WithoutCancel(c.ctx)) // Stop ends the server itself
			}
			if err == nil {
				c.cfg.Log.Info("postgres runs again")
				break
			}
			c.cfg.Log.Error("postgres not started", slog.Any("error", err))
		}
	}
}

// DSN is the URL of a database for a user.
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

// AdminDSN is the URL of the database postgres for the superuser.
func (c *Cluster) AdminDSN() string {
	return c.DSN(AdminDatabase, Superuser, c.cfg.Password)
}

// Done is closed when the cluster has stopped and is not started again.
func (c *Cluster) Done() <-chan struct{} { return c.done }

// Stop ends all sessions, writes a checkpoint and waits for the end of the server. If ctx ends first,
// the server is stopped without a checkpoint: a durable cluster loses no commit, because the next
// start replays the log. Further calls return the first result.
func (c *Cluster) Stop(ctx context.Context) error {
	c.stopOnce.Do(func() {
		c.cancel()
		c.mu.Lock()
		latest := c.process
		c.mu.Unlock()
		err := latest.stop(ctx)
		<-c.done
		c.stopErr = errors.Join(err, c.removeSocketDir(), c.lock.Close())
	})
	return c.stopErr
}

// launch starts the server and returns when it accepts connections.
func (c *Cluster) launch(ctx context.Context) error {
	if err := c.makeSocketDir(); err != nil {
		return err
	}
	logFile, err := openLog(filepath.Join(c.cfg.Dir, logFileName))
	if err != nil {
		return err
	}
	p, err := spawn(command{
		path: c.bin.postgres,
		args: serverArgs(c.cfg, c.dataDir, c.socketDir),
		dir:  c.dataDir,
		env:  c.cfg.Env,
		out:  logFile,
		attr: c.id.attr(),
	})
	if closeErr := logFile.Close(); closeErr != nil {
		c.cfg.Log.Warn("close postgres log", slog.Any("error", closeErr))
	}
	if err != nil {
		return fmt.Errorf("start postgres: %w", err)
	}
	c.mu.Lock()
	c.process = p
	stopped := c.ctx.Err() // not nil if Stop may have seen only the server before this one
	c.mu.Unlock()
	if stopped == nil {
		err = p.waitReady(ctx, c.dataDir)
	}
	if err := cmp.Or(stopped, err); err != nil {
		p.kill()
		return fmt.Errorf("start postgres: %w; %s", err, lastLines(logFile.Name()))
	}
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
			return nil, fmt.Errorf("rename the postgres log: %w", err)
		}
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the postgres log: %w", err)
	}
	return f, nil
}
