package extract

import (
	"context"
	"github.com/docmill/docmill/engine/formrole"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/template/match"
)

type itemsLearner struct {
	models Models
	doc    *annotate.Document
	page   *match.Page
	set    *value.Set // the record's scalars after correction
	read   *result.Result
	rows   []map[string]string // after correction
	seen   match.CorrectedItems
}

// learnItems learns the columns of line items. It returns nil if they were not touched, contradict the page's
// arithmetic, or do not give the right values on this page.
func (m Models) learnItems(
	doc *annotate.Document, page *match.Page, read *result.Result, req LearnRequest,
) *template.Items {
	t := itemsLearner{models: m, doc: doc, page: page, read: read, rows: rowsOf(req.Data[lineItems]), set: value.New()}
	touched := func(path string) bool { return req.Reviewed || slices.Contains(req.Touched, path) }
	t.seen = match.CorrectedItems{Type: read.DocumentType, Rows: t.rows, Complete: touched(lineItems),
		Known: func(row int, member string) bool {
			return touched(lineItems) || touched(value.Path(lineItems, row, member))
		}}
	said := t.seen.Complete || slices.ContainsFunc(req.Touched, func(path string) bool {
		return strings.HasPrefix(path, lineItems+".")
	})
	if !said || len(t.rows) == 0 || !schema.Of(read.DocumentType).IsTrade() {
		return nil
	}
	for _, data := range []map[string]any{read.Data, req.Data} {
		for name, v := range data {
			if text, ok := v.(string); ok {
				t.set.Put(name, value.Value{Value: text})
			}
		}
	}
	found := rowsOf(read.Data[lineItems])
	if checkArithmetic(t.set, plainRows(t.withDiscounts(found))).isWorse(checkArithmetic(t.set, plainRows(found))) {
		return nil
	}
	if items := page.LearnItems(t.seen); items != nil && t.chooseColumns(items) {
		return items
	}
	return nil
}

// withDiscounts returns the corrected rows, with the extracted discounts in the rows for which the person gave none.
func (t *itemsLearner) withDiscounts(found []map[string]string) []map[string]string {
	const discount = "discount"
	rows := make([]map[string]string, len(t.rows))
	for i, row := range pairRows(t.rows, found, match.ItemTargets(t.seen.Type)) {
		if rows[i] = maps.Clone(t.rows[i]); rows[i][discount] == "" && row[discount] != "" {
			rows[i][discount] = row[discount]
		}
	}
	return rows
}

// chooseColumns keeps the columns that are right at least as often as the extraction, and records what it missed;
// false if none is left.
func (t *itemsLearner) chooseColumns(items *template.Items) bool {
	read := rowsOf(t.read.Data[lineItems])
	was := t.right(read)
	var by []map[string]string
	var is map[string]int
	for _, lines := range []template.Lines{"", template.LinesOne, template.LinesMore} {
		tried := *items
		tried.Lines = lines
		rows := t.readWith(&tried)
		if n := t.right(rows); is == nil || n["description"] > is["description"] {
			by, is, items.Lines = rows, n, lines
		}
	}
	if dropColumns(items, func(field string) bool { return is[field] == 0 || is[field] < was[field] }) {
		return t.chooseColumns(items) // with the remaining columns
	}
	left := items.Lines != ""
	for i := range items.Columns {
		if c := &items.Columns[i]; c.Field != "" {
			left = true
			c.Missed = is[c.Field] - was[c.Field]
			c.Sure = c.Missed == 1 && t.isSlip(c.Field, read)
		}
	}
	items.Missed = t.seen.Complete && len(read) != len(t.rows) && len(by) == len(t.rows)
	return left && sum(is) >= sum(was)
}

// dropColumns clears the columns whose values are wrong, and reports whether there were any.
func dropColumns(items *template.Items, wrong func(field string) bool) bool {
	dropped := false
	for i := range items.Columns {
		if c := &items.Columns[i]; c.Field != "" && wrong(c.Field) {
			c.Field, c.Cells, dropped = "", [2]int{}, true
		}
	}
	return dropped
}

// readWith reads the line items of the page with learned columns.
func (t *itemsLearner) readWith(items *template.Items) []map[string]string {
	layout := template.Template{Examples: []template.Example{{Items: items}}}
	known, ok := t.page.Items(&layout, 1)
	if !ok {
		return nil
	}
	return plainTexts(t.models.readItems(t.doc, t.read.DocumentType, t.set.Text("currency"), &known))
}

func plainTexts(rows []value.Row) []map[string]string {
	plain := make([]map[string]string, len(rows))
	for i, row := range rows {
		plain[i] = map[string]string{}
		for member, v := range row {
			plain[i][member] = v.Value
		}
	}
	return plain
}

// right counts, by member, the extracted values that equal the ones a person confirmed.
func (t *itemsLearner) right(rows []map[string]string) map[string]int {
	counts, targets := map[string]int{}, match.ItemTargets(t.seen.Type)
	for i, row := range pairRows(t.rows, rows, targets) {
		for member, text := range t.rows[i] {
			target, ok := targets[member]
			if ok && t.seen.Known(i, member) && row[member] != "" && target.Same(text, row[member]) {
				counts[member]++
			}
		}
	}
	return counts
}

