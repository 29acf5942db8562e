package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// ReviewRules returns an account's rules; ok is false if it has none.
func (s *Reviews) ReviewRules(ctx context.Context, accountID string) (r model.ReviewRules, ok bool, err error) {
	err = s.pool.QueryRow(ctx, `SELECT missing, checks, below, sample FROM review_rules WHERE account = $1`, accountID).
		Scan(&r.Missing, &r.Checks, &r.Below, &r.Sample)
	if errors.Is(err, pgx.ErrNoRows) {
		return r, false, nil
	}
	if err != nil {
		return r, false, fmt.Errorf("review rules: %w", err)
	}
	return r, true, nil
}

// SetReviewRules stores an account's rules; by is the id of the user, for the audit.
func (s *Reviews) SetReviewRules(ctx context.Context, accountID, by string, r model.ReviewRules) error {
	err := pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			INSERT INTO review_rules (account, missing, checks, below, sample) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (account) DO UPDATE SET missing = excluded.missing, checks = excluded.checks,
				below = excluded.below, sample = excluded.sample`,
			accountID, r.Missing, r.Checks, r.Below, r.Sample)
		if err != nil {
			return err
		}
		return addAuditEntry(ctx, tx, accountID, contract.AuditReviewRulesSet, by, "")
	})
	if err != nil {
		return fmt.Errorf("set review rules: %w", err)
	}
	return nil
}

// drawn is a constant random number from 0 to 1 of a document: the last bits of its id (RFC 9562, 5.7).
const drawn = `(('x' || right(documents.id::text, 4))::bit(16)::int / 65536.0)`

// needs selects the documents that the rules put into the queue.
func (q *conditions) needs(account string, r model.ReviewRules) {
	q.add("account = %s", account)
	q.add(unreviewed)
	q.add("("+drawn+" < %s OR confidence < %s OR attention & %s <> 0)", r.Sample, r.Below, attentionOf(r))
}

// unreviewed selects completed documents without a review.
const unreviewed = "status = 'completed' AND reviewed_at IS NULL"

// The bits of documents.attention.
const (
	attentionMissing = 1 << iota
	attentionChecks
)

// attentionOf returns the bits that the rules look at.
func attentionOf(r model.ReviewRules) (bits int) {
	if r.Missing {
		bits |= attentionMissing
	}
	if r.Checks {
		bits |= attentionChecks
	}
	return bits
}

// reviewHold is how long a document stays reserved without a renewal.
const reviewHold = 2 * time.Minute

// NextReview finds the oldest document after the given one ("": the oldest of all) that needs a
// review and is not reserved, and reserves it for the user; id is "" if there is none. Concurrent
// calls get different documents.
func (s *Reviews) NextReview(
	ctx context.Context, accountID, userID, after string, r model.ReviewRules,
) (id string, err error) {
	return s.takeReview(ctx, accountID, userID, after, r, forward())
}

// PreviousReview is NextReview in the other direction: the newest document before the given one
// ("": the newest of all).
func (s *Reviews) PreviousReview(
	ctx context.Context, accountID, userID, before string, r model.ReviewRules,
) (id string, err error) {
	return s.takeReview(ctx, accountID, userID, before, r, backward())
}

// direction is the direction of the walk through the queue.
type direction struct {
	compares string // with the place of the previous document
	order    string // of both columns
	start    string // the place of a document that is gone
}

func forward() direction  { return direction{">", "", "-infinity"} }
func backward() direction { return direction{"<", " DESC", "infinity"} }

func (s *Reviews) takeReview(
	ctx context.Context, accountID, userID, from string, r model.ReviewRules, d direction,
) (id string, err error) {
	for {
		id, err = s.reviewFrom(ctx, accountID, userID, from, r, d)
		if err != nil || id == "" {
			return id, err
		}
		holder, err := s.HoldReview(ctx, accountID, userID, id)
		if err != nil || holder == userID {
			return id, err
		}
		// Another user was faster, or the document was erased.
		if from = id; ctx.Err() != nil {
			return "", ctx.Err()
		}
	}
}

func (s *Reviews) reviewFrom(
	ctx context.Context, accountID, userID, from string, r model.ReviewRules, d direction,
) (id string, err error) {
	q := &conditions{from: "documents"}
	q.needs(accountID, r)
	q.add(`NOT EXISTS (SELECT FROM review_holds WHERE document = documents.id AND holder <> %s
		AND until > clock_timestamp())`, userID)
	if uuid, err := contract.ParseID(contract.PrefixDocument, from); err == nil {
		// A document that was erased has no place: start from the beginning.
		q.add(`(accepted_at, id) `+d.compares+` (coalesce((SELECT accepted_at FROM documents AS seen WHERE id = %s), '`+
			d.start+`'), %s)`, uuid, uuid)
	}
	err = s.heavy.QueryRow(ctx, `SELECT 'ext_' || id::text FROM documents WHERE `+strings.Join(q.parts, " AND ")+
		` ORDER BY accepted_at`+d.order+`, id`+d.order+` LIMIT 1`, q.args...).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("next review: %w", err)
	}
	return id, nil
}

