package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/contract"
)

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
