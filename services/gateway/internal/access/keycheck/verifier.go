// Package keycheck finds the account of an API key: it checks the form, then a short-lived cache,
// then asks the auth service.
//
// A positive answer is cached for at most five seconds and never past the key's expiry, so a
// revocation takes effect within that time even if its signal is lost. The signal removes the
// entry at once. An answer that was requested before a signal, or before a reconnect that may
// have lost one, is not cached.
package keycheck

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

const (
	// keepValid bounds how long a revoked key works if its signal is lost.
	keepValid = 5 * time.Second
	// keepInvalid protects the auth service from repeated wrong keys. It is short: a key may be created at any moment.
	keepInvalid = time.Second
	// capacity bounds the cache, in keys.
	capacity = 10_000
	// keepKnown is how long a valid key is looked up without waiting for a turn.
	keepKnown = 24 * time.Hour
	// guessLookUps bounds concurrent look-ups of possibly invalid keys, so that they hardly delay known keys.
	guessLookUps = 32
	// retryAfter is the Retry-After if keys cannot be checked.
	retryAfter = 2 * time.Second
)

// Verifier returns the principal of a key. It is safe for concurrent use.
type Verifier struct {
	conn    *bus.Conn
	now     func() time.Time
	sleep   func(context.Context, time.Duration) error
	flights singleflight.Group
	lookUps chan struct{} // holds one for each question under way about a key that may be invalid

	mu      sync.Mutex
	answers *cache // of valid keys
	refused *cache // of others: however many come, they push out no valid key
	// valid remembers longer than answers are cached which keys were valid: they are looked up without waiting.
	valid   *cache
	guesses *guesses
	// epoch counts signals and reconnects: an answer from an earlier epoch may be outdated and is not cached.
	epoch uint64
}

// sleep waits for d or the end of ctx, whichever comes first.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// New returns a Verifier that asks over conn. Call Listen before the first Verify.
func New(conn *bus.Conn, now func() time.Time) *Verifier {
	v := &Verifier{
		conn: conn, now: now, sleep: sleep, lookUps: make(chan struct{}, guessLookUps),
		answers: newCache(capacity), refused: newCache(capacity), valid: newCache(capacity), guesses: newGuesses(),
	}
	conn.OnReconnect(func() { v.advance((*cache).clear) })
	return v
}

// Verify returns the principal of a key sent from an address. It returns CodeAuthInvalid for a
// malformed, unknown, revoked or expired key or a suspended account, CodeServiceUnavailable if it
// cannot find out, and CodeRateLimited with RetryAfter if too many wait. A key that was not valid
// lately waits for its turn, up to guessWait, if many of these come from the address.
func (v *Verifier) Verify(ctx context.Context, key string, from netip.Addr) (contract.Principal, error) {
	switch contract.FormOfKey(key) {
	case contract.KeyTest:
		return contract.Principal{}, apierror.New(contract.CodeAuthInvalid,
			"Test keys (%s…) are not available yet. Use a live key.", contract.KeyPrefixTest)
	case contract.KeyMalformed:
		return contract.Principal{}, invalid()
	}
	hash := contract.HashKey(key)
	now := v.now()
	a, answered, _ := v.cached(hash, now)
	if !answered {
		var err error
		if a, err = v.look(ctx, newGuess(from, hash)); err != nil {
			return contract.Principal{}, err
		}
	}
	if a.principal == nil || expired(*a.principal, now) {
		return contract.Principal{}, invalid()
	}
	return *a.principal, nil
}

// cached returns the cached answer about a key, and the current epoch.
func (v *Verifier) cached(hash string, now time.Time) (a answer, ok bool, epoch uint64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if a, ok = v.answers.get(hash, now); !ok {
		a, ok = v.refused.get(hash, now)
	}
	return a, ok, v.epoch
}

