package store_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/records/record"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

func correction(account, id string, values map[string]*string) model.Correction {
	return model.Correction{AccountID: account, DocumentID: id, By: "key_1", Change: correct.Change{Values: values}}
}

func TestCorrect(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	a := gatewaytest.Acceptance(gatewaytest.Account())
	account, id := a.Principal.AccountID, accept(t, s, a)
	end(t, s, id, "")
	for _, total := range []string{"120.00", "121.00"} {
		_, err := s.Correct(t.Context(), correction(account, id, map[string]*string{"total": &total}), store.Stored{})
		require.NoError(t, err)
	}
	d, err := s.Correct(t.Context(), correction(account, id, map[string]*string{"currency": nil, "vendorName": ptr("A")}),
		store.Stored{})
	require.NoError(t, err)
	r, err := record.Of(d)
	require.NoError(t, err)
	assert.Equal(t, string(r.Data), `{"total":"121.00","vendorName":"A"}`, "data")
	var fields map[string]struct {
		Value      *string
		Confidence float64
		Source     string
		Original   *struct{ Value string }
	}
	require.NoError(t, json.Unmarshal(r.Fields, &fields))
	total, vendor := fields["total"], fields["vendorName"]
	if *total.Value != "121.00" || total.Source != "human" || total.Confidence != 1 || total.Original.Value != "119.00" ||
		vendor.Original != nil {
		t.Errorf("fields %s", r.Fields)
	}
	assert.Equal(t, *r.Confidence, 0, "confidence")
	testkit.WantCount(t, pool, 4,
		`SELECT count(*) FROM corrections WHERE corrected_by = 'key_1' AND corrected_at <= now()`)
	again, _, err := s.Document(t.Context(), account, id)
	require.NoError(t, err, again.Said)
	assert.Equal(t, len(again.Said), 3, "read again", again.Said)
	erase(t, s, account, id)
	testkit.WantCount(t, pool, 0, `SELECT count(*) FROM corrections`)
}

func TestCorrectRefused(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	a := gatewaytest.Acceptance(gatewaytest.Account())
	account, open := a.Principal.AccountID, accept(t, s, a)
	failed := accept(t, s, gatewaytest.Acceptance(account))
	end(t, s, failed, contract.CodeCorruptFile)
	done := accept(t, s, gatewaytest.Acceptance(account))
	end(t, s, done, "")
	right := map[string]*string{"total": ptr("1.00")}
	for name, c := range map[string]struct {
		correction model.Correction
		is         func(error) bool
	}{
		"open": {correction(account, open, right),
			func(err error) bool { return errors.Is(err, store.ErrNotCompleted) }},
		"failed": {correction(account, failed, right),
			func(err error) bool { return errors.Is(err, store.ErrNotCompleted) }},
		"another's": {correction(gatewaytest.Account(), done, right),
			func(err error) bool { return errors.Is(err, store.ErrNoDocument) }},
		"malformed": {correction(account, "ext_1", right),
			func(err error) bool { return errors.Is(err, store.ErrNoDocument) }},
		"no path": {correction(account, done, map[string]*string{"shoeSize": ptr("43")}),
			func(err error) bool { return apierror.Is(err, contract.CodeInvalidRequest) }},
		"changed since": {model.Correction{AccountID: account, DocumentID: done, Change: correct.Change{Values: right},
			Match: func(contract.Record) (bool, error) { return false, nil }},
			func(err error) bool { return errors.Is(err, store.ErrChanged) }},
		"unstorable": {correction(account, done, map[string]*string{"vendorName": ptr("A\x00B")}),
			func(err error) bool { return store.Unstorable(err) || apierror.Is(err, contract.CodeInvalidRequest) }},
	} {
		_, err := s.Correct(t.Context(), c.correction, store.Stored{})
		assert.True(t, c.is(err), name, err)
		if _, err := s.Preview(t.Context(), c.correction, store.Stored{}); name != "unstorable" && !c.is(err) {
			t.Errorf("preview, %s: %v", name, err)
		}
	}
	testkit.WantCount(t, pool, 0, `SELECT count(*) FROM corrections`)
}

// Concurrent corrections of one document are serialized, and none is lost.
func TestConcurrentCorrections(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	a := gatewaytest.Acceptance(gatewaytest.Account())
	account, id := a.Principal.AccountID, accept(t, s, a)
	end(t, s, id, "")
	paths := []string{"vendorName", "vendorAddress", "customerName", "paymentTerms", "invoiceNumber",
		"customerId", "unknown"}
	var wg sync.WaitGroup
	for _, path := range paths {
		wg.Go(func() {
			_, err := s.Correct(t.Context(),
				correction(account, id, map[string]*string{path: ptr("of " + path)}), store.Stored{})
			assert.Equal(t, err != nil, path == "unknown", path, err)
		})
	}
	wg.Wait()
	d, _, err := s.Document(t.Context(), account, id)
	require.NoError(t, err)
	for _, path := range paths[:len(paths)-1] {
		assert.Contains(t, string(d.Data), fmt.Sprintf("%q:%q", path, "of "+path), path, "is lost")
	}
}

