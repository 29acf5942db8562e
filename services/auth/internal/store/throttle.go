package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
)

// Attempts to sign in, and to use one-time links, per network address: the generic cell rate algorithm
// (ITU-T I.371, annex A) with a burst of AddressBurst, then one per AddressInterval.
const (
	AddressInterval = 6 * time.Second
	AddressBurst    = 10
)

// Failures per user: after FreeFailures in a row each further one doubles the pause, from FirstPause to
// LongestPause. There is no permanent lock, because anyone could lock users out.
const (
	FreeFailures = 5
	FirstPause   = time.Second
	LongestPause = 15 * time.Minute
	// FailureMemory is how long failures count.
	FailureMemory = 24 * time.Hour
	// PlaceMemory is how long a place of a successful sign-in is remembered.
	PlaceMemory = 90 * 24 * time.Hour
)

// Tried is the subject of counted failures: a user, or an e-mail address without a user; or a place where
// the user has signed in before, so that strangers elsewhere cause no pauses there.
type Tried struct {
	UserMAC  []byte // of the e-mail address, with the user if there is one
	PlaceMAC []byte // of that and the network address
}

// AdmitAddress counts an attempt from a network address, or returns CodeRateLimited.
func (s *Store) AdmitAddress(ctx context.Context, addressMAC []byte) error {
	// due_at is never further ahead than the burst: rejected attempts do not move it.
	const burst = AddressInterval * AddressBurst
	tag, err := s.pool.Exec(ctx, `
		INSERT INTO sign_in_addresses AS a (address_mac, due_at) VALUES ($1, clock_timestamp() + $2::interval)
		ON CONFLICT (address_mac) DO UPDATE SET due_at = greatest(a.due_at, clock_timestamp()) + $2
		WHERE a.due_at + $2 <= clock_timestamp() + $3::interval`, addressMAC, AddressInterval, burst)
	if err != nil {
		return fmt.Errorf("count tries of an address: %w", err)
	}
	if tag.RowsAffected() == 1 {
		return nil
	}
	var wait time.Duration
	err = s.pool.QueryRow(ctx, `SELECT due_at + $2::interval - clock_timestamp() - $3::interval FROM sign_in_addresses `+
		`WHERE address_mac = $1`,
		addressMAC, AddressInterval, burst).Scan(&wait)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("count tries of an address: %w", err)
	}
	return throttled(wait, "Too many attempts from your network address.")
}

// AdmitTry counts an attempt as a failure of each possible user before the result is known, so that
// concurrent attempts count as well. It returns the counted subjects in the order of tried, which a success
// clears; nil for a user whose pause lasts, which does not count. While all pauses last, it returns
// CodeRateLimited.
func (s *Store) AdmitTry(ctx context.Context, tried []Tried) (counted [][]byte, err error) {
	order := make([]int, len(tried)) // in which rows are locked, the same for every caller
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return bytes.Compare(tried[a].UserMAC, tried[b].UserMAC) })
	var least time.Duration
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		counted, least = make([][]byte, len(tried)), -1
		for _, i := range order {
			mac, wait, err := admitTry(ctx, tx, tried[i])
			switch {
			case err != nil:
				return err
			case wait == 0:
				counted[i], least = mac, 0
			case least < 0 || wait < least:
				least = wait
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("count tries of a user: %w", err)
	}
	if least > 0 {
		return nil, throttled(least, "Too many failed sign-in attempts.")
	}
	return counted, nil
}

// admitTry counts an attempt and returns the counted subject, or the remaining time of a pause.
func admitTry(ctx context.Context, tx pgx.Tx, t Tried) (counted []byte, wait time.Duration, err error) {
	err = tx.QueryRow(ctx, `SELECT CASE WHEN EXISTS (SELECT FROM sign_in_places WHERE place_mac = $2) THEN $2::bytea `+
		`ELSE $1::bytea END`,
		t.UserMAC, t.PlaceMAC).Scan(&counted)
	if err != nil {
		return nil, 0, err
	}
	wait, err = countFailure(ctx, tx, counted)
	return counted, wait, err
}

