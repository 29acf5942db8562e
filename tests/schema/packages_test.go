package schema_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/require"
)

var update = flag.Bool("update", false, "write what the packages in clients/ know of data anew")

const packages = "../../clients"

// The data types of the Python and TypeScript packages are generated from engine/schema: `go test
// ./tests/schema -run Packages -update`.
func TestPackagesFields(t *testing.T) {
	t.Parallel()
	for path, want := range map[string][]byte{
		filepath.Join(packages, "python/src/docmill/data.py"): pythonData(),
		filepath.Join(packages, "typescript/src/data.ts"):     typescriptData(),
	} {
		if *update {
			require.NoError(t, os.WriteFile(path, want, 0o644))
			continue
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what engine/schema says (%v); write it anew with -update", path, err)
		}
	}
}

// shape is the data that one type of document has, or several with the same.
type shape struct {
	name   string // InvoiceData
	types  []schema.DocumentType
	fields []schema.Field
}

func shapes() (found []shape) {
	for _, typ := range schema.All() {
		if len(typ.Fields) == 0 { // auto
			continue
		}
		known := false
		for i := range found {
			if reflect.DeepEqual(names(found[i].fields), names(typ.Fields)) {
				found[i].types, known = append(found[i].types, typ.Name), true
			}
		}
		if !known {
			name := capitalized(string(typ.Name), "_") + "Data"
			found = append(found, shape{name, []schema.DocumentType{typ.Name}, typ.Fields})
		}
	}
	return found
}

func names(fields []schema.Field) (all []string) {
	for _, f := range fields {
		all = append(all, f.Name)
		for _, member := range f.Members {
			all = append(all, f.Name+"."+member.Name)
		}
	}
	return all
}

// row names the type of a list's elements: InvoiceTax.
func (s shape) row(f schema.Field) string {
	singular := strings.TrimSuffix(f.Name, "s")
	if f.Name == "taxes" {
		singular = "tax"
	}
	return strings.TrimSuffix(s.name, "Data") + strings.ToUpper(singular[:1]) + singular[1:]
}

// eachList calls do for the lists with members, those within others first.
func (s shape) eachList(fields []schema.Field, do func(schema.Field)) {
	for _, f := range fields {
		if f.Members != nil {
			s.eachList(f.Members, do)
			do(f)
		}
	}
}

func capitalized(name, separator string) (joined string) {
	for word := range strings.SplitSeq(name, separator) {
		joined += strings.ToUpper(word[:1]) + word[1:]
	}
	return joined
}

// note returns a field's description and notation.
func note(f schema.Field) string {
	switch f.Notation() {
	case schema.NotationString, schema.NotationArray, schema.NotationInteger:
		return f.Description
	default:
		return strings.TrimSpace(fmt.Sprintf("%s (%s)", f.Description, f.Notation()))
	}
}

const pythonHead = `"""What data holds, by document type. Written from the service's own description of it.

Money, quantities and rates are decimal strings, rates in percent, dates YYYY-MM-DD, currencies ISO
4217. What was not found is absent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

`

func pythonData() []byte {
	var b bytes.Buffer
	b.WriteString(pythonHead)
	for _, s := range shapes() {
		s.eachList(s.fields, func(f schema.Field) {
			pythonDict(&b, s.row(f), "A row of "+f.Name+".", f.Members, s)
		})
		pythonDict(&b, s.name, "Data of "+joinTypes(s.types)+".", s.fields, s)
	}
	b.WriteString("\nNOTATIONS: Mapping[str, Mapping[str, str]] = {\n")
	for _, s := range shapes() {
		for _, typ := range s.types {
			fmt.Fprintf(&b, "    %q: {\n", typ)
			for _, f := range s.fields {
				fmt.Fprintf(&b, "        %q: %q,\n", f.Name, f.Notation())
				for _, member := range f.Members {
					fmt.Fprintf(&b, "        %q: %q,\n", f.Name+"."+member.Name, member.Notation())
				}
			}
			b.WriteString("    },\n")
		}
	}
	b.WriteString("}\n\"\"\"How values are written, by document type and name (lineItems.amount).\"\"\"\n")
	return b.Bytes()
}

func pythonDict(b *bytes.Buffer, name, about string, fields []schema.Field, s shape) {
	fmt.Fprintf(b, "\nclass %s(TypedDict, total=False):\n    \"\"\"%s\"\"\"\n\n", name, about)
	for _, f := range fields {
		fmt.Fprintf(b, "    %s: %s\n", f.Name, pythonType(f, s))
		if text := note(f); text != "" {
			fmt.Fprintf(b, "    \"\"\"%s\"\"\"\n", text)
		}
	}
	b.WriteString("\n")
}

func pythonType(f schema.Field, s shape) string {
	switch {
	case f.Notation() == schema.NotationInteger:
		return "int"
	case f.Notation() != schema.NotationArray:
		return "str"
	case f.Form == schema.FormBox:
		return "list[float]"
	case f.Members == nil:
		return "list[list[str]]"
	default:
		return "list[" + s.row(f) + "]"
	}
}

const typescriptHead = `// What data holds, by document type. Written from the service's own description of it.
//
// Money, quantities and rates are decimal strings, rates in percent, dates YYYY-MM-DD, currencies ISO 4217. What was
// not found is absent.
`

func typescriptData() []byte {
	var b bytes.Buffer
	b.WriteString(typescriptHead)
	for _, s := range shapes() {
		s.eachList(s.fields, func(f schema.Field) {
			typescriptInterface(&b, s.row(f), "A row of "+f.Name+".", f.Members, s)
		})
		typescriptInterface(&b, s.name, "Data of "+joinTypes(s.types)+".", s.fields, s)
	}
	b.WriteString("\n/** The form of data by documentType. */\nexport interface DataByType {\n")
	for _, s := range shapes() {
		for _, typ := range s.types {
			fmt.Fprintf(&b, "  %s: %s;\n", typ, s.name)
		}
	}
	b.WriteString("}\n")
	return b.Bytes()
}

func typescriptInterface(b *bytes.Buffer, name, about string, fields []schema.Field, s shape) {
	fmt.Fprintf(b, "\n/** %s */\nexport interface %s {\n", about, name)
	for _, f := range fields {
		if text := note(f); text != "" {
			fmt.Fprintf(b, "  /** %s */\n", text)
		}
		fmt.Fprintf(b, "  %s?: %s;\n", f.Name, typescriptType(f, s))
	}
	b.WriteString("}\n")
}

func typescriptType(f schema.Field, s shape) string {
	switch {
	case f.Notation() == schema.NotationInteger:
		return "number"
	case f.Notation() != schema.NotationArray:
		return "string"
	case f.Form == schema.FormBox:
		return "[number, number, number, number]"
	case f.Members == nil:
		return "string[][]"
	default:
		return s.row(f) + "[]"
	}
}

// joinTypes lists document types: "invoice and credit_note".
func joinTypes(types []schema.DocumentType) string {
	texts := make([]string, 0, len(types))
	for _, typ := range types {
		texts = append(texts, string(typ))
	}
	return strings.Join(texts, " and ")
}
