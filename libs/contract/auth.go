package contract

import (
	"errors"
	"fmt"
	"time"
	"unicode/utf8"
)

// Principal is who a request acts for.
type Principal struct {
	AccountID string     `json:"accountId"`
	Plan      Plan       `json:"plan"`
	KeyID     string     `json:"keyId"`
	ExpiresAt *time.Time `json:"expiresAt,omitempty"` // of the key
	// RetentionDays is how long the account's documents are kept; nil leaves it
	// to the gateway's setting, 0 is for ever.
	RetentionDays *int `json:"retentionDays,omitempty"`
}

// Validate checks ids and plan.
func (p Principal) Validate() error {
	_, known := p.Plan.Limits()
	var planErr error
	if !known {
		planErr = fmt.Errorf("unknown plan %q", p.Plan)
	}
	return errors.Join(validID("accountId", PrefixAccount, p.AccountID), validID("keyId", PrefixKey, p.KeyID), planErr)
}

// VerifyRequest asks who a key belongs to. The key itself never travels.
type VerifyRequest struct {
	KeyHash string `json:"keyHash"` // HashKey of the key
}

// Validate checks the hash's form.
func (r VerifyRequest) Validate() error { return validKeyHash(r.KeyHash) }

// VerifyReply has no principal when the key is unknown, revoked or expired, or
// its account suspended: one and the same answer.
type VerifyReply struct {
	Principal *Principal `json:"principal,omitempty"`
}

// Validate checks the principal, if there is one.
func (r VerifyReply) Validate() error {
	if r.Principal == nil {
		return nil
	}
	return r.Principal.Validate()
}

// Account is a customer.
type Account struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Plan      Plan   `json:"plan"`
	Suspended bool   `json:"suspended"`
	CreatedAt Time   `json:"createdAt"`
	// RetentionDays is how long documents are kept; nil leaves it to the
	// gateway's setting, 0 is for ever.
	RetentionDays *int `json:"retentionDays"`
}

// Validate checks id and plan.
func (a Account) Validate() error {
	if _, ok := a.Plan.Limits(); !ok {
		return fmt.Errorf("unknown plan %q", a.Plan)
	}
	return validID("id", PrefixAccount, a.ID)
}

// CreateAccountRequest makes an account.
type CreateAccountRequest struct {
	Name string `json:"name"` // 1 to 100 characters
	Plan Plan   `json:"plan"`
}

// Validate checks name and plan.
func (r CreateAccountRequest) Validate() error {
	if n := utf8.RuneCountInString(r.Name); n < 1 || n > MaxKeyName {
		return fmt.Errorf("name has %d characters, want 1 to %d", n, MaxKeyName)
	}
	if _, ok := r.Plan.Limits(); !ok {
		return fmt.Errorf("unknown plan %q", r.Plan)
	}
	return nil
}

// SessionRenameRequest gives the account of the session another name: for owners.
type SessionRenameRequest struct {
	BySession
	Name string `json:"name"` // 1 to 100 characters
}

// Validate checks hash and name.
func (r SessionRenameRequest) Validate() error {
	if n := utf8.RuneCountInString(r.Name); n < 1 || n > MaxKeyName {
		return fmt.Errorf("name has %d characters, want 1 to %d", n, MaxKeyName)
	}
	return r.BySession.valid()
}

// SetPlanRequest moves an account to another plan, at once.
type SetPlanRequest struct {
	AccountID string `json:"accountId"`
	Plan      Plan   `json:"plan"`
}

// Validate checks id and plan.
func (r SetPlanRequest) Validate() error {
	if _, ok := r.Plan.Limits(); !ok {
		return fmt.Errorf("unknown plan %q", r.Plan)
	}
	return validID("accountId", PrefixAccount, r.AccountID)
}

// MaxRetentionDays bounds how long documents are kept, when not for ever.
const MaxRetentionDays = 36500

// SetRetentionRequest sets how long documents that the account sends from now
// on are kept; nil leaves it to the gateway's setting, 0 is for ever.
type SetRetentionRequest struct {
	AccountID string `json:"accountId"`
	Days      *int   `json:"days"`
}

// Validate checks id and days.
func (r SetRetentionRequest) Validate() error {
	if r.Days != nil && (*r.Days < 0 || *r.Days > MaxRetentionDays) {
		return fmt.Errorf("days is %d, want 0 to %d", *r.Days, MaxRetentionDays)
	}
	return validID("accountId", PrefixAccount, r.AccountID)
}

// SuspendRequest makes every key of an account refused, at once, or takes them
// again. Keys that are revoked or expired stay so.
type SuspendRequest struct {
	AccountID string `json:"accountId"`
	Suspended bool   `json:"suspended"`
}

