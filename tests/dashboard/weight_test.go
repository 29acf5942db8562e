package dashboard_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/tests/sample"
)

// weight is a page's size as counted by the browser.
type weight struct {
	HTML, Files        int // bytes transferred, headers included
	FirstPaint, Loaded float64
}

const weighScript = `(async () => {
	const paint = await new Promise(done => {
		new PerformanceObserver(list =>
			list.getEntriesByName("first-contentful-paint").forEach(e => done(e.startTime))
		).observe({type: "paint", buffered: true});
		setTimeout(() => done(-1), 2000); // a window that is not seen paints nothing
	});
	const page = performance.getEntriesByType("navigation")[0];
	const files = performance.getEntriesByType("resource").filter(r => r.name.includes("/static/"));
	return {HTML: page.transferSize, Files: files.reduce((sum, r) => sum + r.transferSize, 0),
		FirstPaint: paint, Loaded: page.loadEventEnd};
})()`

// Pages are small: shared files load once, compressed; a document's page adds its script.
func testWeight(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	document := p.upload(map[string][]byte{"invoice.pdf": sample.Invoice("R-3001")})
	batch := p.upload(map[string][]byte{"a.pdf": sample.Invoice("R-3002"), "b.pdf": sample.Invoice("R-3003")})
	b := h.newTab(t, p)
	b.open(document)
	b.until(`document.querySelector("[data-field]")`)
	b = h.newTab(t, p) // nothing in its cache
	const (
		maxHTML  = 64 << 10
		maxFiles = 32 << 10  // of one page; a language other than English adds 2 KB of texts to the first
		maxFirst = 150 << 10 // of all that a first visit of a document's page loads
	)
	first := 0
	for i, path := range []string{"/documents", document, document + "/json", "/batches", batch, "/keys", "/usage",
		"/users", "/account", "/webhooks"} {
		b.open(path)
		w := evaluate[weight](b, weighScript)
		t.Logf("%-48s %6d bytes, files %6d bytes, first paint %4.0f ms, loaded %4.0f ms",
			strings.NewReplacer(document, "/documents/:id", batch, "/batches/:id").Replace(path), w.HTML, w.Files,
			w.FirstPaint, w.Loaded)
		if i < 2 {
			first += w.HTML + w.Files
		}
		assert.True(t, w.HTML <= maxHTML && w.Files <= maxFiles && (w.Files > 0) == (i < 2), path, w)
	}
	assert.True(t, first <= maxFirst, "the list and a document load", first, "bytes, more than", maxFirst)
}
