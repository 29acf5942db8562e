package day

import (
	"fmt"
	"io"
	"strings"
)

// Size of a plot and of its margins, in units of SVG.
const (
	plotWidth, plotHeight = 860, 150
	plotLeft, plotTop     = 70, 28
	plotRight             = 20
	plotGap               = 46
)

type panel struct {
	title string
	value func(Sample) float64
}

// Plot writes the day as an SVG picture: arrivals, extractors, waiting documents and the slowest single upload, one
// point per minute. Errors: those of w.
func (r Result) Plot(w io.Writer) error {
	panels := []panel{
		{"documents accepted a second", func(s Sample) float64 { return s.Arrived }},
		{"extractors that are ready", func(s Sample) float64 { return float64(s.Extractors) }},
		{"documents that wait", func(s Sample) float64 { return float64(s.Waiting) }},
		{"slowest single upload, seconds", func(s Sample) float64 { return float64(s.Slowest) }},
	}
	height := len(panels)*(plotHeight+plotGap) + plotTop
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d"`, plotLeft+plotWidth+plotRight, height)
	b.WriteString(` font-family="sans-serif" font-size="12">` + "\n")
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="#fff"/>`+"\n")
	for i, p := range panels {
		r.panel(&b, p, plotTop+i*(plotHeight+plotGap))
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (r Result) panel(b *strings.Builder, p panel, top int) {
	most := 0.0
	for _, s := range r.Minutes {
		most = max(most, p.value(s))
	}
	scale := float64(plotHeight) / max(most, 1)
	bottom := top + plotHeight
	fmt.Fprintf(b, `<text x="%d" y="%d">%s</text>`+"\n", plotLeft, top-8, p.title)
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="end">%.0f</text>`+"\n", plotLeft-6, top+10, most)
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="end">0</text>`+"\n", plotLeft-6, bottom)
	const hours, every = 24, 4
	for h := 0; h <= hours; h += every {
		x := plotLeft + h*plotWidth/hours
		fmt.Fprintf(b, `<path d="M%d %dV%d" stroke="#ddd"/><text x="%d" y="%d" text-anchor="middle">%d:00</text>`+"\n",
			x, top, bottom, x, bottom+16, h)
	}
	fmt.Fprintf(b, `<polyline fill="none" stroke="#1f5fbf" points="`)
	for i, s := range r.Minutes {
		x := float64(plotLeft) + float64(i)*plotWidth/float64(max(1, len(r.Minutes)))
		fmt.Fprintf(b, "%.1f,%.1f ", x, float64(bottom)-p.value(s)*scale)
	}
	b.WriteString("\"/>\n")
}
