package contract

import (
	"errors"
	"fmt"
	"time"
	"unicode/utf8"
)

// Key is an API key without its value.
type Key struct {
	ID        string  `json:"id"`
	AccountID string  `json:"accountId"`
	Name      string  `json:"name"`
	Prefix    string  `json:"prefix"`
	LastFour  string  `json:"lastFour"`
	CreatedAt Time    `json:"createdAt"`
	ExpiresAt *Time   `json:"expiresAt"`
	RevokedAt *Time   `json:"revokedAt"`
	CreatedBy *string `json:"createdBy"` // id of the key that made it
	// CreatedByUser is the e-mail address of the user who created it in the dashboard; nil if a key or an operator
	// created it, or if the user was removed.
	CreatedByUser *string `json:"createdByUser,omitempty"`
	// LastUsedAt is the time of the last request with the key, to about half a minute; nil if there was none.
	LastUsedAt *Time `json:"lastUsedAt,omitempty"`
}

// Live reports whether the key is neither revoked nor expired at now.
func (k Key) Live(now time.Time) bool {
	return k.RevokedAt == nil && (k.ExpiresAt == nil || now.Before(k.ExpiresAt.Time))
}

// Validate checks the ids.
func (k Key) Validate() error {
	return errors.Join(validID("id", PrefixKey, k.ID), validID("accountId", PrefixAccount, k.AccountID))
}

// CreateKeyRequest stores a key that the caller has made with NewKey. Only the caller has its value.
type CreateKeyRequest struct {
	AccountID     string  `json:"accountId"`
	KeyHash       string  `json:"keyHash"`
	LastFour      string  `json:"lastFour"`
	Name          string  `json:"name"`                    // 1 to 100 characters
	ExpiresInDays int     `json:"expiresInDays,omitempty"` // 0: never; at most 3650
	CreatedBy     *string `json:"createdBy,omitempty"`     // id of the key that asks; the new one never outlives it
}

// Bounds of a key's name, in characters, and of its life, in days.
const (
	MaxKeyName = 100
	MaxKeyDays = 3650
)

// Validate checks ids, hash, name and expiry.
func (r CreateKeyRequest) Validate() error {
	errs := []error{validID("accountId", PrefixAccount, r.AccountID),
		validNewKey(r.KeyHash, r.LastFour, r.Name, r.ExpiresInDays)}
	if r.CreatedBy != nil {
		errs = append(errs, validID("createdBy", PrefixKey, *r.CreatedBy))
	}
	return errors.Join(errs...)
}

// ListKeysRequest asks for an account's keys, newest first.
type ListKeysRequest struct {
	AccountID string `json:"accountId"`
}

// Validate checks the id.
func (r ListKeysRequest) Validate() error { return validID("accountId", PrefixAccount, r.AccountID) }

// EndedKeyLife is how long a revoked or expired key is kept: as long as audit entries.
const EndedKeyLife = AuditLife

// MaxEndedKeys bounds the revoked and expired keys of a ListKeysReply.
const MaxEndedKeys = 1000

// ListKeysReply has all live keys of the account and the MaxEndedKeys that ended last.
type ListKeysReply struct {
	Keys []Key `json:"keys"`
}

// Validate checks every key.
func (r ListKeysReply) Validate() error { return validEach(r.Keys) }

// RevokeKeyRequest revokes a key. The error is CodeNotFound if it is revoked already or belongs to another
// account. The reply is a RevokeKeyReply.
type RevokeKeyRequest struct {
	KeyID string `json:"keyId"`
	// AccountID narrows the call to one account's keys; empty for operators.
	AccountID string `json:"accountId,omitempty"`
	// Descendants also revokes the keys that it created, directly or through others (see Descendants).
	Descendants bool `json:"descendants,omitempty"`
}

// Validate checks the ids.
func (r RevokeKeyRequest) Validate() error {
	var account error
	if r.AccountID != "" {
		account = validID("accountId", PrefixAccount, r.AccountID)
	}
	return errors.Join(validID("keyId", PrefixKey, r.KeyID), account)
}

// RevokeKeyReply has the revoked key and its descendants that were revoked with it.
type RevokeKeyReply struct {
	Key
	Descendants []Key `json:"descendants,omitempty"`
}

// Validate checks every key.
func (r RevokeKeyReply) Validate() error {
	return errors.Join(r.Key.Validate(), validEach(r.Descendants))
}

// Descendants returns the keys of an account that are live at now and that a key created, directly or through
// others, even revoked ones: the keys that a thief of the key could have.
func Descendants(keys []Key, keyID string, now time.Time) []Key {
	made := map[string][]Key{}
	for _, k := range keys {
		if k.CreatedBy != nil {
			made[*k.CreatedBy] = append(made[*k.CreatedBy], k)
		}
	}
	var live []Key
	for makers := []string{keyID}; len(makers) > 0; makers = makers[1:] {
		for _, k := range made[makers[0]] {
			makers = append(makers, k.ID)
			if k.Live(now) {
				live = append(live, k)
			}
		}
		delete(made, makers[0])
	}
	return live
}

// SessionCreateKeyRequest is CreateKeyRequest from the dashboard, in a confirmed session. The reply is the
// Key. The caller generates the value with NewKey and shows it once.
type SessionCreateKeyRequest struct {
	BySession
	KeyHash       string `json:"keyHash"`
	LastFour      string `json:"lastFour"`
	Name          string `json:"name"`                    // 1 to 100 characters
	ExpiresInDays int    `json:"expiresInDays,omitempty"` // 0: never; at most 3650
	// ExpiresInMinutes overrides ExpiresInDays unless it is 0. ExpiresInDays must be set as well, for auth services
	// of older releases that do not know this member.
	ExpiresInMinutes int `json:"expiresInMinutes,omitempty"`
}

// Validate checks hashes, name and expiry.
func (r SessionCreateKeyRequest) Validate() error {
	errs := []error{r.BySession.valid(), validNewKey(r.KeyHash, r.LastFour, r.Name, r.ExpiresInDays)}
	if r.ExpiresInMinutes < 0 || r.ExpiresInMinutes > 0 && r.ExpiresInDays == 0 {
		errs = append(errs, errors.New("expiresInMinutes is negative or has no expiresInDays beside it"))
	}
	return errors.Join(errs...)
}

// SessionRevokeKeyRequest is RevokeKeyRequest from the dashboard. Owners may revoke every key of the account,
// members the keys that they created. It needs no confirmed session, so that a leaked key can be revoked at
// once. The reply is a RevokeKeyReply.
type SessionRevokeKeyRequest struct {
	BySession
	KeyID       string `json:"keyId"`
	Descendants bool   `json:"descendants,omitempty"`
}

// Validate checks hash and id.
func (r SessionRevokeKeyRequest) Validate() error {
	return errors.Join(r.BySession.valid(), validID("keyId", PrefixKey, r.KeyID))
}

func validNewKey(hash, lastFour, name string, days int) error {
	errs := []error{validKeyHash(hash)}
	if n := utf8.RuneCountInString(name); n < 1 || n > MaxKeyName {
		errs = append(errs, fmt.Errorf("name has %d characters, want 1 to %d", n, MaxKeyName))
	}
	if days < 0 || days > MaxKeyDays {
		errs = append(errs, fmt.Errorf("expiresInDays is %d, want at most %d", days, MaxKeyDays))
	}
	if len(lastFour) != 4 {
		errs = append(errs, errors.New("lastFour has not four characters"))
	}
	return errors.Join(errs...)
}
