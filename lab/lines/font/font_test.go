package font_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/docmill/docmill/lab/lines/font"
	"github.com/docmill/docmill/libs/require"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gosmallcaps"
)

func built(t *testing.T) *font.Set {
	t.Helper()
	set, err := font.Built()
	require.NoError(t, err)
	return set
}

func TestDrawFaceByCoverage(t *testing.T) {
	t.Parallel()
	set, r := built(t), rand.New(rand.NewPCG(1, 1))
	for _, text := range []string{"Total 1,50 €", "Σύνολο", "Итого"} {
		f := set.Draw(r, text)
		if f == nil || !f.Covers(text) {
			t.Errorf("no face for %q", text)
		}
	}
	if f := set.Draw(r, "漢字"); f != nil {
		t.Errorf("%s has Chinese letters", f.Name)
	}
}

func TestSetMargins(t *testing.T) {
	t.Parallel()
	f := built(t).Faces()[0]
	m := f.Set("Hg", font.Style{Size: 40, Stretch: 1})
	at := func(x, y int) byte { return m.Pix[y*m.W+x] }
	for x := range m.W {
		if at(x, 0) != 0 || at(x, m.H-1) != 0 {
			t.Fatal("ink at the edge")
		}
	}
	if slices.Max(m.Pix) < 250 || int(m.Baseline) >= m.H-5 || m.Baseline < f.CapHeight*40 {
		t.Errorf("%d×%d, baseline %.1f", m.W, m.H, m.Baseline)
	}
	wide := f.Set("H g", font.Style{Size: 40, Stretch: 1, Gaps: []float64{100}})
	if wide.W-m.W != 100 {
		t.Errorf("a gap of 100 pixels makes a line %d longer", wide.W-m.W)
	}
	if twice := f.Set("Hg", font.Style{Size: 40, Stretch: 2}); twice.W < m.W*3/2 {
		t.Errorf("%d columns, stretched %d", m.W, twice.W)
	}
}

func TestLoadFontsAndCapHeight(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, data := range map[string][]byte{
		"Aa-Bold.ttf": gobold.TTF, "sub/Bb.ttf": gomono.TTF, "Cc.ttf": gosmallcaps.TTF, "Twin.ttf": gobold.TTF,
		"Symbols.ttf": gobold.TTF, "broken.ttf": []byte("no font"), "text.txt": nil,
	} {
		path := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o750))
		require.NoError(t, os.WriteFile(path, data, 0o600))
	}
	set, err := font.Load(folder, filepath.Join(folder, "missing"))
	require.NoError(t, err)
	got := map[string]bool{}
	for _, f := range set.Faces() {
		got[f.Name] = f.Capitals
	}
	if len(got) != 3 || got["Aa-Bold"] || got["Bb"] || !got["Cc"] {
		t.Errorf("%v", got)
	}
	if _, err := font.Load(t.TempDir()); err == nil {
		t.Error("a folder without fonts gives faces")
	}
}
