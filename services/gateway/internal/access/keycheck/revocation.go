package keycheck

import (
	"context"
	"fmt"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

// Listen subscribes to revocation signals until stop is called.
func (v *Verifier) Listen() (stop func(), err error) {
	stopKeys, err := bus.Subscribe(v.conn, contract.SignalKeyRevoked, func(_ context.Context, s contract.KeyRevoked) {
		v.Forget(s.KeyID)
	})
	if err != nil {
		return nil, fmt.Errorf("key signals: %w", err)
	}
	stopAccounts, err := bus.Subscribe(v.conn, contract.SignalAccountChanged,
		func(_ context.Context, s contract.AccountChanged) {
			v.forget(func(p contract.Principal) bool { return p.AccountID == s.AccountID })
		})
	if err != nil {
		stopKeys()
		return nil, fmt.Errorf("account signals: %w", err)
	}
	return func() { stopKeys(); stopAccounts() }, nil
}

// Forget removes a key from the cache, so that the replica that revoked it does not wait for the
// signal.
func (v *Verifier) Forget(keyID string) {
	v.forget(func(p contract.Principal) bool { return p.KeyID == keyID })
}

func (v *Verifier) forget(match func(contract.Principal) bool) {
	v.advance(func(c *cache) { c.removeIf(match) })
}

func (v *Verifier) advance(change func(*cache)) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.epoch++
	change(v.answers)
	v.refused.clear() // an account may have been resumed
}
