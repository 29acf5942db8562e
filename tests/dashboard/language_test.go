package dashboard_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/sample"
)

// People see pages, and texts from scripts, in their selected language, signed in or not.
func testLanguages(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	b.open("/account")
	evaluate[any](b, `document.querySelector("#language").value = "de"`)
	b.submit("form[action='/language'] button")
	b.wantText("[role=status]", "Die Sprache ist eingestellt.")
	b.checkAccessible()
	path := b.read(p, "invoice.pdf", sample.Invoice("R-6001"))
	b.wantText("#values-heading", "Werte")
	b.wantText(`[data-field="invoiceNumber"] dt`, "Rechnungsnummer")
	assert.Equal(t, evaluate[string](b, `document.documentElement.lang`), "de", "language of the page")
	b.checkAccessible()
	b.allow("400") // the value is refused
	b.edit("total", "x", "save")
	b.wantText("form.edit .alert", "Gesamtbetrag muss ein Betrag sein, etwa 1234.50.")
	b.open(path + "/json")
	b.run(click("[data-copy]"))
	b.until(`["Kopiert", "Strg+C drücken"].includes(document.querySelector("[data-copy]").textContent)`)

	guest := h.newTab(t, nil)
	guest.open("/sign-in?next=/usage")
	guest.submit("[value=fr]")
	guest.wantPath("/sign-in?next=%2Fusage")
	guest.wantText("h1", "Se connecter")
	guest.checkAccessible()

	a := p.getIn("es-MX,es;q=0.9", "/no/such/page")
	if !strings.Contains(a.body, `<html lang="es">`) || a.status != http.StatusNotFound {
		t.Errorf("status %d: %.200s", a.status, a.body)
	}
	reply := p.post("/language", "language", "de", "next", "https://evil.example/")
	assert.Equal(t, reply.header.Get("Location"), "/", "location after a choice")
	cookie := reply.header.Get("Set-Cookie")
	for _, want := range []string{"docmill-language=de;", "max-age=34560000", "HttpOnly", "SameSite=Lax", "path=/"} {
		assert.Contains(t, cookie, want, "the cookie")
	}
	assert.Contains(t, p.getIn("es", "/keys").body, `<html lang="de">`,
		"what the browser asks for goes before what the person chose")
}

// getIn gets a page as a browser that asks for languages.
func (p *person) getIn(languages, path string) reply {
	p.t.Helper()
	req, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, p.h.URL+path, nil)
	require.NoError(p.t, err)
	req.Header.Set("Accept-Language", languages)
	return p.send(req)
}
