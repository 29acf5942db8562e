package items_test

import (
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/fields/items"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// till is a receipt line by line, with the expected goods.
type till struct {
	lines []line
	total string
	want  []sold
}

// sell draws receipts and compares the goods read from each.
func sell(t *testing.T, tills map[string]till) {
	t.Helper()
	for name, c := range tills {
		doc := sheettest.Bind(drawn(c.lines, c.total))
		set := receipt(doc)
		if got := soldIn(set); !slices.Equal(got, c.want) {
			t.Errorf("%s:\ngot  %q\nwant %q", name, got, c.want)
		}
		sheettest.Cites(t, doc, set)
	}
}

func TestReceiptSumsNotItems(t *testing.T) {
	t.Parallel()
	haddock := sold{description: "Haddock", amount: "7.00"}
	sell(t, map[string]till{
		"after the sum nothing is sold": {
			[]line{{"Haddock", "7.00"}, {"SUBTOTAL", "7.00"}, {"Card fee refund", "0.50"}}, "7.00", []sold{haddock},
		},
		"tax in between": {[]line{{"Haddock", "7.00"}, {"VAT 20%", "1.17"}}, "7.00", []sold{haddock}},
		"cash and change": {[]line{{"Haddock", "7.00"}, {"CASH", "10.00"}, {"CHANGE", "3.00"}}, "7.00",
			[]sold{haddock}},
		"in German": {[]line{{"Haddock", "7.00"}, {"ZWISCHENSUMME", "7.00"}, {"MwSt 7%", "0.46"}, {"BAR",
			"10.00"}}, "7.00", []sold{haddock}},
		"in French": {[]line{{"Haddock", "7.00"}, {"TOTAL TTC", "7.00"}, {"TVA 20%", "1.17"}, {"ESPECES",
			"10.00"}}, "7.00", []sold{haddock}},
		"a date with cents": {[]line{{"14.09.2031", "13.07"}, {"Haddock", "7.00"}}, "7.00", []sold{haddock}},
		"a date with a word": {[]line{{"Visit on 14.09.2031", "13.07"}, {"Haddock", "7.00"}}, "7.00",
			[]sold{haddock}},
		"nothing sold": {[]line{{"Thank you for coming", ""}}, "7.00", nil},
	})
}

// The sum of all lines above is a sum under any label. A minus that contradicts the sum is a dash.
func TestReceiptSumsByArithmetic(t *testing.T) {
	t.Parallel()
	fish := []line{{"Haddock", "7.00"}, {"Mushy peas", "1.20"}, {"Tea", "2.10"}}
	sold3 := []sold{{description: "Haddock", amount: "7.00"}, {description: "Mushy peas", amount: "1.20"},
		{description: "Tea", amount: "2.10"}}
	sell(t, map[string]till{
		"a sum of two that says so": {append(slices.Clone(fish[:2]), line{"Food Sub-Total", "8.20"}, line{"Tea", "2.10"}),
			"10.30", sold3[:2]},
		"a sum of three under no known word": {append(slices.Clone(fish), line{"Zusamm", "10.30"}, line{"Gift", "0.00"}),
			"10.30", sold3},
		"three goods of which two cost the third": {
			[]line{{"Tea", "2.10"}, {"Cocoa", "2.10"}, {"Haddock", "4.20"}, {"Mushy peas", "1.20"}}, "9.60",
			[]sold{{description: "Tea", amount: "2.10"}, {description: "Cocoa", amount: "2.10"},
				{description: "Haddock", amount: "4.20"}, {description: "Mushy peas", amount: "1.20"}},
		},
		"dashes":            {[]line{{"Haddock", "-7.00"}, {"Mushy peas", "-1.20"}, {"Tea", "2.10"}}, "10.30", sold3},
		"what is taken off": {append(slices.Clone(fish), line{"Member's price", "-1.00"}), "9.30", sold3},
		"a refund": {[]line{{"Haddock", "-7.00"}, {"Tea", "-2.10"}}, "-9.10",
			[]sold{{description: "Haddock", amount: "-7.00"}, {description: "Tea", amount: "-2.10"}}},
	})
}

func TestReceiptItemNames(t *testing.T) {
	t.Parallel()
	sell(t, map[string]till{
		"names over their amounts": {
			[]line{{"Haddock", ""}, {"", "7.00"}, {"Mushy peas", ""}, {"", "1.20"}}, "8.20",
			[]sold{{description: "Haddock", amount: "7.00"}, {description: "Mushy peas", amount: "1.20"}},
		},
		"an amount without a name": {
			[]line{{"", "7.00"}, {"Mushy peas", "1.20"}}, "8.20", []sold{{description: "Mushy peas", amount: "1.20"}},
		},
		"text over the goods is no part of their names": {
			[]line{{"Table 4", ""}, {"Haddock", "7.00"}, {"Mushy peas", "1.20"}}, "8.20",
			[]sold{{description: "Haddock", amount: "7.00"}, {description: "Mushy peas", amount: "1.20"}},
		},
		"a remark under a name is none": {
			[]line{{"Haddock", "7.00"}, {"no salt", ""}, {"Mushy peas", "1.20"}}, "8.20",
			[]sold{{description: "Haddock", amount: "7.00"}, {description: "Mushy peas", amount: "1.20"}},
		},
		"a name that was broken at its amount": {
			[]line{{"Haddock with chips, two lemons and a large", "7.00"}, {"portion of peas", ""}, {"Tea",
				"1.20"}}, "8.20",
			[]sold{{description: "Haddock with chips, two lemons and a large portion of peas", amount: "7.00"},
				{description: "Tea", amount: "1.20"}},
		},
	})
}

func TestReceiptQuantitiesAfterNames(t *testing.T) {
	t.Parallel()
	sell(t, map[string]till{
		"in brackets": {
			[]line{{"Haddock (2x)", "7.00"}, {"Mushy peas (×3)", "1.20"}}, "8.20",
			[]sold{{description: "Haddock", quantity: "2", amount: "7.00"},
				{description: "Mushy peas", quantity: "3", amount: "1.20"}},
		},
		"a number in brackets": {
			[]line{{"Haddock (2)", "7.00"}, {"Mushy peas (0012)", "1.20"}}, "8.20",
			[]sold{{description: "Haddock (2)", amount: "7.00"}, {description: "Mushy peas (0012)", amount: "1.20"}},
		},
	})
}

// A number before names is a quantity, or a tax class if other quantities are under the names.
func TestReceiptNumbersBeforeNames(t *testing.T) {
	t.Parallel()
	sell(t, map[string]till{
		"classes of tax": {
			[]line{{"1 Haddock", ""}, {"2 x 3.50", "7.00"}, {"1 Mushy peas", ""}, {"3 x 0.40", "1.20"}, {"1 Tea",
				"2.00"}}, "10.20",
			[]sold{{"Haddock", "2", "3.50", "7.00"}, {"Mushy peas", "3", "0.40", "1.20"}, {description: "Tea",
				amount: "2.00"}},
		},
		"counts that quantities under the names repeat": {
			[]line{{"2 Haddock", ""}, {"2 x 3.50", "7.00"}, {"1 Tea", "2.00"}}, "9.00",
			[]sold{{"Haddock", "2", "3.50", "7.00"}, {description: "Tea", quantity: "1", amount: "2.00"}},
		},
	})
}

// Letters before every name are tax letters; otherwise they are part of the names.
func TestReceiptTaxLetters(t *testing.T) {
	t.Parallel()
	sell(t, map[string]till{
		"of every name": {
			[]line{{"A Haddock", "7.00"}, {"B Tea", "1.20"}}, "8.20", []sold{{description: "Haddock",
				amount: "7.00"}, {description: "Tea", amount: "1.20"}},
		},
		"of all but one": {
			[]line{{"A Haddock", "7.00"}, {"Tea", "1.20"}}, "8.20", []sold{{description: "A Haddock",
				amount: "7.00"}, {description: "Tea", amount: "1.20"}},
		},
		"of four kinds": {
			[]line{{"A Haddock", "7.00"}, {"B Tea", "1.20"}, {"C Cocoa", "1.30"}, {"D Peas", "1.40"}}, "10.90",
			[]sold{
				{description: "A Haddock", amount: "7.00"}, {description: "B Tea", amount: "1.20"},
				{description: "C Cocoa", amount: "1.30"}, {description: "D Peas", amount: "1.40"},
			},
		},
		"words in small letters": {
			[]line{{"a Haddock", "7.00"}, {"a Tea", "1.20"}}, "8.20", []sold{{description: "a Haddock",
				amount: "7.00"}, {description: "a Tea", amount: "1.20"}},
		},
	})
}

// columned draws goods with a column of whole numbers before the amounts.
func columned(rows ...[3]string) *sheettest.Sheet {
	s := sheettest.Till(400)
	y := s.Column(12, 20, 8, "Marlow Fish Bar", "6 Quay Street") + 10
	for _, row := range rows {
		s.Put(12, y, 8, row[0])
		s.End(150, y, 8, row[1])
		s.End(214, y, 8, row[2])
		y += 11
	}
	return s
}

func TestWholeNumberColumns(t *testing.T) {
	t.Parallel()
	got := soldIn(receipt(sheettest.Bind(columned([3]string{"Haddock", "2", "7.00"}, [3]string{"Tea", "1", "1.20"},
		[3]string{"TOTAL", "", "8.20"}))))
	want := []sold{{description: "Haddock", quantity: "2", amount: "7.00"}, {description: "Tea", quantity: "1",
		amount: "1.20"}}
	if !slices.Equal(got, want) {
		t.Errorf("on all lines: %q", got)
	}
	got = soldIn(receipt(sheettest.Bind(columned([3]string{"Route", "12", "7.00"}, [3]string{"Tea", "", "1.20"},
		[3]string{"TOTAL", "", "8.20"}))))
	want = []sold{{description: "Route 12", amount: "7.00"}, {description: "Tea", amount: "1.20"}}
	if !slices.Equal(got, want) {
		t.Errorf("on one line: %q", got)
	}
}

// Goods under a heading are read by its columns, or line by line if that gives more.
func TestReceiptItemsBelowHeading(t *testing.T) {
	t.Parallel()
	s := sheettest.Till(400)
	y := s.Column(12, 20, 8, "Marlow Fish Bar", "6 Quay Street") + 10
	for _, row := range [][4]string{{"Item", "Qty", "Price", "Amount"}, {"Haddock", "2", "3.50", "7.00"}, {"Tea",
		"1", "1.20", "1.20"}} {
		s.Put(12, y, 8, row[0])
		s.End(110, y, 8, row[1])
		s.End(160, y, 8, row[2])
		s.End(214, y, 8, row[3])
		y += 11
	}
	s.Put(12, y, 8, "TOTAL")
	s.End(214, y, 8, "8.20")
	doc := sheettest.Bind(s)
	set := receipt(doc)
	if got, want := soldIn(set), []sold{{"Haddock", "2", "3.50", "7.00"}, {"Tea", "1", "1.20",
		"1.20"}}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	sheettest.Cites(t, doc, set)
}

func TestClaimedReceiptRows(t *testing.T) {
	t.Parallel()
	lines := []line{{"Haddock", ""}, {"2 x 3.50", "7.00"}, {"Tea", "1.20"}}
	l := sheettest.Read(sheettest.Bind(drawn(lines, "8.20")), result.TypeReceipt)
	items.Find(l, true)
	var claimed []string
	for _, row := range l.Layout.Pages[0].Rows {
		if l.ItemRows[row] {
			claimed = append(claimed, row.Segments[0].Text())
		}
	}
	if want := []string{"Haddock", "2 x 3.50", "Tea"}; !slices.Equal(claimed, want) {
		t.Errorf("claimed %q, want %q", claimed, want)
	}
}
