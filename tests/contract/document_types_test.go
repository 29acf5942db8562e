package contract_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
)

const (
	typesPath   = "/api/v1/document-types"
	payslipBody = `{"type": "object", "properties": {"employee": {"type": "string"},
		"netPay": {"type": "number", "title": "Net pay"}}}`
	payslipMonth = `{"type": "object", "properties": {"employee": {"type": "string"},
		"netPay": {"type": "number", "title": "Net pay"}, "month": {"type": "string"}}}`
	payslip = "PAYSLIP\n\nEmployee: Jana Muster\nMonth: October\nNet pay: 2,345.60\n"
)

type savedType struct {
	Name, Title string
	Version     int
	CreatedAt   contract.Time
}

func (p person) saveType(method, path, body string, want int) (t savedType) {
	p.t.Helper()
	answer := p.send(method, path, body, header("Content-Type", "application/json"), want)
	if want < http.StatusBadRequest {
		answer.Into(p.t, &t)
	}
	return t
}

// An account saves a schema under a name, and documents are extracted with one of its versions.
func savedTypes(t *testing.T, w *world) {
	p, other := w.person(t, contract.PlanEnterprise), w.person(t, contract.PlanEnterprise)
	created := `{"name":"acme_payslip","title":"Payslip","schema":` + payslipBody + `}`
	first := p.saveType(http.MethodPost, typesPath, created, http.StatusCreated)
	if first.Name != "acme_payslip" || first.Title != "Payslip" || first.Version != 1 || first.CreatedAt.IsZero() {
		t.Errorf("created %+v", first)
	}
	path := typesPath + "/acme_payslip"
	changed := `{"title":"Payslip","schema":` + payslipMonth + `}`
	for range 2 { // the second time nothing is new
		v := p.saveType(http.MethodPut, path, changed, http.StatusOK)
		assert.Equal(t, v.Version, 2, "changed to", v)
	}
	old := string(p.get(path + "?version=1").Body)
	assert.True(t, !strings.Contains(old, "month") && strings.Contains(old, `"version":1`), "version 1 is", old)
	if list := string(p.get(typesPath).Body); !strings.Contains(list,
		`{"name":"acme_payslip","description":"Payslip","fields":[{"name":"employee","type":"string","description":""}`) {
		t.Errorf("list %s", list)
	}
	extracted := func(r contract.Record, version int, names ...string) {
		t.Helper()
		data := dataOf(t, r)
		if r.DocumentType != "acme_payslip" || r.DocumentTypeVersion == nil || *r.DocumentTypeVersion != version ||
			data["netPay"] != "2345.60" || data["employee"] != "Jana Muster" || len(data) != len(names) || *r.Confidence <= 0 {
			t.Errorf("want version %d, got %s %v %s", version, r.DocumentType, r.DocumentTypeVersion, r.Data)
		}
	}
	latest := p.extract(texts("a.txt", payslip), value("document_type", "acme_payslip"))
	extracted(latest, 2, "employee", "netPay", "month")
	older := p.extract(value("document_type", "acme_payslip@1"), texts("a.txt", payslip))
	extracted(older, 1, "employee", "netPay")
	b := p.batchEnded(batch(t, p.post(batchPath, nil, http.StatusAccepted, filed("1.txt", []byte(payslip)),
		filed("2.txt", []byte(payslip+"\n")), value("document_type", "acme_payslip@1"))))
	for _, e := range b.Results {
		extracted(p.ended(e.ID), 1, "employee", "netPay")
	}
	rerun := func(id, body string) contract.Record {
		return record(t, p.send(http.MethodPost, documentsPath+"/"+id+"/rerun", body,
			header("Content-Type", "application/json", "Prefer", "wait=30"), http.StatusOK))
	}
	extracted(rerun(older.ID, "{}"), 1, "employee", "netPay")
	extracted(rerun(older.ID, `{"document_type":"acme_payslip"}`), 2, "employee", "netPay", "month")
	if r := rerun(older.ID, `{"document_type":"generic"}`); r.DocumentType != "generic" || r.DocumentTypeVersion != nil ||
		dataOf(t, r)["netPay"] != nil {
		t.Errorf("generic has %v %s", r.DocumentTypeVersion, r.Data)
	}
	// Corrections are checked against the schema of the record's version.
	p.patch(older.ID, `{"data":{"month":"May"}}`, http.StatusBadRequest)
	p.patch(older.ID, `{"data":{"netPay":"much"}}`, http.StatusBadRequest)
	r := record(t, p.patch(older.ID, `{"data":{"netPay":"2000"},"reviewed":true}`, http.StatusOK))
	assert.True(t, fmt.Sprint(dataOf(t, r)["netPay"]) == "2000" && r.Review != nil, "corrected to", string(r.Data))
	assert.Equal(t, strings.Count(string(p.get(documentsPath+"?document_type=acme_payslip").Body), `"id":"ext_`), 6,
		"documents have the type")
	export := string(p.ask(http.MethodGet, "/api/v1/results?document_type=acme_payslip",
		header("Accept", "application/x-ndjson"), http.StatusOK).Body)
	assert.Equal(t, strings.Count(export, `"netPay":"2345.60"`), 5, "export", export)
	if table := string(p.ask(http.MethodGet, "/api/v1/results?document_type=acme_payslip", header("Accept", "text/csv"),
		http.StatusOK).Body); !strings.Contains(table, ",fileName,employee,netPay,month\r\n") ||
		!strings.Contains(table, ",a.txt,Jana Muster,2345.60,October\r\n") {
		t.Errorf("CSV %s", table)
	}
	typesRefused(t, p, other)
	p.ask(http.MethodDelete, path, nil, http.StatusNoContent)
	p.ask(http.MethodDelete, path, nil, http.StatusNotFound)
	p.ask(http.MethodGet, path, nil, http.StatusNotFound)
	p.post(extractPath, nil, http.StatusBadRequest, texts("a.txt", payslip), value("document_type", "acme_payslip"))
	p.send(http.MethodPost, documentsPath+"/"+older.ID+"/rerun", "{}", header("Content-Type", "application/json"),
		http.StatusBadRequest)
	extracted(record(t, p.get(documentsPath+"/"+latest.ID)), 2, "employee", "netPay", "month")
	p.patch(latest.ID, `{"data":{"month":"May"}}`, http.StatusOK)
	again := p.saveType(http.MethodPost, typesPath, created, http.StatusCreated)
	assert.Equal(t, again.Version, 3, "saved again as", again)
	const many = `WITH more AS (INSERT INTO gateway.document_types (account, name, version, title, schema)
		SELECT $1, 'acme_payslip', n, '', '{}' FROM generate_series(4, 1002) AS n RETURNING 1) SELECT count(*) FROM more`
	query[int](t, w, many, p.ID)
	p.saveType(http.MethodPut, path, changed, http.StatusConflict)
}

