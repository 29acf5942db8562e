package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
)

// MaxSessions bounds the sessions of one user; another one ends the oldest.
const MaxSessions = 50

// seenEvery is the resolution of a session's last use: an active session costs one write in that time.
const seenEvery = time.Minute

// sessionQuery returns live sessions; $1, $2 and $3 are sessionTimes.
const sessionQuery = `
	SELECT s.id, s.method, s.agent, s.created_at, s.last_seen_at,
		least(s.last_seen_at + $1::interval, s.created_at + $2::interval),
		s.confirmed_at > clock_timestamp() - $3::interval, ` + userColumns + `, ` + accountColumns + `
	FROM sessions s JOIN users u ON u.id = s.user_id JOIN accounts a ON a.id = u.account_id
	WHERE s.last_seen_at > clock_timestamp() - $1 AND s.created_at > clock_timestamp() - $2 AND a.suspended_at IS NULL`

func sessionTimes(more ...any) []any {
	return append([]any{contract.SessionIdle, contract.SessionLife, contract.ConfirmationLife}, more...)
}

func scanSession(row pgx.CollectableRow) (contract.Session, error) {
	var s contract.Session
	var user userFields
	var account accountFields
	var created, seen, ends time.Time
	targets := []any{&s.ID, &s.Method, &s.Agent, &created, &seen, &ends, &s.Confirmed}
	targets = append(append(targets, user.targets()...), account.targets()...)
	err := row.Scan(targets...)
	s.ID = contract.PrefixSession + s.ID
	s.CreatedAt, s.LastSeenAt, s.EndsAt = contract.TimeOf(created), contract.TimeOf(seen), contract.TimeOf(ends)
	s.User, s.Account = user.public(), account.public()
	return s, err
}

// querier is a pool or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

func findSession(ctx context.Context, q querier, mac []byte) (*contract.Session, error) {
	rows, err := q.Query(ctx, sessionQuery+` AND s.secret_mac = $4`, sessionTimes(mac)...)
	if err != nil {
		return nil, fmt.Errorf("find session: %w", err)
	}
	s, err := pgx.CollectExactlyOneRow(rows, scanSession)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find session: %w", err)
	}
	return &s, nil
}

// Session returns the live session whose secret has that MAC, or nil, and counts as a use unless passive.
func (s *Store) Session(ctx context.Context, mac []byte, passive bool) (*contract.Session, error) {
	if !passive {
		// This changes no ended session.
		_, err := s.pool.Exec(ctx, `
			UPDATE sessions s SET last_seen_at = clock_timestamp() WHERE s.secret_mac = $1
				AND s.last_seen_at > clock_timestamp() - $2::interval AND s.last_seen_at <= clock_timestamp() - $3::interval`,
			mac, contract.SessionIdle, seenEvery)
		if err != nil {
			return nil, fmt.Errorf("use session: %w", err)
		}
	}
	return findSession(ctx, s.pool, mac)
}

// Entry is a session to be opened.
type Entry struct {
	SecretMAC []byte
	Agent     string
	Method    contract.SignInMethod
	Proof     Proof
	// Unconfirmed: the person was not authenticated just now.
	Unconfirmed bool
}

func errSuspended() error {
	return apierror.New(contract.CodeInvalidState, "This account is suspended. Contact your administrator.")
}

func open(ctx context.Context, tx pgx.Tx, user string, e Entry) (contract.Session, error) {
	id, err := newUUID()
	if err != nil {
		return contract.Session{}, err
	}
	for _, statement := range []struct {
		sql  string
		args []any
	}{
		{`UPDATE users SET joined_at = coalesce(joined_at, clock_timestamp()), last_sign_in_at = clock_timestamp() WHERE ` +
			`id = $1`, []any{user}},
		// An owner has joined: the placeholder of the first one is removed.
		{`DELETE FROM users o USING users u WHERE u.id = $1 AND u.role = 'owner' AND o.account_id = u.account_id AND ` +
			`o.email IS NULL AND o.id <> u.id`, []any{user}},
		{`DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE user_id = $1 ORDER BY created_at DESC OFFSET $2)`,
			[]any{user, MaxSessions - 1}},
		{`INSERT INTO sessions (id, user_id, secret_mac, method, agent, created_at, last_seen_at, confirmed_at)
			SELECT $1, $2, $3, $4, $5, at, at, CASE WHEN $6 THEN at - $7::interval ELSE at END
				FROM (SELECT clock_timestamp() AS at) clock`,
			[]any{id, user, e.SecretMAC, e.Method, e.Agent, e.Unconfirmed, contract.ConfirmationLife}},
	} {
		if _, err := tx.Exec(ctx, statement.sql, statement.args...); err != nil {
			return contract.Session{}, fmt.Errorf("open session: %w", err)
		}
	}
	if err := e.Proof.accept(ctx, tx); err != nil {
		return contract.Session{}, err
	}
	return opened(ctx, tx, e)
}

