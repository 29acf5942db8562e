package match_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/template/match"
	"github.com/docmill/docmill/libs/assert"
)

const (
	trader = "Harrow Tools Limited"
	street = "14 Mill Lane"
	town   = "Leeds LS1 4AP"
)

// scannedLesson is the example of a scanned bill with a printed and a corrected name.
func scannedLesson(source document.Source, printed, right string) template.Example {
	address := street + ", " + town
	l := match.NewPage(billOf(source, printed, street, town, "4711"), "GBP").Learn(match.CorrectedRecord{
		Type:  schema.TypeInvoice,
		Right: map[string]string{"vendorName": right, "vendorAddress": address},
		Read:  map[string]string{"vendorName": printed, "vendorAddress": address},
	})
	l.Document = printed + right
	return l
}

// respelled is the proposal for a page whose extracted values are as printed.
func respelled(source document.Source, seller, street string, examples ...template.Example) map[string]string {
	known := template.New("l", 1, examples)
	read := map[string]string{"vendorName": seller, "vendorAddress": street + ", " + town}
	got := map[string]string{}
	for _, p := range match.NewPage(billOf(source, seller, street, town, "99812"), "GBP").Propose(&known,
		question(read, 0.9)) {
		got[p.Name] = p.Quote.Value
	}
	return got
}

// Misread letters of a known vendor's mail address are corrected.
func TestMisreadEmailAddress(t *testing.T) {
	t.Parallel()
	sheet := func(mail string) *annotate.Document {
		return pageOf(document.SourceOCR, line{60, 60, trader}, line{60, 71, "VAT no. " + harrow}, line{60, 82, mail},
			line{60, 140, "Invoice No:"}, line{160, 140, "R-77"}, line{360, 520, "Total"}, line{500, 520, "100.00"})
	}
	const field, right = "vendorEmail", "accounts@harrowtools.example"
	l := seenOf("a", sheet(right), field, right, right, true)
	for read, want := range map[string]map[string]string{
		"accounts@harrowtools.cxample": {field: right}, "sales@harrowtools.example": {}, right: {},
	} {
		got := changes(template.New("l", 1, []template.Example{l}), sheet(read), 1, reads{field: {Value: read,
			Confidence: .99}})
		wantChanges(t, read, got, want)
	}
	// A right value stays at any confidence.
	examples := []template.Example{l, l, l}
	for i := range examples {
		examples[i].Document = fmt.Sprint(i)
	}
	got := changes(template.New("l", 1, examples), sheet("accounts@harrowtools.cxample"), 1, reads{field: {Value: right,
		Confidence: .5}})
	wantChanges(t, "read right", got, map[string]string{})
}

// Misread letters (not digits) of a known vendor are corrected on scans if another identifier confirms the vendor.
func TestMisreadVendorLetters(t *testing.T) {
	t.Parallel()
	const scan, text = document.SourceOCR, document.SourceText
	known := scannedLesson(scan, trader, trader)
	for name, c := range map[string]struct {
		source         document.Source
		seller, street string
		lesson         template.Example
		want           map[string]string
	}{
		"right":           {scan, trader, street, known, nil},
		"a letter":        {scan, "Harr0w Tools Limited", street, known, map[string]string{"vendorName": trader}},
		"one too few":     {scan, "arrow Tools Limited", street, known, map[string]string{"vendorName": trader}},
		"too many":        {scan, "Harold Took Limjted", street, known, nil},
		"printed text":    {text, "Harr0w Tools Limited", street, known, nil},
		"another address": {scan, "Harr0w Tools Limited", "27 Orchard Street", known, nil},
		"a letter of both": {
			scan, "Harr0w Tools Limited", "14 Mjll Lane", known,
			map[string]string{"vendorName": trader, "vendorAddress": street + ", " + town},
		},
		"another house": {scan, trader, "19 Mill Lane", known, nil},
		"learned of a scan": {
			scan, "Harrow T0ols Limited", street, scannedLesson(scan, "Harrow Tools Lirnited", trader),
			map[string]string{"vendorName": trader},
		},
		"learned of nothing": {
			scan, "Harrow T0ols Limited", street, scannedLesson(text, "Harrow Tools Lirnited", trader), nil,
		},
	} {
		got := respelled(c.source, c.seller, c.street, c.lesson)
		assert.Equal(t, len(got), len(c.want), name, "proposed", got, "want", c.want)
		for field, want := range c.want {
			assert.Equal(t, got[field], want, name, field)
		}
	}
}

// A value that a person left unchanged is right although others spelled it differently.
func TestUncorrectedSpellings(t *testing.T) {
	t.Parallel()
	const scan, other = document.SourceOCR, "Harrow Tools Limite"
	got := respelled(scan, other, street, scannedLesson(scan, trader, trader), scannedLesson(scan, other, other))
	assert.Equal(t, len(got), 0, "proposed", got)
}

// whole is the corrected address of the trader.
const whole = street + ", " + town

