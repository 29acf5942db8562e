package paymentqr_test

import (
	"encoding/base64"
	"reflect"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/read/paymentqr"
)

const sepaText = "BCD\n002\n1\nSCT\nCOBADEFFXXX\nMuster GmbH\nDE89 3704 0044 0532 0130 00\nEUR1190\n\n\nInvoice " +
	"R-1001\n"

func TestParseSEPA(t *testing.T) {
	t.Parallel()
	want := paymentqr.SEPA{BIC: "COBADEFFXXX", Name: "Muster GmbH", IBAN: "DE89370400440532013000", Amount: "1190.00",
		Text: "Invoice R-1001"}
	for _, text := range []string{sepaText, strings.ReplaceAll(sepaText, "\n", "\r\n")} {
		if got, err := paymentqr.ParseSEPA(text); err != nil || got != want {
			t.Errorf("%+v, %v", got, err)
		}
	}
	structured := "BCD\n001\n1\nSCT\nCOBADEFF\nMuster GmbH\nDE89370400440532013000\n\n\nRF18 5390 0754 7034"
	got, err := paymentqr.ParseSEPA(structured)
	if err != nil || got.Reference != "RF18539007547034" || got.Amount != "" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestParseSEPAInvalidBIC(t *testing.T) {
	t.Parallel()
	got, err := paymentqr.ParseSEPA(strings.Replace(sepaText, "COBADEFFXXX", "99-99-888", 1))
	if err != nil || got.BIC != "" || got.Amount != "1190.00" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestParseSEPAInvalid(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a link":         "https://example.com",
		"nothing":        "",
		"cut off":        "BCD\n002\n1\nSCT\n",
		"a version":      strings.Replace(sepaText, "002", "003", 1),
		"another order":  strings.Replace(sepaText, "SCT", "SDD", 1),
		"a wrong IBAN":   strings.Replace(sepaText, "DE89", "DE88", 1),
		"dollars":        strings.Replace(sepaText, "EUR1190", "USD1190", 1),
		"a comma":        strings.Replace(sepaText, "EUR1190", "EUR1190,50", 1),
		"too many lines": sepaText + "a\nb\nc\n",
	} {
		if got, err := paymentqr.ParseSEPA(text); err == nil {
			t.Errorf("%s passes: %+v", name, got)
		}
	}
}

// swissText is a bill to a person with structured addresses.
func swissText(billing string) string {
	return strings.Join([]string{
		"SPC", "0200", "1", "CH4431999123000889012",
		"S", "Muster Bau AG", "Hauptstrasse", "12a", "8000", "Zürich", "CH",
		"", "", "", "", "", "", "",
		"1949.75", "CHF",
		"S", "Pia Beispiel", "Marktgasse", "28", "9400", "Rorschach", "CH",
		"QRR", "210000000003139471430009017", "Order of 15 June", "EPD", billing,
	}, "\r\n")
}

func TestParseSwissBill(t *testing.T) {
	t.Parallel()
	got, err := paymentqr.ParseSwissBill(swissText("//S1/10/R-1"))
	want := paymentqr.SwissBill{
		IBAN:     "CH4431999123000889012",
		Creditor: paymentqr.Party{Name: "Muster Bau AG", Address: "Hauptstrasse 12a, 8000 Zürich, CH"},
		Debtor:   paymentqr.Party{Name: "Pia Beispiel", Address: "Marktgasse 28, 9400 Rorschach, CH"},
		Amount:   "1949.75", Currency: "CHF", Reference: "210000000003139471430009017",
		Message: "Order of 15 June", Billing: "S1/10/R-1",
	}
	if err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	free := strings.Join([]string{
		"SPC", "0200", "1", "CH9300762011623852957", "K", "Verein Beispiel", "Musterweg 3", "3000 Bern", "", "", "CH",
		"", "", "", "", "", "", "", "", "EUR", "", "", "", "", "", "", "", "NON", "", "", "EPD",
	}, "\n")
	got, err = paymentqr.ParseSwissBill(free)
	want = paymentqr.SwissBill{
		IBAN: "CH9300762011623852957", Currency: "EUR",
		Creditor: paymentqr.Party{Name: "Verein Beispiel", Address: "Musterweg 3, 3000 Bern, CH"},
	}
	if err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestParseSwissBillInvalid(t *testing.T) {
	t.Parallel()
	good := swissText("")
	for name, text := range map[string]string{
		"a SEPA code":  sepaText,
		"a version":    strings.Replace(good, "0200", "0300", 1),
		"a wrong IBAN": strings.Replace(good, "CH44", "CH45", 1),
		"dollars":      strings.Replace(good, "CHF", "USD", 1),
		"no trailer":   strings.Replace(good, "EPD", "", 1),
		"words":        strings.Replace(good, "1949.75", "all of it", 1),
	} {
		if got, err := paymentqr.ParseSwissBill(text); err == nil {
			t.Errorf("%s passes: %+v", name, got)
		}
	}
}

func TestParseSwico(t *testing.T) {
	t.Parallel()
	got, err := paymentqr.ParseSwico(`S1/10/X.66711\/8824/11/200712/20/MW-2020-04/30/107978798/31/200601200630/32/8:1000;2.5:51.8/40/2:10;0:30`)
	want := paymentqr.Swico{
		InvoiceNumber: "X.66711/8824", IssueDate: "2020-07-12", CustomerReference: "MW-2020-04", TaxID: "CHE107978798",
		PeriodStart: "2020-06-01", PeriodEnd: "2020-06-30", DueDate: "2020-08-11",
		Taxes: []paymentqr.SwicoTax{{Rate: "8", Base: "1000.00"}, {Rate: "2.5", Base: "51.80"}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	got, err = paymentqr.ParseSwico("S1/11/209999/31/200712/32/7.7/40/2:10")
	want = paymentqr.Swico{PeriodStart: "2020-07-12", PeriodEnd: "2020-07-12", Taxes: []paymentqr.SwicoTax{{Rate: "7.7"}}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	for _, text := range []string{"", "S2/10/1", "S1/11/200712/10/1", "S1/x/1"} {
		if got, err := paymentqr.ParseSwico(text); err == nil {
			t.Errorf("%q passes: %+v", text, got)
		}
	}
}

func zatca(values ...string) string {
	var data []byte
	for i, v := range values {
		data = append(data, byte(i+1), byte(len(v)))
		data = append(data, v...)
	}
	return base64.StdEncoding.EncodeToString(data)
}

func TestParseTaxInvoice(t *testing.T) {
	t.Parallel()
	want := paymentqr.TaxInvoice{
		Seller: "متجر المثال", VATID: "310122393500003", Date: "2022-04-25", Time: "15:30:00", Total: "1150.00",
		VAT: "150.00",
	}
	for _, text := range []string{
		zatca("متجر المثال", "310122393500003", "2022-04-25T15:30:00Z", "1150.00", "150.00"),
		zatca("متجر المثال", "310122393500003", "2022-04-25 15:30:00", "1,150", "150.0", "hash\xff"),
	} {
		if got, err := paymentqr.ParseTaxInvoice(text); err != nil || got != want {
			t.Errorf("%+v, %v", got, err)
		}
	}
	for name, text := range map[string]string{
		"a link":         "https://example.com/a/b/c",
		"other base64":   base64.StdEncoding.EncodeToString([]byte("this is some other text here")),
		"a short id":     zatca("Shop", "31012", "2022-04-25T15:30:00Z", "1150.00", "150.00"),
		"no total":       zatca("Shop", "310122393500003", "2022-04-25T15:30:00Z", "", "150.00"),
		"a moment amiss": zatca("Shop", "310122393500003", "yesterday", "1150.00", "150.00"),
	} {
		if got, err := paymentqr.ParseTaxInvoice(text); err == nil {
			t.Errorf("%s passes: %+v", name, got)
		}
	}
}

// FuzzPayloads checks that the parsers end for any payload, and return valid values.
func FuzzPayloads(f *testing.F) {
	f.Add(sepaText)
	f.Add(swissText(`//S1/10/X.66711\/8824/11/200712/31/200601200630/32/8:1000;2.5:51.8/40/2:10;0:30`))
	f.Add(`S1/10/X.66711\/8824/11/200712/20/MW-2020-04/30/107978798/31/200601200630/32/8:1000;2.5:51.8/40/2:10;0:30`)
	f.Add(zatca("Shop", "310122393500003", "2022-04-25T15:30:00Z", "1150.00", "150.00"))
	f.Fuzz(func(t *testing.T, text string) {
		amount := func(s string) {
			if _, fraction, found := strings.Cut(s, "."); s != "" && (!found || len(fraction) != 2) {
				t.Errorf("amount %q", s)
			}
		}
		if s, err := paymentqr.ParseSEPA(text); err == nil {
			amount(s.Amount)
		}
		if b, err := paymentqr.ParseSwissBill(text); err == nil {
			amount(b.Amount)
		}
		if s, err := paymentqr.ParseSwico(text); err == nil {
			for _, tax := range s.Taxes {
				amount(tax.Base)
			}
		}
		if i, err := paymentqr.ParseTaxInvoice(text); err == nil {
			amount(i.Total)
			amount(i.VAT)
		}
	})
}
