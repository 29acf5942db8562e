package receipt

import (
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
)

type detail struct{ label, value string }

func (d detail) text(colon string) string {
	if d.label == "" {
		return d.value
	}
	return d.label + colon + " " + d.value
}

// meta prints date, time, number, cashier and similar details in rows of one or two, in a list with aligned values, or
// continuously.
func (t *receipt) meta() {
	details := t.details()
	form := t.IntN(4)
	t.family = append(t.family, [...]string{"list", "pairs", "aligned", "run"}[form])
	switch form {
	case 0:
		for _, d := range details {
			t.plain(sideLeft, d.text(t.colon))
		}
	case 1:
		t.inPairs(details)
	case 2:
		t.aligned(details)
	case 3:
		t.runTogether(details)
	}
}

func (t *receipt) inPairs(details []detail) {
	for i := 0; i < len(details); i++ {
		x := t.s.Put(t.left, t.y, t.size, sheet.Truncate(details[i].text(t.colon), t.size, t.right-t.left))
		if i+1 < len(details) {
			next := details[i+1].text(t.colon)
			if t.right-sheet.TextWidth(next, t.size, false) > x+t.size {
				t.s.SetRight(t.right, t.y, t.size, false, next)
				i++
			}
		}
		t.y += t.step
	}
}

func (t *receipt) aligned(details []detail) {
	longest := 0.0
	for _, d := range details {
		longest = max(longest, sheet.TextWidth(d.label, t.size, false))
	}
	own := random.Pick(t.Rand, "", "", ":") // a column of colons
	for _, d := range details {
		if d.label == "" || longest+sheet.TextWidth(": "+d.value, t.size, false)+t.size > t.right-t.left {
			t.plain(sideLeft, d.text(t.colon))
			continue
		}
		x := t.left + longest + 0.6*t.size
		if own == "" {
			t.s.Put(t.left, t.y, t.size, strings.TrimSpace(d.label+t.colon))
			x += sheet.TextWidth(t.colon, t.size, false)
		} else {
			t.s.Put(t.left, t.y, t.size, d.label)
			x = t.s.Put(x, t.y, t.size, own) + 0.5*t.size
		}
		t.s.Put(x, t.y, t.size, d.value)
		t.y += t.step
	}
}

func (t *receipt) runTogether(details []detail) {
	between := random.Pick(t.Rand, "  ", " ", "   ", " - ")
	line := ""
	for _, d := range details {
		text := d.text(t.colon)
		if line != "" && sheet.TextWidth(line+between+text, t.size, false) > t.right-t.left {
			t.plain(t.shop.at, line)
			line = ""
		}
		if line != "" {
			line += between
		}
		line += text
	}
	t.plain(t.shop.at, line)
}

func (t *receipt) details() []detail {
	out := t.whenDetails()
	if t.Chance(0.8) {
		number := t.receiptNumber()
		t.SetTruth("receiptNumber", number)
		out = append(out, detail{t.word("number"), number})
	}
	decoys := []string{"cashier", "till", "order", "member", "branch"}
	if t.trade == "menu" {
		decoys = []string{"cashier", "table", "guests", "order", "till"}
	}
	t.Shuffle(len(decoys), func(i, j int) { decoys[i], decoys[j] = decoys[j], decoys[i] })
	for _, key := range decoys[:t.IntN(len(decoys))] {
		if key == "order" && t.Chance(0.5) {
			continue // too many numbers
		}
		out = append(out, detail{t.word(key), t.printable(t.decoy(key))})
	}
	if t.Chance(0.5) {
		t.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	}
	return out
}

func (t *receipt) decoy(key string) string {
	switch key {
	case "cashier":
		first := t.Place.Label("first")
		return random.Pick(t.Rand, first, first+" "+random.Fill(t.Rand, "@."), random.Fill(t.Rand, "*##"),
			random.Fill(t.Rand, "0#")+" "+first,
			t.Place.PersonName())
	case "table":
		return random.Fill(t.Rand, random.Pick(t.Rand, "*", "*#", "@*", "*/#", "0#"))
	case "guests":
		return random.Fill(t.Rand, random.Pick(t.Rand, "*", "*", "0*"))
	case "till":
		return random.Fill(t.Rand, random.Pick(t.Rand, "*", "0*", "00*", "POS*#", "@0#"))
	case "member":
		return random.Fill(t.Rand, random.Pick(t.Rand, "XXXXXXXX####", "*#########", "xxx xxx ##*", "@@######"))
	}
	return random.Fill(t.Rand, random.Pick(t.Rand, "*##", "*####", "@##", "#*##", "*-######"))
}

func (t *receipt) whenDetails() []detail {
	day := t.Place.NumericDate(t.day)
	if t.Chance(0.25) {
		day = t.Place.Date(t.day)
	}
	day = t.printable(day)
	t.SetTruth("date", t.day.Format("2006-01-02"))
	if t.Chance(0.15) {
		return []detail{{t.word("date"), day}}
	}
	clock := t.clock()
	switch t.IntN(5) {
	case 0:
		return []detail{{t.word("datetime"), day + " " + clock}}
	case 1:
		return []detail{{t.word("date"), day + random.Pick(t.Rand, " ", "  ", ", ", " - ") + clock}}
	case 2:
		return []detail{{"", day + random.Pick(t.Rand, " ", "  ", "   ") + clock}}
	case 3:
		return []detail{{"", day}, {"", clock}}
	}
	return []detail{{t.word("date"), day}, {t.word("time"), clock}}
}

func (t *receipt) clock() string {
	forms := []string{"15:04", "15:04", "15:04:05"}
	if t.Place.Language == "en" {
		forms = append(forms, "3:04 PM", "3:04PM", "03:04:05 PM", "3:04pm")
	}
	form := forms[t.IntN(len(forms))]
	normal := "15:04"
	if strings.Contains(form, "05") {
		normal = "15:04:05"
	}
	t.SetTruth("time", t.day.Format(normal))
	return t.day.Format(form)
}

func (t *receipt) receiptNumber() string {
	return random.Fill(t.Rand, random.Pick(t.Rand, "*####", "*#####", "00####", "*###", "@##-*###", "@@-######",
		"*##/*###", "R0000*#####", "#*##-##-*##", "CS*####", "*###########", "0*-######", "INV-#####", "@@@*######",
		"*#-*#####", "####/##/*", "T*-*####", "20##/*###", "*######@", "00*##-####-##"))
}
