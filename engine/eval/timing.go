package eval

import (
	"maps"
	"slices"
	"time"
)

// Timing is the wall time per page in milliseconds: the median and the 95th percentile over the documents of a
// channel, where each document's time is divided by its pages.
type Timing struct {
	Channel       string  `json:"channel"`
	Documents     int     `json:"documents"`
	Reading       Spread  `json:"reading"`
	Understanding Spread  `json:"understanding"`
	Pages         float64 `json:"pages"` // of a document, mean
}

// Spread is percentiles of durations, in milliseconds.
type Spread struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
}

// ForgetReading clears the reading times, which are meaningless if documents came from a cache.
func (s *Summary) ForgetReading() {
	for i := range s.Times {
		s.Times[i].Reading = Spread{}
	}
}

func (r *Report) times() []Timing {
	type page struct{ reading, understanding []float64 }
	pages, counts := map[string]*page{}, map[string]int{}
	for i := range r.Documents {
		d := &r.Documents[i]
		if d.Err != nil {
			continue
		}
		if pages[d.Channel] == nil {
			pages[d.Channel] = &page{}
		}
		p, n := pages[d.Channel], max(1, d.Pages)
		p.reading = append(p.reading, milliseconds(d.Reading, n))
		p.understanding = append(p.understanding, milliseconds(d.Understanding, n))
		counts[d.Channel] += n
	}
	var out []Timing
	for _, channel := range slices.Sorted(maps.Keys(pages)) {
		p := pages[channel]
		n := len(p.reading)
		out = append(out, Timing{channel, n, spread(p.reading), spread(p.understanding),
			float64(counts[channel]) / float64(n)})
	}
	return out
}

func milliseconds(d time.Duration, pages int) float64 {
	return float64(d.Microseconds()) / 1000 / float64(pages)
}

// spread returns percentiles by nearest rank.
func spread(values []float64) Spread {
	slices.Sort(values)
	at := func(percent int) float64 { return values[(percent*len(values)+99)/100-1] }
	return Spread{at(50), at(95)}
}
