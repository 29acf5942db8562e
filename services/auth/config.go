package auth

import (
	"cmp"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/netip"
	"strings"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/auth/internal/passwords"
	"github.com/docmill/docmill/services/auth/internal/store"
)

// Config of the service. Tags are those of libs/settings.
type Config struct {
	DatabaseURL string `name:"database-url" env:"DOCMILL_DATABASE_URL" help:"Address of the database, as the role that owns the schema auth."`
	SecretKey   string `name:"secret-key" env:"DOCMILL_SECRET_KEY" help:"Secret of the installation, at least 32 characters. Another secret makes every API key and every password invalid."`

	SecondSecretKey string `name:"second-secret-key" env:"DOCMILL_SECOND_SECRET_KEY" help:"Second secret that API keys and passwords may be stored under while the secret is changed; used ones are stored again under DOCMILL_SECRET_KEY."`

	SignIn SignIn `embed:""`
}

// SignIn configures the dashboard's sign-in. Tags are those of libs/settings; a zero cost means the
// default.
type SignIn struct {
	PasswordMemoryKiB uint32   `name:"password-memory-kib" env:"DOCMILL_PASSWORD_MEMORY_KIB" default:"65536" help:"Memory for hashing one password (argon2id), in KiB; up to four are hashed concurrently."`
	PasswordPasses    uint32   `kong:"-"`
	OIDCDomains       []string `name:"oidc-domains" env:"DOCMILL_OIDC_DOMAINS" help:"Domains whose users join an account at their first sign-in by OpenID Connect: example.com (for the oldest account) or example.com=acct_…, separated by commas."`
}

// Default cost of a hash.
const (
	defaultPasswordMemoryKiB = 64 << 10
	defaultPasswordPasses    = 3
)

func (s SignIn) cost() passwords.Cost {
	return passwords.Cost{
		MemoryKiB: cmp.Or(s.PasswordMemoryKiB, defaultPasswordMemoryKiB),
		Passes:    cmp.Or(s.PasswordPasses, defaultPasswordPasses),
	}
}

// Validate reports every violation.
func (s SignIn) Validate() error {
	var errs []error
	c := s.cost()
	if c.MemoryKiB < passwords.MinMemoryKiB || c.MemoryKiB > passwords.MaxMemoryKiB {
		errs = append(errs, fmt.Errorf("DOCMILL_PASSWORD_MEMORY_KIB: is %d, want %d to %d", c.MemoryKiB,
			passwords.MinMemoryKiB, passwords.MaxMemoryKiB))
	}
	_, err := s.domains()
	return errors.Join(append(errs, err)...)
}

// domains maps each domain to the public id of the account that its users join; "" is the oldest account.
func (s SignIn) domains() (store.DomainAccounts, error) {
	accounts := store.DomainAccounts{}
	var errs []error
	for _, entry := range s.OIDCDomains {
		if strings.TrimSpace(entry) == "" { // a setting that is there, and empty
			continue
		}
		domain, account, named := strings.Cut(strings.TrimSpace(entry), "=")
		if _, err := contract.ParseEmail("someone@" + domain); err != nil {
			errs = append(errs, fmt.Errorf("DOCMILL_OIDC_DOMAINS: %q is no domain", domain))
		}
		if _, err := contract.ParseID(contract.PrefixAccount, account); named && err != nil {
			errs = append(errs, fmt.Errorf("DOCMILL_OIDC_DOMAINS: %w", err))
		}
		accounts[store.Domain(domain)] = account
	}
	return accounts, errors.Join(errs...)
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
	if n := len(c.SecondSecretKey); n > 0 && n < MinSecretKey {
		errs = append(errs, fmt.Errorf("DOCMILL_SECOND_SECRET_KEY: has %d characters, want at least %d", n, MinSecretKey))
	}
	return errors.Join(append(errs, c.SignIn.Validate())...)
}

// RequireTLS returns an error if a connection would be unencrypted.
func (c Config) RequireTLS() error {
	if err := pgstore.RequireTLS(c.DatabaseURL); err != nil {
		return fmt.Errorf("DOCMILL_DATABASE_URL: %w", err)
	}
	return nil
}

// peppers are MAC keys for stored keys, network addresses, e-mails of attempts, session and link secrets, passwords.
type peppers struct{ keys, addresses, emails, secrets, passwords []byte }

// secondPeppers are those of the second secret, or empty without one.
func (c Config) secondPeppers() (p peppers, err error) {
	if c.SecondSecretKey == "" {
		return p, nil
	}
	c.SecretKey = c.SecondSecretKey
	return c.peppers()
}

// peppers derives each pepper from the installation's secret (HKDF, RFC 5869), which can then have other uses.
func (c Config) peppers() (peppers, error) {
	var p peppers
	var errs []error
	for info, pepper := range map[string]*[]byte{
		"docmill key pepper": &p.keys, "docmill address pepper": &p.addresses, "docmill e-mail pepper": &p.emails,
		"docmill secret pepper": &p.secrets, "docmill password pepper": &p.passwords,
	} {
		var err error
		*pepper, err = c.derive(info)
		errs = append(errs, err)
	}
	return p, errors.Join(errs...)
}

func (c Config) derive(info string) ([]byte, error) {
	p, err := hkdf.Key(sha256.New, []byte(c.SecretKey), nil, info, sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("derive the %s: %w", info, err)
	}
	return p, nil
}

// hashMAC is the stored form of a key or secret: HMAC-SHA256 of hash's bytes (hex of contract.HashKey or HashSecret).
func hashMAC(pepper []byte, hash string) ([]byte, error) {
	b, err := hex.DecodeString(hash)
	if err != nil {
		return nil, fmt.Errorf("hash: %w", err)
	}
	return mac(pepper, b), nil
}

// throttledBits is the IPv6 prefix that counts as one address: a site gets at least that (RFC 6177).
const throttledBits = 64

// addressMAC is the stored form of a client's address: HMAC-SHA256 with pepper of the IPv4 address, or of
// the IPv6 address's /64. An IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2) counts as IPv4.
func addressMAC(pepper []byte, address string) ([]byte, error) {
	a, err := netip.ParseAddr(address)
	if err != nil {
		return nil, fmt.Errorf("client address: %w", err)
	}
	a = a.Unmap()
	if a.Is6() {
		prefix, err := a.Prefix(throttledBits) // drops the zone too
		if err != nil {
			return nil, fmt.Errorf("client address: %w", err)
		}
		a = prefix.Addr()
	}
	return mac(pepper, a.AsSlice()), nil
}

func mac(pepper, message []byte) []byte {
	m := hmac.New(sha256.New, pepper)
	m.Write(message)
	return m.Sum(nil)
}
