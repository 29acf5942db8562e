package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

func (g *gateway) patch(key, id, body string, pairs ...string) answer {
	g.t.Helper()
	h := header(append([]string{"X-API-Key", key, "Content-Type", "application/json"}, pairs...)...)
	return g.send("PATCH", "/api/v1/documents/"+id, h, strings.NewReader(body))
}

func TestPatch_200(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	rec := g.keep(p, 1, nil)
	a := g.patch(key, rec.ID, `{"data":{"total":"120.00","invoiceNumber":null}}`, "If-None-Match", "*")
	require.True(t, a.status == 200 && string(decode[contract.Record](t, a).Data) == `{"total":"120.00"}`,
		"status", a.status, string(a.body))
	got := g.docs.corrections[0]
	if got.AccountID != p.AccountID || got.By != p.KeyID || got.DocumentID != rec.ID || len(got.Change.Values) != 2 ||
		*got.Change.Values["total"] != "120.00" || got.Change.Values["invoiceNumber"] != nil {
		t.Errorf("%+v", got)
	}
	read := g.send("GET", "/api/v1/documents/"+rec.ID, header("X-API-Key", key), nil)
	if read.header.Get("ETag") == "" || read.header.Get("ETag") != a.header.Get("ETag") {
		t.Errorf("the tag is %s, and of the same record read %s", a.header.Get("ETag"), read.header.Get("ETag"))
	}
}

func TestPatch_200_allMembers(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	rec := g.keep(p, 1, nil)
	g.patch(key, rec.ID, `{"data": {"total": "1.00", "lineItems": [{"amount": "1.00", "unit": null}], "taxes": []},
		"confirm": ["issueDate"], "unconfirm": ["currency"], "revert": ["vendorName", "lineItems.0.amount"], "reviewed": false}`)
	g.patch(key, rec.ID, `{"reviewed":true}`)
	require.Equal(t, len(g.docs.corrections), 2, "corrections")
	got, change := g.docs.corrections[0], g.docs.corrections[0].Change
	if len(change.Values) != 1 || string(change.Lists["lineItems"]) != `[{"amount": "1.00", "unit": null}]` ||
		string(change.Lists["taxes"]) != "[]" || change.Confirm[0] != "issueDate" || change.Unconfirm[0] != "currency" ||
		len(change.Revert) != 2 || got.Reviewed == nil || *got.Reviewed || got.Match != nil {
		t.Errorf("%+v", got)
	}
	second := g.docs.corrections[1]
	assert.True(t, second.Change.Empty() && *second.Reviewed, second)
}

// A change based on an outdated record gets an error, and changes nothing.
func TestPatch_412(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	rec := g.keep(p, 1, nil)
	tag := g.send("GET", "/api/v1/documents/"+rec.ID, header("X-API-Key", key), nil).header.Get("ETag")
	first := g.patch(key, rec.ID, `{"data":{"total":"120.00"}}`, "If-Match", tag)
	require.Equal(t, first.status, 200, "status", string(first.body))
	wantStatus(t, g.patch(key, rec.ID, `{"data":{"total":"121.00"}}`, "If-Match", tag), 412, contract.CodePreconditionFailed)
	wantStatus(t, g.patch(key, rec.ID, `{"data":{"total":"121.00"}}`, "If-Match", `W/`+first.header.Get("ETag")), 412,
		contract.CodePreconditionFailed)
	for _, matching := range []string{"*", `"x", ` + first.header.Get("ETag")} {
		assert.Equal(t, g.patch(key, rec.ID, `{"data":{"total":"120.00"}}`, "If-Match", matching).status, 200,
			matching, "status")
	}
}

func TestPatch_400_404_409_415(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	stranger, _ := g.peers.Auth.NewKey(contract.PlanFree)
	rec := g.keep(p, 1, nil)
	many := map[string]string{}
	for i := range 201 {
		many[fmt.Sprintf("lineItems.%d.amount", i)] = "1.00"
	}
	tooMany, _ := json.Marshal(map[string]any{"data": many})
	for _, body := range []string{
		``, `{}`, `[]`, `null`, `{"data"`, `{"data":{}}`, `{"data":null}`, `{"data":[]}`, `{"data":"x"}`,
		`{"data":{"total":120}}`, `{"data":{"total":true}}`,
		`{"data":{"a":{"b":"c"}}}`, `{"data":{},"reviewed":true}`, `{"reviewed":null}`, `{"reviewed":"true"}`,
		`{"confirm":[]}`, `{"confirm":null}`, `{"confirm":"total"}`, `{"revert":[null]}`, `{"unconfirm":[1]}`,
		`{"data":{"total":"1.00"},"fields":{}}`, string(tooMany),
		`{"data":{"total":"` + strings.Repeat("1", 530_000) + `"}}`,
	} {
		wantStatus(t, g.patch(key, rec.ID, body), 400, contract.CodeInvalidRequest)
	}
	g.docs.set(func(m *memory) {
		m.onCorrect = func(model.Correction) error { return apierror.New(contract.CodeInvalidRequest, "Not there.") }
	})
	wantStatus(t, g.patch(key, rec.ID, `{"data":{"colour":"red"}}`), 400, contract.CodeInvalidRequest)
	wantStatus(t, g.patch(key, rec.ID+"?x=1", `{"data":{"total":"1.00"}}`), 400, contract.CodeInvalidRequest)
	wantStatus(t, g.patch(stranger, rec.ID, `{"data":{"total":"1.00"}}`), 404, contract.CodeNotFound)
	wantStatus(t, g.patch(key, "ext_1", `{"data":{"total":"1.00"}}`), 404, contract.CodeNotFound)
	wantStatus(t, g.patch(key, g.keep(p, 2, open).ID, `{"data":{"total":"1.00"}}`), 409, contract.CodeInvalidState)
	h := header("X-API-Key", key, "Content-Type", "text/plain")
	wantStatus(t, g.send("PATCH", "/api/v1/documents/"+rec.ID, h, strings.NewReader(`{"data":{"total":"1.00"}}`)), 415,
		contract.CodeUnsupportedMediaType)
	assert.Equal(t, len(g.docs.corrections), 0, "corrections made")
}

