package documents

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/records/record"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Accept creates and charges the document in one transaction and dispatches it. It returns
// CodeQuotaExceeded if the month is full. It completes even if the client leaves, because the
// file has arrived.
func (d *Documents) Accept(ctx context.Context, a model.Acceptance) error {
	ctx, cancel := carried(ctx)
	defer cancel()
	terms := d.terms(ctx, a.Principal)
	terms.Release = d.Release
	charge, err := d.Store.Accept(ctx, a, terms)
	if err != nil {
		return acceptFault(err)
	}
	if charge.Signalled {
		d.wakeQuota(ctx)
	}
	if !charge.Granted {
		return quotaExceeded(a.Principal.Plan, charge)
	}
	d.Accepted(ctx, 1)
	command := store.Command{DocumentID: a.Document.ID, Lane: a.Document.Lane, Traceparent: terms.Traceparent}
	if charge.Released && d.Queue.Released(command) {
		return nil
	}
	d.Queue.Wake()
	return nil
}

// AcceptBatch creates the batch with as many of its documents, in order, as the month has room
// for; it refuses the others with CodeQuotaExceeded. It returns the object keys of refused
// documents, also with an error. It completes even if the client leaves.
func (d *Documents) AcceptBatch(ctx context.Context, a model.BatchAcceptance) (contract.Batch, []string, error) {
	ctx, cancel := carried(ctx)
	defer cancel()
	refuse := func(c store.Charge) model.Refusal {
		f := quotaExceeded(a.Principal.Plan, c)
		return model.Refusal{Message: f.Public, Code: f.Code}
	}
	b, charge, err := d.Store.AcceptBatch(ctx, a, d.terms(ctx, a.Principal), refuse, d.trace(ctx))
	if errors.Is(err, store.ErrClaimLost) {
		return contract.Batch{}, beyond(a.Files, 0), acceptFault(err)
	}
	if err != nil {
		return contract.Batch{}, nil, acceptFault(err)
	}
	if charge.Signalled {
		d.wakeQuota(ctx)
	}
	if !charge.Granted {
		return contract.Batch{}, beyond(a.Files, 0), quotaExceeded(a.Principal.Plan, charge)
	}
	d.BatchAccepted(ctx)
	if charge.Charged > 0 {
		d.Accepted(ctx, charge.Charged)
		d.Queue.Wake()
	}
	return record.OfBatch(b), beyond(a.Files, charge.Charged), nil
}

// beyond returns the object keys of the documents after the first n.
func beyond(files []model.BatchFile, n int) (keys []string) {
	for _, f := range files {
		if f.Document == nil {
			continue
		}
		if n--; n < 0 {
			keys = append(keys, f.Document.ObjectKey)
		}
	}
	return keys
}

func (d *Documents) terms(ctx context.Context, p contract.Principal) store.Terms {
	t := store.Terms{Traceparent: d.trace(ctx)[contract.HeaderTraceparent], KeepFor: d.Retention}
	if p.RetentionDays != nil {
		t.KeepFor = time.Duration(*p.RetentionDays) * 24 * time.Hour
	}
	return t
}

func acceptFault(err error) error {
	if errors.Is(err, store.ErrNoDocument) {
		return notFound()
	}
	if errors.Is(err, store.ErrClaimLost) {
		return inProgress(err)
	}
	return store.Fault(err)
}

// wakeQuota makes the quota service relay a signal at once. If the wake is lost its timer does.
func (d *Documents) wakeQuota(ctx context.Context) {
	if err := d.Conn.Publish(ctx, contract.SubjectWakeQuota, contract.Empty{}); err != nil {
		d.Log.Warn("quota service not woken", "error", err)
	}
}

func quotaExceeded(plan contract.Plan, c store.Charge) *apierror.Error {
	reset := contract.TimeOf(contract.MonthStart(c.At).AddDate(0, 1, 0))
	return apierror.New(contract.CodeQuotaExceeded,
		"The %s plan allows %d documents a month, and all are used. The count resets "+
			"at %s; a larger plan applies immediately.",
		plan, c.Limit, reset.Format(contract.TimeLayout))
}

// inProgressRetry is the Retry-After of a concurrent call with the same key.
const inProgressRetry = time.Second

