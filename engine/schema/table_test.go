package schema_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/schema"
)

var update = flag.Bool("update", false, "write docs/fields.md anew")

// docs/fields.md is this package as a table. `go test ./engine/schema -update`
// writes it.
func TestTheTableOfFieldsIsUpToDate(t *testing.T) {
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
		t.Errorf("docs/fields.md is not what engine/schema says (%v): go test ./engine/schema -update writes it", err)
	}
}

func table() string {
	var sb strings.Builder
	sb.WriteString(`# Document types and fields

Made from ` + "`engine/schema`" + ` by ` + "`go test ./engine/schema -update`" + `; do not edit.
"Form" is what a value is, "written" how a record writes it (as ` + "`GET /api/v1/document-types`" + ` says it).
Key fields must all be right for a record to be right: of those with the same word one is enough. A field that
documents of the type nearly always have is "expected". Evaluation compares values as "compared" says.
`)
	for _, typ := range schema.All()[1:] {
		fmt.Fprintf(&sb, "\n## `%s`\n\n%s\n\n", typ.Name, typ.Description)
		sb.WriteString("| Field | What it is | Form | Written | Key | Expected | Compared |\n|---|---|---|---|---|---|---|\n")
		rows(&sb, "", typ.Fields)
	}
	return sb.String()
}

func rows(sb *strings.Builder, list string, fields []schema.Field) {
	for _, f := range fields {
		expected := ""
		if f.Expected {
			expected = "yes"
		}
		compared := string(f.Comparison)
		if f.IsList() {
			compared = ""
		}
		fmt.Fprintf(sb, "| `%s%s` | %s | %s | %s | %s | %s | %s |\n",
			list, f.Name, f.Description, f.Form, f.Notation(), f.Key, expected, compared)
		rows(sb, f.Name+".", f.Members)
	}
}
