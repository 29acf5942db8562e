package ocrconfusion

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func TestValidTable(t *testing.T) {
	t.Parallel()
	table, err := parse(confusions)
	require.NoError(t, err)
	assert.True(t, len(table.joined) > 0, "no letters are joined")
	for u := range uses {
		assert.Equal(t, u.String(), useNames()[u], "use", u, "is called", u)
	}
	assert.Equal(t, len(useNames()), int(uses), "names for", uses, "uses")
}

func TestInvalidLines(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"0", "0 digit", "0 digit=", "0 digits=6", "00 digit=6", "0 digit=6\n6 digit=0", "0 digit=0", "0 digit=66",
		"RN joined=MM", "R joined=M",
	} {
		_, err := parse(line)
		assert.True(t, err != nil && strings.Contains(err.Error(), "line"), line, "is taken", err)
	}
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		if _, err := parse(confusions); err != nil {
			b.Fatal(err)
		}
	}
}
