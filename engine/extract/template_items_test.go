package extract_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// ware is a line item: quantity, price of one in cents, discount in percent.
type ware struct {
	name, remark             string
	quantity, price, percent int
}

func (w ware) amount() int { return w.quantity * w.price * (100 - w.percent) / 100 }

// wareBill is an invoice with a table of wares under custom headings: name, quantity, price, percent, amount. An empty
// heading leaves out all of them.
type wareBill struct {
	heads  [5]string
	number string
	wares  []ware
	foot   string // a label with an amount below the last ware
	beside bool   // another table follows the sums
}

// strange are headings with unknown words for quantity and price.
func strange() [5]string { return [5]string{"Description", "Krem", "Rabo", "Disc. %", "Amount"} }

// foreign are headings with only unknown words.
func foreign() [5]string { return [5]string{"Zuvo", "Krem", "Rabo", "Pluq", "Tolv"} }

func (b wareBill) document() *document.Document {
	c := sheettest.A4()
	c.Put(60, 50, 14, "INVOICE")
	c.Put(60, 80, 9, "Harrow Tools Ltd")
	c.Put(60, 92, 9, "14 Mill Lane, Leeds LS1 4AP")
	c.Put(60, 104, 9, "VAT no. GB123456789")
	c.Put(360, 80, 9, "Invoice No: "+b.number)
	c.Put(360, 92, 9, "Invoice Date: March 18, 2024")
	c.Put(360, 116, 9, "Bill To")
	c.Put(360, 128, 9, "Oak & Sons")
	edges := [5]float64{60, 300, 370, 430, 530}
	y, net := 200.0, 0
	for i, head := range b.heads {
		if i == 0 {
			c.Put(edges[i], y, 9, head)
		} else {
			c.End(edges[i], y, 9, head)
		}
	}
	for _, w := range b.wares {
		y += 20
		c.Put(60, y, 9, w.name)
		c.End(300, y, 9, fmt.Sprint(w.quantity))
		c.End(370, y, 9, plain(w.price))
		c.End(430, y, 9, fmt.Sprintf("%d %%", w.percent))
		c.End(530, y, 9, plain(w.amount()))
		if w.remark != "" {
			y += 11
			c.Put(60, y, 9, w.remark)
		}
		net += w.amount()
	}
	if b.foot != "" {
		y += 20
		c.Put(60, y, 9, b.foot)
		c.End(530, y, 9, "17.00")
	}
	y += 30
	for i, sum := range []string{plain(net), plain(net / 5), plain(net + net/5)} {
		c.Put(380, y+12*float64(i), 9, []string{"Subtotal", "VAT 20%", "Total"}[i])
		c.End(530, y+12*float64(i), 9, sum)
	}
	if b.beside {
		c.Put(60, y+60, 9, "Item")
		c.End(300, y+60, 9, "Quantity")
		c.End(370, y+60, 9, "Price")
		c.End(530, y+60, 9, "Amount")
		c.Put(60, y+80, 9, "Crates lent to you")
		c.End(300, y+80, 9, "2")
		c.End(370, y+80, 9, "8.50")
		c.End(530, y+80, 9, "17.00")
	}
	return sheettest.Bind(c)
}

func (b wareBill) rows() []any {
	var rows []any
	for _, w := range b.wares {
		rows = append(rows, map[string]any{"description": w.name, "quantity": fmt.Sprint(w.quantity),
			"unitPrice": plain(w.price), "discount": plain(100 * w.percent), "amount": plain(w.amount())})
	}
	return rows
}

// lessonOf is the example learned from a bill with the touched paths.
func lessonOf(t *testing.T, b wareBill, rows []any, touched ...string) template.Example {
	t.Helper()
	return models().Learn(t.Context(), b.document(), extract.LearnRequest{
		Request: extract.Request{DocumentType: result.TypeInvoice}, Document: b.number, Correction: 7,
		Data: map[string]any{"invoiceNumber": b.number, "lineItems": rows}, Touched: append(touched, "invoiceNumber"),
	})
}

func readBy(b wareBill, examples ...template.Example) (*result.Result, []map[string]string) {
	res := models().DocumentByTemplates(b.document(), result.TypeInvoice,
		[]template.Template{template.New("lay-1", 1, examples)})
	rows, _ := res.Data["lineItems"].([]map[string]string)
	return res, rows
}

