package einvoicefields

import (
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/recognize"
)

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
	p.locateLines(set.Lists["lineItems"])
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
