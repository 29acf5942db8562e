package search_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/docmill/docmill/services/gateway/internal/records/search"
)

func TestTextHasValuesWithoutNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ data, want string }{
		{`{"total":"119.00","vendorName":"Müller & SÖHNE"}`, "119.00\nmüller & söhne"},
		{`{"lineItems":[{"description":" Oak\n desk ","amount":"1"},{"description":"","amount":"2"}],"pages":3}`, "oak desk\n1\n2\n3"},
		{`{"a":"b\u0000c","d":null,"e":true}`, "b\uFFFDc"},
		{`{"tables":[{"rows":[["x","y"],[]]}],"title":"T"}`, "x\ny\nt"},
		{`{}`, ""}, {`null`, ""}, {``, ""}, {`{"a":"kept","b`, "kept"},
	} {
		if got := search.Text(json.RawMessage(c.data)); got != c.want {
			t.Errorf("%s: %q, want %q", c.data, got, c.want)
		}
	}
}

func TestTextIsBounded(t *testing.T) {
	t.Parallel()
	long, err := json.Marshal(map[string]any{"a": []string{strings.Repeat("é", 40_000), "b"}, "c": "never"})
	if err != nil {
		t.Fatal(err)
	}
	if got := search.Text(long); len(got) > 64<<10 || !utf8.ValidString(got) || strings.Contains(got, "never") {
		t.Errorf("%d bytes", len(got))
	}
}

func FuzzText(f *testing.F) {
	f.Add(`{"a":["b",{"c":1}]}`)
	f.Add("{\"\xff\":\"\\u0000\"}")
	f.Fuzz(func(t *testing.T, data string) {
		if got := search.Text(json.RawMessage(data)); !utf8.ValidString(got) || strings.ContainsRune(got, 0) ||
			len(got) > 64<<10 {
			t.Errorf("%q", got)
		}
	})
}
