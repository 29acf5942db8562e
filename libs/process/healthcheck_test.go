package process_test

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/process"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
)

// needy is a service with invalid settings.
type needy struct {
	Count int `name:"count" env:"TEST_COUNT" default:"0"`
}

func (needy) Validate() error { return errors.New("TEST_COUNT is not set") }

// asService makes the test binary the service's executable, because a health check has an exit status.
const asService = "TEST_AS_SERVICE"

func TestMain(m *testing.M) {
	if os.Getenv(asService) == "" {
		os.Exit(m.Run())
	}
	os.Exit(process.Main(process.Spec[needy]{
		Name: "needy", Help: "Needs a setting.",
		New: func(needy, *bus.Conn, *telemetry.Providers) (lifecycle.Service, error) {
			return nil, errors.New("not reached")
		},
	}, os.Args[1:]))
}

// service runs the executable and returns its exit status and output.
func service(t *testing.T, env []string, args ...string) (status int, said string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(append(os.Environ(), asService+"=1", "GORACE=atexit_sleep_ms=0"), env...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), errs.String()
}

func adminPort(t *testing.T, health *lifecycle.Health) (port string) {
	t.Helper()
	admin, err := lifecycle.NewAdmin("127.0.0.1:0", "1.2.3", health, http.NotFoundHandler())
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- admin.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		assert.NoError(t, <-done)
	})
	_, port, err = net.SplitHostPort(admin.Addr())
	require.NoError(t, err)
	return port
}

func TestHealthcheck(t *testing.T) {
	t.Parallel()
	health := lifecycle.NewHealth()
	port := adminPort(t, health)
	// Only the address is read: not the settings, not the proxy.
	env := []string{"TEST_COUNT=many", "DOCMILL_LOG_LEVEL=loud", "HTTP_PROXY=http://127.0.0.1:1", "NO_PROXY=",
		"DOCMILL_ADMIN_LISTEN=0.0.0.0:" + port}
	ask := func(want int) {
		status, said := service(t, env, "healthcheck")
		if status != want || want == 1 && (!strings.Contains(said, "503") || strings.Count(said, "\n") != 1) {
			t.Errorf("serving %t: status %d, %q", health.Serving(), status, said)
		}
	}
	ask(1)
	health.SetServing(true)
	ask(0)
	// A failing or hanging dependency does not make a service unready.
	health.Add("database", func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
	ask(0)
	health.SetServing(false)
	ask(1)
}

// A service that listens on all addresses is asked on the loopback address.
func TestHealthcheckAddress(t *testing.T) {
	t.Parallel()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	_, port, err := net.SplitHostPort(free.Addr().String())
	require.NoError(t, errors.Join(err, free.Close()))
	for host, want := range map[string]string{
		"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "[::]": "[::1]", "127.0.0.9": "127.0.0.9", "[::1]": "[::1]",
		"admin.invalid": "lookup admin.invalid",
	} {
		if strings.ContainsAny(want, "1") {
			want = "dial tcp " + want + ":" + port
		}
		status, said := service(t, []string{"DOCMILL_ADMIN_LISTEN=" + host + ":" + port}, "healthcheck")
		assert.True(t, status == 1 && strings.Contains(said, want), host, "status", status, said, "want", want)
	}
}

func TestHealthcheckFailure(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0") // takes connections and says nothing
	require.NoError(t, err)
	t.Cleanup(func() { _ = silent.Close() })
	gone, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, gone.Close())
	for _, c := range []struct{ listen, want string }{
		{"127.0.0.1:0", "the admin port is not fixed; set DOCMILL_ADMIN_LISTEN"},
		{"127.0.0.1:", "the admin port is not fixed"},
		{"9090", "DOCMILL_ADMIN_LISTEN: address 9090: missing port"},
		{gone.Addr().String(), "connection refused"},
		{silent.Addr().String(), "deadline exceeded"},
	} {
		t.Run(c.listen, func(t *testing.T) {
			t.Parallel()
			status, said := service(t, []string{"DOCMILL_ADMIN_LISTEN=" + c.listen}, "healthcheck")
			if status != 1 || !strings.HasPrefix(said, "needy: ") || !strings.Contains(said, c.want) ||
				strings.Count(said, "\n") != 1 {
				t.Errorf("status %d, %q, want %q", status, said, c.want)
			}
		})
	}
	status, said := service(t, nil, "healthcheck", "--lenient")
	assert.True(t, status == 1 && strings.Contains(said, "--lenient"), "an unknown flag: status", status, said)
}

func TestInvalidSettingsStatus(t *testing.T) {
	t.Parallel()
	status, said := service(t, []string{"DOCMILL_LOG_FORMAT=verse"}, "run")
	if status != 2 || !strings.Contains(said, "TEST_COUNT is not set") || !strings.Contains(said, "DOCMILL_LOG_FORMAT") {
		t.Errorf("status %d, %q", status, said)
	}
}
