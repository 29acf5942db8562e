package country_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/libs/assert"
)

func TestPostCodes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		place country.Place
		codes string // of that place; codes after the bar are not
	}{
		{country.First,
			"80333 3500 3500MJ 00-950 1249-068 37038-388 390309 | 123 1234567 3500mj 00-95 1-2345 W1A 98109-5210"},
		{country.Last, "764950 390309 4663YW 00-950 | 80333 3500 1249-068"},
		{country.BehindComma, "29598 | 3500 764950"},
	} {
		codes, others, _ := strings.Cut(c.codes, "|")
		for code := range strings.FieldsSeq(codes) {
			assert.True(t, country.IsPostCode(code, c.place), code, "is no post code at place", c.place)
		}
		for code := range strings.FieldsSeq(others) {
			assert.False(t, country.IsPostCode(code, c.place), code, "is a post code at place", c.place)
		}
	}
}

func TestTwoWordPostCodes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line  string
		place country.Place
		want  bool
	}{
		{"SW1A 1AA", country.Anywhere, true}, {"M5 3GT", country.Anywhere, true}, {"B12 9ZZ", country.Anywhere, true},
		{"SWIA 1AA", country.Anywhere, false}, {"sw1a 1AA", country.Anywhere, false}, {"SW1A 1aa",
			country.Anywhere, false},
		{"SW1AB 1AA", country.Anywhere, false}, {"P8J 2G3", country.Last, true}, {"P8J 2G", country.Last, false},
		{"J0H 1RO", country.Exact, false}, {"J0H 1RA", country.Exact, true}, {"J0H 1R0", country.Exact, true},
		{"PPJ 2G3", country.Last, false}, {"811 01", country.First, true}, {"8110 1", country.First, false},
	} {
		first, second, _ := strings.Cut(c.line, " ")
		assert.Equal(t, country.IsSplitPostCode(first, second, c.place), c.want, c.line, "at place", c.place)
	}
}

func TestRegionsWithPostCodes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		region, code string
		place        country.Place
		want         string
	}{
		{"WA", "98109", country.BehindRegion, "US"}, {"WA", "98109-5210", country.BehindRegion, "US"}, {"WA",
			"6000", country.BehindLastRegion, "AU"},
		{"TAS", "5606", country.BehindLastRegion, "AU"}, {"XX", "98109", country.BehindRegion, ""}, {"wa",
			"98109", country.BehindRegion, ""},
		{"WA", "9810", country.BehindRegion, ""}, {"TAS", "56060", country.BehindLastRegion, ""}, {"L ", "98109",
			country.BehindRegion, ""},
	} {
		got := ""
		if found, ok := country.OfRegion(c.region, c.code, c.place); ok {
			got = found.Code
		}
		assert.Equal(t, got, c.want, c.region, c.code)
	}
}

func TestProvincesBelowPostCodes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, code string
		want       bool
	}{
		{"la rioja", "26300", true}, {"a coruna", "15001", true}, {"castelo branco", "6000-081", true}, {"selangor", "47810", true},
		{"la rioja", "1012 AB", false}, {"braga", "26300", false}, {"rioja", "26300", false}, {"", "26300", false},
	} {
		assert.Equal(t, country.IsProvince(c.name, c.code), c.want, c.name, "below", c.code)
	}
}

func TestPostCodeMarkers(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]bool{"cep": true, "cp": true, "singapore": true, "town": false, "": false} {
		assert.Equal(t, country.AnnouncesPostCode(word), want, word)
	}
	for word, want := range map[string]string{"S(390309)": "390309)", "S(": "", "390309": "", "s(1": ""} {
		got, ok := country.CutPostMark(word)
		assert.True(t, got == want && ok == strings.HasPrefix(word, "S("), word, got, ok)
	}
}

func TestDateOrder(t *testing.T) {
	t.Parallel()
	for currency, want := range map[string]bool{"USD": true, "EUR": false, "CAD": false, "MYR": false, "": false} {
		assert.Equal(t, country.MonthFirst(currency), want, currency)
	}
}

func TestCompanies(t *testing.T) {
	t.Parallel()
	for _, want := range []country.Company{
		{First: "SDN", Last: "BHD", Distinct: true, Short: "S/B"}, {First: "PTE", Last: "LTD"}, {First: "PTY",
			Last: "LTD"}, {First: "PVT", Last: "LTD"},
	} {
		assert.True(t, slices.Contains(country.Companies(), want), want, "is missing")
	}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct{ any, receipt bool }{
		"gst reg no. 001234": {true, true}, "co. no: 123-x": {true, true}, "roc 12": {true, true},
		"siret 732 829 320": {true, false},
		"p.iva 0123":        {true, false}, "abn 51": {true, false}, "total": {false, false}, "": {false, false},
	} {
		assert.True(t, country.StartsNumber(text) == want.any && country.StartsReceiptNumber(text) == want.receipt,
			text, "not", want)
	}
}

func TestSpellings(t *testing.T) {
	t.Parallel()
	for _, w := range []string{"JALAN", "SELANGOR", "STRASSE", "STREET", "RUE", "SDN"} {
		_, found := slices.BinarySearch(country.Spellings(), w)
		assert.True(t, found && country.Spelled(w), w, "is missing")
	}
	assert.True(t, !country.Spelled("jalan") && !country.Spelled(""), "small letters, or none, are spelled")
}

func TestCountries(t *testing.T) {
	t.Parallel()
	if !slices.IsSortedFunc(country.All(), func(a, b *country.Country) int {
		return strings.Compare(a.Code,
			b.Code)
	}) {
		t.Error("countries are not in order")
	}
	for _, c := range country.All() {
		assert.True(t, len(c.Code) == 2 && strings.ToUpper(c.Code) == c.Code, c.Code, "is no country's code")
		_, known := country.MinorDigits(c.Currency)
		assert.True(t, known, c.Code, "pays in", c.Currency, "which currencies.txt does not have")
		assert.True(t, country.HasBIC(c.Code), c.Code, "is missing in banks.txt")
		for _, form := range c.Companies {
			if strings.ToUpper(form.First+form.Last) != form.First+form.Last {
				t.Errorf("%s: %+v is not in capitals", c.Code, form)
			}
		}
	}
	for _, w := range country.Spellings() {
		assert.True(t, strings.Trim(w, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" && len(w) >= 3,
			w, "is not spelled in plain capitals")
	}
}
