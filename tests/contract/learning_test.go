package contract_test

import (
	"encoding/json"
	"net/http"
	"reflect"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/sample"
)

const layoutsPath = "/api/v1/layouts"

// learned is a layout.
type learned struct {
	ID, Vendor string
	Enabled    bool
	Documents  int
	Fields     []struct {
		Name               string
		Held, Contradicted int
	}
	Lessons []struct {
		Document   string
		Correction int64
	}
}

// knows reports whether the layout has a field that led to the value in its examples.
func (l learned) knows(name string) bool {
	for _, f := range l.Fields {
		if f.Name == name {
			return f.Held > 0 && f.Contradicted == 0
		}
	}
	return false
}

// order returns the field with the purchase order number.
func order(t *testing.T, r contract.Record) (f struct {
	Value, Source string
	Learned       *struct {
		Layout, Document string
		Correction       int64
	}
}) {
	t.Helper()
	var fields map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(r.Fields, &fields))
	if raw, ok := fields["purchaseOrderNumber"]; ok {
		require.NoError(t, json.Unmarshal(raw, &f))
	}
	return f
}

// A correction applies to the next invoice of its layout and account, until the layout is disabled or removed.
func learning(t *testing.T, w *world) {
	p, other := w.person(t, contract.PlanEnterprise), w.person(t, contract.PlanEnterprise)
	first := p.extract(file("first.pdf", sample.Marked("R-1", "KX-4711")))
	if f := order(t, first); f.Source != "" {
		t.Fatalf("nobody has said yet what stands there: %+v", f)
	}
	p.patch(first.ID, `{"data":{"purchaseOrderNumber":"KX-4711"},"reviewed":true}`, http.StatusOK)
	var layout learned
	testkit.Await(t, "the layout is taught", func() bool {
		var page struct{ Items []learned }
		p.get(layoutsPath).Into(t, &page)
		if len(page.Items) == 1 {
			p.get(layoutsPath+"/"+page.Items[0].ID).Into(t, &layout)
		}
		return len(page.Items) == 1
	})
	if layout.Vendor != "Holzwerk Lindner GmbH" || !layout.Enabled || layout.Documents != 1 ||
		!layout.knows("purchaseOrderNumber") || layout.Lessons[0].Document != first.ID {
		t.Errorf("layout %+v", layout)
	}
	extract := func(p person, number, mark string) contract.Record {
		return p.extract(file(number+".pdf", sample.Marked(number, mark)))
	}
	// On a busy machine the layout may arrive too late, and documents do not wait for it.
	learn := func(number, mark string) (r contract.Record) {
		for range 20 {
			if r = extract(p, number, mark); order(t, r).Source != "" {
				break
			}
		}
		return r
	}
	f := order(t, learn("R-2", "KX-5822"))
	if f.Value != "KX-5822" || f.Source != "learned" || f.Learned == nil || f.Learned.Layout != layout.ID ||
		f.Learned.Document != first.ID || f.Learned.Correction != layout.Lessons[0].Correction {
		t.Errorf("the next one: %+v", f)
	}
	f = order(t, extract(other, "R-2", "KX-5822"))
	assert.Equal(t, f.Source, "", "another account learned it", f)
	path := layoutsPath + "/" + layout.ID
	asJSON := header("Content-Type", "application/json")
	for _, method := range []string{http.MethodGet, http.MethodDelete} {
		other.ask(method, path, nil, http.StatusNotFound)
	}
	other.send(http.MethodPatch, path, `{"enabled":false}`, asJSON, http.StatusNotFound)
	p.send(http.MethodPatch, path, `{"enabled":"no"}`, asJSON, http.StatusBadRequest)
	var alone learned
	if p.get(path).Into(t, &alone); !reflect.DeepEqual(alone, layout) {
		t.Errorf("%+v is in the list as %+v", alone, layout)
	}
	p.send(http.MethodPatch, path, `{"enabled":false}`, header("Content-Type", "text/plain"),
		http.StatusUnsupportedMediaType)
	p.send(http.MethodPatch, path, `{"enabled":false}`, asJSON, http.StatusOK)
	f = order(t, extract(p, "R-3", "KX-6933"))
	assert.Equal(t, f.Source, "", "it is switched off", f)
	p.send(http.MethodPatch, path, `{"enabled":true}`, asJSON, http.StatusOK).Into(t, &layout)
	f = order(t, learn("R-4", "KX-7044"))
	assert.True(t, f.Value == "KX-7044" && f.Source == "learned", "it is on again", f)
	p.ask(http.MethodDelete, path, nil, http.StatusNoContent)
	p.ask(http.MethodGet, path, nil, http.StatusNotFound)
	f = order(t, extract(p, "R-5", "KX-8155"))
	assert.Equal(t, f.Source, "", "it is forgotten", f)
	after := record(t, p.get(documentsPath+"/"+first.ID))
	assert.True(t, after.Review != nil, "the forgotten layout removed the review of", after)
}
