package dashboard_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/sample"
)

// press types keys at whatever has the focus.
func (b *tab) press(keys string) {
	b.t.Helper()
	b.run(chromedp.KeyEvent(keys))
}

// everything has the rules ask for every document.
func (p *person) everything() {
	p.t.Helper()
	a := p.post("/review/rules", "missing", "1", "checks", "1", "below", "100", "sample", "100")
	require.Equal(p.t, a.status, 303, "rules", a.body)
}

const focused = `document.activeElement.textContent.trim().replace(/\s+/g, " ")`

// A person reviews with Enter only: values are confirmed, then the document, and the next one opens.
func testReviewByKeyboard(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	p.everything()
	b := h.newTab(t, p)
	b.read(p, "first.pdf", sample.Invoice("R-2001"))
	b.read(p, "second.pdf", sample.Invoice("R-2002"))
	b.open("/review")
	b.until(`document.readyState === "complete"`)
	b.wantText("h1", "first.pdf")
	b.wantText("[data-review]", "2 documents left")
	b.checkAccessible()
	b.open(b.path() + "?queue=1")
	// There are no doubtful values here; certain ones can be confirmed as well.
	require.Equal(t, evaluate[string](b, focused), "Reviewed, next document", "focus")
	b.run(chromedp.Focus(chromedp.CSS(`[data-field="total"] form.say button`)))
	b.press("\r")
	b.until(`document.querySelector('[data-field="total"] .badge').textContent === "Confirmed"`)
	b.wantText("#notice", "Value confirmed.")
	b.until(`document.activeElement.closest("[data-review]")`)
	b.press("\r")
	b.until(`document.querySelector("h1") && document.querySelector("h1").textContent === "second.pdf"`)
	b.wantText("[data-review]", "1 document left")
	b.press("\r")
	b.until(`document.querySelector("h2") && document.querySelector("h2").textContent === "Nothing to review"`)
	b.checkAccessible()
	b.open("/documents?review=done")
	assert.Equal(t, evaluate[int](b, `document.querySelectorAll("tbody tr").length`), 2, "documents reviewed")
}

// Without script the same is done with forms that load the page again.
func testReviewWithoutScript(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	p.everything()
	path := p.upload(map[string][]byte{"invoice.pdf": sample.Invoice("R-2003")})
	b := h.newTab(t, p)
	b.open(path)
	b.until(`document.querySelector("[data-field]")`)
	for action, want := range map[string]string{"confirm": "value-confirmed", "unconfirm": "value-unconfirmed"} {
		a := p.post(path+"/say", "path", "total", "action", action, "queue", "1")
		to := a.header.Get("Location")
		assert.True(t, a.status == 303 && to == path+"?done="+want+"&queue=1", action, a.status, to)
	}
	assert.Equal(t, p.post(path+"/say", "path", "colour").status, 400, "a value that there is not is confirmed")
	a := p.post(path+"/review", "queue", "1")
	to := a.header.Get("Location")
	assert.True(t, a.status == 303 && strings.HasPrefix(to, "/review?after=ext_"), a.status, to)
	b.open(path)
	b.wantText("[data-facts]", "Reviewed by")
	b.wantText(".history", "Document: reviewed")
	b.submit(`[data-review] button`)
	b.wantText("[data-review]", "Needs review")
	a = p.get(path + "/hold")
	assert.True(t, a.status == 200 && a.body == "", "who has the document open", a.status, a.body)
}

func testReviewRules(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	b.open("/review")
	b.wantText("h2", "Nothing to review")
	b.open("/review/rules")
	b.wantText("main", "No figures yet: 200 more values")
	b.checkAccessible()
	b.allow("400") // the browser's own word about the refused form
	b.fill("#below", "95,5")
	b.fill("#sample", "1000")
	b.submit("form button.primary")
	b.wantText(".alert.bad", "from 0 to 100")
	b.fill("#sample", "3")
	b.submit("form button.primary")
	b.wantText(".alert.good", "Rules saved")
	assert.Equal(t, b.value("#below")+" "+b.value("#sample"), "95.5 3", "the rules")
}

// A rerun creates one new document, even if the form is sent twice.
func testReadAgain(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	path := b.read(p, "invoice.pdf", sample.Invoice("R-2004"))
	key := evaluate[string](b, `document.querySelector('form[action$="/rerun"] [name="key"]').value`)
	form := []string{"key", key, "document_type", "credit_note"}
	first := p.post(path+"/rerun", form...).header.Get("Location")
	second := p.post(path+"/rerun", form...).header.Get("Location")
	assert.True(t, first != "" && first != path && first == second, "read again are", first, "and", second)
	b.open(first)
	b.until(`document.querySelector("[data-facts]") && !document.querySelector("[data-until-ended]")`)
	b.wantText("[data-facts]", "Earlier result")
	b.wantText("[data-facts]", "Credit note")
}

// A correction is undone in place, and the page reports it.
func testPutBack(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	path := b.read(p, "invoice.pdf", sample.Invoice("R-2005"))
	p.post(path+"/correct", "path", "total", "value", "120.00")
	b.open(path)
	b.wantText(`[data-field="total"]`, "120.00")
	b.run(click(`[data-field="total"] button[value="revert"]`))
	b.until(`document.querySelector('[data-field="total"] .what').textContent === "119.00"`)
	b.wantText("#notice", "Extracted value restored.")
	b.wantText(".history", "Total: extracted value restored")
}
