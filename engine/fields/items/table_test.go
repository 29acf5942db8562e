package items_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/items"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/libs/require"
)

// Rows are cells at the columns, or the points by which the next row is lower, such as "+14".
func TestTables(t *testing.T) {
	t.Parallel()
	for _, c := range sheettest.Cases(t, "testdata/tables.txt") {
		columns, _ := usual()
		if edges, ok := c.Options["columns"]; ok {
			columns = parseFloats(t, edges)
		}
		g := newGrid(columns...)
		if step, ok := c.Options["step"]; ok {
			g.step = parseFloats(t, step)[0]
		}
		for _, row := range c.Rows {
			if strings.HasPrefix(row, "+") || strings.HasPrefix(row, "-") && !strings.Contains(row, "|") {
				g.y += parseFloats(t, row)[0]
			} else {
				g.rows(row)
			}
		}
		if total, ok := c.Options["total"]; ok {
			g.Put(380, g.y+20, 9, "Total")
			g.End(540, g.y+20, 9, total)
		}
		checkItems(t, c.Name, g, c.Want)
	}
}

func parseFloats(t *testing.T, text string) (all []float64) {
	t.Helper()
	for word := range strings.FieldsSeq(text) {
		f, err := strconv.ParseFloat(word, 64)
		require.NoError(t, err)
		all = append(all, f)
	}
	return all
}

func checkItems(t *testing.T, name string, g *grid, want []string) {
	t.Helper()
	doc := sheettest.Bind(g.Sheet)
	set := invoice(doc)
	if got := told(set); !slices.Equal(got, want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	sheettest.Cites(t, doc, set)
}

func TestReceipts(t *testing.T) {
	t.Parallel()
	for _, c := range sheettest.Cases(t, "testdata/receipts.txt") {
		g := newTill()
		if edges, ok := c.Options["columns"]; ok {
			g.columns = parseFloats(t, edges)
		}
		g.rows(c.Rows...)
		doc := sheettest.Bind(g.Sheet)
		set := receipt(doc)
		if got := sold(set); !slices.Equal(got, c.Want) {
			t.Errorf("%s: got\n%s\nwant\n%s", c.Name, strings.Join(got, "\n"), strings.Join(c.Want, "\n"))
		}
		sheettest.Cites(t, doc, set)
	}
}

// sold returns the goods of a receipt as "description, ×quantity, @price, amount" without absent members.
func sold(set *value.Set) []string {
	var out []string
	for _, row := range set.Lists["lineItems"] {
		text := row["description"].Value
		for _, member := range [][2]string{{"×", "quantity"}, {"@", "unitPrice"}, {"", "amount"}} {
			if v := row[member[1]].Value; v != "" {
				text += ", " + member[0] + v
			}
		}
		out = append(out, text)
	}
	return out
}

// grid draws a table of items: headings and rows with cells separated by "|", at fixed edges.
type grid struct {
	*sheettest.Sheet
	y, step float64
	size    float64
	columns []float64 // left edges, negative for right ones
}

func newGrid(columns ...float64) *grid {
	s := sheettest.A4()
	s.Column(50, 40, 12, "Fenwick Timber Ltd", "Dock Road 11", "Poole BH15 4AA")
	s.Put(50, 120, 9, "Invoice No: F-2031-0417")
	s.Put(50, 134, 9, "Invoice Date: 24 March 2031")
	return &grid{Sheet: s, y: 200, step: 13, size: 9, columns: columns}
}

func (g *grid) rows(rows ...string) {
	for _, row := range rows {
		for i, cell := range strings.Split(row, "|") {
			if cell = strings.TrimSpace(cell); cell == "" {
				continue
			}
			if x := g.columns[i]; x < 0 {
				g.End(-x, g.y, g.size, cell)
			} else {
				g.Put(x, g.y, g.size, cell)
			}
		}
		g.y += g.step
	}
}

// newTill is a receipt whose rows have a text at the left and one at the right.
func newTill() *grid {
	s := sheettest.Till(400)
	y := s.Column(12, 20, 8, "Marlow Fish Bar", "6 Quay Street", "Whitby YO21 1AB") + 10
	return &grid{Sheet: s, y: y, step: 11, size: 8, columns: []float64{12, -214}}
}

// told returns the line items, each as its members in a fixed order without absent ones.
func told(set *value.Set) []string {
	var out []string
	for _, row := range set.Lists["lineItems"] {
		var members []string
		for _, name := range []string{"productCode", "description", "quantity", "unit", "unitPrice", "discount",
			"taxRate", "amount"} {
			if v := row[name].Value; v != "" {
				members = append(members, v)
			}
		}
		out = append(out, strings.Join(members, ", "))
	}
	return out
}

// The factors to compute with are kept.
func TestItemFactors(t *testing.T) {
	t.Parallel()
	g := newGrid(50, -360, -450, -545)
	g.rows("Description | Qty | Unit Price | Amount", "Washer | 500 | 5.00 / 100 | 25.00", "Bolt | 3 | 2.00 | 6.00")
	rows := invoice(sheettest.Bind(g.Sheet)).Lists["lineItems"]
	if len(rows) != 2 || rows[0]["unitPrice"].Value != "5.00" || rows[0]["unitPrice"].Counts() != "0.05" ||
		rows[1]["unitPrice"].Counts() != "2.00" {
		t.Errorf("%v", rows)
	}
}

func invoice(doc *document.Document) *value.Set {
	return items.Find(sheettest.Read(doc, result.TypeInvoice), false).Set()
}

func receipt(doc *document.Document) *value.Set {
	return items.Find(sheettest.Read(doc, result.TypeReceipt), true).Set()
}
