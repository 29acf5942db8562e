package engine

import (
	"time"

	"github.com/docmill/docmill/engine/read"
)

// Spent is where the time of an extraction went, by the clock. A stage that was not
// reached, or that the document did not need, took none.
type Spent struct {
	// Read is reading the file, without Recognise.
	Read time.Duration `json:"read,omitempty"`
	// Recognise is drawing pages and recognising their text from the pixels.
	Recognise time.Duration `json:"recognise,omitempty"`
	// Understand is all that follows, from the layout to the probabilities.
	Understand time.Duration `json:"understand,omitempty"`
	// Recognised counts the pages of Recognise, those included that were begun when
	// the reading failed.
	Recognised int `json:"recognised,omitempty"`
}

// watch follows the reading of the request's file.
func (r Request) watch() read.Watch {
	w := read.Watch{BeforePage: r.BeforePage}
	if r.Spent != nil {
		w.Recognised = func(pages int, took time.Duration) {
			r.Spent.Recognised += pages
			r.Spent.Recognise += took
		}
	}
	return w
}

// spentReading adds the time since start, when the reading began. Waiting in
// BeforePage counts as reading.
func (r Request) spentReading(start time.Time) {
	if r.Spent != nil {
		r.Spent.Read += time.Since(start) - r.Spent.Recognise
	}
}

// spentUnderstanding adds the time since start, when the understanding began.
func (r Request) spentUnderstanding(start time.Time) {
	if r.Spent != nil {
		r.Spent.Understand += time.Since(start)
	}
}
