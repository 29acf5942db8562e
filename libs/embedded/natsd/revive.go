package natsd

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// healthEvery is the interval of checks whether streams are writable.
const healthEvery = 2 * time.Second

// writeError is in the server's health if a write to a stream failed.
const writeError = "write error"

// revive restarts JetStream if a write to a stream failed or its files are missing, until the server shuts
// down. After one failed write, mostly because of a full disk, the server accepts no message in that stream
// until a restart, even if there is space again. Acknowledged messages are read from disk.
func (s *Server) revive(opts *server.Options, log *slog.Logger) {
	tick := time.NewTicker(healthEvery)
	defer tick.Stop()
	for {
		select {
		case <-s.ending:
			return
		case <-tick.C:
		}
		problem := s.nats.Healthz(&server.HealthzOptions{}).Error
		if lost := s.lostFiles(); lost != "" {
			problem = lost + " is missing"
		} else if s.nats.JetStreamEnabled() && !strings.Contains(problem, writeError) {
			continue
		}
		log.Warn("nats: streams cannot be written, restarting JetStream", "error", problem)
		if err := s.restart(opts); err != nil {
			log.Warn("nats: JetStream did not start", "error", err)
		}
	}
}

// lostFiles returns the folder of a removed stream, or "". The server answers requests about it but stores nothing.
func (s *Server) lostFiles() string {
	cfg := s.nats.JetStreamConfig()
	state, err := s.nats.Jsz(&server.JSzOptions{Accounts: true, Streams: true})
	if cfg == nil || err != nil {
		return ""
	}
	for _, account := range state.AccountDetails {
		for _, stream := range account.Streams {
			folder := filepath.Join(cfg.StoreDir, account.Name, "streams", stream.Name)
			if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
				return folder
			}
		}
	}
	return ""
}

func (s *Server) restart(opts *server.Options) error {
	if err := s.nats.ShutdownJetStream(); err != nil {
		return err
	}
	return s.nats.EnableJetStream(&server.JetStreamConfig{
		StoreDir: opts.StoreDir, SyncInterval: opts.SyncInterval, MaxMemory: opts.JetStreamMaxMemory,
		MaxStore: opts.JetStreamMaxStore, Strict: !opts.NoJetStreamStrict,
	})
}
