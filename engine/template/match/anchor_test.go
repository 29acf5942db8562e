package match_test

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/template/match"
)

// studioBill has the designer's number in the footer, the customer's under the same label at y, and sums below.
func studioBill(y float64, customer, net, tax string) *annotate.Document {
	return page(line{60, 60, "STUDIO NORTH"}, line{60, 71, "Mira Holt, designer"}, line{60, 82, "2 Quay Road"},
		line{60, 93, "Bristol BS1 4DJ"}, line{60, y, "Reg. no: " + customer},
		line{360, 60, "Invoice No:"}, line{460, 60, "A-77"}, line{360, 80, "Invoice Date:"}, line{460, 80, "March 18, 2024"},
		line{60, y + 300, "Sums"}, line{300, y + 300, net}, line{450, y + 300, tax},
		line{300, 700, "Reg. no: 61234567"}, line{300, 720, "VAT no. GB123456782"})
}

func proposedFor(name, right, wrong string, y float64, customer, net, tax, read string) string {
	l := match.NewPage(studioBill(200, "40302010", "340.00", "68.00"), "GBP").Learn(match.CorrectedRecord{
		Type: schema.TypeInvoice, Right: map[string]string{name: right}, Read: map[string]string{name: wrong},
	})
	known := template.New("l", 1, []template.Example{l})
	const doubt = 0.8
	for _, p := range match.NewPage(studioBill(y, customer, net, tax), "GBP").Propose(&known,
		question(map[string]string{name: read}, doubt)) {
		if p.Name == name {
			return p.Quote.Value
		}
	}
	return ""
}

// Of equal labels, the one at the same edge leads to the value at any height.
func TestEqualLabelsByPosition(t *testing.T) {
	t.Parallel()
	if got := proposedFor("customerTaxId", "40302010", "", 260, "77665544", "90.00", "18.00", ""); got != "77665544" {
		t.Errorf("proposed %q", got)
	}
}

// A label leads to the second value right of it.
func TestSecondValueRightOfLabel(t *testing.T) {
	t.Parallel()
	if got := proposedFor("taxTotal", "68.00", "", 260, "77665544", "90.00", "18.00", ""); got != "18.00" {
		t.Errorf("proposed %q", got)
	}
}

// A corrected vendor name that was part of a longer text is corrected again; other texts stay.
func TestRepeatedMisreadName(t *testing.T) {
	t.Parallel()
	const wrong, right = "STUDIO NORTH Mira Holt", "Mira Holt"
	for read, want := range map[string]string{wrong: right, "Birch & Rowan": ""} {
		if got := proposedFor("vendorName", right, wrong, 200, "77665544", "90.00", "18.00", read); got != want {
			t.Errorf("%q: proposed %q, want %q", read, got, want)
		}
	}
}

// A name ends at a comma or a freestanding dash.
func TestNamesEndingWithinLine(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"Ines Vale, translator", "Ines Vale - translator", "Ines Vale – translator"} {
		doc := page(line{60, 60, text}, line{60, 71, "Oak Lane 4"}, line{360, 60, "Invoice No:"}, line{460, 60, "A-77"},
			line{360, 80, "Invoice Date:"}, line{460, 80, "March 18, 2024"}, line{60, 500, "Total"}, line{450, 500, "90.00"})
		l := match.NewPage(doc, "GBP").Learn(match.CorrectedRecord{
			Type: schema.TypeInvoice, Right: map[string]string{"vendorName": "Ines Vale"},
			Read: map[string]string{"vendorName": text},
		})
		if f := l.Field("vendorName"); f == nil || len(f.Anchors) == 0 {
			t.Errorf("%q: nothing leads to the name", text)
		}
	}
}
