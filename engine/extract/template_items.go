package extract

import (
	"maps"
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/items"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/template/match"
)

const lineItems = "lineItems"

// traded reports whether the columns of a type's items are learned; items on receipts have no columns.
func traded(kind result.DocumentType) bool {
	return kind == result.TypeInvoice || kind == result.TypeCreditNote || kind == result.TypePurchaseOrder
}

func (m Models) readItems(
	doc *annotate.Document, kind result.DocumentType, currency string, r *match.ItemsReading,
) []value.Row {
	return m.Fields.Items(doc, kind, currency, items.Learned{
		Tables: r.Tables, Ends: r.Ends, OneLine: r.Lines == template.LinesOne, AllLines: r.Lines == template.LinesMore,
	})
}

// apply applies the matched template, if any; sure returns the probabilities of values in the current set.
func (l *learned) apply(
	m Models, set *value.Set, doc *annotate.Document, kind result.DocumentType, sure func() func(path string) float64,
) {
	if l.layout == nil {
		return
	}
	l.into(set, doc, kind, sure())
	l.intoItems(m, set, doc, kind, sure())
}

// intoItems replaces line items if the extraction made this mistake before or the page's arithmetic supports it.
func (l *learned) intoItems(
	m Models, set *value.Set, doc *annotate.Document, kind result.DocumentType, sure func(path string) float64,
) {
	read := set.Lists[lineItems]
	if !traded(kind) || slices.ContainsFunc(read, rowIsCertain) {
		return
	}
	known, ok := l.page.Items(l.layout, l.likeness)
	if !ok {
		return
	}
	by := m.readItems(doc, kind, set.Text("currency"), &known)
	if len(by) == 0 {
		return
	}
	before := judge(set, read)
	c := cells{known: &known, sure: sure, changed: map[string]bool{}}
	rows := c.merge(read, by)
	if rows == nil {
		if after := judge(set, by); !replaces(&known, before, after) && !omits(&known, before, after, read, by) {
			return
		}
		rows = c.replace(read, by)
	}
	if (len(c.changed) > 0 || len(rows) != len(read)) && !judge(set, rows).against(before) {
		set.Lists[lineItems], l.cells, l.columns = rows, c.changed, known.Lesson
	}
}

func rowIsCertain(r value.Row) bool {
	for _, v := range r {
		if certain(v.Source) {
			return true
		}
	}
	return false
}

// replaces reports whether only the template's rows add up, or, without a sum, the rows were wrong before.
func replaces(known *match.ItemsReading, before, after judgement) bool {
	return !before.summed && !after.against(before) && (after.summed || known.Missed && known.Certain)
}

// omits reports whether the template only omits rows that add up to nothing, such as those of a tax table.
func omits(known *match.ItemsReading, before, after judgement, read, by []value.Row) bool {
	return known.Missed && known.Certain && len(by) < len(read) &&
		before.summed && after.summed && after.proven == before.proven &&
		!slices.ContainsFunc(by, func(row value.Row) bool {
			return !slices.ContainsFunc(read, func(r value.Row) bool { return sameLine(r, row) })
		})
}

type cells struct {
	known   *match.ItemsReading
	sure    func(path string) float64
	changed map[string]bool // paths
}

// merge returns the read rows with the template's values, except proven rows; nil if the template has other rows.
func (c *cells) merge(read, by []value.Row) []value.Row {
	if len(read) != len(by) {
		return nil
	}
	rows := make([]value.Row, len(read))
	for i := range read {
		if !sameLine(read[i], by[i]) {
			return nil
		}
		row, paths := maps.Clone(read[i]), []string{}
		proves := provenRow(by[i]) && !provenRow(read[i])
		for member, is := range by[i] {
			path, was := value.Path(lineItems, i, member), read[i][member]
			if was.Value == is.Value || was.Source == document.SourceDerived || serves(read[i], member, is) {
				continue
			}
			if c.known.Outweighs(member, match.Reading{Value: was.Value, Confidence: c.sure(path)}, proves) {
				row[member] = c.cite(is, member)
				paths = append(paths, path)
			}
		}
		if rows[i] = row; provenRow(read[i]) && !provenRow(row) {
			rows[i], paths = read[i], nil
		}
		for _, path := range paths {
			c.changed[path] = true
		}
	}
	return rows
}

// serves reports whether a value's words belong to another member of the row.
func serves(row value.Row, member string, v value.Value) bool {
	for name, o := range row {
		if name != member && o.Page == v.Page && o.Box == v.Box && o.Raw == v.Raw {
			return true
		}
	}
	return false
}

// replace returns the template's rows, and keeps extracted cells with equal values.
func (c *cells) replace(read, by []value.Row) []value.Row {
	rows := make([]value.Row, len(by))
	for i := range by {
		rows[i] = value.Row{}
		same := slices.IndexFunc(read, func(r value.Row) bool { return sameLine(r, by[i]) })
		for member, v := range by[i] {
			if same >= 0 && read[same][member].Value == v.Value {
				rows[i][member] = read[same][member]
				continue
			}
			rows[i][member] = c.cite(v, member)
			c.changed[value.Path(lineItems, i, member)] = true
		}
	}
	return rows
}

// cite marks a value as learned, with the score of its column.
func (c *cells) cite(v value.Value, member string) value.Value {
	column := c.known.Columns[member]
	v.Source, v.Score = document.SourceLearned, match.Share(column.Held, column.Contradicted)
	return v
}

// sameLine reports whether two rows share words on the page.
func sameLine(a, b value.Row) bool {
	for _, v := range a {
		for _, o := range b {
			if v.Raw != "" && v.Raw == o.Raw && v.Page == o.Page && v.Box == o.Box {
				return true
			}
		}
	}
	return false
}

func (l *learned) stateCells(r *result.Result) {
	for path := range l.cells {
		if f, ok := r.Fields[path]; ok && f.Source == document.SourceLearned {
			f.Learned = &result.Learned{Layout: l.layout.ID, Document: l.columns.Document, Correction: l.columns.Correction}
			r.Fields[path] = f
		}
	}
}
