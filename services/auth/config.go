package auth

import (
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
)

// Config of the service. Tags are kong's.
type Config struct {
	DatabaseURL string `name:"database-url" env:"DOCMILL_DATABASE_URL" help:"Address of the database, as the role that owns the schema auth."`
	SecretKey   string `name:"secret-key" env:"DOCMILL_SECRET_KEY" help:"Secret of the installation, at least 32 characters. Another secret makes every API key invalid."`
}

// MinSecretKey is how many characters the installation's secret has at least.
const MinSecretKey = 32

// Validate reports every violation.
func (c Config) Validate() error {
	var errs []error
	if c.DatabaseURL == "" {
		errs = append(errs, errors.New("DOCMILL_DATABASE_URL: not set"))
	}
	if n := len(c.SecretKey); n < MinSecretKey {
		errs = append(errs, fmt.Errorf("DOCMILL_SECRET_KEY: has %d characters, want at least %d", n, MinSecretKey))
	}
	return errors.Join(errs...)
}

// peppers are the keys of the MACs under which keys and addresses are stored.
type peppers struct{ keys, addresses []byte }

// peppers derives each from the installation's secret (HKDF, RFC 5869), so that
// the secret may serve other ends beside these.
func (c Config) peppers() (peppers, error) {
	keys, keysErr := c.derive("docmill key pepper")
	addresses, addressesErr := c.derive("docmill address pepper")
	return peppers{keys, addresses}, errors.Join(keysErr, addressesErr)
}

func (c Config) derive(info string) ([]byte, error) {
	p, err := hkdf.Key(sha256.New, []byte(c.SecretKey), nil, info, sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("derive the %s: %w", info, err)
	}
	return p, nil
}
