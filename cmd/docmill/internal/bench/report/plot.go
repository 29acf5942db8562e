package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/docmill/docmill/cmd/docmill/internal/bench/measure"
)

// plot is a line chart in SVG coordinates. Lines differ in color (style sheet) and in dashes.
type plot struct {
	Title, About string
	XTicks       []tick
	YTicks       []tick
	Lines        []line
}

type tick struct {
	At   string
	Text string
}

type line struct {
	Name, Class, Points string
}

// The position of the lines in the SVG.
const (
	plotLeft, plotRight = 64.0, 632.0
	plotTop, plotBottom = 12.0, 248.0
)

func (r *Report) plots() (plots []plot) {
	for _, p := range []plot{r.percentiles(), r.throughput(), r.latencies()} {
		if len(p.Lines) > 0 {
			plots = append(plots, p)
		}
	}
	return plots
}

// scale maps values to a side of the plot.
type scale struct {
	from, to float64 // values, as logarithms if log
	log      bool
	low, top float64 // coordinates
}

func (s scale) position(v float64) float64 {
	if s.log {
		v = math.Log10(max(v, math.Pow(10, s.from)))
	}
	if s.to == s.from {
		return s.low
	}
	return s.low + (v-s.from)/(s.to-s.from)*(s.top-s.low)
}

func coordinate(v float64) string { return fmt.Sprintf("%.1f", v) }

// percentiles plots latencies by rarity on logarithmic axes, to show the rare ones.
func (r *Report) percentiles() plot {
	p := plot{Title: "Latency by percentile",
		About: "Latencies of each operation by percentile, both on logarithmic axes."}
	lowest, highest, most := math.Inf(1), 0.0, int64(0)
	var all []*measure.Times
	operations := r.Shown()
	for i := range operations {
		times, err := measure.Decode(operations[i].Histogram)
		if err != nil || times.Count() == 0 {
			times = nil
		} else {
			lowest, highest = min(lowest, ms(times.At(0))), max(highest, ms(times.Max()))
			most = max(most, times.Count())
		}
		all = append(all, times)
	}
	if most == 0 {
		return p
	}
	nines := math.Ceil(math.Log10(float64(max(most, 10))))
	x := scale{from: 0, to: nines, low: plotLeft, top: plotRight}
	y := logScale(lowest, highest)
	p.YTicks = logTicks(y)
	for n := 0.0; n <= nines; n++ {
		p.XTicks = append(p.XTicks, tick{coordinate(x.position(n)), percentileName(n)})
	}
	for i, times := range all {
		if times == nil {
			continue
		}
		var points []string
		const steps = 16 // of each nine
		for k := 0; k <= int(nines)*steps; k++ {
			n := float64(k) / steps
			// There are not enough requests for rarer percentiles.
			if math.Pow(10, n) > float64(times.Count()) {
				break
			}
			points = append(points, coordinate(x.position(n))+","+coordinate(y.position(ms(times.At(100*(1-math.Pow(10, -n)))))))
		}
		p.Lines = append(p.Lines, line{operations[i].Name, fmt.Sprintf("line%d", i%8), strings.Join(points, " ")})
	}
	return p
}

// percentileName returns the name of the percentile 1 - 10^-n.
func percentileName(n float64) string {
	if n == 0 {
		return "min"
	}
	return "p" + strings.TrimSuffix(fmt.Sprintf("%.*f", max(0, int(n)-2), 100*(1-math.Pow(10, -n))), ".")
}

func logScale(lowest, highest float64) scale {
	s := scale{from: math.Floor(math.Log10(max(lowest, 0.01))), to: math.Ceil(math.Log10(max(highest, 0.01))), log: true,
		low: plotBottom, top: plotTop}
	if s.to <= s.from {
		s.to = s.from + 1
	}
	return s
}

func logTicks(s scale) (ticks []tick) {
	for n := s.from; n <= s.to; n++ {
		v := math.Pow(10, n)
		ticks = append(ticks, tick{coordinate(s.position(v)), unit(v)})
	}
	return ticks
}

// unit labels a power of ten of milliseconds.
func unit(v float64) string {
	if v >= 1000 {
		return fmt.Sprintf("%g s", v/1000)
	}
	return fmt.Sprintf("%g ms", v)
}

// throughput plots ended operations over time.
func (r *Report) throughput() plot {
	p := plot{Title: "Requests a second", About: "Requests that were answered, refused and failed, over time."}
	step := float64(r.Timeline.StepSeconds)
	highest := 0.0
	count := func(of func(Point) int) (values []float64, any bool) {
		for _, point := range r.Timeline.Points {
			v := float64(of(point)) / step
			values, any = append(values, v), any || v > 0
			highest = max(highest, v)
		}
		return values, any
	}
	series := []struct {
		name, class string
		of          func(Point) int
	}{
		{"answered", "line0", func(p Point) int { return p.Answered }},
		{"refused", "line1", func(p Point) int { return p.Refused }},
		{"failed", "line2", func(p Point) int { return p.Failed }},
	}
	drawn := map[string][]float64{}
	for _, s := range series {
		if values, any := count(s.of); any {
			drawn[s.name] = values
		}
	}
	if highest == 0 {
		return p
	}
	y := scale{to: roundUp(highest), low: plotBottom, top: plotTop}
	const ticks = 4
	for i := range ticks + 1 {
		v := y.to * float64(i) / ticks
		p.YTicks = append(p.YTicks, tick{coordinate(y.position(v)), fmt.Sprintf("%.3g", v)})
	}
	x := r.timeAxis(&p)
	for _, s := range series {
		if values := drawn[s.name]; values != nil {
			p.Lines = append(p.Lines, line{s.name, s.class, r.overTime(x, y, values)})
		}
	}
	return p
}

// latencies plots the median and the 99th percentile over time.
func (r *Report) latencies() plot {
	p := plot{Title: "Latency over time",
		About: "Median and 99th percentile of what was answered, over time, on a logarithmic axis."}
	lowest, highest := math.Inf(1), 0.0
	var medians, rare []float64
	for _, point := range r.Timeline.Points {
		medians, rare = append(medians, point.P50), append(rare, point.P99)
		if point.Answered > 0 {
			lowest, highest = min(lowest, point.P50), max(highest, point.P99)
		}
	}
	if highest == 0 {
		return p
	}
	y := logScale(lowest, highest)
	p.YTicks = logTicks(y)
	x := r.timeAxis(&p)
	p.Lines = []line{{"p50", "line0", r.overTime(x, y, medians)}, {"p99", "line1", r.overTime(x, y, rare)}}
	return p
}

// overTime plots a value per step. The line skips steps without a response, which have no latency.
func (r *Report) overTime(x, y scale, values []float64) string {
	var points []string
	for i, v := range values {
		if y.log && v == 0 {
			continue
		}
		middle := (float64(i) + 0.5) * float64(r.Timeline.StepSeconds)
		points = append(points, coordinate(x.position(middle))+","+coordinate(y.position(v)))
	}
	return strings.Join(points, " ")
}

func (r *Report) timeAxis(p *plot) scale {
	x := scale{to: float64(len(r.Timeline.Points) * r.Timeline.StepSeconds), low: plotLeft, top: plotRight}
	const ticks = 6
	for i := range ticks + 1 {
		v := x.to * float64(i) / ticks
		p.XTicks = append(p.XTicks, tick{coordinate(x.position(v)), fmt.Sprintf("%.3g s", v)})
	}
	return x
}

// roundUp rounds up to 1, 2, 4 or 8 times a power of ten.
func roundUp(v float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 4, 8} {
		if v <= m*power {
			return m * power
		}
	}
	return 10 * power
}
