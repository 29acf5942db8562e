package lines

import (
	"bufio"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"image"
	_ "image/jpeg" // receipts are JPEG files
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/lab/lines/textsample"
)

// ReceiptOptions selects the lines of receipts.
type ReceiptOptions struct {
	Apart  bool // those of the held-out issuers, else those of all others
	Copies int  // samples per line, each with another position error
	Seed   uint64
}

// Annotation is an annotated line of a receipt's picture. The case of its letters may differ from the picture.
type Annotation struct {
	Box  image.Rectangle // including the annotators' margin
	Text string
}

// Receipt is a picture with its annotations.
type Receipt struct {
	Name   string
	Page   *image.Gray
	Lines  []Annotation
	Vendor string
}

// IsApart reports whether a receipt's issuer is held out from training. This applies to about 15 % of receipts and
// depends on letters of the issuer's name.
func (r *Receipt) IsApart() bool {
	letters := strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) {
			return unicode.ToUpper(c)
		}
		return -1
	}, r.Vendor)
	runes := []rune(letters)
	h := fnv.New32a()
	_, _ = h.Write([]byte(string(runes[:min(len(runes), 10)])))
	return h.Sum32()%100 < 15
}

// ReadReceipts reads a folder of annotated receipts. Its manifest.jsonl lists files and issuers. boxes/NAME.csv has
// one line per text line of a picture: eight coordinates of corners in pixels, and the text.
func ReadReceipts(folder string, each func(*Receipt) error) error {
	manifest, err := os.Open(filepath.Join(folder, "manifest.jsonl"))
	if err != nil {
		return err
	}
	defer manifest.Close()
	entries := bufio.NewScanner(manifest)
	entries.Buffer(nil, 1<<20)
	for entries.Scan() {
		r, err := readReceipt(folder, entries.Bytes())
		if err != nil {
			return err
		}
		if err := each(r); err != nil {
			return err
		}
	}
	return entries.Err()
}

func readReceipt(folder string, entry []byte) (*Receipt, error) {
	var e struct {
		File  string
		Boxes string `json:"ocrBoxes"`
		Truth struct {
			Vendor string `json:"vendorName"`
		}
	}
	if err := json.Unmarshal(entry, &e); err != nil {
		return nil, fmt.Errorf("manifest: %w", err)
	}
	r := &Receipt{Name: strings.TrimSuffix(filepath.Base(e.File), filepath.Ext(e.File)), Vendor: e.Truth.Vendor}
	file, err := os.Open(filepath.Join(folder, e.File))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	img, _, err := image.Decode(bufio.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.File, err)
	}
	r.Page = pixels.Gray(img)
	boxes, err := os.ReadFile(filepath.Join(folder, e.Boxes))
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(boxes)) {
		if a, ok := annotation(strings.TrimRight(line, "\r\n")); ok && a.Box.In(r.Page.Rect) {
			r.Lines = append(r.Lines, a)
		}
	}
	return r, nil
}

// annotation parses a line of a file of boxes. It returns false for other lines.
func annotation(line string) (Annotation, bool) {
	parts := strings.SplitN(line, ",", 9)
	if len(parts) < 9 {
		return Annotation{}, false
	}
	var box image.Rectangle
	for i := range 4 {
		x, err := strconv.Atoi(strings.TrimSpace(parts[2*i]))
		y, err2 := strconv.Atoi(strings.TrimSpace(parts[2*i+1]))
		if err != nil || err2 != nil {
			return Annotation{}, false
		}
		p := image.Rect(x, y, x+1, y+1)
		if i == 0 {
			box = p
		}
		box = box.Union(p)
	}
	return Annotation{Box: box, Text: parts[8]}, box.Dx() > 3 && box.Dy() > 3
}

// FromReceipts cuts out the lines of a folder's receipts; see ReadReceipts.
func FromReceipts(folder string, opt ReceiptOptions, write func(Sample) error) error {
	normaliser := textsample.NewNormalizer()
	number := uint64(0)
	return ReadReceipts(folder, func(receipt *Receipt) error {
		number++
		if receipt.IsApart() != opt.Apart {
			return nil
		}
		r := rand.New(rand.NewPCG(opt.Seed, number)) //nolint:gosec // pictures, not secrets
		for _, a := range receipt.Lines {
			text, ok := normaliser.Text(a.Text)
			if !ok {
				continue
			}
			line := Tight(receipt.Page, a.Box)
			for copied := range max(opt.Copies, 1) {
				at := line
				if copied > 0 || !opt.Apart {
					at = jittered(r, line)
				}
				s, ok := sampleOf(receipt.Page, at, text)
				if !ok {
					continue
				}
				if err := write(s); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// Tight returns the line in an annotated box, without the box's margins and parts of adjacent lines.
func Tight(page *image.Gray, box image.Rectangle) crop.Line {
	ink := darkness(page, box)
	w, h := box.Dx(), box.Dy()
	rows := make([]int, h)
	for y := range h {
		for x := range w {
			if ink[y*w+x] {
				rows[y]++
			}
		}
	}
	top, bottom := run(rows, h/8)
	if bottom-top < h*45/100 { // a line of dashes, or hardly any ink
		top, bottom = h/10, h-h/10
	}
	columns := make([]int, w)
	for x := range w {
		for y := top; y < bottom; y++ {
			if ink[y*w+x] {
				columns[x]++
			}
		}
	}
	left, right := 0, w
	for left < w/2 && columns[left] == 0 {
		left++
	}
	for right > w/2 && columns[right-1] == 0 {
		right--
	}
	middle := float64(box.Min.Y) + float64(top+bottom)/2
	return crop.Line{
		Middle: []crop.Point{{X: float64(box.Min.X + left), Y: middle}, {X: float64(box.Min.X + right), Y: middle}},
		Height: float64(bottom - top),
	}
}

// darkness marks the pixels of a part of a page that are closer to its darkest level than to its paper.
func darkness(page *image.Gray, part image.Rectangle) []bool {
	counts := pixels.Histogram(page, part)
	w, h := part.Dx(), part.Dy()
	at := func(share int) int {
		left := w * h * share / 100
		for v, n := range counts {
			if left -= n; left < 0 {
				return v
			}
		}
		return 255
	}
	dark, paper := at(4), at(75)
	limit := byte(paper - (paper-dark)*45/100) //nolint:gosec // between two bytes
	out := make([]bool, w*h)
	for y := range h {
		for x := range w {
			out[y*w+x] = page.Pix[(part.Min.Y+y)*page.Stride+part.Min.X+x] < limit
		}
	}
	return out
}

// run returns the vertical extent of a line of print: the rows with ink around the heaviest ones, with gaps of at most
// gap rows.
func run(rows []int, gap int) (top, bottom int) {
	most, heaviest := 0, 0
	for y := range rows {
		sum := 0
		for k := max(y-len(rows)/6, 0); k < min(y+len(rows)/6+1, len(rows)); k++ {
			sum += rows[k]
		}
		if sum > most {
			most, heaviest = sum, y
		}
	}
	peak := 0
	for _, n := range rows {
		peak = max(peak, n)
	}
	least := max(1, peak/25)
	top, bottom = heaviest, heaviest+1
	for y := heaviest; y >= 0 && top-y <= gap+1; y-- {
		if rows[y] >= least {
			top = y
		}
	}
	for y := heaviest; y < len(rows) && y+1-bottom <= gap+1; y++ {
		if rows[y] >= least {
			bottom = y + 1
		}
	}
	return top, bottom
}
