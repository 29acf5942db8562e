package up

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"golang.org/x/sync/errgroup"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/embedded/pgd"
	"github.com/docmill/docmill/libs/embedded/s3d"
	"github.com/docmill/docmill/libs/natsconf"
)

// infrastructure holds the embedded servers, or nil for external ones.
type infrastructure struct {
	cfg   Config
	creds Credentials

	nats *natsd.Server
	s3   *s3d.Server
	pg   *pgd.Cluster
}

// startInfrastructure starts the embedded servers concurrently. After an error none is left running.
func startInfrastructure(
	ctx context.Context, cfg Config, creds Credentials, dir *dataDir, log *slog.Logger,
) (*infrastructure, error) {
	in := &infrastructure{cfg: cfg, creds: creds}
	var g errgroup.Group
	if cfg.NATSURL == "" {
		g.Go(func() (err error) {
			in.nats, err = natsd.Start(ctx, natsd.Config{
				StoreDir: dir.join("nats"), Listen: cfg.NATSListen, Accounts: natsconf.Accounts(), Passwords: creds.NATS,
				Adopt: contract.AccountServices, MaxStore: contract.StorageBytes(), MaxPayload: contract.MaxPayload,
				Log: log.With("part", "nats"),
			})
			return nameError("DOCMILL_NATS_LISTEN", err)
		})
	}
	if cfg.S3Endpoint == "" {
		g.Go(func() (err error) {
			in.s3, err = s3d.Start(ctx, s3d.Config{
				Dir: dir.join("s3"), AccessKey: creds.S3AccessKey, SecretKey: creds.S3SecretKey, Log: log.With("part", "s3"),
			})
			return nameError("object store", err)
		})
	}
	if cfg.DatabaseURL == "" {
		g.Go(func() (err error) {
			in.pg, err = pgd.Start(ctx, pgd.Config{
				Dir: dir.join("postgres"), Password: creds.Postgres, Durable: true, Log: log.With("part", "postgres"),
			})
			return nameError("PostgreSQL", err)
		})
	}
	if err := g.Wait(); err != nil {
		return nil, errors.Join(err, in.stop(context.WithoutCancel(ctx)))
	}
	return in, nil
}

func nameError(what string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// stop ends the servers, the database last, because the others may need it.
func (in *infrastructure) stop(ctx context.Context) error {
	var errs []error
	if in.nats != nil {
		errs = append(errs, in.nats.Shutdown(ctx))
	}
	if in.s3 != nil {
		errs = append(errs, in.s3.Shutdown(ctx))
	}
	if in.pg != nil {
		errs = append(errs, in.pg.Stop(ctx))
	}
	return errors.Join(errs...)
}

// bus returns the connection settings of a NATS user.
func (in *infrastructure) bus(user string) bus.Config {
	cfg := bus.Config{URL: in.cfg.NATSURL, User: user, Password: in.creds.NATS[user], Name: user, TLS: in.cfg.NATS()}
	if in.nats != nil {
		cfg.InProcess = in.nats.Provider()
	}
	return cfg
}

// adminURL returns the database's URL for its owner.
func (in *infrastructure) adminURL() string {
	if in.pg != nil {
		return in.pg.AdminDSN()
	}
	return in.cfg.DatabaseURL
}

func (in *infrastructure) blob() blob.Config {
	if in.s3 != nil {
		return blob.Config{
			Endpoint: in.s3.Endpoint(), AccessKey: in.creds.S3AccessKey, SecretKey: in.creds.S3SecretKey,
			Bucket: in.cfg.S3Bucket, Transport: in.s3.Transport(),
		}
	}
	return in.cfg.outsideS3()
}
