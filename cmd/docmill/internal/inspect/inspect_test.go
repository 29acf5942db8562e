package inspect_test

import (
	"bytes"
	"context"
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/docmill/docmill/cmd/docmill/internal/extract"
	"github.com/docmill/docmill/cmd/docmill/internal/inspect"
	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/extractor/child"
)

func TestMain(m *testing.M) {
	child.Serve()
	os.Exit(m.Run())
}

// file writes a page with shown and hidden text.
func file(t *testing.T) string {
	t.Helper()
	doc := pdfgen.New()
	p := doc.AddPage(400, 300)
	p.Bold(40, 50, 14, "INVOICE")
	p.Text(40, 100, 10, "Consulting")
	p.TextRight(360, 100, 10, "100.00")
	p.Text(40, 112, 10, "Total")
	p.TextRight(360, 112, 10, "100.00")
	p.Hidden(40, 250, 10, "secret words")
	path := filepath.Join(t.TempDir(), "invoice.pdf")
	require.NoError(t, os.WriteFile(path, doc.Bytes(), 0o600))
	return path
}

func show(t *testing.T, c inspect.Command) string {
	t.Helper()
	var out bytes.Buffer
	c.OCRLanguages, c.Timeout = "eng", 300e9
	require.NoError(t, c.Show(t.Context(), &out))
	return out.String()
}

func TestText(t *testing.T) {
	t.Parallel()
	got := show(t, inspect.Command{File: file(t), Width: 60})
	lines := strings.Split(got, "\n")
	at := func(part string) int {
		for i, l := range lines {
			if strings.Contains(l, part) {
				return i
			}
		}
		t.Fatalf("%q is missing in\n%s", part, got)
		return 0
	}
	item, total, hidden := at("Consulting"), at("Total"), at("--- hidden text")
	if !strings.HasPrefix(lines[at("=== page 1")], "=== page 1, 400 × 300, 7 words of text ====") {
		t.Errorf("heading %q", lines[at("=== page 1")])
	}
	if total != item+1 || lines[item-1] != "" || at("secret words") < hidden || hidden < total {
		t.Errorf("order is lost:\n%s", got)
	}
	// An amount of 33 points ends at 360 of 400 points.
	c := strings.Index(lines[item], "100.00")
	assert.True(t, c >= 46 && c <= 51 && c == strings.Index(lines[total], "100.00"), "the amount is in column", c, got)
}

// Words of a row stay in a row if the page is skewed.
func TestSkewedText(t *testing.T) {
	t.Parallel()
	e, err := engine.New(t.Context(), engine.Options{CacheDir: engine.UserCacheDir()})
	require.NoError(t, err)
	defer func() { _ = e.Close(context.Background()) }()
	data, err := os.ReadFile(file(t))
	require.NoError(t, err)
	drawn, err := e.Picture(t.Context(), engine.PictureRequest{Data: data, Page: 1, Width: 1200})
	require.NoError(t, err)
	img, err := png.Decode(bytes.NewReader(drawn.Data))
	require.NoError(t, err)
	var skewed bytes.Buffer
	require.NoError(t, png.Encode(&skewed, pixels.Rotate(pixels.Gray(img), 12)))
	path := filepath.Join(t.TempDir(), "skewed.png")
	require.NoError(t, os.WriteFile(path, skewed.Bytes(), 0o600))
	got := show(t, inspect.Command{File: path, Width: 60})
	assert.True(t, regexp.MustCompile(`(?m)^ *Consulting +100\.00$`).MatchString(got) &&
		strings.Contains(got, "skewed by 12°"), "rows are in the wrong places:", got)
}

func TestJSON(t *testing.T) {
	t.Parallel()
	var seen engine.Inspection
	require.NoError(t, json.Unmarshal([]byte(show(t, inspect.Command{File: file(t), JSON: true})), &seen))
	if seen.MIMEType != "application/pdf" || len(seen.Pages) != 1 || seen.Pages[0].Lines[0][0].Text != "INVOICE" {
		t.Errorf("%+v", seen)
	}
}

func TestPictures(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "pages")
	assert.Equal(t, show(t, inspect.Command{File: file(t), PNG: dir}), "", "printed")
	f, err := os.Open(filepath.Join(dir, "page-001.png"))
	require.NoError(t, err)
	defer f.Close()
	img, err := png.Decode(f)
	require.NoError(t, err)
	blue, red := 0, 0
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			switch r, _, b, _ := img.At(x, y).RGBA(); {
			case b>>8 == 220 && r>>8 == 30:
				blue++
			case r>>8 == 220 && b>>8 == 30:
				red++
			}
		}
	}
	assert.True(t, blue >= 500 && red >= 100, blue, "blue and", red, "red pixels")
}

func TestFailure(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "broken.pdf")
	require.NoError(t, os.WriteFile(path, []byte("%PDF-1.7\nnothing"), 0o600))
	err := inspect.Command{File: path, Options: extract.Options{OCRLanguages: "eng"}, Timeout: 300e9}.Show(t.Context(),
		&bytes.Buffer{})
	assert.True(t, err != nil && strings.Contains(err.Error(), "CORRUPT_FILE"), err)
}

// A file's text must not contain terminal control characters in the output.
func TestControlCharacters(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "note.txt")
	require.NoError(t, os.WriteFile(path, []byte("Dear\u202ecustomer, this is \u200btext enough to be read\n"), 0o600))
	got := show(t, inspect.Command{File: path})
	assert.False(t, strings.ContainsAny(got, "\u202e\x1b"), got)
}
