// Package provision creates what the services need: database roles, schemas, streams, the bucket and the
// first account. It is idempotent and updates an existing installation without losing data.
package provision

import (
	"context"
	"crypto/rand"
	"errors"
	"net/url"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/auth"
	"github.com/docmill/docmill/services/gateway"
	"github.com/docmill/docmill/services/notifier"
	"github.com/docmill/docmill/services/quota"
)

// Target is the installation to provision.
type Target struct {
	DatabaseURL string            // of the database's owner
	Roles       map[string]string // password by schema
	NATS        bus.Config        // as the operator
	Blob        blob.Config
	SecretKey   string
	// FirstKey is the first account's API key; the default is random.
	FirstKey  string
	FirstPlan contract.Plan
	// Welcome creates a new one-time link for the first owner unless an owner has joined; otherwise it is
	// created with the first account only.
	Welcome bool
	// Webhooks creates the event consumer of notifiers. Otherwise it is removed, and pending deliveries are
	// erased.
	Webhooks bool
	// Replicas is the number of NATS servers that store each stream; 0 means one. It never reduces a
	// stream's replicas.
	Replicas int
}

// Schemas that services own.
func Schemas() []string { return []string{"auth", "gateway", "notifier", "quota"} }

// First holds the credentials of the first account, which are shown once and not stored.
type First struct {
	Key    string // its API key; empty when there was an account already
	Secret string // of the owner's one-time link (contract.WelcomeLink); empty when none was made
}

// Everything provisions all parts and returns the URL of each schema's service.
func Everything(
	ctx context.Context, t Target, tel *telemetry.Providers,
) (urls map[string]string, first First, err error) {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return streams(gctx, t, tel) })
	g.Go(func() error { return bucket(gctx, t.Blob) })
	g.Go(func() (err error) {
		if urls, err = databases(gctx, t); err != nil {
			return err
		}
		first, err = firstAccount(gctx, t, urls["auth"])
		return err
	})
	return urls, first, g.Wait()
}

// closeTimeout bounds the end of the operator's connection.
const closeTimeout = 5 * time.Second

func streams(ctx context.Context, t Target, tel *telemetry.Providers) (err error) {
	conn, err := bus.Connect(ctx, t.NATS, tel)
	if err != nil {
		return err
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTimeout)
		defer cancel()
		err = errors.Join(err, conn.Close(closing))
	}()
	specs := contract.Streams()
	if t.Webhooks {
		specs = contract.StreamsWithWebhooks()
	}
	return conn.Provision(ctx, contract.Replicated(specs, t.Replicas))
}

func bucket(ctx context.Context, cfg blob.Config) error {
	store, err := blob.New(cfg)
	if err != nil {
		return err
	}
	return store.EnsureBucket(ctx)
}

// databases creates and migrates roles and schemas. A user who may not create roles owns everything.
func databases(ctx context.Context, t Target) (map[string]string, error) {
	may, err := pgstore.MayCreateRoles(ctx, t.DatabaseURL)
	if err != nil {
		return nil, err
	}
	urls := map[string]string{}
	var roles []pgstore.Role
	for _, schema := range Schemas() {
		urls[schema] = t.DatabaseURL
		if !may {
			continue
		}
		role := pgstore.Role{Name: pgstore.RoleName(schema), Password: t.Roles[schema], Schema: schema}
		roles = append(roles, role)
		if urls[schema], err = asRole(t.DatabaseURL, role); err != nil {
			return nil, err
		}
	}
	if may {
		if err := pgstore.EnsureRoles(ctx, t.DatabaseURL, roles); err != nil {
			return nil, err
		}
	}
	if err := pgstore.EnsureExtensions(ctx, t.DatabaseURL, gateway.Extensions()...); err != nil {
		return nil, err
	}
	if err := migrate(ctx, urls); err != nil || t.Webhooks {
		return urls, err
	}
	return urls, notifier.SwitchOff(ctx, urls["notifier"])
}

func migrate(ctx context.Context, urls map[string]string) error {
	g, ctx := errgroup.WithContext(ctx)
	for schema, f := range map[string]func(context.Context, string) error{
		"auth": auth.Migrate, "gateway": gateway.Migrate, "notifier": notifier.Migrate, "quota": quota.Migrate,
	} {
		g.Go(func() error { return f(ctx, urls[schema]) })
	}
	return g.Wait()
}

// asRole returns the URL of the same database with another user.
func asRole(admin string, r pgstore.Role) (string, error) {
	u, err := url.Parse(admin)
	if err != nil {
		return "", errors.New("DOCMILL_DATABASE_URL is no URL") // the parser's error quotes the password
	}
	u.User = url.UserPassword(r.Name, r.Password)
	return u.String(), nil
}

// firstAccount creates the first account with its first key, once, and the link for its owner.
func firstAccount(ctx context.Context, t Target, databaseURL string) (First, error) {
	key := t.FirstKey
	if key == "" {
		var err error
		if key, err = contract.NewKey(rand.Reader); err != nil {
			return First{}, err
		}
	}
	cfg := auth.Config{DatabaseURL: databaseURL, SecretKey: t.SecretKey}
	created, err := auth.Bootstrap(ctx, cfg, "First account", t.FirstPlan, contract.HashKey(key), contract.LastFour(key))
	if err != nil {
		return First{}, err
	}
	var first First
	if created {
		first.Key = key
	}
	if created || t.Welcome {
		first.Secret, err = inviteFirstOwner(ctx, cfg)
	}
	return first, err
}

// inviteFirstOwner creates the first owner's one-time link and returns its secret, or "" if an owner has joined.
func inviteFirstOwner(ctx context.Context, cfg auth.Config) (string, error) {
	secret, err := contract.NewSecret(rand.Reader)
	if err != nil {
		return "", err
	}
	made, err := auth.InviteFirstOwner(ctx, cfg, contract.HashSecret(secret))
	if err != nil || !made {
		return "", err
	}
	return secret, nil
}
