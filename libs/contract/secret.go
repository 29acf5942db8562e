package contract

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"unicode/utf8"
)

// secretLen is a secret's length in characters: 256 bits in unpadded base64url.
const secretLen = 43

// NewSecret returns the secret of a session or a one-time link: 256 random bits (crypto/rand.Reader outside
// of tests) as 43 characters of A–Z, a–z, 0–9, "-" and "_", which are valid in cookies and URLs. Only the
// caller has it: services exchange and store its HashSecret.
func NewSecret(random io.Reader) (string, error) {
	var b [sha256.Size]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", fmt.Errorf("random bytes for a secret: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(b[:]), nil
}

// IsSecret reports whether s has the format of a secret.
func IsSecret(s string) bool {
	b, err := base64.RawURLEncoding.Strict().DecodeString(s)
	return len(s) == secretLen && err == nil && len(b) == sha256.Size
}

// HashSecret is the SHA-256 of a secret in lower-case hexadecimal, which is exchanged and stored. 256 random bits need
// no slow hash.
func HashSecret(secret string) string { return HashKey(secret) }

// InvitePath is the dashboard's page for one-time links.
const InvitePath = "/welcome"

// InviteLink is a one-time link below the gateway's base URL ("https://docmill.example"). The secret is the fragment,
// which browsers do not send (RFC 9110, section 4.2.5), so that it appears in no server log, proxy or Referer. The
// page's script removes it from the address bar and sends it in the body of a POST; without scripts the page has a
// field for it.
func InviteLink(baseURL, secret string) string {
	return strings.TrimSuffix(baseURL, "/") + InvitePath + "#" + secret
}

// Password is a password as it was entered. Only the auth service can check it. Logs and errors do not show it.
type Password string

// Bounds of a password, in characters after normalization (NIST SP 800-63B).
const (
	MinPassword = 12
	MaxPassword = 128
)

// String hides the password.
func (Password) String() string { return "[password]" }

// GoString hides the password.
func (Password) GoString() string { return "[password]" }

// LogValue hides the password.
func (Password) LogValue() slog.Value { return slog.StringValue("[password]") }

// maxPasswordBytes exceeds MaxPassword four-byte characters, because normalization may combine several.
const maxPasswordBytes = 4 * 4 * MaxPassword

func (p Password) valid(member string) error {
	if p == "" || len(p) > maxPasswordBytes || !utf8.ValidString(string(p)) {
		return fmt.Errorf("%s is empty, too long or no UTF-8", member)
	}
	return nil
}
