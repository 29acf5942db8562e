// Package statement generates bank statements.
package statement

import (
	"strings"
	"time"

	"github.com/docmill/docmill/lab/synth/draft"
	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/shopspring/decimal"
)

type statement struct {
	*draft.Draft
	s        *sheet.Sheet
	y        float64
	size     float64
	step     float64
	left     float64
	right    float64
	colon    string
	form     ledgerForm
	sign     signForm
	signs    [2]string // words for debit and credit
	signed   bool      // positive balances also carry the sign's mark
	from, to time.Time
	opening  decimal.Decimal
	closing  decimal.Decimal
	entries  []entry
	inTable  bool // the table has rows for balances
	family   []string
}

type fact struct{ label, value string }

type entry struct {
	day     time.Time
	text    []string
	amount  decimal.Decimal
	balance decimal.Decimal
}

// Compose adds a statement to an empty draft.
func Compose(c *draft.Draft) {
	a := &statement{Draft: c, size: 8 + 1.5*c.Float64(), colon: random.Pick(c.Rand, ":", ":", "", " :"),
		left: 40 + 30*c.Float64()}
	a.step = a.size * (1.25 + 0.3*c.Float64())
	a.from = c.Place.RandomDay()
	a.from = a.from.AddDate(0, 0, 1-a.from.Day())
	a.to = a.from.AddDate(0, random.Pick(c.Rand, 1, 1, 1, 3), -1)
	if c.Chance(0.3) {
		a.from, a.to = a.from.AddDate(0, 0, c.IntN(10)), a.to.AddDate(0, 0, -c.IntN(8))
	}
	a.form, a.sign = ledgerForm(c.IntN(5)), signForm(c.IntN(4))
	a.inTable, a.signed = c.Chance(0.5), c.Chance(0.5)
	a.signs = [2]string{a.word("minus"), a.word("plus")}
	a.drawEntries()
	a.newSheet()
	a.letterhead()
	a.facts()
	if !a.inTable || c.Chance(0.3) {
		a.summary()
	}
	a.ledger()
	a.notes()
	c.Layout = "statement/" + strings.Join(append(a.family, a.form.String()), "-")
}

func (a *statement) newSheet() {
	a.s = sheet.A4()
	if a.Place.Country.Code == "US" {
		a.s = sheet.Letter()
	}
	a.Sheets = append(a.Sheets, a.s)
	a.right = a.s.Width - a.left
	a.y = 50
}

func (a *statement) drawEntries() {
	a.opening = a.drawAmount(20, 9000)
	if a.Chance(0.12) {
		a.opening = a.opening.Neg()
	}
	n := 4 + a.IntN(random.Pick(a.Rand, 10, 20, 60))
	days := int(a.to.Sub(a.from).Hours()/24) + 1
	balance := a.opening
	for i := range n {
		e := entry{day: a.from.AddDate(0, 0, i*days/n), amount: a.drawAmount(2, 400).Neg()}
		key := "bank-out"
		if a.Chance(0.25) {
			key, e.amount = "bank-in", a.drawAmount(15, 3500)
		}
		e.text = []string{a.fillNames(key)}
		if a.Chance(0.25) {
			e.text = append(e.text, random.Fill(a.Rand, random.Pick(a.Rand, "REF ######", "####-######", "EREF+##########",
				"@@###### ####", "******####")))
		}
		balance = balance.Add(e.amount)
		e.balance = balance
		a.entries = append(a.entries, e)
	}
	a.closing = balance
}

func (a *statement) drawAmount(low, high float64) decimal.Decimal {
	v := low + (high-low)*a.Float64()*a.Float64()
	return decimal.New(int64(v*100), -2)
}

func (a *statement) word(key string) string {
	return strings.ReplaceAll(a.Place.Label("bank-"+key), "{currency}", a.Place.Country.Currency)
}

func (a *statement) fillNames(key string) string {
	town, _, _ := strings.Cut(random.Pick(a.Rand, a.Place.Country.Towns...), "/")
	text := a.Place.Label(key)
	for strings.Contains(text, "{last}") {
		text = strings.Replace(text, "{last}", a.Place.Label("last"), 1)
	}
	return strings.NewReplacer("{town}", town, "{syllables}", a.Place.InventName(), "{brand}", a.Place.InventName(),
		"{person}", a.Place.PersonName(), "{digits}", random.Fill(a.Rand, "*#####")).Replace(text)
}
