// Package receipt generates till receipts of shops, restaurants and services.
package receipt

import (
	"math/rand/v2"
	"strings"
	"time"

	"github.com/docmill/docmill/lab/synth/draft"
	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/shopspring/decimal"
)

type receipt struct {
	*draft.Draft
	s           *sheet.Sheet
	left, right float64 // of the printed column
	y           float64 // the next baseline
	size        float64
	step        float64 // between baselines
	upper       bool    // prints capitals only
	bare        bool    // prints no accents
	colon       string  // after labels
	signs       bool    // prices carry the currency's symbol
	sumSigns    bool    // totals carry it
	trade       string  // "grocery", "menu" …: a key of the vocabulary
	day         time.Time
	rate        decimal.Decimal // of the tax, percent
	shop        letterhead
	sales       []sale
	form        itemForm
	bill        bill
	sumForm     sumForm
	// Parts that the head leaves to the foot.
	lateTax, lateContacts bool

	family []string // the main choices, for the layout's name
}

// drawTrade draws the trade of a shop; food is the most frequent.
func drawTrade(r *rand.Rand) string {
	return random.Pick(r, "grocery", "grocery", "grocery", "menu", "menu", "menu", "menu", "fast", "fast", "hardware",
		"hardware", "pharmacy", "clothes", "stationery", "fuel", "parking", "taxi", "salon")
}

// drawStyle draws the properties that are constant within the receipt.
func (t *receipt) drawStyle() {
	t.upper = t.Chance(0.4)
	t.bare = t.Chance(0.15)
	t.colon = random.Pick(t.Rand, ":", ":", ":", " :", "", "", ".:", " -")
	t.signs = t.Chance(0.15)
	t.sumSigns = t.signs || t.Chance(0.35)
	t.rate = t.Place.TaxRates[t.IntN(len(t.Place.TaxRates))]
	if t.rate.IsZero() || t.Chance(0.6) {
		t.rate = t.Place.TaxRates[0]
	}
}

// drawPaper chooses a strip, or a sheet with the receipt at the left, in the middle or across the full width.
func (t *receipt) drawPaper() {
	t.size = 6.5 + 3*t.Float64()
	switch n := t.IntN(20); {
	case n < 15:
		w := 200 + 60*t.Float64()
		margin := 6 + 14*t.Float64()
		table := 0.0
		if t.Chance(0.25) { // photographed with its background
			table = 60 * t.Float64()
		}
		t.s = &sheet.Sheet{Width: w + 2*table, Height: 200}
		t.left, t.right, t.y = table+margin, table+w-margin, 20+table+30*t.Float64()
		t.family = append(t.family, "strip")
	case n < 17:
		t.s = &sheet.Sheet{Width: 420, Height: 595}
		t.left, t.right, t.y = 36, 384, 50
		t.size++
		t.family = append(t.family, "a5")
	default:
		t.s = random.Pick(t.Rand, sheet.A4, sheet.Letter)()
		w := 240 + 220*t.Float64()
		t.left = random.Pick(t.Rand, 40, (t.s.Width-w)/2)
		t.right, t.y = t.left+w, 50+40*t.Float64()
		t.size++
		t.family = append(t.family, "sheet")
	}
	t.step = t.size * (1.2 + 0.45*t.Float64())
}

func (t *receipt) printable(text string) string {
	if t.bare {
		text = unaccented(text)
	}
	if t.upper {
		return strings.ToUpper(text)
	}
	return text
}

func (t *receipt) word(key string) string {
	return t.fillWord(t.Place.Label("till-" + key))
}

func (t *receipt) fillWord(text string) string {
	if !strings.Contains(text, "{") {
		return t.printable(text)
	}
	money := decimal.New(int64(1+t.IntN(10)), 0)
	return t.printable(strings.NewReplacer("{tax}", t.Place.TaxName, "{rate}", t.Place.Percent(t.rate), "{money}",
		t.Place.Money(money)).Replace(text))
}

// Compose adds a receipt to an empty draft.
func Compose(c *draft.Draft) {
	t := &receipt{Draft: c, trade: drawTrade(c.Rand), day: c.Place.RandomDay()}
	t.day = t.day.Add(time.Duration(6*3600+c.IntN(17*3600)) * time.Second)
	t.drawStyle()
	t.drawPaper()
	t.fillBasket()
	t.computeBill()
	t.head()
	meta := c.IntN(4) > 0
	if meta {
		t.meta()
	}
	t.gap()
	t.items()
	t.sums()
	if !meta {
		t.gap()
		t.meta()
	}
	t.payment()
	t.taxSummary()
	t.foot()
	t.s.Height = max(t.s.Height, t.y+t.step*(1+3*c.Float64()))
	c.Sheets = append(c.Sheets, t.s)
	c.Layout = "receipt/" + strings.Join(t.family, "-")
	t.SetCurrency()
}

type side int

const (
	sideLeft side = iota
	sideMiddle
	sideRight
)

func (t *receipt) line(at side, size float64, bold bool, text string) {
	for _, part := range sheet.Wrap(text, size, bold, t.right-t.left) {
		t.rise(size)
		switch at {
		case sideMiddle:
			t.s.SetCentered((t.left+t.right)/2, t.y, size, bold, part)
		case sideRight:
			t.s.SetRight(t.right, t.y, size, bold, part)
		default:
			t.s.Set(t.left, t.y, size, bold, part)
		}
		t.y += t.step
	}
}

func (t *receipt) rise(size float64) { t.y += 0.95 * max(0, size-t.size) }

func (t *receipt) plain(at side, text string) { t.line(at, t.size, false, text) }

func (t *receipt) pair(label, value string, x, size float64, bold bool) {
	if t.left+sheet.TextWidth(label, size, bold)+size > x-sheet.TextWidth(value, size, bold) {
		t.line(sideLeft, size, bold, label)
	} else {
		t.rise(size)
		t.s.Set(t.left, t.y, size, bold, label)
	}
	t.s.SetRight(x, t.y, size, bold, value)
	t.y += t.step
}

func (t *receipt) gap() {
	switch t.IntN(5) {
	case 0:
		t.y += t.step * (0.3 + 0.8*t.Float64())
	case 1:
		t.s.AddRule(t.left, t.y-0.3*t.size, t.right, t.y-0.3*t.size)
		t.y += t.step * 0.8
	case 2, 3:
		one := random.Pick(t.Rand, "-", "-", "=", "*", "_", ".", "- ")
		n := int((t.right - t.left) / sheet.TextWidth(one, t.size, false))
		t.plain(sideLeft, strings.TrimSpace(strings.Repeat(one, n)))
	}
}

// unaccented removes the accents of European letters, as tills with a small character set do.
func unaccented(text string) string {
	return strings.NewReplacer(
		"ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "à", "a", "á", "a", "â", "a", "ã", "a",
		"ç", "c", "è", "e", "é", "e", "ê", "e", "ë", "e", "í", "i", "î", "i", "ï", "i", "ì", "i", "ñ", "n", "ó", "o", "ô",
		"o", "õ", "o", "ò", "o", "ú", "u", "ù", "u", "û", "u", "À", "A", "Á", "A", "É", "E", "È", "E", "Í", "I", "Ó", "O",
		"Ú", "U", "Ç", "C", "Ñ", "N", "ą", "a", "ć", "c", "ę", "e", "ł", "l", "ń", "n", "ś", "s", "ź", "z", "ż", "z", "Ą",
		"A", "Ć", "C", "Ę", "E", "Ł", "L", "Ń", "N", "Ś", "S", "Ź", "Z", "Ż", "Z",
	).Replace(text)
}