// For any input, the documents service gets values by path or the client gets an error.
func FuzzPatch(f *testing.F) {
	g := start(f)
	key, p := g.peers.Auth.NewKey(contract.PlanEnterprise)
	rec := g.keep(p, 1, nil)
	transport := &http.Transport{}
	f.Cleanup(transport.CloseIdleConnections)
	for _, seed := range []string{
		`{"data":{"total":"120.00"}}`, `{"data":{"total":null}}`, `{"data":{"total":"1","total":"2"}}`,
		`{"data":{"a":1e999}}`, `{"data":{"\u0000":"\ud800"}}`,
		`{"data":{"a":"b"},"data":{}}`, "\ufeff{}", `{"data":{"a":[[[[]]]]}}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		h := header("X-API-Key", key, "Content-Type", "application/json")
		a, err := g.try(transport, "PATCH", "/api/v1/documents/"+rec.ID, h, strings.NewReader(body))
		require.NoError(t, err)
		switch a.status {
		case http.StatusOK:
			require.True(t, json.Valid([]byte(body)), body, "was taken")
			decode[contract.Record](t, a)
		case http.StatusBadRequest:
			a.code(t)
		case http.StatusTooManyRequests: // the fuzzer is fast
		default:
			t.Fatalf("%q: %d %s", body, a.status, a.body)
		}
	})
}

func TestErase_204_404(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	stranger, _ := g.peers.Auth.NewKey(contract.PlanFree)
	for i, change := range []func(*contract.Record){nil, open} {
		path := "/api/v1/documents/" + g.keep(p, i, change).ID
		wantStatus(t, g.send("DELETE", path+"?force=1", header("X-API-Key", key), nil), 400, contract.CodeInvalidRequest)
		wantStatus(t, g.send("DELETE", path, header("X-API-Key", stranger), nil), 404, contract.CodeNotFound)
		a := g.send("DELETE", path, header("X-API-Key", key), nil)
		assert.True(t, a.status == http.StatusNoContent && len(a.body) == 0, "status", a.status, string(a.body))
		wantStatus(t, g.send("DELETE", path, header("X-API-Key", key), nil), 404, contract.CodeNotFound)
		wantStatus(t, g.send("GET", path, header("X-API-Key", key), nil), 404, contract.CodeNotFound)
	}
	wantStatus(t, g.send("DELETE", "/api/v1/documents/ext_1", header("X-API-Key", key), nil), 404, contract.CodeNotFound)
}

func TestUniqueMembers(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	path := "/api/v1/documents/" + g.keep(p, 1, nil).ID
	for text, unique := range map[string]bool{
		`{}`: true, `[]`: true, `"a"`: true, `{"a":"a"}`: true,
		`{"a":"b","b":"a"}`:                                 true,
		`{"a":{"a":1},"b":{"a":1}}`:                         true,
		`[{"a":1},{"a":1}]`:                                 true,
		`{"a":["a","a"],"b":1}`:                             true,
		`{"a":1,"A":1}`:                                     true,
		`{"a":1,"a":1}`:                                     false,
		`{"a":1,"\u0061":1}`:                                false,
		`{"a":{"b":1},"b":2,"a":3}`:                         false,
		`{"a":[1,{"b":[],"b":{}}]}`:                         false,
		`{"":1,"":1}`:                                       false,
		`{"a":{"x":{}},"b":[[]],"b":"end"}`:                 false,
		strings.Repeat("[", 99) + strings.Repeat("]", 99):   true,
		strings.Repeat("[", 100) + strings.Repeat("]", 100): false,
		`{"a":{"a":[1e999,null]}}`:                          true, `"\ud800"`: true,
	} {
		a := g.send("PATCH", path, jsonHeader(key), strings.NewReader(`{"x":`+text+`}`))
		refused := strings.Contains(string(a.body), "more than once") || strings.Contains(string(a.body), "levels deep")
		if a.status != http.StatusBadRequest || refused == unique {
			t.Errorf("%.60s: %d %s", text, a.status, a.body)
		}
	}
}
