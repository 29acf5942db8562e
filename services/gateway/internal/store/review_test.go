package store_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"sync"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/records/record"
	"github.com/docmill/docmill/services/gateway/internal/store"
	"github.com/docmill/docmill/services/gateway/migrations"
)

func said(t *testing.T, s *store.Store, c model.Correction) contract.Record {
	t.Helper()
	c.By = "user_1"
	d, err := s.Correct(t.Context(), c, store.Stored{})
	require.NoError(t, err)
	r, err := record.Of(d)
	require.NoError(t, err)
	return r
}

func TestReviewedBy(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	id, other := finished(t, s, account, bill()), finished(t, s, account, bill())
	of := func(c model.Correction) model.Correction { c.AccountID, c.DocumentID = account, id; return c }
	r := said(t, s, of(model.Correction{Reviewed: ptr(true)}))
	require.True(t, r.Review != nil && r.Review.By == "user_1" && r.Review.State == contract.Reviewed, r.Review)
	assert.True(t, said(t, s, of(model.Correction{Reviewed: ptr(true)})).Review.At.Equal(r.Review.At.Time),
		"who reviewed first is not the one that counts")
	corrected := said(t, s, of(model.Correction{Change: correct.Change{Values: map[string]*string{"total": ptr("120.00")}}}))
	assert.True(t, corrected.Review != nil, "a correction takes the review away")
	for _, reviewed := range []bool{true, false} {
		listed := list(t, s, account, model.Filter{Reviewed: &reviewed}, nil, 9)
		assert.True(t, len(listed) == 1 && listed[0].ID == map[bool]string{true: id, false: other}[reviewed],
			"reviewed", reviewed, "lists", len(listed))
	}
	r = said(t, s, of(model.Correction{Reviewed: ptr(false)}))
	assert.True(t, r.Review == nil, r.Review)
	history, err := s.ListCorrections(t.Context(), account, id, 10)
	if err != nil || len(history) != 3 || history[0].Action != correct.ActionReopen ||
		history[2].Action != correct.ActionReview {
		t.Errorf("%+v, %v", history, err)
	}
	n := testkit.Value[int](t, pool,
		`SELECT count(*) FROM documents WHERE values_seen = 4 AND values_wrong = 1`)
	assert.Equal(t, n, 1, "what was wrong is not counted")
}

func TestConfirmations(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	id := finished(t, s, account, bill())
	of := func(c correct.Change) model.Correction {
		return model.Correction{AccountID: account, DocumentID: id, Change: c}
	}
	said(t, s, of(correct.Change{Values: map[string]*string{"issueDate": ptr("2026-10-01"), "vendorName": ptr("A")}}))
	r := said(t, s, of(correct.Change{Confirm: []string{"total", "invoiceNumber"}}))
	assert.True(t, *r.Confidence == 1 && strings.Contains(string(r.Fields), `"confirmed":true`),
		"confidence", *r.Confidence, string(r.Fields))
	said(t, s, of(correct.Change{Unconfirm: []string{"total"}}))
	r = said(t, s, of(correct.Change{Revert: []string{"issueDate", "vendorName"}}))
	assert.True(t, *r.Confidence == 0 && len(r.Missing) == 2, "confidence", *r.Confidence, "missing", r.Missing)
	assert.Equal(t, string(r.Data), string(bill().Data), "data")
}

// Documents corrected before their found data was stored can be reverted as well.
func TestRevertOldCorrections(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	id := finished(t, s, account, bill())
	said(t, s, correction(account, id, map[string]*string{"total": ptr("120.00"), "dueDate": ptr("2026-11-01")}))
	testkit.Exec(t, pool, `UPDATE revisions SET data = NULL`)
	r := said(t, s, model.Correction{AccountID: account, DocumentID: id,
		Change: correct.Change{Revert: []string{"total", "dueDate"}}})
	var got, want map[string]any
	require.NoError(t, errors.Join(json.Unmarshal(r.Data, &got), json.Unmarshal(bill().Data, &want)))
	assert.True(t, len(got) == len(want) && got["total"] == want["total"], "data", string(r.Data))
}

// Of several reviewers of the same record, the first succeeds and the others get an error.
func TestConcurrentConditionalCorrections(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	id := finished(t, s, account, bill())
	var wg sync.WaitGroup
	outcomes := make(chan error, 8)
	for range cap(outcomes) {
		wg.Go(func() {
			_, err := s.Correct(t.Context(), model.Correction{
				AccountID: account, DocumentID: id, By: "user_1",
				Change: correct.Change{Values: map[string]*string{"total": ptr("120.00")}},
				Match: func(r contract.Record) (bool, error) {
					return strings.Contains(string(r.Data), `"119.00"`), nil
				},
			}, store.Stored{})
			outcomes <- err
		})
	}
	wg.Wait()
	close(outcomes)
	first := 0
	for err := range outcomes {
		switch {
		case err == nil:
			first++
		case !errors.Is(err, store.ErrChanged):
			t.Error(err)
		}
	}
	assert.Equal(t, first, 1, "first")
}

