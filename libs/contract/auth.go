package contract

import (
	"errors"
	"fmt"
	"time"
	"unicode/utf8"
)

// Principal is the account and key of a request.
type Principal struct {
	AccountID string     `json:"accountId"`
	Plan      Plan       `json:"plan"`
	KeyID     string     `json:"keyId"`
	ExpiresAt *time.Time `json:"expiresAt,omitempty"` // of the key
	// RetentionDays is how long the account's documents are kept; nil for the gateway's setting, 0 for no limit.
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

// VerifyRequest asks for the principal of a key, by its hash.
type VerifyRequest struct {
	KeyHash string `json:"keyHash"` // HashKey of the key
}

// Validate checks the hash's form.
func (r VerifyRequest) Validate() error { return validKeyHash(r.KeyHash) }

// VerifyReply has no principal if the key is unknown, revoked or expired, or if its account is suspended.
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
	// RetentionDays is how long documents are kept; nil for the gateway's setting, 0 for no limit.
	RetentionDays *int `json:"retentionDays"`
}

// Validate checks id and plan.
func (a Account) Validate() error {
	if _, ok := a.Plan.Limits(); !ok {
		return fmt.Errorf("unknown plan %q", a.Plan)
	}
	return validID("id", PrefixAccount, a.ID)
}

// CreateAccountRequest creates an account.
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

// SessionRenameRequest renames the account of the session, for owners.
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

// SetPlanRequest changes the plan of an account.
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

// MaxRetentionDays bounds a retention that is not unlimited.
const MaxRetentionDays = 36500

// SetRetentionRequest sets how long future documents of the account are kept; nil for the gateway's setting, 0 for no
// limit.
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

// SuspendRequest suspends an account, so that all its keys are refused, or resumes it.
type SuspendRequest struct {
	AccountID string `json:"accountId"`
	Suspended bool   `json:"suspended"`
}

// Validate checks the id.
func (r SuspendRequest) Validate() error { return validID("accountId", PrefixAccount, r.AccountID) }

// RegisterRequest creates a Free account and stores its first key, which the caller has generated with
// NewKey. Address is the client's, for a rate limit (CodeRateLimited with RetryAfter).
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

// RegisterReply is the new account and key.
type RegisterReply struct {
	Account Account `json:"account"`
	Key     Key     `json:"key"`
}

// Validate checks account and key.
func (r RegisterReply) Validate() error { return errors.Join(r.Account.Validate(), r.Key.Validate()) }

// ListAccountsRequest asks for accounts, oldest first. The zero value, which older programs send, asks for all in one
// reply, which has room for about 48,000.
type ListAccountsRequest struct {
	After string `json:"after,omitempty"` // id of the last account that is known
	Limit int    `json:"limit,omitempty"` // at most MaxAccountsPage; 0: all
	// Called is the id or the name of the accounts, or the e-mail address of one of their users; empty for all. Case is
	// ignored as the database does.
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

// MaxPlans bounds the accounts of a PlansRequest.
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

// PlansReply has the plans of the existing accounts by id.
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

// KeyRevoked is the signal that a key was revoked.
type KeyRevoked struct {
	KeyID     string `json:"keyId"`
	AccountID string `json:"accountId"`
}

// Validate checks the ids.
func (s KeyRevoked) Validate() error {
	return errors.Join(validID("keyId", PrefixKey, s.KeyID), validID("accountId", PrefixAccount, s.AccountID))
}

// AccountChanged is the signal that the plan, the retention or the state of an account changed.
type AccountChanged struct {
	AccountID string `json:"accountId"`
}

// Validate checks the id.
func (s AccountChanged) Validate() error { return validID("accountId", PrefixAccount, s.AccountID) }

// Empty is a request or reply without content.
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
