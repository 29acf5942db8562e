package dashboard_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/sample"
)

// inView reports whether an element is within the window and, if it is a box, within the pages.
const inView = `(selector => { const r = document.querySelector(selector).getBoundingClientRect(),
		v = document.querySelector(".pages").getBoundingClientRect();
	const box = document.querySelector(selector).closest(".pages");
	return r.height > 0 && r.top >= 0 && r.bottom <= innerHeight && (!box || r.top >= v.top && r.bottom <= v.bottom); })`

// A click on a value shows its place at once, on a low window and before the picture is there.
func testPlace(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	path := b.read(p, "invoice.pdf", sample.Invoice("R-1101"))
	b.run(chromedp.EmulateViewport(desktopWidth, 560))
	for _, name := range []string{"total", "invoiceNumber", "taxTotal"} {
		b.open(path + "?order=natural")
		evaluate[any](b, fmt.Sprintf(`document.querySelector('[data-field=%q] dt a').click()`, name))
		b.until(inView + fmt.Sprintf(`('[data-box=%q]')`, name))
		b.until(`[...document.querySelectorAll(".page-picture img")].every(e => e.complete && e.naturalWidth > 0)`)
		b.until(inView + fmt.Sprintf(`('[data-box=%q]')`, name))
	}
	b.phone()
	b.open(path)
	evaluate[any](b, `document.querySelector('[data-field="total"] dt a').click()`)
	b.until(inView + `('[data-box="total"]')`)
}

// edit opens the form of a field in place, types into it and presses a button.
func (b *tab) edit(path, text, button string) {
	b.t.Helper()
	evaluate[any](b, fmt.Sprintf(`document.querySelector('[data-edit=%q]').click()`, path))
	b.fill("#edit-value", text)
	evaluate[any](b, fmt.Sprintf(`document.querySelector('form.edit button[value=%q]').click()`, button))
}

// Saving updates values, checks and confidence without leaving the page, with a visible message.
func testSavedInPlace(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	path := b.read(p, "invoice.pdf", sample.Invoice("R-1102"))
	b.run(chromedp.EmulateViewport(desktopWidth, 560))
	b.open(path + "?order=natural")
	evaluate[any](b, `window.here = true`)
	evaluate[any](b, `document.querySelector('[data-field="total"]').scrollIntoView({block: "center"})`)
	at := evaluate[float64](b, `scrollY`)
	b.edit("total", "1.120,00", "save")
	b.until(`document.querySelector('[data-field="total"] .what').textContent === "1120.00"`)
	if now := evaluate[float64](b, `scrollY`); !evaluate[bool](b, `window.here === true`) || now < at-150 || now > at+150 {
		t.Errorf("the page was loaded again or moved from %v to %v", at, now)
	}
	b.until(inView + `("#notice")`)
	b.wantText("#notice", "Total updated.")
	assert.Equal(t, evaluate[string](b, `document.querySelector("#notice").getAttribute("aria-live")`), "polite",
		"the message", "to screen readers")
	b.wantText(".checks", "100.00 + 19.00 ≠ 1120.00")
	b.wantText(".history", p.Email)
	assert.Equal(t, evaluate[string](b, `document.activeElement.dataset.edit`), "total", "the focus is on")
	b.checkAccessible()
	// A second one, and the place still lights up.
	b.edit("total", "119.00", "save")
	b.until(`document.querySelector(".checks").textContent.includes("100.00 + 19.00 = 119.00")`)
	b.point(`[data-field="invoiceNumber"] .what`)
	assert.Equal(t, evaluate[string](b, lit), "invoiceNumber invoiceNumber", "pointing at the field lights")
	b.allow("400")
	b.edit("issueDate", "soon", "save")
	b.until(`document.querySelector("form.edit .alert")`)
	b.wantText("form.edit .alert", "Issue date must be a date")
	assert.NotContains(t, b.text("form.edit .alert"), "issueDate",
		"people are told the name of the field that programs use")
	b.checkAccessible()
	assert.True(t, evaluate[bool](b, `window.here === true`), "a refused value loads the page again")
}

