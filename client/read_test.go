package client_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/client"
)

func TestNewChecks(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"", "localhost:8080", "ftp://a", "http://", "http://a?b", "http://u:p@a",
		"http://a\x00"} {
		if _, err := client.New(address, testKey); err == nil {
			t.Errorf("%q was taken", address)
		}
	}
	for _, key := range []string{"", "a b", "a\r\nX: y"} {
		if _, err := client.New("http://a", key); err == nil {
			t.Errorf("key %q was taken", key)
		}
	}
	c, err := client.New("https://a.example/docmill/", testKey)
	if err != nil {
		t.Fatal(err)
	}
	if s := fmt.Sprintf("%v %+v %#v %s", c, c, c, c); strings.Contains(s, testKey) ||
		!strings.Contains(s, "a.example/docmill") {
		t.Errorf("%s", s)
	}
}

func TestRecord(t *testing.T) {
	t.Parallel()
	far := newWire(t, func(_ int, w http.ResponseWriter, _ request) { reply(w, completed("ext_1")) })
	record, err := far.client(t).Document(t.Context(), "ext_1")
	if err != nil {
		t.Fatal(err)
	}
	var invoice client.Invoice
	if err := record.Decode(&invoice); err != nil || invoice.Total != "119.00" || invoice.LineItems[0].Amount != "60.00" {
		t.Errorf("%+v, %v", invoice, err)
	}
	total := record.Fields["total"]
	if total.Value != "119.00" || *total.Page != 1 || total.Box[3] != 1 || !record.Checks[0].Passed ||
		record.Err() != nil {
		t.Errorf("%+v", record)
	}
	if want := time.Date(2026, 11, 20, 10, 15, 30, 123e6, time.UTC); !record.CreatedAt.Equal(want) ||
		record.ExpiresAt != nil {
		t.Errorf("%v, %v", record.CreatedAt, record.ExpiresAt)
	}
	if !strings.Contains(string(record.JSON()), "memberOfTomorrow") {
		t.Errorf("%s", record.JSON())
	}
}

