package extract

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/language"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/docmill/docmill/engine/validate"
	"github.com/shopspring/decimal"
)

// rivals are the distinct values of each form on the page. The more there are, the likelier another one was meant.
type rivals struct {
	dates, taxIDs, ibans []string
	amounts              []decimal.Decimal // without signs, ascending
}

const maxRivals = 12

func rivalsIn(doc *annotate.Document) rivals {
	var r rivals
	var unproven []recognize.Amount // with two readings
	isProven := false
	for _, s := range doc.Layout.Segments {
		spans := doc.Spans[s]
		for _, d := range spans.Dates {
			r.dates = append(r.dates, d.ISO(doc.Order))
		}
		for _, c := range spans.VATIDs {
			r.taxIDs = append(r.taxIDs, c.Value)
		}
		for _, c := range spans.IBANs {
			r.ibans = append(r.ibans, c.Value)
		}
		for i := range spans.Amounts {
			a := &spans.Amounts[i]
			isProven = isProven || a.Number.Evidence != recognize.StyleUnknown
			if a.Percent {
				continue
			}
			r.amounts = append(r.amounts, a.Value(doc.Style).Abs())
			if a.Number.Ambiguous {
				unproven = append(unproven, *a)
			}
		}
	}
	if !isProven {
		for _, a := range unproven {
			r.amounts = append(r.amounts, a.Value(recognize.StylePoint).Abs(), a.Value(recognize.StyleComma).Abs())
		}
	}
	for _, list := range []*[]string{&r.dates, &r.taxIDs, &r.ibans} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	slices.SortFunc(r.amounts, decimal.Decimal.Cmp)
	r.amounts = slices.CompactFunc(r.amounts, decimal.Decimal.Equal)
	return r
}

// count counts the other values of the form, for an amount the larger ones; calibrate.Unknown for forms without any.
func (r *rivals) count(form schema.Form, text string) int {
	var list []string
	switch form {
	case schema.FormDate:
		list = r.dates
	case schema.FormTaxID:
		list = r.taxIDs
	case schema.FormIBAN:
		list = r.ibans
	case schema.FormMoney:
		v, err := decimal.NewFromString(text)
		if err != nil {
			return calibrate.Unknown
		}
		i, found := slices.BinarySearchFunc(r.amounts, v.Abs(), decimal.Decimal.Cmp)
		if found {
			i++
		}
		return min(maxRivals, len(r.amounts)-i)
	default:
		return calibrate.Unknown
	}
	n := len(list)
	if slices.Contains(list, text) {
		n--
	}
	return min(maxRivals, n)
}

// lexiconShares returns the known share of the document's words, and of its phrases before a colon.
func lexiconShares(doc *annotate.Document) (words, labels float64) {
	votes := language.NewVotesOfPaper()
	all, colons, labeled := 0, 0, 0
	for _, s := range doc.Layout.Segments {
		folded, _ := s.Folded()
		for _, w := range folded {
			if len(w) > 1 && isWord(w) {
				all++
				votes.Add(w)
			}
		}
		n := 0
		for _, w := range s.Words {
			if strings.HasSuffix(w, ":") && isWord(w) {
				n++
			}
		}
		colons += n
		labeled += min(n, len(doc.LabelsIn[s]))
	}
	known := 0.0
	for _, code := range language.Codes() {
		known += votes.For(code)
	}
	return known / float64(max(1, all)), (1 + float64(labeled)) / (1 + float64(colons))
}

func isWord(s string) bool {
	return strings.IndexFunc(s, unicode.IsLetter) == 0
}

// unusedWords returns each row's share of nearby words outside its members: one of them may be the right one.
func unusedWords(lay *layout.Layout, rows []value.Row) []float64 {
	bands := make([]band, len(rows))
	for i, row := range rows {
		bands[i] = bandOf(row)
	}
	for i := range bands {
		bands[i].bottom += bands[i].height // to the next row
		if i+1 < len(bands) && bands[i+1].page == bands[i].page {
			bands[i].bottom = bands[i+1].top
		}
	}
	for _, s := range lay.Segments {
		for k := range s.Tokens {
			t := &s.Tokens[k]
			if t.Place.Empty() || !isWord(t.Text) {
				continue
			}
			for i := range bands {
				bands[i].count(s.Page.Number, t.Place)
			}
		}
	}
	out := make([]float64, len(rows))
	for i, b := range bands {
		out[i] = float64(b.unused) / float64(max(1, b.words))
	}
	return out
}

type band struct {
	page                int
	top, bottom, height float64
	boxes               []document.Box
	words, unused       int
}

func bandOf(row value.Row) band {
	var b band
	for _, v := range row {
		if v.Page == 0 || v.Box.Empty() || v.Nominal {
			continue
		}
		if len(b.boxes) == 0 {
			b.page, b.top, b.bottom = v.Page, v.Box.Y0, v.Box.Y1
		}
		if v.Page != b.page {
			continue
		}
		b.top, b.bottom = min(b.top, v.Box.Y0), max(b.bottom, v.Box.Y1)
		b.height = max(b.height, v.Box.Height())
		b.boxes = append(b.boxes, v.Box)
	}
	return b
}

