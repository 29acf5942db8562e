package eval

import (
	"time"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result"
)

// Document is what became of one labelled document.
type Document struct {
	Case  *Case
	Found *result.Result // empty if Err is set
	Err   error          // why nothing could be extracted
	// Channel is where most of the words came from.
	Channel string
	Pages   int
	Scores  []Score // scalars by name, then line items
	Lines   []Line
	// Unanchored are the paths of values read from a page that does not show
	// what they quote.
	Unanchored             []string
	Reading, Understanding time.Duration
}

// TypeRight tells whether the document's type was found; only documents with a
// known one count.
func (d *Document) TypeRight() bool {
	return d.Err == nil && d.Found.DocumentType == d.Case.Kind()
}

// Clean tells whether nothing went wrong with the document.
func (d *Document) Clean() bool {
	if d.Err != nil || len(d.Unanchored) > 0 || d.Case.DocumentType != "" && !d.TypeRight() {
		return false
	}
	for i := range d.Scores {
		if d.Scores[i].Verdict != Right {
			return false
		}
	}
	return true
}

// Group is the heading under which a document is counted, its collection and,
// where that has several, its layout.
func (d *Document) Group() string {
	if d.Case.Layout != "" {
		return d.Case.Collection + "/" + d.Case.Layout
	}
	return d.Case.Collection
}

// Sample is one found value with whether it was right, for calibration.
type Sample struct {
	Collection string // that the document belongs to
	Type       string // that the document was taken for
	Field      string
	Source     document.Source
	Channel    string
	Confidence float64
	Right      bool
}

// Report is what became of the documents of a folder.
type Report struct {
	Documents []Document // in the order of the manifest
	// Samples are the found values of which it is known whether they are
	// right.
	Samples []Sample
	// Records holds the confidence of whole records and whether all key
	// fields with a known truth were right.
	Records []Sample
	// Unprinted counts the found values that are no samples because no truth is
	// known for them; see unprinted.
	Unprinted int
}

// NewReport is the report of documents that were scored elsewhere.
func NewReport(documents []Document) *Report { return newReport(documents) }

func newReport(documents []Document) *Report {
	r := &Report{Documents: documents}
	for i := range documents {
		r.sample(&documents[i])
	}
	return r
}

func (r *Report) sample(d *Document) {
	right, known := true, 0
	for _, s := range d.Scores {
		if d.unprinted(&s) {
			r.Unprinted++
		} else if s.Got != "" {
			r.Samples = append(r.Samples, Sample{
				Collection: d.Case.Collection, Type: string(d.Found.DocumentType), Field: s.Field, Source: s.Source,
				Channel: d.channel(s.Source), Confidence: s.Confidence, Right: s.Verdict == Right,
			})
		}
		if s.Row == 0 && keyField(s.Field) {
			right = right && s.Verdict == Right
			known++
		}
	}
	const enough = 2 // key fields with a truth, to judge a record by them
	if known >= enough && d.Err == nil {
		r.Records = append(r.Records, Sample{
			Collection: d.Case.Collection, Field: "record", Channel: d.Channel, Confidence: d.Found.Confidence, Right: right,
		})
	}
}

// unprinted reports whether a value was read from a document's own text and its
// truth stands nowhere in that text, in whatever writing. Such a truth comes from
// elsewhere, as an e-invoice's XML that says something else than its pages; it
// counts against F1, but cannot tell whether the page was read right, which is
// what a confidence is about. Recognised words may have lost the truth, and derived
// values stand on no page: there it always counts.
func (d *Document) unprinted(s *Score) bool {
	return s.Verdict == Wrong && !s.OnPage && d.Channel == ChannelText && s.Source == document.SourceText
}
