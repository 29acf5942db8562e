package extract_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// Without headings for the parties, a tax ID is no more certain than the better of its party's name and address.
func TestTaxIDConfidenceBound(t *testing.T) {
	t.Parallel()
	const doubtful = 0.8
	inDoubt := 0
	for i, left := range companies() {
		for k, right := range companies() {
			if i == k {
				continue
			}
			fields := models().Document(sideBySide(left, right, false), result.TypeInvoice).Fields
			for _, party := range []string{"vendor", "customer"} {
				name, address, number := fields[party+"Name"], fields[party+"Address"], fields[party+"TaxId"]
				most := max(name.Confidence, address.Confidence)
				if number.Value == "" || most == 0 || most >= doubtful {
					continue
				}
				if inDoubt++; number.Confidence > most {
					t.Errorf("%s and %s: the %s's tax number is %v sure, its name %v, its address %v", left[0], right[0], party,
						number.Confidence, name.Confidence, address.Confidence)
				}
			}
		}
	}
	if inDoubt == 0 {
		t.Error("no party was in doubt: the test tests nothing")
	}
}

// A right-aligned block on the right is the vendor.
func TestPartiesSideBySide(t *testing.T) {
	t.Parallel()
	for i, left := range companies() {
		for k, right := range companies() {
			if i == k {
				continue
			}
			data := models().Document(sideBySide(left, right, true), result.TypeInvoice).Data
			if data["vendorName"] != right[0] || data["customerName"] != left[0] {
				t.Errorf("%s at the left, %s at the right: the vendor is %v, the customer %v", left[0], right[0],
					data["vendorName"], data["customerName"])
			}
		}
	}
}

func companies() [][]string {
	return [][]string{
		{"Ashdown Joinery Ltd", "14 Mill Lane", "Leeds LS1 4AP", "VAT ID GB434031494"},
		{"Brackley Catering LLP", "3 High Street", "Hull HU1 1NN", "VAT ID GB980780684"},
		{"Coldwell Studios Limited", "18 Dale Road", "Ripon HG4 1AA", "VAT ID GB220430231"},
		{"Penmere Supplies Ltd", "6 Cliff Walk", "Whitby YO21 3EX", "VAT ID GB107328000"},
	}
}

// sideBySide is an invoice with two parties beside each other; the right one is right-aligned if ends is true.
func sideBySide(left, right []string, ends bool) *document.Document {
	s := sheettest.A4()
	s.Put(260, 60, 16, "Invoice")
	s.Column(60, 100, 10, left...)
	for i, text := range right {
		if ends {
			s.End(540, 100+13.5*float64(i), 10, text)
		} else {
			s.Put(360, 100+13.5*float64(i), 10, text)
		}
	}
	s.Column(60, 190, 10, "Invoice number 4711", "Invoice date 03/11/2024")
	for n, row := range [][]string{
		{"Item", "Quantity", "Price", "Amount"}, {"Filter", "2", "25.00", "50.00"}, {"", "", "Total", "50.00"},
	} {
		for c, text := range row {
			if text != "" {
				s.Put(60+130*float64(c), 260+20*float64(n), 10, text)
			}
		}
	}
	return sheettest.Bind(s)
}
