package schema_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/schema"
)

var update = flag.Bool("update", false, "write docs/fields.md")

// TestFieldsReference compares docs/fields.md with the schema. `go test ./engine/schema -update` writes it.
func TestFieldsReference(t *testing.T) {
	t.Parallel()
	const path = "../../docs/fields.md"
	want := table()
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("docs/fields.md is out of date (%v): go test ./engine/schema -update", err)
	}
}

func table() string {
	var sb strings.Builder
	sb.WriteString(`# Document types and fields

Generated from ` + "`engine/schema`" + ` by ` + "`go test ./engine/schema -update`" + `; do not edit.

- **Written**: how a record writes the value, as in ` + "`GET /api/v1/document-types`" + `.
- **Key**: a record is right if all its key fields are; of those with the same word one is enough.
- **Expected**: documents of the type nearly always have the field.
- **Compared**: how [evaluation](evaluating.md#comparison) compares values.
- **Codes**: payment and tax QR codes also provide the field.

If a file contains an e-invoice as XML, page and XML must agree in `)
	for i, f := range schema.XMLFields() {
		if i > 0 {
			sb.WriteString(", ")
		}
		sb.WriteString("`" + f.Name + "`")
	}
	sb.WriteString(".\n")
	for _, typ := range schema.All()[1:] {
		fmt.Fprintf(&sb, "\n## `%s`\n\n%s\n\n", typ.Name, typ.Description)
		sb.WriteString("|Field|Meaning|Written|Key|Expected|Compared|Codes|\n|---|---|---|---|---|---|---|\n")
		rows(&sb, "", typ.HasCodes, typ.Fields)
	}
	return sb.String()
}

func rows(sb *strings.Builder, list string, codes bool, fields []schema.Field) {
	for _, f := range fields {
		expected := ""
		if f.Expected {
			expected = "yes"
		}
		compared := string(f.Comparison)
		if f.IsList() {
			compared = ""
		}
		inCodes := ""
		if codes && f.InCodes {
			inCodes = "yes"
		}
		fmt.Fprintf(sb, "|`%s%s`|%s|%s|%s|%s|%s|%s|\n",
			list, f.Name, f.Description, f.Notation(), f.Key, expected, compared, inCodes)
		rows(sb, f.Name+".", codes, f.Members)
	}
}
