package match

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Seen is a corrected record with the extracted values.
type Seen struct {
	Type  schema.DocumentType
	Right map[string]string // values known to be right, by field
	// Absent are fields that the document is known to lack.
	Absent []string
	Read   map[string]string // values extracted without a template
	Sure   map[string]bool   // fields of Read with high confidence
	Schema *custom.Schema    // of the caller's custom fields; nil for none
	Items  *template.Items   // learned line item columns; nil for none
}

// Targets returns the scalar fields of a type and the caller's custom fields, by name.
func Targets(kind schema.DocumentType, own *custom.Schema) map[string]llm.Target {
	targets := map[string]llm.Target{}
	if own != nil {
		for i := range own.Properties {
			if t, ok := llm.TargetOfCustom(&own.Properties[i]); ok {
				targets[own.Properties[i].Name] = t
			}
		}
	}
	for _, f := range schema.Of(kind).Fields {
		if f.IsList() || f.Name == schema.WholeText || f.Form == schema.FormLanguage {
			continue
		}
		targets[f.Name] = llm.TargetOf(f)
	}
	return targets
}

// Teach makes the example of a page. The caller sets its document, time and ids. Values that are not on the page are
// ignored.
func (p *Page) Teach(seen Seen) template.Lesson {
	l := template.Lesson{Version: template.Version, Type: string(seen.Type), Fingerprint: Fingerprint(p.doc)}
	p.issued = cmp.Or(seen.Right[issueDate], seen.Read[issueDate])
	targets, paths := Targets(seen.Type, seen.Schema), p.paths()
	for _, name := range slices.Sorted(maps.Keys(seen.Right)) {
		t, known := targets[name]
		if !known || seen.Right[name] == "" || seen.doubled(name, t) {
			continue
		}
		if taught, ok := p.taught(t, name, seen, paths); ok {
			l.Fields = append(l.Fields, taught)
		}
	}
	if taught, ok := seen.languageTaught(); ok {
		l.Fields = append(l.Fields, taught)
	}
	for _, name := range seen.Absent {
		if t, known := targets[name]; known {
			l.Fields = append(l.Fields, template.Taught{Name: name, Absent: true, Missed: seen.Read[name] != "",
				Against: p.anchors(t, seen.Read[name], paths)})
		}
	}
	l.Vendor = seen.Right[vendorOf(seen.Type)]
	if id := seen.Right["customerTaxId"]; id != "" { // identifies the user's own company, not the vendor
		l.Fingerprint.Vendors = slices.DeleteFunc(l.Fingerprint.Vendors, func(v string) bool { return v == Identifier(id) })
	}
	if iban := seen.Right["iban"]; iban != "" && len(p.quotes.Find(targets["iban"], iban)) > 0 {
		l.Accounts = []string{Identifier(iban)}
	}
	if code := seen.Right["currency"]; targets["currency"].Currency() && p.openCurrency(code) {
		l.Currency = code
	}
	l.MonthFirst = p.monthFirst(seen, targets)
	l.Labels, l.Items = p.known(), seen.Items
	return shrink(l)
}

// doubled reports whether two fields have the same name, address, code or tax ID. Then a person confused them.
func (s Seen) doubled(name string, t llm.Target) bool {
	f, _ := schema.ByName(name)
	if !distinct(f.Form) {
		return false
	}
	for other, value := range s.Right {
		if g, _ := schema.ByName(other); other != name && g.Form == f.Form && t.Same(value, s.Right[name]) {
			return true
		}
	}
	return false
}

// shared reports whether a corrected date or amount equals another field's: a person may have confused the two.
func (s Seen) shared(name string, t llm.Target) bool {
	f, _ := schema.ByName(name)
	if f.Form != schema.FormDate && f.Form != schema.FormMoney {
		return false
	}
	for other, value := range s.Right {
		if g, _ := schema.ByName(other); other != name && g.Form == f.Form && t.Same(value, s.Right[name]) {
			return true
		}
	}
	return false
}

// distinct reports whether no two fields of a document have the same value of this form.
func distinct(form schema.Form) bool {
	return form == schema.FormName || form == schema.FormAddress || form == schema.FormTaxID ||
		form == schema.FormIdentifier
}

func vendorOf(kind schema.DocumentType) string {
	if kind == schema.TypeBankStatement {
		return "bankName"
	}
	return "vendorName"
}

// constant reports whether a field is the same on all documents of a vendor; accounts and numbers never are.
func constant(name string) bool { return name == "vendorTaxId" || slices.Contains(spelt(), name) }

