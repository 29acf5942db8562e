// Package extract turns a document that was read into a result: layout, type, fields, checks and probabilities.
package extract

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields"
	"github.com/docmill/docmill/engine/fields/einvoicefields"
	"github.com/docmill/docmill/engine/formrole"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/engine/read/einvoice"
	"github.com/docmill/docmill/engine/read/pagerender"
	"github.com/docmill/docmill/engine/repair"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/validate"
	"github.com/shopspring/decimal"
)

// Extract makes a result from a document that was read. Unlike [Models.Document] it also uses the request's schema,
// answers and learned templates.
func (m Models) Extract(ctx context.Context, doc *document.Document, req Request) *result.Result {
	model := cmp.Or(m.Calibration, &calibrate.Model{})
	annotated := formrole.New(m.annotate(doc))
	lay := annotated.Layout
	invoice, unread := structured(doc, req)
	language := classify.Language(lay)
	known := findTemplates(ctx, annotated.Document, req)
	d := m.chooseType(annotated, &known, &req, invoice, language)
	kind, set := d.kind, d.set
	if schema.Of(kind).Has(schema.Barcodes) {
		if req.FindBarcodes != nil {
			req.FindBarcodes(ctx, doc)
		}
		set.PutRows(schema.Barcodes, barcodeRows(doc))
	}
	whole := contextOf(annotated.Document, kind, d.verdict.Certainty)
	codes := mergeCodes(set, doc, kind)
	known.choose(kind)
	settled := invoice != nil && einvoicefields.Serves(kind)
	if !settled {
		repairValues(set, lay, kind, req)
		known.apply(m, set, annotated.Document, kind, func() func(path string) float64 {
			return confidences(set, codes, model, whole)
		})
	}
	outcomes := append(validate.Run(set), codes...)
	if settled {
		set, outcomes = reconcile(invoice, kind, lay, newAssembly(set, outcomes, model, whole))
	}
	outcomes = append(append(outcomes, readFailures(doc, lay, unread)...), known.checkBank(set)...)
	if t := schema.Of(kind); kind == req.DocumentType && !t.IsSaved() && t.Schema == nil {
		outcomes = append(outcomes, validate.DocumentType(kind, d.verdict.Type))
	}
	if hasPrintedTables(kind, req) {
		set.Tables = fields.Tables(lay)
	}
	a := newAssembly(set, outcomes, model, whole)
	a.result = emptyResult(kind, doc, basisOf(set, language))
	a.result.TypeVersion = d.version
	if settled {
		einvoicefields.State(a.result.Basis, invoice)
	}
	a.assemble(doc)
	finding := llm.Finding{Layout: lay, Schema: req.Schema, Custom: a.ownFields(annotated, &known, req),
		TypeRequested: settled}
	known.report(a.result)
	if req.WantQuestions {
		a.ask(finding, doc, invoice != nil || unread != nil)
	}
	displayed(a.result, doc.Pages)
	placeBarcodes(a.result)
	a.result.Confidence = a.confidence(d.verdict, lay, finding.Custom)
	return a.result
}

// decision is the type that a document is read as.
type decision struct {
	verdict classify.Verdict // by the document
	kind    result.DocumentType
	version int        // of a saved type that was recognized
	set     *value.Set // its values
}

// chooseType chooses the type and finds its values. It adds the schema of the type, if it has one, to the request.
func (m Models) chooseType(
	doc *formrole.Document, known *templateMatch, req *Request, invoice *einvoice.Invoice, language string,
) decision {
	ranking := m.Kinds.Rank(doc.Document)
	d := decision{verdict: ranking.Verdict(), kind: req.DocumentType}
	auto := d.kind == "" || d.kind == result.TypeAuto
	if invoice != nil {
		d.verdict = classify.Verdict{Type: einvoicefields.Type(invoice), Certainty: 1}
	} else if saved := known.useSavedType(req, ranking, auto); saved != nil {
		d.verdict = classify.Verdict{Type: result.DocumentType(saved.Name), Certainty: 1}
		d.version = saved.Version
	} else if auto {
		d.verdict, d.set = m.decideWithTemplates(known, doc, ranking, language)
	}
	if auto && invoice == nil && isUnsure(d) {
		if req.Schema != nil {
			if hasFormFields(doc.Layout) {
				d = decision{verdict: classify.Verdict{Type: result.TypeGeneric, Certainty: d.verdict.Certainty}}
			}
		} else if named := fileType(doc.Layout); named != "" && (d.verdict.Type == result.TypeGeneric ||
			schema.Of(named).Family == schema.Of(d.verdict.Type).Family) {
			d = decision{verdict: classify.Verdict{Type: named, Certainty: 1}}
		}
	}
	if auto {
		d.kind = d.verdict.Type
	}
	t := schema.Of(d.kind)
	req.Schema = cmp.Or(req.Schema, t.Schema)
	if t.HasOnlySchema() {
		d.set = value.New()
	} else if d.set == nil {
		d.set = m.Fields.Extract(doc, d.kind, language)
	}
	return d
}

