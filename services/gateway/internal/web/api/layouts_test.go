package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	learned "github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// learn puts a layout of an account into the memory, the i-th by age.
func (g *gateway) learn(p contract.Principal, i int) model.Layout {
	g.t.Helper()
	at := contract.TimeOf(time.Date(2026, 10, 1, 12, 0, i, 0, time.UTC))
	l := model.Layout{
		LayoutSummary: model.LayoutSummary{
			ID: fmt.Sprintf("layout_0199aaaa-0000-7000-8000-%012d", i), Vendor: "Muster GmbH", Enabled: true, Documents: 1,
			Version: 1, ChangedAt: at, UsedAt: at,
		},
		Fields:   []learned.Reliability{{Name: "total", Held: 1}},
		Columns:  []learned.Reliability{{Name: "unitPrice", Held: 1}},
		Examples: []model.ExampleOfDocument{{Document: "ext_0199aaaa-0000-7000-8000-000000000001", Correction: 7, At: at}},
	}
	g.docs.set(func(m *memory) { m.layouts[l.ID], m.owners[l.ID] = l, p.AccountID })
	return l
}

func (g *gateway) layout(method, key, id, body string) answer {
	g.t.Helper()
	h := header("X-API-Key", key)
	if body == "" {
		return g.send(method, "/api/v1/layouts"+id, h, nil)
	}
	h.Set("Content-Type", "application/json")
	return g.send(method, "/api/v1/layouts"+id, h, strings.NewReader(body))
}

func TestLayouts_200(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	empty := g.layout(http.MethodGet, key, "", "")
	assert.Equal(t, string(empty.body), `{"items":[],"nextCursor":null}`, "none")
	var want []string
	for i := range 5 {
		want = append(want, g.learn(p, i).ID)
	}
	_, other := g.peers.Auth.NewKey(contract.PlanFree)
	g.learn(other, 9)
	slices.Reverse(want)
	var got []string
	for query := "?limit=2"; ; {
		a := g.layout(http.MethodGet, key, query, "")
		page := decode[struct {
			Items      []map[string]any
			NextCursor *string
		}](t, a)
		for _, l := range page.Items {
			got = append(got, l["id"].(string))
			assert.True(t, l["fields"] == nil && l["lessons"] == nil && l["vendor"] != "", "a list has more than summaries", l)
		}
		if a.status != 200 || page.NextCursor == nil {
			break
		}
		query = "?limit=2&cursor=" + *page.NextCursor
	}
	assert.EqualSlices(t, got, want, "layouts")
	one := g.layout(http.MethodGet, key, "/"+want[0], "")
	if l := decode[model.Layout](t, one); one.status != 200 || l.ID != want[0] || l.Examples[0].Correction != 7 ||
		l.Fields[0].Name != "total" || l.Columns[0].Name != "unitPrice" || l.Vendor == "" {
		t.Errorf("status %d: %s", one.status, one.body)
	}
}

func TestLayouts_200_204(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	id := "/" + g.learn(p, 1).ID
	for _, enabled := range []bool{false, true} {
		a := g.layout(http.MethodPatch, key, id, fmt.Sprintf(`{"enabled":%v}`, enabled))
		assert.True(t, a.status == 200 && decode[model.Layout](t, a).Enabled == enabled, "status", a.status, string(a.body))
	}
	a := g.layout(http.MethodDelete, key, id, "")
	assert.True(t, a.status == 204 && len(a.body) == 0, "status", a.status, string(a.body))
	wantStatus(t, g.layout(http.MethodGet, key, id, ""), 404, contract.CodeNotFound)
	assert.EqualSlices(t, g.docs.layoutsBy, []string{p.KeyID, p.KeyID, p.KeyID}, "done by")
}

func TestLayouts_400_404_415(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	stranger, _ := g.peers.Auth.NewKey(contract.PlanFree)
	l := g.learn(p, 1)
	id := "/" + l.ID
	for _, query := range []string{"?limit=0", "?limit=101", "?cursor=", "?cursor=x", "?offset=1"} {
		wantStatus(t, g.layout(http.MethodGet, key, query, ""), 400, contract.CodeInvalidRequest)
	}
	for _, body := range []string{
		`{}`, `[]`, `{"enabled":null}`, `{"enabled":"true"}`, `{"enabled":1}`, `{"vendor":"x"}`, `{"enabled":true,"vendor":"x"}`,
		`{"enabled":true,"enabled":false}`, `{"enabled":`,
	} {
		wantStatus(t, g.layout(http.MethodPatch, key, id, body), 400, contract.CodeInvalidRequest)
	}
	wantStatus(t, g.layout(http.MethodGet, key, id+"?x=1", ""), 400, contract.CodeInvalidRequest)
	for _, unknown := range [][2]string{
		{stranger, id}, {key, "/layout_1"}, {key, "/" + strings.ToUpper(l.ID)}, {key, "/ext_" + l.ID[len("layout_"):]},
	} {
		wantStatus(t, g.layout(http.MethodGet, unknown[0], unknown[1], ""), 404, contract.CodeNotFound)
		wantStatus(t, g.layout(http.MethodPatch, unknown[0], unknown[1], `{"enabled":false}`), 404, contract.CodeNotFound)
		wantStatus(t, g.layout(http.MethodDelete, unknown[0], unknown[1], ""), 404, contract.CodeNotFound)
	}
	h := header("X-API-Key", key, "Content-Type", "text/plain")
	wantStatus(t, g.send(http.MethodPatch, "/api/v1/layouts"+id, h, strings.NewReader(`{"enabled":false}`)), 415,
		contract.CodeUnsupportedMediaType)
	a := g.layout(http.MethodGet, key, id, "")
	assert.True(t, a.status == 200 && decode[model.Layout](t, a).Enabled, "status", a.status, string(a.body))
}
