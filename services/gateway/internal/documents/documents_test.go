package documents_test

import (
	"fmt"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/documents"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

func register(t *testing.T, url string) (*documents.Documents, *store.Store) {
	t.Helper()
	s, _ := gatewaytest.Store(t, url)
	d := gatewaytest.Documents(s, gatewaytest.Blob(t), nil)
	d.Backlog = documents.NewBacklog(documents.Limits{PerAccount: 2, Total: 10}, s.Waiting, time.Now)
	return d, s
}

func TestDatabaseUnavailable(t *testing.T) {
	t.Parallel()
	d, _ := register(t, "postgres://nobody@127.0.0.1:1/none")
	account := gatewaytest.Account()
	a := gatewaytest.Acceptance(account)
	_, recordErr := d.Record(t.Context(), account, a.Document.ID)
	_, _, batchErr := d.AcceptBatch(t.Context(), gatewaytest.Batch(account, 1))
	_, listErr := d.List(t.Context(), account, model.Filter{}, 1, "")
	_, _, onceErr := d.ClaimKey(t.Context(), account, "key")
	_, layoutsErr := d.ListLayouts(t.Context(), account, "", 1)
	_, layoutErr := d.Layout(t.Context(), account, contract.PrefixLayout+a.Document.ID[len(contract.PrefixDocument):])
	_, correctErr := d.Correct(t.Context(), model.Correction{AccountID: account, DocumentID: a.Document.ID})
	for what, err := range map[string]error{
		"admit": d.Admit(t.Context(), account), "accept": d.Accept(t.Context(), a), "record": recordErr,
		"batch": batchErr, "list": listErr, "once": onceErr, "correct": correctErr,
		"layouts": layoutsErr, "layout": layoutErr,
		"erase":  d.Erase(t.Context(), account, a.Document.ID, ""),
		"export": d.Export(t.Context(), account, model.Filter{}, func(contract.Record) error { return nil }),
	} {
		if f := apierror.Of(err); f.Code != contract.CodeServiceUnavailable || f.RetryAfter <= 0 ||
			strings.Contains(f.Public, "127.0.0.1") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestUnknownDocument(t *testing.T) {
	t.Parallel()
	d, _ := register(t, gatewaytest.Database(t))
	a := gatewaytest.Acceptance(gatewaytest.Account())
	require.NoError(t, d.Accept(t.Context(), a))
	var public string
	for _, probe := range [][2]string{
		{gatewaytest.Account(), a.Document.ID},
		{a.Principal.AccountID, gatewaytest.Acceptance("").Document.ID},
		{a.Principal.AccountID, strings.ToUpper(a.Document.ID)},
		{a.Principal.AccountID, "'; --"},
	} {
		_, err := d.Record(t.Context(), probe[0], probe[1])
		f := apierror.Of(err)
		if f.Code != contract.CodeNotFound || public != "" && f.Public != public {
			t.Errorf("%v: %v", probe, err)
		}
		public = f.Public
	}
}

func TestAdmit(t *testing.T) {
	t.Parallel()
	d, _ := register(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	for range 2 {
		require.NoError(t, d.Accept(t.Context(), gatewaytest.Acceptance(account)))
	}
	err := d.Admit(t.Context(), account)
	assert.True(t, refused(err), "busy account", err)
	assert.NoError(t, d.Admit(t.Context(), gatewaytest.Account()), "another account")
}

// A file without which the record would be wrong is not left out of it.
func TestRecordWithLostFields(t *testing.T) {
	t.Parallel()
	d, s := register(t, gatewaytest.Database(t))
	a := gatewaytest.Acceptance(gatewaytest.Account())
	require.NoError(t, d.Accept(t.Context(), a))
	ref := contract.ClaimRef{DocumentID: a.Document.ID, Token: "t"}
	_, ok, err := s.Claim(t.Context(), store.Claim{DocumentID: ref.DocumentID, Token: ref.Token, Lease: time.Minute})
	require.True(t, ok && err == nil, ok, err)
	end := store.End{Extraction: gatewaytest.Extraction(), FieldsKey: "results/lost.json"}
	ok, err = s.Finish(t.Context(), ref, end)
	require.True(t, ok && err == nil, ok, err)
	_, err = d.Record(t.Context(), a.Principal.AccountID, a.Document.ID)
	assert.Equal(t, apierror.Of(err).Code, contract.CodeInternalError, "record", err)
}

// A correction uses fields too large for the row as well, and repairs documents corrected before
// corrections repeated checks.
func TestCorrectStoredFields(t *testing.T) {
	t.Parallel()
	url := gatewaytest.Database(t)
	d, s := register(t, url)
	a := gatewaytest.Acceptance(gatewaytest.Account())
	account, id := a.Principal.AccountID, a.Document.ID
	require.NoError(t, d.Accept(t.Context(), a))
	ref := contract.ClaimRef{DocumentID: id, Token: "t"}
	if _, ok, err := s.Claim(t.Context(), store.Claim{DocumentID: id, Token: ref.Token, Lease: time.Minute}); !ok ||
		err != nil {
		t.Fatal(ok, err)
	}
	x := gatewaytest.Extraction()
	x.Data = []byte(`{"currency":"EUR","invoiceNumber":"R-1","issueDate":"2026-10-01","subtotal":"100.00",` +
		`"taxTotal":"19.00","total":"119.00","vendorName":"A"}`)
	fields := `{"total":{"value":"119.00","confidence":0.5,"checks":["sum"]},"invoiceNumber":{"value":"R-1",` +
		`"confidence":0.9,"checks":[]},` +
		`"issueDate":{"value":"2026-10-01","confidence":0.9,"checks":[]},"vendorName":{"value":"A","confidence":0.9,` +
		`"checks":[]}}`
	end := store.End{Extraction: x, FieldsKey: "results/" + id + ".json"}
	_, err := d.Blob.Put(t.Context(), end.FieldsKey, strings.NewReader(fields))
	require.NoError(t, err)
	ok, err := s.Finish(t.Context(), ref, end)
	require.True(t, ok && err == nil, ok, err)
	total := "120.00"
	answered, err := d.Correct(t.Context(),
		model.Correction{AccountID: account, DocumentID: id, By: "key_1", Change: correct.Change{Values: map[string]*string{"total": &total}}})
	require.NoError(t, err)
	if *answered.Confidence != 0.815 || !strings.Contains(string(answered.Checks), "≠ 120.00") ||
		!strings.Contains(string(answered.Fields), `"original":{"value":"119.00"`) {
		t.Errorf("%v %s %s", *answered.Confidence, answered.Checks, answered.Fields)
	}
	pool := gatewaytest.Pool(t, url)
	testkit.Exec(t, pool, `UPDATE revisions SET stale = true, checks = NULL, confidence = NULL, remade = NULL`)
	testkit.Exec(t, pool, `UPDATE documents SET checks = $1, confidence = 0.75`, []byte(x.Checks))
	require.NoError(t, d.ReviseStale(t.Context()))
	again, err := d.Record(t.Context(), account, id)
	if err != nil || *again.Confidence != *answered.Confidence || string(again.Checks) != string(answered.Checks) {
		t.Errorf("made up for: %v %s, %v", again.Confidence, again.Checks, err)
	}
}

// near allows for the rounding of time buckets.
func near(got, want int64) bool {
	return float64(got) > 0.96*float64(want) && float64(got) < 1.04*float64(want)
}

func TestUsage(t *testing.T) {
	t.Parallel()
	url := gatewaytest.Database(t)
	s, pool := gatewaytest.Store(t, url)
	d := gatewaytest.Documents(s, nil, nil)
	account, other := gatewaytest.Account(), gatewaytest.Account()
	insert := func(account, day, key, documentType, failure string, ms, n int, confidence float64) {
		t.Helper()
		_, err := pool.Exec(t.Context(), `
			INSERT INTO documents (id, account, plan, file_name, file_size, mime_type, sha256, object_key, asked_type, lane,
			                       status, accepted_at, submitted_by, document_type, failure_code, failure_message,
			                       processing_time_ms, confidence, missing)
			SELECT gen_random_uuid(), $1, 'Pro', 'a.pdf', 1, 'application/pdf', 's', gen_random_uuid()::text, 'auto', 'batch',
			       CASE WHEN $5 = '' THEN 'completed' ELSE 'failed' END, $2::timestamptz, nullif($3, '?'), nullif($4, ''),
			       nullif($5, ''), 'No.', $6, $8, '{}' FROM generate_series(1, $7::int)`,
			account, day, key, documentType, failure, ms, n, confidence)
		require.NoError(t, err)
	}
	insert(account, "2026-10-01", "key_a", "invoice", "", 100, 90, 0.99)
	insert(account, "2026-10-31 23:59:59Z", "key_a", "invoice", "", 4000, 10, 0.5)
	insert(account, "2026-10-15", "", "receipt", "", 20, 10, 0.99)
	insert(account, "2026-10-15", "?", "", "CORRUPT_FILE", 1, 5, 0)
	insert(account, "2026-11-01", "key_a", "invoice", "", 1, 7, 0.1)
	insert(other, "2026-10-15", "key_b", "invoice", "", 1, 7, 0.1)

	october := time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC)
	u, err := d.Usage(t.Context(), account, october, october.AddDate(0, 1, 0))
	require.NoError(t, err)
	all := u.All
	if all.Documents != 115 || all.Failed != 5 || all.Needed != 10 || all.Completed() != 110 || !near(all.Median, 100) ||
		!near(all.P95, 4000) {
		t.Errorf("all: %+v", all)
	}
	short := func(rows []model.UsageRow) (texts []string) {
		for _, r := range rows {
			texts = append(texts, fmt.Sprintf("%s %d %d %d", r.Of, r.Documents, r.Failed, r.Needed))
		}
		return texts
	}
	for name, c := range map[string]struct {
		rows []model.UsageRow
		want []string
	}{
		"by key":   {u.ByKey, []string{"key_a 100 0 10", " 10 0 0", "? 5 5 0"}},
		"by type":  {u.ByType, []string{"invoice 100 0 10", "receipt 10 0 0"}},
		"failures": {u.Failures, []string{"CORRUPT_FILE 5 5 0"}},
	} {
		got := short(c.rows)
		assert.True(t, reflect.DeepEqual(got, c.want), name, got, "want", c.want)
	}
	r := u.ByType[1]
	assert.True(t, near(r.Median, 20) && near(r.P95, 20), "receipts", r)
	u, err = d.Usage(t.Context(), account, october.AddDate(1, 0, 0), october.AddDate(1, 1, 0))
	assert.True(t, err == nil && reflect.DeepEqual(u, model.Usage{}), "a month without documents", u, err)
}

func TestFiguresMinimumValues(t *testing.T) {
	t.Parallel()
	bins := []store.ReviewBin{{Number: 0, Documents: 100, Seen: 199, Wrong: 20}}
	f := documents.FiguresOf(bins, []float64{0.9})
	assert.True(t, f.Points == nil && f.Values == 199, f)
	bins[0].Seen = 200
	f = documents.FiguresOf(bins, []float64{0.9})
	assert.Equal(t, len(f.Points), 1, f)
}

// Of 1,000 documents 100 are reviewed by rule, 300 are doubtful and all reviewed, and of 600 certain ones a
// few, which represent the rest.
func TestFiguresWeights(t *testing.T) {
	t.Parallel()
	f := documents.FiguresOf([]store.ReviewBin{
		{Number: 2, Attention: true, Documents: 100, Seen: 1000, Wrong: 500},
		{Number: 0, Documents: 100, Seen: 1000, Wrong: 200},
		{Number: 1, Documents: 200, Seen: 2000, Wrong: 100},
		{Number: 2, Documents: 600, Seen: 100, Wrong: 1},
	}, []float64{0.8, 0.95})
	for i, want := range []struct{ share, wrong float64 }{
		{0.2, (200*0.05 + 600*0.01) / 800}, {0.4, 0.01},
	} {
		p := f.Points[i]
		assert.True(t, math.Abs(p.Share-want.share) <= 1e-9 && math.Abs(p.Wrong-want.wrong) <= 1e-9, p, "want", want)
	}
}

// Without reviews, documents are assumed to be as wrong as those of lower confidence.
func TestFiguresWithoutReviews(t *testing.T) {
	t.Parallel()
	f := documents.FiguresOf([]store.ReviewBin{
		{Number: 0, Documents: 50}, {Number: 1, Documents: 50, Seen: 300, Wrong: 30}, {Number: 2, Documents: 100},
	}, []float64{0.8, 0.95})
	assert.True(t, f.Points[0].Wrong == 0.1 && f.Points[1].Wrong == 0.1, f.Points)
}
