package extract

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/document/rows"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/validate"
)

type assembly struct {
	set      *value.Set
	outcomes []validate.CheckResult
	model    *calibrate.Model
	checks   map[string][]*validate.CheckResult // by path of the field
	judged   map[string]result.Field            // by path
	result   *result.Result
	document documentContext
}

func newAssembly(set *value.Set, outcomes []validate.CheckResult, model *calibrate.Model,
	whole documentContext) *assembly {
	boundSet(set)
	a := &assembly{set: set, outcomes: outcomes, model: model, checks: map[string][]*validate.CheckResult{},
		judged: map[string]result.Field{}, document: whole}
	a.document.add(set, outcomes)
	for i := range outcomes {
		o := &outcomes[i]
		for _, path := range o.Paths {
			a.checks[path] = append(a.checks[path], o)
		}
	}
	return a
}

func (a *assembly) assemble(doc *document.Document) {
	for _, o := range a.outcomes {
		a.result.Checks = append(a.result.Checks, o.Check)
	}
	for name, v := range a.set.Scalars {
		a.result.Data[name] = v.Value
		a.result.Fields[name] = a.field(name, name, v)
	}
	for list, found := range a.set.Lists {
		plain := make([]map[string]string, len(found))
		for i, row := range found {
			plain[i] = make(map[string]string, len(row))
			for member, v := range row {
				plain[i][member] = v.Value
				path := value.Path(list, i, member)
				a.result.Fields[path] = a.field(path, list+"."+member, v)
			}
		}
		a.result.Data[list] = plain
	}
	if len(a.set.Tables) > 0 {
		tables := make([]map[string]any, len(a.set.Tables))
		for i, t := range a.set.Tables {
			tables[i] = map[string]any{"rows": t.Rows}
			if t.Page > 0 {
				tables[i]["page"] = t.Page
			}
			if t.HeaderRows > 0 {
				tables[i]["headerRows"] = t.HeaderRows
			}
			if len(t.Spans) > 0 {
				tables[i]["spans"] = spansOf(t)
			}
		}
		a.result.Data[schema.Tables] = tables
	}
	if !schema.Of(a.result.DocumentType).Has(schema.WholeText) {
		return
	}
	if text := rows.ReadingText(doc); strings.TrimSpace(text) != "" {
		a.result.Data["text"] = document.TruncateText(text, maxTextBytes)
	}
}

func spansOf(t value.Grid) []map[string]int {
	spans := make([]map[string]int, len(t.Spans))
	for i, s := range t.Spans {
		spans[i] = map[string]int{"row": s.Row, "column": s.Column, "rowSpan": s.Rows, "columnSpan": s.Columns}
	}
	return spans
}

// field returns the result field for v. It memoizes, because tax IDs read the confidence of names and addresses.
func (a *assembly) field(path, name string, v value.Value) result.Field {
	f, known := a.judged[path]
	if !known {
		f = a.judge(path, name, v)
		a.judged[path] = f
	}
	return f
}

// contradictedConfidence is that of a value that the issuer states but that other values of the document contradict.
const contradictedConfidence = 0.8

func (a *assembly) judge(path, name string, v value.Value) result.Field {
	f := anchored(v)
	e := a.document.evidence(path, v, a.set)
	isContradicted := false
	for _, o := range a.checks[path] {
		isContradicted = isContradicted || !o.Passed && validate.IsArithmetic(o.Name)
		f.Checks = append(f.Checks, o.Name)
		if o.Passed {
			e.Passed++
		} else {
			e.Failed++
		}
		e.CheckDigits = e.CheckDigits || o.Name == validate.IBAN || o.Name == validate.TaxID
	}
	if v.Source == document.SourceXML {
		f.Confidence = 1 // stated by the issuer, not read
		if isContradicted {
			f.Confidence = contradictedConfidence
		}
		return f
	}
	if v.Source == document.SourceModel {
		f.Confidence = llm.Confidence(e.Raw(), e.Passed > 0)
		return f
	}
	if v.Source == document.SourceLearned {
		f.Confidence = math.Round(e.Raw()*1e3) / 1e3
		return f
	}
	f.Confidence = a.model.Probability(name, calibrate.ChannelOf(v.Source, e), e)
	if party, taxID := strings.CutSuffix(path, "TaxId"); taxID {
		f.Confidence = min(f.Confidence, a.certainty(party))
	}
	return f
}

