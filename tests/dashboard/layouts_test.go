package dashboard_test

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/sample"
)

// when polls a page until it contains a text.
func (p *person) when(path, pattern string) (found string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), patience)
	defer cancel()
	tick := time.NewTicker(lookAgain)
	defer tick.Stop()
	for {
		if found = regexp.MustCompile(pattern).FindString(p.get(path).body); found != "" {
			return found
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			p.t.Fatalf("%s never has %s", path, pattern)
		}
	}
}

// teach corrects and reviews a document, and returns the path of its new layout.
func (p *person) teach(name string) (layout string) {
	p.t.Helper()
	path := p.upload(map[string][]byte{name: sample.Marked("R-3001", "KX-4711")})
	p.when(path, `data-field="total"`)
	if a := p.post(path+"/correct", "path", "purchaseOrderNumber", "value", "KX-4711", "action",
		"save"); a.status != http.StatusSeeOther {
		p.t.Fatalf("correct: status %d", a.status)
	}
	require.Equal(p.t, p.post(path+"/review").status, http.StatusSeeOther, "review: status")
	const row = `/layouts/layout_[0-9a-f-]{36}">Holzwerk Lindner GmbH<`
	layout, _, _ = strings.Cut(p.when("/layouts", row), `"`)
	return layout
}

func testLayouts(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	b.open("/layouts")
	b.wantText("h2", "No layouts yet")
	b.checkAccessible()
	layout := p.teach("first.pdf")
	second := b.readLearned(p)
	b.wantText(`[data-field="purchaseOrderNumber"]`, "KX-5822")
	b.wantText(`[data-field="purchaseOrderNumber"] .about`, "Learned layout")
	b.wantText("[data-facts]", "Known from other documents")
	b.checkAccessible()
	b.submit(`[data-field="purchaseOrderNumber"] .about a[href^="/documents/"]`)
	b.wantText("h1", "first.pdf")
	b.open(second)
	b.submit(`[data-field="purchaseOrderNumber"] .about a[href^="/layouts/"]`)
	b.wantPath(layout)
	b.wantText("h1", "Holzwerk Lindner GmbH")
	b.wantText("main", "first.pdf")
	b.wantText("main", "Document: reviewed · Purchase order number")
	b.checkAccessible()
	b.open("/layouts")
	b.wantText("tbody", "1 document")
	b.checkAccessible()

	b.open(layout)
	b.submit("form[action$='/enable'] button")
	b.wantText("[role=status]", "Layout switched off")
	b.wantText(".facts", "Off")
	b.checkAccessible()
	b.read(p, "third.pdf", sample.Marked("R-3003", "KX-6933"))
	assert.NotContains(t, b.text("#values"), "Learned layout", "a layout that is switched off is read with")
	b.open(layout)
	b.submit("form[action$='/enable'] button")
	b.wantText("[role=status]", "Layout switched on")
	b.submit("a[href$='/forget']")
	b.checkAccessible()
	b.submit(".danger")
	b.wantText("[role=status]", "Layout forgotten")
	b.wantText("h2", "No layouts yet")
	assert.Equal(t, p.get(layout).status, http.StatusNotFound, "a forgotten layout: status")
	b.open("/activity")
	b.reloadUntil("tbody", "Forgot a layout")
}

// readLearned uploads invoices until one is read with the layout, which may arrive late on a busy machine.
func (b *tab) readLearned(p *person) (path string) {
	b.t.Helper()
	for range 20 {
		path = b.read(p, "second.pdf", sample.Marked("R-3002", "KX-5822"))
		if strings.Contains(b.text("#values"), "Learned layout") {
			break
		}
	}
	return path
}

// Forms support all actions, and members may use them as well, like the review rules.
func testLayoutsWithoutScript(t *testing.T, h *fixture) {
	owner := h.newPerson(t)
	layout := owner.teach("invoice.pdf")
	member := h.join(t, owner.Account, contract.RoleMember)
	for _, step := range []struct{ path, enabled, to string }{
		{layout + "/enable", "no", layout + "?done=layout-off"}, {layout + "/enable", "yes", layout + "?done=layout-on"},
		{layout + "/forget", "", "/layouts?done=layout-forgotten"},
	} {
		a := member.post(step.path, "enabled", step.enabled)
		if a.status != http.StatusSeeOther || a.header.Get("Location") != step.to {
			t.Errorf("%s %s: status %d to %s", step.path, step.enabled, a.status, a.header.Get("Location"))
		}
	}
	for _, path := range []string{layout, layout + "/forget", "/layouts/none"} {
		assert.Equal(t, member.get(path).status, http.StatusNotFound, path, "status")
	}
	assert.Equal(t, member.post(layout+"/enable", "enabled", "perhaps").status, http.StatusNotFound,
		"switched once forgotten: status")
}
