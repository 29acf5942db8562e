package custom

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/checkbox"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Limits of the assignment of form fields, set by hand.
const (
	minMatch   = 0.44 // likeness of a property and a text field
	minButton  = 0.35 // likeness of a property and a check box
	clearMatch = 0.6
	minChoice  = 0.5 // likeness of an allowed text and a button
	// maxMatchGap is how much more a field may resemble a property that no field resembles more.
	maxMatchGap = 0.2
	maxFields   = 2000
)

// form is the interactive form of a document, and its printed check boxes.
type form struct {
	*queries
	fields []formField
	rarity map[string]float64 // of the words that describe fields: inverse document frequency
	namely map[string]int     // fields by name without digits
	isList map[string]bool    // properties
}

// formField is a form field with the texts that describe it: tooltip, name and printed labels.
type formField struct {
	*layout.FormField
	page  *layout.Page
	texts []description
	// labels is the number of texts that are printed; they come first.
	labels int
	end    lexicon.Role // of a period, if the field is one of its two days
	// printed is the check box on the page that this field is, or nil for an interactive one.
	printed *checkbox.Box
}

// match is a possible assignment of a form field to a property.
type match struct {
	property *custom.Property
	field    *formField
	likeness float64
	text     string // the allowed text that a button stands for
}

// newForm returns the form of the document, or nil if it has none.
func (w *queries) newForm() *form {
	f := &form{queries: w, rarity: map[string]float64{}, namely: map[string]int{}, isList: map[string]bool{}}
	for _, p := range w.Layout.Pages {
		if len(p.Fields) == 0 {
			f.addPrinted(p)
			continue
		}
		labels := w.cellsOutside(p)
		first := len(f.fields)
		for i := range p.Fields[:min(len(p.Fields), maxFields-len(f.fields))] {
			f.add(p, &p.Fields[i], labels)
		}
		f.continueLabels(f.fields[first:], labels)
	}
	if len(f.fields) == 0 {
		return nil
	}
	for i := range f.fields {
		var words []string
		for _, text := range f.fields[i].texts {
			words = append(words, text.words...)
		}
		for _, word := range bag(words) {
			f.rarity[word]++
		}
	}
	for word, n := range f.rarity {
		f.rarity[word] = math.Log(1 + float64(len(f.fields))/n)
	}
	return f
}

// add adds a field with the texts that describe it.
func (f *form) add(p *layout.Page, field *layout.FormField, labels []cell) {
	if !f.Work.Spend(len(labels)) {
		return
	}
	out := formField{FormField: field, page: p}
	f.describePrinted(&out, labels)
	out.labels = len(out.texts)
	name := strings.ReplaceAll(field.Name, ".", " ")
	for _, text := range []string{field.Tooltip, name, field.Tooltip + " " + name} {
		out.describe(text, 1)
	}
	f.fields = append(f.fields, out)
	f.namely[withoutDigits(field.Name)]++
}

// addPrinted adds the check boxes on a page without interactive fields.
func (f *form) addPrinted(p *layout.Page) {
	found := checkbox.Find(p)
	for i := range found[:min(len(found), maxFields-len(f.fields))] {
		b := &found[i]
		field := &layout.FormField{Place: b.Place, FormField: document.FormField{
			Type: document.CheckBox, Checked: b.Checked, Box: p.Fraction(b.Place)}}
		question := ""
		if b.Question.Segment != nil {
			question = b.Question.Text()
		}
		out := formField{FormField: field, page: p, printed: b}
		texts := []string{b.Text(), question + " " + b.Text(), question}
		if b.More.Segment != nil {
			texts = append(texts, b.Text()+" "+b.More.Text())
		}
		for _, text := range texts {
			if text != question || optionAnswer(b) != "" {
				out.describe(text, 1)
			}
		}
		f.fields = append(f.fields, out)
	}
}

// optionAnswer reads the option of a check box that means yes or no: "Yes (go to question 2)".
func optionAnswer(b *checkbox.Box) string {
	text, _, _ := strings.Cut(b.Text(), "(")
	return yesOrNo(strings.TrimSpace(text))
}

// withoutDigits returns the name that the fields of rows share: "item[].price".
func withoutDigits(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, name)
}

func isButton(f *layout.FormField) bool {
	return f.Type == document.CheckBox || f.Type == document.RadioButton
}

// likeness compares words with the texts of a field. A field with a value, and one that is not in a row of equal ones,
// is preferred.
func (f *form) likeness(words []string, field *formField) float64 {
	const filled, inRows, rows = 0.05, 0.7, 2
	best := 0.0
	for _, text := range field.texts {
		best = max(best, text.weight*f.cosine(words, text.words))
	}
	if strings.Contains(field.Name, "[") && f.namely[withoutDigits(field.Name)] > rows {
		best *= inRows
	}
	if best > 0 && (field.Value != "" || isButton(field.FormField)) {
		best += filled
	}
	return min(1, best)
}

