package tagging

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

func (a *aligner) code(field string, c tag.Class) {
	for _, v := range a.values(field) {
		key := recognize.Compact(v)
		if len(key) < 2 {
			continue
		}
		bare := strings.TrimLeft(key, "abcdefghijklmnopqrstuvwxyz")
		for i, t := range a.texts {
			switch {
			case a.o.Units[i].Table:
			case t == key, len(bare) >= 7 && t == bare, len(key) >= 6 && strings.HasSuffix(t, key):
				a.set(i, c)
			case len(key) >= 5 && strings.Contains(t, key):
				a.loosen(i, c)
			}
		}
	}
}

func (a *aligner) dates() {
	issue, due := a.l.Truth.Scalars["issueDate"], a.l.Truth.Scalars["dueDate"]
	if issue == "" {
		issue = a.l.Truth.Scalars["date"]
	}
	for i, p := range a.o.Units {
		for _, d := range a.doc.Spans[p.Segment].Dates {
			if d.First < p.First || d.Last > p.Last || a.o.Units[i].Table {
				continue
			}
			switch day := d.ISO(a.doc.Order); {
			case day == "":
			case day == issue && day == due:
				a.masks[i] |= maskOf(tag.IssueDate, tag.DueDate, tag.Other)
			case day == issue && len(p.Segment.Words[p.First:p.Last+1]) < 10:
				a.loosen(i, tag.IssueDate)
			case day == due:
				a.loosen(i, tag.DueDate)
			}
			a.labeled(i, issue, due, d.ISO(a.doc.Order))
		}
	}
}

// labeled fixes the class of a date if its label is unambiguous.
func (a *aligner) labeled(i int, issue, due, day string) {
	p := a.o.Units[i]
	left := p.Segment.Left()
	segments := append(a.doc.LabelsIn[p.Segment], a.doc.LabelsIn[left]...)
	for _, l := range segments {
		if _, ok := l.As(lexicon.IssueDate); ok && day == issue && issue != due {
			a.masks[i] = maskOf(tag.IssueDate)
		}
		if _, ok := l.As(lexicon.DueDate); ok && day == due && issue != due {
			a.masks[i] = maskOf(tag.DueDate)
		}
	}
}

// sums marks the units that contain a total: a single one is certain, several are optional.
func (a *aligner) sums() {
	classes := []tag.Class{tag.Subtotal, tag.TaxTotal, tag.Total}
	found := map[int][]tag.Class{}
	count := map[tag.Class]int{}
	for k, field := range []string{"subtotal", "taxTotal", "total"} {
		want, err := decimal.NewFromString(a.l.Truth.Scalars[field])
		if err != nil {
			continue
		}
		for i, p := range a.o.Units {
			for _, x := range a.doc.Spans[p.Segment].Amounts {
				if x.First < p.First || x.Last > p.Last || a.o.Units[i].Table || x.Percent ||
					!x.Value(a.doc.Style).Abs().Equal(want.Abs()) {
					continue
				}
				found[i] = append(found[i], classes[k])
				count[classes[k]]++
				break
			}
		}
	}
	for i, classes := range found {
		for _, c := range classes {
			if len(classes) == 1 && count[c] == 1 {
				a.set(i, c)
			} else {
				a.loosen(i, c)
			}
		}
	}
}
