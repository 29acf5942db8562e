package extract

import (
	"maps"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
	find "github.com/docmill/docmill/engine/fields/custom"
	"github.com/docmill/docmill/engine/formrole"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Edits of the rows of a list that templates learn; the name of a member follows.
const (
	editComplete = "complete." // drops the rows without the member
	editWhole    = "whole."    // takes the member's whole text up to the next wide gap, and no line below
)

// learnLists tries each edit on the extracted rows of the lists that a person corrected or confirmed.
func learnLists(doc *formrole.Document, req LearnRequest) []template.List {
	if req.Schema == nil {
		return nil
	}
	var lists []template.List
	var own *value.Set
	for i := range req.Schema.Properties {
		p := &req.Schema.Properties[i]
		right := rowsOf(req.Data[p.Name])
		if p.Members == nil || len(right) == 0 || !req.Reviewed && !slices.Contains(req.Touched, p.Name) {
			continue
		}
		if own == nil {
			own = find.Extract(doc, req.Schema)
		}
		lists = append(lists, learnList(doc.Layout, p, right, own.Lists[p.Name]))
	}
	return lists
}

// learnList tries each edit alone, those of texts on the rows that are left.
func learnList(lay *layout.Layout, p *custom.Property, right []map[string]string, rows []value.Row) template.List {
	const maxRows = 100 // enough to learn from
	list := template.List{Name: p.Name}
	right, rows = right[:min(len(right), maxRows)], rows[:min(len(rows), maxRows)]
	for _, kind := range []string{editComplete, editWhole} {
		before, best := shareOfRows(p, right, rows), rows
		for m := range p.Members {
			edit := kind + p.Members[m].Name
			switch after := shareOfRows(p, right, editRows(lay, rows, edit)); {
			case after > before:
				list.Helps = append(list.Helps, edit)
				best = editRows(lay, best, edit)
			case after < before:
				list.Harms = append(list.Harms, edit)
			}
		}
		rows = best
	}
	return list
}

// shareOfRows is the F1 of the values in extracted rows.
func shareOfRows(p *custom.Property, right []map[string]string, found []value.Row) float64 {
	targets, rows := map[string]llm.Target{}, plainTexts(found)
	for i := range p.Members {
		if t, ok := llm.TargetOfCustom(&p.Members[i]); ok {
			targets[p.Members[i].Name] = t
		}
	}
	equal, all := 0, 0
	for i, row := range pairRows(right, rows, targets) {
		equal += countEqual(right[i], row, targets)
		all += len(right[i])
	}
	for _, row := range rows {
		all += len(row)
	}
	return 2 * float64(equal) / float64(max(all, 1))
}

// editRows applies an edit.
func editRows(lay *layout.Layout, rows []value.Row, edit string) []value.Row {
	kind, member, _ := strings.Cut(edit, ".")
	var out []value.Row
	for _, row := range rows {
		v, has := row[member]
		if kind+"." == editComplete && !has {
			continue
		}
		if kind+"." == editWhole && has {
			row = maps.Clone(row)
			row[member] = wholeText(lay, v)
		}
		out = append(out, row)
	}
	return out
}

// wholeText returns the text from the first word of a value to the next wide gap.
func wholeText(lay *layout.Layout, v value.Value) value.Value {
	if v.Page < 1 || v.Page > len(lay.Pages) {
		return v
	}
	for _, r := range lay.Pages[v.Page-1].Rows {
		for _, s := range r.Segments {
			first := slices.IndexFunc(s.Tokens, func(t layout.Token) bool {
				return !t.Place.Empty() && v.Box.Union(t.Place) == v.Box
			})
			if first < 0 {
				continue
			}
			last := len(s.Tokens) - 1
			text := recognize.Span{First: first, Last: last}.Raw(s.Words)
			if text == v.Value {
				return v
			}
			whole := value.Cite(text, s, first, last, v.Score)
			whole.Source = document.SourceLearned
			return whole
		}
	}
	return v
}

// applyLists edits the lists of the caller's schema as the template learned.
func (l *templateMatch) applyLists(own *value.Set, lay *layout.Layout) {
	for name, rows := range own.Lists {
		edits, example := l.template.ListEdits(name)
		for _, edit := range edits {
			rows = editRows(lay, rows, edit)
		}
		if own.Lists[name] = rows; len(rows) == 0 {
			delete(own.Lists, name)
		}
		for i, row := range rows {
			for member, v := range row {
				if v.Source == document.SourceLearned {
					l.changedCells[value.Path(name, i, member)] = example
				}
			}
		}
	}
}
