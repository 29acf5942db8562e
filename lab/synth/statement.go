package synth

import (
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

type account struct {
	*composer
	s        *Sheet
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

type entry struct {
	day     time.Time
	text    []string
	amount  decimal.Decimal
	balance decimal.Decimal
}

func (c *composer) statement() {
	a := &account{composer: c, size: 8 + 1.5*c.r.Float64(), colon: pick(c.r, ":", ":", "", " :"),
		left: 40 + 30*c.r.Float64()}
	a.step = a.size * (1.25 + 0.3*c.r.Float64())
	a.from = c.place.day()
	a.from = a.from.AddDate(0, 0, 1-a.from.Day())
	a.to = a.from.AddDate(0, pick(c.r, 1, 1, 1, 3), -1)
	if c.chance(0.3) {
		a.from, a.to = a.from.AddDate(0, 0, c.r.IntN(10)), a.to.AddDate(0, 0, -c.r.IntN(8))
	}
	a.form, a.sign = ledgerForm(c.r.IntN(5)), signForm(c.r.IntN(4))
	a.inTable, a.signed = c.chance(0.5), c.chance(0.5)
	a.signs = [2]string{a.word("minus"), a.word("plus")}
	a.move()
	a.newSheet()
	a.letterhead()
	a.facts()
	if !a.inTable || c.chance(0.3) {
		a.summary()
	}
	a.ledger()
	a.notes()
	c.layout = "statement/" + strings.Join(append(a.family, a.form.String()), "-")
}

func (a *account) newSheet() {
	a.s = a4()
	if a.place.country == "US" {
		a.s = letter()
	}
	a.sheets = append(a.sheets, a.s)
	a.right = a.s.Width - a.left
	a.y = 50
}

func (a *account) move() {
	a.opening = a.some(20, 9000)
	if a.chance(0.12) {
		a.opening = a.opening.Neg()
	}
	n := 4 + a.r.IntN(pick(a.r, 10, 20, 60))
	days := int(a.to.Sub(a.from).Hours()/24) + 1
	balance := a.opening
	for i := range n {
		e := entry{day: a.from.AddDate(0, 0, i*days/n), amount: a.some(2, 400).Neg()}
		key := "bank-out"
		if a.chance(0.25) {
			key, e.amount = "bank-in", a.some(15, 3500)
		}
		e.text = []string{a.fillNames(key)}
		if a.chance(0.25) {
			e.text = append(e.text, a.place.pattern(pick(a.r, "REF ######", "####-######", "EREF+##########", "@@###### ####",
				"******####")))
		}
		balance = balance.Add(e.amount)
		e.balance = balance
		a.entries = append(a.entries, e)
	}
	a.closing = balance
}

// some draws an amount between two bounds; small ones are more frequent.
func (a *account) some(low, high float64) decimal.Decimal {
	v := low + (high-low)*a.r.Float64()*a.r.Float64()
	return decimal.New(int64(v*100), -2)
}

// word returns a random word for a key, with the currency filled in.
func (a *account) word(key string) string {
	return strings.ReplaceAll(a.place.label("bank-"+key), "{currency}", a.place.currency)
}

// fillNames fills names into a random form for a key.
func (c *composer) fillNames(key string) string {
	town, _, _ := strings.Cut(c.place.land.towns[c.r.IntN(len(c.place.land.towns))], "/")
	text := c.place.label(key)
	for strings.Contains(text, "{last}") {
		text = strings.Replace(text, "{last}", c.place.label("last"), 1)
	}
	return strings.NewReplacer("{town}", town, "{syllables}", c.place.syllables(), "{brand}", c.place.syllables(),
		"{person}", c.place.person(), "{digits}", c.place.pattern("*#####")).Replace(text)
}
