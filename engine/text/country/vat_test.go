package country_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/libs/assert"
)

// The numbers have valid check digits by the schemes' rules; changing one digit invalidates them.
func TestCheckVAT(t *testing.T) {
	t.Parallel()
	for id, modulus := range map[string]int{
		"DE136695976": 10, "ATU13585627": 10, "NL004495445B01": 10, "IT00743110157": 10, "FR83404833048": 97,
		"ES54362315K": 10, "ESX2482300W": 10,
		"ESB58378431": 10, "BE0411905847": 97, "PL8567346215": 10, "PT501964843": 10, "LU15027442": 89, "DK13585628": 10,
		"FI20774740":   10,
		"SK2021853504": 10, "HR33392005961": 10,
		"NO974760673": 10, "NO974760673MVA": 10, "HU12892312": 10,
		"RO27463104": 10, "RO4719050": 10, "RO3047182597": 10, "BG204718366": 10, "BG100000086": 10,
		"EL804719636": 10, "CY10472836Q": 26,
	} {
		outcome, m := country.CheckVAT(id)
		assert.True(t, outcome == country.Valid && m == modulus, id, outcome, "modulo", m)
		wrong := []byte(id)
		if at := 5; wrong[at] == '9' {
			wrong[at] = '0'
		} else {
			wrong[at]++
		}
		outcome, _ = country.CheckVAT(string(wrong))
		assert.Equal(t, outcome, country.Invalid, string(wrong))
	}
	for _, id := range []string{"", "DE", "DE12345678", "SE123456789012", "FRAB404833048", "CHE123456789", "XX123456789",
		"DE12345678A", "BG1234567890", "RO12", "CY123456789"} {
		outcome, m := country.CheckVAT(id)
		assert.True(t, outcome == country.Unknown && m == 0, id, outcome, "modulo", m)
	}
}

// "SI" also opens numbers of sales invoices, so valid check digits prove nothing.
func TestInconclusiveCheckDigits(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]country.Outcome{
		"SI50223054": country.Unknown, "SI15012557": country.Unknown, "SI50223055": country.Invalid,
	} {
		outcome, _ := country.CheckVAT(id)
		assert.Equal(t, outcome, want, id)
	}
}

func TestVATNumberFormats(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		prefix, number string
		want           bool
	}{
		{"EL", "123456789", true}, {"GR", "123456789", false}, {"XI", "123456789", true}, {"GB", "123456789012", true},
		{"CHE", "123456789", true}, {"NO", "123456789MVA", true}, {"NO", "123456789KID", false},
		{"CH", "123456789", false}, {"IE", "1A23456B", true}, {"CY", "12345678X", true}, {"CY", "123456789", false},
		{"", "123456789", false}, {"DE", "", false},
	} {
		assert.Equal(t, country.IsVAT(c.prefix, c.number), c.want, c.prefix, c.number)
	}
	assert.True(t, country.HasVAT("CHE") && !country.HasVAT("US"),
		"Switzerland has numbers, the United States have none")
}

func FuzzCheckVAT(f *testing.F) {
	for _, id := range []string{"DE136695976", "ATU13585627", "NL004495445B01", "ESX2482300W", "FRAB404833048",
		"PT501964843", "BE0", "\xff", "RO4719050", "BG204718366", "EL804719636", "CY10472836Q",
		"SK2021853504", "SI50223054"} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		outcome, modulus := country.CheckVAT(id)
		assert.Equal(t, outcome == country.Unknown, modulus == 0, id, outcome, "modulo", modulus)
	})
}

func TestBanksAndCurrencies(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]struct {
		iban  int
		form  string
		banks bool
	}{
		"DE": {22, strings.Repeat("n", 20), true}, "GB": {22, "nnaaaannnnnnnnnnnnnn", true},
		"IT": {27, "nnannnnnnnnnncccccccccccc", true}, "US": {0, "", true}, "XX": {}, "": {},
	} {
		if country.IBANLength(code) != want.iban || country.IBANForm(code) != want.form ||
			country.HasBIC(code) != want.banks {
			t.Errorf("%q: not %+v", code, want)
		}
	}
	for code, want := range map[string]int32{"EUR": 2, "JPY": 0, "BHD": 3} {
		got, known := country.MinorDigits(code)
		assert.True(t, got == want && known, code, got, known)
	}
	for sign, want := range map[string]string{"€": "EUR", "$": "USD", "HK$": "HKD", "₹": "INR", "?": "", "": "",
		"USD": ""} {
		got, known := country.CurrencyOf(sign)
		assert.True(t, got == want && known == (want != ""), sign, got, known)
	}
	_, known := country.MinorDigits("XYZ")
	assert.False(t, known, "XYZ is a currency")
}

func TestIsTaxNumber(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]bool{
		"26.685.541/0001-92": true, "29DCGDA7154B1Z7": true, "69-1592354": true,
		"12.345.678-K": true, "30-12345678-9": true, "900.123.456-7": true,
		"26.685.541/0001": false, "69-159235": false, "29DCGDA7154B177": false, "2031-10-05": false, "": false,
	} {
		assert.Equal(t, country.IsTaxNumber(word), want, word)
	}
}

// National numbers are recognized by form and check digits. All-digit forms need valid check digits.
func TestNationalNumber(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		number, country string
		words           int
		outcome         country.Outcome
	}{
		"123456782RT0001":        {"123456782RT0001", "CA", 1, country.Valid},
		"123456782 RT0001 tax":   {"123456782RT0001", "CA", 2, country.Valid},
		"12345 6782 RT 0001":     {"123456782RT0001", "CA", 4, country.Valid},
		"123456783RT0001":        {"123456783RT0001", "CA", 1, country.Invalid},
		"51 824 753 556":         {"51824753556", "AU", 4, country.Valid},
		"51 824 753 557":         {"", "", 0, country.Unknown},
		"980 7806 84":            {"980780684", "GB", 3, country.Valid},
		"980 7806 85":            {"", "", 0, country.Unknown},
		"974 760 673 MVA":        {"974760673MVA", "NO", 4, country.Valid},
		"974760673 MVA":          {"974760673MVA", "NO", 2, country.Valid},
		"974 760 674 MVA":        {"974760674MVA", "NO", 4, country.Invalid},
		"974 760 673":            {"", "", 0, country.Unknown},
		"93-771-214":             {"93-771-214", "NZ", 1, country.Valid},
		"121-884-321":            {"121-884-321", "NZ", 1, country.Valid},
		"121-884-322":            {"", "", 0, country.Unknown},
		"123 456 782 RT 0001":    {"123456782RT0001", "CA", 5, country.Valid},
		"1234567890 TQ 0001":     {"1234567890TQ0001", "CA", 3, country.Valid},
		"12.345.678-5":           {"12.345.678-5", "CL", 1, country.Valid},
		"12.345.678-6":           {"", "", 0, country.Unknown},
		"10.000.013-K":           {"10.000.013-K", "CL", 1, country.Valid},
		"12.345.678-K":           {"12.345.678-K", "CL", 1, country.Invalid},
		"51 824":                 {"", "", 0, country.Unknown},
		"123456782RP0001 401(k)": {"", "", 0, country.Unknown},
		"":                       {"", "", 0, country.Unknown},
	} {
		number, of, words, outcome := country.NationalNumber(strings.Fields(text))
		if number != want.number || of != want.country || words != want.words || outcome != want.outcome {
			t.Errorf("%q: %q of %q, %d words, %v", text, number, of, words, outcome)
		}
	}
}
