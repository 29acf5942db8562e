package fields

import (
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/recognize"
)

func (r *reading) statement(set *Set) {
	r.putCurrency(set)
	r.putIBAN(set)
	numbers := r.trade(r.identifierValues, roleAccountNumber, roleOtherNumber, roleCustomerID, rolePhone, roleInvoiceNumber)
	r.putBest(set, numbers, roleAccountNumber, "accountNumber", 0.5)
	r.putStatementPeriod(set)
	m := r.trade(r.amountValues, roleOpening, roleClosing, roleTotal, roleOtherAmount)
	r.putBestAmount(set, m, roleOpening, "openingBalance")
	r.putBestAmount(set, m, roleClosing, "closingBalance")
	names := r.trade(r.textValues, roleBankName, roleHolder)
	r.putBest(set, names, roleHolder, "accountHolder", 0.5)
	r.putBankName(set, names)
	set.Lists["transactions"] = r.transactions()
	if len(set.Lists["transactions"]) == 0 {
		delete(set.Lists, "transactions")
	}
}

// putStatementPeriod stores the period: two dates behind its label, or the
// labelled ends.
func (r *reading) putStatementPeriod(set *Set) {
	m := r.trade(r.dateValues, dateRoles...)
	r.putPeriod(set, m)
	for from, to := range map[string]string{"servicePeriodStart": "periodStart", "servicePeriodEnd": "periodEnd"} {
		if v, ok := set.Scalars[from]; ok {
			set.put(to, v)
			delete(set.Scalars, from)
		}
	}
	if !set.Has("periodStart") {
		r.putBest(set, m, rolePeriodStart, "periodStart", 0.5)
		r.putBest(set, m, rolePeriodEnd, "periodEnd", 0.5)
	}
	if set.Text("periodEnd") != "" && set.Text("periodEnd") < set.Text("periodStart") {
		delete(set.Scalars, "periodStart")
		delete(set.Scalars, "periodEnd")
	}
}

// bankWords are folded beginnings of words in a bank's name.
var bankWords = []string{"bank", "banco", "banca", "banque", "sparkasse", "volksbank", "raiffeisen", "caisse", "caixa", "credit", "kasse"}

func (r *reading) putBankName(set *Set, names *market) {
	for _, p := range r.lay.Pages[:min(1, len(r.lay.Pages))] {
		for _, row := range p.Rows[:min(10, len(p.Rows))] {
			for _, s := range row.Segments {
				if nameLike(s.Words) && namesBank(s) && len(s.Words) <= 6 {
					set.put("bankName", citeParts(s.Text(), []layout.Part{whole(s)}, " ", 0.7))
					return
				}
			}
		}
	}
	r.putBest(set, names, roleBankName, "bankName", 0.5)
}

func namesBank(s *layout.Segment) bool {
	words, _ := s.Folded()
	for _, w := range words {
		for _, b := range bankWords {
			if strings.HasPrefix(w, b) || strings.HasSuffix(w, b) {
				return w != "bankverbindung" && w != "kontoauszug"
			}
		}
	}
	return false
}

// transactions reads rows that open with a date and end in an amount. In a
// table with debit and credit columns the column gives the sign.
func (r *reading) transactions() []Row {
	var out []Row
	for _, t := range r.tables {
		for _, row := range t.Rows {
			if tx := r.transactionIn(t, row); tx != nil {
				out = append(out, tx)
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, p := range r.lay.Pages {
		for _, row := range p.Rows {
			if tx := r.plainTransaction(row); tx != nil {
				out = append(out, tx)
			}
		}
	}
	return out
}

func (r *reading) transactionIn(t *layout.Table, row layout.TableRow) Row {
	visual := row.Page.Rows[row.Index]
	dates := r.dateValues(visual.Segments[0])
	if len(dates) == 0 || dates[0].first > 0 {
		return nil
	}
	tx := Row{"date": cite(dates[0].text, dates[0].seg, dates[0].first, dates[0].last, 0.85)}
	for _, c := range []layout.Column{layout.ColumnAmount, layout.ColumnCredit, layout.ColumnDebit} {
		for _, p := range row.Cells[c] {
			a, ok := r.numberIn(p)
			if !ok {
				continue
			}
			v := a.Value(r.style)
			if c == layout.ColumnDebit {
				v = v.Abs().Neg()
			}
			tx["amount"] = cite(recognize.FormatMoney(v, r.currency), p.Segment, a.First, a.Last, 0.8)
		}
	}
	for _, p := range row.Cells[layout.ColumnBalance] {
		if a, ok := r.numberIn(p); ok {
			tx["balance"] = cite(a.Money(r.style, r.currency), p.Segment, a.First, a.Last, 0.8)
		}
	}
	if parts := row.Cells[layout.ColumnDescription]; len(parts) > 0 {
		tx["description"] = citeParts(joinParts(parts, " "), parts, " ", 0.7)
	}
	if _, ok := tx["amount"]; !ok {
		return nil
	}
	return tx
}

// plainTransaction reads a row without a table: date, text, amount, and behind
// it perhaps the balance.
func (r *reading) plainTransaction(row *layout.Row) Row {
	first := row.Segments[0]
	dates := r.dateValues(first)
	if len(dates) == 0 || dates[0].first > 0 {
		return nil
	}
	var amounts []candidate
	var text []layout.Part
	for _, s := range row.Segments {
		start := 0
		if s == first {
			start = dates[len(dates)-1].last + 1
		}
		end := len(s.Words)
		for _, c := range r.amountValues(s) {
			if r.amount(c).Number.Fraction == 2 && c.first >= start {
				amounts = append(amounts, c)
				end = min(end, c.first)
			}
		}
		if end > start && hasLetters(s.Words[start:end]) {
			text = append(text, layout.Part{Segment: s, First: start, Last: end - 1})
		}
	}
	if len(amounts) == 0 || len(amounts) > 2 || len(text) == 0 {
		return nil
	}
	tx := Row{
		"date":        cite(dates[0].text, first, dates[0].first, dates[0].last, 0.8),
		"description": citeParts(joinParts(text, " "), text, " ", 0.6),
	}
	for i, name := range []string{"amount", "balance"}[:len(amounts)] {
		c := amounts[i]
		tx[name] = cite(r.amount(c).Money(r.style, r.currency), c.seg, c.first, c.last, 0.7)
	}
	return tx
}
