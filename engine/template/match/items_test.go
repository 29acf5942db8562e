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
		if !right {
			t.Errorf("%s: columns %v, want %v", name, got, c.want)
		}
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
	if items := match.NewPage(doc, "").LearnItems(seen(rows)); items != nil {
		t.Errorf("nothing of it is on the page: %+v", items)
	}
	bare := match.NewPage(wares(), "").LearnItems(seen(goodsRows()))
	if bare == nil || slices.ContainsFunc(bare.Columns, func(c template.Column) bool { return c.Head != 0 }) {
		t.Fatalf("taught %+v", bare)
	}
	l := template.Template{Examples: []template.Example{{Items: bare}}}
	if got := meanings(t, wares(), l); len(got) != 3 {
		t.Errorf("columns %v", got)
	}
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
