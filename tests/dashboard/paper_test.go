package dashboard_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// noisy is a photo's worth of pixels.
func noisy(t *testing.T) []byte {
	t.Helper()
	img, random := image.NewRGBA(image.Rect(0, 0, 1000, 1400)), rand.New(rand.NewPCG(1, 2))
	for i := range img.Pix {
		img.Pix[i] = uint8(100 + random.IntN(60))
	}
	for y := range 1400 {
		img.SetRGBA(500, y, color.RGBA{A: 255})
	}
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, img))
	return b.Bytes()
}

// A document without pages has pictures with boxes as well; photos stay small.
func testPagesOfText(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	text := "Holzwerk Lindner GmbH\n\nInvoice\nInvoice number: R-77\nDate: 2026-10-01\n\n" +
		"Oak board      4      25.00     100.00\n\n" +
		"Subtotal                        100.00 EUR\nVAT 19 %                         19.00 EUR\n" +
		"Total                           119.00 EUR\n" + strings.Repeat("\nTerms and conditions apply.", 100)
	path := b.read(p, "invoice.txt", []byte(text))
	b.until(`document.querySelectorAll(".page-picture img").length === 2`)
	b.until(`[...document.querySelectorAll(".page-picture img")][0].naturalWidth > 0`)
	assert.True(t, evaluate[bool](b, `document.querySelector('rect[data-box="total"]') !== null`),
		"the total has no box")
	b.checkAccessible()
	a := p.get(path + "/pages/1/picture")
	if a.status != http.StatusOK || a.header.Get("Content-Type") != "image/png" ||
		!strings.Contains(a.header.Get("Vary"), "Cookie") ||
		a.header.Get("ETag") == p.get(path+"/pages/1.png").header.Get("ETag") {
		t.Errorf("a drawn page: %d %v", a.status, a.header)
	}
	photo := p.upload(map[string][]byte{"photo.png": noisy(t)})
	if a := p.get(photo + "/pages/1/picture"); a.header.Get("Content-Type") != "image/jpeg" || len(a.body) > 300_000 {
		t.Errorf("a photo: %s of %d bytes", a.header.Get("Content-Type"), len(a.body))
	}
	if a := p.get(photo + "/pages/1.png"); a.header.Get("Content-Type") != "image/png" || len(a.body) < 300_000 {
		t.Errorf("a photo as PNG: %s of %d bytes", a.header.Get("Content-Type"), len(a.body))
	}
}