func TestFailedRecord(t *testing.T) {
	t.Parallel()
	far := newWire(t, func(_ int, w http.ResponseWriter, _ request) {
		reply(w, map[string]any{"id": "ext_1", "status": "failed", "data": map[string]any{},
			"failure": map[string]string{"code": "CORRUPT_FILE", "message": "It is broken."}})
	})
	record, err := far.client(t).Extract(t.Context(), client.FromBytes("a", nil), client.ExtractOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var failure *client.Failure
	if err := record.Err(); !errors.Is(err, client.CodeCorruptFile) || !errors.As(err, &failure) ||
		failure.Message != "It is broken." {
		t.Errorf("%v", err)
	}
	if err := record.Decode(&client.Invoice{}); err == nil {
		t.Error("a failed record has data")
	}
}

// A hostile service must not fill the client's memory.
func TestAnswerTooLarge(t *testing.T) {
	t.Parallel()
	endless := strings.Repeat(" ", 1<<20)
	far := newWire(t, func(_ int, w http.ResponseWriter, _ request) {
		for range 150 {
			if _, err := io.WriteString(w, endless); err != nil {
				return
			}
		}
		reply(w, completed("ext_1"))
	})
	c := far.client(t)
	_, err := c.Document(t.Context(), "ext_1")
	if err == nil || !strings.Contains(err.Error(), "larger than 128 MiB") {
		t.Errorf("%v", err)
	}
	for _, err := range c.ExportNDJSON(t.Context(), client.Filter{}) {
		if err == nil || !strings.Contains(err.Error(), "larger than 128 MiB") {
			t.Errorf("export: %v", err)
		}
	}
	if requests, _ := far.seen(); len(requests) != 2 {
		t.Errorf("%d requests, want no repetition", len(requests))
	}
}

// An id with any content is one path element.
func TestEscapedIDs(t *testing.T) {
	t.Parallel()
	far := newWire(t, func(_ int, w http.ResponseWriter, _ request) { refuse(w, 404, client.CodeNotFound) })
	c := far.client(t)
	for _, id := range []string{"../usage", "a/b", "a?b", "a%2Fb"} {
		if _, err := c.Document(t.Context(), id); !errors.Is(err, client.CodeNotFound) {
			t.Errorf("%v", err)
		}
		requests, _ := far.seen()
		if last := requests[len(requests)-1]; last.Path != "/api/v1/documents/"+id || last.Query != "" {
			t.Errorf("%q went to %q?%q", id, last.Path, last.Query)
		}
	}
	for _, id := range []string{"", ".", ".."} {
		if err := c.Delete(t.Context(), id); err == nil {
			t.Errorf("id %q", id)
		}
	}
	if requests, _ := far.seen(); len(requests) != 4 {
		t.Errorf("%d requests", len(requests))
	}
}

func TestWaitFor(t *testing.T) {
	t.Parallel()
	far := newWire(t, func(n int, w http.ResponseWriter, _ request) {
		if n < 3 {
			reply(w, map[string]any{"id": "ext_1", "status": "processing"})
			return
		}
		reply(w, completed("ext_1"))
	})
	record, err := far.client(t).WaitFor(t.Context(), "ext_1")
	if err != nil || record.Status != client.StatusCompleted {
		t.Fatalf("%+v, %v", record, err)
	}
	requests, pauses := far.seen()
	if len(requests) != 4 || requests[0].Query != "wait=60" || len(pauses) != 3 {
		t.Errorf("%d requests, pauses %v", len(requests), pauses)
	}
}

func TestListPagination(t *testing.T) {
	t.Parallel()
	page := func(n int, w http.ResponseWriter, r request) {
		q, err := url.ParseQuery(r.Query)
		if err != nil {
			t.Error(err)
		}
		next := any("c 2+")
		if q.Get("cursor") == "c 2+" {
			next = nil
		}
		reply(w, map[string]any{"items": []any{completed(fmt.Sprint("ext_", 2*n)), completed(fmt.Sprint("ext_", 2*n+1))},
			"nextCursor": next})
	}
	far := newWire(t, page)
	filter := client.Filter{
		Status: client.StatusCompleted, DocumentType: client.TypeInvoice, BatchID: "batch_1", MinConfidence: 0.9,
		MaxConfidence: 0.95, Reviewed: new(false), Missing: "any",
		CreatedAfter: time.Date(2026, 11, 1, 1, 0, 0, 0, time.FixedZone("", 3600)),
	}
	var ids []string
	for record, err := range far.client(t).Results(t.Context(), filter) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, record.ID)
	}
	if got := strings.Join(ids, " "); got != "ext_0 ext_1 ext_2 ext_3" {
		t.Errorf("%s", got)
	}
	requests, _ := far.seen()
	const want = "batch_id=batch_1&created_after=2026-11-01T00%3A00%3A00.000Z&document_type=invoice&limit=100&" +
		"max_confidence=0.95&min_confidence=0.9&missing=any&reviewed=false&status=completed"
	if requests[0].Path != "/api/v1/results" || requests[0].Query != want || len(requests) != 2 {
		t.Errorf("%+v", requests)
	}

	for _, err := range far.client(t).Documents(t.Context(), client.Filter{}) {
		if err != nil {
			t.Error(err)
		}
		break
	}
	if requests, _ := far.seen(); len(requests) != 3 || requests[2].Query != "limit=100" {
		t.Errorf("a loop that was left read on: %d requests", len(requests))
	}
	p, err := far.client(t).DocumentsPage(t.Context(), client.Filter{}, client.PageOptions{Limit: 2})
	if err != nil || len(p.Items) != 2 || *p.NextCursor != "c 2+" {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestTruncatedList(t *testing.T) {
	t.Parallel()
	far := newWire(t, func(n int, w http.ResponseWriter, _ request) {
		if n == 0 {
			reply(w, map[string]any{"items": []any{completed("ext_1")}, "nextCursor": "c"})
			return
		}
		refuse(w, 400, client.CodeInvalidRequest)
	})
	var records int
	var last error
	for record, err := range far.client(t).Documents(t.Context(), client.Filter{}) {
		if last = err; record != nil {
			records++
		}
	}
	if records != 1 || !errors.Is(last, client.CodeInvalidRequest) {
		t.Errorf("%d, %v", records, last)
	}
}

func TestExports(t *testing.T) {
	t.Parallel()
	far := newWire(t, func(_ int, w http.ResponseWriter, r request) {
		if r.Header.Get("Accept") == "text/csv" {
			_, _ = io.WriteString(w, "id,status\r\next_1,completed\r\n")
			return
		}
		if strings.HasSuffix(r.Header.Get("Accept"), "spreadsheetml.sheet") {
			_, _ = io.WriteString(w, "PK")
			return
		}
		reply(w, completed("ext_1")) // ends its line
		reply(w, completed("ext_2"))
	})
	c := far.client(t)
	var table strings.Builder
	if err := c.ExportCSV(t.Context(), client.Filter{Status: client.StatusCompleted}, &table); err != nil ||
		table.String() != "id,status\r\next_1,completed\r\n" {
		t.Errorf("%q, %v", table.String(), err)
	}
	var book strings.Builder
	if err := c.ExportXLSX(t.Context(), client.Filter{}, &book); err != nil || book.String() != "PK" {
		t.Errorf("%q, %v", book.String(), err)
	}
	n := 0
	for record, err := range c.ExportNDJSON(t.Context(), client.Filter{}) {
		if n++; err != nil || record.ID != fmt.Sprint("ext_", n) {
			t.Errorf("%+v, %v", record, err)
		}
	}
	if n != 2 {
		t.Errorf("%d records", n)
	}
}

// A truncated export is never mistaken for a complete one.
func TestTruncatedExport(t *testing.T) {
	t.Parallel()
	far := newWire(t, func(_ int, w http.ResponseWriter, _ request) {
		reply(w, completed("ext_1"))
		_ = http.NewResponseController(w).Flush()
		cut(w)
	})
	c := far.client(t)
	if err := c.ExportCSV(t.Context(), client.Filter{}, io.Discard); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%v", err)
	}
	var last error
	for _, err := range c.ExportNDJSON(t.Context(), client.Filter{}) {
		last = err
	}
	if !errors.Is(last, io.ErrUnexpectedEOF) {
		t.Errorf("%v", last)
	}
}

