package augment

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"math"
	"math/rand/v2"

	"github.com/docmill/docmill/engine/ocr/pixels"
)

// Blur applies a Gaussian blur with deviations in pixels, horizontally and vertically.
func Blur(img *image.Gray, across, down float64) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	if across > 0.1 {
		kernel := bell(across)
		for y := range h {
			convolve(img.Pix[y*img.Stride:][:w], kernel)
		}
	}
	if down > 0.1 {
		kernel, column := bell(down), make([]byte, h)
		for x := range w {
			for y := range column {
				column[y] = img.Pix[y*img.Stride+x]
			}
			convolve(column, kernel)
			for y, v := range column {
				img.Pix[y*img.Stride+x] = v
			}
		}
	}
}

// bell is a normal distribution in 1/65536, starting at its middle.
func bell(deviation float64) []int {
	half := int(math.Ceil(deviation * 2.5))
	weights, sum := make([]float64, half+1), 0.0
	for i := range weights {
		weights[i] = math.Exp(-float64(i*i) / (2 * deviation * deviation))
		sum += weights[i]
		if i > 0 {
			sum += weights[i]
		}
	}
	out, left := make([]int, half+1), 1<<16
	for i := half; i > 0; i-- {
		out[i] = int(weights[i] / sum * (1 << 16))
		left -= 2 * out[i]
	}
	out[0] = left
	return out
}

func convolve(values []byte, kernel []int) {
	n, half := len(values), len(kernel)-1
	padded := make([]byte, n+2*half)
	copy(padded[half:], values)
	for i := range half {
		padded[i], padded[n+half+i] = values[0], values[n-1]
	}
	for i := range values {
		sum := int(padded[i+half])*kernel[0] + 1<<15
		for k := 1; k <= half; k++ {
			sum += (int(padded[i+half-k]) + int(padded[i+half+k])) * kernel[k]
		}
		values[i] = byte(min(sum>>16, 255)) //nolint:gosec // a mean of bytes
	}
}

// Compress encodes a page as JPEG of a quality and decodes it.
func Compress(page *image.Gray, quality int) (*image.Gray, error) {
	var file bytes.Buffer
	if err := jpeg.Encode(&file, page, &jpeg.Options{Quality: quality}); err != nil {
		return nil, fmt.Errorf("JPEG: %w", err)
	}
	img, err := jpeg.Decode(&file)
	if err != nil {
		return nil, fmt.Errorf("JPEG: %w", err)
	}
	return pixels.Gray(img), nil
}

// Coarsen shrinks a page by a factor below one and enlarges it to its original size.
func Coarsen(page *image.Gray, factor float64) *image.Gray {
	w, h := page.Rect.Dx(), page.Rect.Dy()
	small := Scale(page, max(int(float64(w)*factor), 1), max(int(float64(h)*factor), 1))
	return Smooth(small, w, h)
}

// Contrast scales the distance of each pixel from the middle gray by a factor, and adds levels.
func Contrast(page *image.Gray, factor, levels float64) {
	var table [256]byte
	for v := range table {
		table[v] = byteOf(float32((float64(v)-128)*factor + 128 + levels))
	}
	pixels.Map(page, page.Rect, &table)
}

// Fax makes a page black and white. The threshold is at a place, 0 to 1, between the page's darkest and its usual
// level; noise of a deviation moves it.
func Fax(r *rand.Rand, page *image.Gray, place, deviation float64) {
	counts := pixels.Histogram(page, page.Rect)
	darkest, usual := share(counts, len(page.Pix)*2/100), share(counts, len(page.Pix)*65/100)
	lightest := share(counts, len(page.Pix)*98/100)
	if usual-darkest < lightest-usual {
		darkest = lightest // light print on a dark ground
	}
	Noise(r, page, deviation)
	Threshold(page, byteOf(float32(darkest)+float32(usual-darkest)*float32(place)))
}

// share is the level that this number of pixels does not exceed.
func share(counts *[256]int, left int) int {
	for v, n := range counts {
		if left -= n; left < 0 {
			return v
		}
	}
	return 255
}
