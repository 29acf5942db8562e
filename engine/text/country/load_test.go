package country

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func TestValidFiles(t *testing.T) {
	t.Parallel()
	_, err := load(files)
	require.NoError(t, err)
}

func TestInvalidLines(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"currency", "planet earth", "dates day-first", "post 99999", "post 99999 somewhere", "post first",
		"company SDN", "company SDN BHD S/B",
		"company A B distinct C D", "vat DE", "vat DE 99-9", "vat-check DE luhn", "tax-number a-b", "tax-number AAA",
		"national-number 99", "national-number abn A99999999", "national-number abn 99-999999999", "national-number luhn-9 9999",
		"vat AA 99\nvat-check AA unheard-of", "vat AA 99\nvat-check AA luhn 1",
		"vat AA 99\nvat-check AA sum11", "vat AA 99\nvat-check AA sum11 1 x", "vat AA 99\nvat-check AA nif",
		"vat AA 99\nvat-check AA luhn\nvat AA 999", "vat AA 99\nvat-check AA sum11 1 1 1",
	} {
		_, err := load(fstest.MapFS{"data/aa.txt": {Data: []byte(line)}})
		assert.Error(t, err, line, "is taken")
	}
	x := &index{banks: map[string]bank{}, minorDigits: map[string]int32{}, signs: map[string]string{}}
	for _, line := range []string{"DE", "DE x", "DE x n18", "DE 22", "DE 22 letters", "DE 22 n17", "DE 22 n18 more", "DE 22 nn"} {
		assert.Error(t, x.addBanks(line), "banks", line, "is taken")
	}
	for _, line := range []string{"EUR", "EUR two", "EU 2"} {
		assert.Error(t, x.addCurrencies(line), "currencies", line, "is taken")
	}
}

// A new country needs only its file.
func TestAddedCountry(t *testing.T) {
	t.Parallel()
	x,
		err := load(fstest.MapFS{"data/aa.txt": {Data: []byte("# Made up.\n\ncurrency AAD\ndates month-first\n" +
		"regions NO SO\nprovinces Norland, Great Sound\n" +
		"post 99-99 first\npost A9 9A anywhere\nvat AA 99\nvat-check AA sum11 1 1\ncompany AAL ABO distinct A/A\n" +
		"numbers A.Nr\nspelling STRAND\n")}})
	require.NoError(t, err)
	c := x.all[0]
	if c.Code != "AA" || c.Currency != "AAD" || !c.MonthFirst || len(x.companies) != 1 ||
		x.companies[0].Short != "A/A" {
		t.Errorf("%+v", c)
	}
	if len(x.forms[First]) != 1 || len(x.splitForms[Anywhere]) != 1 || len(x.regions["SO"]) != 1 ||
		len(x.provinces["great sound"]) != 1 ||
		!x.spelled["STRAND"] || x.numbers[0] != "a.nr" {
		t.Errorf("%+v", x)
	}
	valid, known := x.vat["AA"].scheme.check("56")
	assert.True(t, valid && known, "56 is wrong")
}

// These schemes detect every single wrong digit.
func TestSchemesDetectDigitErrors(t *testing.T) {
	t.Parallel()
	for number, scheme := range map[string]string{"136695976": "mod11-10", "00743110157": "luhn"} {
		s, ok := newScheme(scheme, nil)
		require.True(t, ok, scheme, "is unknown")
		for i := range number {
			for d := byte('0'); d <= '9'; d++ {
				changed := number[:i] + string(d) + number[i+1:]
				valid, _ := s.check(changed)
				assert.Equal(t, valid, changed == number, scheme, changed)
			}
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := load(files); err != nil {
			b.Fatal(err)
		}
	}
}

// Package recognize searches no currency at a digit.
func TestCurrencySignsWithoutDigits(t *testing.T) {
	t.Parallel()
	x := loaded()
	names := slices.Collect(maps.Keys(x.signs))
	for _, name := range slices.AppendSeq(names, maps.Keys(x.minorDigits)) {
		assert.Equal(t, strings.Trim(name, "0123456789"), name, "currency")
	}
}
