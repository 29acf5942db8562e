package up

import (
	"context"
	"errors"
	"net/url"

	"golang.org/x/sync/errgroup"

	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/auth"
	"github.com/docmill/docmill/services/gateway"
	"github.com/docmill/docmill/services/notifier"
	"github.com/docmill/docmill/services/quota"
)

// databases maps each schema to the URL that its service connects with.
type databases map[string]string

// prepareDatabase makes roles and schemas and brings the schemas up to date.
// Where the outside database's user may not make roles, that user owns all.
func prepareDatabase(ctx context.Context, in *infrastructure) (databases, error) {
	admin := in.adminURL()
	may, err := pgstore.MayCreateRoles(ctx, admin)
	if err != nil {
		return nil, err
	}
	urls := databases{}
	var roles []pgstore.Role
	for _, schema := range schemas() {
		urls[schema] = admin
		if !may {
			continue
		}
		role := pgstore.Role{Name: pgstore.RoleName(schema), Password: in.creds.Roles[schema], Schema: schema}
		roles = append(roles, role)
		if urls[schema], err = asRole(admin, role); err != nil {
			return nil, err
		}
	}
	if may {
		if err := pgstore.EnsureRoles(ctx, admin, roles); err != nil {
			return nil, err
		}
	}
	return urls, migrate(ctx, urls)
}

func migrate(ctx context.Context, urls databases) error {
	g, ctx := errgroup.WithContext(ctx)
	for schema, f := range map[string]func(context.Context, string) error{
		"auth": auth.Migrate, "gateway": gateway.Migrate, "notifier": notifier.Migrate, "quota": quota.Migrate,
	} {
		g.Go(func() error { return f(ctx, urls[schema]) })
	}
	return g.Wait()
}

// asRole is the same database under another user.
func asRole(admin string, r pgstore.Role) (string, error) {
	u, err := url.Parse(admin)
	if err != nil {
		return "", errors.New("DOCMILL_DATABASE_URL is no URL") // the parser's error quotes the password
	}
	u.User = url.UserPassword(r.Name, r.Password)
	return u.String(), nil
}
