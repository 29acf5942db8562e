package lexicon_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// The embedded index matches the word files.
func TestIndexUpToDate(t *testing.T) {
	t.Parallel()
	want, err := lexicon.BuildIndex()
	require.NoError(t, err)
	got, err := os.ReadFile("index.bin")
	assert.NoError(t, err, "index.bin is not that of the files under data: run go generate ./lexicon")
	assert.True(t, bytes.Equal(got, want), "index.bin is not that of the files under data: run go generate ./lexicon")
}

// A table finds every word with its number, lists each once, and finds no other word.
func TestTableLookup(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		letters := make([]byte, random.IntN(24))
		for i := range letters {
			letters[i] = "abcdefgh "[random.IntN(9)]
		}
		return string(letters)
	}
	for _, size := range []int{0, 1, 2, 3, 100, 5000} {
		numbers := map[string]int{}
		for range size {
			numbers[word()] = random.IntN(1 << 16)
		}
		find, each, err := lexicon.Table(numbers)
		require.NoError(t, err)
		for w, want := range numbers {
			got, ok := find(w)
			assert.True(t, ok && got == want, w, "of", size, "has", got, ok, "want", want)
		}
		for range 1000 {
			w := word()
			if _, want := numbers[w]; !want {
				_, ok := find(w)
				assert.False(t, ok, w, "is found among", size)
			}
		}
		seen := map[string]bool{}
		each(func(w string) { seen[w] = true })
		assert.Equal(t, len(seen), len(numbers), "words")
	}
}

// The index writer rejects values over the limits.
func TestTableLimits(t *testing.T) {
	t.Parallel()
	for _, numbers := range []map[string]int{{"a": 1 << 16}, {strings.Repeat("a", 256): 1}} {
		if _, _, err := lexicon.Table(numbers); err == nil {
			t.Error(fmt.Sprint(numbers)[:20], "is taken")
		}
	}
}
