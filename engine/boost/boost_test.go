package boost_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/libs/assert"
)

func TestProbability(t *testing.T) {
	t.Parallel()
	if boost.Probability(0) != 0.5 || boost.Probability(5) < 0.99 || boost.Probability(-5) > 0.01 {
		t.Error("no logistic function")
	}
}

func small(low float32) *boost.Ensemble {
	return &boost.Ensemble{Features: []string{"a", "b"}, Trees: []boost.Tree{
		{Feature: []int16{1, -1, -1}, Below: []float32{0.5, 0, 0}, Left: []int16{1, 0, 0}, Value: []float32{0, low, 1}},
		{Feature: []int16{-1}, Below: []float32{0}, Left: []int16{0}, Value: []float32{-0.25}},
	}}
}

// Ensembles with any name survive a round trip. Encode skips nil ensembles.
func TestEncodeRoundTrip(t *testing.T) {
	t.Parallel()
	named := map[string]*boost.Ensemble{"": small(-1), "second": small(-2), "none": nil}
	got, err := boost.Parse(boost.Encode(named))
	delete(named, "none")
	assert.NoError(t, err)
	assert.True(t, reflect.DeepEqual(got, named), got, "want", named)
}

func TestParseOfNames(t *testing.T) {
	t.Parallel()
	file := boost.Encode(map[string]*boost.Ensemble{"one": small(-1), "two": small(-2)})
	both, err := boost.ParseOf(file, 2, "two", "one")
	assert.True(t, err == nil && both[0].Trees[0].Value[1] == -2 && both[1].Trees[0].Value[1] == -1, both, err)
	for _, names := range [][]string{{"one"}, {"one", "three"}, {"one", "two", "three"}, nil} {
		_, err := boost.ParseOf(file, 2, names...)
		assert.ErrorIs(t, err, boost.ErrFile, names)
	}
	_, err = boost.ParseOf(file, 3, "one", "two")
	assert.ErrorIs(t, err, boost.ErrFile, "of other features")
}

// Parse rejects truncated files, trailing data, and walks that leave a tree.
func TestParseCorrupt(t *testing.T) {
	t.Parallel()
	file := boost.Encode(map[string]*boost.Ensemble{"one": small(-1)})
	for n := range file {
		_, err := boost.Parse(file[:n])
		assert.ErrorIs(t, err, boost.ErrFile, n, "of", len(file), "bytes")
	}
	_, err := boost.Parse(append(bytes.Clone(file), 0))
	assert.ErrorIs(t, err, boost.ErrFile, "one byte more")
	for what, spoil := range map[string]func(*boost.Tree){
		"another feature": func(t *boost.Tree) { t.Feature[0] = 2 },
		"itself":          func(t *boost.Tree) { t.Left[0] = 0 },
		"outside":         func(t *boost.Tree) { t.Left[0] = 2 },
		"no node":         func(t *boost.Tree) { *t = boost.Tree{} },
	} {
		e := small(-1)
		spoil(&e.Trees[0])
		_, err := boost.Parse(boost.Encode(map[string]*boost.Ensemble{"one": e}))
		assert.ErrorIs(t, err, boost.ErrFile, what)
	}
}

// Parse rejects categories of no feature, and fewer categories than the trees distinguish.
func TestParseCategoryMismatch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		feature string
		names   []string
		want    string
	}{
		{"b", []string{"invoice", "receipt"}, ""},
		{"b", []string{"invoice"}, "separates at category 0.5 of 1"},
		{"b", nil, `0 categories of feature "b"`},
		{"c", []string{"invoice", "receipt"}, `2 categories of feature "c"`},
	} {
		e := small(-1)
		e.Categories = map[string][]string{c.feature: c.names}
		got, err := boost.Parse(boost.Encode(map[string]*boost.Ensemble{"one": e}))
		if c.want == "" && (err != nil || !reflect.DeepEqual(got["one"], e)) ||
			c.want != "" && (!errors.Is(err, boost.ErrFile) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q of %q: %v, %v", c.names, c.feature, got, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(boost.Encode(map[string]*boost.Ensemble{"one": small(-1), "two": small(-2)}))
	f.Add(boost.Encode(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		named, err := boost.Parse(data)
		if err != nil {
			return
		}
		for _, e := range named {
			e.Margin(make([]float32, len(e.Features)))
		}
	})
}