func (b *band) count(page int, at document.Box) {
	if page != b.page || at.CenterY() < b.top || at.CenterY() >= b.bottom {
		return
	}
	b.words++
	for _, box := range b.boxes {
		if at.CenterX() >= box.X0 && at.CenterX() <= box.X1 && at.CenterY() >= box.Y0 && at.CenterY() <= box.Y1 {
			return
		}
	}
	b.unused++
}

// opposite is 1 if the other party's name was found and 0 if not, because a single party may have been mistaken for
// the other; calibrate.Unknown for fields of no party.
func opposite(path string, set *value.Set) int {
	for _, pair := range [][2]string{{"vendor", "customerName"}, {"customer", "vendorName"}} {
		if !strings.HasPrefix(path, pair[0]) {
			continue
		}
		if set.Has(pair[1]) {
			return 1
		}
		return 0
	}
	return calibrate.Unknown
}

func missingKeys(kind string, set *value.Set) int {
	n := 0
	for _, alternatives := range schema.Of(schema.DocumentType(kind)).Keys() {
		if !slices.ContainsFunc(alternatives, set.Has) {
			n++
		}
	}
	return n
}

type documentContext struct {
	calibrate.Document
	lay    *layout.Layout
	text   string // words joined by single spaces
	rivals rivals
	unused []float64 // by line item; see unusedWords
}

func contextOf(doc *annotate.Document, kind result.DocumentType, certainty float64) documentContext {
	lay := doc.Layout
	var sb strings.Builder
	for _, s := range lay.Segments {
		for _, w := range s.Words {
			sb.WriteString(w)
			sb.WriteByte(' ')
		}
	}
	known, labeled := lexiconShares(doc)
	return documentContext{
		lay: lay, rivals: rivalsIn(doc),
		Document: calibrate.Document{
			Known: known, Labeled: labeled,
			Type: string(kind), Certainty: certainty, Pages: len(lay.Pages), Legibility: meanLegibility(lay),
			Doubtful: doubtful(lay),
		},
		text: sb.String(),
	}
}

func (b *documentContext) add(set *value.Set, outcomes []validate.CheckResult) {
	for _, o := range outcomes {
		if o.Passed {
			b.Passed++
		} else {
			b.Failed++
		}
	}
	b.Scalars, b.Rows = 0, len(set.Lists["lineItems"])
	b.MissingKeys = missingKeys(b.Type, set)
	b.unused = unusedWords(b.lay, set.Lists["lineItems"])
	t := schema.Of(schema.DocumentType(b.Type))
	for name := range set.Scalars {
		if t.Trained(name) {
			b.Scalars++
		}
	}
}

const maxPrinted = 5

// evidence returns the evidence for a value, except the results of its checks.
func (b *documentContext) evidence(path string, v value.Value, set *value.Set) calibrate.Evidence {
	e := calibrate.Evidence{
		Path: path, Score: v.Score, Lead: v.Lead, Legibility: v.Legibility, Clarity: v.Clarity, Odd: calibrate.Oddness(v.Raw),
		Length: len(v.Raw), Words: 1 + strings.Count(v.Raw, " "),
		Y: v.Box.CenterY(), Document: b.Document,
		Rivals: calibrate.Unknown, Opposite: opposite(path, set), Unused: calibrate.Unknown,
	}
	if f, ok := schema.Find(fieldOf(path)); ok {
		e.Rivals = b.rivals.count(f.Form, v.Value)
	}
	if e.Clarity == 0 {
		e.Clarity = v.Legibility
	}
	if v.Raw != "" {
		e.Printed = min(maxPrinted, strings.Count(b.text, v.Raw))
	}
	if list, rest, ok := strings.Cut(path, "."); ok {
		index, _, _ := strings.Cut(rest, ".")
		if i, err := strconv.Atoi(index); err == nil && i < len(set.Lists[list]) {
			e.Members = len(set.Lists[list][i])
			if list == "lineItems" && i < len(b.unused) {
				e.Unused = b.unused[i]
			}
		}
	}
	return e
}

func meanLegibility(lay *layout.Layout) float64 {
	sum, n := 0.0, 0
	for _, s := range lay.Segments {
		for i := range s.Tokens {
			sum += s.Tokens[i].Confidence
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

// doubtful is the share of words whose OCR confidence is below one half.
func doubtful(lay *layout.Layout) float64 {
	n, all := 0, 0
	for _, s := range lay.Segments {
		for i := range s.Tokens {
			all++
			if s.Tokens[i].Confidence < 0.5 {
				n++
			}
		}
	}
	return float64(n) / float64(max(1, all))
}

// fieldOf returns a path without its row index.
func fieldOf(path string) string {
	list, rest, ok := strings.Cut(path, ".")
	if !ok {
		return path
	}
	_, member, _ := strings.Cut(rest, ".")
	return list + "." + member
}
