package receiptline

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
)

func TestCountsInBrackets(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]printed{
		"Club sandwich (2x)|9.00":   {name: "Club sandwich", quantity: "(2x)", amount: "9.00"},
		"Soap (×3)|9.00":            {name: "Soap", quantity: "(×3)", amount: "9.00"},
		"Soap (3)|9.00":             {name: "Soap (3)", amount: "9.00"},
		"Soap (x)|9.00":             {name: "Soap (x)", amount: "9.00"},
		"Soap (2x) large|9.00":      {name: "Soap (2x) large", amount: "9.00"},
		"Soap 2x)|9.00":             {name: "Soap 2x)", amount: "9.00"},
		"Soap (250x)|9.00":          {name: "Soap (250x)", amount: "9.00"},
		"2 Soap (3x)|9.00":          {name: "2 Soap", quantity: "(3x)", amount: "9.00"},
		"Soap (3x) 2 x 4.50|9.00":   {name: "Soap (3x)", quantity: "2", price: "4.50", amount: "9.00"},
		"Soap (2x)":                 {name: "Soap", quantity: "(2x)"},
		"Soap (2x)|without a price": {name: "Soap (2x) without a price"},
	} {
		if got, _ := apartFrom(row); got != want {
			t.Errorf("%q:\ngot  %+v\nwant %+v", row, got, want)
		}
	}
}

// sale is a line of goods on a receipt.
type sale struct {
	name         string
	count, cents int
	comma        bool // before the cents
}

func (s sale) money(cents int) string {
	text := fmt.Sprintf("%d.%02d", cents/100, cents%100)
	if s.comma {
		return strings.Replace(text, ".", ",", 1)
	}
	return text
}

// forms returns the rows in which cash registers print a quantity, a price and an amount.
func (s sale) forms() []string {
	price, amount := s.money(s.cents), s.money(s.count*s.cents)
	return []string{
		fmt.Sprintf("%s %d x %s|%s", s.name, s.count, price, amount),
		fmt.Sprintf("%s %s x %d|%s", s.name, price, s.count, amount),
		fmt.Sprintf("%s %d @ %s|%s A", s.name, s.count, price, amount),
		fmt.Sprintf("%s %d × %s|%s EUR", s.name, s.count, price, amount),
		fmt.Sprintf("%s|%d %s %s", s.name, s.count, price, amount),
		fmt.Sprintf("%s|%s %d %s", s.name, price, s.count, amount),
		fmt.Sprintf("%d %s|%s %s", s.count, s.name, price, amount),
		fmt.Sprintf("%d x %s %s|%s", s.count, price, s.name, amount),
	}
}

// Property: every form is parsed. Amounts have less than three digits, because "4 132.56" is thousands.
func TestAnySaleIsReadInEveryForm(t *testing.T) {
	t.Parallel()
	names := []string{"Tea", "Club sandwich", "Äpfel lose", "Café crème", "Soap, large", "Bolts M8"}
	r := rand.New(rand.NewPCG(3, 9))
	for range 60 {
		s := sale{name: names[r.IntN(len(names))], count: 2 + r.IntN(8), cents: 105 + r.IntN(1000), comma: r.IntN(2) == 0}
		for _, row := range s.forms() {
			got, line := apartFrom(row)
			style := sheettest.Linker(result.TypeReceipt, row).Style
			if got.name != s.name {
				t.Errorf("%q: the name is %q", row, got.name)
			}
			if line.Quantity == nil || line.Price == nil || line.Amount == nil {
				t.Errorf("%q: %+v", row, got)
				continue
			}
			count, price := line.Quantity.Amount.Value(style), line.Price.Amount.Value(style)
			amount := line.Amount.Amount.Value(style)
			if count.IntPart() != int64(s.count) || price.Shift(2).IntPart() != int64(s.cents) || !count.Mul(price).Equal(amount) {
				t.Errorf("%q: %s of %s are %s", row, count, price, amount)
			}
		}
	}
}

// sound checks the invariants of a row of any words: its parts are words of the row, no word is both name and
// number, an amount has cents, and the numbers after the name begin inside the row.
func sound(t *testing.T, row string) {
	t.Helper()
	doc := sheettest.Linker(result.TypeReceipt, row)
	if len(doc.Layout.Pages[0].Rows) == 0 {
		return
	}
	page := doc.Layout.Pages[0]
	line := Read(page, page.Rows[0], doc.Spans, doc.Style)
	taken := map[*layout.Segment]map[int]bool{}
	for _, p := range line.Name {
		if p.First < 0 || p.Last >= len(p.Segment.Words) || p.First > p.Last {
			t.Fatalf("%q: the name has words %d to %d", row, p.First, p.Last)
		}
		if taken[p.Segment] == nil {
			taken[p.Segment] = map[int]bool{}
		}
		for i := p.First; i <= p.Last; i++ {
			if taken[p.Segment][i] {
				t.Fatalf("%q: word %d is in the name twice", row, i)
			}
			taken[p.Segment][i] = true
		}
	}
	if line.Amount != nil {
		part := line.Amount.Part
		if line.Amount.Amount.Number.Fraction != 2 || line.Amount.Amount.Percent {
			t.Errorf("%q: %q is an amount", row, part.Text())
		}
		for i := part.First; i <= part.Last; i++ {
			if taken[part.Segment][i] {
				t.Errorf("%q: %q is in the name and in the amount", row, part.Text())
			}
		}
	}
	if line.Price != nil && line.Quantity == nil {
		t.Errorf("%q: a price of nothing", row)
	}
	if line.Limit > line.Row.Box.X1 || line.Limit < line.Row.Box.X0 {
		t.Errorf("%q: limit %v of a row from %v to %v", row, line.Limit, line.Row.Box.X0, line.Row.Box.X1)
	}
	if line.Column != nil && (line.Amount == nil || line.Quantity != nil && !line.Front && line.Price != nil) {
		t.Errorf("%q: %q is a column of its own", row, line.Column.Text())
	}
}

func TestAnyRowIsTakenApartSoundly(t *testing.T) {
	t.Parallel()
	scraps := []string{"Tea", "2", "2x", "x", "×", "3.50", "7.00", "3,50", "(2x)", "kg", "0,657", "4711", "EUR", "A", "*", "-", "10%", "|",
		"2-Tea", "€1.20", "1.5kg", "@", "à", "/kg", "12", "1.000,00"}
	r := rand.New(rand.NewPCG(8, 1))
	for range 1500 {
		words := make([]string, 1+r.IntN(8))
		for i := range words {
			words[i] = scraps[r.IntN(len(scraps))]
		}
		sound(t, strings.Join(words, " "))
	}
}

func FuzzRead(f *testing.F) {
	for _, row := range []string{"Tea 2 x 1.20|2.40", "Pears 1.5 kgx2.00|3.00", "2-Tea|2.40", "Soap (×3)|9.00", "Tea|2|2.40", "x x x", "4711 2 Tea 7%"} {
		f.Add(row)
	}
	f.Fuzz(func(t *testing.T, row string) {
		if line, _, _ := strings.Cut(row, "\n"); strings.TrimSpace(line) != "" && len(line) < 200 {
			sound(t, line)
		}
	})
}
