package recognize_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/docmill/docmill/libs/assert"
)

func TestIBANs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, want string
		checksum   recognize.Checksum
	}{
		{"IBAN DE89 3704 0044 0532 0130 00 BIC", "DE89370400440532013000", recognize.ChecksumValid},
		{"GB29NWBK60161331926819", "GB29NWBK60161331926819", recognize.ChecksumValid},
		{"IBAN:NL91ABNA0417164300", "NL91ABNA0417164300", recognize.ChecksumValid},
		{"FR14 2004 1010 0505 0001 3M02 606", "FR1420041010050500013M02606", recognize.ChecksumValid},
		{"DE89 3704 0044 0532 0130 01", "DE89370400440532013001", recognize.ChecksumInvalid},
		{"DE 123456789", "", 0},
		{"XX89 3704", "", 0},
	} {
		got := recognize.IBANs(strings.Fields(c.text))
		switch {
		case c.want == "" && len(got) > 0:
			t.Errorf("%q: %v", c.text, got)
		case c.want != "" && (len(got) != 1 || got[0].Value != c.want || got[0].Checksum != c.checksum):
			t.Errorf("%q: %+v, want %s", c.text, got, c.want)
		}
	}
}

// Check digits detect a single changed digit. An account number continues in the next line only if its length and
// check digits are then valid.
func TestIBANAcrossLines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		upper, lower, want string
		first, last        int
	}{
		{"IBAN: DE89 3704 0044 0532", "0130 00 BIC", "DE89370400440532013000", 1, 1},
		{"NL91ABNA", "0417164300", "NL91ABNA0417164300", 0, 0},
		{"IBAN: DE89 3704 0044 0532", "0130 01 BIC", "", 0, 0},
		{"IBAN: DE89 3704 0044 0532 now", "0130 00", "", 0, 0},
		{"IBAN DE89 3704 0044 0532 0130 00", "0130 00", "", 0, 0},
		{"DE", "", "", 0, 0},
	} {
		got, ok := recognize.IBANAcross(strings.Fields(c.upper), strings.Fields(c.lower))
		if got.Value != c.want || ok != (c.want != "") || got.First != c.first || got.Last != c.last {
			t.Errorf("%q, %q: %+v, %v", c.upper, c.lower, got, ok)
		}
	}
}

func TestIBANChecksumDigitErrors(t *testing.T) {
	t.Parallel()
	const good = "DE89370400440532013000"
	for i := 2; i < len(good); i++ {
		for d := byte('0'); d <= '9'; d++ {
			bad := good[:i] + string(d) + good[i+1:]
			assert.Equal(t, bad == good, recognize.ValidIBAN(bad), bad, "valid")
		}
	}
}

func TestBICs(t *testing.T) {
	t.Parallel()
	got := recognize.BICs(strings.Fields("BIC: COBADEFFXXX, GENODEF1M04 und Rechnung"))
	assert.True(t, len(got) == 2 && got[0].Value == "COBADEFFXXX" && got[1].Value == "GENODEF1M04", got)
}