// typesRefused has the requests that are refused, and those of another account.
func typesRefused(t *testing.T, p, other person) {
	path := typesPath + "/acme_payslip"
	schema := `,"schema":` + payslipBody + `}`
	p.saveType(http.MethodPost, typesPath, `{"name":"acme_payslip"`+schema, http.StatusConflict)
	for _, name := range []string{"invoice", "auto", "a", "Acme", "1a", "a-b", strings.Repeat("a", 64)} {
		p.saveType(http.MethodPost, typesPath, `{"name":"`+name+`"`+schema, http.StatusBadRequest)
	}
	for _, body := range []string{`{"name":"b2"}`, `{"name":7` + schema, `{"name":"b2","title":"a\nb"` + schema,
		`{"name":"b2","schema":{}}`, `{"name":"b2","x":1` + schema, `{"name":"b2","schema":"{}"}`} {
		p.saveType(http.MethodPost, typesPath, body, http.StatusBadRequest)
	}
	answer := p.send(http.MethodPut, path, `{"schema":{"type":"object","properties":{"a":{"type":"text"}}}}`,
		header("Content-Type", "application/json"), http.StatusBadRequest)
	if answer.Code() != string(contract.CodeInvalidSchema) || !strings.Contains(string(answer.Body), "/properties/a/type") {
		t.Errorf("%s", answer.Body)
	}
	for _, method := range []string{http.MethodPost, http.MethodPut} {
		at := map[string]string{http.MethodPost: typesPath, http.MethodPut: path}[method]
		p.send(method, at, "text", header("Content-Type", "text/plain"), http.StatusUnsupportedMediaType)
	}
	p.ask(http.MethodGet, path+"?version=3", nil, http.StatusNotFound)
	p.ask(http.MethodGet, path+"?version=0", nil, http.StatusBadRequest)
	for _, text := range []string{"acme_payslip@3", "acme_payslip@0", "acme_payslip@", "acme_payslip@01"} {
		answer := p.post(extractPath, nil, http.StatusBadRequest, texts("a.txt", payslip), value("document_type", text))
		assert.Equal(t, answer.Code(), string(contract.CodeInvalidDocumentType), text, string(answer.Body))
	}
	p.post(extractPath, nil, http.StatusBadRequest, value("schema", payslipBody), texts("a.txt", payslip),
		value("document_type", "acme_payslip"))
	other.ask(http.MethodGet, path, nil, http.StatusNotFound)
	other.ask(http.MethodDelete, path, nil, http.StatusNotFound)
	other.saveType(http.MethodPut, path, `{"title":"a"`+schema, http.StatusNotFound)
	other.post(extractPath, nil, http.StatusBadRequest, texts("a.txt", payslip), value("document_type", "acme_payslip"))
	assert.NotContains(t, string(other.get(typesPath).Body), "acme_payslip", "the other account")
	// Accounts do not share names.
	other.saveType(http.MethodPost, typesPath, `{"name":"acme_payslip"`+schema, http.StatusCreated)
}

