package ctc_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline/ctc"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// scoresOf returns each step's row of a table.
func scoresOf(table [][]float32) func(int) []float32 {
	return func(step int) []float32 { return table[step] }
}

// sums adds up the probabilities of all paths, by the text that they spell.
func sums(table [][]float32, labels []string) map[string]float64 {
	out := map[string]float64{}
	var walk func(step, before int, text string, p float64)
	walk = func(step, before int, text string, p float64) {
		if step == len(table) {
			out[text] += p
			return
		}
		total := 0.0
		for _, s := range table[step] {
			total += math.Exp(float64(s))
		}
		for class, s := range table[step] {
			next := text
			if class != 0 && class != before {
				next += labels[class]
			}
			walk(step+1, class, next, p*math.Exp(float64(s))/total)
		}
	}
	walk(0, 0, "", 1)
	return out
}

// With a beam that holds everything, the text is the likeliest one of all.
func TestDecodeLikeliestText(t *testing.T) {
	t.Parallel()
	labels := []string{"", "a", "b", "c"}
	d := ctc.New(labels)
	r := rand.New(rand.NewPCG(2, 2))
	for range 400 {
		table := make([][]float32, 1+r.IntN(6))
		for i := range table {
			for range labels {
				table[i] = append(table[i], float32(math.Round(r.NormFloat64()*2*256)/256))
			}
		}
		all := sums(table, labels)
		decoded := d.Decode(len(table), scoresOf(table), 400)
		got := decoded.String()
		for text, p := range all {
			require.True(t, p <= all[got]+1e-6, got, "has", all[got], "but", text, "has", p, table)
		}
		// That of any text, also one that is not the likeliest.
		for _, text := range []ctc.Text{decoded, d.Decode(len(table), scoresOf(table), 1)} {
			if p := math.Exp(text.LogProbability); math.Abs(p-all[text.String()]) > 1e-3 {
				t.Fatalf("%q has %v, not %v: %v", text, all[text.String()], p, table)
			}
		}
	}
}

func TestLogProbability(t *testing.T) {
	t.Parallel()
	d := ctc.New([]string{"", "a"})
	for _, gap := range []float64{0, 0.25, 1, 3, 7.5} {
		for _, steps := range []int{1, 3, 900} {
			// Blanks in all steps but the last, so that there is one way only.
			rows := make([][]float32, steps)
			for i := range rows {
				rows[i] = []float32{float32(gap), float32(math.Inf(-1))}
			}
			rows[steps-1] = []float32{0, float32(gap)}
			want := -math.Log1p(math.Exp(-gap)) // for no gap the text is empty
			text := d.Decode(steps, scoresOf(rows), 1)
			assert.True(t, math.Abs(text.LogProbability-want) <= 1e-9,
				"a gap of", gap, "over", steps, "steps", text.LogProbability, "want", want)
		}
	}
	// The probability is far below the range of float64.
	uniform := make([][]float32, 2000)
	for i := range uniform {
		uniform[i] = make([]float32, 2)
	}
	text := d.Decode(len(uniform), scoresOf(uniform), 1)
	assert.True(t, math.Abs(text.LogProbability+2000*math.Ln2) <= 1e-6, text)
}

// table has steps that show one class each, by index, with a certainty.
func table(classes int, shown ...[2]int) [][]float32 {
	out := make([][]float32, len(shown))
	for i, s := range shown {
		out[i] = make([]float32, classes)
		out[i][s[0]] = float32(s[1])
	}
	return out
}

func TestCharacterPositions(t *testing.T) {
	t.Parallel()
	d := ctc.New([]string{"", "1", "7", ","})
	const sure = 12
	rows := table(4, [2]int{0, sure}, [2]int{1, sure}, [2]int{1, sure}, [2]int{0, sure}, [2]int{1, sure},
		[2]int{3, sure}, [2]int{2, sure})
	rows[4][2] = 11
	for _, beam := range []int{1, 8} {
		text := d.Decode(len(rows), scoresOf(rows), beam)
		require.Equal(t, text.String(), "11,7", "beam", beam, text)
		want := [][2]int{{1, 2}, {4, 4}, {5, 5}, {6, 6}}
		for i, c := range text.Characters {
			assert.True(t, c.First == want[i][0] && c.Last == want[i][1],
				"beam", beam, c.Text, "stands from", c.First, "to", c.Last, "want", want[i])
		}
		doubtful := text.Characters[1]
		if math.Abs(doubtful.Probability-1/(1+math.Exp(-1))) > 0.01 || len(doubtful.Alternatives) != 1 ||
			doubtful.Alternatives[0].Text != "7" {
			t.Errorf("beam %d: %+v", beam, doubtful)
		}
		assert.True(t, text.Characters[0].Probability >= 0.99 && len(text.Characters[0].Alternatives) == 0,
			"beam", beam, text.Characters[0])
	}
}

// A possible character that the text omits makes the next one doubtful.
func TestProbabilityOmittedCharacter(t *testing.T) {
	t.Parallel()
	d := ctc.New([]string{"", "1", "2", "."})
	rows := table(4, [2]int{1, 12}, [2]int{0, 12}, [2]int{2, 12})
	rows[1][3] = 11.5 // a point, perhaps
	text := d.Decode(len(rows), scoresOf(rows), 8)
	if text.String() != "12" || text.Characters[1].Probability > 0.65 || text.Characters[0].Probability < 0.99 {
		t.Errorf("%+v", text)
	}
}

