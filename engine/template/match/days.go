package match

import (
	"strconv"
	"strings"
	"time"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
)

// dueDate is the field that pages may state in days: "Terms: 21 days" leads to a date that is not printed.
const (
	dueDate   = "dueDate"
	issueDate = "issueDate" // from which the days are counted
)

const (
	maxNumbers = 3   // of a line; a number for early payment may come first
	maxDays    = 366 // after the issue date
)

func daysOffsets(line int) []offset {
	var all []offset
	for n := range maxNumbers {
		all = append(all, offset{line, endDays + strconv.Itoa(n)})
	}
	return all
}

// afterDays adds the index-th whole number of a line as days to the issue date.
func (p *Page) afterDays(line layout.Part, index string) (llm.Quote, bool) {
	issued, err := time.Parse(time.DateOnly, p.issued)
	nth, errIndex := strconv.Atoi(index)
	if err != nil || errIndex != nil {
		return llm.Quote{}, false
	}
	for i := line.First; i <= line.Last; i++ {
		days, err := strconv.Atoi(strings.Trim(line.Segment.Words[i], ".,;:()"))
		if err != nil || days < 1 || days > maxDays {
			continue
		}
		if nth--; nth < 0 {
			due := issued.AddDate(0, 0, days).Format(time.DateOnly)
			return llm.Quote{Value: due, Parts: []layout.Part{{Segment: line.Segment, First: i, Last: i}}}, true
		}
	}
	return llm.Quote{}, false
}

// inDays returns the places where the page states a date as days after its issue.
func (p *Page) inDays(day string) []llm.Quote {
	var found []llm.Quote
	for _, s := range p.doc.Layout.Segments {
		for i := range s.Tokens {
			if q, ok := p.afterDays(layout.Part{Segment: s, First: i, Last: i}, "0"); ok && q.Value == day {
				found = append(found, q)
			}
		}
	}
	return found
}
