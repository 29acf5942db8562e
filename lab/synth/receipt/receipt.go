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
