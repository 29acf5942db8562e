// Package receipt reads receipts: the shop in their header, number, date and time, goods, sums and payments.
package receipt

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/fields/header"
	"github.com/docmill/docmill/engine/fields/items"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party"
	"github.com/docmill/docmill/engine/fields/totals"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

func (r *finder) receipt(set *value.Set) {
	r.netTotals()
	goods := items.Find(r.Linker, true)
	set.Add(header.Find(r.Linker))
	r.renameDate(set)
	r.putTime(set)
	if r.scorers.ready() {
		r.putHeader(set, r.scorers)
	} else {
		r.putShop(set)
	}
	set.Add(party.Find(r.Linker))
	set.Add(totals.Find(r.Linker, true))
	r.putPayments(set)
	set.Add(goods.Set())
}

// netTotals makes "net total" the label of the total alone: on a receipt it is what is paid.
func (r *finder) netTotals() {
	for i, h := range r.Labels {
		_, net := h.As(lexicon.Subtotal)
		if _, total := h.As(lexicon.Total); !total || !net {
			continue
		}
		own := *h
		own.Terms = []lexicon.Term{{Role: lexicon.Total, Weight: 0.95}}
		in := slices.Clone(r.LabelsIn[h.Segment])
		in[slices.Index(in, h)] = &own
		r.Labels[i], r.LabelsIn[h.Segment] = &own, in
	}
}

func (r *finder) renameDate(set *value.Set) {
	if v, ok := set.Scalars["issueDate"]; ok {
		set.Put("date", v)
		delete(set.Scalars, "issueDate")
	}
}

// putTime stores the first time of day, preferably in the date's row.
func (r *finder) putTime(set *value.Set) {
	for _, s := range r.Layout.Segments {
		for _, t := range recognize.Times(annotate.Digitized(s)) {
			beside := false
			for _, o := range s.Page.Rows[s.Row].Segments {
				beside = beside || len(r.Spans[o].Dates) > 0
			}
			if !set.Has("time") || beside {
				set.Put("time", value.Cite(t.Value, s, t.First, t.Last, 0.8))
			}
			if beside {
				return
			}
		}
	}
}

func (r *finder) putPayments(set *value.Set) {
	m := r.Link(r.AmountValues, lexicon.Cash, lexicon.Tip, lexicon.Total)
	r.putBestAmount(set, m, lexicon.Tip, "tip")
	for _, l := range m.Links[lexicon.Cash] {
		if boost.Probability(l.LogOdds) < 0.6 || len(set.Lists["payments"]) >= 4 {
			continue
		}
		a := r.Amount(l.Value)
		if a.Whole() {
			continue // a card number
		}
		row := value.Row{
			"method": value.Cite(strings.ToLower(l.Label.Phrase), l.Label.Segment, l.Label.First, l.Label.Last,
				boost.Probability(l.LogOdds)),
			"amount": value.Cite(a.Money(r.Style, r.Currency), l.Value.Segment, l.Value.First, l.Value.Last,
				boost.Probability(l.LogOdds)),
		}
		set.Lists["payments"] = append(set.Lists["payments"], row)
	}
}

func (r *finder) putBestAmount(set *value.Set, m *link.Set, want lexicon.Role, name string) {
	if l, ok := m.Best(want); ok && boost.Probability(l.LogOdds) > 0.6 {
		a := r.Amount(l.Value)
		set.Put(name, value.Cite(a.Money(r.Style, r.Currency), l.Value.Segment, l.Value.First, l.Value.Last,
			boost.Probability(l.LogOdds)))
	}
}

// Find returns the fields of a receipt, as far as they were found. The scorers find the shop's name and address;
// without them rules do.
func Find(l *link.Linker, scorers *Scorers) *value.Set {
	set := value.New()
	(&finder{l, scorers}).receipt(set)
	return set
}

type finder struct {
	*link.Linker
	scorers *Scorers
}

//go:embed header.bin
var headBin []byte

// Trained returns the embedded scorers.
//
//nolint:gochecknoglobals // read once, never changed
var Trained = sync.OnceValues(func() (*Scorers, error) { return ParseScorers(headBin) })

// Names of the scorers' trees in their file.
const (
	nameTrees    = "name"
	addressTrees = "address"
)

// ParseScorers parses the output of Bytes.
func ParseScorers(data []byte) (*Scorers, error) {
	pair, err := boost.ParseOf(data, len(FeatureNames()), nameTrees, addressTrees)
	if err != nil {
		return nil, err
	}
	return &Scorers{Name: pair[0], Address: pair[1]}, nil
}

// Bytes encodes the scorers for ParseScorers; see boost.Encode.
func (h *Scorers) Bytes() []byte {
	if h == nil {
		h = &Scorers{}
	}
	return boost.Encode(map[string]*boost.Ensemble{nameTrees: h.Name, addressTrees: h.Address})
}
