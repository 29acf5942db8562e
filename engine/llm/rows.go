package llm

import (
	"math"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
)

// rowReach is the maximum distance of a cell from the row's line, in its heights: descriptions have several lines.
const rowReach = 3.5

type placed struct {
	member string
	places []place
}

// lister places the entries of a list in order and uses no word twice.
type lister struct {
	*pages
	taken map[position]bool
}

func (p *pages) lister() *lister { return &lister{p, map[position]bool{}} }

// rows places the rows of a list. It drops rows with fewer than two found cells, or one if rows have only one member.
func (l *lister) rows(members []field, answered []map[string]string) []value.Row {
	var rows []value.Row
	least := min(2, len(members))
	for _, texts := range answered {
		if cells := l.row(members, texts); len(cells) >= least {
			row := value.Row{}
			for member, p := range cells {
				row[member] = p.cite()
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// Rows returns the places of the rows of a list, by member. It uses no word twice and omits values that are not on
// the page.
func (q Quotes) Rows(members []Target, rows []map[string]string) []map[string]Quote {
	fields := make([]field, len(members))
	for i := range members {
		fields[i] = members[i].field
	}
	l := q.pages.lister()
	placed := make([]map[string]Quote, len(rows))
	for i, texts := range rows {
		placed[i] = map[string]Quote{}
		for member, p := range l.row(fields, texts) {
			placed[i][member] = Quote{p.value, p.parts}
		}
	}
	return placed
}

// row places the cells near the line of the cell with the fewest places, where most cells are found.
func (l *lister) row(members []field, texts map[string]string) map[string]place {
	var cells []placed
	anchor := 0
	for i := range members {
		m := &members[i]
		if texts[m.name] == "" {
			continue
		}
		if places := l.free(l.find(m, texts[m.name])); len(places) > 0 {
			cells = append(cells, placed{m.name, places})
			if len(places) < len(cells[anchor].places) {
				anchor = len(cells) - 1
			}
		}
	}
	row := map[string]place{}
	if len(cells) == 0 {
		return row
	}
	at := around(cells, anchor)
	for i, cell := range cells {
		best, ok := at, true
		if i != anchor {
			best, _, ok = nearest(l.free(cell.places), at)
		}
		if ok && (i == anchor || !l.any(best)) {
			l.take(best)
			row[cell.member] = best
		}
	}
	return row
}

// around selects the anchor's place with the most and closest other cells.
func around(cells []placed, anchor int) place {
	const most = 20 // places to compare
	places := cells[anchor].places
	best, count, least := places[0], -1, 0.0
	for _, at := range places[:min(len(places), most)] {
		n, sum := 0, 0.0
		for i, cell := range cells {
			if _, d, ok := nearest(cell.places, at); ok && i != anchor {
				n, sum = n+1, sum+d
			}
		}
		if n > count || n == count && sum < least {
			best, count, least = at, n, sum
		}
	}
	return best
}

// nearest returns the place closest to the line of another within rowReach, and its distance in points.
func nearest(places []place, to place) (best place, distance float64, ok bool) {
	distance = rowReach * to.parts[0].Segment.Height()
	for _, p := range places {
		if d := math.Abs(p.y() - to.y()); p.page() == to.page() && d < distance {
			best, distance, ok = p, d, true
		}
	}
	return best, distance, ok
}

func (l *lister) array(f *field, answered []string) []value.Value {
	var values []value.Value
	for _, text := range answered {
		if places := l.free(l.find(f, text)); len(places) > 0 {
			l.take(places[0])
			values = append(values, places[0].cite())
		}
	}
	return values
}

func (l *lister) free(places []place) []place {
	var free []place
	for _, p := range places {
		if !l.any(p) {
			free = append(free, p)
		}
	}
	return free
}

func (l *lister) any(p place) bool {
	for _, at := range tokens(p.parts) {
		if l.taken[at] {
			return true
		}
	}
	return false
}

func (l *lister) take(p place) {
	for _, at := range tokens(p.parts) {
		l.taken[at] = true
	}
}

func tokens(parts []layout.Part) []position {
	var all []position
	for _, part := range parts {
		for t := part.First; t <= part.Last; t++ {
			all = append(all, position{part.Segment, t})
		}
	}
	return all
}
