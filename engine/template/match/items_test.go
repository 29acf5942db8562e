package match_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/template/match"
	"github.com/docmill/docmill/libs/assert"
)

func wares(heads ...string) *annotate.Document {
	var lines []line
	for i, cells := range [][]string{heads, {"Steel bracket", "12.50", "45.00"}, {"Garden hose", "39.99", "75.98"}} {
		for k, text := range cells {
			lines = append(lines, line{[]float64{60, 300, 450}[k], 200 + 20*float64(i), text})
		}
	}
	return page(append(lines, line{60, 60, "Harrow Tools Ltd"}, line{360, 300, "Total"}, line{450, 300, "120.98"})...)
}

func goodsRows() []map[string]string {
	return []map[string]string{
		{"description": "Steel bracket", "unitPrice": "12.50", "amount": "45.00"},
		{"description": "Garden hose", "unitPrice": "39.99", "amount": "75.98"},
	}
}

// seen are rows that a person confirmed as a whole.
func seen(rows []map[string]string) match.CorrectedItems {
	return match.CorrectedItems{Type: schema.TypeInvoice, Rows: rows, Complete: true, Known: func(int,
		string) bool {
		return true
	}}
}

// meanings are the columns that a template finds in the first table.
func meanings(t *testing.T, doc *annotate.Document, l template.Template) []layout.Column {
	t.Helper()
	r, ok := match.NewPage(doc, "").Items(&l, 1)
	if !ok || len(r.Tables) == 0 {
		return nil
	}
	var columns []layout.Column
	for _, h := range r.Tables[0].Headings {
		columns = append(columns, h.Column)
	}
	return columns
}

func TestColumnsLearnedByHeading(t *testing.T) {
	t.Parallel()
	items := match.NewPage(wares("Description", "Rabo", "Amount"), "").LearnItems(seen(goodsRows()))
	if items == nil || len(items.Columns) != 3 || items.Columns[1].Field != "unitPrice" || items.Columns[1].Head == 0 ||
		items.Columns[1].Meaning != int(layout.ColumnOther) || len(items.Ends) == 0 {
		t.Fatalf("taught %+v", items)
	}
	l := template.Template{Examples: []template.Example{{Items: items}}}
	want := []layout.Column{layout.ColumnDescription, layout.ColumnUnitPrice, layout.ColumnAmount}
	for name, c := range map[string]struct {
		page *annotate.Document
		want []layout.Column
	}{
		"the same words":             {wares("Description", "Rabo", "Amount"), want},
		"another language":           {wares("Bezeichnung", "Quux", "Betrag"), want},
		"a word that means another":  {wares("Description", "Discount", "Amount"), nil},
		"the one word of all":        {wares("Zuvo", "Rabo", "Tolv"), nil},
		"no table":                   {page(line{60, 60, "Dear Sirs"}), nil},
		"words of a letter, not one": {page(line{60, 60, "Rabo Amount Description of what we did"}), nil},
	} {
		got := meanings(t, c.page, l)
		right := slices.Equal(got, c.want)
		if c.want == nil {
			right = !slices.Contains(got, layout.ColumnUnitPrice)
		}
		assert.True(t, right, name, "columns", got, "want", c.want)
	}
}

// Values that are not on the page have no column; columns without headings are found by place.
func TestColumnsLearnedFromValues(t *testing.T) {
	t.Parallel()
	doc := wares("Description", "Rabo", "Amount")
	rows := goodsRows()
	for _, r := range rows {
		r["unitPrice"], r["quantity"] = "777.77", "888"
	}
	items := match.NewPage(doc, "").LearnItems(seen(rows))
	if items == nil || slices.ContainsFunc(items.Columns, func(c template.Column) bool {
		return c.Field == "unitPrice" || c.Field == "quantity"
	}) {
		t.Errorf("taught %+v", items)
	}
	for _, r := range rows {
		maps.DeleteFunc(r, func(member string, _ string) bool { return member == "description" || member == "amount" })
	}
	items = match.NewPage(doc, "").LearnItems(seen(rows))
	assert.True(t, items == nil, "nothing of it is on the page", items)
	bare := match.NewPage(wares(), "").LearnItems(seen(goodsRows()))
	if bare == nil || slices.ContainsFunc(bare.Columns, func(c template.Column) bool { return c.Head != 0 }) {
		t.Fatalf("taught %+v", bare)
	}
	l := template.Template{Examples: []template.Example{{Items: bare}}}
	got := meanings(t, wares(), l)
	assert.Equal(t, len(got), 3, "columns", got)
}

