package receiptline

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
)

// printed is a parsed row with numbers as printed.
type printed struct{ name, quantity, price, amount, column string }

func textOfFigure(f *value.Figure) string {
	if f == nil {
		return ""
	}
	return f.Part.Text()
}

func textOf(parts []layout.Part) string {
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = p.Text()
	}
	return strings.Join(texts, " ")
}

// apartFrom parses the first row of a page.
func apartFrom(rows ...string) (printed, Line) {
	doc := sheettest.Linker(result.TypeReceipt, rows...)
	page := doc.Layout.Pages[0]
	line := Read(page, page.Rows[0], doc.Spans, doc.Style)
	p := printed{
		name: textOf(line.Name), quantity: textOfFigure(line.Quantity), price: textOfFigure(line.Price),
		amount: textOfFigure(line.Amount),
	}
	if line.Column != nil {
		p.column = line.Column.Text()
	}
	return p, line
}

func TestRowsOfTills(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]printed{
		"Tea|1.20":                     {name: "Tea", amount: "1.20"},
		"Tea|1.20 A":                   {name: "Tea", amount: "1.20"},
		"Tea|1,20 EUR *":               {name: "Tea", amount: "1,20 EUR"},
		"Tea|1.20 7%":                  {name: "Tea", amount: "1.20"},
		"Tea|1.20 A *":                 {name: "Tea", amount: "1.20"},
		"Tea|£1.20":                    {name: "Tea", amount: "£1.20"},
		"Tea|1.20 each today":          {name: "Tea 1.20 each today"},
		"Tea 1.20 for two and a guest": {name: "Tea 1.20 for two and a guest"},
		"Tea|120":                      {name: "Tea 120"},
		"Tea|7.00%":                    {name: "Tea 7.00%"},
		"Tea 2 x 1.20|2.40":            {name: "Tea", quantity: "2", price: "1.20", amount: "2.40"},
		"Tea 1.20 x 2|2.40":            {name: "Tea", quantity: "2", price: "1.20", amount: "2.40"},
		"Tea 2x1.20|2.40":              {name: "Tea", quantity: "2x1.20", price: "2x1.20", amount: "2.40"},
		"Tea 2x 1.20|2.40":             {name: "Tea", quantity: "2x", price: "1.20", amount: "2.40"},
		"Tea 2 x1.20|2.40":             {name: "Tea", quantity: "2", price: "x1.20", amount: "2.40"},
		"Tea 2 @ 1.20|2.40":            {name: "Tea", quantity: "2", price: "1.20", amount: "2.40"},
		"Äpfel 0,657 kg x 6,30|4,14":   {name: "Äpfel", quantity: "0,657", price: "6,30", amount: "4,14"},
		"Pears 1.5kg x 2.00|3.00":      {name: "Pears", quantity: "1.5kg", price: "2.00", amount: "3.00"},
		"Pears 1.5 kgx2.00|3.00":       {name: "Pears", quantity: "1.5", price: "kgx2.00", amount: "3.00"},
		"Boards 2 x 4|9.00":            {name: "Boards 2 x 4", amount: "9.00"},
		"Pears 10% x 2.00|0.20":        {name: "Pears 10% x 2.00", amount: "0.20"},
		"2 Tea|2.40":                   {name: "Tea", quantity: "2", amount: "2.40"},
		"2x Tea|2.40":                  {name: "Tea", quantity: "2x", amount: "2.40"},
		"2 x Tea|2.40":                 {name: "Tea", quantity: "2", amount: "2.40"},
		"2-Tea|2.40":                   {name: "2-Tea", quantity: "2-Tea", amount: "2.40"},
		"4711 2 Tea|2.40":              {name: "Tea", quantity: "2", amount: "2.40"},
		"* 2x Tea|2.40":                {name: "Tea", quantity: "2x", amount: "2.40"},
		"J 2x Tea|2.40":                {name: "Tea", quantity: "2x", amount: "2.40"},
		"125 Tea bags|2.40":            {name: "125 Tea bags", amount: "2.40"},
		"4711 Tea|2.40":                {name: "Tea", amount: "2.40"},
		"2031 Tea|2.40":                {name: "2031 Tea", amount: "2.40"},
		"4711|2.40":                    {amount: "2.40"},
		"EUR /kg|2.40":                 {amount: "2.40"},
		"Tea -|2.40":                   {name: "Tea", amount: "2.40"},
		"Thank you":                    {name: "Thank you"},
		"2 x 1.20":                     {quantity: "2", price: "1.20"},
	} {
		if got, _ := apartFrom(row); got != want {
			t.Errorf("%q:\ngot  %+v\nwant %+v", row, got, want)
		}
	}
}

