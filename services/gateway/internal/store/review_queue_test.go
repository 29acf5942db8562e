package store_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// certain is an invoice of which everything is known.
func certain(confidence float64) *contract.Extraction {
	x := gatewaytest.Extraction()
	x.Confidence = confidence
	x.Data = []byte(`{"invoiceNumber":"R-1","issueDate":"2026-10-01","vendorName":"A","total":"119.00"}`)
	return x
}

func TestReviewQueue(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	failing := certain(0.99)
	failing.Checks = []byte(`[{"name":"sum","passed":false,"detail":""}]`)
	ids := map[string]string{
		"lacking":  finished(t, s, account, bill()),
		"failing":  finished(t, s, account, failing),
		"doubtful": finished(t, s, account, certain(0.7)),
		"certain":  finished(t, s, account, certain(0.99)),
	}
	said(t, s, model.Correction{AccountID: account, DocumentID: finished(t, s, account, bill()), Reviewed: ptr(true)})
	for name, c := range map[string]struct {
		rules   model.ReviewRules
		want    []string
		reasons map[string]model.ReviewReason
	}{
		"nothing": {model.ReviewRules{}, nil, nil},
		"missing": {model.ReviewRules{Missing: true}, []string{"lacking"},
			map[string]model.ReviewReason{"lacking": model.ReasonMissing}},
		"checks": {model.ReviewRules{Checks: true}, []string{"failing"},
			map[string]model.ReviewReason{"failing": model.ReasonChecks}},
		"doubts": {model.ReviewRules{Below: 0.9}, []string{"lacking", "doubtful"},
			map[string]model.ReviewReason{"doubtful": model.ReasonConfidence}},
		"all": {model.ReviewRules{Sample: 1}, []string{"lacking", "failing", "doubtful", "certain"},
			map[string]model.ReviewReason{"certain": model.ReasonSample}},
	} {
		var got, want []string
		for after := ""; ; {
			id, err := s.NextReview(t.Context(), account, "user_1", after, c.rules)
			require.NoError(t, err)
			if id == "" {
				break
			}
			got, after = append(got, id), id
		}
		for _, kind := range c.want {
			want = append(want, ids[kind])
		}
		var back []string
		for before := ""; ; {
			id, err := s.PreviousReview(t.Context(), account, "user_1", before, c.rules)
			require.NoError(t, err)
			if id == "" {
				break
			}
			back, before = append([]string{id}, back...), id
		}
		assert.EqualSlices(t, back, got, name, "backwards", "forwards")
		slices.Sort(got)
		slices.Sort(want)
		assert.EqualSlices(t, got, want, name)
		n, err := s.ReviewsLeft(t.Context(), account, c.rules)
		assert.True(t, err == nil && n == len(want), name, n, "left", err)
		for kind, reason := range c.reasons {
			got, err := s.ReviewReasons(t.Context(), account, ids[kind], c.rules)
			assert.True(t, err == nil && slices.Contains(got, reason), reason, "of", kind, got, err)
		}
	}
	r, err := s.ReviewReasons(t.Context(), account, ids["certain"], model.ReviewRules{Below: 0.9})
	assert.True(t, err == nil && r == nil, "a certain document is in the queue for", r, err)
}

// Concurrent reviewers never get the same document.
func TestConcurrentReviewers(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account, rules := gatewaytest.Account(), model.ReviewRules{Sample: 1}
	const people = 6
	for range people + 2 {
		finished(t, s, account, certain(0.9))
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	given := map[string]string{}
	for i := range people {
		user := "user_" + string(rune('a'+i))
		wg.Go(func() {
			id, err := s.NextReview(t.Context(), account, user, "", rules)
			mu.Lock()
			defer mu.Unlock()
			other, taken := given[id]
			assert.True(t, err == nil && id != "" && !taken, user, "gets", id, "which", other, "has", err)
			given[id] = user
		})
	}
	wg.Wait()
	for id, user := range given {
		holder, err := s.HoldReview(t.Context(), account, "user_z", id)
		assert.True(t, err == nil && holder == user, id, "is held by", holder, err)
		assert.NoError(t, s.ReleaseReview(t.Context(), account, "user_z", id))
		holder, err = s.HoldReview(t.Context(), account, user, id)
		assert.True(t, err == nil && holder == user, "another gave", id, "back", holder, err)
		assert.NoError(t, s.ReleaseReview(t.Context(), account, user, id))
		holder, err = s.HoldReview(t.Context(), account, "user_z", id)
		assert.True(t, err == nil && holder == "user_z", id, "was given back and is held by", holder, err)
	}
	holder, err := s.HoldReview(t.Context(), gatewaytest.Account(), "user_a", "ext_1")
	assert.True(t, err == nil && holder == "", "a document that is not there is held by", holder, err)
	testkit.Exec(t, pool, `UPDATE review_holds SET until = clock_timestamp()`)
	require.NoError(t, s.ForgetHolds(t.Context()))
	testkit.WantCount(t, pool, 0, `SELECT count(*) FROM review_holds`)
}

func TestReviewRules(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	_, ok, err := s.ReviewRules(t.Context(), account)
	require.True(t, !ok && err == nil, ok, err)
	for _, want := range []model.ReviewRules{{Missing: true, Below: 0.95}, {Checks: true, Sample: 0.5}} {
		require.NoError(t, s.SetReviewRules(t.Context(), account, "user_1", want))
		got, ok, err := s.ReviewRules(t.Context(), account)
		assert.True(t, ok && err == nil && got == want, got, ok, err)
	}
	testkit.WantCount(t, pool, 2, `SELECT count(*) FROM deeds WHERE action = 'review.rules_set' AND actor = 'user_1'`)
}

func TestReviewBins(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	wrong := finished(t, s, account, bill()) // confidence 0
	said(t, s, correction(account, wrong, map[string]*string{"total": ptr("120.00")}))
	finished(t, s, account, certain(0.97))
	finished(t, s, account, certain(0.92))
	said(t, s, model.Correction{AccountID: account, DocumentID: wrong, Reviewed: ptr(true)})
	bins, err := s.ReviewBins(t.Context(), account, model.ReviewRules{Missing: true}, []float64{0.5, 0.95})
	require.NoError(t, err)
	want := []store.ReviewBin{{Number: 0, Attention: true, Documents: 1, Seen: 4, Wrong: 1}, {Number: 1, Documents: 1},
		{Number: 2, Documents: 1}}
	slices.SortFunc(bins, func(a, b store.ReviewBin) int { return a.Number - b.Number })
	assert.EqualSlices(t, bins, want)
}