// A heading with another meaning is not part of the adjacent one.
func TestHeadingsInOneSegment(t *testing.T) {
	t.Parallel()
	items := match.NewPage(wares("Description", "Unit Price Discount", "Amount"), "").LearnItems(seen(goodsRows()))
	if items == nil || len(items.Columns) != 4 || items.Columns[1].Field != "unitPrice" || items.Columns[2].Field != "" ||
		items.Columns[2].Meaning != int(layout.ColumnDiscount) || items.Columns[1].Head == items.Columns[2].Head {
		t.Errorf("taught %+v", items)
	}
}

// An identical header identifies the table on a page with little likeness; a different word does not.
func TestIdenticalHeader(t *testing.T) {
	t.Parallel()
	goods := func(heads ...string) *annotate.Document {
		lines := []line{{60, 60, "Harrow Tools Ltd"}}
		for i, cells := range [][]string{
			heads, {"Steel bracket", "4", "12.50", "50.00"}, {"Garden hose", "2", "39.99", "79.98"}} {
			for k, text := range cells {
				lines = append(lines, line{[]float64{60, 250, 350, 450}[k], 200 + 20*float64(i), text})
			}
		}
		return page(lines...)
	}
	items := match.NewPage(goods("Description", "Qty", "Rabo", "Amount"), "").LearnItems(seen([]map[string]string{
		{"description": "Steel bracket", "quantity": "4", "unitPrice": "12.50", "amount": "50.00"},
		{"description": "Garden hose", "quantity": "2", "unitPrice": "39.99", "amount": "79.98"},
	}))
	l := template.Template{Examples: []template.Example{{Items: items}}}
	const alike = 0.6
	for word, want := range map[string]bool{"Rabo": true, "Price": false} {
		r, ok := match.NewPage(goods("Description", "Qty", word, "Amount"), "").Items(&l, alike)
		if r.Certain != want || want && !ok {
			t.Errorf("%q: found %t, certain %t", word, ok, r.Certain)
		}
	}
}

// posted is a page of a vendor with its name at height y, a buyer, and labeled numbers.
func posted(vendor, name string, y float64, order, number string) *annotate.Document {
	return page(line{60, 60, "Birch & Rowan"}, line{60, 71, "2 Quay Road"}, line{360, y, name}, line{360, y + 140,
		"VAT no. " + vendor},
		line{60, 140, "Job Ref:"}, line{160, 140, order}, line{60, 160, "Our Sign:"}, line{160, 160, number},
		line{60, 200, "Invoice Date:"}, line{160, 200, "March 18, 2024"}, line{360, 520, "Total"}, line{500, 520, "100.00"})
}

func seenOf(document string, doc *annotate.Document, name, read, right string, sure bool) template.Example {
	seen := match.CorrectedRecord{Type: schema.TypeInvoice, Right: map[string]string{name: right},
		Read: map[string]string{name: read},
		Sure: map[string]bool{name: sure}}
	if right == "" {
		seen.Right, seen.Absent = map[string]string{}, []string{name}
	}
	l := match.NewPage(doc, "GBP").Learn(seen)
	l.Document = document
	return l
}

