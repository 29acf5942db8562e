package pages

import (
	"image"
	"math"
	"math/rand/v2"

	"github.com/docmill/docmill/lab/lines/augment"
)

// photographed places the sheet and takes a picture of it; letters is their height in pixels.
func (s *sheet) photographed(letters float64, photo bool) (*Page, error) {
	s.invert()
	v := newView(s.r, s.width(), s.height(), letters, photo)
	if long := float64(max(v.size.X, v.size.Y)); long > maxSidePixels {
		s.shrink(maxSidePixels / long * 0.999)
		letters *= maxSidePixels / long
		v.scale(maxSidePixels / long * 0.999)
	}
	augment.Wear(s.r, s.ink, letters)
	img := s.seen(v, photo, letters)
	img, err := augment.Photograph(s.r, img, letters)
	if err != nil {
		return nil, err
	}
	page := &Page{Image: img}
	for _, m := range s.marks() {
		if l, ok := v.line(m); ok {
			page.Lines = append(page.Lines, Line{l, m.text})
		}
	}
	return page, nil
}

func (s *sheet) shrink(by float64) {
	s.ink = augment.Scale(s.ink, int(s.width()*by), int(s.height()*by))
	for i, m := range s.prints {
		s.prints[i].box, s.prints[i].top, s.prints[i].end = scaled(m.box, by), m.top*by, m.end*by
	}
	for i := range s.rules {
		s.rules[i] = scaled(s.rules[i], by)
	}
	for i := range s.shades {
		s.shades[i].part = scaled(s.shades[i].part, by)
	}
}

func scaled(r image.Rectangle, by float64) image.Rectangle {
	at := func(v int) int { return int(float64(v)*by + 0.5) }
	return image.Rect(at(r.Min.X), at(r.Min.Y), max(at(r.Max.X), at(r.Min.X)+1), at(r.Max.Y))
}

func (v *view) scale(by float64) {
	v.size = image.Pt(int(float64(v.size.X)*by), int(float64(v.size.Y)*by))
	for _, w := range []*wave{&v.across, &v.down} {
		w.height, w.length = w.height*by, w.length*by
	}
	for _, h := range []*homography{&v.to, &v.from} {
		h[2], h[5], h[6], h[7] = h[2]*by, h[5]*by, h[6]/by, h[7]/by
	}
}

func (s *sheet) seen(v view, photo bool, letters float64) *image.Gray {
	light := 255.0
	if s.chance(0.5) {
		light = s.randomBetween(170, 255)
	}
	tone := s.randomBetween(0, 0.4) * light
	ratio := float32(tone / light)
	ground := s.grounds()
	around := s.around(v.size, photo)
	lamp := s.lamp(v.size, photo, letters)
	out := image.NewGray(image.Rectangle{Max: v.size})
	w, h := s.ink.Rect.Dx(), s.ink.Rect.Dy()
	for y := range v.size.Y {
		for x := range v.size.X {
			i := y*v.size.X + x
			fx, fy := v.backward(float64(x)+0.5, float64(y)+0.5)
			fx, fy = fx-0.5, fy-0.5
			if fx < 0 || fy < 0 || fx >= float64(w-1) || fy >= float64(h-1) {
				out.Pix[i] = byte(min(float32(around.Pix[i])*lamp[i], 255))
				continue
			}
			x0, y0 := int(fx), int(fy)
			ax, ay := float32(fx-float64(x0)), float32(fy-float64(y0))
			k := y0*w + x0
			upper := float32(s.ink.Pix[k])*(1-ax) + float32(s.ink.Pix[k+1])*ax
			lower := float32(s.ink.Pix[k+w])*(1-ax) + float32(s.ink.Pix[k+w+1])*ax
			c := (upper*(1-ay) + lower*ay) / 255
			paper := float32(light)
			if ground != nil {
				paper -= float32(ground[k])
			}
			out.Pix[i] = byte(min(max(paper*(1-c*(1-ratio))*lamp[i], 0), 255))
		}
	}
	return out
}

// grounds returns the darkness of the sheet's shades relative to paper, or nil if there are none.
func (s *sheet) grounds() []byte {
	if len(s.shades) == 0 {
		return nil
	}
	w := s.ink.Rect.Dx()
	out := make([]byte, w*s.ink.Rect.Dy())
	for _, one := range s.shades {
		part := one.part.Intersect(s.ink.Rect)
		for y := part.Min.Y; y < part.Max.Y; y++ {
			for x := part.Min.X; x < part.Max.X; x++ {
				out[y*w+x] = byte(-one.levels) //nolint:gosec // below 91
			}
		}
	}
	return out
}