func first() wareBill {
	return wareBill{strange(), "A-100", []ware{
		{"Steel bracket", "", 4, 1250, 10}, {"Garden hose", "", 2, 3999, 5}, {"Paint roller", "", 7, 875, 20}}, "", false}
}

func second() wareBill {
	return wareBill{strange(), "A-207", []ware{
		{"Copper pipe", "", 3, 2210, 15}, {"Wall anchor", "", 12, 95, 25}, {"Tool box", "", 1, 8400, 10},
		{"Work gloves", "", 6, 640, 5}}, "", false}
}

func prices(rows []map[string]string) []string {
	var texts []string
	for _, r := range rows {
		texts = append(texts, r["unitPrice"])
	}
	return texts
}

// A column with an unknown heading is read after a person corrected all its items, or one.
func TestLearnedColumns(t *testing.T) {
	t.Parallel()
	a, b := first(), second()
	_, plainly := readBy(b)
	got := prices(plainly)
	require.False(t, slices.Contains(got, "22.10"), "read without a memory", got)
	for name, touched := range map[string]string{"all items": "lineItems", "one cell": "lineItems.1.unitPrice"} {
		l := lessonOf(t, a, a.rows(), touched)
		if l.Items == nil {
			t.Errorf("%s: nothing is learned", name)
			continue
		}
		res, rows := readBy(b, l)
		got, want := prices(rows), []string{"22.10", "0.95", "84.00", "6.40"}
		assert.EqualSlices(t, got, want, name, "prices")
		f := res.Fields["lineItems.0.unitPrice"]
		if f.Source != document.SourceLearned || f.Learned == nil || f.Page == nil ||
			*f.Learned != (result.Learned{Layout: "lay-1", Document: "A-100", Correction: 7}) {
			t.Errorf("%s: field %+v", name, f)
		}
		f = res.Fields["lineItems.0.amount"]
		assert.True(t, f.Source == document.SourceText && f.Learned == nil, name, "what was read right is changed", f)
		checkAnchors(t, b.document(), res)
	}
}

// A table with unknown headings is found by their words, and one without headings by its column positions.
func TestLearnedTables(t *testing.T) {
	t.Parallel()
	partly := strange()
	partly[2] = ""
	for name, heads := range map[string][5]string{"foreign": foreign(), "none": {}, "one column without": partly} {
		a, b := first(), second()
		a.heads, b.heads = heads, heads
		_, plainly := readBy(b)
		l := lessonOf(t, a, a.rows(), "lineItems")
		if l.Items == nil {
			t.Errorf("%s: nothing is learned", name)
			continue
		}
		_, rows := readBy(b, l)
		got, want := prices(rows), []string{"22.10", "0.95", "84.00", "6.40"}
		assert.EqualSlices(t, got, want, name, "read", rows, "by", l.Items, "without a memory", plainly)
	}
}

// Values that are not on the page, contradict its arithmetic or were not touched teach no columns.
func TestLearnInvalidLineItems(t *testing.T) {
	t.Parallel()
	a := first()
	changed := func(change func(row map[string]any)) []any {
		rows := a.rows()
		for _, r := range rows {
			change(r.(map[string]any))
		}
		return rows
	}
	touched := []string{"lineItems"}
	for name, c := range map[string]struct {
		rows    []any
		touched []string
	}{
		"untouched": {a.rows(), nil},
		"nowhere": {changed(func(r map[string]any) {
			maps.DeleteFunc(r, func(member string, _ any) bool { return member != "unitPrice" })
			r["unitPrice"] = "777.77"
		}), touched},
		"swapped": {changed(func(r map[string]any) { r["unitPrice"], r["amount"] = r["amount"], r["unitPrice"] }),
			touched},
		"a row of another": {changed(func(r map[string]any) { r["amount"] = "79.98" }), touched},
		"no rows":          {[]any{}, touched},
		"no texts":         {[]any{map[string]any{"amount": 3}, "x", nil}, touched},
	} {
		l := lessonOf(t, a, c.rows, c.touched...)
		assert.True(t, l.Items == nil, name, "taught", l.Items)
	}
	rows := changed(func(r map[string]any) { r["unitPrice"] = "777.77" })
	if l := lessonOf(t, a, rows, touched...); l.Items != nil &&
		slices.ContainsFunc(l.Items.Columns, func(c template.Column) bool { return c.Field == "unitPrice" }) {
		t.Errorf("a price that stands nowhere has a column: %+v", l.Items)
	}
}

