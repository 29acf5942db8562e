package synth

import "strings"

// details draws the rows of numbers of a receipt: date and time, its number and similar decoys.
func (t *receiptPrinter) details() []detail {
	out := t.whenDetails()
	if t.chance(0.8) {
		number := t.receiptNumber()
		t.know("receiptNumber", number)
		out = append(out, detail{t.word("number"), number})
	}
	decoys := []string{"cashier", "till", "order", "member", "branch"}
	if t.trade == "menu" {
		decoys = []string{"cashier", "table", "guests", "order", "till"}
	}
	t.r.Shuffle(len(decoys), func(i, j int) { decoys[i], decoys[j] = decoys[j], decoys[i] })
	for _, key := range decoys[:t.r.IntN(len(decoys))] {
		if key == "order" && t.chance(0.5) {
			continue // too many numbers
		}
		out = append(out, detail{t.word(key), t.shown(t.decoy(key))})
	}
	if t.chance(0.5) {
		t.r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	}
	return out
}

func (t *receiptPrinter) decoy(key string) string {
	switch key {
	case "cashier":
		first := t.place.label("first")
		return pick(t.r, first, first+" "+t.place.pattern("@."), t.place.pattern("*##"), t.place.pattern("0#")+" "+first,
			t.place.person())
	case "table":
		return t.place.pattern(pick(t.r, "*", "*#", "@*", "*/#", "0#"))
	case "guests":
		return t.place.pattern(pick(t.r, "*", "*", "0*"))
	case "till":
		return t.place.pattern(pick(t.r, "*", "0*", "00*", "POS*#", "@0#"))
	case "member":
		return t.place.pattern(pick(t.r, "XXXXXXXX####", "*#########", "xxx xxx ##*", "@@######"))
	}
	return t.place.pattern(pick(t.r, "*##", "*####", "@##", "#*##", "*-######"))
}

// whenDetails returns date and time: in one row or two, with or without labels.
func (t *receiptPrinter) whenDetails() []detail {
	day := t.place.numericDate(t.day)
	if t.chance(0.25) {
		day = t.place.date(t.day)
	}
	day = t.shown(day)
	t.know("date", t.day.Format("2006-01-02"))
	if t.chance(0.15) {
		return []detail{{t.word("date"), day}}
	}
	clock := t.clock()
	switch t.r.IntN(5) {
	case 0:
		return []detail{{t.word("datetime"), day + " " + clock}}
	case 1:
		return []detail{{t.word("date"), day + pick(t.r, " ", "  ", ", ", " - ") + clock}}
	case 2:
		return []detail{{"", day + pick(t.r, " ", "  ", "   ") + clock}}
	case 3:
		return []detail{{"", day}, {"", clock}}
	}
	return []detail{{t.word("date"), day}, {t.word("time"), clock}}
}

// clock formats the time of day and adds it to the truth.
func (t *receiptPrinter) clock() string {
	forms := []string{"15:04", "15:04", "15:04:05"}
	if t.place.language == "en" {
		forms = append(forms, "3:04 PM", "3:04PM", "03:04:05 PM", "3:04pm")
	}
	form := forms[t.r.IntN(len(forms))]
	normal := "15:04"
	if strings.Contains(form, "05") {
		normal = "15:04:05"
	}
	t.know("time", t.day.Format(normal))
	return t.day.Format(form)
}

func (t *receiptPrinter) receiptNumber() string {
	return t.place.pattern(pick(t.r, "*####", "*#####", "00####", "*###", "@##-*###", "@@-######", "*##/*###",
		"R0000*#####", "#*##-##-*##",
		"CS*####", "*###########", "0*-######", "INV-#####", "@@@*######", "*#-*#####", "####/##/*", "T*-*####", "20##/*###",
		"*######@", "00*##-####-##"))
}
