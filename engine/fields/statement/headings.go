package statement

import (
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// ledgerColumn is the meaning of a column of amounts.
type ledgerColumn int

const (
	ledgerOther ledgerColumn = iota
	ledgerDebit
	ledgerCredit
	ledgerAmount
	ledgerBalance
)

// maxLedgerColumns is the maximum number of columns whose meaning is searched.
const maxLedgerColumns = 4

type columnHead struct {
	column      ledgerColumn
	first, last int // tokens
}

// headsOf finds the headings in a segment, except words inside a longer name: "Límite de crédito".
func headsOf(s *layout.Segment) []columnHead {
	words, token := s.Folded()
	var out []columnHead
	for i := 0; i < len(words); {
		n := min(3, len(words)-i)
		for n > 0 && ledgerHeading(strings.Join(words[i:i+n], " ")) == ledgerOther {
			n--
		}
		if n == 0 {
			i++
			continue
		}
		if i == 0 || !lexicon.NameJoiner.Has(words[i-1]) {
			out = append(out, columnHead{ledgerHeading(strings.Join(words[i:i+n], " ")), token[i], token[i+n-1]})
		}
		i += n
	}
	return out
}

func ledgerHeading(phrase string) ledgerColumn {
	names := lexicon.LedgerHeadings().Meanings(phrase)
	if names == nil {
		return ledgerOther
	}
	switch names[0] {
	case "debit":
		return ledgerDebit
	case "credit":
		return ledgerCredit
	case "amount":
		return ledgerAmount
	}
	return ledgerBalance
}

// isHeadingRow reports whether a row heads a ledger: it names two amounts, or a date first and an amount last.
func (r *finder) isHeadingRow(row *layout.Row) bool {
	meanings := map[ledgerColumn]bool{}
	last := false
	for _, s := range row.Segments {
		if recognize.CountDigits(s.Text()) > 0 {
			return false
		}
		for _, h := range headsOf(s) {
			meanings[h.column] = true
			last = s == row.Segments[len(row.Segments)-1] && h.last >= len(s.Words)-2
		}
	}
	return len(meanings) > 1 || last && opensWithDay(row.Segments[0])
}

// opensWithDay reports whether a segment opens with the heading of a date column.
func opensWithDay(s *layout.Segment) bool {
	words, _ := s.Folded()
	return len(words) > 0 && lexicon.LedgerDay.Has(words[0])
}