// cosine returns the cosine of two texts as vectors of words, weighed by rarity.
func (f *form) cosine(a, b []string) float64 {
	if !f.Work.Spend(len(a) * len(b)) {
		return 0
	}
	if strings.Join(a, "") == strings.Join(b, "") {
		return 1
	}
	square := func(word string) float64 {
		r, ok := f.rarity[word]
		if !ok {
			r = math.Log(1 + float64(len(f.fields)))
		}
		return r * r
	}
	var both, sumA, sumB float64
	for _, word := range a {
		best := 0.0
		for _, other := range b {
			best = max(best, alike(word, other))
		}
		both += best * square(word)
		sumA += square(word)
	}
	for _, word := range b {
		sumB += square(word)
	}
	return both / math.Sqrt(max(1e-9, sumA*sumB))
}

//nolint:gochecknoglobals // never changed
var vowels = strings.NewReplacer("a", "", "e", "", "i", "", "o", "", "u", "")

// alike compares words by their common beginning or end, with misread words, and with abbreviations without vowels.
func alike(a, b string) float64 {
	const shortest, partial = 4, 0.7
	if a == b {
		return 1
	}
	begin, end := 0, 0
	for begin < min(len(a), len(b)) && a[begin] == b[begin] {
		begin++
	}
	for end < min(len(a), len(b)) && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	most := max(len(a), len(b))
	isMisread := min(len(a), len(b)) >= ocrconfusion.MinWordLetters && ocrconfusion.Near(a, b)
	if isMisread || vowels.Replace(a) == b || begin >= shortest && 3*begin >= 2*most || end > shortest && 2*end >= most {
		return partial
	}
	return 0
}

// fill takes values from the form fields. It returns which properties need no other search: those that a field, also an
// empty one, answers. If fields clearly answer half of the properties, all but lists need none, because the printed
// texts of such a document are labels and instructions.
func (f *form) fill(set *value.Set) func(name string) bool {
	var all []match
	for i := range f.queries.all {
		p := f.queries.all[i].property
		if p.Type == custom.TypeArray {
			f.isList[p.Name] = true
			continue
		}
		want := newAsked(p)
		for k := range f.fields {
			all = append(all, f.matches(want, &f.fields[k])...)
		}
	}
	slices.SortStableFunc(all, func(a, b match) int { return cmp.Compare(b.likeness, a.likeness) })
	best, top := map[*formField]float64{}, map[*custom.Property]float64{} // of the fields that properties resemble most
	for _, m := range all {
		if top[m.property] = max(top[m.property], m.likeness); m.likeness == top[m.property] {
			best[m.field] = max(best[m.field], m.likeness)
		}
	}
	answered, used, clearly := map[string]bool{}, map[*formField]bool{}, 0
	for _, m := range all {
		isOther := m.likeness < best[m.field]-maxMatchGap
		if answered[m.property.Name] || used[m.field] || isOther || f.showsOther(m.field) {
			continue
		}
		answered[m.property.Name], used[m.field] = true, true
		if m.likeness >= clearMatch && m.field.printed == nil {
			clearly++
		}
		text, ok := m.text, true
		if text == "" {
			text, ok = f.typed(m.property, m.field)
		}
		if ok {
			set.Put(m.property.Name, m.cite(text))
		}
	}
	scalars := len(f.queries.all) - len(f.isList)
	isForm := 2*clearly >= scalars
	return func(name string) bool { return answered[name] || isForm && !f.isList[name] }
}

// showsOther reports whether the page shows another text in a field than the file states. Formats of numbers and dates,
// and the end of a long text, may differ.
func (f *form) showsOther(field *formField) bool {
	if isButton(field.FormField) || field.Value == "" {
		return false
	}
	shown := ""
	for _, row := range field.page.Rows {
		for _, s := range row.Segments {
			for i := range s.Tokens {
				if b := s.Tokens[i].Box; f.Work.Spend(1) && isInside(b, field.Place) {
					shown += lexicon.Compact(s.Words[i])
				}
			}
		}
	}
	return shown != "" && !strings.HasPrefix(lexicon.Compact(field.Value), shown) && recognize.CountDigits(shown) == 0
}

// isInside reports whether the middle of a box is inside another.
func isInside(b, of layout.Box) bool {
	return b.CenterX() > of.X0 && b.CenterX() < of.X1 && b.CenterY() > of.Y0 && b.CenterY() < of.Y1
}

// matches returns the ways in which a field may answer a property.
func (f *form) matches(want asked, field *formField) []match {
	var out []match
	button := isButton(field.FormField)
	if button && field.Checked {
		const alone, state = 0.9, 0.8 // without the name of the property, and only with the state of the button
		for _, choice := range want.choices {
			words := choice.words
			likeness := max(f.likeness(bag(want.name, words), field), state*f.cosine(words, content(field.Value)),
				alone*f.likeness(words, field)+(1-alone)*f.likeness(want.name, field))
			if likeness >= minChoice && len(words) > 0 {
				out = append(out, match{want.property, field, likeness, choice.value})
			}
		}
	}
	if button != (want.property.Type == custom.TypeBoolean) || !accepts(want.name, field.Value) {
		return out
	}
	if _, ok := f.typed(want.property, field); !ok && want.property.Format == custom.FormatDate && field.Value != "" {
		return out
	}
	text, likeness := "", 0.0
	if field.printed != nil {
		if text = optionAnswer(field.printed); text != "" && !field.Checked {
			return out
		}
	}
	for _, words := range want.texts {
		likeness = max(likeness, f.likeness(words, field))
	}
	if f.isOfOther(want, field) {
		likeness *= ofOther
	}
	if end := endOf(want.property); end != "" && field.end != "" && end != field.end {
		likeness *= ofOther
	}
	if likeness >= minMatch || button && likeness >= minButton {
		out = append(out, match{want.property, field, likeness, text})
	}
	return out
}