func TestDownloads(t *testing.T) {
	t.Parallel()
	far := newWire(t, func(_ int, w http.ResponseWriter, r request) {
		w.Header().Set("Content-Type", "application/pdf")
		w.Header().Set("Content-Disposition", `attachment; filename="a.pdf"; filename*=UTF-8''%C3%A4.pdf`)
		_, _ = io.WriteString(w, r.Path+"?"+r.Query)
	})
	c := far.client(t)
	file, err := c.File(t.Context(), "ext_1")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Body.Close()
	content, err := io.ReadAll(file.Body)
	if err != nil || string(content) != "/api/v1/documents/ext_1/file?" || file.Name != "ä.pdf" ||
		file.Size != int64(len(content)) || file.MIMEType != "application/pdf" {
		t.Errorf("%+v %s %v", file, content, err)
	}
	picture, err := c.PageImage(t.Context(), "ext_1", 2, 400)
	if err != nil {
		t.Fatal(err)
	}
	defer picture.Body.Close()
	if content, err := io.ReadAll(picture.Body); err != nil ||
		string(content) != "/api/v1/documents/ext_1/pages/2.png?width=400" {
		t.Errorf("%s %v", content, err)
	}
}

func TestPageWords(t *testing.T) {
	t.Parallel()
	far := newWire(t, func(_ int, w http.ResponseWriter, r request) {
		reply(w, map[string]any{"page": 2, "words": []any{
			map[string]any{"text": r.Path, "box": []float64{0.1, 0.2, 0.3, 0.4}, "line": 1},
		}})
	})
	words, err := far.client(t).PageWords(t.Context(), "ext_1", 2)
	if err != nil || words.Page != 2 || len(words.Words) != 1 || words.Words[0] != (client.PageWord{
		Text: "/api/v1/documents/ext_1/pages/2/words", Box: [4]float64{0.1, 0.2, 0.3, 0.4}, Line: 1,
	}) {
		t.Errorf("%+v %v", words, err)
	}
}

