package dashboard_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/sample"
)

// gridRows are the texts of a table's cells, a row in each line.
const gridRows = `[...document.querySelectorAll('[data-grid="lineItems"] tbody tr')].map(
	r => [...r.querySelectorAll("td .what")].map(e => e.textContent).join("|")).join("\n")`

func (b *tab) wantRows(want ...string) {
	b.t.Helper()
	require.Equal(b.t, evaluate[string](b, gridRows), strings.Join(want, "\n"), "the rows")
}

// cell presses the cell of a row and column, both from 0.
func (b *tab) cell(row, column int) {
	b.t.Helper()
	b.click(fmt.Sprintf(`[data-grid="lineItems"] tbody tr:nth-child(%d) td:nth-child(%d)`, row+1, column+2))
}

// paste inserts a text at the focus, as from the clipboard.
func (b *tab) paste(text string) {
	b.t.Helper()
	evaluate[any](b, `(() => { const data = new DataTransfer(); data.setData("text/plain", `+quoted(text)+`);
		document.activeElement.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true})); })()`)
}

func (b *tab) untilText(selector, want string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`document.querySelector(%q)?.innerText.replace(/\s+/g, " ").includes(%q)`, selector, want))
}

// leaving reports whether the browser asks before the page is left.
const leaving = `(() => { const e = new Event("beforeunload", {cancelable: true}); dispatchEvent(e); return e.defaultPrevented; })()`

const (
	foot = `[data-grid="lineItems"] [data-foot]`
	bar  = `[data-grid="lineItems"] [data-bar]`
)

