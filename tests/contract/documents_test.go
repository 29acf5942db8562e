package contract_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/sample"
)

// field is the source of a value.
type field struct {
	Value      any
	Raw        *string
	Confidence float64
	Page       *int
	Box        *[4]float64
	Source     string
	Checks     []string
	Original   *field
}

func fieldsOf(t *testing.T, r contract.Record) (fields map[string]field) {
	t.Helper()
	require.NoError(t, json.Unmarshal(r.Fields, &fields))
	return fields
}

func dataOf(t *testing.T, r contract.Record) (data map[string]any) {
	t.Helper()
	require.NoError(t, json.Unmarshal(r.Data, &data))
	return data
}

func corrections(t *testing.T, w *world) {
	p := w.person(t, contract.PlanEnterprise)
	found := p.extract(file("R-1.pdf", sample.Invoice("R-1")))
	was := fieldsOf(t, found)
	r := record(t, p.patch(found.ID, `{"data":{"total":"120.00","dueDate":null,"lineItems.0.amount":"61.00",`+
		`"lineItems.2.description":"Nails","vendorEmail":"a@b.example"}}`, http.StatusOK))
	data, fields := dataOf(t, r), fieldsOf(t, r)
	items, _ := data["lineItems"].([]any)
	if data["total"] != "120.00" || data["dueDate"] != nil || data["vendorEmail"] != "a@b.example" || len(items) != 3 {
		t.Errorf("%s", r.Data)
	}
	if *r.Confidence < *found.Confidence || r.Missing == nil || len(r.Missing) > 0 ||
		!r.CompletedAt.Equal(found.CompletedAt.Time) {
		t.Errorf("%+v was %+v", r, found)
	}
	// Checks are those of the values as they are now, in the record and in lists.
	listed := listOf(t, p)[0]
	if checks := string(r.Checks); !strings.Contains(checks, "100.00 + 19.00 ≠ 120.00") ||
		strings.Contains(checks, "= 119.00") ||
		string(listed.Checks) != checks || *listed.Confidence != *r.Confidence {
		t.Errorf("checks %s, in the list %s", checks, listed.Checks)
	}
	for path, value := range map[string]any{"total": "120.00", "dueDate": nil, "lineItems.0.amount": "61.00",
		"lineItems.2.description": "Nails", "vendorEmail": "a@b.example"} {
		f, original := fields[path], was[path]
		if f.Value != value || f.Source != "human" || f.Confidence != 1 || f.Checks == nil ||
			slices.Contains(f.Checks, "sum") != (path == "total") {
			t.Errorf("%s is %+v", path, f)
		}
		if found := original.Source != ""; found != (f.Original != nil) ||
			found && (f.Original.Value != original.Value || *f.Original.Box != *original.Box) {
			t.Errorf("%s was %+v, the original is %+v", path, original, f.Original)
		}
	}
	again := fieldsOf(t, record(t, p.patch(found.ID, `{"data":{"total":"121,00 €","issueDate":"2. Dezember 2014"}}`,
		http.StatusOK)))["total"]
	assert.True(t, again.Value == "121.00" && again.Original != nil && again.Original.Value == "119.00", again)
	item := string(p.get(documentsPath).Body)
	assert.True(t, strings.Contains(item, `"total":"121.00"`) && strings.Contains(item, `"issueDate":"2014-12-02"`),
		"the list has", item)
	before := p.get(documentsPath + "/" + found.ID)
	tooMany := make([]string, 201)
	for n := range tooMany {
		tooMany[n] = fmt.Sprintf(`"lineItems.%d.amount":"1.00"`, n)
	}
	for body, named := range map[string]string{
		`{"data":{"colour":"red"}}`: "colour", `{"data":{"total":"much"}}`: "total", `{"data":{"total":120}}`: "total",
		`{"data":{"issueDate":"soon"}}`:          "issueDate",
		`{"data":{"lineItems.9.amount":"1.00"}}`: "lineItems.9", `{"data":{"lineItems":"none"}}`: "lineItems",
		`{"data":{}}`: "data", `{}`: "data",
		`{"data":{"total":"1.00"},"why":"so"}`: "why", `[]`: "", `{"data":{"total":"1.00"}`: "",
		`{"data":{"total":"1.00","colour":"red"}}`:      "colour",
		`{"data":{` + strings.Join(tooMany, ",") + `}}`: "200", `{"data":{"total":"1.00","total":"2.00"}}`: "total",
	} {
		assert.Contains(t, string(p.patch(found.ID, body, http.StatusBadRequest).Body), named, body)
	}
	assert.Equal(t, string(p.get(documentsPath+"/"+found.ID).Body), string(before.Body), "refused corrections made")
	answer := p.patch(p.extract(texts("a.pdf", broken)).ID, `{"data":{"total":"1.00"}}`,
		http.StatusConflict)
	assert.Equal(t, answer.Code(), string(contract.CodeInvalidState), string(answer.Body))
	p.send(http.MethodPatch, documentsPath+"/"+found.ID, `{"data":{"total":"1.00"}}`, header("Content-Type", "text/plain"),
		http.StatusUnsupportedMediaType)
}

