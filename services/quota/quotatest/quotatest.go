// Package quotatest installs the quota service's schema for the tests of other
// services: the gateway charges by calling a function of that schema.
package quotatest

import (
	"context"

	"github.com/docmill/docmill/services/quota"
)

// Schema is the name of the schema that Migrate makes.
const Schema = "quota"

// Migrate makes the schema in a database, with the plans of the contract, as the
// service does.
func Migrate(ctx context.Context, databaseURL string) error {
	return quota.Migrate(ctx, databaseURL)
}
