package match_test

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/template/match"
	"github.com/docmill/docmill/libs/assert"
)

func noted(y float64, lines ...line) *annotate.Document {
	all := []line{{60, 60, "Harrow Tools Ltd"}, {60, 71, "VAT no. " + harrow}, {360, 60, "Invoice Date:"}, {460, 60,
		"March 18, 2024"},
		{360, 680, "Total"}, {500, 680, "100.00"}}
	for _, l := range lines {
		all = append(all, line{l.x, l.y + y, l.text})
	}
	return page(all...)
}

// A label leads to its value at any place on the next page.
func TestOffsetsFromLabels(t *testing.T) {
	t.Parallel()
	over := func(value, beside string) []line {
		return []line{{60, 0, value}, {260, 0, beside}, {60, 12, "Krem Zuvo"}, {260, 12, "Pluq"}}
	}
	behind := func(value string) []line { return []line{{60, 0, "Krem Zuvo"}, {200, 0, value}} }
	within := func(value string) []line { return []line{{60, 0, value}} }
	for name, c := range map[string]struct {
		field, taught, want string
		before, next        []line
	}{
		"over the label": {"customerId", "C-4410", "C-5521", over("C-4410", "1 July 2024"), over("C-5521",
			"2 August 2024")},
		"in capitals": {"customerId", "BRAKFGB", "VELOPGB", behind("BRAKFGB"), behind("VELOPGB")},
		"in many groups": {"invoiceNumber", "7 204 118 033", "7 204 126 018", behind("7 204 118 033"),
			behind("7 204 126 018")},
		"of words": {"customerId", "Alfa bravo 4 delta", "", behind("Alfa bravo 4 delta"),
			behind("Alfa bravo 5 delta")},
		"glued to its label": {"invoiceNumber", "0417", "0533", within("Krem:Nr.0417"), within("Krem:Nr.0533")},
	} {
		l := seenOf("a", noted(200, c.before...), c.field, "", c.taught, false)
		want := map[string]string{}
		if c.want != "" {
			want[c.field] = c.want
		}
		got := changes(template.New("l", 1, []template.Example{l}), noted(320, c.next...), .75, reads{})
		wantChanges(t, name, got, want)
	}
}

// A due date that is only stated in days is learned.
func TestLearnedPaymentDays(t *testing.T) {
	t.Parallel()
	terms := func(text string) *annotate.Document { return noted(200, line{60, 0, "Krem Zuvo"}, line{200, 0, text}) }
	learned := func(text, due string) template.Example {
		l := match.NewPage(terms(text), "GBP").Learn(match.CorrectedRecord{
			Type: schema.TypeInvoice, Right: map[string]string{"dueDate": due, "issueDate": "2024-03-18"},
			Read: map[string]string{},
		})
		l.Document = text
		return l
	}
	for name, c := range map[string]struct {
		lesson template.Example
		next   string
		issued string
		want   string
	}{
		"other days": {learned("21 days", "2024-04-08"), "45 days", "2024-05-01", "2024-06-15"},
		"the later days": {learned("8 days 2 %, 30 days net", "2024-04-17"), "10 days 3 %, 60 days net", "2024-05-01",
			"2024-06-30"},
		"no days":         {learned("21 days", "2024-04-08"), "at once", "2024-05-01", ""},
		"issued unknown":  {learned("21 days", "2024-04-08"), "45 days", "", ""},
		"not in any days": {learned("21 days", "2024-04-09"), "45 days", "2024-05-01", ""},
		"too many":        {learned("21 days", "2024-04-08"), "4711", "2024-05-01", ""},
	} {
		want := map[string]string{}
		if c.want != "" {
			want["dueDate"] = c.want
		}
		got := changes(template.New("l", 1, []template.Example{c.lesson}), terms(c.next), .75,
			reads{"issueDate": {Value: c.issued, Confidence: .99}})
		wantChanges(t, name, got, want)
	}
}

