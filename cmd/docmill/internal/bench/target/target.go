// Package target performs the operations of a run on a service, through its HTTP API.
package target

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/docmill/docmill/client"
	"github.com/docmill/docmill/cmd/docmill/internal/bench/load"
	"github.com/docmill/docmill/cmd/docmill/internal/bench/measure"
	"github.com/docmill/docmill/cmd/docmill/internal/bench/mix"
	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/cmd/docmill/internal/remote"
)

// Config describes the operations and their target.
type Config struct {
	Server      string
	Keys        []string // of an account each; several of one share its limits
	Mix         mix.Mix
	Files       []client.Source // of mix.File
	BatchSize   int
	Seed        uint64
	Timeout     time.Duration // of an operation
	Connections int           // kept open
	// Patient has operations wait until limits allow them (closed loop).
	Patient bool
	// Run is a unique name, which is part of file names and invoice numbers.
	Run string
}

// Target is a service with the accounts that use it. It is safe for concurrent use.
type Target struct {
	cfg               Config
	pool              pool
	requestsPerMinute int
	inFlight          atomic.Int64
}

// Open fails when the service cannot be reached or does not take a key.
func Open(ctx context.Context, cfg Config) (*Target, error) {
	t := &Target{cfg: cfg}
	shared := &http.Client{Transport: wire{transport(cfg.Connections)}}
	for i, key := range cfg.Keys {
		// Retries would hide errors and distort times.
		c, err := client.New(cfg.Server, key, client.WithHTTPClient(shared), client.WithRetries(1),
			client.WithUserAgent("docmill-bench"))
		if err != nil {
			return nil, exitstatus.With(exitstatus.Usage, fmt.Errorf("key %d: %w", i+1, err))
		}
		t.pool.accounts = append(t.pool.accounts, &account{client: c})
	}
	if _, err := remote.Client(ctx, cfg.Server, cfg.Keys[0]); err != nil {
		return nil, err
	}
	return t, t.prepare(ctx)
}

// prepare reads each account's limits, and provides a document to read.
func (t *Target) prepare(ctx context.Context) error {
	const parallel = 8
	limits := make([]int, len(t.pool.accounts))
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(parallel)
	for i, a := range t.pool.accounts {
		work.Go(func() error {
			u, err := a.client.Usage(ctx)
			if err != nil {
				return fmt.Errorf("key %d: %w", i+1, err)
			}
			limits[i] = u.RequestsPerMinute.Limit
			if t.cfg.Mix.Has(mix.Read) {
				err = t.fill(ctx, a, i)
			}
			if err != nil {
				return fmt.Errorf("key %d: a document to read: %w", i+1, err)
			}
			return nil
		})
	}
	if err := work.Wait(); err != nil {
		return err
	}
	for _, n := range limits {
		t.requestsPerMinute += n
	}
	return nil
}

// fill finds documents to read, or uploads one.
func (t *Target) fill(ctx context.Context, a *account, n int) error {
	p, err := a.client.DocumentsPage(ctx, client.Filter{Status: client.StatusCompleted}, client.PageOptions{})
	if err != nil {
		return err
	}
	for _, r := range p.Items {
		a.put(r.ID)
	}
	if len(p.Items) > 0 {
		return nil
	}
	d := mix.Make(mix.Text, t.cfg.Run+"-first", n)
	r, err := a.client.Extract(ctx, client.FromBytes(d.Name, d.Content), client.ExtractOptions{Wait: wait})
	if err == nil {
		a.put(r.ID)
	}
	return err
}

// RequestsPerMinute is the sum of all keys' limits, as if each key had a separate account.
func (t *Target) RequestsPerMinute() int { return t.requestsPerMinute }

// Exhausted reports whether no account has documents left this month.
func (t *Target) Exhausted() bool { return t.pool.exhausted() }

// InFlight is how many operations are under way.
func (t *Target) InFlight() int { return int(t.inFlight.Load()) }

// wait is how long one request waits for the end of its document.
const wait = 60 * time.Second

// Perform performs a due operation. ok is false if nothing was done because the run has ended or no account
// can continue. paused is the time in which limits delayed its beginning, which the outcome excludes.
func (t *Target) Perform(ctx context.Context, due load.Arrival) (o measure.Outcome, paused time.Duration, ok bool) {
	a := (*account)(nil)
	if t.cfg.Patient {
		if a, paused, ok = t.pool.usable(ctx, due.End); !ok {
			return o, paused, false
		}
		due.Due = time.Now()
	} else {
		a = t.pool.any()
	}
	t.inFlight.Add(1)
	defer t.inFlight.Add(-1)
	operation := t.cfg.Mix.Choose(t.cfg.Seed, due.N)
	running, cancel := context.WithTimeout(ctx, t.cfg.Timeout)
	defer cancel()
	running, told := newExchange(running)
	o = measure.Outcome{
		Operation: string(operation), Due: due.Due, Sent: time.Now(), Measured: due.Measured, TraceID: told.traceID,
	}
	err := t.do(running, a, operation, due.N, &o)
	o.Ended, o.RequestID = time.Now(), told.request()
	t.judge(ctx, a, &o, err)
	return o, paused, true
}

// judge classifies the operation's end, and applies limits to the account.
func (t *Target) judge(ctx context.Context, a *account, o *measure.Outcome, err error) {
	var answer *client.Error
	switch {
	case err == nil:
		return
	case ctx.Err() != nil:
		o.Verdict = measure.Unfinished
	case errors.Is(err, context.DeadlineExceeded):
		o.Verdict, o.Code = measure.Failed, "TIMEOUT"
	case errors.As(err, &answer):
		o.Verdict, o.Code = measure.Failed, codeOf(answer)
		if answer.Status == http.StatusTooManyRequests || answer.Status == http.StatusServiceUnavailable {
			o.Verdict = measure.Refused
			a.refuse(max(answer.RetryAfter, minPause), answer.Code == client.CodeQuotaExceeded)
		}
	default:
		o.Verdict, o.Code = measure.Failed, failureOf(err)
	}
}

// minPause is the pause of an account after a refusal without Retry-After.
const minPause = time.Second

func codeOf(e *client.Error) string {
	if e.Code != "" {
		return string(e.Code)
	}
	return fmt.Sprintf("HTTP_%d", e.Status)
}

// failureOf returns the code of an operation that was not refused.
func failureOf(err error) string {
	var failure *client.Failure
	var wrong wrongError
	switch {
	case errors.As(err, &failure):
		return string(failure.Code)
	case errors.As(err, &wrong):
		return "WRONG_RESULT"
	}
	return "CONNECTION"
}
