package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

const testBatch = "batch_0199aaaa-0000-7000-8000-000000000009"

// keep puts a record of an account into the memory, the i-th by age.
func (g *gateway) keep(p contract.Principal, i int, change func(*contract.Record)) contract.Record {
	g.t.Helper()
	confidence, took := float64(i)/200, int64(31)
	at := contract.TimeOf(time.Date(2026, 10, 1, 12, 0, i, 0, time.UTC))
	rec := contract.Record{
		ID: fmt.Sprintf("ext_0199aaaa-0000-7000-8000-%012d", i), Status: contract.StatusCompleted, DocumentType: "invoice",
		Confidence: &confidence, Missing: []string{"issueDate", "vendorName", "total"},
		Data: json.RawMessage(fmt.Sprintf(`{"invoiceNumber":"R-%d"}`, i)), Fields: json.RawMessage(`{}`),
		Checks: json.RawMessage(`[]`), Metadata: contract.Metadata{FileName: fmt.Sprintf("%d.pdf", i), FileSize: 7,
			MIMEType: "application/pdf", SHA256: strings.Repeat("ab", 32)},
		ProcessingTimeMs: &took, CreatedAt: at, CompletedAt: &at,
	}
	if change != nil {
		change(&rec)
	}
	g.docs.set(func(m *memory) { m.records[rec.ID], m.owners[rec.ID] = rec, p.AccountID })
	return rec
}

func open(rec *contract.Record) {
	rec.Status, rec.Confidence, rec.CompletedAt, rec.ProcessingTimeMs = contract.StatusQueued, nil, nil, nil
	rec.Missing = nil
	rec.Data, rec.Fields, rec.Checks = json.RawMessage("null"), json.RawMessage("null"), json.RawMessage("null")
}

func fail(rec *contract.Record) {
	rec.Status, rec.Confidence, rec.Failure = contract.StatusFailed, new(float64), &contract.Failure{
		Code: contract.CodeCorruptFile, Message: "It is."}
	rec.Missing = []string{}
	rec.Data, rec.Fields, rec.Checks = json.RawMessage(`{}`), json.RawMessage(`{}`), json.RawMessage(`[]`)
}

type recordList struct {
	Items      []map[string]json.RawMessage `json:"items"`
	NextCursor *string                      `json:"nextCursor"`
}

func (l recordList) ids(t testing.TB) (ids []string) {
	t.Helper()
	for _, item := range l.Items {
		var id string
		require.NoError(t, json.Unmarshal(item["id"], &id))
		_, ok := item["fields"]
		assert.False(t, ok, id, "has fields")
		ids = append(ids, id)
	}
	return ids
}

func (g *gateway) list(key, path string) recordList {
	g.t.Helper()
	a := g.send("GET", path, header("X-API-Key", key), nil)
	require.Equal(g.t, a.status, http.StatusOK, path, string(a.body))
	return decode[recordList](g.t, a)
}

func TestLists_pages(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	_, stranger := g.peers.Auth.NewKey(contract.PlanFree)
	assert.Equal(t, string(g.send("GET", "/api/v1/documents", header("X-API-Key", key), nil).body),
		`{"items":[],"nextCursor":null}`, "of nothing")
	var want []string
	for i := range 45 {
		want = append(want, g.keep(p, i, nil).ID)
	}
	g.keep(stranger, 99, nil)
	slices.Reverse(want)
	for _, path := range []string{"/api/v1/documents", "/api/v1/results"} {
		var got []string
		cursor := ""
		for range 3 {
			page := g.list(key, path+"?limit=20"+cursor)
			got = append(got, page.ids(t)...)
			if page.NextCursor == nil {
				break
			}
			cursor = "&cursor=" + url.QueryEscape(*page.NextCursor)
		}
		assert.EqualSlices(t, got, want, path)
		assert.Equal(t, len(g.list(key, path).Items), 20, path, "by default")
	}
}

func TestLists_filters(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	batch := testBatch
	ids := map[int]string{}
	for i, change := range []func(*contract.Record){
		nil, open, fail,
		func(r *contract.Record) { r.DocumentType = "receipt" }, func(r *contract.Record) { r.BatchID = &batch },
	} {
		ids[i] = g.keep(p, i, change).ID
	}
	for path, want := range map[string][]int{
		"/api/v1/documents":                                                                          {4, 3, 2, 1, 0},
		"/api/v1/documents?status=queued":                                                            {1},
		"/api/v1/documents?status=processing":                                                        {},
		"/api/v1/documents?status=failed":                                                            {2},
		"/api/v1/documents?document_type=receipt":                                                    {3},
		"/api/v1/documents?batch_id=" + batch:                                                        {4},
		"/api/v1/documents?batch_id=" + batch[:41] + "0":                                             {},
		"/api/v1/documents?created_after=2026-10-01T12:00:02Z":                                       {4, 3},
		"/api/v1/documents?created_before=2026-10-01T14:00:02%2B02:00":                               {1, 0},
		"/api/v1/documents?created_after=2026-10-01T12:00:00.5Z&created_before=2026-10-01T12:00:03Z": {2, 1},
		"/api/v1/results":                                                                            {4, 3, 2, 0},
		"/api/v1/results?status=completed&min_confidence=0.015":                                      {4, 3},
		"/api/v1/results?min_confidence=1":                                                           {},
	} {
		wanted := []string{}
		for _, i := range want {
			wanted = append(wanted, ids[i])
		}
		assert.EqualSlices(t, g.list(key, path).ids(t), wanted, path)
	}
}

