package lines_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/lab/lines"
	"github.com/docmill/docmill/lab/lines/font"
	"github.com/docmill/docmill/lab/lines/textsample"
	"github.com/docmill/docmill/libs/require"
)

func maker(t *testing.T, seed uint64) *lines.Maker {
	t.Helper()
	faces, err := font.Built()
	require.NoError(t, err)
	return lines.NewMaker(faces, textsample.NewSource(seed, 2), seed)
}

func samples(t *testing.T, seed uint64, count int) []lines.Sample {
	t.Helper()
	var out []lines.Sample
	err := maker(t, seed).Make(count, func(s lines.Sample) error {
		out = append(out, s)
		return nil
	})
	if err != nil || len(out) != count {
		t.Fatalf("%d samples: %v", len(out), err)
	}
	return out
}

func TestGeneratedLines(t *testing.T) {
	t.Parallel()
	known := strings.Join(textsample.Alphabet(), "")
	for _, s := range samples(t, 1, 20) {
		if strings.Trim(s.Text, " ") != s.Text || strings.ContainsFunc(s.Text, func(c rune) bool { return !strings.ContainsRune(known, c) }) {
			t.Errorf("%q", s.Text)
		}
		if s.Columns < 2*crop.Margin+1 || len(s.Ink) != s.Columns*crop.Rows {
			t.Errorf("%q: %d columns, %d bytes", s.Text, s.Columns, len(s.Ink))
		}
		if slices.Max(s.Ink) < 100 {
			t.Errorf("%q has no ink", s.Text)
		}
	}
}

func TestDeterministicLines(t *testing.T) {
	t.Parallel()
	a, b := samples(t, 5, 4), samples(t, 5, 4)
	for i := range a {
		if a[i].Text != b[i].Text || !bytes.Equal(a[i].Ink, b[i].Ink) {
			t.Fatalf("line %d: %q and %q", i, a[i].Text, b[i].Text)
		}
	}
}

func TestMakeError(t *testing.T) {
	t.Parallel()
	full := errors.New("full")
	if err := maker(t, 1).Make(5, func(lines.Sample) error { return full }); !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
}

func TestFileRoundTrip(t *testing.T) {
	t.Parallel()
	want := []lines.Sample{
		{Text: "Śr. 1,50 zł", Columns: 3, Ink: bytes.Repeat([]byte{7, 8, 9}, crop.Rows)},
		{Text: "", Columns: 1, Ink: make([]byte, crop.Rows)},
	}
	var file bytes.Buffer
	w, err := lines.NewWriter(&file)
	require.NoError(t, err)
	for _, s := range want {
		require.NoError(t, w.Write(s))
	}
	require.NoError(t, w.Flush())
	whole := file.Bytes()
	r, err := lines.NewReader(bytes.NewReader(whole))
	require.NoError(t, err)
	for _, s := range want {
		if got, err := r.Next(); err != nil || fmt.Sprint(got) != fmt.Sprint(s) {
			t.Errorf("%v, %v", got, err)
		}
	}
	if _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("%v at the end", err)
	}
	r, err = lines.NewReader(bytes.NewReader(whole[:len(whole)-1]))
	require.NoError(t, err)
	_, _ = r.Next()
	if _, err := r.Next(); err == nil || errors.Is(err, io.EOF) {
		t.Errorf("%v in a file that is cut off", err)
	}
}

func TestWriteInvalid(t *testing.T) {
	t.Parallel()
	w, err := lines.NewWriter(io.Discard)
	require.NoError(t, err)
	for _, s := range []lines.Sample{
		{Columns: 0}, {Columns: 2, Ink: make([]byte, crop.Rows)},
		{Columns: 70_000, Ink: make([]byte, 70_000*crop.Rows)},
		{Columns: 1, Ink: make([]byte, crop.Rows), Text: strings.Repeat("a", 70_000)},
	} {
		if err := w.Write(s); err == nil {
			t.Errorf("%d columns are written", s.Columns)
		}
	}
}

func FuzzReader(f *testing.F) {
	f.Add([]byte("DMLINES1\x01\x00\x01\x00a" + strings.Repeat("\x00", crop.Rows)))
	f.Add([]byte("DMLINES1\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := lines.NewReader(bytes.NewReader(data))
		if err != nil {
			return
		}
		for {
			s, err := r.Next()
			if err != nil {
				return
			}
			if len(s.Ink) != s.Columns*crop.Rows {
				t.Fatalf("%d columns, %d bytes", s.Columns, len(s.Ink))
			}
		}
	})
}

// receiptFolder writes a folder with one receipt: a bar of ink for each line.
func receiptFolder(t *testing.T, vendor string) string {
	t.Helper()
	folder := t.TempDir()
	page := image.NewGray(image.Rect(0, 0, 200, 120))
	for i := range page.Pix {
		page.Pix[i] = 240
	}
	for x := 40; x < 160; x++ {
		for y := 30; y < 50; y++ {
			if x%6 < 3 {
				page.SetGray(x, y, color.Gray{Y: 20})
			}
		}
		page.SetGray(x, 57, color.Gray{Y: 20}) // overlap of the line below
	}
	var file bytes.Buffer
	require.NoError(t, jpeg.Encode(&file, page, &jpeg.Options{Quality: 100}))
	for name, data := range map[string][]byte{
		"page.jpg":       file.Bytes(),
		"page.csv":       []byte("34,24,166,24,166,58,34,58,TOTAL, 1.50\nnot a box\n"),
		"manifest.jsonl": []byte(`{"file":"page.jpg","ocrBoxes":"page.csv","truth":{"vendorName":"` + vendor + `"}}` + "\n"),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), data, 0o600))
	}
	return folder
}

func TestReceiptSplitByIssuer(t *testing.T) {
	t.Parallel()
	apart, others := 0, 0
	for _, vendor := range []string{"ALPHA", "BETA", "GAMMA", "DELTA", "EPSILON", "ZETA", "ETA", "THETA", "IOTA", "KAPPA"} {
		folder := receiptFolder(t, vendor)
		count := func(isApart bool) (n int) {
			err := lines.FromReceipts(folder, lines.ReceiptOptions{Apart: isApart, Copies: 3}, func(s lines.Sample) error {
				if s.Text != "TOTAL, 1.50" {
					t.Errorf("%q", s.Text)
				}
				n++
				return nil
			})
			require.NoError(t, err)
			return n
		}
		a, b := count(true), count(false)
		if a+b != 3 || a != 0 && b != 0 {
			t.Errorf("%s: %d and %d lines", vendor, a, b)
		}
		apart, others = apart+a, others+b
	}
	if apart > others || others == 0 {
		t.Errorf("%d lines apart, %d others", apart, others)
	}
}

func TestBoxesTrimmedToInk(t *testing.T) {
	t.Parallel()
	err := lines.ReadReceipts(receiptFolder(t, "ANY"), func(r *lines.Receipt) error {
		if len(r.Lines) != 1 {
			t.Fatalf("%d lines", len(r.Lines))
		}
		got := lines.Tight(r.Page, r.Lines[0].Box)
		if got.Height != 20 || got.Middle[0] != (crop.Point{X: 42, Y: 40}) && got.Middle[0] != (crop.Point{X: 40, Y: 40}) {
			t.Errorf("%+v", got)
		}
		return nil
	})
	require.NoError(t, err)
}
