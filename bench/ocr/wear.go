package ocr

import (
	"fmt"
	"image"
	"math"
	"math/rand/v2"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/lab/lines/augment"
)

// Kinds of wear.
const (
	Through  = "through"  // print on the back shows through: mirrored, blurred, pale
	Specks   = "specks"   // dirt of the size of dots
	Texture  = "texture"  // coarse paper
	Shadow   = "shadow"   // darkens one side, with a sharp edge
	Spot     = "spot"     // a lamp that is reflected
	Crease   = "crease"   // folds across the sheet
	Table    = "table"    // the sheet lies on dark wood, seen at an angle
	Negative = "negative" // some lines are light on dark
	Vertical = "vertical" // the margin repeats a line, turned by a quarter
)

// Worn returns a page as a damaged sheet shows it. The lines are those of the page. The seed determines the damage.
// Only Table and Vertical move the lines. The second result has lines that the damaged sheet shows twice.
func Worn(page *image.Gray, lines []document.Line, wear string, seed uint64) (*image.Gray, []document.Line, error) {
	r := rand.New(rand.NewPCG(seed, 7)) //nolint:gosec // pictures, not secrets
	w, h := page.Rect.Dx(), page.Rect.Dy()
	out := pixels.Clone(page, page.Rect)
	height := usualHeight(lines) * float64(h)
	sheet := augment.NewPaper(w, h, 1000)
	switch wear {
	case Through:
		through(r, out, height)
		return out, nil, nil
	case Specks:
		specks(r, out, height)
		return out, nil, nil
	case Texture:
		sheet.Clouds(r, 120, height*0.15)
		sheet.Clouds(r, 120, height*0.5)
	case Shadow:
		sheet.Shadow(float64(w)/2, float64(h)/2, augment.Between(r, 0, 2*math.Pi), height*0.3, 550)
	case Spot:
		spot(r, out, height)
		return out, nil, nil
	case Crease:
		for range 3 {
			angle := augment.Between(r, -0.1, 0.1) + float64(r.IntN(2))*math.Pi/2
			sheet.Fold(augment.Between(r, 0, float64(w)), augment.Between(r, 0, float64(h)), angle, height*0.4, 500)
		}
	case Table:
		return onTable(r, out, height), nil, nil
	case Negative:
		negative(out, lines)
		return out, nil, nil
	case Vertical:
		out, added := vertical(out, lines)
		return out, added, nil
	default:
		return nil, nil, fmt.Errorf("ocr: there is no wear %q", wear)
	}
	for i, share := range sheet.Levels(0.001) {
		at := i/w*out.Stride + i%w
		out.Pix[at] = byte(min(float32(out.Pix[at])*share, 255))
	}
	return out, nil, nil
}

func usualHeight(lines []document.Line) float64 {
	sum := 0.0
	for _, l := range lines {
		sum += l.Box.Height()
	}
	return sum / float64(max(len(lines), 1))
}

func through(r *rand.Rand, page *image.Gray, height float64) {
	w, h := page.Rect.Dx(), page.Rect.Dy()
	back := pixels.Clone(page, page.Rect)
	augment.Blur(back, height*0.06, height*0.06)
	strong, down := augment.Between(r, 0.12, 0.5), int(augment.Between(r, 0.3, 0.7)*height)+h/7
	for y := range h {
		for x := range w {
			ink := 255 - float64(back.Pix[(y+down)%h*back.Stride+w-1-x])
			at := y*page.Stride + x
			page.Pix[at] = byte(float64(page.Pix[at]) * (1 - strong*ink/255))
		}
	}
}

func specks(r *rand.Rand, page *image.Gray, height float64) {
	w, h := page.Rect.Dx(), page.Rect.Dy()
	for range w * h / int(16*height*height) {
		x, y := r.IntN(w), r.IntN(h)
		dx, dy := 1+r.IntN(int(0.3*height)+1), 1+r.IntN(int(0.3*height)+1)
		tone := byte(r.IntN(160))
		for py := y; py < min(y+dy, h); py++ {
			for px := x; px < min(x+dx, w); px++ {
				at := py*page.Stride + px
				page.Pix[at] = min(page.Pix[at], tone)
			}
		}
	}
}