func TestCorrect(t *testing.T) {
	t.Parallel()
	far := newWire(t, func(n int, w http.ResponseWriter, _ request) {
		if n == 0 {
			cut(w)
		}
		reply(w, completed("ext_1"))
	})
	_, err := far.client(t).Correct(t.Context(), "ext_1", map[string]*string{"total": new("120.00"), "dueDate": nil})
	requests, _ := far.seen()
	if last := requests[len(requests)-1]; err != nil || len(requests) != 2 || last.Method != "PATCH" ||
		last.Header.Get("Content-Type") != "application/json" ||
		string(last.Body) != `{"data":{"dueDate":null,"total":"120.00"}}` {
		t.Errorf("%v, %+v", err, requests)
	}
}

func TestUpdate(t *testing.T) {
	t.Parallel()
	far := newWire(t, func(_ int, w http.ResponseWriter, r request) {
		w.Header().Set("ETag", `"2"`)
		reply(w, completed("ext_1"))
	})
	record, err := far.client(t).Update(t.Context(), "ext_1", client.Change{
		Values: map[string]*string{"dueDate": nil}, Lists: map[string][]map[string]string{"taxes": nil},
		Confirm: []string{"total"}, Unconfirm: []string{"iban"}, Revert: []string{"lineItems"}, Reviewed: new(true),
		IfMatch: `"1"`,
	})
	requests, _ := far.seen()
	if err != nil || record.ETag != `"2"` || requests[0].Header.Get("If-Match") != `"1"` ||
		string(requests[0].Body) != `{"confirm":["total"],"data":{"dueDate":null,"taxes":[]},"revert":["lineItems"],`+
			`"reviewed":true,"unconfirm":["iban"]}` {
		t.Errorf("%v, %+v, %s", err, record, requests[0].Body)
	}
}

// A conditional update is not repeated: the first attempt may have succeeded.
func TestConditionalUpdateWithoutRetry(t *testing.T) {
	t.Parallel()
	far := newWire(t, func(_ int, w http.ResponseWriter, _ request) { cut(w) })
	_, err := far.client(t).Update(t.Context(), "ext_1", client.Change{Confirm: []string{"total"}, IfMatch: `"1"`})
	if requests, _ := far.seen(); err == nil || len(requests) != 1 {
		t.Errorf("%v, %d requests", err, len(requests))
	}
}

func TestRerun(t *testing.T) {
	t.Parallel()
	far := newWire(t, func(n int, w http.ResponseWriter, _ request) {
		if n == 0 {
			cut(w)
		}
		reply(w, completed("ext_2"))
	})
	record, err := far.client(t).Rerun(t.Context(), "ext_1", client.RerunOptions{DocumentType: client.TypeReceipt})
	requests, _ := far.seen()
	if err != nil || record.ID != "ext_2" || len(requests) != 2 || requests[1].Path != "/api/v1/documents/ext_1/rerun" ||
		string(requests[1].Body) != `{"document_type":"receipt"}` ||
		requests[0].Header.Get("Idempotency-Key") != requests[1].Header.Get("Idempotency-Key") {
		t.Errorf("%v, %+v", err, requests)
	}
}

func TestErrorText(t *testing.T) {
	t.Parallel()
	far := newWire(t, func(n int, w http.ResponseWriter, _ request) {
		if n == 0 {
			refuse(w, 501, client.CodeWebhooksNotAvailable)
			return
		}
		http.Error(w, "<html>", http.StatusRequestEntityTooLarge)
	})
	c := far.client(t)
	for _, want := range []string{
		"docmill: It did not work. (501 WEBHOOKS_NOT_AVAILABLE, request req-1)",
		"docmill: The answer did not come from docmill (413 Request Entity Too Large)",
	} {
		if _, err := c.RegisterWebhook(t.Context(), "https://a.example", nil); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestRegisterWithoutKey(t *testing.T) {
	t.Parallel()
	far := newWire(t, func(_ int, w http.ResponseWriter, _ request) { reply(w, map[string]any{"key": testKey}) })
	key, err := client.Register(t.Context(), far.URL, "Nordlicht")
	requests, _ := far.seen()
	if err != nil || key.Key != testKey || len(requests) != 1 || requests[0].Header.Get("X-API-Key") != "" {
		t.Errorf("%+v, %v, %+v", key, err, requests)
	}
}