// An account's saved type replaces the built-in type with the same name.
func fileTypes(t *testing.T, w *world) {
	p := w.person(t, contract.PlanEnterprise)
	asked := value("document_type", "payslip")
	r := p.extract(texts("a.txt", payslip), asked)
	if data := dataOf(t, r); r.DocumentType != "payslip" || r.DocumentTypeVersion != nil || data["netPay"] != "2345.60" ||
		data["employeeName"] != "Jana Muster" {
		t.Errorf("%s %v %s", r.DocumentType, r.DocumentTypeVersion, r.Data)
	}
	p.patch(r.ID, `{"data":{"netPay":"much"}}`, http.StatusBadRequest)
	p.patch(r.ID, `{"data":{"netPay":"2000","employer":"Acme"}}`, http.StatusOK)
	table := string(p.ask(http.MethodGet, "/api/v1/results?document_type=payslip", header("Accept", "text/csv"),
		http.StatusOK).Body)
	assert.True(t, strings.Contains(table, ",fileName,employeeName,") && strings.Contains(table, ",2000,"), "CSV", table)
	p.post(extractPath, nil, http.StatusBadRequest, value("schema", payslipBody), texts("a.txt", payslip), asked)
	p.saveType(http.MethodPost, typesPath, `{"name":"payslip","schema":`+payslipBody+`}`, http.StatusCreated)
	r = p.extract(texts("a.txt", payslip), asked)
	if data := dataOf(t, r); r.DocumentTypeVersion == nil || len(data) != 2 || data["employee"] != "Jana Muster" {
		t.Errorf("%v %s", r.DocumentTypeVersion, r.Data)
	}
	p.patch(r.ID, `{"data":{"employeeName":"a"}}`, http.StatusBadRequest)
}

// Two reviewed documents of a saved type are enough to extract the next ones of their layout as this type.
func savedTypeLearned(t *testing.T, w *world) {
	p := w.person(t, contract.PlanEnterprise)
	p.saveType(http.MethodPost, typesPath, `{"name":"acme_payslip","schema":`+payslipBody+`}`, http.StatusCreated)
	slip := func(name, pay string) part {
		return texts(name+".txt", "Acme Holding\n\nPAYSLIP\n\nEmployee: "+name+"\nMonth: October\nNet pay: "+pay+"\n\n"+
			"Gross pay and deductions are listed on the second page.\nPlease keep this slip for your records.\n")
	}
	assert.NotEqual(t, p.extract(slip("Ada Muster", "1,111.00")).DocumentType, "acme_payslip",
		"extracted as a saved type before anyone said so")
	for i, name := range []string{"Jana Muster", "Otto Beispiel"} {
		r := p.extract(slip(name, fmt.Sprintf("2,345.%d0", i)), value("document_type", "acme_payslip"))
		p.patch(r.ID, `{"reviewed":true}`, http.StatusOK)
		var page struct{ Items []learned }
		testkit.Await(t, "the layout is taught", func() bool {
			p.get(layoutsPath).Into(t, &page)
			return len(page.Items) == 1 && page.Items[0].Documents == i+1
		})
	}
	var r contract.Record
	for range 20 { // on a busy machine the layout may arrive too late, and documents do not wait for it
		if r = p.extract(slip("Eva Schmidt", "3,456.70")); r.DocumentType == "acme_payslip" {
			break
		}
	}
	if data := dataOf(t, r); r.DocumentType != "acme_payslip" || r.DocumentTypeVersion == nil ||
		*r.DocumentTypeVersion != 1 || len(data) != 2 || data["netPay"] != "3456.70" || data["employee"] != "Eva Schmidt" {
		t.Errorf("%s %v %s", r.DocumentType, r.DocumentTypeVersion, r.Data)
	}
	p.patch(r.ID, `{"data":{"netPay":"1"}}`, http.StatusOK)
	p.patch(r.ID, `{"data":{"title":"a"}}`, http.StatusBadRequest)
	assert.Equal(t, p.extract(texts("a.txt", plainInvoice("R-1"))).DocumentType, "invoice", "an invoice is extracted as")
	assert.Equal(t, p.extract(slip("Eva Schmidt", "3,456.70"), value("document_type", "generic")).DocumentType,
		"generic", "the requested type became")
}
