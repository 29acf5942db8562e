package form

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/lab/synth/random"
)

// Asked is a schema as a user would write it, and its answers.
type Asked struct {
	Schema     []byte // JSON Schema, as custom.Parse reads it
	Properties []Property
}

// Property is a property of the schema with its answer.
type Property struct {
	Name string
	// ID is the question or the table that holds the answer, or "" if the form has none.
	ID      string
	Concept string // what it asks for, or "" for a table
	Type    custom.Type
	// Texts are equally right answers in the normal form of the type; none if the form has no answer.
	Texts   []string
	Rows    []map[string]string // of a table, by member
	Columns map[string]string   // of a table: the concepts of its members
}

// definition is a property as JSON Schema.
type definition struct {
	Type        any      `json:"type"`
	Title       string   `json:"title,omitempty"`
	Description string   `json:"description,omitempty"`
	Format      string   `json:"format,omitempty"`
	Enum        []string `json:"enum,omitempty"`
	Items       *items   `json:"items,omitempty"`
}

type items struct {
	Type       string  `json:"type"`
	Properties members `json:"properties"`
}

// members are definitions in their order.
type members []member

type member struct {
	name string
	definition
}

// MarshalJSON writes an object.
func (m members) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, one := range m {
		if i > 0 {
			b.WriteByte(',')
		}
		name, _ := json.Marshal(one.name) // strings always encode
		data, err := json.Marshal(one.definition)
		if err != nil {
			return nil, err
		}
		b.Write(append(append(name, ':'), data...))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// asker draws the style of a schema.
type asker struct {
	*form
	local, snake, nullable bool
	described              float64 // share of properties with a description
	members                members
	out                    []Property
}

// ask draws a schema for some questions, a table and some concepts that are not on the form.
func (f *form) ask() Asked {
	a := &asker{form: f, local: f.place.Language != "en" && f.Chance(0.25), snake: f.Chance(0.2),
		nullable: f.Chance(0.2), described: random.Pick(f.Rand, 0, 0.5, 0.8, 1, 1)}
	most := 4 + f.IntN(12)
	for _, k := range f.Perm(len(f.questions)) {
		q := f.questions[k]
		isUnclear := q.value.normal == "" && (f.shown[q.name] || q.kind == "boolean" && q.form == tickedLabel)
		if len(a.out) < most && !isUnclear {
			a.addQuestion(q)
		}
	}
	for _, t := range f.tables {
		if f.Chance(0.85) {
			a.addTable(t)
		}
	}
	a.addAbsent(1 + f.IntN(4))
	f.Shuffle(len(a.out), func(i, k int) {
		a.out[i], a.out[k] = a.out[k], a.out[i]
		a.members[i], a.members[k] = a.members[k], a.members[i]
	})
	properties, err := json.Marshal(a.members)
	if err != nil {
		return Asked{} // unreachable: all types encode
	}
	var b bytes.Buffer
	_ = json.Indent(&b, append(append([]byte(`{"type":"object","properties":`), properties...), '}'), "", " ")
	return Asked{Schema: b.Bytes(), Properties: a.out}
}

func (a *asker) add(p Property, d definition) {
	if p.Name == "" || slices.ContainsFunc(a.members, func(m member) bool { return m.name == p.Name }) {
		return
	}
	name, _ := d.Type.(string)
	p.Type = custom.Type(name)
	if a.nullable && p.Type != custom.TypeArray {
		d.Type = []any{d.Type, "null"}
	}
	a.out, a.members = append(a.out, p), append(a.members, member{p.Name, d})
}

// addQuestion adds a property for a question. Questions that several groups ask are named with the group.
func (a *asker) addQuestion(q *question) {
	role := ""
	if q.id != q.name || q.role != "" && a.Chance(0.15) {
		role = q.role
	}
	d := definition{Description: a.describe(q.name, role, q)}
	if a.Chance(0.06) {
		d.Title = q.label
	}
	p := Property{Name: a.name(q.name, role, ""), ID: q.id, Concept: q.name}
	if q.value.start != "" && a.Chance(0.6) {
		for i, day := range []string{q.value.start, q.value.end} {
			one := definition{Type: "string", Format: "date", Description: []string{"First", "Last"}[i] + " day: " +
				a.describeEnglish(q.name, role)}
			p.Name, p.Texts = a.name(q.name, role, []string{"start", "end"}[i]), []string{day}
			a.add(p, one)
		}
		return
	}
	p.Texts = a.typed(&d, q.concept)(q.value)
	a.add(p, d)
}

// typed draws the type of a property. It returns a function that gives the right answers for a value.
func (a *asker) typed(d *definition, c *concept) func(value) []string {
	d.Type = "string"
	asText := a.Chance(0.08)
	switch {
	case c.kind == "boolean":
		d.Type = "boolean"
	case c.kind == "choice":
		return a.typedChoice(d, c, asText)
	case asText:
		return func(v value) []string {
			return slices.Compact(slices.DeleteFunc([]string{v.printed(), v.normal}, isEmpty))
		}
	case c.kind == "integer", c.kind == "year":
		d.Type = "integer"
	case isNumber(c.kind):
		d.Type = "number"
	case c.kind == "date", c.kind == "time":
		d.Format = c.kind
	}
	return func(v value) []string { return slices.DeleteFunc([]string{v.normal, v.name}, isEmpty) }
}

func isEmpty(text string) bool { return text == "" }

// typedChoice lists the options in English or in the language of the form, or asks for the printed text.
func (a *asker) typedChoice(d *definition, c *concept, asText bool) func(value) []string {
	english := glossaries()["en"]
	texts := map[string]string{}
	for _, name := range a.g.options[c.name] {
		text := english.concepts[name].phrases[0]
		switch {
		case a.local:
			text = a.g.concepts[name].phrases[0]
		case a.snake:
			_, text, _ = strings.Cut(name, ".")
		}
		texts[name] = text
		if !asText {
			d.Enum = append(d.Enum, text)
		}
	}
	return func(v value) []string {
		switch {
		case v.normal == "":
			return nil
		case asText:
			return slices.Compact([]string{v.printed(), texts[v.normal]})
		}
		return []string{texts[v.normal]}
	}
}

// name makes the name of a property.
func (a *asker) name(concept, role, suffix string) string {
	name := ""
	switch {
	case a.local && a.Chance(0.8):
		name = a.cased(role + " " + a.phrase(concept) + " " + suffix)
	case a.Chance(0.5):
		name = a.cased(role + " " + a.english(concept) + " " + suffix)
	}
	if name == "" {
		name = a.cased(role + " " + concept + " " + suffix)
	}
	return name
}

// english returns an English phrase of a concept, if possible one that no other question of the form has.
func (a *asker) english(concept string) string {
	all := glossaries()["en"].concepts
	phrases := all[concept].phrases
	for _, q := range a.questions {
		own := slices.DeleteFunc(slices.Clone(phrases), func(p string) bool {
			return slices.Contains(all[q.name].folded, fold(p))
		})
		if q.name != concept && len(own) > 0 {
			phrases = own
		}
	}
	return random.Pick(a.Rand, phrases...)
}

// cased joins words to a name, or to none if their letters do not allow one.
func (a *asker) cased(words string) string {
	var sb strings.Builder
	last := ' '
	for _, c := range words { // names of concepts and roles have capitals within words
		if unicode.IsUpper(c) && unicode.IsLower(last) {
			sb.WriteByte(' ')
		}
		sb.WriteRune(c)
		last = c
	}
	parts := strings.Fields(fold(sb.String()))
	for i, w := range parts {
		if !a.snake && i > 0 {
			parts[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	name := strings.Join(parts, map[bool]string{true: "_"}[a.snake])
	isForeign := strings.ContainsFunc(name, func(c rune) bool { return c > unicode.MaxASCII })
	if name == "" || name[0] <= '9' || len(name) > custom.MaxNameLength || isForeign {
		return ""
	}
	return name
}

func (a *asker) describe(concept, role string, q *question) string {
	if role == "" && !a.Chance(a.described) {
		return ""
	}
	switch {
	case role != "" && q != nil && a.local:
		return a.phrase("h."+role) + ": " + a.phrase(concept)
	case role == "" && a.local, role == "" && a.Chance(0.1):
		return a.phrase(concept)
	case role == "" && q != nil && a.Chance(0.1):
		return q.label
	}
	return a.describeEnglish(concept, role)
}

// describeEnglish returns an English phrase or sentence.
func (a *asker) describeEnglish(concept, role string) string {
	text := a.english(concept)
	if h := glossaries()["en"].concepts["h."+role]; h != nil {
		role = strings.ToLower(h.phrases[0])
		return random.Pick(a.Rand, text+" of the "+role, strings.ToUpper(role[:1])+role[1:]+": "+text, text+" ("+role+")")
	}
	if a.Chance(0.5) {
		return text
	}
	lower := strings.ToLower(text[:1]) + text[1:]
	sentence := random.Pick(a.Rand, wordLists()["en"]["of"]...)
	return strings.NewReplacer("{phrase}", lower, "{Phrase}", text).Replace(sentence)
}

func (a *asker) addTable(t *table) {
	d := definition{Type: "array", Items: &items{Type: "object"}}
	if a.Chance(a.described) {
		d.Description = random.Pick(a.Rand, "The rows of the table", "Lines of "+t.name, "All "+t.name,
			"One entry for each line")
	}
	p := Property{Name: random.Pick(a.Rand, t.name, t.name, "rows", "lines", "positions", "entries"), ID: t.name,
		Columns: map[string]string{}, Rows: make([]map[string]string, len(t.rows))}
	for i := range p.Rows {
		p.Rows[i] = map[string]string{}
	}
	for k, c := range t.columns {
		name := a.name(c.name, "", "")
		isDouble := slices.ContainsFunc(d.Items.Properties, func(m member) bool { return m.name == name })
		if a.Chance(0.15) || name == "" || isDouble {
			continue
		}
		m := member{name: name, definition: definition{Description: a.describe(c.name, "", nil)}}
		texts := a.typed(&m.definition, c)
		for i, row := range t.rows {
			if cell := texts(row[k]); len(cell) > 0 {
				p.Rows[i][name] = cell[0]
			}
		}
		d.Items.Properties, p.Columns[name] = append(d.Items.Properties, m), c.name
	}
	if len(d.Items.Properties) > 0 {
		a.add(p, d)
	}
}

// addAbsent adds n properties that the form does not answer.
func (a *asker) addAbsent(n int) {
	names := a.g.asked
	for _, k := range a.Perm(len(names)) {
		if n > 0 && a.isAbsent(names[k]) {
			d := definition{Description: a.describe(names[k], "", nil)}
			_ = a.typed(&d, a.g.concepts[names[k]])
			a.add(Property{Name: a.name(names[k], "", ""), Concept: names[k]}, d)
			n--
		}
	}
}

// isAbsent reports whether no answer on the form counts as one of the concept.
func (a *asker) isAbsent(name string) bool {
	others := slices.Collect(maps.Keys(a.shown))
	for _, q := range a.questions {
		others = append(others, q.name)
	}
	for _, t := range a.tables {
		for _, c := range t.columns {
			others = append(others, c.name)
		}
	}
	english := glossaries()["en"]
	return !slices.ContainsFunc(others, func(o string) bool {
		return o == name || alike()[name][o] || a.g.shares(name, o) || english.shares(name, o) ||
			a.second != nil && a.second.shares(name, o)
	})
}