// Of two people with the same record the second one gets an error.
func whoWasFirst(t *testing.T, w *world) {
	p := w.person(t, contract.PlanFree)
	found := p.extract(texts("a.txt", plainInvoice("R-1")))
	path := documentsPath + "/" + found.ID
	seen := p.get(path).Header.Get("Etag")
	said := func(body string, want int) instance.Answer {
		return p.send(http.MethodPatch, path, body, header("Content-Type", "application/json", "If-Match", seen), want)
	}
	first := said(`{"confirm":["total"],"reviewed":true}`, http.StatusOK)
	assert.True(t, record(t, first).Review != nil && first.Header.Get("Etag") != seen, string(first.Body))
	second := said(`{"reviewed":false}`, http.StatusPreconditionFailed)
	assert.Equal(t, second.Code(), string(contract.CodePreconditionFailed), string(second.Body))
	p.patch(found.ID, `{"reviewed":false,"unconfirm":["total"]}`, http.StatusOK)
	again := p.get(path)
	assert.Equal(t, again.Header.Get("Etag"), seen, "all is taken back and the record is", string(again.Body))
}

func reruns(t *testing.T, w *world) {
	p := w.person(t, contract.PlanFree)
	old := p.extract(texts("a.txt", plainInvoice("R-1")))
	path := documentsPath + "/" + old.ID + "/rerun"
	asked := header("Content-Type", "application/json", "Prefer", "wait=60", "Idempotency-Key", "again")
	answer := p.send(http.MethodPost, path, `{"document_type":"credit_note"}`, asked, http.StatusOK)
	r := record(t, answer)
	if r.ID == old.ID || r.DocumentType != "credit_note" || r.Metadata.RerunOf == nil || *r.Metadata.RerunOf != old.ID ||
		r.Metadata.DuplicateOf != nil || p.used() != 2 {
		t.Errorf("%s", answer.Body)
	}
	again := p.send(http.MethodPost, path, `{"document_type":"credit_note"}`, asked, http.StatusOK)
	if record(t, again).ID != r.ID || again.Header.Get(replayed) != "true" || p.used() != 2 {
		t.Errorf("%s", again.Body)
	}
	p.send(http.MethodPost, path, `{}`, asked, http.StatusUnprocessableEntity)
	p.send(http.MethodPost, path, `{}`, header("Content-Type", "text/plain"), http.StatusUnsupportedMediaType)
	p.send(http.MethodPost, path, `{"document_type":"letter"}`, header("Content-Type", "application/json"),
		http.StatusBadRequest)
	p.erase(old.ID)
	p.ask(http.MethodPost, path, nil, http.StatusNotFound)
	if left := record(t, p.get(documentsPath+"/"+r.ID)); left.Metadata.RerunOf != nil {
		t.Errorf("it names a document that was erased: %s", *left.Metadata.RerunOf)
	}
}

