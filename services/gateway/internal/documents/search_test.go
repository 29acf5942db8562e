package documents_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/access/limiter"
	"github.com/docmill/docmill/services/gateway/internal/documents"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

func bounded(perAccount int) *limiter.Limiter {
	return limiter.New(limiter.Config{Max: 4, MaxPerAccount: perAccount, MaxWaiting: 3, Wait: time.Minute,
		Busy: "Too many are under way."})
}

func isBusy(err error) bool {
	return apierror.Is(err, contract.CodeServiceUnavailable) && apierror.Of(err).RetryAfter > 0
}

// Searches through all documents of an account that use all their connections delay neither other requests
// nor other accounts.
func TestSearchPool(t *testing.T) {
	t.Parallel()
	half := 0.5
	list := func(f model.Filter) search {
		return func(ctx context.Context, d *documents.Documents, account string) error {
			_, err := d.List(ctx, account, f, 50, "")
			return err
		}
	}
	for name, ask := range map[string]search{
		"text":                list(model.Filter{Text: "muster"}),
		"lowest confidence":   list(model.Filter{MinConfidence: &half}),
		"greatest confidence": list(model.Filter{MaxConfidence: &half}),
		"choice by confidence": func(ctx context.Context, d *documents.Documents, account string) error {
			_, err := d.Choose(ctx, account, model.Filter{MaxConfidence: &half}, 50)
			return err
		},
		"next review": func(ctx context.Context, d *documents.Documents, account string) error {
			_, err := d.NextReview(ctx, account, "user_1", "")
			return err
		},
		"previous review": func(ctx context.Context, d *documents.Documents, account string) error {
			_, err := d.PreviousReview(ctx, account, "user_1", "")
			return err
		},
		"reviews left": func(ctx context.Context, d *documents.Documents, account string) error {
			_, err := d.ReviewsLeft(ctx, account)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			holdUpNothingElse(t, ask)
		})
	}
}

// search is a request that may read all documents of an account.
type search func(ctx context.Context, d *documents.Documents, account string) error

func holdUpNothingElse(t *testing.T, ask search) {
	t.Helper()
	url := gatewaytest.Database(t)
	s, pool := gatewaytest.Store(t, url)
	heavy := gatewaytest.Pool(t, url)
	d := gatewaytest.Documents(s.WithHeavy(heavy), nil, nil)
	d.Searches = bounded(2)
	account, other := gatewaytest.Account(), gatewaytest.Account()
	fill(t, pool, account, "invoice", invoice, 3)
	fill(t, pool, other, "invoice", invoice, 3)

	// Searches that do not end: the test holds all their connections.
	var held []func()
	for range heavy.Config().MaxConns {
		conn, err := heavy.Acquire(t.Context())
		require.NoError(t, err)
		held = append(held, conn.Release)
	}
	outcomes := make(chan error, 40)
	var wg sync.WaitGroup
	for range 40 {
		wg.Go(func() {
			outcomes <- ask(t.Context(), d, account)
		})
	}
	for range 40 - 2 - 3 { // all but those under way and those that wait
		err := <-outcomes
		assert.True(t, isBusy(err), "beyond the bounds", err)
	}
	page, err := d.List(t.Context(), other, model.Filter{}, 50, "")
	require.NoError(t, err)
	require.Equal(t, len(page.Records), 3, "another account's list")
	_, err = d.Record(t.Context(), other, page.Records[0].ID)
	assert.NoError(t, err, "another account's record")
	_, err = d.List(t.Context(), account, model.Filter{}, 50, "")
	assert.NoError(t, err, "the account's own list without a search")
	for _, release := range held {
		release()
	}
	wg.Wait()
	for range 5 {
		assert.NoError(t, <-outcomes, "within the bounds")
	}
}

// A count by confidence waits for its turn like lists. Without a turn, the list is shown without it.
func TestConfidenceCountLimit(t *testing.T) {
	t.Parallel()
	url := gatewaytest.Database(t)
	s, pool := gatewaytest.Store(t, url)
	heavy := gatewaytest.Pool(t, url)
	d := gatewaytest.Documents(s.WithHeavy(heavy), nil, nil)
	d.Searches = limiter.New(limiter.Config{Max: 1, MaxPerAccount: 1, MaxWaiting: 0, Wait: time.Minute, Busy: "Busy."})
	account, none := gatewaytest.Account(), 0.0
	fill(t, pool, account, "invoice", invoice, 3)
	byConfidence := model.Filter{MinConfidence: &none}
	n, ok, err := d.Count(t.Context(), account, byConfidence, 10)
	assert.True(t, n == 3 && ok && err == nil, "alone", n, ok, err)
	assert.Equal(t, heavy.Stat().AcquireCount(), 1, "the connections of searches were used")
	leave, err := d.Searches.Enter(t.Context(), account)
	require.NoError(t, err)
	defer leave()
	n, ok, err = d.Count(t.Context(), account, byConfidence, 10)
	assert.True(t, n == 0 && !ok && err == nil, "beside a search", n, ok, err)
	n, ok, err = d.Count(t.Context(), account, model.Filter{}, 10)
	assert.True(t, n == 3 && ok && err == nil, "of all", n, ok, err)
}

// An export holds its place until its client has read it; others of the account wait and then get a
// Retry-After, and other accounts continue.
func TestExportLimit(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	d := gatewaytest.Documents(s, nil, nil)
	d.Exports = limiter.New(limiter.Config{Max: 4, MaxPerAccount: 2, MaxWaiting: 0, Wait: time.Minute,
		Busy: "Too many exports."})
	account, other := gatewaytest.Account(), gatewaytest.Account()
	fill(t, pool, account, "invoice", invoice, 3)
	fill(t, pool, other, "invoice", invoice, 3)
	reading, read := make(chan struct{}, 2), make(chan struct{})
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			n := 0
			err := d.Export(t.Context(), account, model.Filter{}, func(contract.Record) error {
				if n++; n == 1 {
					reading <- struct{}{}
					<-read
				}
				return nil
			})
			require.NoError(t, err)
			assert.Equal(t, n, 3, "records")
		})
	}
	<-reading
	<-reading
	count := func(account string) (n int, err error) {
		err = d.Export(t.Context(), account, model.Filter{}, func(contract.Record) error { n++; return nil })
		return n, err
	}
	n, err := count(account)
	assert.True(t, n == 0 && isBusy(err), "a third", n, err)
	n, err = count(other)
	assert.True(t, n == 3 && err == nil, "another account's", n, err)
	close(read)
	wg.Wait()
	n, err = count(account)
	assert.True(t, n == 3 && err == nil, "afterwards", n, err)
	stop := errors.New("the client has left")
	err = d.Export(t.Context(), account, model.Filter{},
		func(contract.Record) error { return stop })
	assert.ErrorIs(t, err, stop)
	n, err = count(account)
	assert.True(t, n == 3 && err == nil, "after one that broke off", n, err)
}