// Sums and checks use typed cells, rows and pasted blocks; saving replaces the table, and rejected values stay.
func testGrid(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	path := b.read(p, "invoice.pdf", sample.Invoice("R-2201"))
	oak, delivery := "Oak board, planed|4|15.00|60.00", "Delivery|1|40.00|40.00"
	b.wantRows(oak, delivery)
	b.untilText(foot, "Difference 0.00")

	// A cell: typed as people write amounts. The check fails as long as it is so.
	b.cell(1, 3)
	b.run(chromedp.SendKeys(chromedp.CSS(".cell-field"), "1.046,00\x1b"))
	b.wantRows(oak, delivery)
	b.press("4")
	b.press("6")
	b.press(",")
	b.press("5")
	b.press("\r")
	b.wantRows(oak, "Delivery|1|40.00|46,5")
	b.untilText(foot, "60.00 + 46.50 ≠ 100.00")
	b.untilText(foot, "6.50")
	b.untilText("[data-checks]", "60.00 + 46.50 ≠ 100.00")
	b.untilText(`[aria-labelledby="t-lineItems"] td.unsaved`, "= 46.50")
	b.wantText(bar, "Not saved yet.")
	assert.True(t, evaluate[bool](b, leaving), "the page is left without a word")

	// Adding a row removes the surplus.
	b.click(`[data-grid="lineItems"] [data-do="add"]`)
	for _, keys := range []string{"Rebate", "\t", "1", "\t", "-6,50", "\t", "-6,50", "\r"} {
		b.press(keys)
	}
	b.untilText("[data-checks]", "60.00 + 46.50 - 6.50 = 100.00")
	b.wantText(foot, "line 2: 1 × 40.00 ≠ 46.50")
	b.click(`[data-grid="lineItems"] [data-do="up"]`)
	b.wantRows(oak, "Rebate|1|-6,50|-6,50", "Delivery|1|40.00|46,5")

	// A block of a spreadsheet fills cells, and adds rows.
	b.cell(2, 0)
	b.press("\x1b")
	b.paste("Delivery\t1\t40,00\t40,00\r\n\"Screws\nlong\"\t2\t3,25\t6,50\r\n")
	screws := "Screws\nlong|2|3,25|6,50"
	b.wantRows(oak, "Rebate|1|-6,50|-6,50", "Delivery|1|40,00|40,00", screws)
	b.run(chromedp.KeyEvent("z", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	b.wantRows(oak, "Rebate|1|-6,50|-6,50", "Delivery|1|40.00|46,5")
	b.click(`[data-grid="lineItems"] [data-do="redo"]`)
	b.until(gridRows + `.includes("Screws")`)

	// Unreadable values are marked with the reason, and saving keeps them.
	b.cell(3, 3)
	b.fill(".cell-field", "a lot")
	b.press("\r")
	b.until(`document.querySelector('[data-grid="lineItems"] td[aria-invalid]')?.innerText.includes("must be an amount")`)
	b.allow("400")
	b.click(`[data-grid="lineItems"] [data-do="save"]`)
	b.untilText(bar, "Nothing was saved")
	b.checkAccessible()
	b.wantRows(oak, "Rebate|1|-6,50|-6,50", "Delivery|1|40,00|40,00", "Screws\nlong|2|3,25|a lot")
	b.cell(3, 3)
	b.fill(".cell-field", "6,50")
	b.press("\r")
	b.untilText(foot, "All checks pass.")
	b.cell(0, 0)
	b.press("\x1b")
	b.run(chromedp.KeyEvent(kb.ArrowDown, chromedp.KeyModifiers(chromedp.ModifierAlt)))
	b.click(`[data-grid="lineItems"] [data-do="save"]`)
	b.untilText("#notice", "Table saved.")
	assert.False(t, evaluate[bool](b, leaving), "what is saved is warned of")
	after := []string{"Rebate|1|-6.50|-6.50", oak, delivery, "Screws\nlong|2|3.25|6.50"}
	b.wantRows(after...)
	b.wantText("[data-checks]", "-6.50 + 60.00 + 40.00 + 6.50 = 100.00")
	b.wantText(".history", "all rows replaced, 4 rows")
	for _, path := range []string{"lineItems.1.amount", "lineItems.2.quantity"} {
		if !evaluate[bool](b, `document.querySelector('[data-box="`+path+`"]') !== null && `+
			`document.querySelector('[data-field="`+path+`"] .by-hand') === null`) {
			t.Errorf("%s moved and has lost its place on the page", path)
		}
	}
	b.open(path)
	b.wantRows(after...)

	// A saved change is undone at once; unsaved ones step by step.
	b.cell(1, 0)
	b.press("\x1b")
	b.click(`[data-grid="lineItems"] [data-do="remove"]`)
	b.untilText(foot, "Difference")
	b.click(`[data-grid="lineItems"] [data-do="save"]`)
	b.untilText(bar, "Table saved.")
	b.wantRows(after[0], after[2], after[3])
	b.click(`[data-grid="lineItems"] [data-do="back"]`)
	b.until(gridRows + ` === ` + quotedJSON(strings.Join(after, "\n")))
	b.untilText(bar, "Table saved.")
	assert.Contains(t, p.get(path+"/json").body, "Oak board", "what was removed is not saved again")

	// Another person saves first: the page shows their values, and one step restores the typed rows.
	b.cell(0, 0)
	b.fill(".cell-field", "Loyalty rebate")
	b.press("\r")
	p.post(path+"/correct", "path", "lineItems.0.description", "value", "Discount")
	b.allow("412")
	b.click(`[data-grid="lineItems"] [data-do="save"]`)
	b.untilText(bar, "changed the document after you opened it")
	b.wantRows("Discount|1|-6.50|-6.50", after[1], after[2], after[3])
	b.checkAccessible()
	b.click(`[data-grid="lineItems"] [data-do="undo"]`)
	b.wantRows("Loyalty rebate|1|-6.50|-6.50", after[1], after[2], after[3])
	b.click(`[data-grid="lineItems"] [data-do="save"]`)
	b.untilText(bar, "Table saved.")
	b.wantRows("Loyalty rebate|1|-6.50|-6.50", after[1], after[2], after[3])

	// If the table is unchanged, the typed values are applied to the newer document.
	b.cell(0, 0)
	b.fill(".cell-field", "Discount")
	b.press("\r")
	p.post(path+"/correct", "path", "dueDate", "value", "2026-11-01")
	b.click(`[data-grid="lineItems"] [data-do="save"]`)
	b.untilText(bar, "Your changes are still in the table.")
	b.wantRows("Discount|1|-6.50|-6.50", after[1], after[2], after[3])
	b.untilText(foot, "All checks pass.")
	b.wantText(bar, "changed the document after you opened it")
	b.click(`[data-grid="lineItems"] [data-do="save"]`)
	b.untilText(bar, "Table saved.")

	// Something else of the document changes while a table is typed.
	b.cell(0, 0)
	b.fill(".cell-field", "Rebate")
	b.press("\r")
	b.click(`[data-field="total"] form.say button`)
	b.untilText("#notice", "Value confirmed.")
	b.wantRows(after...)
	b.click(`[data-grid="lineItems"] [data-do="save"]`)
	b.untilText(bar, "Table saved.")

	// A table of which nothing was found.
	b.click(`[data-grid="taxes"] [data-do="add"]`)
	b.press("\x1b")
	b.checkAccessible()
}

func quotedJSON(text string) string {
	b, _ := json.Marshal(text) // a text is always to be written
	return string(b)
}

// The table routes respond to invalid forms with the errors, and the preview stores nothing.
func testTableRoutes(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	path := b.read(p, "invoice.pdf", sample.Invoice("R-2202"))
	was := p.get(path + "/json").body
	const rows = `[{"description":"Oak","amount":"30.473,00"},{"amount":"1,5"}]`
	a := p.post(path+"/table/preview", "path", "lineItems", "rows", rows)
	var answer struct {
		Checks []struct {
			Name   string
			Passed bool
			Detail string
		}
		Lists  map[string]json.RawMessage
		Totals map[string]struct{ Sum, Label, Stated, Difference string }
	}
	err := json.Unmarshal([]byte(a.body), &answer)
	require.True(t, err == nil && a.status == http.StatusOK, a.status, a.body, err)
	assert.Equal(t, string(answer.Lists["lineItems"]), `[{"amount":"30473.00","description":"Oak"},{"amount":"1.50"}]`,
		"read as")
	sum := answer.Totals["lineItems"]
	assert.True(t, sum.Sum == "30474.50" && sum.Stated == "100.00" && sum.Difference == "30374.50", sum)
	assert.Contains(t, a.body, "30473.00 + 1.50 ≠ 100.00", "checks")
	wrong := p.post(path+"/table/preview", "path", "lineItems", "rows", `[{"amount":"a"},{"amount":"b"}]`)
	assert.True(t, wrong.status == http.StatusOK && strings.Count(wrong.body, "must be an amount") == 2,
		"unreadable", wrong.status, wrong.body)
	for name, fields := range map[string][]string{
		"nothing": nil, "no rows": {"path", "lineItems"}, "no JSON": {"path", "lineItems", "rows", "x"},
		"null": {"path", "lineItems", "rows", "null"}, "a text": {"path", "lineItems", "rows", `"x"`},
		"an object": {"path", "lineItems", "rows", `{"a":"b"}`}, "no list": {"path", "total", "rows", `["1"]`},
		"a row below": {"path", "lineItems.0", "rows", `[]`}, "twice": {"path", "taxes", "rows", "[]", "path", "taxes", "rows", "[]"},
		"a number": {"path", "lineItems", "rows", `[{"amount":1}]`}, "an empty row": {"path", "lineItems", "rows", `[{}]`},
		"an unknown column": {"path", "lineItems", "rows", `[{"colour":"red"}]`},
		"unreadable":        {"path", "lineItems", "rows", `[{"amount":"a lot"}]`},
	} {
		for _, action := range []string{"/table", "/table/preview"} {
			if name == "unreadable" && action != "/table" {
				continue
			}
			a := p.post(path+action, fields...)
			if a.status != http.StatusBadRequest || !strings.HasPrefix(a.header.Get("Content-Type"), "application/json") ||
				!strings.Contains(a.body, `"error":"`) {
				t.Errorf("%s, %s: %d %s", name, action, a.status, a.body)
			}
		}
	}
	other := h.newPerson(t)
	for _, action := range []string{"/table", "/table/preview"} {
		assert.Equal(t, other.post(path+action, "path", "lineItems", "rows", "[]").status, http.StatusNotFound,
			"another account", action)
	}
	assert.Equal(t, p.get(path+"/json").body, was, "something was saved")
	saved := p.post(path+"/table", "path", "lineItems", "rows", rows, "version", p.version(path))
	to := saved.header.Get("Location")
	assert.True(t, saved.status == http.StatusSeeOther && to == path+"?done=table-saved", "saved", saved.status, to)
	record := p.get(path + "/json").body
	for _, c := range answer.Checks {
		detail := strings.Trim(quotedJSON(c.Detail), `"`)
		if !strings.Contains(record, strings.NewReplacer("&", "&amp;", ">", "&gt;", "<", "&lt;").Replace(detail)) &&
			!strings.Contains(record, c.Name) {
			t.Errorf("the record has no %+v", c)
		}
	}
}
