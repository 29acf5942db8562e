package schema

import (
	"cmp"
	"embed"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/docmill/docmill/engine/schema/custom"
)

// files are JSON Schemas of built-in types, which are read like schemas of callers. CONTRIBUTING.md describes them.
//
//go:embed types/*.json
var files embed.FS

// fileType holds the keywords of a file that package custom ignores.
type fileType struct {
	Description string
	Titles      []string     `json:"x-titles"`
	Like        DocumentType `json:"x-like"`
	Number      string       `json:"x-number"`
	Properties  map[string]fileProperty
}

type fileProperty struct {
	Form    Form    `json:"x-form"`
	Summary Summary `json:"x-summary"`
	Items   struct{ Properties map[string]fileProperty }
}

// FileTypes returns the built-in types that files describe, by name. All does not contain them.
func FileTypes() []Type { return fileTypes() }

//nolint:gochecknoglobals // made once, never changed
var fileTypes = sync.OnceValue(func() []Type {
	entries, err := files.ReadDir("types")
	types := make([]Type, len(entries))
	for i, e := range entries {
		if err == nil {
			types[i], err = readFile(e.Name())
		}
	}
	if err != nil {
		panic("document types: " + err.Error()) // the embedded files are part of the program
	}
	return types
})

func readFile(name string) (t Type, err error) {
	var f fileType
	raw, err := files.ReadFile("types/" + name)
	if err == nil {
		err = json.Unmarshal(raw, &f)
	}
	if err != nil {
		return t, err
	}
	t = Type{Name: DocumentType(strings.TrimSuffix(name, ".json")), Description: f.Description, Titles: f.Titles}
	if t.Schema, err = custom.Parse(raw); err != nil {
		return t, err
	}
	t.Fields = FieldsOf(t.Schema.Properties)
	refine(t.Fields, f.Properties)
	if like, ok := named(All(), f.Like); ok {
		t.Traits = like.Traits
		t.Number = cmp.Or(f.Number, like.Number)
		t.share()
	}
	t.Fields = append(t.Fields, described().fields("", []entry{printedTables()})...)
	return t, nil
}

// refine adds the keywords of a file to its fields.
func refine(fields []Field, properties map[string]fileProperty) {
	for i := range fields {
		f, p := &fields[i], properties[fields[i].Name]
		f.Summary, f.Form = p.Summary, cmp.Or(p.Form, f.Form)
		f.Comparison = f.Form.comparison()
		refine(f.Members, p.Items.Properties)
	}
}

// share gives fields the properties of their names in other types, whose readers find them. The schema finds the rest.
func (t *Type) share() {
	shared := described().byPath
	for i := range t.Fields {
		f := &t.Fields[i]
		known, ok := shared[f.Name]
		if !ok {
			continue
		}
		known.Description, known.Question, known.Summary, known.Members = f.Description, f.Description, f.Summary, f.Members
		if slices.Contains(t.Schema.Required, f.Name) {
			known.Key, known.Expected = f.Name, true
		}
		for k, m := range known.Members {
			known.Members[k] = shared[f.Name+"."+m.Name]
			known.Members[k].Description = m.Description
		}
		*f = known
	}
	t.Schema.Properties = slices.DeleteFunc(t.Schema.Properties, func(p custom.Property) bool {
		return shared[p.Name].Name != ""
	})
}

// FieldsOf describes the properties of a schema as fields. The names of fields in nested objects are paths with dots.
func FieldsOf(properties []custom.Property) []Field {
	fields := make([]Field, len(properties))
	for i := range properties {
		p := &properties[i]
		f := Field{Name: p.Name, Path: p.Name, Description: p.Description, Form: FormText, Group: GroupOther}
		switch {
		case p.Type == custom.TypeArray:
			f.Form, f.Members = FormList, FieldsOf(p.Members)
		case p.Type == custom.TypeNumber:
			f.Form = FormQuantity
		case p.Type == custom.TypeInteger:
			f.Form = FormCount
		case p.Format == custom.FormatDate:
			f.Form = FormDate
		case p.Format == custom.FormatTime:
			f.Form = FormTime
		}
		fields[i] = f
	}
	return fields
}

// RequestableNames returns the names of all built-in types, including TypeAuto, in the order for messages.
func RequestableNames() (names []string) {
	for _, t := range slices.Concat(All(), FileTypes()) {
		names = append(names, string(t.Name))
	}
	return names
}
