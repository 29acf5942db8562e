package statement

import (
	"github.com/docmill/docmill/lab/synth/locale"
	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
)

func (a *statement) letterhead() {
	bank := a.fillNames("bank-name")
	a.SetTruth("bankName", bank)
	size := 12 + 6*a.Float64()
	us := a.Place.RandomCompany()
	branch := append(us.AddressLines(), us.Phone)
	if a.Chance(0.35) {
		a.family = append(a.family, "right")
		a.s.SetRight(a.right, a.y, size, a.Chance(0.6), bank)
		for i, l := range branch {
			a.s.SetRight(a.right, a.y+size+float64(i)*a.step, a.size, false, l)
		}
	} else {
		a.family = append(a.family, "left")
		a.s.Set(a.left, a.y, size, a.Chance(0.6), bank)
		for i, l := range branch[:a.IntN(len(branch)+1)] {
			a.s.Put(a.left, a.y+size+float64(i)*a.step, a.size, l)
		}
	}
	a.y += size + float64(len(branch)+1)*a.step + 10*a.Float64()
	title := 11 + 5*a.Float64()
	above := a.Chance(0.5)
	if above {
		a.title(title)
	}
	a.holder()
	if !above {
		a.title(title)
	}
}

func (a *statement) title(size float64) {
	a.s.Set(a.left, a.y, size, a.Chance(0.6), a.word("title"))
	a.y += size + a.step
}

func (a *statement) holder() {
	owner := a.Place.PrivateCustomer()
	if a.Chance(0.35) {
		owner = a.Place.RandomCompany()
	}
	a.SetTruth("accountHolder", owner.Name)
	for _, l := range append([]string{owner.Name}, owner.AddressLines()...) {
		a.s.Put(a.left, a.y, a.size+1, l)
		a.y += a.step * 1.1
	}
	a.y += a.step
}

func (a *statement) facts() {
	facts := a.factList()
	switch a.IntN(3) {
	case 0:
		a.family = append(a.family, "list")
		a.factsAt(a.left, facts)
	case 1:
		a.family = append(a.family, "block")
		a.factsAt(a.left+(a.right-a.left)*0.42, facts)
	default:
		a.family = append(a.family, "grid")
		a.factGrid(facts)
	}
	a.y += a.step
}

func (a *statement) factList() []fact {
	holder := a.Truth.Scalars["accountHolder"]
	var out []fact
	if a.Chance(0.5) {
		out = append(out, fact{a.word("holder"), holder})
	}
	out = append(out, a.accountNumbers()...)
	out = append(out, a.period()...)
	for _, d := range []fact{
		{a.word("issued"), a.Place.Date(a.to.AddDate(0, 0, 1+a.IntN(4)))},
		{a.word("serial"), random.Fill(a.Rand, random.Pick(a.Rand, "*", "*#", "*/20##", "##"))},
		{a.word("branch"), a.Place.RandomCompany().AddressLines()[0]},
		{a.word("customer"), random.Fill(a.Rand, "*########")},
		{a.word("limit"), a.Place.Money(a.drawAmount(500, 5000).Round(-2))},
	} {
		if a.Chance(0.25) {
			out = append(out, d)
		}
	}
	if a.Chance(0.4) {
		out = append(out, fact{a.word("currency"), a.Place.Country.Currency})
		a.SetTruth("currency", a.Place.Country.Currency)
	}
	if a.Chance(0.3) {
		a.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	}
	return out
}

func (a *statement) accountNumbers() []fact {
	us := a.Place.RandomCompany()
	var out []fact
	if us.Iban == "" || a.Chance(0.3) {
		number := us.Account
		if number == "" {
			number = random.Fill(a.Rand, random.Pick(a.Rand, "*#######", "*#########", "### ### ###*", "####-####-##"))
		}
		a.SetTruth("accountNumber", number)
		out = append(out, fact{a.word("number"), number})
		if a.Chance(0.4) {
			out = append(out, fact{a.word("sort"), random.Fill(a.Rand, random.Pick(a.Rand, "##-##-##", "*#####", "*## ### ##"))})
		}
	}
	if us.Iban != "" {
		a.SetTruth("iban", us.Iban)
		printed := us.Iban
		if a.Chance(0.8) {
			printed = locale.GroupInFours(us.Iban)
		}
		out = append(out, fact{a.word("iban"), printed})
	}
	if a.Chance(0.5) {
		a.SetTruth("bic", us.Bic)
		out = append(out, fact{a.word("bic"), us.Bic})
	}
	return out
}

func (a *statement) period() []fact {
	a.SetTruth("periodStart", a.from.Format("2006-01-02"))
	a.SetTruth("periodEnd", a.to.Format("2006-01-02"))
	from, to := a.Place.Date(a.from), a.Place.Date(a.to)
	if a.Chance(0.25) {
		return []fact{{a.word("from"), from}, {a.word("until"), to}}
	}
	return []fact{{a.word("period"), from + " " + a.word("to") + " " + to}}
}

func (a *statement) factsAt(x float64, facts []fact) {
	longest, widest := 0.0, 0.0
	for _, d := range facts {
		longest, widest = max(longest, sheet.TextWidth(d.label+a.colon, a.size, false)), max(widest, sheet.TextWidth(d.value,
			a.size, false))
	}
	aligned := a.Chance(0.6)
	x = max(a.left, min(x, a.right-longest-widest-a.size))
	for _, d := range facts {
		end := a.s.Put(x, a.y, a.size, d.label+a.colon) + 0.5*a.size
		if aligned {
			end = x + longest + a.size
		}
		a.s.Put(end, a.y, a.size, d.value)
		a.y += a.step
	}
}

func (a *statement) factGrid(facts []fact) {
	const columns = 3
	w := (a.right - a.left) / columns
	column := 0
	for _, d := range facts {
		wide := 1
		if max(sheet.TextWidth(d.value, a.size, false), sheet.TextWidth(d.label, a.size, false)) > w-a.size {
			wide = 2
		}
		if column+wide > columns {
			column, a.y = 0, a.y+2.6*a.step
		}
		x := a.left + float64(column)*w
		a.s.Put(x, a.y, a.size*0.85, d.label)
		a.s.Put(x, a.y+a.step, a.size, d.value)
		column += wide
	}
	a.y += 2.6 * a.step
}
