package contract

import (
	"fmt"
	"strings"
)

// Prefixes of public ids; a uuid (version 7) in its canonical lower-case form
// follows.
const (
	PrefixDocument = "ext_"
	PrefixBatch    = "batch_"
	PrefixKey      = "key_"
	PrefixAccount  = "acct_"
	PrefixUser     = "user_"
	PrefixSession  = "sess_"
	PrefixAudit    = "audit_"
	PrefixLayout   = "layout_"
)

// ParseID checks that id is the prefix and a canonical lower-case uuid, and
// returns the uuid's text. Nothing else is accepted, so an id has one spelling.
func ParseID(prefix, id string) (uuid string, err error) {
	u, ok := strings.CutPrefix(id, prefix)
	if !ok {
		return "", fmt.Errorf("id %.60q does not start with %q", id, prefix)
	}
	if len(u) != 36 {
		return "", fmt.Errorf("id %.60q is not %q and a uuid", id, prefix)
	}
	for i := range len(u) {
		c := u[i]
		hyphen := i == 8 || i == 13 || i == 18 || i == 23
		hex := c >= '0' && c <= '9' || c >= 'a' && c <= 'f'
		if hyphen != (c == '-') || !hyphen && !hex {
			return "", fmt.Errorf("id %.60q is not %q and a uuid", id, prefix)
		}
	}
	return u, nil
}

func validID(member, prefix, id string) error {
	if _, err := ParseID(prefix, id); err != nil {
		return fmt.Errorf("%s: %w", member, err)
	}
	return nil
}