// If a page has several currencies, the corrected one is read from its place.
func TestCurrencyByPosition(t *testing.T) {
	t.Parallel()
	abroad := func(code, amount string) *annotate.Document {
		return noted(200, line{60, 0, "Oak boards"}, line{300, 0, code + " 310.00"}, line{60, 60, "Krem Zuvo"}, line{300, 60,
			"GBP " + amount})
	}
	l := seenOf("a", abroad("USD", "250.00"), "currency", "USD", "GBP", false)
	got := changes(template.New("l", 1, []template.Example{l}), abroad("USD", "270.00"), .75,
		reads{"currency": {Value: "USD", Confidence: .8}})
	wantChanges(t, "the currency", got, map[string]string{"currency": "GBP"})
}

// Sums extracted in swapped roles are corrected at any confidence if the examples lead to both.
func TestSwappedTotals(t *testing.T) {
	t.Parallel()
	settled := func(net, total string) *annotate.Document {
		return noted(200, line{60, 0, "Krem"}, line{300, 0, net}, line{60, 30, "Zuvo"}, line{300, 30, total})
	}
	learned := func(document, net, total string) template.Example {
		right := map[string]string{"subtotal": net, "total": total}
		l := match.NewPage(settled(net, total), "GBP").Learn(match.CorrectedRecord{Type: schema.TypeInvoice, Right: right,
			Read: right})
		l.Document = document
		return l
	}
	examples := []template.Example{learned("a", "100.00", "120.00"), learned("b", "55.00", "66.00")}
	for name, c := range map[string]struct {
		lessons []template.Example
		read    string
		want    map[string]string
	}{
		"the net sum":   {examples, "70.00", map[string]string{"total": "84.00"}},
		"another sum":   {examples, "71.00", map[string]string{}},
		"as it should":  {examples, "84.00", map[string]string{}},
		"by one lesson": {examples[:1], "70.00", map[string]string{}},
	} {
		got := changes(template.New("l", 1, c.lessons), settled("70.00", "84.00"), 1, reads{
			"total": {Value: c.read, Confidence: .99}, "subtotal": {Value: "70.00", Confidence: .99},
			"amountDue": {Value: "84.00", Confidence: .9}})
		wantChanges(t, name, got, c.want)
	}
}

// A name is taken from above its party's address.
func TestNamesAboveAddresses(t *testing.T) {
	t.Parallel()
	sent := func(name, street, town string) *annotate.Document {
		return noted(200, line{60, 0, name}, line{60, 11, street}, line{60, 22, town}, line{360, -150, "Glaziers since 1931"})
	}
	learned := func(document, name, street, town string) template.Example {
		right := map[string]string{"customerName": name, "customerAddress": street + ", " + town}
		l := match.NewPage(sent(name, street, town), "GBP").Learn(match.CorrectedRecord{Type: schema.TypeInvoice,
			Right: right, Read: right})
		l.Document = document
		return l
	}
	known := template.New("l", 1, []template.Example{
		learned("a", "Firth Glass", "18 Dale Road", "Ripon HG4 1AA"), learned("b", "Moss & Co", "6 Cliff Walk",
			"Whitby YO21 3EX")})
	next := sent("Elm Valley Foods", "9 Orchard Street", "York YO1 7HH")
	const address = "9 Orchard Street, York YO1 7HH"
	for name, c := range map[string]struct {
		read       string
		confidence float64
		address    string
		want       map[string]string
	}{
		"elsewhere":            {"Glaziers since 1931", .89, address, map[string]string{"customerName": "Elm Valley Foods"}},
		"elsewhere, surely":    {"Glaziers since 1931", .96, address, map[string]string{}},
		"of an address beyond": {"Glaziers since 1931", .89, "2 Quay Road, Bristol BS1 4DJ", map[string]string{}},
	} {
		got := changes(known, next, 1, reads{"customerName": {Value: c.read, Confidence: c.confidence},
			"customerAddress": {Value: c.address, Confidence: .97}})
		wantChanges(t, name, got, c.want)
	}
}

