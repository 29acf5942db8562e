package inspect

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/document"
)

// Colors of the boxes.
func colorOf(w *engine.InspectedWord) color.RGBA {
	switch {
	case w.Hidden:
		return color.RGBA{220, 30, 30, 255}
	case w.Source == document.SourceOCR:
		return color.RGBA{20, 140, 40, 255}
	}
	return color.RGBA{30, 80, 220, 255}
}

// withBoxes draws a box around each word and code of the page, and fills those of invisible words.
func withBoxes(picture []byte, page *engine.InspectedPage, codes []engine.InspectedCode) ([]byte, error) {
	base, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		return nil, err
	}
	img := image.NewRGBA(base.Bounds())
	draw.Draw(img, img.Rect, base, base.Bounds().Min, draw.Src)
	for _, line := range page.Lines {
		for i := range line {
			w := &line[i]
			place := pixels(w.Box, img.Rect)
			if w.Hidden {
				draw.Draw(img, place, image.NewUniform(color.RGBA{60, 8, 8, 70}), image.Point{}, draw.Over)
			}
			outline(img, place, colorOf(w), 1)
		}
	}
	for _, c := range codes {
		if c.Page == page.Number {
			outline(img, pixels(c.Box, img.Rect), color.RGBA{200, 0, 200, 255}, 3)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func pixels(box [4]float64, in image.Rectangle) image.Rectangle {
	w, h := float64(in.Dx()), float64(in.Dy())
	return image.Rect(int(box[0]*w), int(box[1]*h), int(box[2]*w+1), int(box[3]*h+1)).Intersect(in)
}

func outline(img *image.RGBA, r image.Rectangle, c color.RGBA, thick int) {
	ink := image.NewUniform(c)
	for _, side := range []image.Rectangle{
		image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+thick), image.Rect(r.Min.X, r.Max.Y-thick, r.Max.X, r.Max.Y),
		image.Rect(r.Min.X, r.Min.Y, r.Min.X+thick, r.Max.Y), image.Rect(r.Max.X-thick, r.Min.Y, r.Max.X, r.Max.Y),
	} {
		draw.Draw(img, side, ink, image.Point{}, draw.Src)
	}
}
