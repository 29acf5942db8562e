package country_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/text/country"
)

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
