package ocrconfusion

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/require"
)

func TestValidTable(t *testing.T) {
	t.Parallel()
	table, err := parse(confusions)
	require.NoError(t, err)
	if len(table.joined) == 0 {
		t.Error("no letters are joined")
	}
	for u := range uses {
		if u.String() != useNames()[u] {
			t.Errorf("use %d is called %s", u, u)
		}
	}
	if len(useNames()) != int(uses) {
		t.Errorf("%d names for %d uses", len(useNames()), uses)
	}
}

func TestInvalidLines(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"0", "0 digit", "0 digit=", "0 digits=6", "00 digit=6", "0 digit=6\n6 digit=0", "0 digit=0", "0 digit=66",
		"RN joined=MM", "R joined=M",
	} {
		if _, err := parse(line); err == nil || !strings.Contains(err.Error(), "line") {
			t.Errorf("%q is taken: %v", line, err)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		if _, err := parse(confusions); err != nil {
			b.Fatal(err)
		}
	}
}
