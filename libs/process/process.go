// Package process runs a service as an executable: settings from flags and environment, telemetry, NATS, the
// admin port, signals. The main function of a service calls Main.
package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/settings"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/libs/tlsfiles"
	"github.com/docmill/docmill/libs/version"
)

// Settings that every service has. Tags are those of package settings.
type Settings struct {
	NATSURL      string `name:"nats-url" env:"DOCMILL_NATS_URL" default:"nats://127.0.0.1:4222" help:"Address of NATS."`
	NATSPassword string `name:"nats-password" env:"DOCMILL_NATS_PASSWORD" help:"Password of this service's NATS user; the user is named after the service."`
	Encryption
	Admin
	Logging
}

// Encryption configures TLS of an executable's connections.
type Encryption struct {
	NATSCAFile   string `name:"nats-ca-file" env:"DOCMILL_NATS_CA_FILE" help:"File of the authorities (PEM) of NATS' certificate; requires TLS for NATS."`
	NATSCertFile string `name:"nats-cert-file" env:"DOCMILL_NATS_CERT_FILE" help:"File of the certificate (PEM) that this executable presents to NATS."`
	NATSKeyFile  string `name:"nats-key-file" env:"DOCMILL_NATS_KEY_FILE" help:"File of the certificate's key (PEM)."`
	TLSRequired  bool   `name:"tls-required" env:"DOCMILL_TLS_REQUIRED" help:"Refuse connections to NATS, PostgreSQL or the object store without TLS."`
}

// Validate checks that certificate and key are set together.
func (e Encryption) Validate() error {
	return tlsfiles.Both("DOCMILL_NATS_CERT_FILE", e.NATSCertFile, "DOCMILL_NATS_KEY_FILE", e.NATSKeyFile)
}

// NATS returns the configuration for NATS.
func (e Encryption) NATS() bus.TLS {
	return bus.TLS{CAFile: e.NATSCAFile, CertFile: e.NATSCertFile, KeyFile: e.NATSKeyFile, Required: e.TLSRequired}
}

// Reaching is implemented by settings of a service that name other servers than NATS.
type Reaching interface {
	// RequireTLS returns an error for every server that would be reached without TLS.
	RequireTLS() error
}

// Admin is the setting of the admin port.
type Admin struct {
	AdminListen string `name:"admin-listen" env:"DOCMILL_ADMIN_LISTEN" default:"127.0.0.1:0" help:"Address of the admin port: /healthz, /readyz, /metrics, profiles."`
}

// Logging settings of every executable.
type Logging struct {
	LogLevel     string `name:"log-level" env:"DOCMILL_LOG_LEVEL" default:"info" help:"Minimum log level: debug, info, warn or error."`
	LogFormat    string `name:"log-format" env:"DOCMILL_LOG_FORMAT" default:"text" help:"Format of the log: text or json."`
	OTLPEndpoint string `name:"otlp-endpoint" env:"DOCMILL_OTLP_ENDPOINT" help:"URL of an OTLP/HTTP collector for traces; none if empty."`
}

// Validate returns all violations.
func (l Logging) Validate() error {
	var errs []error
	if _, err := l.level(); err != nil {
		errs = append(errs, fmt.Errorf("DOCMILL_LOG_LEVEL: %q is not one of debug, info, warn, error", l.LogLevel))
	}
	if l.LogFormat != "text" && l.LogFormat != "json" {
		errs = append(errs, fmt.Errorf("DOCMILL_LOG_FORMAT: %q is neither text nor json", l.LogFormat))
	}
	return errors.Join(errs...)
}

func (l Logging) level() (slog.Level, error) {
	var level slog.Level
	err := level.UnmarshalText([]byte(l.LogLevel))
	return level, err
}

// Telemetry makes the providers of a process, which logs to w.
func (l Logging) Telemetry(ctx context.Context, service string, w io.Writer) (*telemetry.Providers, error) {
	level, err := l.level()
	if err != nil {
		return nil, err
	}
	return telemetry.New(ctx, telemetry.Config{
		Service: service, Version: version.Number, OTLPEndpoint: l.OTLPEndpoint,
		LogLevel: level, LogJSON: l.LogFormat == "json", LogWriter: w,
	})
}

// StopTimeout is how long each part of a process may drain.
const StopTimeout = 25 * time.Second

// maxNATSWait is how long the start waits for NATS.
const maxNATSWait = 30 * time.Second

// Config is a service's own settings: a struct with the tags of package settings.
type Config interface{ Validate() error }

// Spec describes a service's executable.
type Spec[C Config] struct {
	Name string // of the service and its NATS user
	Help string
	New  func(C, *bus.Conn, *telemetry.Providers) (lifecycle.Service, error)
	// Migrate updates the service's database schema; nil if it has none.
	Migrate func(context.Context, C) error
}

