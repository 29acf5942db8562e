package dashboard_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/tests/sample"
)

// read uploads a file and opens its page once it was read.
func (b *tab) read(p *person, name string, data []byte) (path string) {
	b.t.Helper()
	path = p.upload(map[string][]byte{name: data})
	b.open(path)
	b.until(`document.querySelector(".badge.good, .badge.bad, .badge.warn") && ` +
		`!document.querySelector("[data-until-ended]") && document.readyState === "complete"`)
	return path
}

func testDocument(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	path := b.read(p, "invoice.pdf", sample.Invoice("R-1001"))
	b.wantText("#values-heading", "Values")
	b.wantText(`[data-field="total"]`, "119.00")
	b.wantText(`[data-field="total"]`, "%")
	b.wantText(`[data-field="lineItems.0.description"]`, "Oak board, planed")
	b.wantText(".checks", "100.00 + 19.00 = 119.00")
	b.until(`[...document.querySelectorAll(".page-picture img")].every(e => e.complete && e.naturalWidth > 0)`)
	n := evaluate[int](b, `document.querySelectorAll("rect[data-box]").length`)
	assert.True(t, n >= 8, n, "boxes")
	b.checkAccessible()
	b.open(path + "/json")
	b.wantText("#json", `"invoiceNumber": "R-1001"`)
	b.checkAccessible()
	a := p.get(path + "/file")
	if a.body != string(sample.Invoice("R-1001")) ||
		!strings.HasPrefix(a.header.Get("Content-Disposition"), "attachment;") ||
		!strings.Contains(a.header.Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("file: %d bytes, %v", len(a.body), a.header)
	}
}

const lit = `[...document.querySelectorAll(".lit")].map(e => e.dataset.box || e.dataset.field).join(" ")`

// The pointer or keyboard at a field highlights its box, and the reverse.
func testHighlights(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	b.read(p, "invoice.pdf", sample.Invoice("R-1002"))
	b.until(`[...document.querySelectorAll(".page-picture img")].every(e => e.complete && e.naturalWidth > 0)`)
	b.point(`[data-field="invoiceNumber"] .what`)
	assert.Equal(t, evaluate[string](b, lit), "invoiceNumber invoiceNumber", "pointing at the field lights")
	b.point(`[data-box="total"]`)
	assert.Equal(t, evaluate[string](b, lit), "total total", "pointing at the box lights")
	b.point("h1")
	assert.Equal(t, evaluate[string](b, lit), "", "still lit")
	b.run(chromedp.Focus(chromedp.CSS(`[data-field="vendorName"] dt a`)))
	assert.Equal(t, evaluate[string](b, lit), "vendorName vendorName", "the keyboard lights")
	covers := evaluate[bool](b, `(() => {
		const box = document.querySelector('[data-box="invoiceNumber"]').getBoundingClientRect(),
		page = document.querySelector(".page-picture img").getBoundingClientRect();
		const x = (box.left + box.width / 2 - page.left) / page.width,
			y = (box.top + box.height / 2 - page.top) / page.height;
		return x > 450 / 595 && x < 500 / 595 && Math.abs(y - 228 / 842) < 0.01; })()`)
	assert.True(t, covers, "the box is not where the number is printed")
}

// point moves the mouse over an element.
func (b *tab) point(selector string) {
	b.t.Helper()
	b.run(chromedp.ScrollIntoView(chromedp.CSS(selector)))
	at := evaluate[[]float64](b, `(() => { const r = document.querySelector(`+quoted(selector)+
		`).getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`)
	b.run(chromedp.MouseEvent("mouseMoved", at[0], at[1]))
}

func quoted(s string) string { return "`" + s + "`" }

func testCorrection(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	path := b.read(p, "invoice.pdf", sample.Invoice("R-1003"))
	b.run(chromedp.Click(chromedp.CSS(`[data-edit="total"]`)))
	b.run(chromedp.SendKeys(chromedp.CSS("#edit-value"), "\x1b"))
	b.until(`!document.querySelector("form.edit")`)
	b.run(chromedp.Click(chromedp.CSS(`[data-edit="total"]`)))
	assert.Equal(t, b.value("#edit-value"), "119.00", "the field holds")
	b.fill("#edit-value", "a lot")
	b.allow("400")
	b.run(click("form.edit .primary"))
	b.until(`document.querySelector("form.edit .alert")`)
	b.wantText("form.edit .alert", "Total must be an amount")
	b.checkAccessible()
	b.fill("#edit-value", "120.00")
	b.run(click("form.edit .primary"))
	b.until(`document.querySelector('[data-field="total"] .what').textContent === "120.00"`)
	b.wantText(`[data-field="total"]`, "was 119.00")
	b.wantText(".history", p.Email)
	// Also in a table, and away with it.
	b.open(path + "?edit=lineItems.1.description")
	b.run(click(`form.edit button[value="none"]`))
	b.until(`document.querySelector('[data-field="lineItems.1.description"] .what')`)
	b.wantText(`[data-field="lineItems.1.description"]`, "None")
	// Also a value that was not found.
	b.open(path)
	b.run(chromedp.Click(chromedp.CSS("details summary")))
	b.run(chromedp.Click(chromedp.CSS(`[data-edit="vendorWebsite"]`)))
	b.fill("#edit-value", "https://lindner.example")
	b.run(click("form.edit .primary"))
	b.until(`document.querySelector('.value-list [data-field="vendorWebsite"] .what').textContent.includes("lindner")`)
	b.wantText(`[data-field="vendorWebsite"]`, "was empty")
	b.wantText(".history", "Vendor website")
	b.checkAccessible()
	assert.Contains(t, p.get("/documents?q=lindner.example").body, "invoice.pdf",
		"the corrected value is not found by searching")
}

func testDeletion(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	path := b.read(p, "invoice.pdf", sample.Invoice("R-1004"))
	b.submit(`a[href$="/delete"]`)
	b.wantText("h1", "Delete this document?")
	b.checkAccessible()
	b.open(path + "/delete")
	b.submit("button.danger")
	b.wantText(".alert", "Document deleted")
	for _, at := range []string{"", "/json", "/file", "/pages/1.png", "/pages/1/words", "/delete"} {
		assert.Equal(t, p.get(path+at).status, http.StatusNotFound, at, "status")
	}
}

func testFailed(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	b.read(p, "broken.pdf", []byte("%PDF-1.7\nnot really"))
	b.wantText(".alert.bad", "CORRUPT_FILE")
	b.checkAccessible()
}

// The text of a document and its name are never executed.
func testHostile(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	const script = `<script>window.owned=1</script><img src=x onerror="window.owned=1">`
	text := "Invoice\nInvoice number: R-1\nInvoice date: 2026-10-01\nVendor: " + script + `" onmouseover="window.owned=1` +
		"\n" + script + "\nTotal: 119.00 EUR\n"
	name := `"><script>window.owned=1<` + "\u2044" + `script>{{.}}'.txt`
	path := b.read(p, name, []byte(text))
	for _, at := range []string{path, path + "?order=natural", path + "/json", path + "/delete", "/documents",
		"/documents?q=" + "%22%3E%3Cscript%3E", "/batches"} {
		b.open(at)
		if evaluate[bool](b, `"owned" in window || document.querySelector("script:not([src^='/static/'])") !== null || `+
			`document.querySelector("main img[src=x]") !== null`) {
			t.Errorf("%s: the document's text is part of the page", at)
		}
	}
	b.open(path + "/json")
	b.wantText("#json", "owned=1")
	b.checkAccessible()
}