// A constant of all examples replaces any value if the page has it and an identifier of the vendor.
func TestVendorConstants(t *testing.T) {
	t.Parallel()
	const name, buyer = "Harrow Tools Ltd", "Birch & Rowan"
	const field = "vendorName"
	of := func(document, vendor, name string) template.Example {
		return seenOf(document, posted(vendor, name, 60, "J-1", "R-10"), field, name, name, true)
	}
	one, two := of("a", harrow, name), of("b", harrow, name)
	moved := posted(harrow, name, 230, "J-2", "R-20")
	for label, c := range map[string]struct {
		doc                  *annotate.Document
		read                 string
		confidence, likeness float64
		lessons              []template.Example
		want                 string
	}{
		"two lessons":  {moved, buyer, .99, .55, []template.Example{one, two}, name},
		"a part of it": {moved, "Harrow", .99, .55, []template.Example{one, two}, name},
		"read so":      {moved, name, .5, .55, []template.Example{one, two}, ""},
		"not on the page": {posted(harrow, "Harrow & Daughters", 230, "J-2", "R-20"), buyer, .99, .55,
			[]template.Example{one, two}, ""},
		"another vendor":        {posted(oak, name, 230, "J-2", "R-20"), buyer, .99, .55, []template.Example{one, two}, ""},
		"one of another vendor": {moved, buyer, .99, .55, []template.Example{one, of("c", oak, name)}, ""},
		"one spelt otherwise": {moved, buyer, .99, .55, []template.Example{one, two, of("c", harrow, "Harrow Tools")},
			""},
		"taken away once": {moved, buyer, .99, .55, []template.Example{one, two, seenOf("c", posted(harrow, name, 60,
			"J-1", "R-10"), field, name, "", true)}, ""},
		"one lesson":              {moved, "Harrow", .9, .75, []template.Example{one}, name},
		"one lesson, surely read": {moved, "Harrow", .96, .75, []template.Example{one}, ""},
		"one lesson, a sister":    {moved, "Harrow", .9, .65, []template.Example{one}, ""},
		"one lesson, not a part":  {moved, buyer, .9, .75, []template.Example{one}, ""},
	} {
		want := map[string]string{}
		if c.want != "" {
			want[field] = c.want
		}
		got := changes(template.New("l", 1, c.lessons), c.doc, c.likeness, reads{field: {Value: c.read,
			Confidence: c.confidence}})
		wantChanges(t, label, got, want)
	}
	got := changes(template.New("l", 1, []template.Example{one, two}), moved, .55, reads{
		field: {Value: buyer, Confidence: .99}, "customerName": {Value: name, Confidence: .5}})
	wantChanges(t, "read of the other party", got, map[string]string{})
}

// Fields that are no constants are never proposed by their text alone.
func TestNonConstantsNotProposed(t *testing.T) {
	t.Parallel()
	var examples []template.Example
	for _, document := range []string{"a", "b"} {
		examples = append(examples, seenOf(document, posted(harrow, "Harrow Tools Ltd", 60, "J-1", "R-10"), "invoiceNumber",
			"R-10", "R-10", true))
	}
	got := changes(template.New("l", 1, examples), posted(harrow, "Harrow Tools Ltd", 60, "R-10", "R-20"), 1,
		reads{"invoiceNumber": {Value: "R-20", Confidence: .99}})
	wantChanges(t, "the number of a bill before", got, map[string]string{})
}

// One correction suffices if a nearly identical page repeats the error and a label leads to the right value.
func TestRepeatedVendorError(t *testing.T) {
	t.Parallel()
	const field = "invoiceNumber"
	learned := func(vendor string) template.Example {
		return seenOf("a", posted(vendor, "Harrow Tools Ltd", 60, "J-4410", "R-1077"), field, "J-4410", "R-1077", true)
	}
	right := seenOf("b", posted(harrow, "Harrow Tools Ltd", 60, "J-5520", "R-1088"), field, "J-5520", "J-5520", true)
	next := posted(harrow, "Harrow Tools Ltd", 60, "J-6630", "R-1099")
	for label, c := range map[string]struct {
		doc      *annotate.Document
		likeness float64
		lessons  []template.Example
		read     reads
		want     string
	}{
		"the same mistake": {next, .75, []template.Example{learned(harrow)}, reads{field: {Value: "J-6630",
			Confidence: .99}}, "R-1099"},
		"a sister": {next, .65, []template.Example{learned(harrow)}, reads{field: {Value: "J-6630",
			Confidence: .99}}, ""},
		"another vendor": {posted(oak, "Harrow Tools Ltd", 60, "J-6630", "R-1099"), .75, []template.Example{learned(harrow)},
			reads{field: {Value: "J-6630", Confidence: .99}}, ""},
		"taught by another": {next, .75, []template.Example{learned(oak)}, reads{field: {Value: "J-6630", Confidence: .99}},
			""},
		"another mistake": {next, .75, []template.Example{learned(harrow)}, reads{field: {Value: "100.00",
			Confidence: .99}}, ""},
		"right in another": {next, .75, []template.Example{learned(harrow), right}, reads{field: {Value: "J-6630",
			Confidence: .99}}, ""},
		"read of another field": {next, .75, []template.Example{learned(harrow)}, reads{field: {Value: "J-6630",
			Confidence: .99},
			"purchaseOrderNumber": {Value: "R-1099", Confidence: .5}}, ""},
		"read so": {next, .75, []template.Example{learned(harrow)}, reads{field: {Value: "R-1099", Confidence: .99}}, ""},
	} {
		want := map[string]string{}
		if c.want != "" {
			want[field] = c.want
		}
		wantChanges(t, label, changes(template.New("l", 1, c.lessons), c.doc, c.likeness, c.read), want)
	}
}

