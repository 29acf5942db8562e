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
	numbers := make([][]*recognize.Amount, len(t.Headings))
	for i := range numbers {
		numbers[i] = t.numbersUnder(i)
	}
	for foreign, h := range t.Headings {
		for rate := foreign + 1; rate < len(t.Headings); rate++ {
			for own := rate + 1; own < len(t.Headings); own++ {
				if t.Headings[rate].Column == ColumnQuantity || h.Column == ColumnQuantity ||
					!exchanges(numbers[foreign], numbers[rate], numbers[own], h.Column == ColumnAmount) {
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
func exchanges(foreign, rate, own []*recognize.Amount, isAmount bool) bool {
	made := 0
	for i, from := range foreign {
		by, to := rate[i], own[i]
		if from == nil || by == nil || to == nil {
			continue
		}
		if by.Number.Fraction < minRateDigits || !isAmount && from.Currency == "" || !words.Exchanged(*from, *by, *to) {
			return false
		}
		made++
	}
	return made > 0
}

// numbersUnder returns the only number of each row's cell under a heading, nil for none.
func (t *Table) numbersUnder(heading int) []*recognize.Amount {
	out := make([]*recognize.Amount, len(t.Rows))
	for i, row := range t.Rows {
		for _, p := range row.Cells[t.Headings[heading].Column] {
			if t.headingOf(p) != heading {
				continue
			}
			if all := recognize.Amounts(p.Words()); len(all) == 1 && !all[0].Percent {
				out[i] = &all[0]
				break
			}
		}
	}
	return out
}
