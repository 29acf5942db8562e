package eval

import (
	"maps"
	"slices"
	"time"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result"
)

// Document is the result of one labeled document.
type Document struct {
	Case  *Case
	Found *result.Result // empty if Err is set
	Err   error          // the error of a failed extraction
	// Channel is the channel of most words.
	Channel string
	Pages   int
	Scores  []Score // scalars by name, then line items
	Lines   []Line
	// Unanchored lists the paths of values whose quotation is missing on the page they were read from.
	Unanchored             []string
	Reading, Understanding time.Duration
}

// TypeRight reports whether the document's type was found. It is meaningful only if the type is known.
func (d *Document) TypeRight() bool {
	return d.Err == nil && d.Found.DocumentType == d.Case.EngineType()
}

// Clean reports whether the document has no errors.
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

// Group returns the document's collection, with its layout if it has one. Reports count documents under this name.
func (d *Document) Group() string {
	if d.Case.Layout != "" {
		return d.Case.Collection + "/" + d.Case.Layout
	}
	return d.Case.Collection
}

// Sample is one found value and its correctness, for calibration.
type Sample struct {
	Collection string // of the document
	Type       string // that the document was classified as
	Field      string
	Source     document.Source
	Channel    string
	Confidence float64
	Right      bool
}

// Report is the result for the documents of a folder.
type Report struct {
	Documents []Document // in the order of the manifest
	// Samples are the found values whose correctness is known.
	Samples []Sample
	// Records holds the confidence of each record. A record is right if all its key fields with a known truth are
	// right.
	Records []Sample
	// Unprinted counts the found values that are no samples because their truth is unknown; see unprinted.
	Unprinted int
}

// NewReport returns a report of documents that were scored elsewhere.
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
	const enough = 2 // minimum key fields with a truth for judging a record
	if known >= enough && d.Err == nil {
		r.Records = append(r.Records, Sample{
			Collection: d.Case.Collection, Field: "record", Channel: d.Channel, Confidence: d.Found.Confidence, Right: right,
		})
	}
}

// unprinted reports whether a value was read from a document's text although that text does not contain its truth in
// any form. Such a truth has another source, for example e-invoice XML that contradicts its pages. It counts against
// F1, but it cannot show whether the page was read right, which is the meaning of a confidence. Truths missing from
// recognized words and truths of derived values always count.
func (d *Document) unprinted(s *Score) bool {
	return s.Verdict == Wrong && !s.OnPage && d.Channel == ChannelText && s.Source == document.SourceText
}

// Timing is the wall time per page in milliseconds: the median and the 95th percentile over the documents of a
// channel, where each document's time is divided by its pages.
type Timing struct {
	Channel       string  `json:"channel"`
	Documents     int     `json:"documents"`
	Reading       Spread  `json:"reading"`
	Understanding Spread  `json:"understanding"`
	Pages         float64 `json:"pages"` // of a document, mean
}

// Spread is percentiles of durations, in milliseconds.
type Spread struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
}

// ForgetReading clears the reading times, which are meaningless if documents came from a cache.
func (s *Summary) ForgetReading() {
	for i := range s.Times {
		s.Times[i].Reading = Spread{}
	}
}

func (r *Report) times() []Timing {
	type page struct{ reading, understanding []float64 }
	pages, counts := map[string]*page{}, map[string]int{}
	for i := range r.Documents {
		d := &r.Documents[i]
		if d.Err != nil {
			continue
		}
		if pages[d.Channel] == nil {
			pages[d.Channel] = &page{}
		}
		p, n := pages[d.Channel], max(1, d.Pages)
		p.reading = append(p.reading, milliseconds(d.Reading, n))
		p.understanding = append(p.understanding, milliseconds(d.Understanding, n))
		counts[d.Channel] += n
	}
	var out []Timing
	for _, channel := range slices.Sorted(maps.Keys(pages)) {
		p := pages[channel]
		n := len(p.reading)
		out = append(out, Timing{channel, n, spread(p.reading), spread(p.understanding),
			float64(counts[channel]) / float64(n)})
	}
	return out
}

func milliseconds(d time.Duration, pages int) float64 {
	return float64(d.Microseconds()) / 1000 / float64(pages)
}

// spread returns percentiles by nearest rank.
func spread(values []float64) Spread {
	slices.Sort(values)
	at := func(percent int) float64 { return values[(percent*len(values)+99)/100-1] }
	return Spread{at(50), at(95)}
}