// The checks, confidence and missing fields after a correction are in the row, so that lists and exports
// have them as well; after a revert everything is as found.
func TestCorrectChecks(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	id := finished(t, s, account, bill())
	found := shown(t, s, account, id)
	if found.Checks != `[{"name":"sum","passed":true,"detail":"100.00 + 19.00 = 119.00"}]` || found.Confidence != 0 ||
		found.Missing != "[issueDate vendorName]" {
		t.Fatalf("as found: %+v", found)
	}
	for _, c := range []struct {
		values map[string]*string
		want   seen
	}{
		{
			map[string]*string{"total": ptr("120,00")},
			seen{`[{"name":"sum","passed":false,"detail":"100.00 + 19.00 ≠ 120.00"}]`, 0, "[issueDate vendorName]"},
		},
		{
			map[string]*string{"issueDate": ptr("02.12.2014"), "vendorName": nil},
			seen{`[{"name":"sum","passed":false,"detail":"100.00 + 19.00 ≠ 120.00"}]`, 0.9, "[]"},
		},
		{
			map[string]*string{"total": ptr("119.00"), "vendorName": ptr("A")},
			seen{`[{"name":"sum","passed":true,"detail":"100.00 + 19.00 = 119.00"}]`, 0.9, "[]"},
		},
		{
			map[string]*string{"total": ptr("119.00"), "issueDate": nil, "vendorName": nil},
			seen{`[{"name":"sum","passed":true,"detail":"100.00 + 19.00 = 119.00"}]`, 0.9, "[]"},
		},
	} {
		answered, err := s.Correct(t.Context(), correction(account, id, c.values), store.Stored{})
		require.NoError(t, err)
		assert.Equal(t, seenOf(t, answered), c.want, "the answer to", c.values)
		assert.Equal(t, shown(t, s, account, id), c.want, "after", c.values)
	}
	d, _, err := s.Document(t.Context(), account, id)
	if err != nil || *correct.StateOf(d.Said).Values["total"] != "119.00" || d.Revision.Confidence != 0 ||
		string(d.Revision.Checks) != found.Checks {
		t.Errorf("what was found: %+v, %v", d.Revision, err)
	}
}

// bill is an invoice without issue date and vendor.
func bill() *contract.Extraction {
	x := gatewaytest.Extraction()
	x.Confidence = 0
	x.Data = []byte(`{"currency":"EUR","invoiceNumber":"R-1","subtotal":"100.00","taxTotal":"19.00","total":"119.00"}`)
	x.Fields = []byte(`{"invoiceNumber":{"value":"R-1","raw":"R-1","confidence":0.9,"checks":[]},` +
		`"total":{"value":"119.00","raw":"119,00 €","confidence":0.8,"checks":["sum"]},` +
		`"subtotal":{"value":"100.00","raw":"100,00","confidence":0.8,"checks":["sum"]},"taxTotal":{"value":"19.00",` +
		`"raw":"19,00","confidence":0.8,"checks":["sum"]}}`)
	x.Basis = []byte(`{"language":"de"}`)
	return x
}

func finished(t *testing.T, s *store.Store, account string, x *contract.Extraction) string {
	t.Helper()
	return finishedAs(t, s, gatewaytest.Acceptance(account), x)
}

func finishedAs(t *testing.T, s *store.Store, a model.Acceptance, x *contract.Extraction) string {
	t.Helper()
	id := accept(t, s, a)
	ref := contract.ClaimRef{DocumentID: id, Token: "t"}
	_, ok, err := s.Claim(t.Context(), store.Claim{DocumentID: id, Token: ref.Token, Lease: time.Minute})
	require.True(t, ok && err == nil, ok, err)
	ok, err = s.Finish(t.Context(), ref, store.End{Extraction: x})
	require.True(t, ok && err == nil, ok, err)
	return id
}

// seen is a record's state after corrections.
type seen struct {
	Checks     string
	Confidence float64
	Missing    string
}

func seenOf(t *testing.T, d model.Document) seen {
	t.Helper()
	r, err := record.Of(d)
	require.NoError(t, err)
	return seen{string(r.Checks), *r.Confidence, fmt.Sprint(r.Missing)}
}

