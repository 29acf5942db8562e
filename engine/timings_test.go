package engine_test

import (
	"context"
	"testing"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/extract"
)

// Timings cover all stages, also of a failed extraction.
func TestTimings(t *testing.T) {
	t.Parallel()
	e, err := engine.New(t.Context(), engine.Options{CacheDir: engine.UserCacheDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = e.Close(context.Background()) }()

	var text extract.Timings
	if _, err := e.Extract(t.Context(), extract.Request{Data: invoicePDF(), Timings: &text}); err != nil {
		t.Fatal(err)
	}
	if text.Read <= 0 || text.Extract <= 0 || text.Recognize != 0 || text.RecognizedPages != 0 {
		t.Errorf("a text: %+v", text)
	}
	var scan extract.Timings
	if _, err := e.Extract(t.Context(), extract.Request{Data: scannedPDF(t, e), Timings: &scan}); err != nil {
		t.Fatal(err)
	}
	if scan.Read <= 0 || scan.Extract <= 0 || scan.Recognize <= 0 || scan.RecognizedPages != 1 {
		t.Errorf("a scan: %+v", scan)
	}
	var broken extract.Timings
	if _, err := e.Extract(t.Context(), extract.Request{Data: []byte("%PDF-1.7\nno"), Timings: &broken}); err == nil {
		t.Fatal("a broken file is read")
	}
	if broken.Read <= 0 || broken.Extract != 0 {
		t.Errorf("a broken file: %+v", broken)
	}
}

// scannedPDF is the invoice as a page that is only an image.
func scannedPDF(t *testing.T, e *engine.Engine) []byte {
	t.Helper()
	drawn, err := e.Picture(t.Context(), engine.PictureRequest{Data: invoicePDF(), Page: 1, Width: 1600})
	if err != nil {
		t.Fatal(err)
	}
	return drawn.Data
}