func TestLists_400(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	g.keep(p, 1, nil)
	for _, q := range []string{
		"limit=0", "limit=101", "limit=-1", "limit=", "limit=x", "limit=1&limit=2", "limit=99999999999999999999",
		"cursor=", "cursor=x", "cursor=" + strings.Repeat("x", 600), "status=", "status=done", "status=rejected",
		"batch_id=", "batch_id=batch_1", "created_after=", "created_after=2026-10-01", "created_before=now",
		"created_after=2026-10-01T12:00:00+02:00", "page=2", "Status=queued", "wait=1", "min_confidence=",
		"min_confidence=1.1", "min_confidence=-0.1", "min_confidence=NaN", "max_confidence=x", "max_confidence=2",
		"reviewed=", "reviewed=1", "reviewed=TRUE", "missing=", "missing=dueDate",
	} {
		for _, path := range []string{"/api/v1/documents?", "/api/v1/results?"} {
			wantStatus(t, g.send("GET", path+q, header("X-API-Key", key), nil), 400, contract.CodeInvalidRequest)
		}
	}
	for _, q := range []string{"document_type=", "document_type=Letter"} {
		for _, path := range []string{"/api/v1/documents?", "/api/v1/results?"} {
			wantStatus(t, g.send("GET", path+q, header("X-API-Key", key), nil), 400, contract.CodeInvalidDocumentType)
		}
	}
	wantStatus(t, g.send("GET", "/api/v1/results?status=queued", header("X-API-Key", key), nil), 400,
		contract.CodeInvalidRequest)
	if a := g.send("GET", "/api/v1/documents?document_type=Letter", header("X-API-Key", key),
		nil); !strings.Contains(string(a.body), "bank_statement") {
		t.Errorf("%s does not name the allowed ones", a.body)
	}
}

// For any query, the response is a list or names the error.
func FuzzListQuery(f *testing.F) {
	g := start(f)
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	g.keep(p, 1, nil)
	transport := &http.Transport{}
	f.Cleanup(transport.CloseIdleConnections)
	for _, seed := range []string{"cursor=after-x", "cursor=%00", "limit=1&cursor=", "created_after=2026-10-01T12:00:00Z",
		"min_confidence=1e-9", "%zz", "a;b", "status=queued&&"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		if len(query) > 2000 {
			return
		}
		u := url.URL{Path: "/api/v1/results", RawQuery: query}
		if _, err := url.Parse(u.String()); err != nil ||
			strings.ContainsFunc(query, func(r rune) bool { return r <= ' ' || r >= 0x7f || r == '#' }) {
			return // no request can be written with it
		}
		a, err := g.try(transport, "GET", u.String(), header("X-API-Key", key), nil)
		require.NoError(t, err)
		switch a.status {
		case http.StatusOK:
			decode[recordList](t, a)
		case http.StatusBadRequest:
			a.code(t)
		case http.StatusTooManyRequests: // the fuzzer is fast
		default:
			t.Fatalf("%q: %d %s", query, a.status, a.body)
		}
	})
}

// Records are appended to a page one by one; the page is nevertheless as the package json writes it.
func TestPageEncodingEqualsMarshal(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	g.keep(p, 1, func(r *contract.Record) { r.Data = json.RawMessage(`{"a": "<b>"}`) })
	g.keep(p, 2, open)
	for _, limit := range []string{"1", "2"} {
		a := g.send("GET", "/api/v1/documents?limit="+limit, header("X-API-Key", key), nil)
		require.Equal(t, a.status, http.StatusOK, string(a.body))
		page := decode[struct {
			Items      []contract.Record `json:"items"`
			NextCursor *string           `json:"nextCursor"`
		}](t, a)
		want, err := json.Marshal(page)
		if err != nil || string(a.body) != string(want) || (page.NextCursor == nil) != (limit == "2") {
			t.Errorf("got  %s, %v\nwant %s", a.body, err, want)
		}
	}
}
