package notifier

import (
	"context"
	"crypto/x509"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/notifier/internal/store"
	"github.com/docmill/docmill/services/notifier/internal/target"
)

// Config of the service. Tags are those of libs/settings.
type Config struct {
	DatabaseURL     string   `name:"database-url" env:"DOCMILL_DATABASE_URL" help:"Address of the database, as the role that owns the schema notifier."`
	SecretKey       string   `name:"secret-key" env:"DOCMILL_SECRET_KEY" default:"" help:"Secret of the installation, which encrypts webhook secrets; required if webhooks are enabled."`
	SecondSecretKey string   `name:"second-secret-key" env:"DOCMILL_SECOND_SECRET_KEY" default:"" help:"Second secret that webhook secrets may be stored under while the secret is changed."`
	Webhooks        Webhooks `embed:"" prefix:"webhooks-"`
}

// Webhooks sets up planned delivery.
type Webhooks struct {
	Enabled         bool          `name:"enabled" env:"DOCMILL_WEBHOOKS_ENABLED" default:"false" help:"Accept and deliver webhooks (planned; off by default)."`
	Ports           []string      `name:"ports" env:"DOCMILL_WEBHOOKS_PORTS" default:"443" help:"Allowed ports and port ranges (8000-8999) of receivers."`
	AllowNetworks   []string      `name:"allow-networks" env:"DOCMILL_WEBHOOKS_ALLOW_NETWORKS" help:"Private networks (CIDR) in which receivers are allowed; none if empty."`
	CAFile          string        `name:"ca-file" env:"DOCMILL_WEBHOOKS_CA_FILE" help:"File of certificates (PEM) of additional authorities for receivers."`
	Concurrency     int           `kong:"-"`
	PerSubscription int           `kong:"-"`
	Retention       time.Duration `kong:"-"`
}

// Settings that operators do not change. Fields without a tag replace them in tests.
const (
	concurrency     = 256 // deliveries of one replica at a time
	perSubscription = 8   // deliveries of one webhook at a time
	// retention exceeds contract.EventRetention: a refilled stream would deliver events again without their rows.
	retention = 30 * 24 * time.Hour
)

// minSecretKey is the minimum length of the installation's secret, in characters.
const minSecretKey = 32

// Validate reports every violation.
func (c Config) Validate() error {
	errs := []error{c.Webhooks.Validate()}
	if c.DatabaseURL == "" {
		errs = append(errs, errors.New("DOCMILL_DATABASE_URL: not set"))
	}
	if n := len(c.SecretKey); c.Webhooks.Enabled && n < minSecretKey {
		errs = append(errs, fmt.Errorf("DOCMILL_SECRET_KEY: has %d characters, want at least %d if webhooks are enabled",
			n, minSecretKey))
	}
	return errors.Join(errs...)
}

// RequireTLS returns an error if a connection would be unencrypted.
func (c Config) RequireTLS() error {
	if err := pgstore.RequireTLS(c.DatabaseURL); err != nil {
		return fmt.Errorf("DOCMILL_DATABASE_URL: %w", err)
	}
	return nil
}

// Validate reports all violations. Disabled webhooks need no settings.
func (w Webhooks) Validate() error {
	if !w.Enabled {
		return nil
	}
	_, policyErr := w.policy()
	_, rootsErr := w.roots()
	return errors.Join(policyErr, rootsErr)
}

func (w Webhooks) policy() (target.Policy, error) {
	ports, portsErr := target.ParsePorts(w.Ports)
	if portsErr != nil {
		portsErr = fmt.Errorf("DOCMILL_WEBHOOKS_PORTS: %w", portsErr)
	}
	networks, networksErr := target.ParseNetworks(w.AllowNetworks)
	if networksErr != nil {
		networksErr = fmt.Errorf("DOCMILL_WEBHOOKS_ALLOW_NETWORKS: %w", networksErr)
	}
	return target.Policy{Ports: ports, Allowed: networks}, errors.Join(portsErr, networksErr)
}

// roots returns additional authorities for receivers' certificates, or nil for the system's.
func (w Webhooks) roots() (*x509.CertPool, error) {
	if w.CAFile == "" {
		return nil, nil
	}
	pem, err := os.ReadFile(w.CAFile)
	if err != nil {
		return nil, fmt.Errorf("DOCMILL_WEBHOOKS_CA_FILE: %w", err)
	}
	roots, err := x509.SystemCertPool()
	if err != nil {
		return nil, fmt.Errorf("certificates of the system: %w", err)
	}
	if !roots.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("DOCMILL_WEBHOOKS_CA_FILE: no certificate in %s", w.CAFile)
	}
	return roots, nil
}

//go:embed migrations/*.sql
var migrations embed.FS

// Schemas are the migrations that Migrate applies, in their order.
func Schemas() ([]pgstore.Migrations, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, fmt.Errorf("migrations of notifier: %w", err)
	}
	return []pgstore.Migrations{{Schema: store.Schema, Files: files}}, nil
}

// Migrate brings the schema up to date.
func Migrate(ctx context.Context, databaseURL string) error {
	all, err := Schemas()
	if err != nil {
		return err
	}
	return pgstore.MigrateAll(ctx, databaseURL, all)
}

// SwitchOff erases events and deliveries, but not subscriptions: without webhooks no running code would
// erase them later.
func SwitchOff(ctx context.Context, databaseURL string) error {
	pool, err := pgstore.Open(ctx, pgstore.Config{URL: databaseURL, Schema: store.Schema, MaxConns: 1})
	if err != nil {
		return err
	}
	defer pool.Close()
	return store.New(pool, nil).Clear(ctx)
}
