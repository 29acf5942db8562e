package statement_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/statement"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// The rows of a page are the lines of its head, then the cells of a ledger, whose right edges after the text are an
// option. Transactions are expected as "date description amount balance".
func TestStatements(t *testing.T) {
	t.Parallel()
	for _, c := range sheettest.Cases(t, "testdata/statements.txt") {
		if _, plain := c.Options["rows"]; plain {
			sheettest.Expect(t, c.Name, find(c.Rows...), c.Want...)
			continue
		}
		var edges []float64
		for edge := range strings.FieldsSeq(c.Options["edges"]) {
			x, err := strconv.ParseFloat(edge, 64)
			require.NoError(t, err)
			edges = append(edges, x)
		}
		var head []string
		var rows [][]string
		for _, row := range c.Rows {
			if cells := strings.Split(row, "|"); len(cells) > 1 {
				rows = append(rows, cells)
			} else {
				head = append(head, row)
			}
		}
		doc := sheettest.Bind(ledgerSheet(head, edges, rows))
		if _, scanned := c.Options["scanned"]; scanned {
			sheettest.Scanned(doc, 1)
		}
		set := read(doc)
		what := fmt.Sprintf("%s %q", c.Name, head)
		isValue := func(want string) bool { return strings.Contains(want, "=") }
		want := strings.Join(slices.DeleteFunc(slices.Clone(c.Want), isValue), "; ")
		if got := movements(set); want != "" && got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
		values := slices.DeleteFunc(c.Want, func(want string) bool { return !isValue(want) })
		sheettest.Expect(t, what, set, append(values, "...")...)
		sheettest.Cites(t, doc, set)
	}
}

func read(doc *document.Document) *value.Set {
	return statement.Find(sheettest.Read(doc, result.TypeBankStatement))
}

// find reads a page with a row for each text by the weights set by hand.
func find(rows ...string) *value.Set {
	return statement.Find(sheettest.Linker(result.TypeBankStatement, rows...))
}

// The headings are repeated, and the sums at the page break are not movements.
func TestLedgerOverTwoPages(t *testing.T) {
	t.Parallel()
	edges := []float64{460, 545}
	first := ledgerSheet([]string{"Volksbank Auetal", "Zeitraum 01.03.2031 - 31.03.2031"}, edges, [][]string{
		{"Datum", "Text", "Betrag", "Saldo"},
		{"", "Alter Saldo", "", "1.200,00"},
		{"03.03.", "Miete", "-650,00", "550,00"},
		{"", "Übertrag", "", "550,00"},
	})
	second := ledgerSheet([]string{"Volksbank Auetal"}, edges, [][]string{
		{"Datum", "Text", "Betrag", "Saldo"},
		{"", "Übertrag", "", "550,00"},
		{"15.03.", "Gehalt", "2.300,00", "2.850,00"},
		{"", "Neuer Saldo", "", "2.850,00"},
	})
	doc := sheettest.Bind(first, second)
	set := read(doc)
	got, want := movements(set), "2031-03-03 Miete -650.00 550.00; 2031-03-15 Gehalt 2300.00 2850.00"
	assert.Equal(t, got, want)
	if rows := set.Lists["transactions"]; len(rows) == 2 && rows[1]["amount"].Page != 2 {
		t.Errorf("the second movement is cited from page %d", rows[1]["amount"].Page)
	}
	sheettest.Holds(t, set, map[string]string{"openingBalance": "1200.00", "closingBalance": "2850.00"})
	sheettest.Cites(t, doc, set)
}

// ledgerSheet draws the head of a statement and a ledger below: date, text and right-aligned columns.
func ledgerSheet(head []string, edges []float64, rows [][]string) *sheettest.Sheet {
	s := sheettest.A4()
	y := s.Column(50, 40, 10, head...) + 12
	for _, cells := range rows {
		s.Put(50, y, 9, cells[0])
		s.Put(130, y, 9, cells[1])
		for i, c := range cells[2:] {
			s.End(edges[i], y, 9, c)
		}
		y += 15
	}
	return s
}

// A column beside the descriptions has a separate heading, and a date has its year on the next line.
func TestBookingOverLines(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Column(50, 40, 10, "Harbour Credit Union", "Statement period: 1 March 2031 to 31 March 2031")
	for x, head := range map[float64]string{50: "Date", 110: "Description", 260: "Type"} {
		s.Put(x, 90, 9, head)
	}
	s.End(460, 90, 9, "Amount")
	s.End(545, 90, 9, "Balance")
	for i, cells := range [][]string{
		{"Gardening by Finch", "Card payment", "-650.00", "550.00"}, {"Northgate Stores", "Salary", "2,300.00", "2,850.00"},
	} {
		y := 110 + 40*float64(i)
		s.Put(50, y, 9, "0"+strconv.Itoa(3+i)+"-03-")
		s.Put(110, y+6, 9, cells[0])
		s.Put(260, y+6, 9, cells[1])
		s.End(460, y+6, 9, cells[2])
		s.End(545, y+6, 9, cells[3])
		s.Put(50, y+12, 9, "2031")
	}
	assert.Equal(t, movements(read(sheettest.Bind(s))),
		"2031-03-03 Gardening by Finch -650.00 550.00; 2031-03-04 Northgate Stores 2300.00 2850.00")
}

// Cells are centered, so a text of two lines is above and below its booking.
func TestCenteredTexts(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Column(50, 40, 10, "Alpenbank", "Statement period: 1 March 2031 to 31 March 2031")
	for x, head := range map[float64]string{50: "Date", 130: "Description"} {
		s.Put(x, 90, 9, head)
	}
	s.End(460, 90, 9, "Amount")
	s.End(545, 90, 9, "Balance")
	for i, cells := range [][]string{
		{"Gardening", "Finch", "-650.00", "550.00"}, {"Northgate", "Stores", "2,300.00", "2,850.00"},
	} {
		y := 115 + 30*float64(i)
		s.Put(130, y-6, 9, cells[0])
		s.Put(130, y+6, 9, cells[1])
		s.Put(50, y, 9, "0"+strconv.Itoa(3+i)+"-03-2031")
		s.End(460, y, 9, cells[2])
		s.End(545, y, 9, cells[3])
	}
	assert.Equal(t, movements(read(sheettest.Bind(s))),
		"2031-03-03 Gardening Finch -650.00 550.00; 2031-03-04 Northgate Stores 2300.00 2850.00")
}

func movements(set *value.Set) string {
	var out []string
	for _, r := range set.Lists["transactions"] {
		out = append(out, strings.TrimSpace(fmt.Sprint(r["date"].Value, " ", r["description"].Value, " ", r["amount"].Value,
			" ", r["balance"].Value)))
	}
	return strings.Join(out, "; ")
}