// Without scripts the page reloads at the field, with a message.
func testSavedWithoutScript(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	path := b.read(p, "invoice.pdf", sample.Invoice("R-1103"))
	b.run(chromedp.EmulateViewport(desktopWidth, 560))
	b.withoutScript()
	b.open(path + "?edit=total&order=natural")
	b.submit(`form.edit button[value="none"]`)
	b.wantPath(path + "?saved=total&order=natural#f-total")
	b.wantText(`[data-field="total"] [role="status"]`, "Total marked as not on the document")
	b.wantText(`[data-field="total"] .what`, "None")
}

// The keyboard reaches the fields with a few presses and skips the picture's boxes, which show the fields.
func testKeyboard(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	path := b.read(p, "invoice.pdf", sample.Invoice("R-1104"))
	b.open(path)
	const inField = `document.activeElement.closest("[data-field]") !== null`
	b.run(chromedp.KeyEvent("\t"), chromedp.KeyEvent("\t"))
	assert.Equal(t, evaluate[string](b, `document.activeElement.textContent`), "Skip to the values", "the second stop")
	b.run(chromedp.KeyEvent("\r"), chromedp.KeyEvent("\t"), chromedp.KeyEvent("\t"))
	if !evaluate[bool](b, inField) {
		t.Errorf("behind the link the focus is on %s", evaluate[string](b, `document.activeElement.outerHTML`))
	}
	b.open(path)
	const most = 25
	for n := 1; ; n++ {
		b.run(chromedp.KeyEvent("\t"))
		require.False(t, evaluate[bool](b, `document.activeElement.closest("svg") !== null`), "a box takes the focus")
		if evaluate[bool](b, inField) {
			break
		}
		if n == most {
			t.Fatalf("after %d presses the focus is on %s", n, evaluate[string](b, `document.activeElement.outerHTML`))
		}
	}
	assert.NotEqual(t, evaluate[string](b, lit), "", "the field that has the focus lights no box")
}

// A confidence of 0 names the missing key field, and adding it raises the confidence.
func testAbsent(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	text := "Invoice\nInvoice number: R-77\nVendor: Holzwerk Lindner GmbH\nSubtotal: 100.00 EUR\nVAT 19%: 19.00 " +
		"EUR\nTotal: 119.00 EUR\n"
	b.read(p, "undated.txt", []byte(text))
	b.wantText(".facts", "Confidence")
	b.wantText("[data-facts]", "Issue date")
	evaluate[any](b, `document.querySelector('[data-missing]').click()`)
	b.until(`document.querySelector('[data-field="issueDate"] #edit-value')`)
	b.fill("#edit-value", "02.12.2014")
	evaluate[any](b, `document.querySelector('form.edit button[value="save"]').click()`)
	b.until(`document.querySelector('[data-field="issueDate"] .what').textContent === "2014-12-02"`)
	assert.False(t, evaluate[bool](b, `document.querySelector('[data-missing="issueDate"]') !== null`),
		"the date is there and still said to be missing")
	assert.NotContains(t, b.text("[data-facts]"), "Confidence\n0%", "the added date counts for nothing")
}

// A file dropped beside the target area is accepted, and the browser never opens it instead of the page.
func testDropAnywhere(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	const drop = `(at => { const data = new DataTransfer();
		data.items.add(new File(["Invoice\nInvoice number: D-1\nTotal: 119.00 EUR"], "beside.txt", {type: "text/plain"}));
		const over = new DragEvent("dragover", {dataTransfer: data, bubbles: true, cancelable: true});
		const drop = new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true});
		at.dispatchEvent(over); at.dispatchEvent(drop);
		return over.defaultPrevented && drop.defaultPrevented; })`
	b.open("/documents")
	assert.True(t, evaluate[bool](b, drop+`(document.querySelector("footer"))`), "the list is left for the file")
	b.until(`[...document.querySelectorAll("[data-document] a")].some(e => e.textContent === "beside.txt")`)
	for _, at := range []string{"/keys", "/batches"} {
		b.open(at)
		assert.True(t, evaluate[bool](b, drop+`(document.body)`), at, "is left for the file")
	}
}