// An example that the page's arithmetic contradicts changes nothing, and two contradictory examples cancel out.
func TestLearnedColumnsContradicted(t *testing.T) {
	t.Parallel()
	a, b := first(), second()
	l := lessonOf(t, a, a.rows(), "lineItems")
	forged := l
	forged.Document, forged.Items = "forged", &template.Items{Columns: slices.Clone(l.Items.Columns)}
	for i := range forged.Items.Columns {
		c := &forged.Items.Columns[i]
		c.Field = map[string]string{"unitPrice": "amount", "amount": "unitPrice", "quantity": "discount"}[c.Field]
		c.Missed = 2
	}
	_, plainly := readBy(b)
	_, rows := readBy(b, forged)
	assert.True(t, reflect.DeepEqual(rows, plainly), "read", rows, "without a memory", plainly)
	_, rows = readBy(b, l, forged)
	assert.True(t, reflect.DeepEqual(rows, plainly), "contradicted: read", rows, "without a memory", plainly)
}

// Remarks that a person removed from descriptions are left out, and remarks that a person added are included.
func TestLearnedDescriptionLines(t *testing.T) {
	t.Parallel()
	remarks := func(b wareBill) wareBill {
		for i := range b.wares {
			b.wares[i].remark = []string{"colour: red, brushed", "including the fixing kit and all of its screws"}[i%2]
		}
		return b
	}
	a, b := remarks(first()), remarks(second())
	_, plainly := readBy(b)
	for name, c := range map[string]struct {
		lines template.Lines
		text  func(w ware) string
	}{
		"more": {template.LinesMore, func(w ware) string { return w.name + " " + w.remark }},
		"one":  {template.LinesOne, func(w ware) string { return w.name }},
	} {
		rows := a.rows()
		for i, r := range rows {
			r.(map[string]any)["description"] = c.text(a.wares[i])
		}
		l := lessonOf(t, a, rows, "lineItems")
		_, got := readBy(b, l)
		for i := range b.wares {
			if want := c.text(b.wares[i]); len(got) <= i || got[i]["description"] != want {
				t.Errorf("%s: %+v, read %v, want %q, without a memory %v", name, l.Items, got, want, plainly)
				break
			}
		}
	}
}

// A line under a label that followed the items before is not an item.
func TestLearnedTableEnd(t *testing.T) {
	t.Parallel()
	a, b := first(), second()
	a.foot, b.foot = "Zelna grava", "Zelna grava"
	_, plainly := readBy(b)
	l := lessonOf(t, a, a.rows(), "lineItems")
	require.True(t, l.Items != nil && l.Items.Missed && len(l.Items.Ends) != 0, "learned", l.Items)
	_, rows := readBy(b, l)
	assert.Equal(t, len(rows), len(b.wares), "read", rows, "without a memory", plainly)
}

// Another table has items only if the examples had items under two headers.
func TestLearnedSecondTable(t *testing.T) {
	t.Parallel()
	a, b := first(), second()
	a.beside, b.beside = true, true
	_, plainly := readBy(b)
	require.Equal(t, len(plainly), len(b.wares)+1, "without a memory", plainly)
	l := lessonOf(t, a, a.rows(), "lineItems")
	require.True(t, l.Items != nil && l.Items.Missed && l.Items.Headers == 1, "learned", l.Items)
	_, rows := readBy(b, l)
	assert.Equal(t, len(rows), len(b.wares), "read", rows)
	lent := map[string]any{"description": "Crates lent to you", "quantity": "2", "unitPrice": "8.50", "amount": "17.00"}
	both := lessonOf(t, a, append(a.rows(), lent), "lineItems")
	require.True(t, both.Items != nil && both.Items.Headers == 2, "learned of both", both.Items)
	_, rows = readBy(b, both)
	assert.Equal(t, len(rows), len(b.wares)+1, "of both: read", rows)
}
