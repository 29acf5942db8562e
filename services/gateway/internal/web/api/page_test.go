package api_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/docmill/docmill/libs/contract"
)

// Records are appended to a page one by one; the page is nevertheless as the package json writes it.
func TestPageEncodingEqualsMarshal(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	g.keep(p, 1, func(r *contract.Record) { r.Data = json.RawMessage(`{"a": "<b>"}`) })
	g.keep(p, 2, open)
	for _, limit := range []string{"1", "2"} {
		a := g.send("GET", "/api/v1/documents?limit="+limit, header("X-API-Key", key), nil)
		if a.status != http.StatusOK {
			t.Fatalf("%d %s", a.status, a.body)
		}
		page := decode[struct {
			Items      []contract.Record `json:"items"`
			NextCursor *string           `json:"nextCursor"`
		}](t, a)
		want, err := json.Marshal(page)
		if err != nil || string(a.body) != string(want) || (page.NextCursor == nil) != (limit == "2") {
			t.Errorf("got  %s, %v\nwant %s", a.body, err, want)
		}
	}
}