func TestVATIDs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, want string
		checksum   recognize.Checksum
	}{
		{"USt-IdNr.: DE136695976", "DE136695976", recognize.ChecksumValid},
		{"DE 136 695 976", "DE136695976", recognize.ChecksumValid},
		{"DE136695977", "DE136695977", recognize.ChecksumInvalid},
		{"ATU13585627", "ATU13585627", recognize.ChecksumValid},
		{"FR 40 303 265 045", "FR40303265045", recognize.ChecksumValid},
		{"IT00743110157", "IT00743110157", recognize.ChecksumValid},
		{"BE0428759497", "BE0428759497", recognize.ChecksumValid},
		{"PL5260001246", "PL5260001246", recognize.ChecksumValid},
		{"PT501964843", "PT501964843", recognize.ChecksumValid},
		{"LU15027442", "LU15027442", recognize.ChecksumValid},
		{"DK13585628", "DK13585628", recognize.ChecksumValid},
		{"ESB58378431", "ESB58378431", recognize.ChecksumValid},
		{"ES12345678Z", "ES12345678Z", recognize.ChecksumValid},
		{"NL004495445B01", "NL004495445B01", recognize.ChecksumValid},
		{"GB 123 4567 89", "GB123456789", recognize.ChecksumUnknown},
		{"CHE-123.456.789", "CHE123456789", recognize.ChecksumUnknown},
		{"GST 5% (123456782RT0001):", "123456782RT0001", recognize.ChecksumValid},
		{"TPS : 123 456 782 RT 0001 —", "123456782RT0001", recognize.ChecksumValid},
		{"TVQ : 1234567890 TQ 0001", "1234567890TQ0001", recognize.ChecksumValid},
		{"12.345.678-5", "12.345.678-5", recognize.ChecksumValid},
		{"HST NO. 123456782 RT0001", "123456782RT0001", recognize.ChecksumValid},
		{"HST NO 123456782 RT0001", "123456782RT0001", recognize.ChecksumValid},
		{"NO 974 760 673 MVA", "NO974760673MVA", recognize.ChecksumValid},
		{"TPS : 123 456 782 RT ooo1", "123456782RT0001", recognize.ChecksumValid},
		{"1o2 887 306 RT ooo1", "", 0},
		{"2 o 3", "", 0},
		{"#123456783RT0001", "123456783RT0001", recognize.ChecksumInvalid},
		{"ABN 51 824 753 556", "51824753556", recognize.ChecksumValid},
		{"VAT No. 980 7806 84", "980780684", recognize.ChecksumValid},
		{"Tel. 51 824 753 557", "", 0},
		{"DE12345", "", 0},
		{"PL27 1140 1065 0000 2201 4718 1002", "", 0},
		{"GST No. 93-771-214", "93-771-214", recognize.ChecksumValid},
		{"GST Reg. No.: 121-884-321", "121-884-321", recognize.ChecksumValid},
		{"GST No. 93-771-218", "", 0},
		{"Part no. 93-771-214", "", 0},
		{"IT IS", "", 0},
	} {
		got := recognize.VATIDs(strings.Fields(c.text))
		switch {
		case c.want == "" && len(got) > 0:
			t.Errorf("%q: %v", c.text, got)
		case c.want != "" && (len(got) != 1 || got[0].Value != c.want || got[0].Checksum != c.checksum):
			t.Errorf("%q: %+v, want %s", c.text, got, c.want)
		}
	}
}

func TestContacts(t *testing.T) {
	t.Parallel()
	words := strings.Fields("E-Mail:Info@Example.com, www.example.com/shop http://localhost/ Tel. +49 (0)40 / 555 01-0 " +
		"x@y")
	got := recognize.Emails(words)
	assert.True(t, len(got) == 1 && got[0].Value == "info@example.com", "emails", got)
	got = recognize.URLs(words)
	assert.True(t, len(got) == 1 && got[0].Value == "www.example.com/shop", "urls", got)
	got = recognize.Phones(words)
	assert.True(t, len(got) == 1 && got[0].Value == "+49 (0)40 / 555 01-0", "phones", got)
	words = strings.Fields("Tel: 001-348-795-7856x123 1024x768")
	got = recognize.Phones(words)
	assert.True(t, len(got) == 1 && got[0].Value == "001-348-795-7856x123", "phones", got)
}

func TestCurrency(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{"€": "EUR", "EUR": "EUR", "(GBP)": "GBP", "zł": "PLN", "RM": "MYR",
		"Total": "", "USD:": "USD"} {
		got, _ := recognize.Currency(word)
		assert.Equal(t, got, want, word)
	}
}

// A vehicle number is not a document or party number.
func TestVehicleNumbers(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]bool{
		"WVZZZAB4KR0427193": true, "1ZZ70AB5GEJ104462": true, "WVZZZAB4KR042719": false, "WVZZZAB4KR04271O3": false,
		"WVZZZAB4KR0427I93": false, "12345678901234567": false, "wvzzzab4kr0427193": false, "WVZZZAB4KR04271B3": false,
	} {
		assert.Equal(t, recognize.VehicleNumber(word), want, word)
		if _, ok := recognize.Identifier(word); want && ok {
			t.Errorf("%s is the number of a document", word)
		}
	}
}
