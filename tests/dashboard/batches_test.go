package dashboard_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/sample"
)

func testNoBatches(t *testing.T, h *fixture) {
	b := h.newTab(t, h.newPerson(t))
	b.open("/batches")
	b.wantText(".empty", "No batches yet")
	b.checkAccessible()
}

func testBatches(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	path := p.upload(map[string][]byte{
		"one.pdf": sample.Invoice("R-1001"), "two.pdf": sample.Invoice("R-1002"), "bad.bin": {0, 1, 2},
		"broken.pdf": []byte("%PDF-1.7\nnot really"),
	})
	require.True(t, strings.HasPrefix(path, "/batches/batch_"), "the form led to", path)
	b.open(path)
	b.until(`!document.querySelector("[data-until-ended]")`)
	b.wantText(".facts", "2 completed")
	b.wantText(".facts", "1 failed")
	b.wantText(".facts", "1 rejected")
	b.wantText("tbody", "no supported format")
	b.checkAccessible()
	b.open("/batches")
	b.wantText("tbody", "and others")
	b.checkAccessible()
	b.submit("tbody a")
	b.wantPath(path)
	b.submit("tbody a")
	b.wantText(".facts", "View batch")
}

// Another account's documents are invisible in every way, like missing ones.
func testSeparation(t *testing.T, h *fixture) {
	mine, other := h.newPerson(t), h.newPerson(t)
	const secret = "NOBODY-ELSE-7781"
	document := mine.upload(map[string][]byte{secret + ".pdf": sample.Invoice(secret)})
	batch := mine.upload(map[string][]byte{secret + "-a.pdf": sample.Invoice(secret),
		secret + "-b.pdf": sample.Invoice(secret)})
	b := h.newTab(t, mine)
	b.open(document)
	b.until(`document.querySelector("[data-field]")`)
	b.open(batch)
	b.until(`!document.querySelector("[data-until-ended]")`)
	for _, path := range []string{
		document, document + "?edit=total", document + "?order=natural", document + "/json", document + "/file",
		document + "/pages/1.png", document + "/pages/1.png?width=200", document + "/pages/1/words",
		document + "/pages/1/picture",
		document + "/delete", batch,
	} {
		assert.Equal(t, mine.get(path).status, http.StatusOK, path, "status", "for whom it belongs to")
		a := other.get(path)
		unknown := other.get(strings.NewReplacer(
			strings.TrimPrefix(document, "/documents/"), contract.PrefixDocument+"01a1fbb1-f619-702d-ab8e-175983fb8686",
			strings.TrimPrefix(batch, "/batches/"), contract.PrefixBatch+"01a1fbb1-f619-702d-ab8e-175983fb8686").Replace(path))
		if a.status != http.StatusNotFound || a.status != unknown.status || a.body != unknown.body {
			t.Errorf("%s: status %d for another, %d where nothing is", path, a.status, unknown.status)
		}
	}
	for _, path := range []string{"/documents", "/documents?q=" + secret, "/documents/export.csv",
		"/documents/export.ndjson", "/batches", "/usage"} {
		if a := other.get(path); a.status != http.StatusOK || strings.Contains(a.body, secret+".pdf") ||
			strings.Contains(a.body, strings.TrimPrefix(document, "/documents/")) {
			t.Errorf("%s: status %d, another's document in it", path, a.status)
		}
	}
	assert.Equal(t, other.post(document+"/correct", "path", "total", "value", "1.00", "action", "save").status,
		http.StatusNotFound, "correct: status")
	assert.Equal(t, other.post(document+"/delete").status, http.StatusNotFound, "delete: status")
	a := mine.get(document)
	assert.True(t, a.status == http.StatusOK && strings.Contains(a.body, "119.00"), "afterwards: status", a.status)
}
