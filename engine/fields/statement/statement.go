// Package statement reads bank statements: bank, holder and account, the period, balances and the ledger.
package statement

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/header"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party/contact"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

// Find returns the scalars currency, iban, accountNumber, periodStart, periodEnd, bankName, accountHolder,
// openingBalance and closingBalance and the list transactions, as far as they were found.
func Find(l *link.Linker) *value.Set {
	r := &finder{Linker: l}
	set := value.New()
	r.readAsBank()
	r.card = slices.ContainsFunc(r.Layout.Segments, opensCard)
	r.putStatementPeriod(set)
	r.keepFirstAccount(r.statementPeriod(set))
	set.Add(header.Currency(r.Linker))
	r.dropProse(set)
	set.Add(contact.IBAN(r.Linker))
	numbers := r.Link(r.accountValues, lexicon.AccountNumber, lexicon.IBAN, lexicon.BIC, lexicon.OtherNumber,
		lexicon.CustomerID, lexicon.Phone, lexicon.InvoiceNumber)
	r.PutBest(set, numbers, lexicon.AccountNumber, "accountNumber", 0.5)
	r.putBankName(set, r.Link(r.NameValues, lexicon.BankName, lexicon.Holder))
	r.putHolder(set)
	r.putLedger(set) // the ledger depends on the period
	return set
}

func (r *finder) putLedger(set *value.Set) {
	days := r.statementPeriod(set)
	ends := r.balanceLinks(days)
	var p ledgerPlan
	if rows := r.ledgerRows(days); len(rows) > 0 {
		p = r.understandRows(rows, ends)
		r.setSigns(&p, ends)
		p.repair(ends)
		p.repairTotal(ends)
		r.wrapTexts(&p)
		r.dropSideTexts(&p)
	}
	r.putBalances(set, p, ends)
	if rows := r.transactions(p); len(rows) > 0 {
		r.addRunningBalances(set, &p, rows)
		set.Lists["transactions"] = rows
	}
}

// transactions returns the movements of a ledger as rows of the record.
func (r *finder) transactions(p ledgerPlan) []value.Row {
	score := 0.75
	if p.balanced {
		score = 0.92
	}
	out := make([]value.Row, 0, len(p.moves))
	for _, m := range p.moves {
		tx := value.Row{"amount": value.Cite(r.moneyText(m.amount), m.sum.Segment, m.sum.First, m.sum.Last, score)}
		if d := m.day; d.Segment != nil {
			tx["date"] = value.Cite(d.Text, d.Segment, d.First, d.Last, max(0.85, score))
		}
		if len(m.text) > 0 {
			tx["description"] = value.CiteParts(textshape.JoinParts(m.text, " "), m.text, " ", 0.7)
		}
		if b := m.balance; b != nil {
			tx["balance"] = value.Cite(r.moneyText(b.value), b.Segment, b.First, b.Last, score)
		}
		out = append(out, tx)
	}
	return out
}

// dropProse removes a currency that is only a word of a sentence: "lei" means law in Portuguese.
func (r *finder) dropProse(set *value.Set) {
	v, ok := set.Scalars["currency"]
	if !ok {
		return
	}
	for _, s := range r.Layout.Segments {
		if len(r.Spans[s].Amounts) == 0 && textshape.ProseLike(s.Words) && slices.Contains(s.Words, v.Raw) &&
			v.Raw == strings.ToLower(v.Raw) {
			delete(set.Scalars, "currency")
			r.Currency = ""
			return
		}
	}
}

// accountValues finds account numbers: identifiers joined with the digit groups around them, without sums of money.
func (r *finder) accountValues(s *layout.Segment) []link.Candidate {
	var out []link.Candidate
	for _, c := range r.IdentifierValues(s) {
		if n := len(out); n > 0 && c.First <= out[n-1].Last || r.isInsideMoney(s, c) {
			continue
		}
		if isDigitGroup(s.Words[c.Last]) {
			for c.First > 0 && isDigitGroup(s.Words[c.First-1]) {
				c.First--
			}
			for c.Last+1 < len(s.Words) && isDigitGroup(s.Words[c.Last+1]) {
				c.Last++
			}
		}
		if c.Last > c.First {
			c.Text, c.Fit = strings.Join(s.Words[c.First:c.Last+1], " "), 0
		}
		out = append(out, c)
	}
	return out
}

// isInsideMoney reports whether a candidate overlaps an amount with cents.
func (r *finder) isInsideMoney(s *layout.Segment, c link.Candidate) bool {
	for _, a := range r.Spans[s].Amounts {
		if a.Number.Fraction == 2 && a.First <= c.Last && a.Last >= c.First {
			return true
		}
	}
	return false
}

// isDigitGroup reports whether a word is part of a number printed in groups: digits, or digits and hyphens.
func isDigitGroup(w string) bool {
	return len(w) <= 12 && recognize.CountDigits(w) > 0 && strings.Trim(w, "0123456789-/") == ""
}

type finder struct {
	*link.Linker
	card   bool         // the statement is that of a credit card
	places []layout.Box // of the ledger's amounts
}

// isDatedRow reports whether a row opens with a date and ends in an amount with cents.
func (r *finder) isDatedRow(row *layout.Row) bool {
	first, last := row.Segments[0], row.Segments[len(row.Segments)-1]
	if dates := r.Spans[first].Dates; len(dates) == 0 || dates[0].First > 0 {
		return false
	}
	a := r.Spans[last].Amounts
	return len(a) > 0 && a[len(a)-1].Number.Fraction == 2
}

// moneyText formats a value for the record.
func (r *finder) moneyText(v decimal.Decimal) string { return recognize.FormatMoney(v, r.Currency) }