// hasPrintedTables reports whether a record has its tables as printed beside other values. If a caller's schema asks
// for values, the record has only those.
func hasPrintedTables(kind result.DocumentType, req Request) bool {
	t := schema.Of(kind)
	f, has := t.Field(schema.Tables)
	return has && f.OnlyInRecord && (req.Schema == nil || req.Schema == t.Schema)
}

// isUnsure reports whether a document is generic, or lacks key fields of its type. Its title may then name another type
// of the same family, as those of bills do.
func isUnsure(d decision) bool {
	return d.verdict.Type == result.TypeGeneric || d.set != nil &&
		schema.Of(d.verdict.Type).Family != schema.FamilyOther && !isComplete(d.verdict.Type, d.set)
}

// hasFormFields reports whether a document has several form fields, as documents of trade do not.
func hasFormFields(lay *layout.Layout) bool {
	const fewest = 3
	fields := 0
	for _, p := range lay.Pages {
		fields += len(p.Fields)
	}
	return fields >= fewest
}

// annotate computes the layout, recognizes dates, amounts and codes, and tags the words.
func (m Models) annotate(doc *document.Document) *annotate.Document {
	annotated := annotate.New(layout.Analyze(doc))
	annotated.Tags = m.Tagger.Tag(annotated)
	return annotated
}

func emptyResult(kind result.DocumentType, doc *document.Document, basis *result.Basis) *result.Result {
	return &result.Result{
		DocumentType: kind,
		Data:         map[string]any{},
		Fields:       map[string]result.Field{},
		Checks:       []result.Check{},
		MIMEType:     doc.MIMEType,
		Basis:        basis,
	}
}

// repairValues corrects OCR errors and merges LLM answers, before the checks that the record shows run.
func repairValues(set *value.Set, lay *layout.Layout, kind result.DocumentType, req Request) {
	repair.Values(set, lay)
	if req.Answers != nil {
		llm.Merge(set, lay, kind, *req.Answers)
	}
}

// Document makes a result from a document that was read: layout, type, fields, checks and probabilities. It is a pure
// function. It keeps an asked type other than result.TypeAuto (or empty); if the document looks like another type,
// the check type_matches fails. An attached e-invoice takes precedence over the pages; see package einvoicefields.
func (m Models) Document(doc *document.Document, asked result.DocumentType) *result.Result {
	return m.Extract(context.Background(), doc, Request{DocumentType: asked})
}

// DocumentByTemplates is Document with known templates.
func (m Models) DocumentByTemplates(doc *document.Document, asked result.DocumentType,
	known []template.Template) *result.Result {
	return m.Extract(context.Background(), doc, Request{DocumentType: asked,
		FindTemplates: func(context.Context, template.Fingerprint) []template.Template { return known }})
}

// Maximum sizes in a record, in bytes; longer text is cut off. A full page has about 5,000 bytes of text, and at most
// 2,000 pages of a file are read.
const (
	maxValueBytes = 64 << 10 // of a value, its raw text or a table cell
	maxTextBytes  = 16 << 20 // of the whole text of a generic document
)

func boundSet(set *value.Set) {
	for name, v := range set.Scalars {
		set.Scalars[name] = boundValue(v)
	}
	for _, rows := range set.Lists {
		for _, row := range rows {
			for member, v := range row {
				row[member] = boundValue(v)
			}
		}
	}
	for _, table := range set.Tables {
		for _, row := range table.Rows {
			for i := range row {
				row[i] = document.TruncateText(row[i], maxValueBytes)
			}
		}
	}
}

func boundValue(v value.Value) value.Value {
	v.Value = document.TruncateText(v.Value, maxValueBytes)
	v.Raw = document.TruncateText(v.Raw, maxValueBytes)
	return v
}

// displayed converts pages and boxes as read to those displayed, for rotated and nominal pages.
func displayed(res *result.Result, pages []document.Page) {
	sheets := pagerender.New(pages)
	res.Pages = sheets.Count()
	for path, f := range res.Fields {
		if f.Page == nil || *f.Page < 1 || *f.Page > len(pages) {
			continue
		}
		page := &pages[*f.Page-1]
		if page.Nominal {
			onSheet(&f, sheets)
		} else if f.Box != nil && (page.Turned != 0 || page.Sheet != nil) {
			f.Box = rounded(page.Displayed(boxOf(f)))
		}
		res.Fields[path] = f
	}
}