// Numbers in columns before the amount are quantity and price if their product is the amount.
func TestColumnsOfTills(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]printed{
		"Tea|2 1.20 2.40":    {name: "Tea", quantity: "2", price: "1.20", amount: "2.40"},
		"Tea|1.20 2 2.40":    {name: "Tea", quantity: "2", price: "1.20", amount: "2.40"},
		"2 Tea|1.20 2.40":    {name: "Tea", quantity: "2", price: "1.20", amount: "2.40"},
		"Tea|3 1.20 2.40":    {name: "Tea 3 1.20", amount: "2.40"},
		"Tea|0 0.00 0.00":    {name: "Tea 0 0.00", amount: "0.00"},
		"Tea|2|2.40":         {name: "Tea", amount: "2.40", column: "2"},
		"Tea 2|2.40":         {name: "Tea 2", amount: "2.40"},
		"Tea|250|2.40":       {name: "Tea 250", amount: "2.40"},
		"Tea|10% 1.20 12.00": {name: "Tea 10% 1.20", amount: "12.00"},
	} {
		if got, _ := apartFrom(row); got != want {
			t.Errorf("%q:\ngot  %+v\nwant %+v", row, got, want)
		}
	}
}

// A name's line ends at the first number after it, and a number before the name does not limit it.
func TestWhereNamesEnd(t *testing.T) {
	t.Parallel()
	_, line := apartFrom("2 Tea|2.40")
	amount := line.Amount.Part.Box().X0
	if line.Limit != amount || !line.Front {
		t.Errorf("limit %v, amount at %v, count in front %v", line.Limit, amount, line.Front)
	}
	_, line = apartFrom("Tea 2 x 1.20|2.40")
	if quantity := line.Quantity.Part.Box().X0; line.Limit != quantity || line.Front {
		t.Errorf("limit %v, quantity at %v, count in front %v", line.Limit, quantity, line.Front)
	}
	_, line = apartFrom("Tea for two")
	if right := line.Row.Box.X1; line.Limit != right {
		t.Errorf("limit %v, the row ends at %v", line.Limit, right)
	}
}

// A unit may be between the quantity and the sign, attached to either; a longer word separates them.
func TestFactorsWithUnits(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]printed{
		"Cable 1.5 m x 2.00|3.00":       {name: "Cable", quantity: "1.5", price: "2.00", amount: "3.00"},
		"Cable 1.5m x 2.00|3.00":        {name: "Cable", quantity: "1.5m", price: "2.00", amount: "3.00"},
		"Cable 3 pcs. à 1.00|3.00":      {name: "Cable", quantity: "3", price: "1.00", amount: "3.00"},
		"Cable 3 packages x 1.00|3.00":  {name: "Cable 3 packages x 1.00", amount: "3.00"},
		"Cable 3 Stk x 1.00|3.00":       {name: "Cable", quantity: "3", price: "1.00", amount: "3.00"},
		"Cable 1.00 x 3 pcs|3.00":       {name: "Cable pcs", quantity: "3", price: "1.00", amount: "3.00"},
		"Cable 3 x 1.00 x 2|3.00":       {name: "Cable x 2", quantity: "3", price: "1.00", amount: "3.00"},
		"Juice 0,5l x 2,00|1,00":        {name: "Juice", quantity: "0,5l", price: "2,00", amount: "1,00"},
		"Cable x 2.00|3.00":             {name: "Cable x 2.00", amount: "3.00"},
		"Cable 3 x|3.00":                {name: "Cable", quantity: "3", price: "3.00"},
		"Cable 3 x nothing|3.00":        {name: "Cable 3 x nothing", amount: "3.00"},
		"Cable -2 x 1.00|-2.00":         {name: "Cable -2 x 1.00", amount: "-2.00"},
		"Cable 3 x 1.00 2 x 5.00|10.00": {name: "Cable 2 x 5.00", quantity: "3", price: "1.00", amount: "10.00"},
	} {
		if got, _ := apartFrom(row); got != want {
			t.Errorf("%q:\ngot  %+v\nwant %+v", row, got, want)
		}
	}
}
