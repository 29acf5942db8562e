package dashboard_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/sample"
)

func (b *tab) openForm(operation string) {
	b.t.Helper()
	evaluate[any](b, `document.querySelector("#`+operation+` .try").open = true`)
}

// execute sends a form of the reference, and returns the status that it shows.
func (b *tab) execute(operation string) string {
	b.t.Helper()
	b.run(click("#" + operation + " form .primary"))
	b.until(`document.querySelector("#` + operation + ` [data-result] .badge") && !document.querySelector("#` + operation +
		` form .primary").disabled`)
	return b.text("#" + operation + " [data-result] .badge")
}

// answer returns the JSON body shown in a form of the reference.
func (b *tab) answer(operation string) map[string]any {
	b.t.Helper()
	var v map[string]any
	text := b.text("#" + operation + " [data-result] > pre")
	require.NoError(b.t, json.Unmarshal([]byte(text), &v), operation, "shows", text)
	return v
}

func (b *tab) authorize(key string) {
	b.t.Helper()
	b.fill("#key", key)
	b.run(click("[data-authorize] .primary"))
}

// Authorize, select a file, send: empty fields are not sent.
func testReferenceTry(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	key := p.makeKey("reference")
	b := h.newTab(t, nil)
	b.open("/docs")
	b.authorize(key)
	b.until(`document.querySelector("[data-key-state] .alert.good")`)
	b.openForm("extract")
	b.choose("#extract-form-file", file(t, "R-7001.pdf", sample.Invoice("R-7001")))
	if status := b.execute("extract"); status != "200 OK" {
		t.Fatalf("extract: %s: %s", status, b.text("#extract [data-result]"))
	}
	record := b.answer("extract")
	data, _ := record["data"].(map[string]any)
	assert.True(t, record["status"] == "completed" && data["invoiceNumber"] == "R-7001", "record", record)
	evaluate[any](b, `document.querySelectorAll("#extract [data-result] details").forEach(d => d.open = true)`)
	b.wantText("#extract [data-result]", "-F file=@R-7001.pdf")
	b.wantText("#extract [data-result]", "x-request-id: ")
	assert.NotContains(t, b.text("#extract [data-result]"), key, "the request in curl shows the key")
	b.checkAccessible()

	b.openForm("listDocuments")
	require.Equal(t, b.execute("listDocuments"), "200 OK", "list")
	items, _ := b.answer("listDocuments")["items"].([]any)
	assert.Equal(t, len(items), 1, "the list", "items")
	id, _ := record["id"].(string)
	b.openForm("getDocumentFile")
	b.fill("#getDocumentFile-path-id", id)
	assert.Equal(t, b.execute("getDocumentFile"), "200 OK", "file")
	name := evaluate[string](b, `document.querySelector("#getDocumentFile [data-result] a[download]").download`)
	assert.Equal(t, name, "R-7001.pdf", "file name")
	assert.NotContains(t, evaluate[string](b, `JSON.stringify([sessionStorage, localStorage, location.href])`), key)
}

// A batch of two files, with the key stored for the tab on request.
func testReferenceBatch(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	key := p.makeKey("reference")
	b := h.newTab(t, nil)
	b.open("/docs")
	b.run(click("[data-keep-key]"))
	b.authorize(key)
	b.until(`document.querySelector("[data-key-state] .alert.good")`)
	b.open("/docs")
	b.wantText("[data-key-state]", "is stored in this tab")
	b.openForm("createBatch")
	b.choose("#createBatch-form-files", file(t, "a.pdf", sample.Invoice("R-7002")),
		file(t, "b.pdf", sample.Invoice("R-7003")))
	evaluate[any](b, `document.querySelector("#createBatch-form-document_type").value = "invoice"`)
	if status := b.execute("createBatch"); status != "202 Accepted" {
		t.Fatalf("batch: %s: %s", status, b.text("#createBatch [data-result]"))
	}
	if files, _ := b.answer("createBatch")["results"].([]any); len(files) != 2 {
		t.Errorf("batch %v", b.answer("createBatch"))
	}
	b.run(click("[data-key-state] button"))
	b.open("/docs")
	b.until(`!document.querySelector("[data-key-state] .alert") && sessionStorage.length === 0`)
}

// A wrong key is reported at once, and an incomplete form is not sent.
func testReferenceRefusals(t *testing.T, h *fixture) {
	b := h.newTab(t, nil)
	b.allow("401")
	b.open("/docs")
	b.authorize("dm_live_" + strings.Repeat("0", 48))
	b.until(`document.querySelector("[data-key-state] .alert.bad")`)
	b.wantText("[data-key-state]", "invalid, expired or revoked")
	b.openForm("getDocument")
	b.run(click("#getDocument form .primary"))
	b.until(`document.activeElement.id === "getDocument-path-id" && document.activeElement.getAttribute("aria-invalid") ` +
		`=== "true"`)
	b.openForm("getUsage")
	assert.Equal(t, b.execute("getUsage"), "401 Unauthorized", "usage")
	b.openForm("getHealth")
	assert.Equal(t, b.execute("getHealth"), "200 OK", "health")
	b.checkAccessible()
}

