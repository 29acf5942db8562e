package sheettest

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// Case is a page of a file of cases and the expected result.
type Case struct {
	Name    string
	Options map[string]string
	Rows    []string
	Want    []string
}

// Cases reads a file of cases. A case begins with "== name". Lines "@ option value" follow, then the rows of the page,
// then the expected values after "> ", separated by "; ". Between cases are comments and empty lines.
func Cases(t *testing.T, path string) []Case {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var cases []Case
	inPage := false
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if name, ok := strings.CutPrefix(line, "== "); ok {
			cases = append(cases, Case{Name: name, Options: map[string]string{}})
			inPage = true
			continue
		}
		if len(cases) == 0 {
			continue
		}
		c := &cases[len(cases)-1]
		switch want, wanted := strings.CutPrefix(line, ">"); {
		case wanted:
			if want = strings.TrimSpace(want); want != "" {
				c.Want = append(c.Want, strings.Split(want, "; ")...)
			}
			inPage = false
		case inPage && len(c.Rows) == 0 && strings.HasPrefix(line, "@ "):
			option, value, _ := strings.Cut(line[2:], " ")
			c.Options[option] = value
		case inPage:
			c.Rows = append(c.Rows, line)
		}
	}
	if len(cases) == 0 || slices.ContainsFunc(cases, func(c Case) bool { return len(c.Rows) == 0 }) {
		t.Fatalf("%s: cases without rows", path)
	}
	return cases
}
