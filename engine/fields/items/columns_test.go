package items_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
)

// table is a table of items and the expected items; see told.
type table struct {
	columns []float64
	rows    []string
	want    []string
}

// check draws tables and compares the items read from each.
func check(t *testing.T, tables map[string]table) {
	t.Helper()
	for name, c := range tables {
		g := newGrid(c.columns...)
		g.rows(c.rows...)
		doc := sheettest.Bind(g.Sheet)
		set := invoice(doc)
		if got := told(set); !slices.Equal(got, c.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
		sheettest.Cites(t, doc, set)
	}
}

func TestTablesInSeveralLanguages(t *testing.T) {
	t.Parallel()
	columns := []float64{50, 80, -340, -440, -545}
	german := []string{"1 | Eichenbrett | 2 | 1.070,00 | 2.140,00", "2 | Dübel | 100 | 0,25 | 25,00"}
	english := []string{"1 | Oak board | 2 | 1,070.00 | 2,140.00", "2 | Dowel | 100 | 0.25 | 25.00"}
	check(t, map[string]table{
		"English": {
			columns, append([]string{"No. | Description | Quantity | Unit price | Line total"}, english...),
			[]string{"Oak board, 2, 1070.00, 2140.00", "Dowel, 100, 0.25, 25.00"},
		},
		"German": {
			columns, append([]string{"Pos. | Bezeichnung | Menge | Einzelpreis | Gesamtpreis"}, german...),
			[]string{"Eichenbrett, 2, 1070.00, 2140.00", "Dübel, 100, 0.25, 25.00"},
		},
		"French": {
			columns, []string{"No. | Désignation | Quantité | Prix unitaire | Montant HT",
				"1 | Planche de chêne | 2 | 1 070,00 | 2 140,00", "2 | Cheville | 100 | 0,25 | 25,00"},
			[]string{"Planche de chêne, 2, 1070.00, 2140.00", "Cheville, 100, 0.25, 25.00"},
		},
		"Spanish": {
			columns, []string{"No | Concepto | Cantidad | Precio unitario | Importe",
				"1 | Tabla de roble | 2 | 1.070,00 | 2.140,00", "2 | Taco | 100 | 0,25 | 25,00"},
			[]string{"Tabla de roble, 2, 1070.00, 2140.00", "Taco, 100, 0.25, 25.00"},
		},
		"Dutch": {
			columns, []string{"Nr. | Omschrijving | Aantal | Stukprijs | Bedrag",
				"1 | Eiken plank | 2 | 1.070,00 | 2.140,00", "2 | Deuvel | 100 | 0,25 | 25,00"},
			[]string{"Eiken plank, 2, 1070.00, 2140.00", "Deuvel, 100, 0.25, 25.00"},
		},
		"Polish": {
			columns, []string{"Lp. | Nazwa | Ilość | Cena netto | Wartość netto",
				"1 | Deska dębowa | 2 | 1 070,00 | 2 140,00", "2 | Kołek | 100 | 0,25 | 25,00"},
			[]string{"Deska dębowa, 2, 1070.00, 2140.00", "Kołek, 100, 0.25, 25.00"},
		},
	})
}

// Units are in a separate column, next to the quantity in its cell, or alone under its heading.
func TestUnitsOfItems(t *testing.T) {
	t.Parallel()
	columns := []float64{50, -300, 320, -440, -545}
	check(t, map[string]table{
		"their own column": {
			columns, []string{"Description | Qty | Unit | Unit Price | Amount",
				"Oak board | 2 | pcs | 70.00 | 140.00", "Sand | 1.5 | m³ | 30.00 | 45.00"},
			[]string{"Oak board, 2, pcs, 70.00, 140.00", "Sand, 1.5, m³, 30.00, 45.00"},
		},
		"in the cell of the quantity": {
			[]float64{50, 280, -440, -545},
			[]string{"Description | Quantity | Unit Price | Amount", "Oak board | 2 pcs | 70.00 | 140.00",
				"Sand | 1.5 m³ | 30.00 | 45.00"},
			[]string{"Oak board, 2, pcs, 70.00, 140.00", "Sand, 1.5, m³, 30.00, 45.00"},
		},
		"a further number is no unit": {
			[]float64{50, 280, -440, -545},
			[]string{"Description | Quantity | Unit Price | Amount", "Oak board | 2 (2.50m) | 70.00 | 140.00"},
			[]string{"Oak board, 2, 70.00, 140.00"},
		},
	})
}

func TestTaxRatesOfItems(t *testing.T) {
	t.Parallel()
	columns := []float64{50, -280, -360, -440, -545}
	check(t, map[string]table{
		"with a sign, without, none, too large, in money": {
			columns,
			[]string{
				"Description | Qty | Unit Price | VAT | Amount", "Oak board | 2 | 70.00 | 20% | 140.00",
				"Sand | 3 | 30.00 | 5.5 | 90.00",
				"Gift | 1 | 10.00 | - | 10.00", "Rope | 4 | 2.00 | 41 | 8.00", "Nails | 5 | 2.00 | £2.00 | 10.00",
			},
			[]string{
				"Oak board, 2, 70.00, 20, 140.00", "Sand, 3, 30.00, 5.5, 90.00", "Gift, 1, 10.00, 10.00",
				"Rope, 4, 2.00, 8.00", "Nails, 5, 2.00, 10.00",
			},
		},
		"in German": {
			columns, []string{"Bezeichnung | Menge | Einzelpreis | MwSt. | Betrag",
				"Brett | 2 | 70,00 | 19 % | 140,00", "Buch | 1 | 30,00 | 7 % | 30,00"},
			[]string{"Brett, 2, 70.00, 19, 140.00", "Buch, 1, 30.00, 7, 30.00"},
		},
	})
}

func TestDiscountColumn(t *testing.T) {
	t.Parallel()
	check(t, map[string]table{
		"per cent and money": {
			[]float64{50, -280, -360, -440, -545},
			[]string{"Description | Qty | Unit Price | Discount | Amount", "Oak board | 2 | 70.00 | 10% | 126.00",
				"Sand | 3 | 30.00 | 5.00 | 85.00", "Rope | 4 | 2.00 | | 8.00"},
			[]string{"Oak board, 2, 70.00, 10.00, 126.00", "Sand, 3, 30.00, 5.00, 85.00", "Rope, 4, 2.00, 8.00"},
		},
	})
}

func TestCodeColumn(t *testing.T) {
	t.Parallel()
	columns := []float64{50, 150, -360, -450, -545}
	check(t, map[string]table{
		"beside the name": {
			columns, []string{"Item code | Description | Qty | Unit Price | Amount",
				"TB-100 | Dividers A4 | 4 | 2.00 | 8.00", "TB-2 | Envelope | 5 | 1.00 | 5.00"},
			[]string{"TB-100, Dividers A4, 4, 2.00, 8.00", "TB-2, Envelope, 5, 1.00, 5.00"},
		},
		"with a label in the cell": {
			columns, []string{"Item code | Description | Qty | Unit Price | Amount",
				"Ref.: 100 | Dividers A4 | 4 | 2.00 | 8.00", "Ref.: 102 | Envelope | 5 | 1.00 | 5.00"},
			[]string{"100, Dividers A4, 4, 2.00, 8.00", "102, Envelope, 5, 1.00, 5.00"},
		},
		"the names in the column of codes": {
			[]float64{50, -360, -450, -545}, []string{"Article No. | Qty | Unit Price | Amount",
				"Dividers | 4 | 2.00 | 8.00", "Envelope | 5 | 1.00 | 5.00"},
			[]string{"Dividers, 4, 2.00, 8.00", "Envelope, 5, 1.00, 5.00"},
		},
	})
}

// Plain codes require that every name has a different one of the same length.
func TestPlainCodesBeforeNames(t *testing.T) {
	t.Parallel()
	columns := []float64{50, -360, -450, -545}
	head := "Description | Qty | Unit Price | Amount"
	check(t, map[string]table{
		"all of one form": {
			columns, []string{head, "10077 Oak board | 2 | 70.00 | 140.00", "10092 Ash board | 3 | 1.50 | 4.50"},
			[]string{"10077, Oak board, 2, 70.00, 140.00", "10092, Ash board, 3, 1.50, 4.50"},
		},
		"one name without": {
			columns, []string{head, "10077 Oak board | 2 | 70.00 | 140.00", "Ash board | 3 | 1.50 | 4.50"},
			[]string{"10077 Oak board, 2, 70.00, 140.00", "Ash board, 3, 1.50, 4.50"},
		},
		"twice the same": {
			columns, []string{head, "10077 Oak board | 2 | 70.00 | 140.00", "10077 Ash board | 3 | 1.50 | 4.50"},
			[]string{"10077 Oak board, 2, 70.00, 140.00", "10077 Ash board, 3, 1.50, 4.50"},
		},
		"of two lengths": {
			columns, []string{head, "10077 Oak board | 2 | 70.00 | 140.00", "100921 Ash board | 3 | 1.50 | 4.50"},
			[]string{"10077 Oak board, 2, 70.00, 140.00", "100921 Ash board, 3, 1.50, 4.50"},
		},
		"one item alone": {
			columns, []string{head, "10077 Oak board | 2 | 70.00 | 140.00"},
			[]string{"10077 Oak board, 2, 70.00, 140.00"},
		},
		"too short": {
			columns, []string{head, "1007 Oak board | 2 | 70.00 | 140.00", "1008 Ash board | 3 | 1.50 | 4.50"},
			[]string{"1007 Oak board, 2, 70.00, 140.00", "1008 Ash board, 3, 1.50, 4.50"},
		},
	})
}

func TestDuplicateColumnTypes(t *testing.T) {
	t.Parallel()
	check(t, map[string]table{
		"quantities ordered and shipped": {
			[]float64{50, -260, -340, -440, -545},
			[]string{"Description | Qty ordered | Qty shipped | Unit Price | Amount",
				"Oak board | 3 | 2 | 70.00 | 140.00", "Rope | 4 | 1 | 2.00 | 2.00"},
			[]string{"Oak board, 2, 70.00, 140.00", "Rope, 1, 2.00, 2.00"},
		},
		"quantities and amounts under one word": {
			[]float64{50, -260, -340, -545},
			[]string{"Artículos | Cantidad | Precio | Cantidad", "Tablero de roble | 2 | 70,00 | 140,00",
				"Cuerda | 4 | 2,00 | 8,00"},
			[]string{"Tablero de roble, 2, 70.00, 140.00", "Cuerda, 4, 2.00, 8.00"},
		},
		"prices and amounts under one word": {
			[]float64{50, -300, -400, -545},
			[]string{"Opis | Cena jednostkowa | llość | Cena w całości", "Deska | 70,00 | 1 | 70,00",
				"Lina | 2,00 | 4 | 8,00"},
			[]string{"Deska, 70.00, 70.00", "Lina, 4, 2.00, 8.00"},
		},
		"groups of digits that reach under another heading": {
			[]float64{50, -260, -360, -400, -480, -545},
			[]string{"Položky | Množství | Cena | Sleva | Celkem", "Audit | 1 | 1 056 500,00 | 5 % | 1 003 675,00",
				"Deska | 2 | 3 000,50 | 0 % | 6 001,00", "Poznámky | | Mezisoučet 1 009 676,00"},
			[]string{"Audit, 1, 1056500.00, 5.00, 1003675.00", "Deska, 2, 3000.50, 0.00, 6001.00"},
		},
		"net and gross": {
			[]float64{50, -260, -340, -440, -545},
			[]string{"Description | Qty | Unit Price | Net | Gross", "Oak board | 2 | 70.00 | 140.00 | 168.00",
				"Rope | 4 | 2.00 | 8.00 | 9.60"},
			[]string{"Oak board, 2, 70.00, 140.00", "Rope, 4, 2.00, 8.00"},
		},
		"gross amounts alone": {
			[]float64{50, -260, -340, -545},
			[]string{"Description | Qty | Unit Price | Gross amount", "Oak board | 2 | 70.00 | 140.00",
				"Rope | 4 | 2.00 | 8.00"},
			[]string{"Oak board, 2, 70.00, 140.00", "Rope, 4, 2.00, 8.00"},
		},
		"the count as the number in front": {
			[]float64{50, 90, -450, -545},
			[]string{"No. | Description | Unit Price | Amount", "3 | Oak board | 70.00 | 210.00",
				"4 | Rope | 2.00 | 8.00"},
			[]string{"Oak board, 3, 70.00, 210.00", "Rope, 4, 2.00, 8.00"},
		},
		"the number in front counts nothing": {
			[]float64{50, 90, -450, -545},
			[]string{"No. | Description | Unit Price | Amount", "1 | Oak board | 70.00 | 210.00",
				"2 | Rope | 2.00 | 8.00"},
			[]string{"Oak board, 70.00, 210.00", "Rope, 2.00, 8.00"},
		},
	})
}
