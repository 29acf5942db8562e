package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/docmill/docmill/services/gateway/internal/web/api"
)

func TestUniqueMembers(t *testing.T) {
	t.Parallel()
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
		strings.Repeat("[", 100) + strings.Repeat("]", 100): true,
		strings.Repeat("[", 101) + strings.Repeat("]", 101): false,
	} {
		if err := api.UniqueMembers([]byte(text)); (err == nil) != unique {
			t.Errorf("%.60s: %v", text, err)
		}
	}
}

// JSON accepted by uniqueMembers has no duplicate members.
func FuzzUniqueMembers(f *testing.F) {
	for _, seed := range []string{`{"a":{"a":[1e999,null]}}`, `[{"a":1},{"a":1}]`, `{"a":1,"a":2}`, `"\ud800"`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var value any
		if json.Unmarshal([]byte(text), &value) != nil {
			return
		}
		again, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		if err := api.UniqueMembers(again); err != nil && !strings.Contains(err.Error(), "levels") {
			t.Errorf("%.200s: %v", again, err)
		}
	})
}
