package usage

import (
	"math"
	"time"
)

// chart has a bar for each day of a month. Heights are in percent of Top; bars are
// one unit wide, and the page scales them.
type chart struct {
	Bars  []bar
	Top   int // count at the full height
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

// minHeight keeps bars of few documents visible, in percent.
const minHeight = 1.5

// ChartOf returns the chart of the month that begins at start. today is the current
// day of the month, 0 for another month.
func ChartOf(start time.Time, counts []int, today int) chart {
	most := 0
	var c chart
	for _, n := range counts {
		most = max(most, n)
		c.Total += n
	}
	c.Top = RoundUp(most)
	c.Half = c.Top / 2
	for i, n := range counts {
		b := bar{
			Day: start.AddDate(0, 0, i), Count: n, X: float64(i) + barGap,
			Today: i+1 == today, Future: today > 0 && i+1 > today, Named: i%7 == 0,
		}
		if n > 0 {
			b.Height = max(minHeight, 100*float64(n)/float64(c.Top))
		}
		b.Y = 100 - b.Height
		c.Bars = append(c.Bars, b)
	}
	return c
}

// RoundUp returns the next even number that is 1, 2, 4, 6, 8 or 10 times a power of
// ten.
func RoundUp(n int) int {
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
