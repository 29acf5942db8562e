package schema

import (
	"cmp"
	"embed"
	"encoding/json"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/docmill/docmill/engine/schema/custom"
)

// files are JSON Schemas of built-in types, which are read like schemas of callers. CONTRIBUTING.md describes them.
//
//go:embed types/*.json
var files embed.FS

// fileType holds the keywords of a file that only this package reads.
type fileType struct {
	Description string                  `json:"description"`
	Titles      []string                `json:"x-titles"`
	Like        DocumentType            `json:"x-like"`
	Number      string                  `json:"x-number"`
	Properties  map[string]fileProperty `json:"properties"`
}

type fileProperty struct {
	Form    Form    `json:"x-form"`
	Summary Summary `json:"x-summary"`
	Items   struct {
		Properties map[string]fileProperty `json:"properties"`
	} `json:"items"`
}

// readFiles returns the types of the files by name. The files are part of the program, so it panics on errors.
func readFiles() []Type {
	entries, err := files.ReadDir("types")
	must(err)
	types := make([]Type, len(entries))
	for i, e := range entries {
		raw, err := files.ReadFile("types/" + e.Name())
		must(err)
		var f fileType
		must(json.Unmarshal(raw, &f))
		parsed, err := custom.Parse(raw)
		must(err)
		t := Type{Name: DocumentType(strings.TrimSuffix(e.Name(), path.Ext(e.Name()))), Description: f.Description,
			Titles: f.Titles, Schema: parsed, Fields: FieldsOf(parsed.Properties)}
		refine(t.Fields, f.Properties)
		if f.Like != "" {
			t.resemble(All()[slices.IndexFunc(All(), func(o Type) bool { return o.Name == f.Like })], f.Number)
		}
		types[i] = t
	}
	return types
}

// resemble gives the type the traits of another one and its readers. The schema finds the fields that they do not know.
func (t *Type) resemble(other Type, number string) {
	t.Traits = other.Traits
	t.Number = cmp.Or(number, other.Number)
	t.Fields = share(t.Fields, "")
	for i := range t.Fields {
		if f := &t.Fields[i]; slices.Contains(t.Schema.Required, f.Name) {
			f.Key, f.Expected = f.Name, true
		}
	}
	t.Schema.Properties = slices.DeleteFunc(t.Schema.Properties, func(p custom.Property) bool {
		_, known := described().byPath[p.Name]
		return known
	})
}

// share gives fields the properties of their names in other types. Prefix is the path of their list with a point.
func share(fields []Field, prefix string) []Field {
	for i := range fields {
		f, known := &fields[i], described().byPath[prefix+fields[i].Name]
		if f.Members = share(f.Members, f.Name+"."); known.Name != "" {
			known.Description, known.Question, known.Summary, known.Members = f.Description, f.Description, f.Summary, f.Members
			*f = known
		}
	}
	return fields
}

func must(err error) {
	if err != nil {
		panic("document types: " + err.Error())
	}
}

func refine(fields []Field, properties map[string]fileProperty) {
	for i := range fields {
		f, p := &fields[i], properties[fields[i].Name]
		if f.Summary = p.Summary; p.Form != "" {
			f.Form = p.Form
		}
		refine(f.Members, p.Items.Properties)
	}
}

// FieldsOf describes the properties of a schema as fields.
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

// FileTypes returns the built-in types that are described by files, by name. All does not contain them.
func FileTypes() []Type { return fileTypes() }

//nolint:gochecknoglobals // made once, never changed
var fileTypes = sync.OnceValue(readFiles)

// RequestableNames returns the names of all built-in types, including TypeAuto, in the order for messages.
func RequestableNames() []string {
	var names []string
	for _, t := range slices.Concat(All(), FileTypes()) {
		names = append(names, string(t.Name))
	}
	return names
}