// look asks the auth service: at once for a key that was valid lately, at its turn for another one.
func (v *Verifier) look(ctx context.Context, g guess) (answer, error) {
	v.mu.Lock()
	_, known := v.valid.get(g.hash, v.now())
	v.mu.Unlock()
	if known {
		return v.lookKnown(ctx, g.hash)
	}
	if err := v.await(ctx, g); err != nil {
		return answer{}, err
	}
	a, answered, epoch := v.cached(g.hash, v.now()) // by another request with this key
	if answered {
		return a, nil
	}
	select {
	case v.lookUps <- struct{}{}:
		defer func() { <-v.lookUps }()
	case <-ctx.Done():
		return answer{}, apierror.Unavailable(ctx.Err(), retryAfter)
	}
	a, err := v.ask(ctx, g.hash, epoch)
	v.mu.Lock()
	defer v.mu.Unlock()
	if err == nil && a.principal != nil {
		v.remember(a)
	}
	if err != nil || a.principal != nil {
		v.guesses.right(g.network) // it was none
	}
	return a, err
}

func (v *Verifier) lookKnown(ctx context.Context, hash string) (answer, error) {
	_, _, epoch := v.cached(hash, v.now())
	a, err := v.ask(ctx, hash, epoch)
	if err != nil {
		return a, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if a.principal == nil {
		v.valid.drop(hash)
	} else {
		v.remember(a)
	}
	return a, nil
}

func (v *Verifier) remember(a answer) {
	v.valid.put(answer{hash: a.hash, principal: a.principal, until: v.now().Add(keepKnown)})
}

// await waits for the key's turn.
func (v *Verifier) await(ctx context.Context, g guess) error {
	v.mu.Lock()
	wait, ok := v.guesses.turn(g, v.now())
	v.mu.Unlock()
	switch {
	case !ok:
		return guessing(wait)
	case wait == 0:
		return nil
	}
	err := v.sleep(ctx, wait)
	v.mu.Lock()
	defer v.mu.Unlock()
	v.guesses.done(g)
	if err != nil {
		return apierror.Unavailable(err, retryAfter)
	}
	return nil
}

func guessing(wait time.Duration) error {
	wait = (wait + time.Second - 1).Truncate(time.Second)
	f := apierror.New(contract.CodeRateLimited,
		"Too many invalid API keys came from your network address. Try again in %d seconds.", wait/time.Second)
	f.RetryAfter = wait
	return f
}

func invalid() error {
	return apierror.New(contract.CodeAuthInvalid,
		"The API key is invalid, expired or revoked. Check the key, or create a new one.")
}

func expired(p contract.Principal, now time.Time) bool {
	return p.ExpiresAt != nil && !now.Before(*p.ExpiresAt)
}

// ask shares a look-up within an epoch, so that a caller after a revocation never gets an answer from before it.
func (v *Verifier) ask(ctx context.Context, hash string, epoch uint64) (answer, error) {
	flight := v.flights.DoChan(strconv.FormatUint(epoch, 36)+hash, func() (any, error) {
		// The look-up also serves others, so it must outlast this request. The bus bounds it.
		return v.lookUp(context.WithoutCancel(ctx), hash, epoch)
	})
	select {
	case <-ctx.Done():
		return answer{}, apierror.Unavailable(ctx.Err(), retryAfter)
	case r := <-flight:
		if r.Err != nil {
			return answer{}, r.Err
		}
		return r.Val.(answer), nil
	}
}

func (v *Verifier) lookUp(ctx context.Context, hash string, epoch uint64) (answer, error) {
	// The answer may be as old as the start of the look-up.
	asked := v.now()
	// An equal look-up may have ended since the caller checked.
	if a, answered, now := v.cached(hash, asked); answered && now == epoch {
		return a, nil
	}
	reply, err := bus.CallAgain[contract.VerifyReply](ctx, v.conn, contract.RPCAuthVerify,
		contract.VerifyRequest{KeyHash: hash})
	if err != nil {
		return answer{}, unavailable(err)
	}
	a := answer{hash: hash, principal: reply.Principal, until: asked.Add(keepInvalid)}
	if p := reply.Principal; p != nil {
		a.until = asked.Add(keepValid)
		if p.ExpiresAt != nil && p.ExpiresAt.Before(a.until) {
			a.until = *p.ExpiresAt
		}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case v.epoch != epoch:
	case a.principal == nil:
		v.refused.put(a)
	default:
		v.answers.put(a)
	}
	return a, nil
}

// unavailable returns CodeServiceUnavailable for other errors: the key can be neither accepted nor refused.
func unavailable(err error) error {
	var f *apierror.Error
	if errors.As(err, &f) && f.Code == contract.CodeServiceUnavailable {
		return f
	}
	return apierror.Unavailable(fmt.Errorf("verify key: %w", err), retryAfter)
}
