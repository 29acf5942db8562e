package synth

import "strings"

func (a *account) letterhead() {
	bank := a.fillNames("bank-name")
	a.know("bankName", bank)
	size := 12 + 6*a.r.Float64()
	us := a.place.company()
	branch := append(us.lines(), us.phone)
	if a.chance(0.35) {
		a.family = append(a.family, "right")
		a.s.end(a.right, a.y, size, a.chance(0.6), bank)
		for i, l := range branch {
			a.s.end(a.right, a.y+size+float64(i)*a.step, a.size, false, l)
		}
	} else {
		a.family = append(a.family, "left")
		a.s.set(a.left, a.y, size, a.chance(0.6), bank)
		for i, l := range branch[:a.r.IntN(len(branch)+1)] {
			a.s.put(a.left, a.y+size+float64(i)*a.step, a.size, l)
		}
	}
	a.y += size + float64(len(branch)+1)*a.step + 10*a.r.Float64()
	title := 11 + 5*a.r.Float64()
	above := a.chance(0.5)
	if above {
		a.title(title)
	}
	a.holder()
	if !above {
		a.title(title)
	}
}

func (a *account) title(size float64) {
	a.s.set(a.left, a.y, size, a.chance(0.6), a.word("title"))
	a.y += size + a.step
}

func (a *account) holder() {
	owner := a.place.private()
	if a.chance(0.35) {
		owner = a.place.company()
	}
	a.know("accountHolder", owner.name)
	for _, l := range append([]string{owner.name}, owner.lines()...) {
		a.s.put(a.left, a.y, a.size+1, l)
		a.y += a.step * 1.1
	}
	a.y += a.step
}

// facts prints account, period and similar facts: a list at the left, a block at the right, or a table with headings.
func (a *account) facts() {
	facts := a.factList()
	switch a.r.IntN(3) {
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

func (a *account) factList() []detail {
	holder := a.truth.Scalars["accountHolder"]
	var out []detail
	if a.chance(0.5) {
		out = append(out, detail{a.word("holder"), holder})
	}
	out = append(out, a.numbers()...)
	out = append(out, a.period()...)
	for _, d := range []detail{
		{a.word("issued"), a.place.date(a.to.AddDate(0, 0, 1+a.r.IntN(4)))},
		{a.word("serial"), a.place.pattern(pick(a.r, "*", "*#", "*/20##", "##"))},
		{a.word("branch"), a.place.company().lines()[0]},
		{a.word("customer"), a.place.pattern("*########")},
		{a.word("limit"), a.place.money(a.some(500, 5000).Round(-2))},
	} {
		if a.chance(0.25) {
			out = append(out, d)
		}
	}
	if a.chance(0.4) {
		out = append(out, detail{a.word("currency"), a.place.currency})
		a.know("currency", a.place.currency)
	}
	if a.chance(0.3) {
		a.r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	}
	return out
}

func (a *account) numbers() []detail {
	us := a.place.company()
	var out []detail
	if us.iban == "" || a.chance(0.3) {
		number := us.account
		if number == "" {
			number = a.place.pattern(pick(a.r, "*#######", "*#########", "### ### ###*", "####-####-##"))
		}
		a.know("accountNumber", number)
		out = append(out, detail{a.word("number"), number})
		if a.chance(0.4) {
			out = append(out, detail{a.word("sort"), a.place.pattern(pick(a.r, "##-##-##", "*#####", "*## ### ##"))})
		}
	}
	if us.iban != "" {
		a.know("iban", us.iban)
		printed := us.iban
		if a.chance(0.8) {
			printed = fours(us.iban)
		}
		out = append(out, detail{a.word("iban"), printed})
	}
	if a.chance(0.5) {
		a.know("bic", us.bic)
		out = append(out, detail{a.word("bic"), us.bic})
	}
	return out
}

func fours(number string) string {
	var sb strings.Builder
	for i, c := range number {
		if i > 0 && i%4 == 0 {
			sb.WriteByte(' ')
		}
		sb.WriteRune(c)
	}
	return sb.String()
}

// period returns the first and last day of the entries, in one row or two.
func (a *account) period() []detail {
	a.know("periodStart", a.from.Format("2006-01-02"))
	a.know("periodEnd", a.to.Format("2006-01-02"))
	from, to := a.place.date(a.from), a.place.date(a.to)
	if a.chance(0.25) {
		return []detail{{a.word("from"), from}, {a.word("until"), to}}
	}
	return []detail{{a.word("period"), from + " " + a.word("to") + " " + to}}
}

// factsAt prints the rows from x on, with values aligned or directly after their labels.
func (a *account) factsAt(x float64, facts []detail) {
	longest, widest := 0.0, 0.0
	for _, d := range facts {
		longest, widest = max(longest, width(d.label+a.colon, a.size, false)), max(widest, width(d.value, a.size, false))
	}
	aligned := a.chance(0.6)
	x = max(a.left, min(x, a.right-longest-widest-a.size))
	for _, d := range facts {
		end := a.s.put(x, a.y, a.size, d.label+a.colon) + 0.5*a.size
		if aligned {
			end = x + longest + a.size
		}
		a.s.put(end, a.y, a.size, d.value)
		a.y += a.step
	}
}

func (a *account) factGrid(facts []detail) {
	const columns = 3
	w := (a.right - a.left) / columns
	column := 0
	for _, d := range facts {
		wide := 1
		if max(width(d.value, a.size, false), width(d.label, a.size, false)) > w-a.size {
			wide = 2
		}
		if column+wide > columns {
			column, a.y = 0, a.y+2.6*a.step
		}
		x := a.left + float64(column)*w
		a.s.put(x, a.y, a.size*0.85, d.label)
		a.s.put(x, a.y+a.step, a.size, d.value)
		column += wide
	}
	a.y += 2.6 * a.step
}
