package notifier

import "errors"

// Config of the service. Tags are kong's.
type Config struct {
	DatabaseURL     string `name:"database-url" env:"DOCMILL_DATABASE_URL" help:"Address of the database, as the role that owns the schema notifier."`
	WebhooksEnabled bool   `name:"webhooks-enabled" env:"DOCMILL_WEBHOOKS_ENABLED" default:"false" help:"Deliver webhooks. Not available in this version."`
}

// Validate reports every violation.
func (c Config) Validate() error {
	if c.DatabaseURL == "" {
		return errors.New("DOCMILL_DATABASE_URL: not set")
	}
	return nil
}

// ErrNoDelivery is why the service does not start with webhooks enabled: it
// would accept subscriptions that never fire.
var ErrNoDelivery = errors.New("DOCMILL_WEBHOOKS_ENABLED: webhook delivery is not part of this version; leave it false")