// countFailure counts a failure; during a pause it returns the remaining time instead.
func countFailure(ctx context.Context, tx pgx.Tx, tried []byte) (wait time.Duration, err error) {
	// The row exists and is locked before it is read: concurrent attempts are serialized.
	_, err = tx.Exec(ctx, `
		INSERT INTO sign_in_failures AS f (tried_mac, failures, failed_at, blocked_until)
		VALUES ($1, 0, clock_timestamp(), '-infinity')
		ON CONFLICT (tried_mac) DO UPDATE SET
			failures = CASE WHEN f.failed_at > clock_timestamp() - $2::interval THEN f.failures ELSE 0
				END`, tried, FailureMemory)
	if err != nil {
		return 0, err
	}
	var failures int
	var blocked time.Duration
	err = tx.QueryRow(ctx, `
		SELECT failures, CASE WHEN blocked_until > clock_timestamp() THEN blocked_until - clock_timestamp() ELSE interval
			'0' END
		FROM sign_in_failures WHERE tried_mac = $1`, tried).Scan(&failures, &blocked)
	if err != nil || blocked > 0 {
		return blocked, err
	}
	_, err = tx.Exec(ctx, `
		UPDATE sign_in_failures SET failures = $2, failed_at = clock_timestamp(),
			blocked_until = clock_timestamp() + $3::interval
		WHERE tried_mac = $1`, tried, failures+1, pause(failures+1))
	return 0, err
}

// pause is the pause after a number of failures in a row.
func pause(failures int) time.Duration {
	if failures < FreeFailures {
		return 0
	}
	p := FirstPause
	for range failures - FreeFailures {
		if p *= 2; p >= LongestPause {
			return LongestPause
		}
	}
	return p
}

// Proof is a successful attempt by password or one-time link. The zero value is for cases without a counted
// attempt.
type Proof struct {
	Counted    []byte // as AdmitTry gave it, or the user's MAC
	PlaceMAC   []byte // see Tried
	AddressMAC []byte // whose try is given back
	// Others are the subjects counted for other users of the address: the attempt was not a guess at their
	// passwords.
	Others [][]byte
}

// accept clears the failures before a success, uncounts its attempt and remembers its place.
func (p Proof) accept(ctx context.Context, tx pgx.Tx) error {
	if p.Counted == nil {
		return nil
	}
	if _, err := tx.Exec(ctx, `DELETE FROM sign_in_failures WHERE tried_mac = $1`, p.Counted); err != nil {
		return fmt.Errorf("clear failures: %w", err)
	}
	// There was no pause when the attempt was counted.
	_, err := tx.Exec(ctx, `UPDATE sign_in_failures SET failures = greatest(failures - 1, 0), blocked_until = `+
		`'-infinity' WHERE tried_mac = ANY ($1)`, p.Others)
	if err != nil {
		return fmt.Errorf("return attempts: %w", err)
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO sign_in_places (place_mac, seen_at) VALUES ($1, clock_timestamp())
		ON CONFLICT (place_mac) DO UPDATE SET seen_at = excluded.seen_at`, p.PlaceMAC)
	if err != nil {
		return fmt.Errorf("know the place: %w", err)
	}
	_, err = tx.Exec(ctx, `UPDATE sign_in_addresses SET due_at = due_at - $2::interval WHERE address_mac = $1`,
		p.AddressMAC, AddressInterval)
	if err != nil {
		return fmt.Errorf("return an attempt: %w", err)
	}
	return nil
}

// throttled returns the error until wait is over, in whole seconds.
func throttled(wait time.Duration, reason string) error {
	wait = max(time.Second, (wait + time.Second - 1).Truncate(time.Second))
	f := apierror.New(contract.CodeRateLimited, "%s Try again in %d seconds.", reason, wait/time.Second)
	f.RetryAfter = wait
	return f
}
