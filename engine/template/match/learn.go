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

// Learn makes the example of a page. The caller sets its document, time and ids. Values that are not on the page are
// ignored.
func (p *Page) Learn(seen CorrectedRecord) template.Example {
	l := template.Example{Version: template.Version, Type: string(seen.Type), Fingerprint: Fingerprint(p.doc)}
	p.issued = cmp.Or(seen.Right[issueDate], seen.Read[issueDate])
	targets, paths := Targets(seen.Type, cmp.Or(seen.Schema, schema.Of(seen.Type).Schema)), p.paths()
	for _, name := range slices.Sorted(maps.Keys(seen.Right)) {
		t, known := targets[name]
		if !known || seen.Right[name] == "" || seen.isRepeated(name, t,
			schema.FormName, schema.FormAddress, schema.FormTaxID, schema.FormIdentifier) {
			continue // of two equal values a person confused one with the other
		}
		if learned, ok := p.learnField(t, name, seen, paths); ok {
			l.Fields = append(l.Fields, learned)
		}
	}
	if learned, ok := seen.learnLanguage(); ok {
		l.Fields = append(l.Fields, learned)
	}
	for _, name := range seen.Absent {
		if t, known := targets[name]; known {
			l.Fields = append(l.Fields, template.ExampleField{Name: name, Absent: true, Missed: seen.Read[name] != "",
				Against: p.anchors(t, seen.Read[name], paths)})
		}
	}
	l.Vendor = seen.Right[vendorField(seen.Type)]
	if id := seen.Right["customerTaxId"]; id != "" { // identifies the user's own company, not the vendor
		l.Fingerprint.Vendors = slices.DeleteFunc(l.Fingerprint.Vendors, func(v string) bool { return v == Identifier(id) })
	}
	if iban := seen.Right["iban"]; iban != "" && len(p.quotes.Find(targets["iban"], iban)) > 0 {
		l.Accounts = []string{Identifier(iban)}
	}
	if code := seen.Right["currency"]; targets["currency"].Currency() && p.mayBeCurrency(code) {
		l.Currency = code
	}
	l.MonthFirst = p.monthFirst(seen, targets)
	l.Labels, l.Items = p.labelHashes(seen, targets), seen.Items
	return shrinkToLimit(l)
}

func vendorField(docType schema.DocumentType) string {
	if schema.Of(docType).Has("bankName") {
		return "bankName"
	}
	return "vendorName"
}

func (p *Page) learnField(t llm.Target, name string, seen CorrectedRecord,
	paths map[*layout.Segment][]path) (template.ExampleField, bool) {
	right, read := seen.Right[name], seen.Read[name]
	printed, ok := p.asPrinted(t, name, right, read)
	if !ok {
		return template.ExampleField{}, false
	}
	learned := template.ExampleField{
		Name: name, Missed: !t.Same(right, read) && !t.Same(printed, read), Anchors: p.anchors(t, printed, paths),
	}
	if learned.Missed && read != "" {
		learned.Sure = seen.Sure[name] ||
			seen.isRepeated(name, t, schema.FormDate, schema.FormMoney) // a person may have confused the two
		learned.Against = slices.DeleteFunc(p.anchors(t, read, paths),
			template.IsLoose) // too unspecific to identify an error
	}
	const longest = 120 // bytes of a constant
	if isConstantField(name) && len(right) <= longest {
		if learned.Constant = right; learned.Missed && read != "" {
			learned.Misread = misreadingHash(read)
		}
	}
	if slices.Contains(numberFields(), name) {
		learned.Shape = shapeOf(right)
	}
	return learned, len(learned.Anchors) > 0 || learned.Constant != "" || learned.Shape != ""
}

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
		add(p.blocks[i].String(), blockLines(p.blocks[i].segment))
		add(p.blocks[i].orderedBase(), blockLines(p.blocks[i].segment))
		if base, ok := p.countedBase(i); ok {
			add(base, blockLines(p.blocks[i].segment))
		}
	}
	for _, hash := range slices.Sorted(maps.Keys(p.labels)) {
		all := p.labels[hash]
		for _, o := range all {
			for _, relation := range []byte(relations) {
				for _, lines := range startLines(o, relation) {
					base := string(relation) + "#" + base36(hash)
					if add(base, lines); len(all) > 1 && len(all) <= maxEqualLabels && relation != 'b' && relation != 't' {
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
	all := offsets(t)
	var found []string
	for _, q := range p.findValue(t, text) {
		for _, at := range paths[q.Parts[0].Segment] {
			for _, o := range all {
				anchor := at.base + "/" + o.String()
				if !canReach(o, at.line) || template.IsCounted(at.base) && !t.Party() || slices.Contains(found, anchor) {
					continue
				}
				if led := p.valuesAt(t, anchor); len(led) == 1 && t.Same(led[0].Value, text) {
					found = append(found, anchor)
				}
			}
		}
	}
	slices.SortStableFunc(found, func(a, b string) int { return cmp.Compare(anchorRank(a), anchorRank(b)) })
	return found[:min(len(found), maxAnchors)]
}

// anchorRank orders anchors: the smaller, the more likely it holds on the next page.
func anchorRank(anchor string) int {
	base, rest, _ := strings.Cut(anchor, "/")
	o, _ := parseOffset(rest)
	const placed = 2
	n := o.line
	switch base[0] {
	case '@':
		n += placed
	case '%', '^':
		n += placed + 1
	case 't': // a label usually belongs to what follows it
		n++
	}
	switch o.end {
	case endCode, endColon, endComma:
		n++
	case endPrefixed:
		n += 2
	}
	if strings.Contains(base, "~") {
		n++
	}
	return n
}

// canReach reports whether an offset may lead to a value that starts in a line.
func canReach(o offset, line int) bool {
	if o.end == endStreet {
		return o.line <= line
	}
	return o.line == line
}

// labelHashes returns the hashes of the labels on the page, ascending, up to a limit, without values of custom fields.
func (p *Page) labelHashes(seen CorrectedRecord, targets map[string]llm.Target) []uint32 {
	const most = 160
	values := map[uint32]bool{}
	for name, text := range seen.Right {
		if targets[name].Custom() {
			values[hashOf("text", recognize.Compact(text))] = true
		}
	}
	labels := slices.DeleteFunc(slices.Sorted(maps.Keys(p.labels)), func(label uint32) bool { return values[label] })
	return labels[:min(len(labels), most)]
}

// shrinkToLimit removes the last anchors of each field until the example fits.
func shrinkToLimit(l template.Example) template.Example {
	for n := maxAnchors; n > 0; n-- {
		if data, err := json.Marshal(l); err == nil && len(data) <= template.MaxExampleBytes {
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

// Targets returns the scalar fields of a type and the caller's custom fields, by name.
func Targets(docType schema.DocumentType, own *custom.Schema) map[string]llm.Target {
	targets, t := map[string]llm.Target{}, schema.Of(docType)
	if own != nil {
		for i := range own.Properties {
			if t, ok := llm.TargetOfCustom(&own.Properties[i]); ok {
				targets[own.Properties[i].Name] = t
			}
		}
	}
	for _, f := range t.Fields {
		if t.HasOnlySchema() || f.IsList() || f.Name == schema.WholeText || f.Form == schema.FormLanguage {
			continue
		}
		targets[f.Name] = llm.TargetOf(f)
	}
	return targets
}