// A date corrected once is corrected again, unless another field has it, because a person may confuse dates.
func TestRepeatedDateError(t *testing.T) {
	t.Parallel()
	dated := func(sent, due string) *annotate.Document {
		return page(line{60, 60, "Harrow Tools Ltd"}, line{60, 71, "VAT no. " + harrow}, line{60, 140, "Sent on:"}, line{160,
			140, sent},
			line{60, 160, "To settle by:"}, line{160, 160, due}, line{360, 520, "Total"}, line{500, 520, "100.00"})
	}
	l := seenOf("a", dated("March 18, 2024", "April 19, 2024"), "dueDate", "2024-03-18", "2024-04-19", true)
	for issued, want := range map[string]map[string]string{
		"2024-05-20": {"dueDate": "2024-06-21"}, "2024-06-21": {},
	} {
		got := changes(template.New("l", 1, []template.Example{l}), dated("May 20, 2024", "June 21, 2024"), 1,
			reads{"dueDate": {Value: "2024-05-20", Confidence: .9}, "issueDate": {Value: issued, Confidence: .5}})
		wantChanges(t, "issued "+issued, got, want)
	}
}

// A number extended by an adjacent word, such as a series, is no slip: one example of any vendor suffices.
func TestNumberExtendedByAdjacentWord(t *testing.T) {
	t.Parallel()
	const field = "invoiceNumber"
	for label, c := range map[string]struct {
		// job and number are the values of both labels, in the example and on the next page.
		job, number, read, right      string
		nextJob, next, nextRead, want string
	}{
		"a word before":      {"J-44", "RE 10771", "10771", "RE 10771", "J-55", "RE 10995", "10995", "RE 10995"},
		"a word behind":      {"J-44", "10771 B", "10771", "10771 B", "J-55", "10995 B", "10995", "10995 B"},
		"another number":     {"RE 20882", "10771", "10771", "RE 20882", "RE 20993", "10995", "10995", ""},
		"a letter before":    {"P10771", "10771", "10771", "P10771", "P10995", "10995", "10995", ""},
		"a sign before":      {"P-10771", "10771", "10771", "P-10771", "P-10995", "10995", "10995", ""},
		"a digit behind":     {"107714", "10771", "10771", "107714", "109954", "10995", "10995", ""},
		"too short to tell":  {"J-44", "RE 771", "771", "RE 771", "J-55", "RE 995", "995", ""},
		"less than was read": {"J-44", "RE 10771", "RE 10771", "10771", "J-55", "RE 10995", "RE 10995", ""},
		"read as it should":  {"J-44", "RE 10771", "10771", "RE 10771", "J-55", "RE 10995", "RE 10995", ""},
		"something else":     {"J-44", "RE 10771", "10771", "RE 10771", "J-55", "RE 10995", "J-55", ""},
	} {
		l := seenOf("a", posted(oak, "Harrow Tools Ltd", 60, c.job, c.number), field, c.read, c.right, true)
		want := map[string]string{}
		if c.want != "" {
			want[field] = c.want
		}
		got := changes(template.New("l", 1, []template.Example{l}), posted(harrow, "Elm Valley Foods", 60, c.nextJob,
			c.next), .65,
			reads{field: {Value: c.nextRead, Confidence: .99}})
		wantChanges(t, label, got, want)
	}
}
