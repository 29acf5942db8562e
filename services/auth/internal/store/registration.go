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

// Limit of registrations from one address in any window.
const (
	MinuteWindow = time.Minute
	MaxInAMinute = 3
	HourWindow   = time.Hour
	MaxInAnHour  = 10
)

// addressClass is the first key of the advisory locks on addresses; the second is a part of the address's MAC.
const addressClass int32 = 0x61646472 // "addr"

// Register creates an account with its first key for the client address with that MAC. It returns
// CodeRateLimited, with RetryAfter in whole seconds, at the address's limit, and CodeInvalidRequest if the
// key exists. Errors do not count.
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
		return contract.RegisterReply{}, keyExistsFault(err)
	}
	return made, nil
}

// admitAddress counts a registration, or returns an error. It serializes an address's registrations over replicas.
func admitAddress(ctx context.Context, tx pgx.Tx, mac []byte) error {
	// Addresses with the same lock wait for each other but count separately. The lock is a separate
	// statement, because the next one must see the last holder's changes.
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

// expired are the statements of Forget. They use the statement time, because clock_timestamp() prevents index use.
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

// old returns the statement that removes a limited number of rows of a table by age.
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

// Forget removes expired rows: addresses of old registrations and attempts, ended sessions and links, keys
// that ended long ago, and old audit entries.
func (s *Store) Forget(ctx context.Context) error {
	for _, statement := range expired() {
		if _, err := pgstore.ExecBatched(ctx, s.pool, forgetAtOnce, statement.sql, statement.args...); err != nil {
			return fmt.Errorf("forget: %w", err)
		}
	}
	return nil
}
