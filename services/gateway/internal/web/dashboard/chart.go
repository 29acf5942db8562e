package dashboard

import (
	"math"
	"time"
)

// chart is a bar for every day of a month. Heights are in percent of Top, and
// bars are one unit wide: the page stretches them to its width.
type chart struct {
	Bars  []bar
	Top   int // what the full height stands for
	Half  int
	Total int
}

type bar struct {
	Day    time.Time
	Count  int
	X      float64
	Y      float64 // from the top
	Height float64
	Today  bool
	Future bool
	Named  bool // below the bar
}

// Parts of a bar's unit of width.
const (
	barGap   = 0.14
	barWidth = 1 - 2*barGap
)

// leastHeight keeps a bar of few documents visible, in percent.
const leastHeight = 1.5

// chartOf draws counts by day of the month that begins at start; today is the
// day of the month that it is, 0 for another month.
func chartOf(start time.Time, counts []int, today int) chart {
	most := 0
	var c chart
	for _, n := range counts {
		most = max(most, n)
		c.Total += n
	}
	c.Top = roundUp(most)
	c.Half = c.Top / 2
	for i, n := range counts {
		b := bar{
			Day: start.AddDate(0, 0, i), Count: n, X: float64(i) + barGap,
			Today: i+1 == today, Future: today > 0 && i+1 > today, Named: i%7 == 0,
		}
		if n > 0 {
			b.Height = max(leastHeight, 100*float64(n)/float64(c.Top))
		}
		b.Y = 100 - b.Height
		c.Bars = append(c.Bars, b)
	}
	return c
}

// roundUp returns the next even number that people read at a glance: 2, 4 or 10
// times a power of ten.
func roundUp(n int) int {
	if n <= 2 {
		return 2
	}
	power := int(math.Pow10(int(math.Log10(float64(n)))))
	for _, factor := range []int{1, 2, 4, 6, 8, 10} {
		if top := factor * power; top >= n && top%2 == 0 {
			return top
		}
	}
	return 10 * power
}