// HoldReview reserves a document for a user, or renews the reservation. It returns the user who
// has it instead, or "" if the account has no such document.
func (s *Reviews) HoldReview(ctx context.Context, accountID, userID, documentID string) (holder string, err error) {
	id, err := contract.ParseID(contract.PrefixDocument, documentID)
	if err != nil {
		return "", nil
	}
	err = s.pool.QueryRow(ctx, `
		INSERT INTO review_holds (document, holder, until)
		SELECT id, $3, clock_timestamp() + $4::interval FROM documents WHERE id = $1 AND account = $2
		ON CONFLICT (document) DO UPDATE SET
			until = CASE WHEN review_holds.holder = $3 OR review_holds.until <= clock_timestamp()
				THEN excluded.until ELSE review_holds.until END,
			holder = CASE WHEN review_holds.holder = $3 OR review_holds.until <= clock_timestamp()
				THEN excluded.holder ELSE review_holds.holder END
		RETURNING holder`, id, accountID, userID, reviewHold).Scan(&holder)
	if errors.Is(err, pgx.ErrNoRows) || sqlState(err) == foreignKeyViolation {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("hold %s: %w", documentID, err)
	}
	return holder, nil
}

// ReleaseReview ends the user's reservation of a document.
func (s *Reviews) ReleaseReview(ctx context.Context, accountID, userID, documentID string) error {
	id, err := contract.ParseID(contract.PrefixDocument, documentID)
	if err != nil {
		return nil
	}
	_, err = s.pool.Exec(ctx, `
		DELETE FROM review_holds WHERE document = (SELECT id FROM documents WHERE id = $1 AND account = $2) AND holder = $3`,
		id, accountID, userID)
	if err != nil {
		return fmt.Errorf("release %s: %w", documentID, err)
	}
	return nil
}

// ForgetHolds deletes expired reservations.
func (s *Reviews) ForgetHolds(ctx context.Context) error {
	if _, err := s.pool.Exec(ctx, `DELETE FROM review_holds WHERE until <= clock_timestamp()`); err != nil {
		return fmt.Errorf("forget holds: %w", err)
	}
	return nil
}

// ReviewReasons returns why a document needs a review; nil if it does not.
func (s *Reviews) ReviewReasons(
	ctx context.Context, accountID, documentID string, r model.ReviewRules,
) (reasons []model.ReviewReason, err error) {
	id, err := contract.ParseID(contract.PrefixDocument, documentID)
	if err != nil {
		return nil, nil
	}
	var attention int
	var below, sample bool
	err = s.pool.QueryRow(ctx, `
		SELECT attention, confidence < $3, `+drawn+` < $4 FROM documents
		WHERE id = $1 AND account = $2 AND `+unreviewed,
		id, accountID, r.Below, r.Sample).Scan(&attention, &below, &sample)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reasons of %s: %w", documentID, err)
	}
	attention &= attentionOf(r)
	for _, rule := range []struct {
		holds  bool
		reason model.ReviewReason
	}{
		{attention&attentionMissing != 0, model.ReasonMissing}, {attention&attentionChecks != 0, model.ReasonChecks},
		{below, model.ReasonConfidence}, {sample, model.ReasonSample},
	} {
		if rule.holds {
			reasons = append(reasons, rule.reason)
		}
	}
	return reasons, nil
}

// ReviewsLeft counts the documents that need a review, up to model.MaxReviewLeft.
func (s *Reviews) ReviewsLeft(ctx context.Context, accountID string, r model.ReviewRules) (n int, err error) {
	q := &conditions{}
	q.needs(accountID, r)
	sql := fmt.Sprintf(`SELECT count(*) FROM (SELECT FROM documents WHERE %s LIMIT %s) AS due`,
		strings.Join(q.parts, " AND "), q.place(model.MaxReviewLeft))
	if err := s.heavy.QueryRow(ctx, sql, q.args...).Scan(&n); err != nil {
		return 0, fmt.Errorf("reviews left: %w", err)
	}
	return n, nil
}

// ReviewBin counts an account's latest documents of similar confidence.
type ReviewBin struct {
	Number    int // of edges at or under the confidence that was found
	Attention bool
	Documents int
	Seen      int // values of reviewed documents
	Wrong     int // of these, the ones that were wrong
}

// latest is the number of documents that figures are based on.
const latest = 20_000

// ReviewBins groups an account's latest completed documents by the confidence that the engine
// found, at ascending edges, and by whether the rules select them regardless of confidence.
func (s *Reviews) ReviewBins(
	ctx context.Context, accountID string, r model.ReviewRules, edges []float64,
) ([]ReviewBin, error) {
	rows, err := s.heavy.Query(ctx, `
		SELECT width_bucket(found, $3::float8[]), attention & $2 <> 0, count(*),
		       coalesce(sum(values_seen) FILTER (WHERE reviewed_at IS NOT NULL), 0),
		       coalesce(sum(values_wrong) FILTER (WHERE reviewed_at IS NOT NULL), 0)
		FROM (
			SELECT coalesce(revisions.confidence, documents.confidence) AS found, attention, values_seen, values_wrong,
			       reviewed_at
			FROM documents LEFT JOIN revisions ON revisions.document = documents.id
			WHERE account = $1 AND status = 'completed' AND status IN ('completed', 'failed')
			ORDER BY accepted_at DESC, id DESC LIMIT $4
		) AS recent GROUP BY 1, 2`, accountID, attentionOf(r), edges, latest)
	if err != nil {
		return nil, fmt.Errorf("review figures: %w", err)
	}
	bins, err := pgx.CollectRows(rows, pgx.RowToStructByPos[ReviewBin])
	if err != nil {
		return nil, fmt.Errorf("review figures: %w", err)
	}
	return bins, nil
}
