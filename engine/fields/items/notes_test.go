package items_test

import "testing"

// Notes in lines under names are not part of them, even if a name is the longest line.
func TestNotesBelowNames(t *testing.T) {
	t.Parallel()
	drawings(t, map[string]drawing{
		"under several names": {
			func(g *grid) {
				g.rows("Larch rails planed on both sides | 2 | 5.00 | 10.00", "delivered to the site")
				g.y += 7
				g.rows("Turf green | 3 | 4.00 | 12.00", "delivered to the site")
			},
			[]string{"Larch rails planed on both sides, 2, 5.00, 10.00", "Turf green, 3, 4.00, 12.00"},
		},
		"that would have fitted": {
			func(g *grid) {
				g.rows("Larch rails planed on both sides | 2 | 5.00 | 10.00", "kiln dried")
				g.y += 7
				g.rows("Turf green | 3 | 4.00 | 12.00", "cut in spring")
			},
			[]string{"Larch rails planed on both sides, 2, 5.00, 10.00", "Turf green, 3, 4.00, 12.00"},
		},
	})
}
