package fields

import (
	"strings"

	"github.com/docmill/docmill/engine/layout"
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
	set.Lists["transactions"] = r.transactions(period{set.Text("periodStart"), set.Text("periodEnd")})
	if len(set.Lists["transactions"]) == 0 {
		delete(set.Lists, "transactions")
	}
}

// putStatementPeriod stores the period: two dates behind its label, or the
// labelled ends.
func (r *reading) putStatementPeriod(set *Set) {
	m := r.trade(r.dateValues, dateRoles()...)
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

// bankWords are folded beginnings and ends of words in a bank's name.
func bankWords() [7]string {
	return [...]string{"bank", "banco", "banca", "banque", "raiffeisen", "caixa", "kasse"}
}

// putBankName stores the first line of the letterhead that names a bank.
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
	for i, w := range words {
		switch w {
		case "caja", "cassa", "caisse", "credit", "kredit":
			return i == 0 && len(words) > 1
		case "bankverbindung", "kontoauszug":
			return false
		}
		for _, b := range bankWords() {
			if strings.HasPrefix(w, b) || strings.HasSuffix(w, b) {
				return true
			}
		}
	}
	return false
}
