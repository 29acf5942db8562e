package contract_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/tests/sample"
)

const layoutsPath = "/api/v1/layouts"

type learnedLayout struct {
	ID      string
	Enabled bool
	Lessons []struct{ Document string }
}

// learned polls until the account has a layout, because there is no event for it.
func (p person) learned() learnedLayout {
	p.t.Helper()
	deadline := time.After(patience)
	tick := time.NewTicker(time.Second) // of 120 requests a minute
	defer tick.Stop()
	for {
		var page struct{ Items []learnedLayout }
		if err := json.Unmarshal(p.get(layoutsPath).Body, &page); err != nil {
			p.t.Fatal(err)
		}
		if len(page.Items) == 1 {
			var whole learnedLayout // lists have summaries alone
			if err := json.Unmarshal(p.get(layoutsPath+"/"+page.Items[0].ID).Body, &whole); err != nil {
				p.t.Fatal(err)
			}
			return whole
		}
		select {
		case <-tick.C:
		case <-deadline:
			p.t.Fatalf("waited in vain for a layout: %+v", page)
		}
	}
}

// Only its account sees, disables and removes a layout.
func layouts(t *testing.T, w *world) {
	p, stranger := w.person(t, contract.PlanEnterprise), w.person(t, contract.PlanEnterprise)
	id := p.extract(file("a.pdf", sample.Invoice(marker()))).ID
	p.patch(id, `{"confirm":["total"],"reviewed":true}`, http.StatusOK)
	l := p.learned()
	if !l.Enabled || len(l.Lessons) != 1 || l.Lessons[0].Document != id {
		t.Errorf("layout %+v", l)
	}
	path, asJSON := layoutsPath+"/"+l.ID, header("Content-Type", "application/json")
	for _, method := range []string{http.MethodGet, http.MethodDelete} {
		stranger.ask(method, path, nil, http.StatusNotFound)
	}
	stranger.send(http.MethodPatch, path, `{"enabled":false}`, asJSON, http.StatusNotFound)
	p.send(http.MethodPatch, path, `{"enabled":"no"}`, asJSON, http.StatusBadRequest)
	p.send(http.MethodPatch, path, "text", header("Content-Type", "text/plain"), http.StatusUnsupportedMediaType)
	p.get(path)
	p.send(http.MethodPatch, path, `{"enabled":false}`, asJSON, http.StatusOK)
	if off := p.learned(); off.Enabled || off.ID != l.ID {
		t.Errorf("switched off: %+v", off)
	}
	p.ask(http.MethodDelete, path, nil, http.StatusNoContent)
	p.ask(http.MethodGet, path, nil, http.StatusNotFound)
	if after := record(t, p.get(documentsPath+"/"+id)); after.Review == nil {
		t.Errorf("what was forgotten took %+v along", after)
	}
}