func files(t *testing.T, w *world) {
	p := w.person(t, contract.PlanEnterprise)
	content := sample.Invoice("R-1")
	sum := sha256.Sum256(content)
	for _, name := range []string{
		"plain.pdf", `quote".pdf`, `back\slash.pdf`, "../../etc/passwd", "a/b/c.pdf", "line\r\nSet-Cookie: a=b.pdf",
		"semi;colon=1.pdf", "Rechnung ä€😀.pdf", "%00%0d%0a.pdf",
		"tab\tname.pdf", "\u202efdp.exe", strings.Repeat("x", 300) + ".pdf", ".", "..", "\xff\xfe.pdf",
		"<script>alert(1)</script>.html", " ",
	} {
		r := p.extract(file(name, content))
		answer := p.get(documentsPath + "/" + r.ID + "/file")
		if !bytes.Equal(answer.Body, content) || r.Metadata.SHA256 != hex.EncodeToString(sum[:]) ||
			r.Metadata.FileSize != int64(len(content)) {
			t.Errorf("%q: %d bytes of %d, %+v", name, len(answer.Body), len(content), r.Metadata)
		}
		disposition, params, err := mime.ParseMediaType(answer.Header.Get("Content-Disposition"))
		if err != nil || disposition != "attachment" || params["filename"] != r.Metadata.FileName {
			t.Errorf("%q (kept as %q) comes as %q, %q, %v", name, r.Metadata.FileName, disposition, params["filename"], err)
		}
		if strings.ContainsAny(r.Metadata.FileName, "/\\\r\n\x00") || r.Metadata.FileName == "" ||
			answer.Header.Get("Set-Cookie") != "" || answer.Header.Get("Content-Type") != "application/pdf" {
			t.Errorf("%q is kept as %q: %v", name, r.Metadata.FileName, answer.Header)
		}
	}
	p.post(extractPath, nil, http.StatusBadRequest, file("\x00.pdf", content)) // no header may have it
	page := "INVOICE <html><script>alert(1)</script><body>INVOICE Invoice number: 1</body></html>"
	r := p.extract(texts("page.html.txt", page))
	path := documentsPath + "/" + r.ID + "/file"
	answer := p.get(path)
	assert.True(t, string(answer.Body) == page && answer.Header.Get("X-Content-Type-Options") == "nosniff",
		string(answer.Body), answer.Header)
	for asked, c := range map[string]struct {
		status int
		want   string
	}{
		"bytes=0-4": {206, page[:5]}, "bytes=-7": {206, page[len(page)-7:]}, "bytes=70-": {206, page[70:]},
		"bytes=0-9999": {206, page}, "bytes=9999-": {416, ""},
		"bytes=5-2": {200, page}, "lines=1-2": {200, page}, "bytes=0-1,3-4": {200, page},
	} {
		if got := p.ask(http.MethodGet, path, header("Range", asked), c.status); c.status != 416 &&
			string(got.Body) != c.want {
			t.Errorf("%s: %q, want %q", asked, got.Body, c.want)
		}
	}
	tag := answer.Header.Get("Etag")
	p.ask(http.MethodGet, path, header("If-None-Match", tag), http.StatusNotModified)
	p.ask(http.MethodGet, path, header("Range", "bytes=0-4", "If-Range", tag), http.StatusPartialContent)
	p.ask(http.MethodGet, path, header("Range", "bytes=0-4", "If-Range", `"other"`), http.StatusOK)
	head := p.ask(http.MethodHead, path, nil, http.StatusOK)
	assert.True(t, len(head.Body) == 0 && head.Header.Get("Content-Length") == fmt.Sprint(len(page)),
		"HEAD", head.Header)
}