func spot(r *rand.Rand, page *image.Gray, height float64) {
	w, h := float64(page.Rect.Dx()), float64(page.Rect.Dy())
	cx, cy, wide := augment.Between(r, 0.2, 0.8)*w, augment.Between(r, 0.2, 0.8)*h, 6*height
	for y := range page.Rect.Dy() {
		for x := range page.Rect.Dx() {
			away := math.Hypot(float64(x)-cx, float64(y)-cy) / wide
			bright := 0.9 * math.Exp(-away*away)
			at := y*page.Stride + x
			v := 0.65 * float64(page.Pix[at])
			page.Pix[at] = byte(v + (255-v)*bright)
		}
	}
}

// onTable returns the sheet in perspective on wood.
func onTable(r *rand.Rand, page *image.Gray, height float64) *image.Gray {
	w, h := float64(page.Rect.Dx()), float64(page.Rect.Dy())
	size := image.Pt(int(1.3*w), int(1.2*h))
	wood := augment.NewPaper(size.X, size.Y, augment.Between(r, 50, 130))
	wood.Grain(r, augment.Between(r, 20, 50), height*0.4, height*8)
	wood.Clouds(r, 25, height*0.6)
	levels := wood.Levels(1)
	out := image.NewGray(image.Rectangle{Max: size})
	lean, tilt := augment.Between(r, -0.05, 0.05), augment.Between(r, -0.2, 0.2)
	for y := range size.Y {
		for x := range size.X {
			px, py := float64(x)-0.15*w, float64(y)-0.1*h
			py += lean * (px - w/2)
			far := 1 + tilt*(py/h-0.5)
			px, py = w/2+(px-w/2)*far, h/2+(py-h/2)*far
			v := levels[y*size.X+x]
			if px >= 0 && py >= 0 && px < w-1 && py < h-1 {
				v = float32(bilinear(page, px, py)) * 0.9
			}
			out.Pix[y*out.Stride+x] = byte(min(max(v, 0), 255))
		}
	}
	return out
}

func bilinear(img *image.Gray, x, y float64) float64 {
	x0, y0 := int(x), int(y)
	ax, ay := x-float64(x0), y-float64(y0)
	at := func(dx, dy int) float64 { return float64(img.Pix[(y0+dy)*img.Stride+x0+dx]) }
	return (at(0, 0)*(1-ax)+at(1, 0)*ax)*(1-ay) + (at(0, 1)*(1-ax)+at(1, 1)*ax)*ay
}

// partOf returns the part of a page with a line and the space around it.
func partOf(page *image.Gray, l document.Line) image.Rectangle {
	w, h, around := float64(page.Rect.Dx()), float64(page.Rect.Dy()), 0.2*l.Box.Height()*float64(page.Rect.Dy())
	return image.Rect(int(l.Box.X0*w-around), int(l.Box.Y0*h-around), int(l.Box.X1*w+around), int(l.Box.Y1*h+around)).
		Intersect(page.Rect)
}

func negative(page *image.Gray, lines []document.Line) {
	const each = 5
	for i := 0; i < len(lines); i += each {
		part := partOf(page, lines[i])
		for y := part.Min.Y; y < part.Max.Y; y++ {
			for x := part.Min.X; x < part.Max.X; x++ {
				page.Pix[y*page.Stride+x] = 255 - page.Pix[y*page.Stride+x]
			}
		}
	}
}

// vertical adds a margin with the page's last long line from bottom to top.
func vertical(page *image.Gray, lines []document.Line) (*image.Gray, []document.Line) {
	const long = 6 // heights
	w, h := page.Rect.Dx(), page.Rect.Dy()
	var part image.Rectangle
	var added []document.Line
	for _, l := range lines {
		if p := partOf(page, l); p.Dx() > long*p.Dy() && p.Dx() < h {
			part, added = p, []document.Line{l}
		}
	}
	if added == nil {
		return page, nil
	}
	line := pixels.QuarterTurns(3).Gray(pixels.Clone(page, part))
	out := pixels.White(w+3*part.Dy(), h)
	pixels.Paste(out, image.Point{}, page, page.Rect)
	pixels.Paste(out, image.Pt(w+part.Dy(), (h-part.Dx())/2), line, line.Rect)
	return out, added
}
