package contract_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"go.yaml.in/yaml/v3"

	"github.com/docmill/docmill/api"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/sample"
)

// route is a method of a path as the OpenAPI document has it.
type route struct {
	method, path string
	query        []string // names of its parameters
	planned      bool
}

// routes of the API, those that need no key aside.
func routes(t *testing.T) (all []route) {
	t.Helper()
	type parameter struct {
		Ref  string `yaml:"$ref"`
		Name string
		In   string
	}
	var doc struct {
		Paths map[string]map[string]struct {
			Parameters []parameter
			Planned    bool `yaml:"x-planned"`
		}
		Components struct{ Parameters map[string]parameter }
	}
	require.NoError(t, yaml.Unmarshal(api.OpenAPI(), &doc))
	for path, methods := range doc.Paths {
		for method, op := range methods {
			r := route{method: strings.ToUpper(method), path: path, planned: op.Planned}
			for _, p := range op.Parameters {
				if p.Ref != "" {
					p = doc.Components.Parameters[p.Ref[strings.LastIndexByte(p.Ref, '/')+1:]]
				}
				if p.In == "query" {
					r.query = append(r.query, p.Name)
				}
			}
			if strings.HasPrefix(path, "/api/") {
				all = append(all, r)
			}
		}
	}
	require.True(t, len(all) >= 15, "the document has", all)
	return all
}

// estate holds an account's objects and its secret texts.
type estate struct {
	documents []string
	batch     string
	cursor    string
	secrets   []string
}

func settle(p person) (e estate) {
	p.t.Helper()
	secret := marker()
	single := p.extract(texts(secret+".txt", "Minutes of "+secret+"\n\n"+plainInvoice(secret)))
	pdf := p.extract(file(secret+".pdf", sample.Invoice(secret)))
	p.get(documentsPath + "/" + pdf.ID + "/pages/1.png")
	p.patch(pdf.ID, `{"data":{"vendorName":"`+secret+`"}}`, http.StatusOK)
	b := p.batchEnded(batch(p.t, p.post(batchPath, nil, http.StatusAccepted,
		filed(secret+"1.txt", []byte(plainInvoice(secret))), filed(secret+"2.txt", nil))))
	e.documents = []string{single.ID, pdf.ID, b.Results[0].ID}
	e.batch = b.ID
	e.cursor = *p.list(documentsPath, url.Values{"limit": {"1"}}).NextCursor
	e.secrets = slices.Concat([]string{secret, b.ID, p.ID, p.Key}, e.documents)
	return e
}

// checkHidden fails if a response reveals the estate: an id may occur only in the response to its own request.
func (e estate) checkHidden(t *testing.T, what string, a instance.Answer) {
	t.Helper()
	for _, secret := range e.secrets {
		assert.NotContains(t, string(a.Body), secret, what, "tells")
		for name, values := range a.Header {
			assert.NotContains(t, strings.Join(values, ","), secret, what, "tells", "in", name)
		}
	}
}

// Every route treats another account's objects as missing.
func accountsApart(t *testing.T, w *world) {
	owner := w.person(t, contract.PlanEnterprise)
	mine := settle(owner)
	before := owner.state(mine)
	other := w.person(t, contract.PlanEnterprise)
	own := settle(other)
	for _, r := range routes(t) {
		switch {
		case r.planned: // planned only
		case strings.Contains(r.path, "{"):
			checkNamed(t, w.person(t, contract.PlanEnterprise), r, mine) // one account's minute does not hold them all
		case r.method == http.MethodGet:
			checkOwn(t, other, r, mine)
		case r.method == http.MethodDelete: // of what is named in the query
			for _, id := range append(mine.documents, mine.batch, owner.ID) {
				mine.checkHidden(t, r.path, other.ask(r.method, r.path+"?id="+id, nil, http.StatusNotFound))
			}
		}
	}
	assert.Equal(t, owner.state(mine), before, "another account made")
	assert.Equal(t, len(other.list(documentsPath, url.Values{}).Items), len(own.documents),
		"the other account", "documents of its")
}

func (p person) state(e estate) (all string) {
	p.t.Helper()
	for _, id := range e.documents {
		all += string(p.get(documentsPath + "/" + id).Body)
		all += string(p.get(documentsPath + "/" + id + "/file").Body)
	}
	return all + string(p.get(batchPath+"/"+e.batch).Body) + string(p.get(documentsPath).Body)
}

// checkNamed requests objects by id: the responses are those for unknown ids.
func checkNamed(t *testing.T, other person, r route, mine estate) {
	t.Helper()
	methods := []string{r.method}
	if r.method == http.MethodGet {
		methods = append(methods, http.MethodHead)
	}
	for _, method := range methods {
		var bodies []string
		for _, id := range []string{
			mine.documents[0], mine.documents[1], mine.batch,
			contract.PrefixDocument + uuid.Must(uuid.NewV7()).String(),
			contract.PrefixBatch + uuid.Must(uuid.NewV7()).String(), "nothing",
		} {
			path := strings.NewReplacer("{id}", id, "{page}", "1", "{name}", id).Replace(r.path)
			require.NotContains(t, path, "{", r.path, "has a parameter that this test does not know")
			var h map[string]string
			body := ""
			switch method {
			case http.MethodPatch:
				h, body = header("Content-Type", "application/json"), `{"data":{"total":"1.00"}}`
			case http.MethodPut:
				h, body = header("Content-Type", "application/json"), `{"schema":`+payslipBody+`}`
			}
			answer := other.send(method, path, body, h, http.StatusNotFound)
			mine.checkHidden(t, method+" "+r.path, answer)
			bodies = append(bodies, string(answer.Body))
		}
		assert.Equal(t, len(slices.Compact(bodies)), 1, method, r.path, "has several ways to find nothing", bodies)
	}
}

// checkOwn requests the account's lists, exports and usage.
func checkOwn(t *testing.T, other person, r route, mine estate) {
	t.Helper()
	questions := []string{""}
	if slices.Contains(r.query, "batch_id") {
		questions = append(questions, "?batch_id="+mine.batch)
	}
	if slices.Contains(r.query, "cursor") {
		questions = append(questions, "?limit=100&cursor="+url.QueryEscape(mine.cursor))
	}
	for _, question := range questions {
		for _, accept := range []string{"application/json", "application/x-ndjson", "text/csv"} {
			answer, err := other.Do(t.Context(), r.method, r.path+question, nil, header("Accept", accept))
			require.NoError(t, err)
			mine.checkHidden(t, r.path+question, answer)
			if strings.HasPrefix(question, "?batch_id") && strings.Contains(string(answer.Body), contract.PrefixDocument) {
				t.Errorf("%s%s: %s", r.path, question, answer.Body)
			}
			if exported := strings.Contains(question, "cursor") &&
				answer.Status == http.StatusBadRequest; answer.Status != http.StatusOK && !exported {
				t.Errorf("%s%s: %d %s", r.path, question, answer.Status, answer.Body)
			}
		}
	}
}
