// Package calibrate turns the scorers' raw scores into probabilities.
//
// A raw score orders values by their support; it is not a probability. First, trees correct it with further evidence
// about the value and its document: passed and failed checks, legibility and oddness of the words, the lead over the
// next best value, and how often it is printed; see Features. Then a monotone piecewise-linear curve per group of
// fields and channel (a file's own text or OCR) maps it to the share of right values. Users accept values from 0.9
// without a look, so a value gets 0.9 or more only if the curve gives a higher probability; see Curve.
//
// Package train fits both, on values from scorers that had seen neither the document nor another of the same issuer.
// The trees are fitted on generated and real documents, the curves on the real ones named by the member "fitted" of
// tables.json.
package calibrate

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/schema"
)

//go:embed tables.json
var tablesJSON []byte

//go:embed trees.bin
var treesBin []byte

// Knot is a point of a curve: the raw score and the probability there.
type Knot [2]float64

// Model holds fitted curves: channel → group of fields → knots by rising score. The zero Model passes raw scores
// through, which fitting needs.
type Model struct {
	// Fitted names the documents that each channel was fitted on.
	Fitted map[string]string            `json:"fitted"`
	Curves map[string]map[string][]Knot `json:"curves"`
	// Texts names, by channel, the document types whose free texts the curves were fitted on; see Probability.
	Texts map[string][]string `json:"texts"`
	// Trees correct the raw score before the curve; see Features. Nil leaves it unchanged.
	Trees *boost.Ensemble `json:"-"`
	// Watch is called in training for every value whose probability is requested.
	Watch func(field, channel string, e Evidence) `json:"-"`
}

// Fitted returns the embedded model.
//
//nolint:gochecknoglobals // read once, never changed
var Fitted = sync.OnceValues(func() (*Model, error) {
	m := &Model{}
	if err := m.ParseCurves(tablesJSON); err != nil {
		return nil, err
	}
	trees, err := ParseTrees(treesBin)
	m.Trees = trees
	return m, err
})

// Errors of ParseTrees and ParseCurves.
var (
	errFeatures = errors.New("calibrate: trees of other features")
	errNames    = errors.New("calibrate: unknown name")
)

const treeName = "calibration"

// TreeBytes encodes trees for ParseTrees; see boost.Encode.
func TreeBytes(e *boost.Ensemble) []byte {
	return boost.Encode(map[string]*boost.Ensemble{treeName: e})
}

// ParseTrees decodes the output of TreeBytes. Trees of an earlier version may use only the first Features. It returns
// an error for other features, and for categories that are no fields or document types. The categories may lack new
// fields and types.
func ParseTrees(data []byte) (*boost.Ensemble, error) {
	named, err := boost.Parse(data)
	if err != nil {
		return nil, err
	}
	e, known := named[treeName], Features()
	if e == nil {
		return nil, errFeatures
	}
	if n := len(e.Features); n == 0 || n > len(known) || !slices.Equal(e.Features, known[:n]) {
		return nil, errFeatures
	}
	for feature, all := range Categories() {
		names := e.Categories[feature]
		if len(names) == 0 {
			return nil, fmt.Errorf("%w: the trees do not list the categories of %q", errNames, feature)
		}
		for _, name := range names {
			if !slices.Contains(all, name) {
				return nil, fmt.Errorf("%w: %s %q", errNames, feature, name)
			}
		}
	}
	return e, nil
}

// ParseCurves decodes the output of Text. It returns an error for types that are no document types.
func (m *Model) ParseCurves(data []byte) error {
	if err := json.Unmarshal(data, m); err != nil {
		return fmt.Errorf("calibrate: %w", err)
	}
	for channel, types := range m.Texts {
		for _, t := range types {
			if len(schema.Of(schema.DocumentType(t)).Fields) == 0 {
				return fmt.Errorf("%w: type %q of channel %s", errNames, t, channel)
			}
		}
	}
	return nil
}

// Channels of text.
const (
	ChannelText = "text"
	ChannelOCR  = "ocr"
	// ChannelCode is the channel of QR codes. It has no curve, so raw scores pass through.
	ChannelCode = "code"
)

// Channel returns the channel of a source.
func Channel(s document.Source) string {
	switch s {
	case document.SourceOCR:
		return ChannelOCR
	case document.SourceCode:
		return ChannelCode
	case document.SourceText, document.SourceXML, document.SourceDerived:
	}
	return ChannelText
}

// ChannelOf is Channel, except that a computed or repaired value has the channel of its words: words of a file's own
// text have the legibility 1.
func ChannelOf(s document.Source, e Evidence) string {
	if s == document.SourceDerived && e.Legibility < 1 {
		return ChannelOCR
	}
	return Channel(s)
}

// Group returns the name of the curve of a field, given its path without indices.
func Group(field string) string {
	f, _ := schema.Find(field)
	return string(f.Group)
}

func (m *Model) curveOf(field, channel string) []Knot {
	curves := m.Curves[channel]
	if c, ok := curves[Group(field)]; ok {
		return c
	}
	return curves[string(schema.GroupOther)]
}

// Interpolate returns the confidence of a score on a curve with knots by rising score, or the score without knots.
func Interpolate(curve []Knot, x float64) float64 {
	if len(curve) == 0 {
		return x
	}
	if x <= curve[0][0] {
		return curve[0][1]
	}
	for i := 1; i < len(curve); i++ {
		a, b := curve[i-1], curve[i]
		if x <= b[0] {
			return a[1] + (b[1]-a[1])*(x-a[0])/(b[0]-a[0])
		}
	}
	return curve[len(curve)-1][1]
}

func logit(p float64) float64 {
	p = min(max(p, 0.001), 0.999)
	return math.Log(p / (1 - p))
}

func sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

func round(p float64) float64 { return math.Round(min(max(p, 0), 1)*1000) / 1000 }

// Text encodes the curves as JSON with one line per curve, so that diffs are readable. ParseCurves decodes it.
func (m *Model) Text() ([]byte, error) {
	var sb strings.Builder
	fitted, err := json.Marshal(m.Fitted)
	if err != nil {
		return nil, err
	}
	texts, err := json.Marshal(m.Texts)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&sb, "{\n \"fitted\": %s,\n \"texts\": %s,\n \"curves\": {", fitted, texts)
	for i, channel := range slices.Sorted(maps.Keys(m.Curves)) {
		fmt.Fprintf(&sb, "%s\n  %q: {", comma(i), channel)
		for k, group := range slices.Sorted(maps.Keys(m.Curves[channel])) {
			curve, err := json.Marshal(m.Curves[channel][group])
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&sb, "%s\n   %q: %s", comma(k), group, strings.ReplaceAll(string(curve), ",", ", "))
		}
		sb.WriteString("\n  }")
	}
	sb.WriteString("\n }\n}\n")
	return []byte(sb.String()), nil
}

func comma(index int) string {
	if index == 0 {
		return ""
	}
	return ","
}
