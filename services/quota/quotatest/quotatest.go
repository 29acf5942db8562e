// Package quotatest installs the quota service's schema for tests of other services, because the gateway
// calls a function of that schema.
package quotatest

import (
	"context"

	"github.com/docmill/docmill/services/quota"
)

// Schema is the name of the schema that Migrate makes.
const Schema = "quota"

// Migrate creates the schema in a database, with the plans of the contract, as the service does.
func Migrate(ctx context.Context, databaseURL string) error {
	return quota.Migrate(ctx, databaseURL)
}
