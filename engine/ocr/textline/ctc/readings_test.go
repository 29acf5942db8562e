package ctc_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline/ctc"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func TestReadings(t *testing.T) {
	t.Parallel()
	d := ctc.New([]string{"", "a", "b", " "})
	const sure, likely, possible = 12, 11, 10
	rows := table(4, [2]int{1, sure}, [2]int{3, sure}, [2]int{0, sure}, [2]int{1, sure}, [2]int{0, sure}, [2]int{2, sure},
		[2]int{3, sure}, [2]int{2, sure})
	rows[3][2] = likely   // b instead of a
	rows[4][3] = possible // a space between both
	text := d.Decode(len(rows), scoresOf(rows), 8)
	require.Equal(t, text.String(), "a ab b", text)

	readings := text.Readings(2, 4, 16)
	var got []string
	for i, r := range readings {
		got = append(got, r.Text)
		assert.True(t, i == 0 || r.Probability <= readings[i-1].Probability, "sorted", readings)
	}
	require.Equal(t, strings.Join(got[:4], "|"), "ab|bb|a b|b b")

	after := text.Replace(2, 4, readings[2])
	assert.Equal(t, after.String(), "a a b b")
	assert.True(t, after.LogProbability < text.LogProbability, "less likely", after.LogProbability)
	for i, first := range []int{0, 1, 3, 4, 5, 6, 7} {
		assert.Equal(t, after.Characters[i].First, first, "place of character", i)
	}
	assert.Equal(t, text.String(), "a ab b", "the first text remains")
	again := after.Readings(2, 5, 16)
	assert.Equal(t, again[0].Text, "ab", "the same steps")
}

// Readings that differ only in spaces around them are one, and none is empty.
func TestReadingsTrimmed(t *testing.T) {
	t.Parallel()
	d := ctc.New([]string{"", "a", " "})
	rows := table(3, [2]int{2, 12}, [2]int{1, 12}, [2]int{0, 12})
	rows[1][0], rows[2][2] = 11, 11.5
	text := d.Decode(len(rows), scoresOf(rows), 8)
	require.Equal(t, text.String(), " a", text)
	readings := text.Readings(0, 2, 16)
	require.Equal(t, len(readings), 1, readings)
	assert.Equal(t, readings[0].Text, "a")
}
