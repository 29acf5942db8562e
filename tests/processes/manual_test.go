package processes_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

// manual has the table of NATS permissions between two marks.
const (
	manual = "../../docs/reference/permissions.md"
	begin  = "<!-- rights: written by `go test ./tests/processes -run Manual -update` -->\n"
	end    = "<!-- end of rights -->"
)

var update = flag.Bool("update", false, "write the permissions in docs/reference/permissions.md")

func TestManualPermissions(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(manual)
	require.NoError(t, err)
	before, rest, opened := strings.Cut(string(text), begin)
	_, after, closed := strings.Cut(rest, end)
	require.True(t, opened && closed, manual, "has no place for the table")
	want := before + begin + rightsTable() + end + after
	if *update {
		require.NoError(t, os.WriteFile(manual, []byte(want), 0o644))
		return
	}
	assert.Equal(t, string(text), want, "the permissions in", manual, "are out of date; write them with -update")
}

// rightsTable is one row for each NATS user.
func rightsTable() string {
	var b strings.Builder
	b.WriteString("| User | Account | May publish | May subscribe | Answers requests |\n|---|---|---|---|---|\n")
	users := contract.Users()
	for _, name := range slices.Sorted(maps.Keys(users)) {
		rights := users[name]
		answers := "no"
		if rights.Respond {
			answers = "yes"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", name, rights.Account, subjects(rights.Publish),
			subjects(rights.Subscribe), answers)
	}
	return b.String()
}

func subjects(list []string) string {
	if len(list) == 0 {
		return "nothing"
	}
	return "`" + strings.Join(list, "`<br>`") + "`"
}
