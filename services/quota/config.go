package quota

import (
	"errors"
	"fmt"

	"github.com/docmill/docmill/libs/pgstore"
)

// Config of the service. Tags are those of libs/settings.
type Config struct {
	DatabaseURL string `name:"database-url" env:"DOCMILL_DATABASE_URL" help:"Address of the database, as the role that owns the schema quota."`
}

// Validate reports every violation.
func (c Config) Validate() error {
	if c.DatabaseURL == "" {
		return errors.New("DOCMILL_DATABASE_URL: not set")
	}
	return nil
}

// RequireTLS returns an error if a connection would be unencrypted.
func (c Config) RequireTLS() error {
	if err := pgstore.RequireTLS(c.DatabaseURL); err != nil {
		return fmt.Errorf("DOCMILL_DATABASE_URL: %w", err)
	}
	return nil
}
