package statement

import (
	"fmt"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/shopspring/decimal"
)

// finderOf reads a document up to the labels of statements.
func finderOf(doc *document.Document) *finder {
	r := &finder{sheettest.LinkerOf(result.TypeBankStatement, layout.Analyze(doc))}
	r.readAsBank()
	return r
}

// lines returns the finder of a page with a row for each text, split at '|' into columns.
func lines(rows ...string) *finder {
	return finderOf(&document.Document{Pages: []document.Page{sheettest.RowsPage(rows...)}})
}

// ledger returns the finder of a ledger: date, text and up to three amounts, separated by '|'.
func ledger(rows ...string) *finder { return finderOf(sheettest.Bind(ledgerOn(rows...))) }

func ledgerOn(rows ...string) *sheettest.Sheet {
	s := sheettest.A4()
	for i, row := range rows {
		y := 60 + 15*float64(i)
		for k, cell := range strings.Split(row, "|") {
			switch {
			case cell == "":
			case k < 2:
				s.Put([]float64{50, 130}[k], y, 9, cell)
			default:
				s.End([]float64{380, 460, 545}[k-2], y, 9, cell)
			}
		}
	}
	return s
}

func (r *finder) first() *layout.Segment { return r.Layout.Segments[0] }

func (r *finder) row(i int) *layout.Row { return r.Layout.Pages[0].Rows[i] }

func sum(text string) decimal.Decimal { return decimal.RequireFromString(text) }

// printed formats movements as "day amount balance" without absent parts.
func printed(p ledgerPlan) string {
	out := make([]string, 0, len(p.moves))
	for _, m := range p.moves {
		line := strings.TrimSpace(m.day.Text + " " + m.amount.StringFixed(2))
		if m.balance != nil {
			line += " " + m.balance.value.StringFixed(2)
		}
		out = append(out, line)
	}
	return strings.Join(out, "; ")
}

// plan returns a plan of the given movements, "amount" or "amount balance".
func plan(moves ...string) ledgerPlan {
	p := ledgerPlan{balanced: true}
	for _, m := range moves {
		amount, balance, both := strings.Cut(m, " ")
		move := movement{ledgerRow: &ledgerRow{}, amount: sum(amount), sum: &ledgerSum{value: sum(amount)}}
		if both {
			move.balance = &ledgerSum{value: sum(balance)}
		}
		p.moves = append(p.moves, move)
	}
	return p
}

// linksTo returns links to balances, "value log-odds" each.
func linksTo(links ...string) []balanceLink {
	out := make([]balanceLink, 0, len(links))
	for _, l := range links {
		var b balanceLink
		var value string
		if _, err := fmt.Sscan(l, &value, &b.z); err != nil {
			panic(err)
		}
		b.sum.value = sum(value)
		out = append(out, b)
	}
	return out
}
