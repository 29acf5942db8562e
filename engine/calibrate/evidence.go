package calibrate

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/schema"
)

// Log-odds that checks and legibility add to a score.
const (
	passedOdds  = 1.0
	failedOdds  = -1.2
	codeOdds    = 2.0
	legibleOdds = 1.5 // times the logarithm of the legibility
	// otherTextOdds is what free text of a type that was not measured loses.
	otherTextOdds = 1.5
	leastLegible  = 0.1
)

// Evidence is what speaks for a value.
type Evidence struct {
	// Path is the value's name in the record, lists with index.
	Path  string
	Score float64 // of the scorer, 0 to 1
	// Lead is by how many log-odds the scorer prefers the value to the next
	// best; 0 where there was no choice to make or it is not known.
	Lead float64
	// Legibility is the certainty of the words read, 1 for a file's own text.
	Legibility float64
	// Clarity is the mean certainty over the letters of the words read.
	Clarity float64
	// Odd is the share of the raw text that no one prints so; see Oddness.
	Odd float64
	// Passed and Failed count the checks that the value took part in.
	Passed, Failed int
	// CheckDigits tells that one of them was a test of check digits, which
	// weighs more than arithmetic, where several values share the blame.
	CheckDigits bool
	// Printed counts how often the value's raw text stands in the document.
	Printed int
	// Length is that of the raw text in bytes, Words its number of words.
	Length, Words int
	// Y is the value's height on its page, 0 the top, 1 the bottom.
	Y float64
	// Document is what speaks for or against all of its values.
	Document Document
	// Members counts the values of the row that a list's value belongs to.
	Members int
	// Rivals counts the other values of the same form that the document shows, of
	// an amount those that are larger; Unknown where that cannot be told.
	Rivals int
	// Opposite says of a value of vendor or customer whether the other one's name
	// was found, 1 or 0; Unknown of all other values.
	Opposite int
	// Unused is the share of the words around a line item that none of its members
	// holds; Unknown of all other values.
	Unused float64
}

// Unknown is a number that is not known of a value.
const Unknown = -1

// Document is what is known of the whole document.
type Document struct {
	Type           string
	Certainty      float64 // of the type
	Pages          int
	Legibility     float64 // mean over its words
	Doubtful       float64 // share of its words that are more likely wrong than not
	Passed, Failed int     // checks
	Scalars        int     // fields found
	Rows           int     // of line items
	Known          float64 // share of its words that the lexicon knows, in any language
	Labelled       float64 // share of its phrases before a colon that are known labels
	MissingKeys    int     // key fields of the type that were not found
}

// Features names the members of a vector of Trees. New ones come last, so that
// trees of an earlier version can still be read.
func Features() []string {
	return []string{
		"field", "recognised", "score", "lead", "legibility", "passed", "failed", "checkDigits", "printed", "length",
		"words", "y",
		"members", "type", "certainty", "pages", "documentLegibility", "documentPassed", "documentFailed", "scalars", "rows",
		"clarity", "odd", "doubtful",
		"rivals", "opposite", "unused", "known", "labelled", "missingKeys",
	}
}

// vector returns the features of a value.
func (e Evidence) vector(field, channel string) []float32 {
	flag := func(b bool) float32 {
		if b {
			return 1
		}
		return 0
	}
	d := e.Document
	return []float32{
		fieldNumber(field), flag(channel == ChannelOCR), float32(logit(e.Score)), float32(e.Lead), float32(e.Legibility),
		float32(e.Passed), float32(e.Failed), flag(e.CheckDigits), float32(e.Printed), float32(e.Length), float32(e.Words),
		float32(e.Y),
		float32(e.Members), typeNumber(d.Type), float32(d.Certainty), float32(d.Pages), float32(d.Legibility),
		float32(d.Passed), float32(d.Failed), float32(d.Scalars), float32(d.Rows),
		float32(e.Clarity), float32(e.Odd), float32(d.Doubtful),
		float32(e.Rivals), float32(e.Opposite), float32(e.Unused), float32(d.Known), float32(d.Labelled),
		float32(d.MissingKeys),
	}
}

// Raw joins the evidence into one raw score between 0 and 1.
func (e Evidence) Raw() float64 { return sigmoid(e.odds()) }

func (e Evidence) odds() float64 {
	z := logit(e.Score) + passedOdds*float64(min(e.Passed, 2)) + failedOdds*float64(min(e.Failed, 2))
	if e.CheckDigits && e.Passed > 0 {
		z += codeOdds
	}
	return z + legibleOdds*math.Log(min(1, max(leastLegible, e.Legibility)))
}

// Prior returns the log-odds by the weights set by hand, and the features for
// what trees may add to them.
func (e Evidence) Prior(field, channel string) (odds float64, features []float32) {
	return e.odds(), e.vector(field, channel)
}

// Score is the evidence as one score, corrected by the trees: what curves are
// fitted on.
func (m *Model) Score(field, channel string, e Evidence) float64 {
	if m.Trees == nil || len(m.Trees.Trees) == 0 || channel == ChannelCode {
		return e.Raw() // the trees have seen no codes
	}
	return sigmoid(e.odds() + m.Trees.Margin(e.vector(field, channel)))
}

// Probability returns the probability that a value of a field is right. No check
// vouches for free text, so that it is as sure as its curve: of documents of a type
// that the curve was not fitted on, less so.
func (m *Model) Probability(field, channel string, e Evidence) float64 {
	if m.Watch != nil {
		m.Watch(field, channel, e)
	}
	p := m.Curve(field, channel, m.Score(field, channel, e))
	if types, fitted := m.Texts[channel]; fitted && Group(field) == string(schema.GroupText) &&
		!slices.Contains(types, e.Document.Type) {
		p = round(sigmoid(logit(p) - otherTextOdds))
	}
	return p
}

// Curve returns the probability that a value of a field is right whose corrected
// score is known.
func (m *Model) Curve(field, channel string, score float64) float64 {
	return round(assured(interpolate(m.curveOf(field, channel), score)))
}

// Bounds of what is said to be almost certain.
const (
	enough = 0.93  // what a value needs to be said to be certain
	below  = 0.88  // from here to enough, values are told as
	nearly = 0.899 // at most so certain
)

// assured keeps the promise that users read into 0.9: that such values need no
// look. Shares estimated from some hundred values are no better than a few
// parts in a hundred, so that a value is said to be certain only where more was
// found, and otherwise is told as a little less. The order of values stays.
func assured(p float64) float64 {
	if p <= below || p >= enough {
		return p
	}
	return below + (p-below)*(nearly-below)/(enough-below)
}

// fieldNumber is the number under which the trees know a field, by its path
// without indices.
func fieldNumber(field string) float32 {
	f, _ := schema.Find(field)
	return float32(f.ModelID)
}

func typeNumber(kind string) float32 { return float32(schema.Of(schema.DocumentType(kind)).ModelID) }
