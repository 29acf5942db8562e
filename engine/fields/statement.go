package fields

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

// statement reads a bank statement: head first, then the ledger, whose columns
// and the balances at its ends explain each other.
func (r *reading) statement(set *Set) {
	r.readAsBank()
	r.putCurrency(set)
	r.dropProse(set)
	r.putIBAN(set)
	numbers := r.trade(r.accountValues, lexicon.AccountNumber, lexicon.IBAN, lexicon.BIC, lexicon.OtherNumber, lexicon.CustomerID, lexicon.Phone, lexicon.InvoiceNumber)
	r.putBest(set, numbers, lexicon.AccountNumber, "accountNumber", 0.5)
	r.putStatementPeriod(set)
	r.putBankName(set, r.trade(r.textValues, lexicon.BankName, lexicon.Holder))
	r.putHolder(set)
	r.putLedger(set)
}

func (r *reading) putLedger(set *Set) {
	days := r.statementPeriod(set)
	ends := r.balanceLinks(days)
	var p ledgerPlan
	if rows := r.ledgerRows(days); len(rows) > 0 {
		p = r.understandRows(rows, ends)
		p.repair(ends)
	}
	r.putBalances(set, p, ends)
	if rows := r.transactions(p); len(rows) > 0 {
		set.Lists["transactions"] = rows
	}
}

// dropProse takes back a currency that is only a word of a sentence: "lei" is
// the law in Portuguese.
func (r *reading) dropProse(set *Set) {
	v, ok := set.Scalars["currency"]
	if !ok {
		return
	}
	for _, s := range r.lay.Segments {
		if len(r.found[s].amounts) == 0 && proseLike(s.Words) && slices.Contains(s.Words, v.Raw) && v.Raw == strings.ToLower(v.Raw) {
			delete(set.Scalars, "currency")
			r.currency = ""
			return
		}
	}
}

// accountValues finds account numbers: the words that identifierValues finds,
// joined with the groups of digits around them, but no sums of money.
func (r *reading) accountValues(s *layout.Segment) []candidate {
	var out []candidate
	for _, c := range r.identifierValues(s) {
		if n := len(out); n > 0 && c.first <= out[n-1].last || r.insideMoney(s, c) {
			continue
		}
		if digitGroup(s.Words[c.last]) {
			for c.first > 0 && digitGroup(s.Words[c.first-1]) {
				c.first--
			}
			for c.last+1 < len(s.Words) && digitGroup(s.Words[c.last+1]) {
				c.last++
			}
		}
		if c.last > c.first {
			c.text, c.kind = strings.Join(s.Words[c.first:c.last+1], " "), 0
		}
		out = append(out, c)
	}
	return out
}

// insideMoney reports whether a candidate is an amount with cents or part of
// one.
func (r *reading) insideMoney(s *layout.Segment, c candidate) bool {
	for _, a := range r.found[s].amounts {
		if a.Number.Fraction == 2 && a.First <= c.last && a.Last >= c.first {
			return true
		}
	}
	return false
}

// digitGroup reports whether a word is part of a number printed in groups:
// digits, or digits and hyphens.
func digitGroup(w string) bool {
	return len(w) <= 12 && recognize.CountDigits(w) > 0 && strings.Trim(w, "0123456789-/") == ""
}