type command[C Config] struct {
	Settings
	Service C `embed:""`
}

// Validate returns all violations.
func (c command[C]) Validate() error {
	errs := []error{c.Logging.Validate(), c.Encryption.Validate(), c.Service.Validate()}
	if reaching, ok := any(c.Service).(Reaching); ok && c.TLSRequired {
		errs = append(errs, reaching.RequireTLS())
	}
	return errors.Join(errs...)
}

// migrateCommand is the subcommand's name.
const migrateCommand = "migrate"

// Main runs the executable and returns its exit status: 0 after a clean stop, 1 after a failure, 2 for invalid
// settings. SIGINT and SIGTERM stop it. The first argument may be a command: run, migrate or healthcheck.
func Main[C Config](spec Spec[C], args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if len(args) > 0 && args[0] == healthcheckCommand {
		return healthcheck(ctx, spec.Name, args[1:], os.Stderr)
	}
	var cli command[C]
	program := programOf(spec)
	chosen, err := program.Parse(&cli, args)
	switch {
	case errors.Is(err, settings.ErrHelp):
		return help(program, &cli)
	case errors.Is(err, settings.ErrVersion):
		fmt.Println(spec.Name, version.String())
		return 0
	case err != nil:
		fmt.Fprintf(os.Stderr, "%s: %v\n", spec.Name, err)
		return 2
	}
	if err := perform(ctx, spec, cli, chosen); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", spec.Name, err)
		return 1
	}
	return 0
}

func programOf[C Config](spec Spec[C]) settings.Program {
	return settings.Program{
		Name: spec.Name, Help: spec.Help, Versioned: true,
		Commands: []settings.Command{
			{Name: "run", Help: "Run the service (the default)."},
			{Name: migrateCommand, Help: "Update the service's database schema and exit."},
			{Name: healthcheckCommand, Help: healthcheckHelp + " Exit status 0 if it is ready, else 1."},
		},
	}
}

// help prints the usage and returns the exit status.
func help(program settings.Program, target any) int {
	if err := program.WriteHelp(os.Stdout, target); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", program.Name, err)
		return 1
	}
	return 0
}

func perform[C Config](ctx context.Context, spec Spec[C], cli command[C], chosen string) (err error) {
	switch {
	case chosen == healthcheckCommand: // after flags
		return askReady(ctx, cli.AdminListen)
	case chosen == migrateCommand && spec.Migrate == nil:
		return nil
	case chosen == migrateCommand:
		return spec.Migrate(ctx, cli.Service)
	}
	tel, err := cli.Telemetry(ctx, spec.Name, os.Stderr)
	if err != nil {
		return err
	}
	defer func() {
		flush, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		err = errors.Join(err, tel.Shutdown(flush))
	}()
	tel.Log.Info("starting", version.Running().Attrs()...)
	return serve(ctx, spec, cli, tel)
}

func serve[C Config](ctx context.Context, spec Spec[C], cli command[C], tel *telemetry.Providers) (err error) {
	watchdog := lifecycle.NewWatchdog(time.Now)
	connecting, cancel := context.WithTimeout(ctx, maxNATSWait)
	conn, err := bus.Connect(connecting,
		bus.Config{URL: cli.NATSURL, User: spec.Name, Password: cli.NATSPassword, Name: spec.Name, TLS: cli.NATS(),
			Watchdog: watchdog}, tel)
	cancel()
	if err != nil {
		return err
	}
	defer func() {
		flush, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		err = errors.Join(err, conn.Close(flush))
	}()
	service, err := spec.New(cli.Service, conn, tel)
	if err != nil {
		return err
	}
	health := lifecycle.NewHealth()
	health.Watch(watchdog)
	health.Add("nats", conn.Check)
	health.AddService(spec.Name, service)
	admin, err := lifecycle.NewAdmin(cli.AdminListen, version.Number, health, tel.Metrics)
	if err != nil {
		return err
	}
	group := lifecycle.Group{
		Log: tel.Log, StopTimeout: StopTimeout,
		OnReady: func() { health.SetServing(true); tel.Log.Info("ready", addresses(admin, service)...) },
		OnDrain: func() { health.SetServing(false); tel.Log.Info("draining") },
	}
	return group.Run(ctx, lifecycle.Part{Name: "admin", Service: admin}, lifecycle.Part{Name: spec.Name, Service: service})
}

// addresses returns the listening addresses for the log: the system may have chosen a port.
func addresses(admin *lifecycle.Admin, service lifecycle.Service) []any {
	attrs := []any{"admin", admin.Addr()}
	if public, ok := service.(interface{ Addr() string }); ok {
		attrs = append(attrs, "listen", public.Addr())
	}
	return attrs
}
