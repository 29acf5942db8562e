package einvoicefields

import (
	"sort"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

// Page holds the values on the displayed pages of a document. Ambiguous numbers and dates count as both values.
type Page struct {
	read      *value.Set
	certainty func(name string) float64
	words     int
	segments  map[*layout.Segment]*typed

	// Places of values in reading order.
	tokens     map[string][]place // by the folded text of the first word
	amounts    map[string][]place // by their value without sign
	dates      map[string][]place // by ISO date
	ibans      map[string][]place
	currencies map[string][]place // by ISO code
}

// place is a run of tokens of a segment.
type place struct {
	segment     *layout.Segment
	ordinal     int // of the segment, in reading order
	first, last int
}

// typed are the values of a segment, for searching a row.
type typed struct {
	amounts []recognize.Amount
	folded  []string // text of each token
	ordinal int
}

// NewPage indexes the displayed pages. Read is the extraction result of the pages alone, and certainty returns the
// probability that one of its scalars is right.
func NewPage(lay *layout.Layout, read *value.Set, certainty func(name string) float64) *Page {
	p := &Page{
		read: read, certainty: certainty, segments: map[*layout.Segment]*typed{},
		tokens: map[string][]place{}, amounts: map[string][]place{}, dates: map[string][]place{},
		ibans: map[string][]place{}, currencies: map[string][]place{},
	}
	for i, s := range lay.Segments {
		if !s.Page.Nominal {
			p.add(s, i)
		}
	}
	return p
}

func (p *Page) add(s *layout.Segment, ordinal int) {
	p.words += len(s.Words)
	t := &typed{amounts: s.Amounts(), folded: make([]string, len(s.Words)), ordinal: ordinal}
	p.segments[s] = t
	note := func(index map[string][]place, key string, first, last int) {
		index[key] = append(index[key], place{s, ordinal, first, last})
	}
	for i, w := range s.Words {
		t.folded[i] = recognize.Compact(w)
		note(p.tokens, t.folded[i], i, i)
		if c, ok := recognize.Currency(w); ok {
			note(p.currencies, c, i, i)
		}
	}
	for _, a := range t.amounts {
		values := readings(a.Number)
		note(p.amounts, values[0], a.First, a.Last)
		if values[1] != values[0] {
			note(p.amounts, values[1], a.First, a.Last)
		}
		if a.Currency != "" {
			note(p.currencies, a.Currency, a.First, a.Last)
		}
	}
	for _, d := range s.Dates() {
		dmy, mdy := d.ISO(recognize.OrderDMY), d.ISO(recognize.OrderMDY)
		note(p.dates, dmy, d.First, d.Last)
		if mdy != dmy {
			note(p.dates, mdy, d.First, d.Last)
		}
	}
	for _, c := range s.IBANs() {
		note(p.ibans, c.Value, c.First, c.Last)
	}
}

// readings returns the two possible values of a printed number, which are mostly equal.
func readings(n recognize.Number) [2]string {
	return [2]string{
		recognize.FormatQuantity(n.Resolve(recognize.StyleComma)), recognize.FormatQuantity(n.Resolve(recognize.StylePoint)),
	}
}

// absolute returns the key of an amount without its sign, because deductions are printed with or without a minus.
func absolute(text string) string {
	v, err := decimal.NewFromString(text)
	if err != nil {
		return ""
	}
	return recognize.FormatQuantity(v.Abs())
}

// scalar finds the value of a scalar field by the field's form.
func (p *Page) scalar(name, value string) []place {
	f, _ := schema.Find(name)
	switch f.Form {
	case schema.FormMoney:
		return p.amounts[absolute(value)]
	case schema.FormDate:
		return p.dates[value]
	case schema.FormCurrency:
		return p.currencies[value]
	case schema.FormIBAN:
		return p.ibans[value]
	default:
	}
	return p.texts(value, 0)
}

const (
	// maxCandidates is the maximum number of places searched for one text, because its first word may be in every
	// line of a long document.
	maxTextCandidates = 2000
	// maxWordLetters is the maximum length of a text's first word, in bytes.
	maxWordLetters = 64
)

// texts finds a text from a segment on: whole tokens that together equal it, ignoring case, spaces and punctuation.
func (p *Page) texts(text string, from int) []place {
	want := recognize.Compact(text)
	var out []place
	for n := range min(len(want), maxWordLetters) {
		candidates := p.tokens[want[:n+1]]
		candidates = candidates[sort.Search(len(candidates), func(i int) bool { return candidates[i].ordinal >= from }):]
		for _, c := range candidates[:min(len(candidates), maxTextCandidates)] {
			if last := run(p.segments[c.segment].folded[c.first:], want); last >= 0 {
				c.last = c.first + last
				out = append(out, c)
			}
		}
	}
	sort.Slice(out, func(i, j int) bool {
		return out[i].ordinal < out[j].ordinal || out[i].ordinal == out[j].ordinal && out[i].first < out[j].first
	})
	return out
}

// run returns the index of the last of the first tokens that together spell want, or -1.
func run(folded []string, want string) int {
	for i, t := range folded {
		rest, ok := strings.CutPrefix(want, t)
		if !ok {
			return -1
		}
		if want = rest; want == "" {
			return i
		}
	}
	return -1
}

// amountsIn finds a number in segments.
func (p *Page) amountsIn(segments []*layout.Segment, text string) []place {
	want := absolute(text)
	var out []place
	for _, s := range segments {
		t := p.segments[s]
		for _, a := range t.amounts {
			if values := readings(a.Number); values[0] == want || values[1] == want {
				out = append(out, place{s, t.ordinal, a.First, a.Last})
			}
		}
	}
	return out
}

func (p *Page) textsIn(segments []*layout.Segment, text string) []place {
	want := recognize.Compact(text)
	var out []place
	for _, s := range segments {
		t := p.segments[s]
		for first := range t.folded {
			if last := run(t.folded[first:], want); last >= 0 && t.folded[first] != "" {
				out = append(out, place{s, t.ordinal, first, first + last})
			}
		}
	}
	return out
}

func isMoney(name string) bool {
	f, _ := schema.Find(name)
	return f.Form == schema.FormMoney
}

// Locate adds page positions to the values of set. It uses the position of an equal value read from the page, or
// else searches the value. A value that the page does not show has no position.
func (p *Page) Locate(set *value.Set) {
	for name, v := range set.Scalars {
		if read, ok := p.read.Scalars[name]; ok && equalCompact(read.Value, v.Value) {
			set.Scalars[name] = placedAs(v, read)
		} else if places := p.placesOf(name, v.Value); len(places) > 0 {
			set.Scalars[name] = placedAt(v, places)
		}
	}
	p.locateTaxes(set.Lists["taxes"])
	p.statePrices(set.Lists["lineItems"], set.Text("currency"))
	p.locateLines(set.Lists["lineItems"])
}

// statePrices keeps the prices of several units that the pages show.
func (p *Page) statePrices(rows []value.Row, currency string) {
	for _, row := range rows {
		v := row["unitPrice"]
		price, err := decimal.NewFromString(v.Raw)
		if err == nil && len(p.amounts[absolute(v.Raw)]) > 0 {
			v.Value = recognize.FormatMoney(price, currency)
			row["unitPrice"] = v
		}
	}
}

func equalCompact(a, b string) bool { return recognize.Compact(a) == recognize.Compact(b) }

func placedAs(v, read value.Value) value.Value {
	v.Page, v.Box, v.Nominal = read.Page, read.Box, read.Nominal
	return v
}

// placedAt returns v with the box around the places, which are on one page.
func placedAt(v value.Value, places []place) value.Value {
	v.Page, v.Box = places[0].segment.Page.Number, document.Box{}
	for _, p := range places {
		for i := p.first; i <= p.last; i++ {
			v.Box = v.Box.Union(p.segment.Tokens[i].Place)
		}
	}
	return v
}

// placesOf returns the place of a scalar, or those of its parts. It returns the first of several places, but the
// last for sums, because they are at the end, after items that may have the same amount.
func (p *Page) placesOf(name, v string) []place {
	if strings.HasSuffix(name, "Address") {
		return p.address(v)
	}
	places := p.scalar(name, v)
	switch {
	case len(places) == 0:
		return nil
	case isMoney(name):
		return places[len(places)-1:]
	}
	return places[:1]
}

// nearRows is the maximum number of rows of an address below its first line.
const nearRows = 6

// address finds the lines of an address near its first one.
func (p *Page) address(v string) []place {
	lines := strings.Split(v, ", ")
	rest := make([][]place, len(lines))
	for i, line := range lines {
		rest[i] = p.texts(line, 0)
	}
	for _, first := range rest[0] {
		places := []place{first}
		for _, candidates := range rest[1:] {
			for _, c := range candidates {
				if rows := c.segment.Row - first.segment.Row; c.segment.Page == first.segment.Page && rows >= 0 &&
					rows <= nearRows {
					places = append(places, c)
					break
				}
			}
		}
		if len(places) == len(lines) {
			return places
		}
	}
	return nil
}

// maxTaxes is the maximum number of breakdown entries that are located.
const maxTaxes = 20

// locateTaxes finds the entries of the breakdown: rows with the amount and either base or rate.
func (p *Page) locateTaxes(rows []value.Row) {
	for _, row := range rows[:min(len(rows), maxTaxes)] {
		for _, at := range p.amounts[absolute(row["amount"].Value)] {
			beside := rowOf(at.segment)
			base, rate := p.amountsIn(beside, row["base"].Value), p.amountsIn(beside, row["rate"].Value)
			if len(base)+len(rate) == 0 {
				continue
			}
			row["amount"] = placedAt(row["amount"], []place{at})
			if len(base) > 0 {
				row["base"] = placedAt(row["base"], base[:1])
			}
			if len(rate) > 0 {
				row["rate"] = placedAt(row["rate"], rate[:1])
			}
			break
		}
	}
}

func rowOf(s *layout.Segment) []*layout.Segment { return s.Page.Rows[s.Row].Segments }

// locateLines finds the items, first among those read from the page, then by their description.
func (p *Page) locateLines(rows []value.Row) {
	read := map[string][]value.Row{} // by amount, those not yet used
	for _, r := range p.read.Lists["lineItems"] {
		amount := r["amount"].Value
		read[amount] = append(read[amount], r)
	}
	from := 0
	for _, row := range rows {
		amount := row["amount"].Value
		if i := partner(row, read[amount]); i >= 0 {
			placeAs(row, read[amount][i])
			read[amount] = append(read[amount][:i:i], read[amount][i+1:]...)
		}
		from = p.locateLine(row, from)
	}
}

// maxPartners is the maximum number of items of the same amount that are compared.
const maxPartners = 50

// partner returns the index of the first row that agrees in another member besides the amount, or -1.
func partner(row value.Row, rows []value.Row) int {
	for i, r := range rows[:min(len(rows), maxPartners)] {
		for _, name := range []string{"description", "quantity", "unitPrice", "productCode"} {
			if r[name].Value != "" && agree(name, r[name].Value, row[name].Value) {
				return i
			}
		}
	}
	return -1
}

func placeAs(row, read value.Row) {
	for name, v := range row {
		if r := read[name]; r.Value != "" && agree(name, r.Value, v.Value) {
			row[name] = placedAs(v, r)
		}
	}
}

func agree(member, a, b string) bool {
	if member == "description" {
		return equalCompact(a, b)
	}
	return a == b
}

// locateLine finds the missing values of an item in the row of its description, and returns the next start.
func (p *Page) locateLine(row value.Row, from int) int {
	description := row["description"]
	places := p.texts(description.Value, from)
	if len(places) == 0 {
		return from
	}
	at := places[0]
	if description.Page == 0 {
		row["description"] = placedAt(description, places[:1])
	}
	beside := rowOf(at.segment)
	for _, name := range []string{"productCode", "unitPrice", "amount"} {
		v, ok := row[name]
		if !ok || v.Page != 0 {
			continue
		}
		found := p.amountsIn(beside, v.Value)
		if name == "productCode" {
			found = p.textsIn(beside, v.Value)
		}
		if len(found) > 0 {
			row[name] = placedAt(v, found[len(found)-1:])
		}
	}
	return at.ordinal
}