func preferences(t *testing.T, w *world) {
	p := w.person(t, contract.PlanEnterprise)
	for prefer, want := range map[string]string{
		"wait=60": "wait=60", "wait=600": "wait=60", "respond-async": "respond-async", "wait=0": "wait=0",
		"respond-async, wait=5": "respond-async, wait=5",
		"return=minimal":        "", "wait=soon": "", "": "",
	} {
		var h map[string]string
		if prefer != "" {
			h = header("Prefer", prefer)
		}
		answer := instance.Want(t, http.StatusOK, http.StatusAccepted)(
			p.try(extractPath, h, file("a.pdf", sample.Invoice("R-1"))))
		r := record(t, answer)
		if r.Status.Ended() != (answer.Status == http.StatusOK) || answer.Header.Get("Preference-Applied") != want {
			t.Errorf("Prefer %q: %d %s, applied %q", prefer, answer.Status, r.Status, answer.Header.Get("Preference-Applied"))
		}
		// Polled until it is there.
		for deadline := time.Now().Add(patience); ; {
			answer, err := p.Do(t.Context(), http.MethodGet, resultsPath+"/"+r.ID, nil, nil)
			require.NoError(t, err)
			if answer.Status == http.StatusOK {
				break
			}
			if answer.Status != http.StatusAccepted || answer.Header.Get("Retry-After") == "" ||
				record(t, answer).Status.Ended() || time.Now().After(deadline) {
				t.Fatalf("%d %s", answer.Status, answer.Body)
			}
			p.ended(r.ID)
		}
	}
}

func unchanged(t *testing.T, w *world) {
	p := w.person(t, contract.PlanEnterprise)
	id := p.extract(file("a.pdf", sample.Invoice("R-1"))).ID
	for _, path := range []string{documentsPath + "/" + id, resultsPath + "/" + id, "/api/v1/document-types"} {
		whole := p.get(path)
		tag := whole.Header.Get("Etag")
		for asked, status := range map[string]int{tag: 304, `"other", ` + tag: 304, "*": 304,
			"W/" + strings.TrimPrefix(tag, "W/"): 304, `"other"`: 200} {
			answer := p.ask(http.MethodGet, path, header("If-None-Match", asked), status)
			if status == 304 && (len(answer.Body) > 0 || answer.Header.Get("Etag") != tag) {
				t.Errorf("%s, If-None-Match %s: %q %v", path, asked, answer.Body, answer.Header)
			}
		}
		head := p.ask(http.MethodHead, path, nil, http.StatusOK)
		if len(head.Body) > 0 || head.Header.Get("Content-Length") != fmt.Sprint(len(whole.Body)) ||
			head.Header.Get("Etag") != tag {
			t.Errorf("HEAD %s: %v", path, head.Header)
		}
	}
	path := documentsPath + "/" + id
	tag := p.get(path).Header.Get("Etag")
	p.patch(id, `{"data":{"total":"120.00"}}`, http.StatusOK)
	p.ask(http.MethodGet, path, header("If-None-Match", tag), http.StatusOK)
	for question, status := range map[string]int{"?wait=61": 400, "?wait=-1": 400, "?wait=x": 400, "?wait=5": 200,
		"?wait=": 400} {
		p.ask(http.MethodGet, path+question, nil, status)
	}
	for _, path := range []string{documentsPath, resultsPath, "/api/v1/usage"} {
		assert.Empty(t, p.ask(http.MethodHead, path, nil, http.StatusOK).Body, "HEAD", path)
	}
}

// listOf reads the first page of the list of documents.
func listOf(t *testing.T, p person) []contract.Record {
	t.Helper()
	var page struct{ Items []contract.Record }
	err := json.Unmarshal(p.get(documentsPath).Body, &page)
	require.True(t, err == nil && len(page.Items) != 0, page, err)
	return page.Items
}
