package dashboard_test

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/sample"
)

// fillList sends n invoices and an unreadable one, and returns the paths when all have ended.
func (b *tab) fillList(p *person, n int) (paths []string) {
	b.t.Helper()
	for i := range n {
		paths = append(paths, p.upload(map[string][]byte{fmt.Sprintf("list-%d.pdf", i): sample.Invoice(fmt.Sprintf("L-%d", i))}))
	}
	paths = append(paths, p.upload(map[string][]byte{"broken.pdf": []byte("%PDF-1.7\nnot really")}))
	b.open("/documents")
	b.until(fmt.Sprintf(`document.querySelectorAll('tr[data-state="completed"], tr[data-state="failed"]').length === %d`, n+1))
	return paths
}

func idOf(path string) string { return strings.TrimPrefix(path, "/documents/") }

// testBulk changes several documents by forms alone, without script, and then in a browser.
func testBulk(t *testing.T, h *fixture) {
	p, other := h.newPerson(t), h.newPerson(t)
	b := h.newTab(t, p)
	paths := b.fillList(p, 4)
	foreign := other.upload(map[string][]byte{"foreign.pdf": sample.Invoice("F-1")})
	form := func(action string, more []string, paths ...string) []string {
		fields := append([]string{"action", action}, more...)
		for _, path := range paths {
			fields = append(fields, "document", idOf(path))
		}
		return fields
	}
	post := func(fields []string, status int) string {
		t.Helper()
		a := p.post("/documents/bulk", fields...)
		require.Equal(t, a.status, status, fields, "status", a.body)
		return a.body
	}
	wantIn := func(page string, texts ...string) {
		t.Helper()
		for _, text := range texts {
			assert.Contains(t, page, text)
		}
	}

	// Empty, unknown and too many selections.
	post(form("delete", nil), http.StatusBadRequest)
	post(form("fly", nil, paths[0]), http.StatusBadRequest)
	var many []string
	for i := range 1001 {
		many = append(many, fmt.Sprintf("/documents/ext_01a1fbb1-f619-702d-ab8e-%012d", i))
	}
	wantIn(post(form("review", nil, many...), http.StatusBadRequest), "at most 1000")

	// Exactly the selected ones are exported.
	rows, err := csv.NewReader(strings.NewReader(post(form("csv", nil, paths[0], paths[2], foreign), http.StatusOK))).ReadAll()
	if err != nil || len(rows) != 3 || !slices.Contains(rows[2], "L-0") || !slices.Contains(rows[1], "L-2") {
		t.Errorf("export: %v, %q", err, rows)
	}

	// Unreviewable documents do not affect others; foreign ones count as missing.
	page := post(form("review", nil, paths[0], paths[4], foreign, "/documents/nonsense", paths[1]), http.StatusOK)
	wantIn(page, "2 documents reviewed", "3 documents failed", "broken.pdf", "Already deleted")
	wantIn(post(form("review", nil, paths[0], paths[1]), http.StatusOK), "2 documents reviewed") // again
	assert.Equal(t, strings.Count(p.get("/documents?review=done").body, `data-document="ext_`), 2,
		"documents are reviewed")

	// A rerun needs a confirmation, and happens once.
	page = post(form("rerun", nil, paths[0], paths[1]), http.StatusOK)
	wantIn(page, "Reprocess 2 documents?", "list-0.pdf")
	key := regexp.MustCompile(`name="key" value="([^"]+)"`).FindStringSubmatch(page)[1]
	confirmed := []string{"confirmed", "1", "key", key}
	links := regexp.MustCompile(`href="(/documents/ext_[^"]+)"`)
	first := post(form("rerun", confirmed, paths[0], paths[1]), http.StatusOK)
	wantIn(first, "2 documents reprocessed")
	second := post(form("rerun", confirmed, paths[0], paths[1]), http.StatusOK)
	if a, b := links.FindAllString(first, -1), links.FindAllString(second, -1); len(a) != 2 || !slices.Equal(a, b) {
		t.Errorf("sent twice: %q, then %q", a, b)
	}
	post(form("rerun", []string{"confirmed", "1"}, paths[0]), http.StatusBadRequest)
	p.checkCount(7)

	// Deletion needs a confirmation with the names, and may be repeated.
	wantIn(post(form("delete", nil, paths[0], paths[1]), http.StatusOK), "Delete 2 documents?", "list-0.pdf", "list-1.pdf")
	p.checkCount(7)
	for range 2 {
		wantIn(post(form("delete", []string{"confirmed", "1"}, paths[0], paths[1]), http.StatusOK), "2 documents deleted")
	}
	p.checkCount(5)
	assert.Equal(t, other.get(foreign).status, http.StatusOK, "another account's document is gone")

	// For a selection of all, the content is confirmed one by one.
	page = post([]string{"action", "delete", "all", "1", "q", "list-3"}, http.StatusOK)
	wantIn(page, "Delete 1 document?", "list-3.pdf", idOf(paths[3]))
	page = post([]string{"action", "review", "all", "1", "status", "completed"}, http.StatusOK)
	wantIn(page, "documents as reviewed?", "list-2.pdf")
	b.viewsByHand(p, other)
	b.bulkByHand(p)
}

