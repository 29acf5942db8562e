package natsd

import (
	"log/slog"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// healthEvery is the pause between two looks at whether streams can be written.
const healthEvery = 2 * time.Second

// writeError stands in the server's health where a stream could not be written.
const writeError = "write error"

// revive starts JetStream anew where a stream could not be written, until the server
// shuts down. After one failed write, of a full disk above all, the server takes no
// message in that stream until it is started again, also when there is room. What was
// acknowledged is read from disk.
func (s *Server) revive(opts *server.Options, log *slog.Logger) {
	tick := time.NewTicker(healthEvery)
	defer tick.Stop()
	for {
		select {
		case <-s.ending:
			return
		case <-tick.C:
		}
		health := s.nats.Healthz(&server.HealthzOptions{})
		if s.nats.JetStreamEnabled() && !strings.Contains(health.Error, writeError) {
			continue
		}
		log.Warn("nats: streams cannot be written, JetStream is started anew", "error", health.Error)
		if err := s.restart(opts); err != nil {
			log.Warn("nats: JetStream did not start", "error", err)
		}
	}
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
