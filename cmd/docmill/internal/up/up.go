package up

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"github.com/docmill/docmill/cmd/docmill/internal/provision"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/telemetry"
)

// infrastructureStop bounds the stop of the embedded servers.
const infrastructureStop = 20 * time.Second

// Run starts everything, prints the addresses to out, and blocks until ctx ends; then it drains and stops.
// Logs go to stderr.
func Run(ctx context.Context, cfg Config, out io.Writer) (err error) {
	if err := cfg.Validate(); err != nil {
		return err
	}
	began := time.Now()
	defer collectLess()()
	dir, err := openDataDir(cfg.DataDir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, dir.close()) }()
	if err := dir.claimRelease(); err != nil {
		return err
	}
	creds, err := ensureCredentials(dir.path, cfg)
	if err != nil {
		return err
	}
	tel, err := cfg.Telemetry(ctx, "docmill", os.Stderr)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, runWithin(ctx, 5*time.Second, tel.Shutdown)) }()
	in, err := startInfrastructure(ctx, cfg, creds, dir, tel.Log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, runWithin(ctx, infrastructureStop, in.stop)) }()

	urls, first, err := prepare(ctx, cfg, in, tel)
	if err != nil {
		return err
	}
	all := &services{cfg: cfg, in: in, urls: urls, tel: tel, dir: dir}
	return all.run(ctx, func(e Endpoints) error {
		if err := writePrivate(dir.join(endpointsFile), e); err != nil {
			return err
		}
		return announce(out, e, first, time.Since(began))
	})
}

// heapGrowth is in percent. Collection was a fifth of the work of services, NATS and store per document (50 MiB heap).
const heapGrowth = 200

// collectLess sets the garbage collection percentage unless GOGC is set, until undo is called.
func collectLess() (undo func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	ordinary := debug.SetGCPercent(heapGrowth)
	return func() { debug.SetGCPercent(ordinary) }
}

// runWithin calls f with a context that outlives parent up to the limit, so that stopping works after parent ends.
func runWithin(parent context.Context, limit time.Duration, f func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(parent), limit)
	defer cancel()
	return f(ctx)
}

// prepare updates database, streams and bucket, and creates the first account.
func prepare(
	ctx context.Context, cfg Config, in *infrastructure, tel *telemetry.Providers,
) (urls map[string]string, first provision.First, err error) {
	plan, err := contract.ParsePlan(cfg.BootstrapPlan)
	if err != nil {
		return nil, first, err
	}
	return provision.Everything(ctx, provision.Target{
		DatabaseURL: in.adminURL(), Roles: in.creds.Roles, NATS: in.bus(contract.UserOperator), Blob: in.blob(),
		SecretKey: in.creds.SecretKey, FirstKey: cfg.BootstrapAPIKey, FirstPlan: plan, Welcome: true,
		Webhooks: cfg.Webhooks.Enabled, Replicas: cfg.Gateway.NATSReplicas,
	}, tel)
}

// announce prints docmill's addresses and, once, the first key and the link for the owner's password.
func announce(out io.Writer, e Endpoints, first provision.First, took time.Duration) error {
	text := fmt.Sprintf("docmill is ready after %.1f s\n\n  API    %s\n  NATS   %s\n  admin  %s\n",
		took.Seconds(), e.HTTP, e.NATS, e.Admin)
	if first.Key != "" {
		text += fmt.Sprintf("\nYour API key, shown this once:\n\n  %s\n", first.Key)
	}
	if first.Secret != "" {
		text += fmt.Sprintf("\nSet the owner's password for the dashboard here; the link works once:\n\n  %s\n",
			contract.InviteLink(e.HTTP, first.Secret))
	}
	_, err := fmt.Fprintf(out, "%s\nCtrl-C stops; the next start finds everything again.\n", text)
	return err
}