// ofOther lowers the weight of labels and fields without the first word of a property, if others have it.
const ofOther = 0.75

// isOfOther reports whether a field lacks the first word of a property's name, and other fields have it: the number of
// the taxpayer is not that of the spouse.
func (f *form) isOfOther(want asked, field *formField) bool {
	words := nameWords(leafName(want.property))
	if len(words) < 2 {
		return false
	}
	first := lexicon.Synonym(words[0])
	_, known := f.rarity[first]
	return known && !slices.ContainsFunc(field.texts, func(text description) bool {
		return slices.ContainsFunc(text.words, func(word string) bool { return alike(first, word) > 0 })
	})
}

// asked is a property with the words that describe it and its allowed texts.
type asked struct {
	property *custom.Property
	name     []string
	texts    [][]string
	choices  []allowedText
}

func newAsked(p *custom.Property) asked {
	want := asked{property: p, name: content(p.Name), choices: allowedTexts(p, content)}
	for _, text := range []string{p.Name, p.Title, p.Description, p.Name + " " + p.Description} {
		want.texts = append(want.texts, content(text))
	}
	return want
}

// Accepts reports whether a text has the form that the name of a property implies: a number has a digit.
func Accepts(name, text string) bool { return accepts(content(name), text) }

// accepts is Accepts for the words of a name.
func accepts(name []string, text string) bool {
	const digits, minSSN = 5, 4 // of telephone numbers, and of social security numbers, perhaps the last ones
	isEmail, numbers := strings.Contains(text, "@"), []string{"number", "id", "ssn", "zip", "postcode", "siren", "siret"}
	hasAny := func(words ...string) bool {
		return slices.ContainsFunc(name, func(word string) bool { return slices.Contains(words, word) })
	}
	switch {
	case text == "":
		return true
	case len(recognize.URLs([]string{text})) > 0, isPath(text):
		return isEmail || hasAny("url", "web", "website", "site", "link", "homepage")
	case hasAny("zip", "postcode") && len(recognize.Dates(strings.Fields(text))) > 0:
		return false
	case hasAny("ssn"):
		return recognize.CountDigits(text) >= minSSN
	case hasAny(numbers...):
		return recognize.CountDigits(text) > 0
	case slices.Contains(name, "email"):
		return isEmail
	case slices.Contains(name, "phone"):
		return !isEmail && recognize.CountDigits(text) >= digits
	}
	return true
}

// isPath reports whether a text is the address of a page: "forms.example/tax".
func isPath(text string) bool {
	host, path, found := strings.Cut(text, "/")
	return found && path != "" && !strings.Contains(text, " ") && strings.Contains(strings.Trim(host, "."), ".") &&
		recognize.CountDigits(text) == 0
}

// typed returns a field's value in the form of a property.
func (f *form) typed(p *custom.Property, field *formField) (string, bool) {
	words := strings.Fields(field.Value)
	text := strings.Join(words, " ")
	switch {
	case p.Type == custom.TypeBoolean && field.Checked:
		text = custom.True
	case p.Type == custom.TypeBoolean:
		text = custom.False
	case p.Enum != nil:
		i := slices.IndexFunc(p.Enum, func(e string) bool { return recognize.Fold(e) == recognize.Fold(text) })
		if i < 0 {
			text = f.choose(p, f.describeEnum(p), text)
		} else {
			text = p.Enum[i]
		}
	case p.Type == custom.TypeNumber || p.Type == custom.TypeInteger:
		if a := recognize.Amounts(words); len(a) == 1 {
			text = a[0].Value(f.Style).String()
		}
	case p.Format == custom.FormatDate:
		if d := recognize.Dates(words); len(d) == 1 {
			text = d[0].ISO(f.Order)
		}
	}
	return text, text != "" && p.Accepts(text) == nil
}

// cite returns the record's value.
func (m match) cite(text string) value.Value {
	const certain = 0.5 // of the least likely match
	raw := m.field.Value
	if raw == "" {
		raw = text
	}
	score := certain + (1-certain)*m.likeness
	if b := m.field.printed; b != nil {
		part := b.Option
		if part.Segment == nil {
			part = b.Question
		}
		return value.Cite(text, part.Segment, part.First, part.Last, score*b.Confidence)
	}
	return value.Value{Value: text, Raw: raw, Page: m.field.page.Number, Box: m.field.Box, Source: document.SourceForm,
		Score: score, Legibility: 1, Clarity: 1}
}
