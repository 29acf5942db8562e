package sheet

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
)

// Cell is one value and what is known of it.
type Cell struct {
	Path    string // "total", "lineItems.0.amount"
	Label   string
	Hint    string // what the field means
	Value   string
	Raw     string // as the page shows it, where that differs
	Known   bool   // found, or spoken of by a person
	Removed bool   // a person said that there is none
	Human   bool   // a person gave the value
	// Confirmed says that a person finds the value right as it stands.
	Confirmed bool
	// Original is what was found, where a person said otherwise; WasFound is
	// false where nothing was.
	Original string
	WasFound bool

	Percent int    // confidence
	Level   string // "good", "warn" or "bad"
	Source  string // in words
	// TaughtBy is the id of the document that taught a value of a learned layout, and
	// Layout that of the layout; "" of all other values.
	TaughtBy, Layout string

	Checks  []string
	Page    int  // 0 where the value has no place on a page
	Boxed   bool // a box shows the place
	Numeric bool

	confidence float64
}

// field is what a record says of a path.
type field struct {
	Value      json.RawMessage `json:"value"`
	Raw        string          `json:"raw"`
	Confidence float64         `json:"confidence"`
	Page       *int            `json:"page"`
	Box        *[4]float64     `json:"box"`
	Source     string          `json:"source"`
	Checks     []string        `json:"checks"`
	Original   *field          `json:"original"`
	Confirmed  bool            `json:"confirmed"`
	Learned    *result.Learned `json:"learned"`
}

func (f field) human() bool { return f.Source == "human" }

func (f field) text() string {
	text, _ := scalar(f.Value)
	return text
}

func (f field) cell(path string, words *languages.Language) Cell {
	c := Cell{
		Path: path, confidence: f.Confidence, Percent: percent(f.Confidence), Level: Level(f.Confidence),
		Source: sourceText(f.Source, words), Human: f.human(), Confirmed: f.Confirmed,
	}
	if f.Confirmed {
		c.Level = "good"
	}
	for _, name := range f.Checks {
		c.Checks = append(c.Checks, checkTitle(name, words))
	}
	found := f
	if f.human() {
		found = field{}
		if f.Original != nil {
			found, c.Original, c.WasFound = *f.Original, f.Original.text(), true
		}
	}
	if found.Learned != nil {
		c.TaughtBy, c.Layout = found.Learned.Document, found.Learned.Layout
	}
	if found.Raw != c.Original && found.Raw != f.text() {
		c.Raw = found.Raw
	}
	return c
}

// box returns the place of what was found, whether or not it was right.
func (f field) box(path, label string, c Cell) (Box, bool) {
	found := f
	if f.human() && f.Original != nil {
		found = *f.Original
	}
	if found.Page == nil || found.Box == nil || *found.Page < 1 {
		return Box{}, false
	}
	b, ok := rectangle(*found.Box)
	b.Page, b.Path, b.Label, b.Level, b.Value = *found.Page, path, label, c.Level, c.Value
	return b, ok
}

// Doubtful reports whether a person should look at the value and has not.
func (c Cell) Doubtful() bool { return c.Level != "good" && !c.Human && !c.Confirmed }

// Bounds of what is called certain and likely.
const (
	goodFrom = 0.95
	warnFrom = 0.80
)

// Level names how far a value of this confidence is to be trusted: "good",
// "warn" or "bad".
func Level(confidence float64) string {
	switch {
	case confidence >= goodFrom:
		return "good"
	case confidence >= warnFrom:
		return "warn"
	}
	return "bad"
}

// percent rounds down: 100 % is what is certain.
func percent(confidence float64) int { return int(math.Floor(confidence*100 + 1e-9)) }

// Percent is a confidence in whole percent, rounded down.
func Percent(confidence float64) int { return percent(confidence) }

// LowFirst puts what a person should look at first to the front: values that are
// not certain, the least certain first, then the others in their order. What was
// confirmed keeps its place.
func LowFirst(cells []Cell) []Cell {
	sorted := slices.Clone(cells)
	slices.SortStableFunc(sorted, func(a, b Cell) int {
		return cmp.Compare(min(a.confidence, goodFrom), min(b.confidence, goodFrom))
	})
	return sorted
}
