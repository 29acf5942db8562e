package natsd

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"

	"github.com/nats-io/nats-server/v2/server"
)

// logger writes the server's log to slog, and keeps the first fatal error, which launch returns.
type logger struct {
	log *slog.Logger

	mu    sync.Mutex
	first error
}

var _ server.Logger = (*logger)(nil)

func newLogger(log *slog.Logger) *logger {
	return &logger{log: log.With(slog.String("component", "nats-server"))}
}

// Noticef logs at debug level: the server writes a dozen lines per start that are of no use to operators.
func (l *logger) Noticef(format string, v ...any) { l.write(slog.LevelDebug, format, v) }

// Warnf omits the warning about plain text passwords: it is meant for configuration files, and these passwords are
// random and in memory.
func (l *logger) Warnf(format string, v ...any) {
	if strings.Contains(format, "Plaintext passwords detected") {
		return
	}
	l.write(slog.LevelWarn, format, v)
}

func (l *logger) Errorf(format string, v ...any) { l.write(slog.LevelError, format, v) }
func (l *logger) Debugf(format string, v ...any) { l.write(slog.LevelDebug, format, v) }
func (l *logger) Tracef(format string, v ...any) { l.write(slog.LevelDebug, format, v) }

func (l *logger) Fatalf(format string, v ...any) {
	l.write(slog.LevelError, format, v)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.first == nil {
		l.first = fmt.Errorf(format, v...)
	}
}

func (l *logger) fatal() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.first
}

func (l *logger) write(level slog.Level, format string, v []any) {
	ctx := context.Background() // the server passes none
	if l.log.Enabled(ctx, level) {
		l.log.Log(ctx, level, fmt.Sprintf(format, v...))
	}
}