func TestDecodeEmpty(t *testing.T) {
	t.Parallel()
	d := ctc.New([]string{"", "a"})
	text := d.Decode(0, nil, 8)
	assert.Empty(t, text.Characters, text)
	text = d.Decode(2, scoresOf(table(2, [2]int{0, 9}, [2]int{0, 9})), 8)
	assert.Equal(t, text.String(), "", text)
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte{0, 200, 3, 4, 255, 6, 7, 8, 128}, 3)
	f.Fuzz(func(t *testing.T, content []byte, beam int) {
		const classes = 3
		d := ctc.New([]string{"", "a", "b"})
		steps := min(len(content)/classes, 64)
		text := d.Decode(steps, func(step int) []float32 {
			row := make([]float32, classes)
			for i := range row {
				v := content[step*classes+i]
				row[i] = float32(int(v)-128) / 8
				switch v {
				case 255:
					row[i] = float32(math.Inf(1))
				case 254:
					row[i] = float32(math.Inf(-1))
				case 253:
					row[i] = float32(math.NaN())
				}
			}
			return row
		}, beam%20)
		require.True(t, text.LogProbability <= 0 && !math.IsInf(text.LogProbability, 0), text)
		last := -1
		for _, c := range text.Characters {
			if c.First <= last || c.Last < c.First || c.Last >= steps || !(c.Probability >= 0 && c.Probability <= 1) {
				t.Fatalf("%+v", text)
			}
			last = c.Last
		}
	})
}

// The odds of a character more or less are those of sums over all paths.
func TestMergedAndDoubled(t *testing.T) {
	t.Parallel()
	labels := []string{"", "a", "b"}
	d := ctc.New(labels)
	r := rand.New(rand.NewPCG(7, 4))
	for range 300 {
		rows := randomly(r, 3+r.IntN(3), len(labels))
		text := d.Decode(len(rows), scoresOf(rows), 20)
		all := sums(rows, labels)
		for k := range text.Characters {
			other, odds := text.Doubled(k)
			if want := math.Log(all[other.String()] / all[text.String()]); all[other.String()] > 0 && math.Abs(odds-want) > 1e-6 {
				t.Fatalf("%q as %q: %v, want %v", text, other, odds, want)
			}
			back, again := other.Merged(k + 1)
			require.True(t, back.String() == text.String() && math.Abs(odds+again) <= 1e-6,
				text, "as", other, "and back", back, odds, "and", again)
		}
	}
}

// randomly draws the scores of steps.
func randomly(r *rand.Rand, steps, labels int) [][]float32 {
	rows := make([][]float32, steps)
	for i := range rows {
		for range labels {
			rows[i] = append(rows[i], float32(math.Round(r.NormFloat64()*256)/256))
		}
	}
	return rows
}

// The odds of a space are those of sums over all paths.
func TestSpaced(t *testing.T) {
	t.Parallel()
	labels := []string{"", " ", "a", "b"}
	d := ctc.New(labels)
	r := rand.New(rand.NewPCG(7, 3))
	for range 200 {
		rows := randomly(r, 3+r.IntN(3), len(labels))
		text := d.Decode(len(rows), scoresOf(rows), 20)
		all := sums(rows, labels)
		for k := range text.Characters {
			spaced := text.String()[:k] + " " + text.String()[k:]
			want := math.Log(all[spaced] / all[text.String()])
			if got := text.Spaced(k); math.Abs(got-want) > 1e-6 && all[spaced] > 0 {
				t.Fatalf("%q: %v, want %v", spaced, got, want)
			}
		}
	}
	got := ctc.New([]string{"", "a"}).Decode(1, scoresOf(table(2, [2]int{1, 1000})), 4).Spaced(0)
	assert.True(t, math.IsInf(got, -1), "without a label for spaces", got)
}

// A line's support of another text is the text's probability, and never zero.
func TestSupport(t *testing.T) {
	t.Parallel()
	labels := []string{"", "a", "b"}
	d := ctc.New(labels)
	r := rand.New(rand.NewPCG(7, 2))
	random := func() [][]float32 { return randomly(r, 1+r.IntN(5), len(labels)) }
	for range 200 {
		mine, other := random(), random()
		text, of := d.Decode(len(mine), scoresOf(mine), 20), d.Decode(len(other), scoresOf(other), 20)
		want := sums(mine, labels)[of.String()]
		if got := text.Support(of); math.Abs(got-math.Log(want)) > 1e-6 && want > 0 {
			t.Fatalf("%v of %q: %v, want %v", mine, of, got, math.Log(want))
		}
	}
	sure := table(3, [2]int{1, 1000}, [2]int{0, 1000})
	never := d.Decode(1, scoresOf(table(3, [2]int{2, 1000})), 4)
	got := d.Decode(len(sure), scoresOf(sure), 4).Support(never)
	assert.True(t, got >= -20 && got <= -8, "what is ruled out", got)
}

// A line of 40 characters in 100 steps, a tenth of which are doubtful.
func BenchmarkDecode(b *testing.B) {
	const steps, classes = 100, 200
	labels := make([]string, classes)
	for i := range labels[1:] {
		labels[i+1] = string(rune('!' + i))
	}
	r := rand.New(rand.NewPCG(4, 4))
	rows := make([][]float32, steps)
	for i := range rows {
		rows[i] = make([]float32, classes)
		for k := range rows[i] {
			rows[i][k] = float32(r.NormFloat64() - 2)
		}
		shown := 0
		if i%5 < 2 {
			shown = 1 + r.IntN(classes-1)
		}
		rows[i][shown] = 14
		if i%10 == 0 {
			rows[i][1+r.IntN(classes-1)] = 13
		}
	}
	d := ctc.New(labels)
	for _, beam := range []int{1, 8} {
		b.Run(fmt.Sprintf("beam %d", beam), func(b *testing.B) {
			for b.Loop() {
				d.Decode(steps, scoresOf(rows), beam)
			}
		})
	}
}
