package contract_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/sample"
)

const (
	documentsPath = "/api/v1/documents"
	resultsPath   = "/api/v1/results"
)

// list is a page, with its items as they were sent.
type list struct {
	Items      []json.RawMessage
	NextCursor *string
}

func (p person) list(path string, query url.Values) (l list) {
	p.t.Helper()
	p.get(path+"?"+query.Encode()).Into(p.t, &l)
	return l
}

func (p person) walk(path string, query url.Values, limit int) (ids []string) {
	p.t.Helper()
	query.Set("limit", strconv.Itoa(limit))
	for {
		l := p.list(path, query)
		for _, item := range l.Items {
			ids = append(ids, idOf(p.t, item))
		}
		if len(l.Items) > limit || len(l.Items) < limit && l.NextCursor != nil {
			p.t.Errorf("%d items, limit %d, cursor %v", len(l.Items), limit, l.NextCursor)
		}
		if l.NextCursor == nil {
			return ids
		}
		query.Set("cursor", *l.NextCursor)
	}
}

func idOf(t *testing.T, item json.RawMessage) string {
	t.Helper()
	var r contract.Record
	require.NoError(t, json.Unmarshal(item, &r))
	return r.ID
}

func idsOf(records []contract.Record) (ids []string) {
	for _, r := range records {
		ids = append(ids, r.ID)
	}
	return ids
}

// shelf is documents of all kinds, newest first.
func shelf(p person) (all []contract.Record) {
	p.t.Helper()
	parts := []part{filed("1.pdf", sample.Invoice("B-1")), filed("2.txt", []byte(plainInvoice("B-2"))),
		filed("3.pdf", []byte(broken))}
	for _, typ := range []string{"auto", "invoice", "receipt", "generic", "bank_statement"} {
		all = append(all, p.extract(texts("=SUM(A1) "+typ+".txt", plainInvoice("R-"+typ)), value("document_type", typ)))
	}
	all = append(all, p.extract(texts("broken.pdf", broken)), p.extract(file("a.pdf", sample.Invoice("R-1"))))
	for range 2 {
		b := p.batchEnded(batch(p.t, p.post(batchPath, nil, http.StatusAccepted, parts...)))
		var together []contract.Record
		for _, e := range b.Results {
			together = append(together, p.ended(e.ID))
		}
		slices.SortFunc(together, func(a, b contract.Record) int { return strings.Compare(a.ID, b.ID) })
		all = append(all, together...)
	}
	slices.Reverse(all)
	return all
}

// filter is one filter with its expected result.
type filter struct {
	query url.Values
	holds []func(contract.Record) bool
}

func (f *filter) add(name, text string, holds func(contract.Record) bool) {
	f.query.Set(name, text)
	f.holds = append(f.holds, holds)
}

