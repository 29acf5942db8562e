package fakeservices

import (
	"context"
	"slices"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

// registrations are requests for new accounts.
type registrations struct {
	registered []contract.RegisterRequest
	retryAfter time.Duration // of the refusal; 0 accepts
}

// Registered lists the requests for new accounts.
func (a *Auth) Registered() []contract.RegisterRequest {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.registered)
}

// Throttle refuses registrations with the given Retry-After; 0 accepts them again.
func (a *Auth) Throttle(retryAfter time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.retryAfter = retryAfter
}

func (a *Auth) register(_ context.Context, r contract.RegisterRequest) (contract.RegisterReply, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.registered = append(a.registered, r)
	if wait := a.retryAfter; wait > 0 {
		return contract.RegisterReply{}, &apierror.Error{
			Code: contract.CodeRateLimited, Public: "Too many registrations from this address.", RetryAfter: wait,
		}
	}
	account := contract.Account{
		ID: contract.PrefixAccount + newID(), Name: r.Name, Plan: contract.PlanFree, CreatedAt: contract.TimeOf(time.Now()),
	}
	key := a.keep(account.ID, r.KeyHash, contract.Key{Name: r.Name, LastFour: r.LastFour}, r.ExpiresInDays)
	return contract.RegisterReply{Account: account, Key: key}, nil
}