// certainty limits the confidence that a tax ID belongs to the party: check digits do not say whose it is, and if
// name and address are in doubt, the parties may be swapped. It is 1 if neither was found.
func (a *assembly) certainty(party string) float64 {
	const doubtful = 0.8
	most := 0.0
	for _, part := range []string{"Name", "Address"} {
		if v, found := a.set.Scalars[party+part]; found {
			most = max(most, a.field(party+part, party+part, v).Confidence)
		}
	}
	if most == 0 || most >= doubtful {
		return 1
	}
	return most
}

// anchored makes a field with its place on the page as read.
func anchored(v value.Value) result.Field {
	f := result.Field{Value: v.Value, Raw: v.Raw, Source: v.Source, Checks: []string{}}
	if v.Page > 0 {
		page := v.Page
		f.Page = &page
	}
	switch {
	case v.Box.Empty():
	case v.Nominal: // a page of any length
		f.Box = &[4]float64{v.Box.X0, v.Box.Y0, v.Box.X1, v.Box.Y1}
	default:
		f.Box = rounded(v.Box)
	}
	return f
}

// confidences returns a function that gives the probability of a value in the set. It is valid until the set changes.
func confidences(
	set *value.Set, outcomes []validate.CheckResult, model *calibrate.Model, whole documentContext,
) func(path string) float64 {
	a := newAssembly(set, append(validate.Run(set), outcomes...), model, whole)
	return func(path string) float64 {
		if v, ok := set.At(path); ok {
			return a.field(path, fieldOf(path), v).Confidence
		}
		return 0
	}
}

// confidence is the probability that all key fields are right; for a generic document the certainty of its type times
// its mean legibility, and for one of which a schema asks values their mean probability, 0 for missing required ones.
func (a *assembly) confidence(verdict classify.Verdict, lay *layout.Layout, asked *value.Set) float64 {
	if schema.Of(a.result.DocumentType).Keys() == nil {
		if asked != nil {
			return a.meanOf(asked)
		}
		certainty := verdict.Certainty
		if verdict.Type != result.TypeGeneric {
			certainty = 1 - certainty
		}
		return math.Round(certainty*meanLegibility(lay)*1000) / 1000 // rounded like the others
	}
	return result.Confidence(a.result.DocumentType, func(name string) float64 { return a.result.Fields[name].Confidence })
}

// meanOf returns the mean probability of the values of a set, with 0 for each required value that it lacks.
func (a *assembly) meanOf(asked *value.Set) float64 {
	sum, n := 0.0, 0
	for _, path := range slices.Sorted(maps.Keys(a.result.Fields)) { // equal sums in every run
		_, ok := asked.At(path)
		if ok || asked.Arrays[path[:max(0, strings.LastIndexByte(path, '.'))]] != nil {
			sum += a.result.Fields[path].Confidence
			n++
		}
	}
	for _, path := range a.result.Basis.Required {
		if !asked.Has(path) && asked.Lists[path] == nil && asked.Arrays[path] == nil {
			n++
		}
	}
	return math.Round(sum/float64(max(1, n))*1000) / 1000
}

// ask adds questions about missing fields. They need attachments only if those hold an e-invoice.
func (a *assembly) ask(f llm.Finding, doc *document.Document, structured bool) {
	f.DocumentType, f.Set, f.Outcomes = a.result.DocumentType, a.set, a.outcomes
	kept := *doc
	if !structured {
		kept.Attachments = nil
	}
	a.result.Questions = llm.Questions(f, &kept)
}