// The page is in the dashboard for signed-in users and linked for others; its examples have this address.
func testReferencePage(t *testing.T, h *fixture) {
	stranger := h.newTab(t, nil)
	stranger.open("/docs")
	stranger.checkAccessible()
	port := evaluate[bool](stranger,
		`document.body.innerText.includes(location.origin + "/api/v1/extract") &&
			!document.body.innerText.includes(":8080")`)
	assert.True(t, port, "examples have another address")
	stranger.scheme("dark")
	assert.Equal(t, evaluate[string](stranger, `getComputedStyle(document.body).backgroundColor`), "rgb(18, 21, 27)",
		"the background", "in the dark")
	stranger.scheme("")
	stranger.submit(".who a")
	stranger.wantPath("/sign-in")

	p := h.newPerson(t)
	b := h.newTab(t, p)
	b.open("/docs")
	b.wantText(".who", p.Email)
	b.checkAccessible()
	b.submit(".nav a")
	b.wantPath("/documents")
	// Addresses of the reference as it was before lead to the same place.
	b.open("/docs#/Documents/getDocument")
	b.until(`location.hash === "#getDocument"`)
	b.open("/docs#schema-Failure")
	b.until(`document.querySelector("#schema-Failure").open`)
}

func testReferenceWithoutScript(t *testing.T, h *fixture) {
	b := h.newTab(t, nil)
	b.withoutScript()
	b.open("/docs")
	text := get(b, chromedp.Text(chromedp.CSS("main")))
	for _, want := range []string{"Extract a document", "/api/v1/documents/{id}", "If-None-Match", h.URL + "/api/v1/usage",
		`"invoiceNumber": "R-1001"`} {
		assert.Contains(t, text, want, "the page")
	}
	for _, form := range []string{"Execute", "Try it"} {
		assert.NotContains(t, text, form)
	}
}

// Guides have the reference's design and accessibility; only selected options are stored.
func testReferenceGuides(t *testing.T, h *fixture) {
	b := h.newTab(t, nil)
	for _, guide := range []string{"start", "batch", "polling", "events", "review", "errors", "limits"} {
		b.open("/docs/guides/" + guide)
		b.checkAccessible()
		if !evaluate[bool](b, `document.querySelector(".contents [aria-current=page]").textContent ===
			document.querySelector("h1").textContent`) {
			t.Errorf("%s: the contents do not mark the guide", guide)
		}
	}
	b = h.newTab(t, nil) // nothing in its cache
	b.open("/docs")
	w := evaluate[weight](b, strings.ReplaceAll(weighScript, `"/static/"`, `"/"`))
	t.Logf("/docs: %d bytes, files %d bytes", w.HTML, w.Files)
	assert.True(t, w.HTML+w.Files <= 150<<10, "the reference weighs", w)
	b.run(click(`#extract [value="python"]`))
	b.wantText("#deleteDocument .request", "from docmill import Client")
	b.open("/docs")
	b.wantText("#extract .request", "from docmill import Client")
	assert.Equal(t, evaluate[string](b, `JSON.stringify(localStorage)`), `{"docmill-reference-language":"python"}`,
		"kept")
	b.fill("#filter", "delete documents")
	b.until(`document.querySelectorAll(".contents li:not([hidden])").length === 1`)
	b.wantText(".contents li:not([hidden])", "Delete a document")
	b.wantText("[data-filtered]", "1 entry")
	b.checkAccessible()
}

// Browsers cache and revalidate the page. Its content depends on the session.
func testReferenceCached(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	tags := map[string]bool{}
	for cache, client := range map[string]*http.Client{"private, no-cache": p.client, "no-cache": newClient(t)} {
		for _, encoding := range []string{"identity", "gzip"} {
			ask := func(tag string) instance.Answer {
				a, err := instance.Account{URL: h.URL, Client: client}.Do(t.Context(), http.MethodGet, "/docs", nil,
					map[string]string{"Accept-Encoding": encoding, "If-None-Match": tag})
				require.NoError(t, err)
				return a
			}
			first := ask(`"none"`)
			tag := first.Header.Get("ETag")
			if first.Status != http.StatusOK || tags[tag] || first.Header.Get("Cache-Control") != cache {
				t.Errorf("%s: %d %v", encoding, first.Status, first.Header)
			}
			vary := strings.Join(first.Header.Values("Vary"), ", ")
			assert.True(t, strings.Contains(vary, "Cookie") && strings.Contains(vary, "Accept-Encoding"), "Vary is", vary)
			tags[tag] = true
			again := ask(tag)
			assert.True(t, again.Status == http.StatusNotModified && len(again.Body) == 0, encoding, "again", again.Status)
		}
	}
}
