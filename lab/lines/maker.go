package lines

import (
	"image"
	"math"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/lab/lines/augment"
	"github.com/docmill/docmill/lab/lines/font"
	"github.com/docmill/docmill/lab/lines/raster"
	"github.com/docmill/docmill/lab/lines/textsample"
)

// Maker makes samples. It is safe for concurrent use.
type Maker struct {
	faces  *font.Set
	typed  *font.Set // a typewriter's
	source *textsample.Source
	seed   uint64
}

// NewMaker returns a maker of lines with the given faces and texts.
func NewMaker(faces *font.Set, source *textsample.Source, seed uint64) *Maker {
	return &Maker{faces: faces, typed: faces.Typed(), source: source, seed: seed}
}

// Block makes the lines of one block, between one and four. The number determines the block.
func (m *Maker) Block(number uint64) ([]Sample, error) {
	r := rand.New(rand.NewPCG(m.seed, number)) //nolint:gosec // pictures, not secrets
	office, copied := augment.Chance(r, officeShare), augment.Chance(r, copiedShare)
	for {
		faces := m.faces
		if copied && augment.Chance(r, 0.45) {
			faces = m.typed
		}
		texts, face := m.texts(r, faces, office || copied)
		if face == nil {
			continue
		}
		if copied {
			fine := augment.Between(r, 1, 3)
			if b, ok := newBlock(r, m.formPrinter(r, face, fine, texts), texts); ok {
				return b.copied(r, fine)
			}
			continue
		}
		if office {
			if b, ok := newBlock(r, raster.NewPlain(r, face, officeHeight(r)), texts); ok {
				return b.scanned(r)
			}
			continue
		}
		p := raster.New(r, face, letterHeight(r))
		if p.HasDots() && p.Height < 12 && augment.Chance(r, 0.5) {
			p.Grow(augment.Between(r, 1.3, 2.5)) // dots of small letters would merge
		}
		b, ok := newBlock(r, p, texts)
		if !ok {
			continue
		}
		return b.samples(r)
	}
}

// officeShare is the share of office paper: well printed, and scanned or rendered with little wear.
const officeShare = 0.65

// copiedShare is the share of forms that were faxed or copied in black and white.
const copiedShare = 0.22

// formPrinter returns a typewriter or the print of a form, sometimes in small capitals, which it makes of the texts.
// fine is by how much the print is larger than in the final picture.
func (m *Maker) formPrinter(r *rand.Rand, face *font.Face, fine float64, texts []string) *raster.Printer {
	height := augment.Between(r, 6.5, 15) * fine
	if augment.Chance(r, 0.4) {
		return raster.NewTyped(r, face, height)
	}
	p := raster.NewPlain(r, face, height)
	if augment.Chance(r, 0.12) {
		p.Style.Small = augment.Between(r, 0.7, 0.88)
		for i, text := range texts {
			if upper := textsample.Upper(text); face.Covers(upper) {
				texts[i] = upper
			}
		}
	}
	return p
}

func (m *Maker) texts(r *rand.Rand, faces *font.Set, office bool) ([]string, *font.Face) {
	texts := make([]string, 1+r.IntN(4))
	for i := range texts {
		if office {
			texts[i] = m.source.Said(r)
		} else {
			texts[i] = m.source.Text(r)
		}
	}
	all := strings.Join(texts, "")
	if face := faces.Draw(r, all); face != nil {
		return texts, face
	}
	return texts[:1], faces.Draw(r, texts[0])
}

// letterHeight draws the height of capital letters in pixels: mostly that of small print at 100 to 200 dpi.
func letterHeight(r *rand.Rand) float64 {
	if augment.Chance(r, 0.65) {
		return augment.Between(r, 6.5, 17)
	}
	return math.Exp(augment.Between(r, math.Log(10), math.Log(45)))
}

// officeHeight draws the height of capital letters in pixels: print of 6 to 16 points at 100 to 300 dpi.
func officeHeight(r *rand.Rand) float64 {
	points, dots := augment.Between(r, 6, 11), augment.Between(r, 110, 300)
	if augment.Chance(r, 0.1) {
		points = augment.Between(r, 10, 16)
	}
	return max(points/72*dots*0.7, 8)
}