// shown returns the state in the record and the list, which must be equal.
func shown(t *testing.T, s *store.Store, account, id string) seen {
	t.Helper()
	d, ok, err := s.Document(t.Context(), account, id)
	require.NoError(t, err)
	require.True(t, ok)
	whole := seenOf(t, d)
	listed := list(t, s, account, model.Filter{}, nil, 1)
	assert.Equal(t, seenOf(t, listed[0]), whole, "record in the list")
	n := len(list(t, s, account, model.Filter{MinConfidence: ptr(0.85)}, nil, 1))
	assert.Equal(t, n == 1, whole.Confidence >= 0.85,
		"a list of the certain ones shows", n, "the confidence is", whole.Confidence)
	return whole
}

// Documents corrected before checks were repeated are repaired.
func TestStaleDocuments(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	id := finished(t, s, account, bill())
	old := `INSERT INTO corrections (document, path, value, corrected_by) VALUES ($1, 'total', '120.00', 'key_1')`
	for _, sql := range []string{
		old, `UPDATE documents SET data = '{"currency":"EUR","invoiceNumber":"R-1","subtotal":"100.00","taxTotal":"19.00",` +
			`"total":"120.00"}' WHERE id = $1`,
		`INSERT INTO revisions (document, absent, stale) VALUES ($1, '{}', true)`,
	} {
		testkit.Exec(t, pool, sql, strings.TrimPrefix(id, contract.PrefixDocument))
	}
	stale, err := s.Stale(t.Context(), "", 10)
	require.True(t, err == nil && len(stale) == 1 && stale[0].ID == id, stale, err)
	_, err = s.Correct(t.Context(), correction(account, id, nil), store.Stored{})
	require.NoError(t, err)
	got := shown(t, s, account, id)
	assert.Contains(t, got.Checks, "≠ 120.00", got)
	stale, err = s.Stale(t.Context(), "", 10)
	assert.True(t, err == nil && len(stale) == 0, "still", len(stale), err)
	testkit.WantCount(t, pool, 1, `SELECT count(*) FROM corrections`)
}

// itemized is bill with two line items, of which the second is wrong.
func itemized() *contract.Extraction {
	x := bill()
	x.Data = []byte(`{"currency":"EUR","invoiceNumber":"R-1","subtotal":"100.00","taxTotal":"19.00","total":"119.00",` +
		`"lineItems":[{"description":"Oak board","quantity":"4","unitPrice":"15.00","amount":"60.00"},` +
		`{"description":"Delivery","amount":"46.00"}]}`)
	return x
}

// drawn is a table as a person may have typed it. Some cells are invalid.
func drawn(r *rand.Rand) json.RawMessage {
	pick := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	rows := make([]map[string]string, r.IntN(4))
	for i := range rows {
		rows[i] = map[string]string{"description": pick("Oak board", "Delivery", "Freight")}
		for _, member := range []string{"quantity", "unitPrice", "amount"} {
			if r.IntN(4) > 0 {
				rows[i][member] = pick("4", "15,00", "60.00", "1.234,5", "40,00", "0")
			}
		}
		if r.IntN(20) == 0 {
			rows[i]["amount"] = "a lot"
		}
	}
	list, _ := json.Marshal(rows) // texts are always to be written
	return list
}

// A preview equals the saved result, and stores nothing.
func TestPreview(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	id := finished(t, s, account, itemized())
	everything := func() string {
		return testkit.Value[string](t, pool, `SELECT (SELECT json_agg(d ORDER BY id)::text FROM documents d) ||
			coalesce((SELECT json_agg(r ORDER BY document)::text FROM revisions r), '') ||
			coalesce((SELECT json_agg(c ORDER BY id)::text FROM corrections c), '')`)
	}
	r := rand.New(rand.NewPCG(1, 2))
	saved, refused := 0, 0
	for range 80 {
		c := model.Correction{AccountID: account, DocumentID: id, By: "user_1", Change: correct.Change{Typed: true,
			Lists: map[string]json.RawMessage{"lineItems": drawn(r)}}}
		before := everything()
		p, err := s.Preview(t.Context(), c, store.Stored{})
		require.Equal(t, everything(), before, "the preview's data")
		d, saveErr := s.Correct(t.Context(), c, store.Stored{})
		if fmt.Sprint(correct.AllRefused(err)) != fmt.Sprint(correct.AllRefused(saveErr)) || (err == nil) != (saveErr == nil) {
			t.Fatalf("%s: the preview says %v, saving %v", c.Change.Lists["lineItems"], err, saveErr)
		}
		if err != nil {
			refused++
			continue
		}
		saved++
		if string(p.Checks) != string(d.Checks) || string(p.Data) != string(d.Data) || p.Confidence != *d.Confidence {
			t.Fatalf("%s:\npreview %s %s %v\n  saved %s %s %v", c.Change.Lists["lineItems"], p.Data, p.Checks, p.Confidence,
				d.Data, d.Checks, *d.Confidence)
		}
	}
	assert.True(t, saved >= 40 && refused >= 3, saved, "saved", refused, "refused")
}