func sold(source document.Source, seller string, address ...string) *annotate.Document {
	p := party{name: []string{seller}, address: address}
	return pageOf(source, append(p.lines(360, 60), line{60, 140, "Invoice No:"}, line{160, 140, "4711"},
		line{360, 320, "Total"}, line{500, 320, "100.00"})...)
}

func putRight(doc *annotate.Document, name, address string, examples ...template.Example) map[string]string {
	known := template.New("l", 1, examples)
	return changes(known, doc, 1, reads{}.put("vendorName", name).put("vendorAddress", address))
}

func taughtOf(doc *annotate.Document, read, right reads) template.Example {
	l := match.NewPage(doc, "GBP").Learn(match.CorrectedRecord{Type: schema.TypeInvoice, Read: read.values(),
		Right: right.values()})
	l.Document = "taught"
	return l
}

// A fragment of a known vendor's address or name is completed if another identifier confirms the vendor.
func TestVendorFragments(t *testing.T) {
	t.Parallel()
	const scan, text = document.SourceOCR, document.SourceText
	known := taughtOf(sold(scan, trader, street, town), reads{}, reads{}.put("vendorName", trader).put("vendorAddress",
		whole))
	for name, c := range map[string]struct {
		source  document.Source
		seller  string
		address []string
		want    map[string]string
	}{
		"cut off in a word":      {scan, trader, []string{"ll Lane", town}, map[string]string{"vendorAddress": whole}},
		"a word less, one slip":  {scan, trader, []string{"Mjll Lane", town}, map[string]string{"vendorAddress": whole}},
		"a word less":            {scan, trader, []string{"Mill Lane", town}, nil},
		"its end less":           {scan, trader, []string{street, "Leeds LS1"}, nil},
		"another house's number": {scan, trader, []string{"4 ll Lane", town}, nil},
		"numbers the other way":  {scan, trader, []string{"4 ll Lane", "14 Leeds LS"}, nil},
		"less than most":         {scan, trader, []string{"eeds LS1 4A"}, nil},
		"too many slips":         {scan, trader, []string{"Hjfl Lame", town}, nil},
		"printed text":           {text, trader, []string{"ll Lane", town}, nil},
		"of nobody known":        {scan, "Oak & Sons", []string{"ll Lane", town}, nil},
		"a name cut off": {scan, "Harrow Tools Limi", []string{street, town},
			map[string]string{"vendorName": trader}},
		"a name in short":         {scan, "Harrow Tools", []string{street, town}, nil},
		"a name of another shop":  {scan, "Harrow Tools Limi 2", []string{street, town}, nil},
		"a name in printed words": {text, "Harrow Tools Limi", []string{street, town}, nil},
	} {
		doc := sold(c.source, c.seller, c.address...)
		wantChanges(t, name, putRight(doc, c.seller, strings.Join(c.address, ", "), known), c.want)
	}
	short := taughtOf(sold(scan, "Elm Yard", street, town), reads{}, reads{}.put("vendorName",
		"Elm Yard").put("vendorAddress", whole))
	wantChanges(t, "a short name", putRight(sold(scan, "lm Yard", street, town), "lm Yard", whole, short), nil)
}

// A fragment on a scanned page is learned with the full text.
func TestLearnedFragments(t *testing.T) {
	t.Parallel()
	const scan = document.SourceOCR
	for name, c := range map[string]struct {
		source        document.Source
		printed, read string
		want          string
	}{
		"a fragment":                {scan, "ll Lane", "ll Lane, " + town, whole},
		"a word less":               {scan, "Mill Lane", "Mill Lane, " + town, ""},
		"another number":            {scan, "17 ll Lane", "17 ll Lane, " + town, ""},
		"printed text":              {document.SourceText, "ll Lane", "ll Lane, " + town, ""},
		"read of another address":   {scan, "9 Orchard Street", "9 Orchard Street, " + town, ""},
		"what is not on the page":   {scan, "9 Orchard Street", "ll Lane, " + town, ""},
		"nothing":                   {scan, "ll Lane", "", ""},
		"letters that were misread": {scan, "14 Mjll Lane", "14 Mjll Lane, " + town, whole},
	} {
		l := taughtOf(sold(c.source, trader, c.printed, town), reads{}.put("vendorAddress", c.read),
			reads{}.put("vendorAddress", whole))
		got := ""
		if f := l.Field("vendorAddress"); f != nil {
			got = f.Constant
		}
		assert.Equal(t, got, c.want, name, "taught")
	}
	example := taughtOf(sold(scan, trader, "ll Lane", town), reads{}.put("vendorName", trader).put("vendorAddress",
		"ll Lane, "+town),
		reads{}.put("vendorName", trader).put("vendorAddress", whole))
	got := putRight(sold(scan, trader, "14 Mill La", town), trader, "14 Mill La, "+town, example)
	wantChanges(t, "the next fragment", got, map[string]string{"vendorAddress": whole})
}