func opened(ctx context.Context, tx pgx.Tx, e Entry) (contract.Session, error) {
	s, err := findSession(ctx, tx, e.SecretMAC)
	if err != nil {
		return contract.Session{}, err
	}
	if s == nil {
		return contract.Session{}, errSuspended()
	}
	account, err := parseID(contract.PrefixAccount, s.Account.ID)
	if err != nil {
		return contract.Session{}, err
	}
	return *s, addAuditEntry(ctx, tx, account, AuditEntry{
		Action: contract.AuditSignIn, Actor: s.User.Email, Target: s.User.ID, Detail: string(e.Method),
	})
}

// renew gives a session another secret and marks it as confirmed now.
func renew(ctx context.Context, tx pgx.Tx, sessionID string, e Entry) (contract.Session, error) {
	id, err := parseID(contract.PrefixSession, sessionID)
	if err != nil {
		return contract.Session{}, err
	}
	_, err = tx.Exec(ctx, `
		UPDATE sessions SET secret_mac = $2, confirmed_at = clock_timestamp(), last_seen_at = clock_timestamp()
			WHERE id = $1`, id, e.SecretMAC)
	if err != nil {
		return contract.Session{}, fmt.Errorf("renew session: %w", err)
	}
	s, err := findSession(ctx, tx, e.SecretMAC)
	if err != nil {
		return contract.Session{}, err
	}
	if s == nil {
		return contract.Session{}, NoSession()
	}
	return *s, e.Proof.accept(ctx, tx)
}

// NoSession is the refusal of a caller without a live session.
func NoSession() error {
	return apierror.New(contract.CodeAuthInvalid, "Your session has ended. Sign in again.")
}

// EndSession ends a session of a user. It returns CodeNotFound if there is none.
func (s *Store) EndSession(ctx context.Context, userID, sessionID string) error {
	user, err := parseID(contract.PrefixUser, userID)
	if err != nil {
		return err
	}
	id, err := parseID(contract.PrefixSession, sessionID)
	if err != nil {
		return err
	}
	tag, err := s.pool.Exec(ctx, `DELETE FROM sessions WHERE id = $1 AND user_id = $2`, id, user)
	if err != nil {
		return fmt.Errorf("end session: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return apierror.New(contract.CodeNotFound, "This session has ended already.")
	}
	return nil
}

// EndSessions ends all sessions of the user of by, including by itself only if this is set, and counts
// them.
func (s *Store) EndSessions(ctx context.Context, by contract.Session, this bool) (ended int, err error) {
	user, err := parseID(contract.PrefixUser, by.User.ID)
	if err != nil {
		return 0, err
	}
	id, err := parseID(contract.PrefixSession, by.ID)
	if err != nil {
		return 0, err
	}
	account, err := parseID(contract.PrefixAccount, by.Account.ID)
	if err != nil {
		return 0, err
	}
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `DELETE FROM sessions WHERE user_id = $1 AND ($3 OR id <> $2)`, user, id, this)
		if err != nil {
			return fmt.Errorf("end sessions: %w", err)
		}
		ended = int(tag.RowsAffected())
		return addAuditEntry(ctx, tx, account, AuditEntry{
			Action: contract.AuditSessionsRevoked, Actor: by.User.Email, Target: by.User.ID,
			Detail: fmt.Sprintf("%d sessions", ended),
		})
	})
	return ended, err
}

// Sessions lists the live sessions of the user of by, last used first.
func (s *Store) Sessions(ctx context.Context, by contract.Session) ([]contract.Session, error) {
	user, err := parseID(contract.PrefixUser, by.User.ID)
	if err != nil {
		return nil, err
	}
	rows, err := s.pool.Query(ctx, sessionQuery+` AND s.user_id = $4 ORDER BY s.last_seen_at DESC, s.id DESC`,
		sessionTimes(user)...)
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	sessions, err := pgx.CollectRows(rows, scanSession)
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	for i := range sessions {
		sessions[i].Current = sessions[i].ID == by.ID
	}
	return sessions, nil
}
