package ngram_test

import (
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline/ngram"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func symbols(t *testing.T, text string) []byte {
	t.Helper()
	var out []byte
	for _, c := range text {
		s, ok := ngram.Symbol(c)
		require.True(t, ok, text)
		out = append(out, s)
	}
	return out
}

// Words of all languages are far more likely than what resembles them.
func TestBuiltInModel(t *testing.T) {
	t.Parallel()
	m, err := ngram.New()
	require.NoError(t, err)
	for right, wrong := range map[string]string{
		"every": "evcry", "the": "tbe", "response": "responsc", "any": "amy", "office": "ofice", "form": "fom",
		"informational": "informnational", "Rechnung": "Rechmmg", "Kundennummer": "Kundermummer",
		"société": "sociótć", "zamówienie": "zamowicnie", "WAREHOUSE": "WARCHOUSE", "spedizione": "spedlzione",
	} {
		const far = 10
		p, other := m.Word(symbols(t, right)), m.Word(symbols(t, wrong))
		assert.True(t, p > far*other, right, "has", p, "and", wrong, "has", other)
	}
}

func TestSymbol(t *testing.T) {
	t.Parallel()
	for _, c := range "aAÀąŁœ" {
		_, ok := ngram.Symbol(c)
		assert.True(t, ok, string(c))
	}
	for _, c := range "1 .-ßжΩ☐" {
		_, ok := ngram.Symbol(c)
		assert.False(t, ok, string(c))
	}
}

// tree counts ab and a: each word has a border around it.
func tree() []ngram.Node {
	const a, b = 1, 2
	return []ngram.Node{
		{ngram.Border, ngram.Log(5), 3}, // all symbols
		{ngram.Border, ngram.Log(2), 1}, {a, ngram.Log(2), 1}, {b, ngram.Log(1), 0},
		{a, ngram.Log(2), 0}, {b, ngram.Log(1), 0},
	}
}

func TestProbabilitySum(t *testing.T) {
	t.Parallel()
	data, err := ngram.Append(nil, tree())
	require.NoError(t, err)
	m, err := ngram.Read(data)
	require.NoError(t, err)
	for _, context := range [][]byte{nil, {ngram.Border}, {ngram.Border, 1}, {1}, {2}, {26, 1}} {
		sum := 0.0
		for s := range byte(27) {
			p := m.Probability(context, s)
			assert.True(t, p > 0, "after", context, "symbol", s)
			sum += p
		}
		assert.True(t, sum > 0.999 && sum < 1.001, "after", context, "the sum is", sum)
	}
	assert.True(t, m.Probability([]byte{1}, 2) > m.Probability([]byte{26}, 2), "b follows a")
}

func TestReadDamaged(t *testing.T) {
	t.Parallel()
	good, err := ngram.Append(nil, tree())
	require.NoError(t, err)
	changed := func(change func([]ngram.Node)) []byte {
		nodes := tree()
		change(nodes)
		data, err := ngram.Append(nil, nodes)
		require.NoError(t, err)
		return data
	}
	for name, data := range map[string][]byte{
		"empty": nil, "cut off": good[:len(good)-1],
		"a child that is missing":   changed(func(n []ngram.Node) { n[5].Children = 1 }),
		"a node without a parent":   changed(func(n []ngram.Node) { n[0].Children = 2 }),
		"a node that is its parent": changed(func(n []ngram.Node) { n[0].Children, n[5].Children = 0, 5 }),
		"an unknown symbol":         changed(func(n []ngram.Node) { n[3].Symbol = 27 }),
	} {
		_, err := ngram.Read(data)
		assert.Error(t, err, name)
	}
}

func FuzzRead(f *testing.F) {
	good, err := ngram.Append(nil, tree())
	require.NoError(f, err)
	f.Add(good)
	f.Add(good[:len(good)-2])
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := ngram.Read(slices.Clone(data))
		if err != nil {
			return
		}
		if p := m.Word([]byte{1, 2, 3}); !(p >= 0 && p <= 1) {
			t.Fatalf("a probability of %g", p)
		}
	})
}
