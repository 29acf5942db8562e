package engine_test

import (
	"context"
	"testing"

	"github.com/docmill/docmill/engine"
)

// What an extraction says of its time covers the stages that it went through, and
// failures as well.
func TestSpent(t *testing.T) {
	t.Parallel()
	e, err := engine.New(t.Context(), engine.Options{CacheDir: engine.UserCacheDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = e.Close(context.Background()) }()

	var text engine.Spent
	if _, err := e.Extract(t.Context(), engine.Request{Data: invoicePDF(), Spent: &text}); err != nil {
		t.Fatal(err)
	}
	if text.Read <= 0 || text.Understand <= 0 || text.Recognise != 0 || text.Recognised != 0 {
		t.Errorf("a text: %+v", text)
	}
	var scan engine.Spent
	if _, err := e.Extract(t.Context(), engine.Request{Data: scannedPDF(t, e), Spent: &scan}); err != nil {
		t.Fatal(err)
	}
	if scan.Read <= 0 || scan.Understand <= 0 || scan.Recognise <= 0 || scan.Recognised != 1 {
		t.Errorf("a scan: %+v", scan)
	}
	var broken engine.Spent
	if _, err := e.Extract(t.Context(), engine.Request{Data: []byte("%PDF-1.7\nno"), Spent: &broken}); err == nil {
		t.Fatal("a broken file is read")
	}
	if broken.Read <= 0 || broken.Understand != 0 {
		t.Errorf("a broken file: %+v", broken)
	}
}

// scannedPDF is the invoice as a page that is nothing but a picture.
func scannedPDF(t *testing.T, e *engine.Engine) []byte {
	t.Helper()
	drawn, err := e.Picture(t.Context(), engine.PictureRequest{Data: invoicePDF(), Page: 1, Width: 1600})
	if err != nil {
		t.Fatal(err)
	}
	return drawn.Data
}