func inProgress(cause error) error {
	return &apierror.Error{
		Code:       contract.CodeIdempotencyInProgress,
		Public:     "A call with this Idempotency-Key is still being received. Try again in a moment.",
		RetryAfter: inProgressRetry, Err: cause,
	}
}

// errNoNumber means that this process has lost its number and has no new one.
var errNoNumber = errors.New("this process has no number for idempotency keys")

// ClaimKey claims an idempotency key for a call, or returns the result of the call that used it.
// It returns CodeIdempotencyInProgress while that call is still being received.
func (d *Documents) ClaimKey(
	ctx context.Context, accountID, key string,
) (*model.IdempotencyClaim, *model.EarlierCall, error) {
	number, ok := d.Replica.Number()
	if !ok {
		return nil, nil, apierror.Unavailable(errNoNumber, retryAfter)
	}
	claim := &model.IdempotencyClaim{AccountID: accountID, Key: key, Token: rand.Text()}
	answer, err := d.Store.ClaimKey(ctx, *claim, number)
	switch {
	case errors.Is(err, store.ErrInProgress):
		return nil, nil, inProgress(err)
	case err != nil:
		return nil, nil, store.Fault(fmt.Errorf("claim idempotency key: %w", err))
	case answer != nil:
		return nil, answer, nil
	}
	return claim, nil, nil
}

// ReleaseKey releases the key of a refused call. If it fails the key is free once the claim is
// too old.
func (d *Documents) ReleaseKey(ctx context.Context, c model.IdempotencyClaim) {
	ctx, cancel := carried(ctx)
	defer cancel()
	if err := d.Store.ReleaseKey(ctx, c); err != nil {
		d.Log.Warn("idempotency key not freed", "error", err)
	}
}

// Limits bounds the documents that wait for release.
type Limits struct {
	PerAccount, Total int
}

// Backlog refuses uploads while too many documents wait. It counts at most once per freshFor, and
// less often if counting is slow.
type Backlog struct {
	limits Limits
	count  func(context.Context) (map[string]int, error)
	now    func() time.Time

	mu      sync.Mutex
	until   time.Time // for so long the counts are good
	waiting map[string]int
	total   int
	err     error // of the last count; kept as long, so that an outage is not asked about by everyone
}

// NewBacklog counts with count, which returns the waiting documents by account.
func NewBacklog(limits Limits, count func(context.Context) (map[string]int, error), now func() time.Time) *Backlog {
	return &Backlog{limits: limits, count: count, now: now}
}

const (
	// freshFor is the minimum time that a count is reused.
	freshFor = time.Second
	// restFor is how many times as long as it took a count is reused.
	restFor = 20
	// countTimeout bounds a count, because all uploads wait for it.
	countTimeout = 3 * time.Second
	// backlogRetry is the Retry-After of refused uploads.
	backlogRetry = 10 * time.Second
)

// Admit refuses an upload if too many documents wait, or if they cannot be counted: it could not
// be accepted then.
func (b *Backlog) Admit(ctx context.Context, accountID string) error {
	// The count serves all callers and must not end with one of them.
	mine, total, err := b.counts(context.WithoutCancel(ctx), accountID)
	if err != nil {
		return store.Fault(err)
	}
	if mine >= b.limits.PerAccount {
		return full("Too many documents of this account wait to be processed. Try again when some of them are done.")
	}
	if total >= b.limits.Total {
		return full("Too many documents wait to be processed at the moment. Try again later.")
	}
	return nil
}

// counts makes one caller count while the others wait for the result.
func (b *Backlog) counts(ctx context.Context, accountID string) (mine, total int, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if began := b.now(); !began.Before(b.until) {
		b.waiting, b.err = b.countWithin(ctx)
		b.total = 0
		for _, n := range b.waiting {
			b.total += n
		}
		ended := b.now()
		b.until = ended.Add(freshFor)
		if b.err == nil { // an outage may be over in a second
			b.until = ended.Add(max(freshFor, restFor*ended.Sub(began)))
		}
	}
	return b.waiting[accountID], b.total, b.err
}

func (b *Backlog) countWithin(ctx context.Context) (map[string]int, error) {
	ctx, cancel := context.WithTimeout(ctx, countTimeout)
	defer cancel()
	return b.count(ctx)
}

func full(public string) error {
	return &apierror.Error{Code: contract.CodeServiceUnavailable, Public: public, RetryAfter: backlogRetry}
}
