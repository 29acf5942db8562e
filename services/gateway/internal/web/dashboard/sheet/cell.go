package sheet

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
)

// Cell is a value with its confidence, source and place.
type Cell struct {
	Path    string // "total", "lineItems.0.amount"
	Label   string
	Hint    string // description of the field
	Value   string
	Raw     string // as printed, if different
	Known   bool   // extracted or edited
	Removed bool   // a user removed the value
	Human   bool   // a user entered the value
	// Confirmed reports that a user confirmed the value.
	Confirmed bool
	// Original is the extracted value of an edited one; WasFound is false if there was
	// none.
	Original string
	WasFound bool

	Percent int    // confidence
	Level   string // "good", "warn" or "bad"
	Source  string // a title
	// TaughtBy is the id of the document that a learned layout has the value from, and
	// Layout the id of the layout; "" for other values.
	TaughtBy, Layout string

	Checks  []string
	Page    int  // 0 if the value has no place on a page
	Boxed   bool // a box shows the place
	Numeric bool

	confidence float64
}

// field is an entry of a record's fields.
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

// box returns the place of the extracted value, even if the value was corrected.
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

// Doubtful reports whether the value needs a check and was not confirmed.
func (c Cell) Doubtful() bool { return c.Level != "good" && !c.Human && !c.Confirmed }

// Lower bounds of the levels.
const (
	goodFrom = 0.95
	warnFrom = 0.80
)

// Level is "good", "warn" or "bad" by confidence.
func Level(confidence float64) string {
	switch {
	case confidence >= goodFrom:
		return "good"
	case confidence >= warnFrom:
		return "warn"
	}
	return "bad"
}

func percent(confidence float64) int { return int(math.Floor(confidence*100 + 1e-9)) }

// Percent is a confidence in whole percent, rounded down.
func Percent(confidence float64) int { return percent(confidence) }

// LowFirst sorts doubtful values by confidence, lowest first, before the others, which
// keep their order.
func LowFirst(cells []Cell) []Cell {
	sorted := slices.Clone(cells)
	slices.SortStableFunc(sorted, func(a, b Cell) int {
		return cmp.Compare(min(a.confidence, goodFrom), min(b.confidence, goodFrom))
	})
	return sorted
}

// Box is the rectangle of a value on a page, in fractions of the displayed page from
// the top left.
type Box struct {
	Page                int
	Path, Label, Value  string
	Level               string
	X, Y, Width, Height float64
}

// margin is the space between a value and its frame, in fractions of the page.
const margin = 0.003

// rectangle clips a box to its page. ok is false if the box is invalid.
func rectangle(corners [4]float64) (b Box, ok bool) {
	for _, v := range corners {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return Box{}, false
		}
	}
	x0, y0 := max(0, corners[0]-margin), max(0, corners[1]-margin)
	x1, y1 := min(1, corners[2]+margin), min(1, corners[3]+margin)
	if x0 >= x1 || y0 >= y1 || corners[2] < corners[0] || corners[3] < corners[1] {
		return Box{}, false
	}
	return Box{X: round(x0), Y: round(y0), Width: round(x1 - x0), Height: round(y1 - y0)}, true
}

// round keeps a tenth of a pixel on the widest image.
func round(v float64) float64 { return math.Round(v*1e5) / 1e5 }

// Boxes returns the boxes of a page, larger ones first, so that small ones inside can
// be clicked.
func (s *Sheet) Boxes(page int) []Box {
	var boxes []Box
	for _, b := range s.boxes {
		if b.Page == page {
			boxes = append(boxes, b)
		}
	}
	sortBySize(boxes)
	return boxes
}

func sortBySize(boxes []Box) {
	slices.SortStableFunc(boxes, func(a, b Box) int { return cmp.Compare(b.Width*b.Height, a.Width*a.Height) })
}