func (p *Page) taught(t llm.Target, name string, seen Seen, paths map[*layout.Segment][]path) (template.Taught, bool) {
	right, read := seen.Right[name], seen.Read[name]
	printed, ok := p.asPrinted(t, name, right, read)
	if !ok {
		return template.Taught{}, false
	}
	taught := template.Taught{
		Name: name, Missed: !t.Same(right, read) && !t.Same(printed, read), Anchors: p.anchors(t, printed, paths),
	}
	if taught.Missed && read != "" {
		taught.Sure = seen.Sure[name] || seen.shared(name, t)
		taught.Against = slices.DeleteFunc(p.anchors(t, read, paths), template.Loose) // too unspecific to identify an error
	}
	const longest = 120 // bytes of a constant
	if constant(name) && len(right) <= longest {
		if taught.Constant = right; taught.Missed && read != "" {
			taught.Misread = misreading(read)
		}
	}
	if slices.Contains(numbered(), name) {
		taught.Shape = shapeOf(right)
	}
	return taught, len(taught.Anchors) > 0 || taught.Constant != "" || taught.Shape != ""
}

func misreading(text string) uint32 { return hashOf("read", recognize.Compact(text)) }

// path says that a segment is a certain line from a base.
type path struct {
	base string
	line int
}

// paths lists the bases and lines of each segment.
func (p *Page) paths() map[*layout.Segment][]path {
	all := map[*layout.Segment][]path{}
	add := func(base string, lines []layout.Part) {
		for i, l := range lines {
			all[l.Segment] = append(all[l.Segment], path{base, i})
		}
	}
	for i := range p.blocks {
		add(p.blocks[i].String(), chain(p.blocks[i].segment))
		add(p.blocks[i].ordered(), chain(p.blocks[i].segment))
		if base, ok := p.countedBase(i); ok {
			add(base, chain(p.blocks[i].segment))
		}
	}
	for _, hash := range slices.Sorted(maps.Keys(p.labels)) {
		all := p.labels[hash]
		for _, o := range all {
			for _, relation := range []byte(relations) {
				for _, lines := range starts(o, relation) {
					base := string(relation) + "#" + base36(hash)
					if add(base, lines); len(all) > 1 && len(all) <= mostAlike && relation != 'b' && relation != 't' {
						add(fmt.Sprintf("%s~%d", base, o.edge()), lines)
					}
				}
			}
		}
	}
	return all
}

// anchors returns the anchors that lead only to this value, the simplest first.
func (p *Page) anchors(t llm.Target, text string, paths map[*layout.Segment][]path) []string {
	if text == "" {
		return nil
	}
	all := ways(t)
	var found []string
	for _, q := range p.find(t, text) {
		for _, at := range paths[q.Parts[0].Segment] {
			for _, w := range all {
				anchor := at.base + "/" + w.String()
				if !reaches(w, at.line) || template.Counted(at.base) && !t.Party() || slices.Contains(found, anchor) {
					continue
				}
				if led := p.at(t, anchor); len(led) == 1 && t.Same(led[0].Value, text) {
					found = append(found, anchor)
				}
			}
		}
	}
	slices.SortStableFunc(found, func(a, b string) int { return cmp.Compare(plainness(a), plainness(b)) })
	return found[:min(len(found), mostAnchors)]
}

// plainness orders anchors: the smaller, the more likely it holds on the next page.
func plainness(anchor string) int {
	base, rest, _ := strings.Cut(anchor, "/")
	w, _ := parseWay(rest)
	const placed = 2
	n := w.line
	switch base[0] {
	case '@':
		n += placed
	case '%', '^':
		n += placed + 1
	case 't': // a label usually belongs to what follows it
		n++
	}
	switch w.end {
	case endCode, endColon, endComma:
		n++
	case endGlued:
		n += 2
	}
	if strings.Contains(base, "~") {
		n++
	}
	return n
}

// reaches reports whether a way may lead to a value that starts in a line.
func reaches(w way, line int) bool {
	if w.end == endStreet {
		return w.line <= line
	}
	return w.line == line
}

// known returns the hashes of the labels on the page, ascending, up to a limit.
func (p *Page) known() []uint32 {
	const most = 160
	labels := slices.Sorted(maps.Keys(p.labels))
	return labels[:min(len(labels), most)]
}

// shrink removes the last anchors of each field until the example fits.
func shrink(l template.Lesson) template.Lesson {
	for n := mostAnchors; n > 0; n-- {
		if data, err := json.Marshal(l); err == nil && len(data) <= template.MaxLesson {
			return l
		}
		for i := range l.Fields {
			f := &l.Fields[i]
			f.Anchors, f.Against = f.Anchors[:min(n, len(f.Anchors))], f.Against[:min(n, len(f.Against))]
		}
	}
	l.Fields, l.Items = nil, nil
	return l
}
