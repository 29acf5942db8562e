package dashboard_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

const payslip = "PAYSLIP\n\nEmployee: Jana Muster\nPaid on: 2026-10-31\nNet pay: 2,345.60\n"

// tryType uploads a file to the trial of a type and returns the address of the page with its values.
func (p *person) tryType(name, text string) reply {
	p.t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	require.NoError(p.t, w.WriteField("document_type", name))
	part, err := w.CreateFormFile("file", "payslip.txt")
	require.NoError(p.t, err)
	_, err = part.Write([]byte(text))
	require.NoError(p.t, err)
	require.NoError(p.t, w.Close())
	return p.do(http.MethodPost, "/types/"+name+"/try", &b, w.FormDataContentType())
}

// Forms define a document type, try it on documents, change it and delete it.
func testTypesWithoutScript(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	rows := []string{
		"name", "acme_payslip", "title", "Payslip",
		"row-name", "employee", "row-type", "string", "row-title", "", "row-description", "", "row-columns", "",
		"row-name", "paidOn", "row-type", "date", "row-title", "Paid on", "row-description", "", "row-columns", "",
		"row-name", "netPay", "row-type", "number", "row-title", "Net pay", "row-description", "", "row-columns", "",
		"row-name", "parts", "row-type", "table", "row-title", "", "row-description", "", "row-columns",
		"name, amount: number",
		"row-name", "", "row-type", "string", "row-title", "", "row-description", "", "row-columns", "",
	}
	const page = "/types/acme_payslip"
	if a := p.post("/types", rows...); a.status != http.StatusSeeOther ||
		a.header.Get("Location") != page+"?done=type-created" {
		t.Fatalf("saved: status %d to %s\n%s", a.status, a.header.Get("Location"), a.body)
	}
	body := p.get(page).body
	for _, want := range []string{`value="paidOn"`, `value="date" selected`, `value="name: string, amount: number"`,
		"&#34;title&#34;: &#34;Net pay&#34;", "Version 1"} {
		assert.Contains(t, body, want, "the editor")
	}
	tried := p.tryType("acme_payslip", payslip).header.Get("Location")
	wantValues := func(address string, values ...string) {
		t.Helper()
		address, _, _ = strings.Cut(address, "#")
		testkit.Await(t, "the trial has ended", func() bool {
			body = p.get(address).body
			return strings.Contains(body, "Completed")
		})
		for _, value := range values {
			assert.Contains(t, body, value, address)
		}
	}
	wantValues(tried, "Jana Muster", "2026-10-31", "2345.60")
	document := "ext_" + strings.Split(strings.Split(tried, "ext_")[1], "#")[0]
	if body := p.get("/documents/" + document).body; !strings.Contains(body, "Acme payslip") ||
		!strings.Contains(body, "Version 1") || !strings.Contains(body, `<option value="acme_payslip">Payslip</option>`) {
		t.Errorf("the document's page does not show its type\n%s", body)
	}
	a := p.post(page, "title", "Payslip", "schema",
		`{"type":"object","properties":{"employee":{"type":"string","enum":["Jana Muster"]}}}`)
	require.Equal(t, a.header.Get("Location"), page+"?done=type-changed", "changed: status", a.status, a.body)
	if body := p.get(page + "?tried=" + document).body; !strings.Contains(body, "Version 2") ||
		!strings.Contains(body, "The fields have changed since.") || !strings.Contains(body, "Edit it here.") {
		t.Errorf("version 2:\n%s", body)
	}
	wantValues(p.post(page+"/rerun", "document", document).header.Get("Location"), "Jana Muster")
	for _, refused := range []struct {
		path   string
		fields []string
		said   string
	}{
		{"/types", rows, "A document type with this name exists already."},
		{"/types", append([]string{"name", "invoice"}, rows[2:]...), "is not allowed"},
		{"/types", []string{"name", "other", "row-name", "rows", "row-type", "table"}, "needs columns"},
		{page, []string{"schema", "{"}, "The schema is refused"},
		{page + "/rerun", []string{"document", "ext_1"}, "No document has this id."},
	} {
		if a := p.post(refused.path, refused.fields...); a.status < 400 || !strings.Contains(a.body, refused.said) {
			t.Errorf("%s %q: status %d, want %s", refused.path, refused.fields, a.status, refused.said)
		}
	}
	if body := p.get("/documents?type=acme_payslip").body; strings.Count(body, "payslip.txt") < 2 {
		t.Errorf("the list of the type's documents:\n%s", body)
	}
	a = p.post(page + "/delete")
	assert.Equal(t, a.header.Get("Location"), "/types?done=type-deleted", "deleted: status", a.status)
	assert.Equal(t, p.get(page).status, http.StatusNotFound, "a deleted type: status")
}

// Scripts add and remove rows.
func testTypes(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	b.open("/types/new")
	b.checkAccessible()
	b.click("[data-add-row]")
	b.until(`document.querySelectorAll("[data-rows] tr").length === 4`)
	b.click("[data-rows] tr:first-child [data-remove-row]")
	b.until(`document.querySelectorAll("[data-rows] tr").length === 3`)
}