// Validate checks the id.
func (r SuspendRequest) Validate() error { return validID("accountId", PrefixAccount, r.AccountID) }

// RegisterRequest makes a Free account and stores its first key, which the
// caller has made with NewKey. Address is the client's; it is throttled:
// CodeRateLimited with RetryAfter.
type RegisterRequest struct {
	Name          string `json:"name"` // of account and key; 1 to 100 characters
	KeyHash       string `json:"keyHash"`
	LastFour      string `json:"lastFour"`
	ExpiresInDays int    `json:"expiresInDays,omitempty"` // of the key; 0: never
	Address       string `json:"address"`                 // an IP address
}

// Validate checks name, key and address.
func (r RegisterRequest) Validate() error {
	return errors.Join(validNewKey(r.KeyHash, r.LastFour, r.Name, r.ExpiresInDays), validAddress(r.Address))
}

// RegisterReply is what was made.
type RegisterReply struct {
	Account Account `json:"account"`
	Key     Key     `json:"key"`
}

// Validate checks account and key.
func (r RegisterReply) Validate() error { return errors.Join(r.Account.Validate(), r.Key.Validate()) }

// ListAccountsRequest asks for accounts, oldest first; as the zero value, as programs of
// before send it, for all of them in one reply, which holds some 48,000 at most.
type ListAccountsRequest struct {
	After string `json:"after,omitempty"` // id of the last account that is known
	Limit int    `json:"limit,omitempty"` // at most MaxAccountsPage; 0: all
	// Called, unless empty, is the id, the name or the e-mail address of a user of the
	// accounts that are meant. The database decides which letters are the same but for
	// case.
	Called string `json:"called,omitempty"`
}

// MaxAccountsPage bounds ListAccountsRequest.Limit.
const MaxAccountsPage = 1000

// Validate checks id and limit.
func (r ListAccountsRequest) Validate() error {
	var errs []error
	if r.After != "" {
		errs = append(errs, validID("after", PrefixAccount, r.After))
	}
	if r.Limit < 0 || r.Limit > MaxAccountsPage {
		errs = append(errs, fmt.Errorf("limit is %d, want at most %d", r.Limit, MaxAccountsPage))
	}
	return errors.Join(errs...)
}

// ListAccountsReply holds accounts, oldest first; fewer than Limit at the end.
type ListAccountsReply struct {
	Accounts []Account `json:"accounts"`
}

// Validate checks every account.
func (r ListAccountsReply) Validate() error { return validEach(r.Accounts) }

// MaxPlans is how many accounts a PlansRequest names at most.
const MaxPlans = 500

// PlansRequest asks for the plans of accounts.
type PlansRequest struct {
	AccountIDs []string `json:"accountIds"`
}

// Validate checks number and ids.
func (r PlansRequest) Validate() error {
	if len(r.AccountIDs) > MaxPlans {
		return fmt.Errorf("%d accounts, want at most %d", len(r.AccountIDs), MaxPlans)
	}
	for _, id := range r.AccountIDs {
		if err := validID("accountId", PrefixAccount, id); err != nil {
			return err
		}
	}
	return nil
}

// PlansReply holds the plan of each account that there is, by its id.
type PlansReply struct {
	Plans map[string]Plan `json:"plans"`
}

// Validate checks that the plans are known.
func (r PlansReply) Validate() error {
	for id, plan := range r.Plans {
		if _, ok := plan.Limits(); !ok {
			return fmt.Errorf("unknown plan %q of %s", plan, id)
		}
	}
	return nil
}

// KeyRevoked is the signal that a key must be refused from now on.
type KeyRevoked struct {
	KeyID     string `json:"keyId"`
	AccountID string `json:"accountId"`
}

// Validate checks the ids.
func (s KeyRevoked) Validate() error {
	return errors.Join(validID("keyId", PrefixKey, s.KeyID), validID("accountId", PrefixAccount, s.AccountID))
}

// AccountChanged is the signal that plan, retention or state of an account
// changed.
type AccountChanged struct {
	AccountID string `json:"accountId"`
}

// Validate checks the id.
func (s AccountChanged) Validate() error { return validID("accountId", PrefixAccount, s.AccountID) }

// Empty is the request or reply that carries nothing.
type Empty struct{}

// Validate accepts.
func (Empty) Validate() error { return nil }

func validEach[T interface{ Validate() error }](items []T) error {
	for i, item := range items {
		if err := item.Validate(); err != nil {
			return fmt.Errorf("%d: %w", i, err)
		}
	}
	return nil
}