// isSlip reports whether the only correction in a column was of a value with high confidence.
func (t *itemsLearner) isSlip(member string, read []map[string]string) bool {
	targets := match.ItemTargets(t.seen.Type)
	corrected, sure := 0, false
	for i, row := range pairRows(t.rows, read, targets) {
		if t.seen.Known(i, member) && !targets[member].Same(t.rows[i][member], row[member]) {
			corrected++
			at := slices.IndexFunc(read, func(r map[string]string) bool { return maps.Equal(r, row) })
			sure = at >= 0 && t.read.Fields[value.Path(lineItems, at, member)].Confidence >= minSureConfidence
		}
	}
	return corrected == 1 && sure
}

// pairRows returns, for each right row, the row with the most equal values, or nil if no row has any.
func pairRows(right, rows []map[string]string, targets map[string]llm.Target) []map[string]string {
	pairs, used := make([]map[string]string, len(right)), make([]bool, len(rows))
	for least := len(targets); least > 0; least-- { // the most similar first
		for i := range right {
			for k := range rows {
				if pairs[i] == nil && !used[k] && countEqual(right[i], rows[k], targets) >= least {
					pairs[i], used[k] = rows[k], true
				}
			}
		}
	}
	return pairs
}

func countEqual(a, b map[string]string, targets map[string]llm.Target) int {
	n := 0
	for member, t := range targets {
		if a[member] != "" && b[member] != "" && t.Same(a[member], b[member]) {
			n++
		}
	}
	return n
}

func sum(counts map[string]int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

func plainRows(rows []map[string]string) []value.Row {
	plain := make([]value.Row, len(rows))
	for i, row := range rows {
		plain[i] = value.Row{}
		for member, text := range row {
			plain[i][member] = value.Value{Value: text}
		}
	}
	return plain
}

// rowsOf returns the rows of a list, made by the engine or decoded from JSON; nil for other values.
func rowsOf(list any) []map[string]string {
	switch list := list.(type) {
	case []map[string]string:
		return list
	case []any:
		rows := make([]map[string]string, len(list))
		for i := range list {
			members, _ := list[i].(map[string]any)
			rows[i] = map[string]string{}
			for name, v := range members {
				if text, ok := v.(string); ok {
					rows[i][name] = text
				}
			}
		}
		return rows
	}
	return nil
}

// LearnRequest is a reviewed document with its corrected record.
type LearnRequest struct {
	// Request extracts the document again. Its type must be that of the record, and its schema the one that the
	// record was made with.
	Request
	// Data is the corrected data of the record; the file is Request.Data.
	Data map[string]any
	// Touched names the corrected or confirmed fields. With Reviewed, all fields of the record are right, and absent
	// fields are rightly absent.
	Touched  []string
	Reviewed bool
	// Document is the document's id. Correction is the id of its newest correction, 0 for none. At is the time of the
	// review.
	Document   string
	Correction int64
	At         time.Time
}

// Learn makes the example of a document that was read.
func (m Models) Learn(ctx context.Context, doc *document.Document, req LearnRequest) template.Example {
	l := template.Example{Version: template.Version}
	if len(doc.Pages) > 0 {
		plain := req.Request
		plain.FindTemplates, plain.Answers, plain.WantQuestions = nil, nil, false
		plain.IgnoreEmbeddedXML = true // the example is learned from the page alone
		read := m.Extract(ctx, doc, plain)
		seen := match.CorrectedRecord{Type: read.DocumentType, Schema: req.Schema,
			Right: map[string]string{}, Read: map[string]string{}, Sure: map[string]bool{}}
		object := func(v any) map[string]any { members, _ := v.(map[string]any); return members }
		req.Data = custom.Flatten(req.Data, object)
		for name, v := range custom.Flatten(read.Data, object) {
			seen.Read[name], _ = v.(string)
			seen.Sure[name] = read.Fields[name].Confidence >= minSureConfidence
		}
		for name, v := range req.Data {
			if text, ok := v.(string); ok && text != "" && (req.Reviewed || slices.Contains(req.Touched, name)) {
				seen.Right[name] = text
			}
		}
		seen.Absent = absentFields(req, seen)
		annotated := formrole.New(m.annotate(doc))
		page := match.NewPage(annotated.Document, seen.Right["currency"])
		seen.Items = m.learnItems(annotated.Document, page, read, req)
		l = page.Learn(seen)
		l.Lists = learnLists(annotated, req)
		l.Mistyped = m.isMistyped(annotated, req.DocumentType)
	}
	l.Document, l.Correction, l.At = req.Document, req.Correction, req.At
	return l
}

// isMistyped reports whether a document whose type a person corrected would be classified differently.
func (m Models) isMistyped(doc *formrole.Document, kind result.DocumentType) bool {
	if kind == "" || kind == result.TypeAuto {
		return false
	}
	verdict, _ := m.decide(doc, m.Kinds.Rank(doc.Document), classify.Language(doc.Layout))
	return verdict.Type != kind
}

// absentFields names the fields that were extracted and that the person removed.
func absentFields(req LearnRequest, seen match.CorrectedRecord) []string {
	var names []string
	for name, read := range seen.Read {
		_, kept := req.Data[name]
		if read != "" && !kept && (req.Reviewed || slices.Contains(req.Touched, name)) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
