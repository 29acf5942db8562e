package eval

import (
	"slices"
	"strings"
)

// Figure is one headline figure of accuracy.
type Figure struct {
	Name string `json:"name"`
	// Value is a share between 0 and 1: an F1, a share of right types or values, or a calibration error.
	Value float64 `json:"value"`
	// Of is the number of documents, true values or found values behind the share.
	Of int `json:"of"`
}

// Figures returns the headline figures for all documents of a summary. It omits figures without data. Fields exclude
// line items.
func (s *Summary) Figures() []Figure {
	var out []Figure
	g := s.Group(ByAll)
	if g == nil {
		return nil
	}
	if g.TypeAccuracy != nil {
		typed := 0
		for _, c := range s.Confusion {
			typed += c.Documents
		}
		out = append(out, Figure{"type", *g.TypeAccuracy, typed})
	}
	for _, set := range figureSets() {
		var t Tally
		for _, f := range append(append([]FieldScore{}, g.Fields...), g.Items...) {
			if set.holds(f.Field) {
				t.add(f.Tally)
			}
		}
		if t.Truths() > 0 {
			out = append(out, Figure{set.name, t.F1(), t.Truths()})
		}
	}
	for i := range s.Calibration {
		if r := &s.Calibration[i]; r.Name == allValues && r.Values > 0 {
			out = append(out, Figure{"ECE", r.ECE, r.Values}, Figure{"right at ≥ 0.9", r.ConfidentPrecision(), r.Confident})
		}
	}
	return out
}

type figureSet struct {
	name   string
	fields []string // if empty, all fields except line items
}

func figureSets() []figureSet {
	return []figureSet{
		{"all fields", nil},
		{"names", []string{"vendorName", "customerName"}},
		{"addresses", []string{"vendorAddress", "customerAddress"}},
		{"tax ids", []string{"vendorTaxId", "customerTaxId"}},
		{"totals", []string{"total"}},
		{"lines' amounts", []string{"lineItems.amount"}},
	}
}

func (f figureSet) holds(field string) bool {
	if len(f.fields) == 0 {
		return !strings.HasPrefix(field, "lineItems.")
	}
	return slices.Contains(f.fields, field)
}
