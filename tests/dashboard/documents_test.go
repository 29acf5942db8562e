package dashboard_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/sample"
)

// file writes a file that the browser can choose.
func file(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, data, 0o600))
	return path
}

// upload sends files with the plain form and returns the resulting path.
func (p *person) upload(files map[string][]byte) string {
	p.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, data := range files {
		part, err := form.CreateFormFile("files", name)
		require.NoError(p.t, err)
		_, err = part.Write(data)
		require.NoError(p.t, err)
	}
	require.NoError(p.t, form.Close())
	a := p.do(http.MethodPost, "/documents", &body, form.FormDataContentType())
	require.Equal(p.t, a.status, http.StatusSeeOther, "upload: status", a.body)
	return a.header.Get("Location")
}

func (b *tab) choose(selector string, paths ...string) {
	b.t.Helper()
	b.run(chromedp.SetUploadFiles(chromedp.CSS(selector), paths))
}

// until waits for a condition of the page, also of the next one if the page is loaded again.
func (b *tab) until(condition string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	for {
		_, err := chromedp.Run(ctx, chromedp.Poll[bool]("!!("+condition+")", chromedp.WithPollingTimeout(patience)))
		if err == nil {
			return
		}
		if ctx.Err() != nil || !strings.Contains(err.Error(), "navigated") && !strings.Contains(err.Error(), "context") {
			b.t.Fatalf("%s: %v\n%.2000s", condition, err, b.text("body"))
		}
	}
}

func testNoDocuments(t *testing.T, h *fixture) {
	b := h.newTab(t, h.newPerson(t))
	b.open("/documents")
	b.wantText(".empty", "No documents yet")
	b.checkAccessible()
}

// lookAgain is the polling interval without scripts.
const lookAgain = 250 * time.Millisecond

const completedRows = `document.querySelectorAll('tr[data-state="completed"]').length`

func testDocuments(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	b.open("/documents")
	b.choose("#file", file(t, "first.pdf", sample.Invoice("R-1001")), file(t, "second.pdf", sample.Invoice("R-1002")),
		file(t, "third.pdf", sample.Invoice("R-1003")), file(t, "fourth.pdf", sample.Invoice("R-1004")))
	b.until(completedRows + " === 4")
	b.wantText("tbody", "Holzwerk Lindner GmbH · R-1004 · 119.00 EUR")
	b.wantText("tbody", "Invoice")
	b.until(`document.querySelector(".uploads").hidden`)
	assert.NotEqual(t, evaluate[string](b, `document.getElementById("live").textContent`), "",
		"a screen reader is not told")
	b.open("/documents") // what the script built is what the server says
	assert.Equal(t, evaluate[int](b, completedRows), 4, "documents completed")
	b.checkAccessible()
	b.submit(`tbody tr:first-child a`)
	b.wantText("h1", ".pdf")
}

// A slow upload shows its progress and its end.
func testUploadProgress(t *testing.T, h *fixture) {
	b := h.newTab(t, h.newPerson(t))
	b.open("/documents")
	evaluate[any](b, `window.seen = new Set(); new MutationObserver(() => document.querySelectorAll("progress").forEach(
		e => { if (e.value > 0 && e.value < 1) seen.add(e.value); })).observe(
			document.querySelector(".uploads"), {subtree: true, childList: true, characterData: true})`)
	const bytesPerSecond = 400_000
	b.uploadSpeed(bytesPerSecond)
	padded := append(sample.Invoice("R-1001"), bytes.Repeat([]byte("\n%"), 500_000)...)
	b.choose("#file", file(t, "large.pdf", padded))
	b.until(`document.querySelector('tr[data-document]:not([data-document=""])')`)
	b.uploadSpeed(-1)
	steps := evaluate[int](b, `seen.size`)
	assert.True(t, steps >= 3, steps, "steps of progress were shown")
	b.until(completedRows + " === 1")
}

func testUploadRefused(t *testing.T, h *fixture) {
	b := h.newTab(t, h.newPerson(t))
	b.allow("415") // the browser's own word about a refused request
	b.open("/documents")
	b.choose("#file", file(t, `<img src=x onerror=alert(1)>.bin`, []byte{0, 1, 2, 3}))
	b.until(`document.querySelector(".uploads .failed")`)
	b.wantText(".uploads .failed", "no supported format")
	b.wantText(".uploads .name", "<img src=x onerror=alert(1)>.bin")
	b.wantText(".empty", "No documents yet")
	b.checkAccessible()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile("files", "empty.pdf")
	require.True(t, part != nil && err == nil && w.Close() == nil, err)
	a := h.newPerson(t).do(http.MethodPost, "/documents", &form, w.FormDataContentType())
	if a.status != http.StatusBadRequest || !strings.Contains(a.body, "The file is empty.") ||
		!strings.Contains(a.body, "<h1>Documents</h1>") {
		t.Errorf("an empty file by the plain form: status %d, %.300s", a.status, a.body)
	}
}

