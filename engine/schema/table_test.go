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
Fields that QR codes for payment and tax tell, too, have "yes" under "codes". Where a file carries an e-invoice as XML, page
and XML must not differ in `)
	for i, f := range schema.XMLFields() {
		if i > 0 {
			sb.WriteString(", ")
		}
		sb.WriteString("`" + f.Name + "`")
	}
	sb.WriteString(".\n")
	for _, typ := range schema.All()[1:] {
		fmt.Fprintf(&sb, "\n## `%s`\n\n%s\n\n", typ.Name, typ.Description)
		sb.WriteString("| Field | What it is | Form | Written | Key | Expected | Compared | Codes |\n|---|---|---|---|---|---|---|---|\n")
		rows(&sb, "", typ.Codes, typ.Fields)
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
		told := ""
		if codes && f.InCodes {
			told = "yes"
		}
		fmt.Fprintf(sb, "| `%s%s` | %s | %s | %s | %s | %s | %s | %s |\n",
			list, f.Name, f.Description, f.Form, f.Notation(), f.Key, expected, compared, told)
		rows(sb, f.Name+".", codes, f.Members)
	}
}
