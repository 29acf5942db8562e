package pdf_test

import (
	"image"
	"strings"
	"testing"

	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/assert"
)

// Each page shows "Seen" and hides "Ghost".
func TestHiddenText(t *testing.T) {
	t.Parallel()
	const (
		seen  = "0 g BT /F1 12 Tf 60 700 Td (Seen) Tj ET\n"
		ghost = " BT /F1 12 Tf 100 500 Td (Ghost) Tj ET\n"
	)
	for name, content := range map[string]string{
		"render mode 3":               seen + "BT 3 Tr /F1 12 Tf 100 500 Td (Ghost) Tj ET",
		"clip only":                   seen + "q BT 7 Tr /F1 12 Tf 100 500 Td (Ghost) Tj ET Q",
		"white on white":              seen + "1 g" + ghost,
		"nearly white on white":       seen + "0.97 g" + ghost,
		"white in CMYK":               seen + "0 0 0 0 k" + ghost,
		"white outlines":              seen + "1 G BT 1 Tr /F1 12 Tf 100 500 Td (Ghost) Tj ET",
		"one colour with a rectangle": seen + "0.2 0.4 0.6 rg 90 490 200 30 re f" + ghost,
		"white on a white rectangle":  seen + "0 g 80 480 300 50 re f 1 g 90 490 200 30 re f" + ghost,
		"no opacity":                  seen + "q /Clear gs" + ghost + "Q",
		"under a point":               seen + "BT /F1 0.5 Tf 100 500 Td (Ghost) Tj ET",
		"scaled under a point":        seen + "BT /F1 12 Tf 0.05 0 0 0.05 100 500 Tm (Ghost) Tj ET",
		"above the page":              seen + "BT /F1 12 Tf 100 900 Td (Ghost) Tj ET",
		"left of the page":            seen + "BT /F1 12 Tf -200 500 Td (Ghost) Tj ET",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := pdfgen.New()
			doc.AddPage(600, 800).Raw(content)
			page := firstPage(t, doc)
			if find(t, page, "Seen").Hidden || !find(t, page, "Ghost").Hidden {
				t.Errorf("hidden: Seen %v, Ghost %v", find(t, page, "Seen").Hidden, find(t, page, "Ghost").Hidden)
			}
			assert.Equal(t, page.Visible, len("Seen"), "visible characters")
		})
	}
}

func TestVisibleText(t *testing.T) {
	t.Parallel()
	const text = " BT /F1 12 Tf 100 500 Td (Seen) Tj ET\n"
	for name, content := range map[string]string{
		"white on dark":           "0.1 0.2 0.5 rg 90 490 200 30 re f 1 g" + text,
		"white on black on white": "1 g 80 480 300 50 re f 0 g 90 490 200 30 re f 1 g" + text,
		"black beside black":      "0 g 90 520 200 30 re f" + text,
		"black over a black rule": "0 g 90 503 200 1 re f" + text,
		"grey":                    "0.6 g" + text,
		"white on a shape":        "0 g 100 480 m 200 480 l 250 510 l 200 540 l 100 540 l 50 510 l f 1 g" + text,
		"white on dark behind very many dashes": strings.Repeat("0 g 50 700 4 4 re f\n", 2500) +
			"0.1 0.2 0.5 rg 90 490 200 30 re f 1 g" + text,
		"red filled, white outline": "1 G 1 0 0 rg BT 2 Tr /F1 12 Tf 100 500 Td (Seen) Tj ET",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := pdfgen.New()
			doc.AddPage(600, 800).Raw(content)
			if find(t, firstPage(t, doc), "Seen").Hidden {
				t.Error("hidden")
			}
		})
	}
	t.Run("under a point on a tiny page", func(t *testing.T) {
		t.Parallel()
		doc := pdfgen.New()
		doc.AddPage(60, 84).Raw("BT /F1 0.9 Tf 10 50 Td (Seen) Tj ET")
		if find(t, firstPage(t, doc), "Seen").Hidden {
			t.Error("hidden")
		}
	})
	t.Run("white on a picture", func(t *testing.T) {
		t.Parallel()
		doc := pdfgen.New()
		p := doc.AddPage(600, 800)
		p.Image(50, 250, 400, 100, image.NewGray(image.Rect(0, 0, 4, 4)))
		p.Raw("1 g" + text)
		if find(t, firstPage(t, doc), "Seen").Hidden {
			t.Error("hidden")
		}
	})
}
