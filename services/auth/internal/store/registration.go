package store

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
)

// How many registrations one address may make in any time as long as a window.
const (
	MinuteWindow = time.Minute
	MaxInAMinute = 3
	HourWindow   = time.Hour
	MaxInAnHour  = 10
)

// addressClass is the first key of the advisory locks on addresses; the second
// is a part of the address's MAC.
const addressClass int32 = 0x61646472 // "addr"

// Register makes an account with its first key, in one step, for the client
// whose address has that MAC. CodeRateLimited, with RetryAfter in whole seconds:
// the address has made as many as it may; CodeInvalidRequest: the key exists
// already. What is refused does not count.
func (s *Store) Register(
	ctx context.Context, addressMAC []byte, r contract.CreateAccountRequest, k NewKey,
) (contract.RegisterReply, error) {
	var made contract.RegisterReply
	err := pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if err := admitAddress(ctx, tx, addressMAC); err != nil {
			return err
		}
		var err error
		made.Account, made.Key, err = insertAccountWithKey(ctx, tx, r, k)
		return err
	})
	if err != nil {
		return contract.RegisterReply{}, known(err)
	}
	return made, nil
}

// admitAddress counts a registration of the address, or refuses it. Until the
// transaction ends no other of this address is decided, whichever replica asks.
func admitAddress(ctx context.Context, tx pgx.Tx, mac []byte) error {
	// Addresses that share a lock wait for each other and count apart. The lock
	// is a statement of its own: the next one must see what the last holder did.
	lock := int32(binary.BigEndian.Uint32(mac))
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1::int, $2::int)`, addressClass, lock); err != nil {
		return fmt.Errorf("lock address: %w", err)
	}
	var at time.Time
	var free *time.Time // when the last of the full windows has room again
	err := tx.QueryRow(ctx, `
		SELECT clock_timestamp(), greatest(
			(SELECT registered_at + $2::interval FROM registrations WHERE address_mac = $1
				ORDER BY registered_at DESC OFFSET $3 - 1 LIMIT 1),
			(SELECT registered_at + $4::interval FROM registrations WHERE address_mac = $1
				ORDER BY registered_at DESC OFFSET $5 - 1 LIMIT 1))`,
		mac, MinuteWindow, MaxInAMinute, HourWindow, MaxInAnHour).Scan(&at, &free)
	if err != nil {
		return fmt.Errorf("count registrations: %w", err)
	}
	if free != nil && free.After(at) {
		return tooMany(free.Sub(at))
	}
	if _, err := tx.Exec(ctx, `INSERT INTO registrations (address_mac, registered_at) VALUES ($1, $2)`, mac,
		at); err != nil {
		return fmt.Errorf("count registration: %w", err)
	}
	return nil
}

func tooMany(wait time.Duration) error {
	wait = (wait + time.Second - 1).Truncate(time.Second)
	f := apierror.New(contract.CodeRateLimited,
		"Too many accounts were made from your network address. Try again in %d seconds.", wait/time.Second)
	f.RetryAfter = wait
	return f
}

// expired are the statements of Forget, with their arguments. They compare with the time of
// the statement: with clock_timestamp(), which differs from row to row, no index could be
// used.
func expired() []statement {
	return []statement{
		old("registrations", "registered_at", HourWindow),
		old("sign_in_addresses", "due_at", 0),
		old("sign_in_places", "seen_at", PlaceMemory),
		old("sign_in_failures", "failed_at", FailureMemory),
		old("sessions", "created_at", contract.SessionLife),
		old("sessions", "last_seen_at", contract.SessionIdle),
		old("links", "expires_at", 0),
		old("audit", "at", contract.AuditLife),
		endedHourKeys(),
		endedKeys(),
	}
}

// forgetAtOnce bounds one statement of Forget.
const forgetAtOnce = 5000

// old is the statement that removes rows of a table by their age, so many of them.
func old(table, column string, age time.Duration) statement {
	return statement{fmt.Sprintf(`
		DELETE FROM %[1]s WHERE ctid = ANY (ARRAY(
			SELECT ctid FROM %[1]s WHERE %[2]s <= statement_timestamp() - $1::interval
			LIMIT $2 FOR UPDATE SKIP LOCKED))`, table, column), []any{age}}
}

type statement struct {
	sql  string
	args []any
}

// Forget removes what has expired: addresses of old registrations and tries,
// sessions and links that have ended, keys that ended long ago, and entries of the audit
// past their life.
func (s *Store) Forget(ctx context.Context) error {
	for _, statement := range expired() {
		if _, err := pgstore.ExecBatched(ctx, s.pool, forgetAtOnce, statement.sql, statement.args...); err != nil {
			return fmt.Errorf("forget: %w", err)
		}
	}
	return nil
}
