package dashboard_test

import (
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/sample"
)

var versionField = regexp.MustCompile(`name="version" value="([^"]+)"`)

// version returns the record's version in the forms of a document's page.
func (p *person) version(path string) string {
	p.t.Helper()
	m := versionField.FindStringSubmatch(p.get(path).body)
	if m == nil {
		p.t.Fatalf("the forms of %s say nothing of a version", path)
	}
	return html.UnescapeString(m[1])
}

// The later of two people with the same document sees the other's change and loses nothing, also without scripts.
func testConflict(t *testing.T, h *fixture) {
	first := h.newPerson(t)
	second := h.join(t, first.Account, contract.RoleMember)
	b := h.newTab(t, second)
	path := b.read(second, "invoice.pdf", sample.Invoice("R-2101"))
	version := second.version(path)
	say := func(action string, fields ...string) reply {
		return second.post(path+action, append(fields, "version", version, "queue", "1")...)
	}
	b.click(`[data-edit="total"]`)
	b.fill("#edit-value", "121.00")
	a := first.post(path+"/correct", "path", "total", "value", "120.00", "version", version)
	require.Equal(t, a.status, http.StatusSeeOther, "the first of them", a.body)
	b.allow("412") // the browser's own word about the refused form
	b.click(`form.edit button[value="save"]`)
	b.until(`document.querySelector("form.edit .alert")`)
	for _, want := range []string{first.Email + " changed the document", "The value is now 120.00", "Save it again"} {
		b.wantText("form.edit .alert", want)
	}
	assert.Equal(t, b.value("#edit-value"), "121.00", "what was typed is now")
	b.wantText(".history", "Total: 120.00")
	b.checkAccessible()
	b.click(`form.edit button[value="save"]`)
	b.until(`document.querySelector('[data-field="total"] .what')?.textContent === "121.00"`)
	b.click(`[data-edit="invoiceNumber"]`) // the next form has the present version
	b.fill("#edit-value", "R-2102")
	b.click(`form.edit button[value="save"]`)
	b.until(`document.querySelector('[data-field="invoiceNumber"] .what')?.textContent === "R-2102"`)

	for action, fields := range map[string][]string{
		"/say": {"path", "issueDate"}, "/review": {"action", "review"}, "/correct": {"path", "total", "value", "122.00"},
	} {
		a := say(action, fields...)
		if a.status != http.StatusPreconditionFailed || !strings.Contains(a.body, "changed the document after you opened it") ||
			!strings.Contains(a.body, "Skip") {
			t.Errorf("%s: %d, %.300s", action, a.status, a.body)
		}
		if action == "/correct" && !strings.Contains(a.body, `value="122.00"`) {
			t.Error("what was typed is gone")
		}
	}
	version = second.version(path)
	a = say("/review")
	assert.Equal(t, a.status, http.StatusSeeOther, "once the newer state was seen", a.body)
}

// click clicks an element at its position, regardless of scrolling.
func (b *tab) click(selector string) {
	b.t.Helper()
	evaluate[any](b, `document.querySelector(`+quoted(selector)+`).click()`)
}
