package calibrate

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/schema"
)

// Log-odds that checks and legibility add to a score.
const (
	passedOdds  = 1.0
	failedOdds  = -1.2
	codeOdds    = 2.0
	legibleOdds = 1.5 // times the logarithm of the legibility
	// otherTextOdds is subtracted for free text of a type that the curve was not fitted on.
	otherTextOdds = 1.5
	minLegibility = 0.1
)

// Evidence is the evidence for a value.
type Evidence struct {
	// Path is the value's path in the record, with list indices.
	Path  string
	Score float64 // of the scorer, 0 to 1
	// Lead is the scorer's preference over the next best value in log-odds; 0 without an alternative or if unknown.
	Lead float64
	// Legibility is the OCR confidence of the words, 1 for a file's own text.
	Legibility float64
	// Clarity is the mean OCR confidence of the letters.
	Clarity float64
	// Odd is the share of implausibly printed raw text; see Oddness.
	Odd float64
	// Passed and Failed count the value's checks.
	Passed, Failed int
	// CheckDigits says that one of them tests check digits. It weighs more than arithmetic, in which several values
	// share the blame.
	CheckDigits bool
	// Printed counts the occurrences of the raw text in the document.
	Printed int
	// Length is the length of the raw text in bytes, Words its number of words.
	Length, Words int
	// Y is the vertical position on the page, from 0 at the top to 1 at the bottom.
	Y float64
	// Document is the evidence that all its values share.
	Document Document
	// Members counts the values in the same list row.
	Members int
	// Rivals counts the other values of the same form in the document, for an amount only the larger ones; Unknown
	// for forms without rivals.
	Rivals int
	// Opposite is 1 if the other party's name was found, 0 if not; Unknown for fields of no party.
	Opposite int
	// Unused is the share of the words around a line item that no member holds; Unknown for other values.
	Unused float64
}

// Unknown marks evidence that does not apply to a value.
const Unknown = -1

// Document is the evidence about the whole document.
type Document struct {
	Type           string
	Certainty      float64 // of the type
	Pages          int
	Legibility     float64 // mean of its words
	Doubtful       float64 // share of its words that are more likely wrong than not
	Passed, Failed int     // checks
	Scalars        int     // fields found
	Rows           int     // of line items
	Known          float64 // share of its words that the lexicon knows, in any language
	Labeled        float64 // share of its phrases before a colon that are known labels
	MissingKeys    int     // key fields of the type that were not found
}

// Features names the features of Trees in order. New ones come last, so that trees of an earlier version stay usable.
func Features() []string {
	return []string{
		featureField, "recognised", "score", "lead", "legibility", "passed", "failed", "checkDigits", "printed", "length",
		"words", "y",
		"members", featureType, "certainty", "pages", "documentLegibility", "documentPassed", "documentFailed", "scalars",
		"rows",
		"clarity", "odd", "doubtful",
		"rivals", "opposite", "unused", "known", "labelled", "missingKeys",
	}
}

// Names of the features that number names.
const (
	featureField = "field"
	featureType  = "type"
)

// Categories returns the names of the values of the features that number names, for training. Similar fields are
// neighbors, because trees split between numbers.
func Categories() map[string][]string {
	return map[string][]string{featureField: schema.Paths(), featureType: schema.TypeNames()}
}

// vector returns the features; categories are those of the trees.
func (e Evidence) vector(field, channel string, categories map[string][]string) []float32 {
	flag := func(b bool) float32 {
		if b {
			return 1
		}
		return 0
	}
	d := e.Document
	return []float32{
		boost.Category(categories[featureField], field), flag(channel == ChannelOCR), float32(logit(e.Score)),
		float32(e.Lead), float32(e.Legibility), float32(e.Passed), float32(e.Failed), flag(e.CheckDigits),
		float32(e.Printed), float32(e.Length), float32(e.Words), float32(e.Y),
		float32(e.Members), boost.Category(categories[featureType], d.Type), float32(d.Certainty), float32(d.Pages),
		float32(d.Legibility),
		float32(d.Passed), float32(d.Failed), float32(d.Scalars), float32(d.Rows),
		float32(e.Clarity), float32(e.Odd), float32(d.Doubtful),
		float32(e.Rivals), float32(e.Opposite), float32(e.Unused), float32(d.Known), float32(d.Labeled),
		float32(d.MissingKeys),
	}
}

// Raw combines the evidence into a raw score from 0 to 1.
func (e Evidence) Raw() float64 { return sigmoid(e.odds()) }

