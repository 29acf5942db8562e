package peertest

import (
	"context"
	"slices"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
)

// newcomers are the registrations of those who had no key.
type newcomers struct {
	asked   []contract.RegisterRequest
	refused time.Duration // 0 when they are let in
}

// Registered lists the requests for new accounts.
func (a *Auth) Registered() []contract.RegisterRequest {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.newcomer.asked)
}

// Throttle has registrations refused for the time given; 0 ends that.
func (a *Auth) Throttle(retryAfter time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.newcomer.refused = retryAfter
}

func (a *Auth) register(_ context.Context, r contract.RegisterRequest) (contract.RegisterReply, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.newcomer.asked = append(a.newcomer.asked, r)
	if wait := a.newcomer.refused; wait > 0 {
		return contract.RegisterReply{}, &fault.Error{
			Code: contract.CodeRateLimited, Public: "Too many registrations from this address.", RetryAfter: wait,
		}
	}
	account := contract.Account{
		ID: contract.PrefixAccount + newID(), Name: r.Name, Plan: contract.PlanFree, CreatedAt: contract.TimeOf(time.Now()),
	}
	key := a.keep(account.ID, r.KeyHash, contract.Key{Name: r.Name, LastFour: r.LastFour}, r.ExpiresInDays)
	return contract.RegisterReply{Account: account, Key: key}, nil
}
