package search_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/records/search"
)

func TestText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ data, want string }{
		{`{"total":"119.00","vendorName":"Müller & SÖHNE"}`, "119.00\nmüller & söhne"},
		{`{"lineItems":[{"description":" Oak\n desk ","amount":"1"},{"description":"","amount":"2"}],"pages":3}`, "oak desk\n1\n2\n3"},
		{`{"a":"b\u0000c","d":null,"e":true}`, "b\uFFFDc"},
		{`{"employer":{"address":{"city":"Ulm"}},"parts":[{"maker":{"name":"Oak"}}]}`, "ulm\noak"},
		{`{"tables":[{"rows":[["x","y"],[]]}],"title":"T"}`, "x\ny\nt"},
		{`{"a":"b\"c\\","d\"e":["\u00c9 \ud83d\ude00",-1.50e+3],"f" : "g:" ,"h":"\t\/"}`, "b\"c\\\né 😀\n-1.50e+3\ng:\n/"},
		{`{"a":"b","c":"\x","d":"e"}`, "b"},
		{`{}`, ""}, {`null`, ""}, {``, ""}, {`{"a":"kept","b`, "kept"},
	} {
		assert.Equal(t, search.Text(json.RawMessage(c.data)), c.want, c.data)
	}
}

func TestTextLimit(t *testing.T) {
	t.Parallel()
	long, err := json.Marshal(map[string]any{"a": []string{strings.Repeat("é", 40_000), "b"}, "c": "never"})
	require.NoError(t, err)
	got := search.Text(long)
	assert.True(t, len(got) <= 64<<10 && utf8.ValidString(got) && !strings.Contains(got, "never"), len(got), "bytes")
}

// values are those of JSON by the standard library's decoder.
func values(t *testing.T, data string) string {
	var found []string
	var add func(value any)
	dec := json.NewDecoder(strings.NewReader(data))
	dec.UseNumber()
	add = func(value any) {
		switch v := value.(type) {
		case json.Number:
			found = append(found, v.String())
		case string:
			found = append(found, v)
		case json.Delim:
			for dec.More() {
				if v == '{' {
					token(t, dec)
				}
				add(token(t, dec))
			}
			token(t, dec)
		}
	}
	add(token(t, dec))
	var lines []string
	for _, value := range found {
		value = strings.ReplaceAll(strings.ToLower(value), "\x00", "\uFFFD")
		if value = strings.Join(strings.Fields(value), " "); value != "" {
			lines = append(lines, value)
		}
	}
	return strings.Join(lines, "\n")
}

func token(t *testing.T, dec *json.Decoder) json.Token {
	t.Helper()
	token, err := dec.Token()
	require.NoError(t, err)
	return token
}

func FuzzText(f *testing.F) {
	f.Add(`{"a":["b",{"c":1}]}`)
	f.Add(`{"a" : "\\\"","\\":[-1e5,true,null,"\u00e9:"]}`)
	f.Add("{\"\xff\":\"\\u0000\"}")
	f.Fuzz(func(t *testing.T, data string) {
		got := search.Text(json.RawMessage(data))
		assert.True(t, utf8.ValidString(got) && !strings.ContainsRune(got, 0) && len(got) <= 64<<10, got)
		if !json.Valid([]byte(data)) || !utf8.ValidString(data) {
			return
		}
		if want := values(t, data); len(want) < 64<<10 && got != want {
			t.Errorf("%q: %q, want %q", data, got, want)
		}
	})
}

func TestTerms(t *testing.T) {
	t.Parallel()
	type terms = []search.Term
	for text, want := range map[string]terms{
		"":                          nil,
		" \t ":                      nil,
		`""`:                        nil,
		"Müller  MULLER":            {{"muller"}},
		"Straße Weiß":               {{"strasse"}, {"weiss"}},
		`"Muster  GmbH" Köln`:       {{"muster gmbh"}, {"koln"}},
		`„Muster GmbH“ «a b» “c d”`: {{"muster gmbh"}, {"a b"}, {"c d"}},
		`12" pipe`:                  {{`12"`}, {"pipe"}},
		`"never closed`:             {{`"never`}, {"closed"}},
		"183,26":                    {{"183,26", "183.26"}},
		"183.26":                    {{"183.26"}},
		"1.234,50":                  {{"1.234,50", "1234.50"}},
		"1,234.50":                  {{"1,234.50", "1234.50"}},
		"1'234.50 1’234.50":         {{"1'234.50", "1234.50"}},
		"1 234,50 x":                {{"1234,50", "1234.50"}, {"x"}},
		"12\u00a0345\u202f678,9":    {{"12345678,9", "12345678.9"}},
		"1 234":                     {{"1"}, {"234"}},
		"1.234":                     {{"1.234", "1234"}},
		"1.234.567":                 {{"1.234.567", "1234567"}},
		"1,23,456.78":               {{"1,23,456.78", "123456.78"}},
		"€183,26":                   {{"€183,26", "183.26"}},
		"-183,26€ −1,5":             {{"-183,26€", "-183.26"}, {"−1,5", "-1.5"}},
		"01.10.2026 10.0.0.1":       {{"01.10.2026"}, {"10.0.0.1"}},
		"1,2.3,4 R-1,001":           {{"1,2.3,4"}, {"r-1,001"}},
	} {
		got := search.Terms(text)
		assert.True(t, reflect.DeepEqual(got, want), text, got, "want", want)
	}
}

func FuzzTerms(f *testing.F) {
	f.Add(`"a b" 1.234,50 Straße`)
	f.Add("„x\xff\x00")
	f.Fuzz(func(t *testing.T, text string) {
		for _, term := range search.Terms(text) {
			require.NotEqual(t, len(term), 0, text, "a term without spellings")
			for _, s := range term {
				if s == "" || !utf8.ValidString(s) || strings.ContainsRune(s, 0) || search.Fold(s) != s {
					t.Errorf("%q: %q", text, s)
				}
			}
		}
	})
}
