package layout

import (
	"github.com/docmill/docmill/engine/layout/words"
	"github.com/docmill/docmill/engine/text/recognize"
)

// minRateDigits is the number of decimals that distinguishes an exchange rate from a price.
const minRateDigits = 3

// resolveExchange finds amounts in another currency: a number of one column, multiplied or divided by an exchange
// rate in a further column, is that of a column after both. It reports whether it changed the headings.
func (t *Table) resolveExchange() bool {
	for foreign, h := range t.Headings {
		for rate := foreign + 1; rate < len(t.Headings); rate++ {
			for own := rate + 1; own < len(t.Headings); own++ {
				if t.Headings[rate].Column == ColumnQuantity || h.Column == ColumnQuantity || !t.exchanges(foreign, rate, own) {
					continue
				}
				t.Headings[foreign].Column, t.Headings[rate].Column = ColumnOther, ColumnOther
				t.Headings[own].Column = ColumnAmount
				return true
			}
		}
	}
	return false
}

// exchanges reports whether three columns hold foreign amounts, rates and the converted amounts in all rows.
func (t *Table) exchanges(foreign, rate, own int) bool {
	made := 0
	for _, row := range t.Rows {
		from, ok := t.cellNumber(row, foreign)
		by, known := t.cellNumber(row, rate)
		to, amount := t.cellNumber(row, own)
		if !ok || !known || !amount {
			continue
		}
		if by.Number.Fraction < minRateDigits || t.Headings[foreign].Column != ColumnAmount && from.Currency == "" ||
			!words.Exchanged(from, by, to) {
			return false
		}
		made++
	}
	return made > 0
}

// cellNumber returns the only number of a row's cell under a heading.
func (t *Table) cellNumber(row TableRow, heading int) (recognize.Amount, bool) {
	for _, p := range row.Cells[t.Headings[heading].Column] {
		if t.headingOf(p) != heading {
			continue
		}
		all := recognize.Amounts(p.Words())
		if len(all) == 1 && !all[0].Percent {
			return all[0], true
		}
	}
	return recognize.Amount{}, false
}