// onSheet moves a field to its sheet. It removes page and box if the field has no place on a sheet.
func onSheet(f *result.Field, sheets *pagerender.Sheets) {
	number, placed := *f.Page, false
	var box document.Box
	if f.Box != nil {
		number, box, placed = sheets.Place(number, boxOf(*f))
	}
	if !placed {
		f.Page, f.Box = nil, nil
		return
	}
	f.Page, f.Box = &number, rounded(box)
}

func boxOf(f result.Field) document.Box {
	return document.Box{X0: f.Box[0], Y0: f.Box[1], X1: f.Box[2], Y1: f.Box[3]}
}

func rounded(b document.Box) *[4]float64 {
	corners := b.Corners()
	return &corners
}

// Request is one file to extract.
type Request struct {
	// Data is the whole file. Models.Extract ignores it.
	Data []byte
	// DocumentType as asked for; result.TypeAuto (or empty) classifies.
	DocumentType result.DocumentType
	// Schema lists the caller's custom fields, in addition to those of the type; nil for none.
	Schema *custom.Schema
	// IgnoreEmbeddedXML ignores the e-invoice inside a PDF or mail, so that the record
	// holds only values from the pages. It has no effect on a file that is XML itself.
	IgnoreEmbeddedXML bool
	// WantQuestions adds questions about missing fields to the result.
	WantQuestions bool
	// Answers to these questions; nil for none.
	Answers *llm.Answers
	// BeforePage is called before each page that needs text recognition; nil for none.
	BeforePage read.BeforePage
	// FindBarcodes adds all barcodes to the document if its type has them; nil if they are known.
	FindBarcodes func(ctx context.Context, doc *document.Document)
	// FindTemplates is called once, after reading. It returns the learned templates that
	// resemble the document, the most similar first; nil for none.
	FindTemplates func(ctx context.Context, f template.Fingerprint) []template.Template
	// Timings receives the time of each stage, also if extraction fails; nil for none.
	Timings *Timings
}

// Timings is the wall-clock time of each stage; zero for a stage that did not run.
type Timings struct {
	// Read is the time of reading the file, without Recognize.
	Read time.Duration `json:"read,omitempty"`
	// Recognize is the time of drawing pages and recognizing their text.
	Recognize time.Duration `json:"recognize,omitempty"`
	// Extract is the time of all later stages, from layout to calibration.
	Extract time.Duration `json:"extract,omitempty"`
	// RecognizedPages counts the pages of Recognize, including pages that were started
	// when reading failed.
	RecognizedPages int `json:"recognizedPages,omitempty"`
}

// basisOf records the language, the amounts between net and total, and factors that differ from printed values.
func basisOf(set *value.Set, language string) *result.Basis {
	b := &result.Basis{Language: language, Between: set.Scalars["total"].Plus}
	for i, row := range set.Lists["lineItems"] {
		if v := row["quantity"]; v.Factor != "" {
			put(&b.Agreed, validate.Path("lineItems", i, "quantity"), v.Factor)
		}
		if v := row["unitPrice"]; v.Factor != "" {
			put(&b.Per, validate.Path("lineItems", i, "unitPrice"), units(v))
		}
	}
	return b
}

func put[K comparable](m *map[K]string, key K, value string) {
	if *m == nil {
		*m = map[K]string{}
	}
	(*m)[key] = value
}

const unitsDigits = 4

// units is the number of units that a price is for; "" if it is unknown.
func units(price value.Value) string {
	all, err1 := decimal.NewFromString(price.Value)
	one, err2 := decimal.NewFromString(price.Factor)
	if err1 != nil || err2 != nil || one.IsZero() {
		return ""
	}
	return all.DivRound(one, unitsDigits).String()
}

// readFailures returns the failed checks for an unreadable e-invoice (unread, if not nil) and for pages.
func readFailures(doc *document.Document, lay *layout.Layout, unread *validate.CheckResult) []validate.CheckResult {
	if unread == nil {
		return partlyRead(doc, lay)
	}
	return append([]validate.CheckResult{*unread}, partlyRead(doc, lay)...)
}

// partlyRead returns the failed check that names the pages of which only a part was read, or nil.
func partlyRead(doc *document.Document, lay *layout.Layout) []validate.CheckResult {
	const most = 10 // pages named
	var pages []string
	count := 0
	for i := range doc.Pages {
		if !doc.Pages[i].Partial && !lay.Pages[i].Partial {
			continue
		}
		if count++; count <= most {
			pages = append(pages, fmt.Sprint(doc.Pages[i].Number))
		}
	}
	switch {
	case count == 0:
		return nil
	case count > most:
		pages = append(pages, fmt.Sprintf("%d more", count-most))
	}
	detail := "page %s is too complex and was only read in part"
	if count > 1 {
		detail = "pages %s are too complex and were only read in part"
	}
	return []validate.CheckResult{{
		Check: result.Check{Name: validate.PagesRead, Detail: fmt.Sprintf(detail, strings.Join(pages, ", "))},
	}}
}
