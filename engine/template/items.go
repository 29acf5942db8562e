package template

import "slices"

// MaxColumns is the maximum number of table columns in an example.
const MaxColumns = 16

// Items describes the table of line items in an example.
type Items struct {
	// Columns are the columns under one header, left to right.
	Columns []Column `json:"columns"`
	// Ends are hashes of the labels of the row directly below the last item.
	Ends []uint32 `json:"ends,omitempty"`
	// Lines says which lines belong to a description.
	Lines Lines `json:"lines,omitempty"`
	// Headers counts the table headers with items below them, including that of Columns; 0 if not all items are
	// known.
	Headers int `json:"headers,omitempty"`
	// Missed says that the extraction found other rows than the right ones.
	Missed bool `json:"missed,omitempty"`
}

// Lines says whether an item's description continues in the lines below its numbers.
type Lines string

// Values of Lines; "" means unknown.
const (
	LinesOne  Lines = "one"  // only the first line; the lines below are remarks
	LinesMore Lines = "more" // all lines to the next item
)

// Column is a column in a table of line items. Places are in thousandths of the page width.
type Column struct {
	// Field is the line item's member in this column, such as "unitPrice"; "" if unknown.
	Field string `json:"field,omitempty"`
	// Meaning is the layout.Column that the heading means without a template.
	Meaning int `json:"kind,omitempty"`
	// Head is the hash of the heading's words, 0 without a heading. At is the heading's left and right edge.
	Head uint32 `json:"head,omitempty"`
	At   [2]int `json:"at"`
	// Cells is the leftmost and rightmost edge of the values in a column with a Field but no heading; else zero.
	Cells [2]int `json:"cells,omitzero"`
	// Missed counts the values in it that were extracted wrong or not at all.
	Missed int `json:"missed,omitempty"`
	// Sure says that Missed is one value with high confidence: more likely a person's slip than an extraction error.
	Sure bool `json:"sure,omitempty"`
}

// Same reports whether two columns are the same: by heading or, without headings, by place.
func (c *Column) Same(o *Column) bool {
	if c.Head != 0 && o.Head != 0 {
		return c.Head == o.Head
	}
	return c.Head == o.Head && edgeDistance(c.Cells[0], c.Cells[1], o.Cells[0], o.Cells[1]) <= toleranceX
}

// ColumnReliability counts in how many examples a column held the member, and in how many it held another member, or
// another column held this one.
type ColumnReliability struct {
	Reliability
	// Missed counts the wrongly extracted values in the examples that held. Slips counts those that may be a person's
	// slip.
	Missed, Slips int
}

// IsReliable reports whether the column is used: it held more often than not.
func (s ColumnReliability) IsReliable() bool { return s.Held > s.Contradicted }

// ColumnReliability returns the standing of a column.
func (l Template) ColumnReliability(c *Column) ColumnReliability {
	s := ColumnReliability{Reliability: Reliability{Name: c.Field}}
	for i := range l.Examples {
		items := l.Examples[i].Items
		if items == nil {
			continue
		}
		k := slices.IndexFunc(items.Columns, func(o Column) bool { return o.Same(c) })
		if k < 0 {
			continue // not on the page
		}
		switch o := &items.Columns[k]; {
		case o.Field == c.Field:
			s.addHeld(o)
		case o.Field != "" || items.has(c.Field):
			s.Contradicted++
		}
	}
	return s
}

func (s *ColumnReliability) addHeld(c *Column) {
	s.Held++
	if s.Missed += c.Missed; c.Sure {
		s.Slips++
	}
}

func (i *Items) has(field string) bool {
	return slices.ContainsFunc(i.Columns, func(c Column) bool { return c.Field == field })
}

// Columns returns the standings of the item columns, left to right, as in the newest example with columns.
func (l Template) Columns() []Reliability {
	standings := []Reliability{}
	for i := range l.Examples {
		if l.Examples[i].Items == nil {
			continue
		}
		for k := range l.Examples[i].Items.Columns {
			if c := &l.Examples[i].Items.Columns[k]; c.Field != "" {
				standings = append(standings, l.ColumnReliability(c).Reliability)
			}
		}
		break
	}
	return standings
}

// Lines returns the most frequent Lines of the examples; "" if tied.
func (l Template) Lines() Lines {
	one, more := 0, 0
	for i := range l.Examples {
		items := l.Examples[i].Items
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

// OneHeader reports whether most examples with complete items had them under one header. Then other tables have no
// items.
func (l Template) OneHeader() bool {
	one, more := 0, 0
	for i := range l.Examples {
		switch items := l.Examples[i].Items; {
		case items == nil || items.Headers == 0:
		case items.Headers == 1:
			one++
		default:
			more++
		}
	}
	return one > more
}

// Ends returns the labels that follow the last item in most of the examples whose page has the label.
func (l Template) Ends() []uint32 {
	counts := map[uint32]int{}
	for i := range l.Examples {
		items := l.Examples[i].Items
		if items == nil {
			continue
		}
		for _, e := range items.Ends {
			counts[e]++
		}
	}
	var ends []uint32
	for _, e := range mostFrequent(counts, len(counts)) {
		if 2*counts[e] > l.countWithLabel(e) {
			ends = append(ends, e)
		}
	}
	return ends
}

// countWithLabel counts the examples with known Ends whose page has the label.
func (l Template) countWithLabel(label uint32) int {
	n := 0
	for i := range l.Examples {
		example := &l.Examples[i]
		if example.Items == nil || len(example.Items.Ends) == 0 {
			continue
		}
		_, known := slices.BinarySearch(example.Labels, label)
		if known || slices.Contains(example.Items.Ends, label) {
			n++
		}
	}
	return n
}
