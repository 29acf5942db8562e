package items_test

import "testing"

// The numbers of vertically centered cells are between the lines of a description, or next to the middle one.
func TestVerticallyCenteredCells(t *testing.T) {
	t.Parallel()
	const pitch, half = 11.0, 5.5
	lines := func(g *grid, numbers string, text ...string) {
		top := g.y
		for i, line := range text {
			g.y = top + pitch*float64(i)
			g.rows(line)
		}
		g.y = top + half*float64(len(text)-1)
		g.rows(numbers)
		g.y = top + pitch*float64(len(text)) + 7
	}
	drawings(t, map[string]drawing{
		"between two lines": {
			func(g *grid) {
				lines(g, "| 3 | 4.00 | 12.00", "Turf green", "cut in spring")
				lines(g, "| 2 | 5.00 | 10.00", "Larch rails", "planed")
				lines(g, "Oak post | 1 | 7.00 | 7.00")
				lines(g, "| 5 | 2.00 | 10.00", "Gravel", "grey, washed")
			},
			[]string{"Turf green, 3, 4.00, 12.00", "Larch rails, 2, 5.00, 10.00", "Oak post, 1, 7.00, 7.00",
				"Gravel, 5, 2.00, 10.00"},
		},
		"beside the second of three": {
			func(g *grid) {
				lines(g, "| 3 | 4.00 | 12.00", "Turf green", "cut in spring", "lot 4417")
				lines(g, "Oak post | 1 | 7.00 | 7.00")
				lines(g, "| 2 | 5.00 | 10.00", "Larch rails", "planed", "lot 4418")
			},
			[]string{"Turf green, 3, 4.00, 12.00", "Oak post, 1, 7.00, 7.00", "Larch rails, 2, 5.00, 10.00"},
		},
		"a heading of a group over a row": {
			func(g *grid) {
				lines(g, "| 3 | 4.00 | 12.00", "Turf green", "cut in spring")
				g.rows("Garden wall:")
				lines(g, "Oak post | 1 | 7.00 | 7.00")
			},
			[]string{"Turf green, 3, 4.00, 12.00", "Oak post, 1, 7.00, 7.00"},
		},
	})
}

// The numbered title of a section is not a line of the name under it.
func TestNumberedTitlesAboveNames(t *testing.T) {
	t.Parallel()
	columns := []float64{50, 90, -360, -450, -545}
	check(t, map[string]table{
		"close over it": {
			columns, []string{"No. | Description | Quantity | Unit price | Amount", "", "1 | Clearing",
				"1.1 | Taking out the old boiler and its tank of | 1 | 640.00 | 640.00", "| oil, rinsed before", "",
				"1.2 | Cart | 2 | 40.00 | 80.00", ""},
			[]string{"Taking out the old boiler and its tank of oil, rinsed before, 1, 640.00, 640.00", "Cart, 2, 40.00, 80.00"},
		},
	})
}