// Files may be dropped. Uploads here are charged but do not count for the API's rate limit.
func testDrop(t *testing.T, h *fixture) {
	b := h.newTab(t, h.newPerson(t))
	b.open("/documents")
	evaluate[any](b, `(() => {
		const data = new DataTransfer();
		for (const name of ["a.txt", "b.txt"])
			data.items.add(new File(["Invoice\nInvoice number: " + name + "-4711\nTotal: 119.00 EUR"], name));
		const form = document.querySelector(".drop");
		form.dispatchEvent(new DragEvent("dragover", {dataTransfer: data, bubbles: true, cancelable: true}));
		form.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
		return null;
	})()`)
	b.until(completedRows + " === 2")
	b.wantText("tbody", "a.txt")
	b.open("/usage")
	b.wantText("main", "2 of 10,000 documents")
	b.wantText("main", "0 of 60 API requests")
}

func testDocumentsArrive(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	b.open("/documents")
	p.upload(map[string][]byte{"elsewhere.pdf": sample.Invoice("R-1009")})
	b.until(completedRows + " === 1")
	b.wantText("tbody", "elsewhere.pdf")
	b.wantText("tbody", "R-1009")
}

func testDocumentsWithoutScript(t *testing.T, h *fixture) {
	b := h.newTab(t, h.newPerson(t))
	b.withoutScript()
	b.open("/documents")
	b.choose("#file", file(t, "plain.pdf", sample.Invoice("R-1005")))
	b.submit(".drop button")
	b.wantText("h1", "plain.pdf")
	b.reloadUntil("main", "Holzwerk Lindner GmbH")
	b.run(chromedp.Click(chromedp.CSS(`[data-edit="vendorName"]`)))
	b.run(chromedp.WaitVisible(chromedp.CSS("form.edit")))
	b.fill("#edit-value", "Holzwerk Lindner & Söhne")
	b.submit("form.edit .primary")
	b.wantText(".history", "Holzwerk Lindner & Söhne")
	b.submit(`a[href$="/delete"]`)
	b.submit("button.danger")
	b.wantText("main", "Document deleted")
	b.open("/activity")
	b.reloadUntil("tbody", "Deleted a document")
}

// reloadUntil simulates the refresh of a browser without scripts.
func (b *tab) reloadUntil(selector, text string) {
	b.t.Helper()
	for range 60 {
		if strings.Contains(b.text("main"), text) {
			b.wantText(selector, text)
			return
		}
		b.run(chromedp.Sleep(lookAgain), chromedp.Reload())
	}
	b.t.Fatalf("%s never says %q", selector, text)
}

func testSearch(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	for i := range 3 {
		p.upload(map[string][]byte{fmt.Sprintf("Rechnung-%d.pdf", i): sample.Invoice(fmt.Sprintf("SEEK-%d", i))})
	}
	b.open("/documents")
	b.until(completedRows + " === 3")
	for query, want := range map[string]int{
		"?q=seek-1": 1, "?q=LINDNER": 3, "?q=rechnung-2": 1, "?q=invoiceNumber": 0, "?q=119.00": 3, "?q=%25": 0,
		"?status=completed": 3, "?status=failed": 0, "?type=invoice": 3, "?type=receipt": 0,
		"?from=2020-01-01&to=2020-01-02": 0, "?from=2020-01-01": 3, "?q=lindner&status=completed&type=invoice": 3,
	} {
		a := p.get("/documents" + query)
		got := strings.Count(a.body, `data-document="ext_`)
		assert.True(t, a.status == http.StatusOK && got == want, query, "status", a.status, got, "documents, want", want)
	}
	for _, query := range []string{"?status=x", "?type=Auto-2", "?from=yesterday", "?q=" + strings.Repeat("x", 201),
		"?cursor=x"} {
		if a := p.get("/documents" + query); a.status != http.StatusBadRequest || !strings.Contains(a.body, `role="alert"`) {
			t.Errorf("%.30s: status %d", query, a.status)
		}
	}
	rows, err := csv.NewReader(strings.NewReader(p.get("/documents/export.csv?q=seek-2").body)).ReadAll()
	assert.True(t, err == nil && len(rows) == 2 && slices.Contains(rows[1], "SEEK-2"), "export", err, rows)
	if a := p.get("/documents/export.ndjson"); strings.Count(a.body, "\n") != 3 ||
		!strings.Contains(a.header.Get("Content-Disposition"), "attachment") {
		t.Errorf("export: %.200s", a.body)
	}
	b.open("/documents?q=nothing+like+it")
	b.wantText(".empty", "No results")
	b.checkAccessible()
}

// uploadSpeed slows the sending down, in bytes a second; -1 does not.
func (b *tab) uploadSpeed(bytesPerSecond float64) {
	b.t.Helper()
	command(b, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{{DownloadThroughput: -1, UploadThroughput: bytesPerSecond}},
	})
}