// The head office in a branch's address identifies the company.
func TestBranchHeadOffice(t *testing.T) {
	t.Parallel()
	const scan, misread = document.SourceOCR, "Harr0w Tools Limited"
	seat := []string{"14 Mill Lane Estate", "Leeds LS1 4AP"}
	branch := func(lines ...string) []string { return append(slices.Clone(seat), lines...) }
	home := branch("7 Dock Road", "Otley")
	known := taughtOf(sold(scan, trader, home...), reads{},
		reads{}.put("vendorName", trader).put("vendorAddress", strings.Join(home, ", ")))
	nameless := []string{"Marlow Trading Estate", "of Upper Wharfedale", "7 Dock Road", "Otley"}
	unnumbered := taughtOf(sold(scan, trader, nameless...), reads{},
		reads{}.put("vendorName", trader).put("vendorAddress", strings.Join(nameless, ", ")))
	small := taughtOf(sold(scan, trader, street, "Otley"), reads{},
		reads{}.put("vendorName", trader).put("vendorAddress", street+", Otley"))
	right := map[string]string{"vendorName": trader}
	for name, c := range map[string]struct {
		lesson  template.Example
		address []string
		want    map[string]string
	}{
		"another branch":    {known, branch("3 High Street", "Ripon"), right},
		"a branch far away": {known, branch("3 High Street", "Industrial Park of Upper Nidderdale", "Pateley Bridge"), nil},
		"the same street":   {known, []string{"14 Mill Lane", "Derby DE1 2GT"}, nil},
		"a short street":    {small, []string{street, "Derby"}, nil},
		"another seat":      {known, []string{"15 Mill Lane Estate", "Leeds LS1 4AP", "7 Dock Road", "Otley"}, nil},
		"an estate of others": {unnumbered, []string{"Marlow Trading Estate", "of Upper Wharfedale", "3 High Street",
			"Ripon"}, nil},
	} {
		doc := sold(scan, misread, c.address...)
		wantChanges(t, name, putRight(doc, misread, strings.Join(c.address, ", "), c.lesson), c.want)
	}
}

// BenchmarkMisreadLetters matches a receipt of sixty lines with misread letters to a template of six examples.
func BenchmarkMisreadLetters(b *testing.B) {
	lines := []line{{60, 60, "Harr0w Tools Limlted"}, {60, 71, street}, {60, 82, town}}
	for i := range 57 {
		lines = append(lines, line{60, 95 + 12*float64(i), fmt.Sprintf("Item %d of some goods", i)},
			line{400, 95 + 12*float64(i), fmt.Sprintf("%d.00", i)})
	}
	receipt := pageOf(document.SourceOCR, lines...)
	var examples []template.Example
	for i := range template.MaxExamples {
		l := scannedLesson(document.SourceOCR, trader, trader)
		l.Document = fmt.Sprint(i)
		examples = append(examples, l)
	}
	known := template.New("l", 1, examples)
	q := question(map[string]string{"vendorName": "Harr0w Tools Limlted", "vendorAddress": street + ", " + town}, 0.9)
	for b.Loop() {
		if found := match.NewPage(receipt, "GBP").Propose(&known, q); len(found) != 1 {
			b.Fatal(found)
		}
	}
}

// Signs read as strokes are corrected to the vendor's shape on scans, even if the example's page was misread.
func TestMisreadVendorNumbers(t *testing.T) {
	t.Parallel()
	const scan, text, shaped = document.SourceOCR, document.SourceText, "QTM/24-0318"
	example := func(printed, right string) template.Example {
		address := street + ", " + town
		return match.NewPage(billOf(scan, trader, street, town, printed), "GBP").Learn(match.CorrectedRecord{
			Type:  schema.TypeInvoice,
			Right: map[string]string{"vendorName": trader, "vendorAddress": address, "invoiceNumber": right},
			Read:  map[string]string{"vendorName": trader, "vendorAddress": address, "invoiceNumber": printed},
		})
	}
	for name, c := range map[string]struct {
		source document.Source
		lesson template.Example
		number string
		want   string
	}{
		"a stroke":           {scan, example(shaped, shaped), "QTMI24-0955", "QTM/24-0955"},
		"taught by a stroke": {scan, example("QTMI24-0318", shaped), "QTM124-0955", "QTM/24-0955"},
		"printed text":       {text, example(shaped, shaped), "QTMI24-0955", ""},
		"another shape":      {scan, example(shaped, shaped), "QTMI24-095", ""},
		"another value":      {scan, example("QTMI24-0318", "QTM/24-0319"), "QTM124-0955", ""},
	} {
		known := template.New("l", 1, []template.Example{c.lesson})
		read := map[string]string{"vendorName": trader, "vendorAddress": street + ", " + town, "invoiceNumber": c.number}
		got := ""
		for _, p := range match.NewPage(billOf(c.source, trader, street, town, c.number), "GBP").Propose(&known,
			question(read, 0.9)) {
			if p.Name == "invoiceNumber" {
				got = p.Quote.Value
			}
		}
		assert.Equal(t, got, c.want, name, "proposed")
	}
}
