// Package calibrate turns the scorers' raw certainties into probabilities.
//
// A raw score orders values by how well they are supported; it is no
// probability. Two steps make it one. Trees correct it by what else is known of
// the value and of its document: checks that hold or fail, how legible the
// words are and how oddly printed, how far ahead of the next best it was, how often
// it is printed; see Features. Then, for groups of fields, and apart for a file's own text and for
// OCR, a monotone piecewise-linear curve maps it to the share of values that
// were right. From 0.9 on users take values without a look: a value is told as so
// certain only where the curve says more, see Curve.
//
// Both are fitted by package train, on values that were found by scorers which
// had not seen the document nor another of the same issuer; the trees on made
// and real documents alike, the curves on the real ones that the member
// "fitted" of tables.json names.
package calibrate

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
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

// Model holds fitted curves: channel → group of fields → knots by rising
// score. The zero Model passes raw scores through, which is what fitting needs.
type Model struct {
	// Fitted says on what each channel was fitted.
	Fitted map[string]string            `json:"fitted"`
	Curves map[string]map[string][]Knot `json:"curves"`
	// Texts names, by channel, the types of documents whose free texts the curves were
	// fitted on; see Probability.
	Texts map[string][]string `json:"texts"`
	// Trees correct the raw score before the curve is asked; see Features. Nil
	// leaves it as it is.
	Trees *boost.Ensemble `json:"-"`
	// Watch, for training, is told of every value that a probability is asked
	// for.
	Watch func(field, channel string, e Evidence) `json:"-"`
}

// Fitted returns the model that is part of the program.
//
//nolint:gochecknoglobals // read once, never changed
var Fitted = sync.OnceValue(func() *Model {
	m := &Model{}
	// The files are embedded; a test proves that they can be read.
	if err := m.ParseCurves(tablesJSON); err != nil {
		return &Model{}
	}
	if trees, err := ParseTrees(treesBin); err == nil {
		m.Trees = trees
	}
	return m
})

// errFeatures is returned for trees that ask for other features than there are.
var errFeatures = errors.New("calibrate: trees of other features")

// treeName is that of the trees in their file.
const treeName = "calibration"

// TreeBytes returns trees as ParseTrees reads them; see boost.Encode.
func TreeBytes(e *boost.Ensemble) []byte {
	return boost.Encode(map[string]*boost.Ensemble{treeName: e})
}

// ParseTrees reads what TreeBytes writes. They may know a beginning of Features only,
// as those of an earlier version do.
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
	return e, nil
}

// ParseCurves reads what Text writes.
func (m *Model) ParseCurves(data []byte) error {
	if err := json.Unmarshal(data, m); err != nil {
		return fmt.Errorf("calibrate: %w", err)
	}
	return nil
}

// Channels of text.
const (
	ChannelText = "text"
	ChannelOCR  = "ocr"
	// ChannelCode is that of QR codes. It has no curve: raw scores are passed
	// through.
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

// ChannelOf is Channel, but that a value which was computed or repaired has the
// channel of the words that it was made of: those of a file's own text are all
// legible.
func ChannelOf(s document.Source, e Evidence) string {
	if s == document.SourceDerived && e.Legibility < 1 {
		return ChannelOCR
	}
	return Channel(s)
}

// Group names the curve of a field, by its path without indices.
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

func interpolate(curve []Knot, x float64) float64 {
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
