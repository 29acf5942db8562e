package testkit

import (
	"context"
	"log/slog"
	"net/url"
	"testing"
)

// Service waits for its dependencies before it is ready.
type Service interface {
	Run(ctx context.Context) error
	Ready() <-chan struct{}
	Check(ctx context.Context) error
}

// NewService makes a service of the database that says on log why it is not ready.
type NewService func(databaseURL string, log *slog.Logger) Service

// ReadyOnceMigrated asserts that a service becomes ready only after its migration.
func ReadyOnceMigrated(t *testing.T, migrate func(ctx context.Context, url string) error, service NewService) {
	t.Helper()
	url := Database(t, nil, "empty")
	s := notReady(t, service, url)
	if err := migrate(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), Patience)
	defer cancel()
	select {
	case <-s.Ready():
	case <-ctx.Done():
		t.Fatal("not ready after the migration")
	}
}

// NotReadyWhenRefused holds that a service whose credentials the database refuses
// does not get ready.
func NotReadyWhenRefused(t *testing.T, databaseURL string, service NewService) {
	t.Helper()
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword("docmill_stranger", "wrong")
	query := u.Query()
	query.Del("user")
	query.Del("password")
	u.RawQuery = query.Encode()
	notReady(t, service, u.String())
}

// notReady runs a service until the test ends, and asserts that it logs why it is not ready.
func notReady(t *testing.T, service NewService, databaseURL string) Service {
	t.Helper()
	const lines = 10
	said := make(reasons, lines)
	s := service(databaseURL, slog.New(slog.NewTextHandler(said, nil)))
	running, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(running) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("Run: %v", err)
		}
	})
	ctx, cancel := context.WithTimeout(t.Context(), Patience)
	defer cancel()
	select {
	case <-said:
	case <-s.Ready():
		t.Fatal("ready")
	case <-ctx.Done():
		t.Fatal("says nothing")
	}
	if err := s.Check(ctx); err == nil {
		t.Error("Check finds nothing wrong")
	}
	return s
}

// reasons forwards log messages.
type reasons chan string

func (r reasons) Write(line []byte) (int, error) {
	select {
	case r <- string(line):
	default:
	}
	return len(line), nil
}
