package extractor_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"strings"
	"testing"
	"time"

	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/services/extractor/child"
	"github.com/docmill/docmill/services/extractor/enginepool"
)

func extractBytes(t *testing.T, e *enginepool.Pool, data []byte) (enginepool.Answer, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	return e.Extract(ctx, enginepool.Job{DocumentType: "auto"}, bytes.NewReader(data), int64(len(data)))
}

// untilTimedOut increases a document's limit until it ends within its child, which takes longer on a busy machine.
func untilTimedOut(t *testing.T, do func(context.Context) (*contract.Failure, error)) {
	t.Helper()
	for limit := 50 * time.Millisecond; ; limit *= 2 {
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		failure, err := do(ctx)
		cancel()
		if errors.Is(err, context.DeadlineExceeded) && limit < patience {
			continue // it still waited for the process
		}
		assert.True(t, err == nil && failure != nil && failure.Code == contract.CodeTimedOut, "endless", failure, err)
		return
	}
}

func newEngine(t *testing.T, languages, cacheDir string) *enginepool.Pool {
	t.Helper()
	e, err := enginepool.New(t.Context(), enginepool.Config{
		Workers: 1, MemoryBytes: 1 << 30, OCRLanguages: languages, CacheDir: cacheDir, Owner: "test",
	}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(e.Close)
	return e
}

// engineCache is shared by test runs: compiling takes seconds, and minutes with the race detector.
func engineCache() string { return engine.UserCacheDir() }

// TestRealEngine runs the engine under the protections: text, an image that needs
// the text recognition program, and files that cannot be read.
func TestRealEngine(t *testing.T) {
	t.Parallel()
	e := newEngine(t, "eng", engineCache())
	for name, c := range map[string]struct {
		data []byte
		mime string
		code contract.Code
	}{
		"text": {[]byte("INVOICE\n\nInvoice number: R-1001\nInvoice date: 2026-10-01\nTotal: 119.00 EUR\n"),
			"text/plain", ""},
		"image": {picture(t, "INVOICE", "Invoice number R-1001", "Bill to Ada Lowe", "Due date 2026-10-31",
			"Total 119.00 EUR"), "image/png", ""},
		"damaged": {[]byte("%PDF-1.7\nnothing"), "", contract.CodeCorruptFile},
	} {
		a, err := extractBytes(t, e, c.data)
		switch {
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case c.code != "":
			assert.True(t, a.Failure != nil && a.Failure.Code == c.code, name, "answer", a)
		case a.Extraction == nil || a.Extraction.MIMEType != c.mime:
			t.Errorf("%s: answer %+v, failure %+v", name, a, a.Failure)
		case name == "image" && !strings.Contains(string(a.Extraction.Data), "1001"):
			t.Errorf("image: data %s", a.Extraction.Data)
		case !json.Valid(a.Extraction.Fields) || a.ProcessingTime <= 0:
			t.Errorf("%s: extraction %+v in %s", name, a.Extraction, a.ProcessingTime)
		}
	}
}

func TestEngine(t *testing.T) {
	t.Parallel()
	e := newEngine(t, scripted, "")
	_, err := extractBytes(t, e, []byte(sayCrash))
	var crash *sandbox.CrashError
	assert.True(t, errors.As(err, &crash) && strings.Contains(crash.Stderr, "last words"), "crash", err)
	a, err := extractBytes(t, e, []byte(sayTotal+" 1.00"))
	assert.True(t, err == nil && a.Extraction != nil, "afterwards", a, err)
	untilTimedOut(t, func(ctx context.Context) (*contract.Failure, error) {
		a, err := e.Extract(ctx, enginepool.Job{DocumentType: "auto"}, strings.NewReader(sayHang), int64(len(sayHang)))
		return a.Failure, err
	})
	assert.NotEqual(t, len(e.Protections()), 0, "no protections are told")
}

func TestEngineDraw(t *testing.T) {
	t.Parallel()
	e := newEngine(t, scripted, "")
	draw := func(ctx context.Context, say string) (enginepool.Drawn, error) {
		return e.Draw(ctx, child.Picture{Page: 3, Width: 100}, strings.NewReader(say), int64(len(say)))
	}
	if d, err := draw(t.Context(), sayTotal); err != nil || d.Width != 100 || d.Height != 3 || len(d.Data) == 0 {
		t.Errorf("drawn: %+v, %v", d, err)
	}
	d, err := draw(t.Context(), sayLarge)
	assert.True(t, err != nil && strings.Contains(err.Error(), "invalid answer"), "another answer", d, err)
	untilTimedOut(t, func(ctx context.Context) (*contract.Failure, error) {
		d, err := draw(ctx, sayHang)
		return d.Failure, err
	})
}

// picture draws lines of text, large enough to be recognized, as a PNG file.
func picture(t *testing.T, lines ...string) []byte {
	t.Helper()
	const lineHeight, margin, scale = 20, 20, 4
	small := image.NewGray(image.Rect(0, 0, 260, 2*margin+lineHeight*len(lines)))
	draw.Draw(small, small.Bounds(), image.White, image.Point{}, draw.Src)
	pen := font.Drawer{Dst: small, Src: image.NewUniform(color.Black), Face: basicfont.Face7x13}
	for i, line := range lines {
		pen.Dot = fixed.P(margin, margin+lineHeight*i+basicfont.Face7x13.Ascent)
		pen.DrawString(line)
	}
	large := image.NewGray(image.Rect(0, 0, small.Rect.Dx()*scale, small.Rect.Dy()*scale))
	draw.BiLinear.Scale(large, large.Bounds(), small, small.Bounds(), draw.Src, nil)
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, large))
	return b.Bytes()
}
