// Package pdf417 draws PDF417 codes (ISO/IEC 15438). It takes the symbols from codes that another encoder draws.
package pdf417

import (
	"image"
	"math/rand/v2"
	"sync"

	encoder "github.com/boombuler/barcode/pdf417"

	"github.com/docmill/docmill/engine/ocr/pixels"
)

// Sizes of codes in modules, and the number of codewords.
const (
	RowHeight = 3
	Width     = 17 // of a symbol
	Codewords = 929
)

const (
	start, stop = 0x1fea8, 0x3fa29 // 17 and 18 modules, the first one in the highest bit
	pad         = 900
	alpha       = 3 // generates the field's elements
)

// Draw returns a code, one pixel to a module, without a quiet zone. data has neither length nor padding. level is the
// level of error correction.
func Draw(data []int, columns, level int) *image.Gray {
	k := 2 << level
	rows := max(3, (len(data)+k)/columns+1)
	words := append([]int{rows*columns - k}, data...)
	for len(words) < rows*columns-k {
		words = append(words, pad)
	}
	words = append(words, correction(words, k)...)
	symbols := Symbols()
	img := pixels.White(Width*(columns+4)+1, RowHeight*rows)
	for row := range rows {
		of := symbols[row%3]
		common := []int{(rows - 1) / 3, 3*level + (rows-1)%3, columns - 1}
		draw(img, row, 0, Width, start)
		draw(img, row, Width, Width, of[row/3*30+common[row%3]])
		for i, w := range words[row*columns:][:columns] {
			draw(img, row, Width*(i+2), Width, of[w])
		}
		draw(img, row, Width*(columns+2), Width, of[row/3*30+common[(row+2)%3]])
		draw(img, row, Width*(columns+3), Width+1, stop)
	}
	return img
}

func draw(img *image.Gray, row, x, width, symbol int) {
	for y := row * RowHeight; y < (row+1)*RowHeight; y++ {
		for i := range width {
			if symbol>>(width-1-i)&1 == 1 {
				img.Pix[y*img.Stride+x+i] = 0
			}
		}
	}
}

// DrawText returns a code that the other encoder draws. Its rows have two modules.
func DrawText(text string, level byte) (*image.Gray, error) {
	code, err := encoder.Encode(text, level)
	if err != nil {
		return nil, err
	}
	return pixels.Gray(code), nil
}

// Bytes returns the codewords of a text in byte compaction.
func Bytes(text string) []int {
	const latch, latchSixes = 901, 924
	words := []int{latch}
	if len(text)%6 == 0 {
		words[0] = latchSixes
	}
	for ; len(text) >= 6; text = text[6:] {
		value, five := 0, make([]int, 5)
		for i := range 6 {
			value = value<<8 | int(text[i])
		}
		for i := range five {
			five[4-i], value = value%900, value/900
		}
		words = append(words, five...)
	}
	for i := range len(text) {
		words = append(words, int(text[i]))
	}
	return words
}

// Symbols returns the symbols by cluster and codeword, the first module in the highest of 17 bits. They are those of
// random codes with the most correction, whose codewords are known and take all values.
//
//nolint:gochecknoglobals // built once, then only read
var Symbols = sync.OnceValue(func() (symbols [3][Codewords]int) {
	const letters, level, k, height = 740, 8, 512, 2 // height of the encoder's rows
	r := rand.New(rand.NewPCG(1, 2))
	for missing := 3 * Codewords; missing > 0; {
		text, words := make([]byte, letters), []int{0}
		for i := range text {
			text[i] = byte('A' + r.IntN(26))
			if i%2 == 1 {
				words = append(words, 30*int(text[i-1]-'A')+int(text[i]-'A'))
			}
		}
		code, err := DrawText(string(text), level)
		if err != nil {
			panic(err) // the text fits
		}
		columns, rows := code.Rect.Dx()/Width-4, code.Rect.Dy()/height
		for words[0] = rows*columns - k; len(words) < words[0]; {
			words = append(words, pad)
		}
		for i, w := range append(words, correction(words, k)...) {
			symbol, row := 0, i/columns
			for _, v := range code.Pix[row*height*code.Stride+Width*(i%columns+2):][:Width] {
				symbol = symbol<<1 | int(1-v/128)
			}
			if symbols[row%3][w] == 0 {
				symbols[row%3][w] = symbol
				missing--
			}
		}
	}
	return symbols
})

// correction returns k codewords for correction: the negated rest of the division by the generator.
func correction(words []int, k int) []int {
	generator, root := []int{1}, 1 // highest power first
	for range k {
		root = root * alpha % Codewords
		next := append(generator, 0)
		for i := len(next) - 1; i > 0; i-- {
			next[i] = (next[i] + (Codewords-root)*next[i-1]) % Codewords
		}
		generator = next
	}
	rest := make([]int, k)
	for _, w := range words {
		factor := (w + rest[0]) % Codewords
		rest = append(rest[1:], 0)
		for i := range rest {
			rest[i] = (rest[i] + (Codewords-factor)*generator[i+1]) % Codewords
		}
	}
	for i := range rest {
		rest[i] = (Codewords - rest[i]) % Codewords
	}
	return rest
}