func (b *block) scanned(r *rand.Rand) ([]Sample, error) {
	if augment.Chance(r, 0.2) {
		b.furnish(r)
	}
	bent := bend{width: float64(b.ink.Rect.Dx()), middle: float64(b.ink.Rect.Dy()) / 2, length: 1}
	if augment.Chance(r, 0.4) {
		bent = newBend(r, b)
	}
	page, err := augment.Scan(r, bent.apply(b.ink), b.height)
	if err != nil {
		return nil, err
	}
	return b.cut(r, page, bent, 1), nil
}

// copied returns the lines of a form that was copied in black and white, and scanned with fewer dots.
func (b *block) copied(r *rand.Rand, fine float64) ([]Sample, error) {
	b.furnish(r)
	b.enclose(r)
	bent := newBend(r, b)
	page, err := augment.Copy(r, bent.apply(b.ink), b.height)
	if err != nil {
		return nil, err
	}
	if fine > 1.05 {
		page = augment.Scale(page, max(int(float64(page.Rect.Dx())/fine), 1), max(int(float64(page.Rect.Dy())/fine), 1))
	} else {
		fine = 1
	}
	return b.cut(r, page, bent, 1/fine), nil
}

func (b *block) samples(r *rand.Rand) ([]Sample, error) {
	b.furnish(r)
	augment.Wear(r, b.ink, b.height)
	bent := newBend(r, b)
	page := augment.Lay(r, bent.apply(b.ink), b.height)
	page, err := augment.Photograph(r, page, b.height)
	if err != nil {
		return nil, err
	}
	return b.cut(r, page, bent, 1), nil
}

// cut cuts the lines out of the page, which is scaled.
func (b *block) cut(r *rand.Rand, page *image.Gray, bent bend, scale float64) (out []Sample) {
	for _, l := range b.lines {
		if s, ok := sampleOf(page, jittered(r, bent.place(l, scale, scale)), l.text); ok {
			out = append(out, s)
		}
	}
	return out
}

// sampleOf cuts a line out of a page. It returns false if the line is unusable.
func sampleOf(page *image.Gray, line crop.Line, text string) (Sample, bool) {
	picture, ok := crop.Cut(page, line)
	letters := len([]rune(strings.ReplaceAll(text, " ", "")))
	// CTC needs more steps than letters; the network has one step per two columns.
	if !ok || picture.Columns > 2400 || picture.Columns < 4*letters {
		return Sample{}, false
	}
	return Sample{Text: text, Columns: picture.Columns, Ink: picture.Ink}, true
}

// jittered adds the errors of line finders: vertical and horizontal offsets, and a wrong height.
func jittered(r *rand.Rand, line crop.Line) crop.Line {
	h := line.Height
	out := crop.Line{Height: h * (1 + augment.Between(r, -0.13, 0.16) + augment.Between(r, -0.02, 0.04))}
	shift, slope := augment.Between(r, -0.06, 0.06)*h, 0.0
	first, last := line.Middle[0], line.Middle[len(line.Middle)-1]
	if length := last.X - first.X; length > 4*h {
		slope = augment.Between(r, -0.06, 0.06) * h / length
	}
	for _, p := range line.Middle {
		out.Middle = append(out.Middle, crop.Point{X: p.X, Y: p.Y + shift + slope*(p.X-(first.X+last.X)/2)})
	}
	ends := len(out.Middle) - 1
	out.Middle[0].X -= augment.Between(r, -0.2, 0.3) * h
	out.Middle[ends].X += augment.Between(r, -0.2, 0.3) * h
	if out.Middle[ends].X <= out.Middle[0].X+1 {
		return line
	}
	return out
}

const workers = 2

// Make makes a number of samples and passes them to write in the order of their blocks. It stops at the first error,
// including those of write.
func (m *Maker) Make(count int, write func(Sample) error) error {
	for first, batch := 0, 0; count > 0; first += batch {
		batch = min(count, 256) // blocks
		blocks := make([][]Sample, batch)
		errs := make([]error, batch)
		var group sync.WaitGroup
		for k := range workers {
			group.Go(func() {
				for i := k; i < batch; i += workers {
					blocks[i], errs[i] = m.Block(uint64(first + i)) //nolint:gosec // not negative
				}
			})
		}
		group.Wait()
		for i, block := range blocks {
			if errs[i] != nil {
				return errs[i]
			}
			for _, s := range block[:min(len(block), count)] {
				if err := write(s); err != nil {
					return err
				}
				count--
			}
		}
	}
	return nil
}