// A number that one of several examples had wrong is taken from its place, unless the confidence is high.
func TestNumbersMisreadOnce(t *testing.T) {
	t.Parallel()
	const field = "invoiceNumber"
	sheet := func(number string) *annotate.Document {
		return noted(200, line{60, 0, "Krem Zuvo"}, line{200, 0, number}, line{60, 300, "Job 8841"})
	}
	right := func(document, number string) template.Example {
		return seenOf(document, sheet(number), field, number, number, true)
	}
	wrong := seenOf("c", sheet("R-1001"), field, "8840", "R-1001", true)
	for name, c := range map[string]struct {
		lessons    []template.Example
		confidence float64
		want       map[string]string
	}{
		"one of three": {[]template.Example{right("a", "R-77"), right("b", "R-88"), wrong}, .9,
			map[string]string{field: "R-99"}},
		"one of three, surely": {[]template.Example{right("a", "R-77"), right("b", "R-88"), wrong}, .96, map[string]string{}},
		"none of three": {[]template.Example{right("a", "R-77"), right("b", "R-88"), right("d", "R-66")}, .9,
			map[string]string{}},
	} {
		got := changes(template.New("l", 1, c.lessons), sheet("R-99"), 1, reads{field: {Value: "8841",
			Confidence: c.confidence}})
		wantChanges(t, name, got, c.want)
	}
}

// A wrong constant that a person corrected once is corrected again at any confidence.
func TestRepeatedWrongConstant(t *testing.T) {
	t.Parallel()
	const field, right, wrong = "vendorName", "Harrow Tools Ltd", "Birch & Rowan"
	l := seenOf("a", posted(harrow, right, 60, "J-1", "R-10"), field, wrong, right, true)
	moved := posted(harrow, right, 230, "J-2", "R-20")
	for read, want := range map[string]map[string]string{wrong: {field: right}, "Oak & Sons": {}} {
		got := changes(template.New("l", 1, []template.Example{l}), moved, .75, reads{field: {Value: read, Confidence: .99}})
		wantChanges(t, read, got, want)
	}
}

// A contact line stays part of the customer's address although no example had one.
func TestCustomerContactLine(t *testing.T) {
	t.Parallel()
	sent := func(lines ...string) *annotate.Document {
		var all []line
		for i, text := range lines {
			all = append(all, line{60, 11 * float64(i), text})
		}
		return noted(200, append(all, line{60, -16, "Krem Zuvo"})...)
	}
	learned := func(document, name, street, town string) template.Example {
		right := map[string]string{"customerName": name, "customerAddress": street + ", " + town}
		l := match.NewPage(sent(name, street, town), "GBP").Learn(match.CorrectedRecord{Type: schema.TypeInvoice,
			Right: right, Read: right})
		l.Document = document
		return l
	}
	known := template.New("l", 1, []template.Example{
		learned("a", "Firth Glass", "18 Dale Road", "Ripon HG4 1AA"), learned("b", "Moss & Co", "6 Cliff Walk",
			"Whitby YO21 3EX")})
	const name, address = "Elm Valley Foods", "9 Orchard Street, York YO1 7HH"
	for with, want := range map[string]map[string]string{
		"c/o Birch Keeping": {}, "Bought Ledger": {"customerAddress": address},
	} {
		got := changes(known, sent(name, with, "9 Orchard Street", "York YO1 7HH"), 1, reads{
			"customerName":    {Value: name, Confidence: .9},
			"customerAddress": {Value: with + ", " + address, Confidence: .65}})
		wantChanges(t, with, got, want)
	}
}

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
	assert.Equal(t, proposedFor("customerTaxId", "40302010", "", 260, "77665544", "90.00", "18.00", ""), "77665544",
		"proposed")
}

// A label leads to the second value right of it.
func TestSecondValueRightOfLabel(t *testing.T) {
	t.Parallel()
	assert.Equal(t, proposedFor("taxTotal", "68.00", "", 260, "77665544", "90.00", "18.00", ""), "18.00", "proposed")
}

// A corrected vendor name that was part of a longer text is corrected again; other texts stay.
func TestRepeatedMisreadName(t *testing.T) {
	t.Parallel()
	const wrong, right = "STUDIO NORTH Mira Holt", "Mira Holt"
	for read, want := range map[string]string{wrong: right, "Birch & Rowan": ""} {
		assert.Equal(t, proposedFor("vendorName", right, wrong, 200, "77665544", "90.00", "18.00", read), want,
			read, "proposed")
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
		f := l.Field("vendorName")
		assert.True(t, f != nil && len(f.Anchors) != 0, text, "nothing leads to the name")
	}
}