func (f *filter) oracle(all []contract.Record) (ids []string) {
	for _, r := range all {
		if !slices.ContainsFunc(f.holds, func(holds func(contract.Record) bool) bool { return !holds(r) }) {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// anyFilter draws a filter. Records show times cut to milliseconds, so it separates at the next millisecond.
func anyFilter(random *rand.Rand, all []contract.Record, withConfidence bool) filter {
	f := filter{query: url.Values{}}
	one := func() contract.Record { return all[random.IntN(len(all))] }
	maybe := func() bool { return random.IntN(3) == 0 }
	if maybe() {
		status := one().Status
		f.add("status", string(status), func(r contract.Record) bool { return r.Status == status })
	}
	if maybe() {
		types := contract.DocumentTypes()
		typ := types[random.IntN(len(types))]
		f.add("document_type", typ, func(r contract.Record) bool { return r.DocumentType == typ })
	}
	if id := one().BatchID; id != nil && maybe() {
		f.add("batch_id", *id, func(r contract.Record) bool { return r.BatchID != nil && *r.BatchID == *id })
	}
	if maybe() {
		after := one().CreatedAt.Add(time.Millisecond)
		f.add("created_after", after.Format(time.RFC3339Nano), func(r contract.Record) bool {
			return !r.CreatedAt.Before(after)
		})
	}
	if maybe() {
		before := one().CreatedAt.Add(time.Millisecond)
		f.add("created_before", before.In(time.FixedZone("", 3600)).Format(time.RFC3339Nano), func(r contract.Record) bool {
			return r.CreatedAt.Before(before)
		})
	}
	if withConfidence && maybe() {
		least := *one().Confidence
		f.add("min_confidence", strconv.FormatFloat(least, 'f', -1, 64), func(r contract.Record) bool {
			return *r.Confidence >= least
		})
	}
	return f
}

func filters(t *testing.T, w *world) {
	p := w.person(t, contract.PlanEnterprise)
	all := shelf(p)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	require.EqualSlices(t, p.walk(documentsPath, url.Values{}, 4), idsOf(all))
	for n := range 50 {
		path := []string{documentsPath, resultsPath}[n%2]
		f := anyFilter(random, all, path == resultsPath)
		question := f.query.Encode()
		got, want := p.walk(path, f.query, 10), f.oracle(all)
		assert.EqualSlices(t, got, want, path, question, "of", all)
	}
	other := w.person(t, contract.PlanEnterprise)
	for question, name := range map[string]string{
		documentsPath + "?status=gone": "status", documentsPath + "?document_type=Novel": "document_type",
		documentsPath + "?batch_id=1":               "batch_id",
		documentsPath + "?created_after=2026-10-01": "created_after", documentsPath + "?created_before=now": "created_before",
		documentsPath + "?limit=0": "limit", documentsPath + "?limit=101": "limit", documentsPath + "?limit=1.5": "limit",
		documentsPath + "?cursor=":          "cursor",
		documentsPath + "?max_confidence=x": "max_confidence", documentsPath + "?offset=3": "offset",
		documentsPath + "?reviewed=yes": "reviewed", documentsPath + "?missing=dueDate": "missing",
		documentsPath + "?limit=1&limit=2": "limit",
		resultsPath + "?status=queued":     "status", resultsPath + "?min_confidence=1.1": "min_confidence",
		resultsPath + "?min_confidence=NaN": "min_confidence",
	} {
		assert.Contains(t, string(other.ask(http.MethodGet, question, nil, http.StatusBadRequest).Body), name, question)
	}
}

// Iterating over pages returns every document of the beginning once, regardless of new ones.
func cursors(t *testing.T, w *world) {
	p := w.person(t, contract.PlanEnterprise)
	var want []string
	for n := range 8 {
		want = append(want, p.extract(texts("a.txt", plainInvoice(fmt.Sprint(n)))).ID)
	}
	slices.Reverse(want)
	for _, path := range []string{documentsPath, resultsPath} {
		query := url.Values{"limit": {"3"}, "document_type": {"invoice"}}
		var got []string
		for page := 0; ; page++ {
			l := p.list(path, query)
			for _, item := range l.Items {
				got = append(got, idOf(t, item))
			}
			if l.NextCursor == nil {
				break
			}
			p.extract(texts("late.txt", plainInvoice("late")))
			query.Set("cursor", *l.NextCursor)
		}
		if !slices.Equal(got[len(got)-len(want):], want) || path == documentsPath && len(got) != len(want) {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
	// A deleted document at the cursor does not end the walk.
	l := p.list(documentsPath, url.Values{"limit": {"2"}})
	p.erase(idOf(t, l.Items[1]))
	rest := p.list(documentsPath, url.Values{"limit": {"100"}, "cursor": {*l.NextCursor}})
	whole := p.list(documentsPath, url.Values{"limit": {"100"}})
	assert.Equal(t, len(rest.Items), len(whole.Items)-1, "items behind the first of", len(whole.Items))
	for _, bad := range []string{"nonsense", *l.NextCursor + "A", (*l.NextCursor)[1:],
		strings.Repeat("A", len(*l.NextCursor)), strings.Repeat("A", 600)} {
		p.ask(http.MethodGet, documentsPath+"?cursor="+url.QueryEscape(bad), nil, http.StatusBadRequest)
	}
}
