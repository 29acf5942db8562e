package mix_test

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/cmd/docmill/internal/bench/mix"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"text": "text=1", "text=2, read=0.5": "text=2,read=0.5", "scan=0,list": "list=1", "reads": "read=6,list=3,usage=1",
	} {
		m, err := mix.Parse(text)
		assert.True(t, err == nil && m.String() == want, text, "is", m, err, "want", want)
	}
	for text, want := range map[string]string{
		"": "no operation", "poem": `"poem" is no operation: choose of batch,`, "text=1,text=2": "twice", "text=x": "want a weight",
		"text=-1": "want a weight", "text=NaN": "want a weight", "text=0": "every weight is 0",
	} {
		_, err := mix.Parse(text)
		assert.True(t, err != nil && strings.Contains(err.Error(), want), text, err, "want", want)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"mixed", "text=60,scan=5", "text=1e-300", "=,=", "usage=Inf"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		m, err := mix.Parse(s)
		if err != nil {
			return
		}
		again, err := mix.Parse(m.String())
		assert.True(t, err == nil && slices.Equal(again, m), s, "is", m, "which is", again, err)
		m.Choose(1, 1)
	})
}

// The selection follows the weights and depends on the seed only.
func TestChoose(t *testing.T) {
	t.Parallel()
	m, err := mix.Parse("text=3,read=1")
	require.NoError(t, err)
	const all = 10_000
	chosen := map[mix.Operation]int{}
	for n := range all {
		o := m.Choose(7, n)
		require.Equal(t, o, m.Choose(7, n), "the same seed chooses differently")
		chosen[o]++
	}
	if texts := chosen[mix.Text]; texts < 7300 || texts > 7700 || chosen[mix.Read] != all-texts {
		t.Errorf("%v", maps.Collect(maps.All(chosen)))
	}
}

func TestUniqueDocuments(t *testing.T) {
	t.Parallel()
	for _, o := range []mix.Operation{mix.Text, mix.Scan, mix.EInvoice} {
		seen := map[string]bool{}
		for _, run := range []string{"a", "b"} {
			for n := range 50 {
				d := mix.Make(o, run, n)
				require.False(t, seen[string(d.Content)], o, n, "of", run, "was sent before")
				seen[string(d.Content)] = true
				require.True(t, bytes.Equal(d.Content, mix.Make(o, run, n).Content), o, n, "is not the same again")
				if bytes.ContainsAny(d.Content, "{}") && o == mix.EInvoice {
					t.Fatalf("%s", d.Content)
				}
			}
		}
	}
}
