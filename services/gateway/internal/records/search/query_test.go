package search_test

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/docmill/docmill/services/gateway/internal/records/search"
)

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
		if got := search.Terms(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func FuzzTerms(f *testing.F) {
	f.Add(`"a b" 1.234,50 Straße`)
	f.Add("„x\xff\x00")
	f.Fuzz(func(t *testing.T, text string) {
		for _, term := range search.Terms(text) {
			if len(term) == 0 {
				t.Fatalf("%q: a term without spellings", text)
			}
			for _, s := range term {
				if s == "" || !utf8.ValidString(s) || strings.ContainsRune(s, 0) || search.Fold(s) != s {
					t.Errorf("%q: %q", text, s)
				}
			}
		}
	})
}
