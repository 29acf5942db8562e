package template

import "slices"

// MaxColumns bounds the columns of a table that a lesson keeps.
const MaxColumns = 16

// Items is what a lesson says of the table of line items.
type Items struct {
	// Columns are those under one header, left to right.
	Columns []Column `json:"columns"`
	// Ends are hashes of the labels of the row right under the last item.
	Ends []uint32 `json:"ends,omitempty"`
	// Lines says which lines a description has.
	Lines Lines `json:"lines,omitempty"`
	// Headers counts the headers of tables that items stand under, the one of Columns
	// among them; 0 where not all items are known.
	Headers int `json:"headers,omitempty"`
	// Missed says that other rows than the right ones had been read for items.
	Missed bool `json:"missed,omitempty"`
}

// Lines says whether the description of an item goes on in the lines below the
// item's numbers.
type Lines string

// What descriptions have. The zero value says that the page does not tell.
const (
	LinesOne  Lines = "one"  // the first line alone; what stands below are remarks
	LinesMore Lines = "more" // all lines down to the next item
)

// Column is a printed column of a table of line items. Places are in thousandths of
// the page's width.
type Column struct {
	// Field is the member of a line item that stands in it: "unitPrice"; "" where
	// none is known to.
	Field string `json:"field,omitempty"`
	// Kind is what its heading is taken for without a memory, a layout.Column.
	Kind int `json:"kind,omitempty"`
	// Head is the hash of its heading's words, 0 for a column without one, and At
	// where these begin and end.
	Head uint32 `json:"head,omitempty"`
	At   [2]int `json:"at"`
	// Cells are the left edge of the leftmost and the right edge of the rightmost
	// value in a column without a heading, of which Field is known; else zero.
	Cells [2]int `json:"cells,omitzero"`
	// Missed counts the values in it that had been read wrong or not at all.
	Missed int `json:"missed,omitempty"`
	// Sure says that Missed is one value, of which the reading had been sure: likelier
	// a slip of the person than a mistake of the reading.
	Sure bool `json:"sure,omitempty"`
}

// Same reports whether two columns are the one of a layout: under the same heading
// or, where one has none, at the same place.
func (c *Column) Same(o *Column) bool {
	if c.Head != 0 && o.Head != 0 {
		return c.Head == o.Head
	}
	return c.Head == o.Head && edges(c.Cells[0], c.Cells[1], o.Cells[0], o.Cells[1]) <= reachX
}

// ColumnStanding is how right a layout has been in one column of its items: it held
// in lessons in which it held the member, and was contradicted in those in which it
// held another one, or another column held the member.
type ColumnStanding struct {
	Standing
	// Missed counts the values in the lessons that held which had been read wrong,
	// Slips those of them that may be slips of a person.
	Missed, Slips int
}

// Counts reports whether the column is read by: it held more often than not.
func (s ColumnStanding) Counts() bool { return s.Held > s.Contradicted }

// Standing returns how right a column of one of its lessons has been.
func (l Layout) Standing(c *Column) ColumnStanding {
	s := ColumnStanding{Standing: Standing{Name: c.Field}}
	for i := range l.Lessons {
		items := l.Lessons[i].Items
		if items == nil {
			continue
		}
		k := slices.IndexFunc(items.Columns, func(o Column) bool { return o.Same(c) })
		if k < 0 {
			continue // not on the page
		}
		switch o := &items.Columns[k]; {
		case o.Field == c.Field:
			s.holds(o)
		case o.Field != "" || items.has(c.Field):
			s.Contradicted++
		}
	}
	return s
}

func (s *ColumnStanding) holds(c *Column) {
	s.Held++
	if s.Missed += c.Missed; c.Sure {
		s.Slips++
	}
}

// has reports whether a column is known to hold a field.
func (i *Items) has(field string) bool {
	return slices.ContainsFunc(i.Columns, func(c Column) bool { return c.Field == field })
}

// Columns returns how right the layout has been in the columns of its line items, by
// member, left to right, as the newest lesson that knows of any has them.
func (l Layout) Columns() []Standing {
	standings := []Standing{}
	for i := range l.Lessons {
		if l.Lessons[i].Items == nil {
			continue
		}
		for k := range l.Lessons[i].Items.Columns {
			if c := &l.Lessons[i].Items.Columns[k]; c.Field != "" {
				standings = append(standings, l.Standing(c).Standing)
			}
		}
		break
	}
	return standings
}

// Lines returns what most lessons say that descriptions have; "" where as many say
// the opposite.
func (l Layout) Lines() Lines {
	one, more := 0, 0
	for i := range l.Lessons {
		items := l.Lessons[i].Items
		switch {
		case items == nil:
		case items.Lines == LinesOne:
			one++
		case items.Lines == LinesMore:
			more++
		}
	}
	switch {
	case one > more:
		return LinesOne
	case more > one:
		return LinesMore
	}
	return ""
}

// OneHeader reports whether most lessons that know all items of their page had them
// under one header: what other tables list is no item.
func (l Layout) OneHeader() bool {
	one, more := 0, 0
	for i := range l.Lessons {
		switch items := l.Lessons[i].Items; {
		case items == nil || items.Headers == 0:
		case items.Headers == 1:
			one++
		default:
			more++
		}
	}
	return one > more
}

// Ends returns the hashes of labels that stand right under the last item in more
// lessons than not, of those whose page shows the label.
func (l Layout) Ends() []uint32 {
	counts := map[uint32]int{}
	for i := range l.Lessons {
		items := l.Lessons[i].Items
		if items == nil {
			continue
		}
		for _, e := range items.Ends {
			counts[e]++
		}
	}
	var ends []uint32
	for _, e := range most(counts, len(counts)) {
		if 2*counts[e] > l.endings(e) {
			ends = append(ends, e)
		}
	}
	return ends
}

// endings counts the lessons that know where their items end and whose page shows a
// label.
func (l Layout) endings(label uint32) int {
	n := 0
	for i := range l.Lessons {
		lesson := &l.Lessons[i]
		if lesson.Items == nil || len(lesson.Items.Ends) == 0 {
			continue
		}
		_, known := slices.BinarySearch(lesson.Labels, label)
		if known || slices.Contains(lesson.Items.Ends, label) {
			n++
		}
	}
	return n
}