// viewsByHand saves a filter and selects columns, which other users do not have.
func (b *tab) viewsByHand(p, other *person) {
	b.t.Helper()
	b.open("/documents")
	b.fill("#q", `"lindner gmbh" 119,00 L-2`)
	b.submit(".filters button")
	b.until(`document.querySelectorAll("tr[data-document^=ext]").length === 1`)
	b.fill("#filter-name", "Lindner, L-2")
	b.submit(`.views button[value="save"]`)
	b.wantText(".view[aria-current]", "Lindner, L-2")
	b.checkAccessible()
	b.submit(`a[href="/documents/filters"]`)
	b.checkAccessible()
	b.fill(`tbody input[name="name"]`, "Zebra")
	b.submit(`button[value="rename"]`)
	b.wantText("tbody", "Zebra")
	b.submit("tbody th a")
	b.until(`document.querySelectorAll("tr[data-document^=ext]").length === 1`)

	b.submit(`a[href="/documents/columns"]`)
	b.checkAccessible()
	b.run(chromedp.SetValue(chromedp.CSS("#field-0"), "vendorName"), chromedp.SetValue(chromedp.CSS("#field-2"), "total"))
	b.submit("form .primary")
	b.wantText("thead", "Vendor name")
	b.wantText(`[data-part="field-total"]`, "119.00")
	// New documents have the columns as well.
	path := p.upload(map[string][]byte{"column.pdf": sample.Invoice("L-8")})
	b.until(`document.querySelector('[data-document="` + idOf(path) + `"] [data-part="field-total"]')?.textContent === "119.00"`)
	b.checkAccessible()
	if a := other.get("/documents"); strings.Contains(a.body, "Zebra") || strings.Contains(a.body, "field-total") {
		b.t.Error("another person has the filter or the columns")
	}
	if a := p.post("/documents/columns", "field", "nonsense"); a.status != http.StatusBadRequest {
		b.t.Errorf("a column of nothing: status %d", a.status)
	}
	if a := p.post("/documents/bulk", "action", "delete", "confirmed", "1", "document", idOf(path)); a.status != http.StatusOK {
		b.t.Errorf("delete: status %d", a.status)
	}

	b.open(evaluate[string](b, `document.querySelector("tbody tr:nth-child(2) th a").getAttribute("href")`) + "/json")
	evaluate[any](b, `document.querySelector('[data-copy="json"]').click()`)
	b.until(`["Copied", "Press Ctrl+C"].includes(document.querySelector('[data-copy="json"]').textContent)`)

	b.open("/usage")
	b.wantText("main", "Outcomes")
	b.wantText("#usage-keys + table", "Dashboard")
	b.wantText("#usage-types + table", "Invoice")
	b.checkAccessible()
}

func (p *person) checkCount(want int) {
	p.t.Helper()
	if n := strings.Count(p.get("/documents").body, `data-document="`+contract.PrefixDocument); n != want {
		p.t.Errorf("%d documents in the list, want %d", n, want)
	}
}

// bulkByHand ticks a range and deletes it.
func (b *tab) bulkByHand(p *person) {
	b.t.Helper()
	b.open("/documents")
	b.wantText("[data-bulk-count]", "0 selected")
	if !evaluate[bool](b, `[...document.querySelectorAll("tbody time")].every(e => e.title.endsWith(" UTC") && e.textContent ===
		new Intl.DateTimeFormat("en-GB", {dateStyle: "medium", timeStyle: "short"}).format(new Date(e.dateTime)))`) {
		b.t.Error("times are not those of the browser's zone")
	}
	if !evaluate[bool](b, `document.querySelector('#bulk button[value="delete"]').disabled`) {
		b.t.Error("nothing is selected, and may be deleted")
	}
	evaluate[any](b, `document.querySelector("tbody tr:nth-child(1) .pick input").click()`)
	evaluate[any](b, `document.querySelector("tbody tr:nth-child(3) .pick input").dispatchEvent(
		new MouseEvent("click", {bubbles: true, cancelable: true, shiftKey: true}))`)
	b.wantText("[data-bulk-count]", "3 selected")
	b.checkAccessible()
	// New documents can be selected as well.
	path := p.upload(map[string][]byte{"later.pdf": sample.Invoice("L-9")})
	b.until(`document.querySelector('.pick input[value="` + idOf(path) + `"]')`)
	b.wantText("[data-bulk-count]", "3 selected")
	b.open("/documents")
	evaluate[any](b, `document.querySelector("[data-bulk-page]").click()`)
	b.submit(`#bulk button[value="delete"]`)
	b.wantText("h1", "Delete 6 documents?")
	b.checkAccessible()
	b.submit(`button[value="delete"]`)
	b.wantText("h1", "6 documents deleted")
	b.checkAccessible()
	p.checkCount(0)
	b.reopen("/activity", "tbody", "Deleted document …")
}