// lamp returns the share of light at each point of a picture.
func (s *sheet) lamp(size image.Point, photo bool, letters float64) []float32 {
	p := augment.NewPaper(size.X, size.Y, 1000)
	w, h := float64(size.X), float64(size.Y)
	strong := 1.0
	if photo {
		strong = 2.5
	}
	if s.chance(0.3 * strong) {
		p.Slope(s.randomBetween(-90, 90)*strong, s.randomBetween(-90, 90)*strong)
	}
	if s.chance(0.2 * strong) {
		p.Clouds(s.r, s.randomBetween(0, 60)*strong, w*s.randomBetween(0.1, 0.6))
	}
	for s.chance(0.15 * strong) { // folds
		angle := pick(s.r, 0, math.Pi/2) + s.randomBetween(-0.1, 0.1)
		p.Fold(s.randomBetween(0, w), s.randomBetween(0, h), angle, letters*s.randomBetween(0.1, 2), s.randomBetween(-350,
			350))
	}
	if s.chance(0.15 * strong) {
		p.Shadow(s.randomBetween(0, w), s.randomBetween(0, h), s.randomBetween(0, 2*math.Pi), letters*s.randomBetween(0.2,
			20), s.randomBetween(50, 450))
	}
	return p.Levels(1.0 / 1000)
}

// around draws the surroundings of the sheet: the lid of a scanner, or a table with grain and objects.
func (s *sheet) around(size image.Point, photo bool) *image.Gray {
	light := pick(s.r, 255, 255, s.randomBetween(200, 255), s.randomBetween(0, 60))
	if !photo {
		p := augment.NewPaper(size.X, size.Y, light)
		return p.Print(image.NewGray(image.Rectangle{Max: size}), 255, 0)
	}
	w := float64(size.X)
	p := augment.NewPaper(size.X, size.Y, s.randomBetween(40, 200))
	p.Clouds(s.r, s.randomBetween(0, 40), w*s.randomBetween(0.05, 0.5))
	switch s.r.IntN(3) {
	case 0: // wood: long fibers
		p.Grain(s.r, s.randomBetween(5, 40), s.randomBetween(2, 12), s.randomBetween(20, 200))
	case 1: // cloth
		p.Clouds(s.r, s.randomBetween(5, 40), s.randomBetween(2, 9))
	}
	ink := image.NewGray(image.Rectangle{Max: size})
	for range s.r.IntN(8) { // other objects and their edges
		x, y := s.r.IntN(size.X), s.r.IntN(size.Y)
		part := image.Rect(x, y, x+10+s.r.IntN(size.X/2), y+4+s.r.IntN(size.Y/3))
		augment.Fill(ink, part, byte(30+s.r.IntN(200))) //nolint:gosec // below 256
	}
	return p.Print(ink, 255, s.randomBetween(0, 255))
}

// Photographed returns a photograph of a printed letter: on a table, in perspective, bent, in uneven light. A strength
// of 1 is a careful photograph; perspective, waves, blur and noise grow with the strength. The seed determines the
// photograph.
func Photographed(page *image.Gray, seed uint64, strength float64) (*image.Gray, error) {
	const (
		usual   = 0.009 // height of letters, of the page
		quality = 80
	)
	r := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // pictures, not secrets
	s := &sheet{r: r, ink: image.NewGray(page.Rect)}
	for i, v := range page.Pix {
		s.ink.Pix[i] = 255 - v
	}
	upTo := func(most float64) float64 { return strength * s.randomBetween(0, most) }
	w, h, v := s.width(), s.height(), view{}
	letters := usual * h
	v.down = wave{upTo(0.8) * letters, w / s.randomBetween(2, 6), s.randomBetween(0, 6)}
	v.across = wave{upTo(0.5) * letters, h / s.randomBetween(2, 6), s.randomBetween(0, 6)}
	v.lay(r, w, h, strength*s.randomBetween(-0.07, 0.07), upTo(0.06), s.randomBetween(0.02, 0.15))
	out := s.seen(v, true, letters)
	augment.Blur(out, letters*upTo(0.05), letters*upTo(0.05))
	augment.Noise(r, out, upTo(6))
	return augment.Compress(out, quality)
}