func TestListByMissingAndFailed(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	whole := gatewaytest.Extraction()
	whole.Confidence = 0.97
	whole.Data = []byte(`{"invoiceNumber":"R-1","issueDate":"2026-10-01","vendorName":"A","total":"119.00"}`)
	lacking, complete := finished(t, s, account, bill()), finished(t, s, account, whole)
	for name, c := range map[string]struct {
		filter model.Filter
		want   string
	}{
		"any":        {model.Filter{Missing: model.MissingAny}, lacking},
		"date":       {model.Filter{Missing: "issueDate"}, lacking},
		"total":      {model.Filter{Missing: "total"}, ""},
		"doubtful":   {model.Filter{MaxConfidence: ptr(0.5)}, lacking},
		"certain":    {model.Filter{MinConfidence: ptr(0.97)}, complete},
		"in between": {model.Filter{MinConfidence: ptr(0.1), MaxConfidence: ptr(0.9)}, ""},
	} {
		got := ""
		for _, d := range list(t, s, account, c.filter, nil, 9) {
			got += d.ID
		}
		assert.Equal(t, got, c.want, name, "lists")
	}
	said(t, s, correction(account, lacking, map[string]*string{"issueDate": ptr("2026-10-01"), "vendorName": nil}))
	assert.Equal(t, len(list(t, s, account, model.Filter{Missing: model.MissingAny}, nil, 9)), 0,
		"documents lack something after the correction")
}

func TestDuplicates(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	same := func(number string) *contract.Extraction {
		x := gatewaytest.Extraction()
		x.Data = []byte(`{"invoiceNumber":"` + number + `","vendorName":"Öl & Co. KG","total":"119.00","currency":"EUR"}`)
		return x
	}
	upload := func(owner, sha, rerunOf, number string) string {
		a := gatewaytest.Acceptance(owner)
		a.Document.SHA256, a.Document.RerunOf = sha, rerunOf
		return finishedAs(t, s, a, same(number))
	}
	upload(gatewaytest.Account(), "aa", "", "R-1") // another account's is no duplicate here
	first := upload(account, "aa", "", "R-1")
	for name, c := range map[string]struct{ id, rerunOf, duplicateOf string }{
		"first":         {first, "", ""},
		"same bytes":    {upload(account, "aa", "", "R-2"), "", first},
		"same invoice":  {upload(account, "bb", "", "r 1"), "", first},
		"other invoice": {upload(account, "cc", "", "R-3"), "", ""},
		"read again":    {upload(account, "aa", first, "R-1"), first, ""},
	} {
		d, ok, err := s.Document(t.Context(), account, c.id)
		require.NoError(t, err)
		require.True(t, ok)
		if value(d.RerunOf) != c.rerunOf || value(d.DuplicateOf) != c.duplicateOf {
			t.Errorf("%s: rerun of %q, duplicate of %q, want %q, %q", name, value(d.RerunOf), value(d.DuplicateOf),
				c.rerunOf, c.duplicateOf)
		}
	}
	erase(t, s, account, first)
	for _, d := range list(t, s, account, model.Filter{}, nil, 9) {
		assert.True(t, value(d.RerunOf) != first && value(d.DuplicateOf) != first, d.ID, "names a document that is gone")
	}
	a := gatewaytest.Acceptance(account)
	a.Document.RerunOf = first
	_, err := s.Accept(t.Context(), a, store.Terms{})
	assert.ErrorIs(t, err, store.ErrNoDocument, "a document that is gone is read again")
}

func value(p *string) string {
	if p == nil {
		return ""
	}
	return *p
}

// The migration summarizes documents of before as their end does now.
func TestSummarizeOldDocuments(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	for documentType, data := range map[string]string{
		"invoice": `{"total":"1.00"}`, "credit_note": `{"invoiceNumber":"1","issueDate":"2026-10-01"}`,
		"receipt": `{"date":"2026-10-01"}`, "purchase_order": `{"customerName":"A"}`, "bank_statement": `{"iban":"DE1"}`,
		"generic": `{"title":"T"}`,
	} {
		x := gatewaytest.Extraction()
		x.DocumentType, x.Data = documentType, []byte(data)
		x.Checks = []byte(`[{"name":"sum","passed":true,"detail":""},{"name":"iban","passed":false,"detail":"a\u0000"}]`)
		finished(t, s, account, x)
	}
	bare := finished(t, s, account, bill())
	said(t, s, correction(account, bare, map[string]*string{"vendorName": nil}))
	const summary = `SELECT string_agg(concat(id, missing, failed_checks), E'\n' ORDER BY id) FROM documents`
	now := testkit.Value[string](t, pool, summary)
	sql, err := fs.ReadFile(migrations.Files(), "00010_review.sql")
	require.NoError(t, err)
	_, update, _ := strings.Cut(string(sql), "\nUPDATE documents SET")
	update, _, _ = strings.Cut(update, ";")
	for _, sql := range []string{`UPDATE documents SET missing = NULL, failed_checks = NULL`, "UPDATE documents SET" + update} {
		testkit.Exec(t, pool, sql)
	}
	assert.Equal(t, now, testkit.Value[string](t, pool, summary), "by the migration", "by the end")
}