func (e Evidence) odds() float64 {
	z := logit(e.Score) + passedOdds*float64(min(e.Passed, 2)) + failedOdds*float64(min(e.Failed, 2))
	if e.CheckDigits && e.Passed > 0 {
		z += codeOdds
	}
	return z + legibleOdds*math.Log(min(1, max(minLegibility, e.Legibility)))
}

// Prior returns the log-odds by the manual weights, and the features for training trees with Categories.
func (e Evidence) Prior(field, channel string) (odds float64, features []float32) {
	return e.odds(), e.vector(field, channel, Categories())
}

// Score is the raw score corrected by the trees. The curves are fitted on it.
func (m *Model) Score(field, channel string, e Evidence) float64 {
	if m.Trees == nil || len(m.Trees.Trees) == 0 || channel == ChannelCode {
		return e.Raw() // the trees were not trained on codes
	}
	return sigmoid(e.odds() + m.Trees.Margin(e.vector(field, channel, m.Trees.Categories)))
}

// Probability returns the probability that a value of a field is right. No check covers free text, so its probability
// is reduced for document types that the curve was not fitted on.
func (m *Model) Probability(field, channel string, e Evidence) float64 {
	if m.Watch != nil {
		m.Watch(field, channel, e)
	}
	field, e = m.asKnownType(field, e)
	p := m.Curve(field, channel, m.Score(field, channel, e))
	if types, fitted := m.Texts[channel]; fitted && Group(field) == string(schema.GroupText) &&
		!slices.Contains(types, e.Document.Type) {
		p = round(sigmoid(logit(p) - otherTextOdds))
	}
	return p
}

// asKnownType returns the field and the evidence as those of the most similar type that the trees know, if they do not
// know the document's type. The own number takes the other type's name, and the fields found count as the same share of
// the other type's fields.
func (m *Model) asKnownType(field string, e Evidence) (string, Evidence) {
	if m.Trees == nil || slices.Contains(m.Trees.Categories[featureType], e.Document.Type) {
		return field, e
	}
	own := schema.Of(schema.DocumentType(e.Document.Type))
	known, ok := own.MostSimilar(m.Trees.Categories[featureType])
	if !ok {
		return field, e
	}
	if field == own.Number {
		field = known.Number
	}
	e.Document.Type = string(known.Name)
	e.Document.Scalars = e.Document.Scalars * known.CountScalars() / max(1, own.CountScalars())
	return field, e
}

// Curve returns the probability for a corrected score.
func (m *Model) Curve(field, channel string, score float64) float64 {
	return round(assured(Interpolate(m.curveOf(field, channel), score)))
}

const (
	enough = 0.93  // minimum for a certain value
	below  = 0.88  // values from here to enough are mapped
	nearly = 0.899 // to at most this
)

// assured maps probabilities slightly below certainty to less than 0.9, because users accept values from 0.9 without
// a look, and measured shares are uncertain by a few percent. It keeps the order of values.
func assured(p float64) float64 {
	if p <= below || p >= enough {
		return p
	}
	return below + (p-below)*(nearly-below)/(enough-below)
}

// Oddness returns the share of a text's characters in words that are probably OCR errors: capitals after small
// letters other than in names ("McDonald") and legal forms ("GmbH"), digits among letters, and signs that are no
// punctuation.
func Oddness(text string) float64 {
	odd, all := 0, 0
	for w := range strings.FieldsSeq(text) {
		all += len(w)
		if oddWord(w) {
			odd += len(w)
		}
	}
	return float64(odd) / float64(max(1, all))
}

// oddSigns are rare in print and often result from dirt.
const oddSigns = "|~^{}[]\\_=<>«»“”‘©®™°§*!?;¢£€¥"

func oddWord(w string) bool {
	if strings.ContainsAny(w, oddSigns) {
		return true
	}
	letters, digits, humps := 0, 0, 0
	small := false
	runes := []rune(strings.TrimSuffix(strings.TrimRight(w, ".,:"), "mbH"))
	for i, c := range runes {
		switch {
		case unicode.IsDigit(c):
			digits++
		case unicode.IsLetter(c):
			letters++
			if small && unicode.IsUpper(c) && (i+1 == len(runes) || !unicode.IsLower(runes[i+1])) {
				humps++
			}
		}
		small = unicode.IsLower(c)
	}
	return humps > 0 || letters > 1 && digits > 0 && letters > digits
}
