package extract

import (
	"maps"
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/items"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/template/match"
	"github.com/docmill/docmill/engine/validate"
	"github.com/shopspring/decimal"
)

func (m Models) readItems(
	doc *annotate.Document, kind result.DocumentType, currency string, r *match.ItemsMatch,
) []value.Row {
	return m.Fields.Items(doc, kind, currency, items.Learned{
		Tables: r.Tables, Ends: r.IsEnd, OneLine: r.Lines == template.LinesOne, AllLines: r.Lines == template.LinesMore,
	})
}

// apply applies the matched template, if any; sure returns the probabilities of values in the current set.
func (l *templateMatch) apply(
	m Models, set *value.Set, doc *annotate.Document, kind result.DocumentType, sure func() func(path string) float64,
) {
	if l.template == nil {
		return
	}
	l.applyFields(set, doc, kind, sure())
	l.applyItems(m, set, doc, kind, sure())
}

// applyItems replaces line items if the extraction made this mistake before or the page's arithmetic supports it.
func (l *templateMatch) applyItems(
	m Models, set *value.Set, doc *annotate.Document, kind result.DocumentType, sure func(path string) float64,
) {
	read := set.Lists[lineItems]
	if !schema.Of(kind).IsTrade() || slices.ContainsFunc(read, isCertainRow) {
		return
	}
	known, ok := l.page.Items(l.template, l.likeness)
	if !ok {
		return
	}
	by := m.readItems(doc, kind, set.Text("currency"), &known)
	if len(by) == 0 {
		return
	}
	before := checkArithmetic(set, read)
	c := cellMerge{known: &known, sure: sure, changed: map[string]bool{}}
	rows := c.merge(read, by)
	if rows == nil {
		if after := checkArithmetic(set, by); !canReplace(&known, before, after) && !onlyOmits(&known, before, after, read,
			by) {
			return
		}
		rows = c.replace(read, by)
	}
	if (len(c.changed) > 0 || len(rows) != len(read)) && !checkArithmetic(set, rows).isWorse(before) {
		set.Lists[lineItems] = rows
		for path := range c.changed {
			l.changedCells[path] = known.Example
		}
	}
}

func isCertainRow(r value.Row) bool {
	for _, v := range r {
		if isCertain(v.Source) {
			return true
		}
	}
	return false
}

// canReplace reports whether only the template's rows add up, or, without a sum, the rows were wrong before.
func canReplace(known *match.ItemsMatch, before, after arithmetic) bool {
	return !before.summed && !after.isWorse(before) && (after.summed || known.Missed && known.Certain)
}

// onlyOmits reports whether the template only omits rows that add up to nothing, such as those of a tax table.
func onlyOmits(known *match.ItemsMatch, before, after arithmetic, read, by []value.Row) bool {
	return known.Missed && known.Certain && len(by) < len(read) &&
		before.summed && after.summed && after.proven == before.proven &&
		!slices.ContainsFunc(by, func(row value.Row) bool {
			return !slices.ContainsFunc(read, func(r value.Row) bool { return sameLine(r, row) })
		})
}

type cellMerge struct {
	known   *match.ItemsMatch
	sure    func(path string) float64
	changed map[string]bool // paths
}

// merge returns the read rows with the template's values, except proven rows; nil if the template has other rows.
func (c *cellMerge) merge(read, by []value.Row) []value.Row {
	if len(read) != len(by) {
		return nil
	}
	rows := make([]value.Row, len(read))
	for i := range read {
		if !sameLine(read[i], by[i]) {
			return nil
		}
		row, paths := maps.Clone(read[i]), []string{}
		proves := isProvenRow(by[i]) && !isProvenRow(read[i])
		for member, is := range by[i] {
			path, was := value.Path(lineItems, i, member), read[i][member]
			if was.Value == is.Value || was.Source == document.SourceDerived || isOtherMember(read[i], member, is) {
				continue
			}
			if c.known.Outweighs(member, match.Reading{Value: was.Value, Confidence: c.sure(path)}, proves) {
				row[member] = c.cite(is, member)
				paths = append(paths, path)
			}
		}
		if rows[i] = row; isProvenRow(read[i]) && !isProvenRow(row) {
			rows[i], paths = read[i], nil
		}
		for _, path := range paths {
			c.changed[path] = true
		}
	}
	return rows
}

// isOtherMember reports whether a value's words belong to another member of the row.
func isOtherMember(row value.Row, member string, v value.Value) bool {
	for name, o := range row {
		if name != member && o.Page == v.Page && o.Box == v.Box && o.Raw == v.Raw {
			return true
		}
	}
	return false
}

// replace returns the template's rows, and keeps extracted cells with equal values.
func (c *cellMerge) replace(read, by []value.Row) []value.Row {
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
func (c *cellMerge) cite(v value.Value, member string) value.Value {
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

const lineItems = "lineItems"

// arithmetic is the result of the page's arithmetic on line items.
type arithmetic struct {
	failed int  // checks
	summed bool // the items add up to a printed sum
	proven int  // rows in which quantity × price is the amount
	// refuted counts the rows with all three values in which it is not.
	refuted int
}

// isWorse reports whether the arithmetic is worse than before the replacement.
func (j arithmetic) isWorse(before arithmetic) bool {
	return j.failed > before.failed || before.summed && !j.summed || j.proven < before.proven ||
		j.refuted-before.refuted > j.proven-before.proven
}

func checkArithmetic(set *value.Set, rows []value.Row) arithmetic {
	tried := *set
	tried.Lists = maps.Clone(set.Lists)
	tried.Lists[lineItems] = rows
	var j arithmetic
	for _, o := range validate.Run(&tried) {
		switch {
		case !o.Passed:
			j.failed++
		case o.Name == validate.LineItems:
			j.summed = true
		}
	}
	for _, row := range rows {
		switch {
		case isProvenRow(row):
			j.proven++
		case row["quantity"].Value != "" && row["unitPrice"].Value != "" && row["amount"].Value != "":
			j.refuted++
		}
	}
	return j
}

// isProvenRow reports whether quantity × price, less the discount in percent, equals the amount.
func isProvenRow(row value.Row) bool {
	var n [3]decimal.Decimal
	for i, member := range []string{"quantity", "unitPrice", "amount"} {
		d, err := decimal.NewFromString(row[member].Counts())
		if err != nil {
			return false
		}
		n[i] = d
	}
	const cents, hundred = 2, 100
	near := func(d decimal.Decimal) bool { return d.Sub(n[2]).Abs().LessThanOrEqual(decimal.New(1, -cents)) }
	product := n[0].Mul(n[1])
	discount, err := decimal.NewFromString(row["discount"].Value)
	return near(product) || err == nil && near(product.Mul(decimal.NewFromInt(hundred).Sub(discount)).Shift(-cents))
}
