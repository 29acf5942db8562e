package auth

import (
	"context"
	"log/slog"
	"strings"
	"time"
	"unicode"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/auth/internal/lastused"
	"github.com/docmill/docmill/services/auth/internal/passwords"
	"github.com/docmill/docmill/services/auth/internal/store"
)

// handlers handle the requests under docmill.rpc.auth.
type handlers struct {
	store     *store.Store
	bus       *bus.Conn
	log       *slog.Logger
	peppers   peppers
	second    peppers // of the secret that is accepted, too
	passwords *passwords.Hasher
	used      *lastused.Recorder
}

// checkName rejects unprintable characters, including NUL, which Postgres cannot store.
func checkName(name string) error {
	if strings.ContainsFunc(name, unicode.IsControl) {
		return apierror.New(contract.CodeInvalidRequest, "The name contains control characters.")
	}
	return nil
}

func (h *handlers) verify(ctx context.Context, r contract.VerifyRequest) (contract.VerifyReply, error) {
	mac, err := hashMAC(h.peppers.keys, r.KeyHash)
	if err != nil {
		return contract.VerifyReply{}, err
	}
	p, at, err := h.store.Principal(ctx, mac)
	if p == nil && err == nil && h.second.keys != nil {
		p, at, err = h.underSecond(ctx, r.KeyHash, mac)
	}
	if p != nil {
		h.used.Mark(p.KeyID, at)
	}
	return contract.VerifyReply{Principal: p}, pgstore.Fault(err)
}

// underSecond finds a key stored under the second secret, and stores it under the first. Once every key was
// used, the second secret is no longer needed.
func (h *handlers) underSecond(
	ctx context.Context, keyHash string, mac []byte,
) (p *contract.Principal, at time.Time, err error) {
	second, err := hashMAC(h.second.keys, keyHash)
	if err != nil {
		return nil, at, err
	}
	p, at, err = h.store.Principal(ctx, second)
	if p == nil || err != nil {
		return nil, at, err
	}
	if err := h.store.MoveKey(ctx, second, mac); err != nil {
		h.log.Warn("key not stored under the first secret, it is at its next use", "key", p.KeyID, "error", err)
	}
	return p, at, nil
}

func (h *handlers) createKey(ctx context.Context, r contract.CreateKeyRequest) (contract.Key, error) {
	return h.storeKey(ctx, r.AccountID, r.KeyHash, store.NewKey{
		Name: r.Name, LastFour: r.LastFour, ExpiresInDays: r.ExpiresInDays, CreatedBy: r.CreatedBy,
	})
}

// storeKey sets a key's MAC and stores it.
func (h *handlers) storeKey(ctx context.Context, accountID, hash string, n store.NewKey) (key contract.Key, err error) {
	if err := checkName(n.Name); err != nil {
		return contract.Key{}, err
	}
	if n.MAC, err = hashMAC(h.peppers.keys, hash); err != nil {
		return contract.Key{}, err
	}
	key, err = h.store.CreateKey(ctx, accountID, n)
	return key, pgstore.Fault(err)
}

func (h *handlers) listKeys(ctx context.Context, r contract.ListKeysRequest) (contract.ListKeysReply, error) {
	keys, err := h.store.Keys(ctx, r.AccountID)
	return contract.ListKeysReply{Keys: keys}, pgstore.Fault(err)
}

func (h *handlers) revokeKey(ctx context.Context, r contract.RevokeKeyRequest) (contract.RevokeKeyReply, error) {
	return h.revoke(ctx, store.Revocation{KeyID: r.KeyID, AccountID: r.AccountID, Descendants: r.Descendants,
		Actor: store.Operator})
}

// revoke revokes keys and notifies caches of principals.
func (h *handlers) revoke(ctx context.Context, r store.Revocation) (contract.RevokeKeyReply, error) {
	keys, err := h.store.RevokeKey(ctx, r)
	if err != nil {
		return contract.RevokeKeyReply{}, pgstore.Fault(err)
	}
	for _, key := range keys {
		h.signal(ctx, contract.SignalKeyRevoked, contract.KeyRevoked{KeyID: key.ID, AccountID: key.AccountID})
	}
	return contract.RevokeKeyReply{Key: keys[0], Descendants: keys[1:]}, nil
}

func (h *handlers) createAccount(ctx context.Context, r contract.CreateAccountRequest) (contract.Account, error) {
	if err := checkName(r.Name); err != nil {
		return contract.Account{}, err
	}
	account, err := h.store.CreateAccount(ctx, r)
	return account, pgstore.Fault(err)
}

// register creates a Free account with its first key for anyone, limited by time and address.
func (h *handlers) register(ctx context.Context, r contract.RegisterRequest) (contract.RegisterReply, error) {
	if err := checkName(r.Name); err != nil {
		return contract.RegisterReply{}, err
	}
	key, err := hashMAC(h.peppers.keys, r.KeyHash)
	if err != nil {
		return contract.RegisterReply{}, err
	}
	address, err := addressMAC(h.peppers.addresses, r.Address)
	if err != nil {
		return contract.RegisterReply{}, err
	}
	made, err := h.store.Register(ctx, address, contract.CreateAccountRequest{Name: r.Name, Plan: contract.PlanFree},
		store.NewKey{MAC: key, Name: r.Name, LastFour: r.LastFour, ExpiresInDays: r.ExpiresInDays})
	return made, pgstore.Fault(err)
}

func (h *handlers) setPlan(ctx context.Context, r contract.SetPlanRequest) (contract.Account, error) {
	account, err := h.store.SetPlan(ctx, r.AccountID, r.Plan)
	return h.changed(ctx, account, err)
}

func (h *handlers) setRetention(ctx context.Context, r contract.SetRetentionRequest) (contract.Account, error) {
	account, err := h.store.SetRetention(ctx, r.AccountID, r.Days)
	return h.changed(ctx, account, err)
}

func (h *handlers) suspend(ctx context.Context, r contract.SuspendRequest) (contract.Account, error) {
	account, err := h.store.SetSuspended(ctx, r.AccountID, r.Suspended)
	return h.changed(ctx, account, err)
}

// changed responds to a change of an account, and publishes a signal after success.
func (h *handlers) changed(ctx context.Context, account contract.Account, err error) (contract.Account, error) {
	if err != nil {
		return contract.Account{}, pgstore.Fault(err)
	}
	h.signal(ctx, contract.SignalAccountChanged, contract.AccountChanged{AccountID: account.ID})
	return account, nil
}

func (h *handlers) listAccounts(
	ctx context.Context, r contract.ListAccountsRequest,
) (contract.ListAccountsReply, error) {
	accounts, err := h.store.Accounts(ctx, r)
	return contract.ListAccountsReply{Accounts: accounts}, pgstore.Fault(err)
}

func (h *handlers) plans(ctx context.Context, r contract.PlansRequest) (contract.PlansReply, error) {
	plans, err := h.store.Plans(ctx, r.AccountIDs)
	return contract.PlansReply{Plans: plans}, pgstore.Fault(err)
}

// signal notifies caches of principals about a change. The change is committed, so a failed signal is not
// an error: cache entries expire in seconds.
func (h *handlers) signal(ctx context.Context, subject string, m bus.Message) {
	if err := h.bus.Publish(ctx, subject, m); err != nil {
		h.log.Warn("signal not sent", "subject", subject, "error", err)
	}
}
