package tables

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/docmill/docmill/engine/layout"
)

// rules are the straight lines of a page.
type rules struct{ across, down []layout.Box }

// touch is the maximum distance of lines that meet, in points.
const touch = 3.0

func newRules(boxes []layout.Box) (r rules) {
	for _, b := range boxes {
		if b.Width() >= b.Height() {
			r.across = append(r.across, b)
		} else {
			r.down = append(r.down, b)
		}
	}
	slices.SortStableFunc(r.across, func(a, b layout.Box) int {
		return cmp.Or(cmp.Compare(math.Round(a.CenterY()), math.Round(b.CenterY())), cmp.Compare(a.X0, b.X0))
	})
	return r
}

// between reports whether lines across at least a share of the range from x0 to x1 are at one height between two.
func (r rules) between(y0, y1, x0, x1, share float64) bool {
	at := func(i int) float64 { return math.Round(r.across[i].CenterY()) }
	first := sort.Search(len(r.across), func(i int) bool { return at(i) > y0 })
	for i := first; i < len(r.across) && at(i) < y1; i++ {
		covered, end := 0.0, x0
		for j := i; j < len(r.across) && at(j) <= at(i)+1; j++ {
			b := r.across[j]
			covered += max(0, min(b.X1, x1)-max(b.X0, end))
			end = max(end, b.X1)
		}
		if covered >= share*(x1-x0) {
			return true
		}
	}
	return false
}

// areBeside reports whether several lines across end left of where several others begin.
func (r rules) areBeside() bool {
	n := len(r.across)
	if n < 4 {
		return false
	}
	starts, ends := make([]float64, n), make([]float64, n)
	for i, b := range r.across {
		starts[i], ends[i] = b.X0, b.X1
	}
	slices.Sort(starts)
	slices.Sort(ends)
	return ends[1] < starts[n-2]
}

// under returns the line across directly below a piece that no other piece is below, or false.
func (r rules) under(b layout.Box, reach float64) (found layout.Box, ok bool) {
	for _, rule := range r.across {
		if y := rule.CenterY(); y > b.CenterY() && y < b.Y1+reach && rule.X0 <= b.X0+touch && rule.X1 >= b.X1-touch &&
			(!ok || rule.Width() < found.Width()) {
			found, ok = rule, true
		}
	}
	return found, ok
}

// frame is a group of lines that meet.
type frame struct{ rules }

// frames groups the lines that meet.
func (r rules) frames() (found []frame) {
	all := slices.Concat(r.across, r.down)
	group := make([]int, len(all))
	for i := range group {
		group[i] = i
	}
	root := func(i int) int {
		for group[i] != i {
			group[i] = group[group[i]]
			i = group[i]
		}
		return i
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(all[a].X0, all[b].X0) })
	for n, i := range order {
		for _, j := range order[n+1:] {
			if all[j].X0 > all[i].X1+touch {
				break
			}
			if all[i].Y0-touch < all[j].Y1 && all[j].Y0 < all[i].Y1+touch {
				group[root(i)] = root(j)
			}
		}
	}
	parts := map[int]*frame{}
	for i, b := range all {
		f := parts[root(i)]
		if f == nil {
			f = &frame{}
			parts[root(i)] = f
		}
		if i < len(r.across) {
			f.across = append(f.across, b)
		} else {
			f.down = append(f.down, b)
		}
	}
	for i := range all { // in the order of the page
		if f := parts[i]; f != nil && len(f.across) > 1 && len(f.down) > 0 {
			found = append(found, *f)
		}
	}
	return found
}

// levels returns the distinct positions of lines.
func levels(positions []float64) (out []float64) {
	slices.Sort(positions)
	for _, v := range positions {
		if len(out) == 0 || v-out[len(out)-1] > 1.5*touch {
			out = append(out, v)
		}
	}
	return out
}

// edges returns the positions of the lines down and across, with the ends of the others.
func (f frame) edges() (xs, ys []float64) {
	for _, b := range f.across {
		ys = append(ys, b.CenterY())
	}
	for _, b := range f.down {
		xs = append(xs, b.CenterX())
	}
	x0, x1, y0, y1 := slices.Min(xs), slices.Max(xs), slices.Min(ys), slices.Max(ys)
	for _, b := range f.across {
		x0, x1 = min(x0, b.X0), max(x1, b.X1)
	}
	for _, b := range f.down {
		y0, y1 = min(y0, b.Y0), max(y1, b.Y1)
	}
	return levels(append(xs, x0, x1)), levels(append(ys, y0, y1))
}
