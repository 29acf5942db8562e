package synth

import (
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

type receiptPrinter struct {
	*composer
	s           *Sheet
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

func (c *composer) receipt() {
	t := &receiptPrinter{composer: c, trade: c.tradeOfShop(), day: c.place.day()}
	t.day = t.day.Add(time.Duration(6*3600+c.r.IntN(17*3600)) * time.Second)
	t.habits()
	t.paper()
	t.fillBasket()
	t.reckon()
	t.head()
	meta := c.r.IntN(4) > 0
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
	t.s.Height = max(t.s.Height, t.y+t.step*(1+3*c.r.Float64()))
	c.sheets = append(c.sheets, t.s)
	c.layout = "receipt/" + strings.Join(t.family, "-")
	t.knowCurrency()
}

// tradeOfShop draws the trade of a shop; food is the most frequent.
func (c *composer) tradeOfShop() string {
	return pick(c.r, "grocery", "grocery", "grocery", "menu", "menu", "menu", "menu", "fast", "fast", "hardware",
		"hardware",
		"pharmacy", "clothes", "stationery", "fuel", "parking", "taxi", "salon")
}

// habits draws the properties that are constant within the receipt.
func (t *receiptPrinter) habits() {
	t.upper = t.chance(0.4)
	t.bare = t.chance(0.15)
	t.colon = pick(t.r, ":", ":", ":", " :", "", "", ".:", " -")
	t.signs = t.chance(0.15)
	t.sumSigns = t.signs || t.chance(0.35)
	t.rate = t.place.taxRates[t.r.IntN(len(t.place.taxRates))]
	if t.rate.IsZero() || t.chance(0.6) {
		t.rate = t.place.taxRates[0]
	}
}

// paper chooses a strip, or a sheet with the receipt at the left, in the middle or across the full width.
func (t *receiptPrinter) paper() {
	t.size = 6.5 + 3*t.r.Float64()
	switch n := t.r.IntN(20); {
	case n < 15:
		w := 200 + 60*t.r.Float64()
		margin := 6 + 14*t.r.Float64()
		table := 0.0
		if t.chance(0.25) { // photographed with its background
			table = 60 * t.r.Float64()
		}
		t.s = &Sheet{Width: w + 2*table, Height: 200}
		t.left, t.right, t.y = table+margin, table+w-margin, 20+table+30*t.r.Float64()
		t.family = append(t.family, "strip")
	case n < 17:
		t.s = &Sheet{Width: 420, Height: 595}
		t.left, t.right, t.y = 36, 384, 50
		t.size++
		t.family = append(t.family, "a5")
	default:
		t.s = pick(t.r, a4, letter)()
		w := 240 + 220*t.r.Float64()
		t.left = pick(t.r, 40, (t.s.Width-w)/2)
		t.right, t.y = t.left+w, 50+40*t.r.Float64()
		t.size++
		t.family = append(t.family, "sheet")
	}
	t.step = t.size * (1.2 + 0.45*t.r.Float64())
}

func (t *receiptPrinter) shown(text string) string {
	if t.bare {
		text = unaccented(text)
	}
	if t.upper {
		return strings.ToUpper(text)
	}
	return text
}

// word returns a random word for key, with the names of tax and rate filled in.
func (t *receiptPrinter) word(key string) string {
	return t.worded(t.place.label("till-" + key))
}

func (t *receiptPrinter) worded(text string) string {
	if !strings.Contains(text, "{") {
		return t.shown(text)
	}
	money := decimal.New(int64(1+t.r.IntN(10)), 0)
	return t.shown(strings.NewReplacer("{tax}", t.place.taxName, "{rate}", t.place.rate(t.rate), "{money}",
		t.place.money(money)).Replace(text))
}
