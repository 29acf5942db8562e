package items_test

import "testing"

// Codes with a colon and words that all names share stand in front of names.
func TestWhatStandsInFrontOfNames(t *testing.T) {
	t.Parallel()
	drawings(t, map[string]drawing{
		"a code with a colon": {
			func(g *grid) {
				g.rows("A-4759: Turf green | 3 | 4.00 | 12.00", "96222-X: Larch rails | 2 | 5.00 | 10.00")
			},
			[]string{"A-4759, Turf green, 3, 4.00, 12.00", "96222-X, Larch rails, 2, 5.00, 10.00"},
		},
		"a project": {
			func(g *grid) {
				g.rows("Riverside: Turf green | 3 | 4.00 | 12.00", "Riverside: Larch rails | 2 | 5.00 | 10.00")
			},
			[]string{"Turf green, 3, 4.00, 12.00", "Larch rails, 2, 5.00, 10.00"},
		},
		"a year or a name": {
			func(g *grid) {
				g.rows("2031: Turf green | 3 | 4.00 | 12.00", "Rails: larch | 2 | 5.00 | 10.00")
			},
			[]string{"2031: Turf green, 3, 4.00, 12.00", "Rails: larch, 2, 5.00, 10.00"},
		},
	})
}
