// Package tables measures how well the tables of PDF files are found. It makes files with tables as agencies print
// them, whose cells are known, and compares the neighbors of cells, as the ICDAR 2013 table competition does.
package tables

// Rules are the lines of a design.
type Rules int

// The rules, from none to one around each cell.
const (
	NoRules   Rules = iota
	HeadRules       // above and below the headings, and at the end
	RowRules        // below each row
	GridRules       // around each cell
)

// Place is the arrangement of the tables of a page.
type Place int

// The places.
const (
	Alone    Place = iota // between paragraphs
	Beside                // two tables side by side
	InColumn              // in one of two columns of text
	OnPages               // continued on the next page
	Stacked               // two tables one below the other
	NoTable               // paragraphs and lists only
)

// Design describes a kind of tables. Its tables differ by their seeds.
type Design struct {
	Name string
	// Held designs are not looked at while rules are written.
	Held       bool
	Columns    [2]int // fewest and most
	Rows       [2]int
	Size       float64 // of the letters in points
	Gap        float64 // between columns, in heights of letters
	Leading    float64 // between the lines of a cell, in heights of letters
	Pad        float64 // between rows besides, in heights of letters
	Rules      Rules
	Place      Place
	HeadLines  int     // lines of a heading, at most
	Groups     bool    // headings over several columns
	GroupRules bool    // a rule below each of those
	Wrap       int     // 0: labels have one line; 1: figures are beside the first of two lines; 2: beside the last
	Words      int     // columns of words besides the labels, which have several lines
	Empty      float64 // share of cells without text
	Sections   bool    // rows that hold a heading only
	Centered   bool    // figures are centered instead of ending at one edge
	Merged     bool    // labels over several rows
	Leaders    bool    // dots lead from labels to figures
	Blocks     int     // rows after which a line is empty; 0 for none
	Underlined bool    // a line below each heading
	Units      bool    // a line with the unit below the headings
	Shaded     bool    // every other row
}

// Designs returns all designs.
func Designs() []Design {
	return []Design{
		{Name: "plain", Columns: [2]int{3, 7}, Rows: [2]int{5, 20}, Size: 9, Gap: 1.5, Leading: 1.15, Pad: 0.2, HeadLines: 1},
		{Name: "tight", Columns: [2]int{5, 9}, Rows: [2]int{8, 25}, Size: 7, Gap: 0.8, Leading: 1.1, HeadLines: 3,
			Rules: HeadRules, Empty: 0.05},
		{Name: "groups", Columns: [2]int{5, 8}, Rows: [2]int{6, 16}, Size: 8, Gap: 1.2, Leading: 1.15, Pad: 0.2, HeadLines: 2,
			Groups: true, Rules: HeadRules, GroupRules: true},
		{Name: "groups-open", Columns: [2]int{5, 7}, Rows: [2]int{6, 14}, Size: 9, Gap: 1.4, Leading: 1.15, Pad: 0.1,
			HeadLines: 1, Groups: true, Centered: true},
		{Name: "labels-first", Columns: [2]int{3, 6}, Rows: [2]int{6, 14}, Size: 9, Gap: 1.5, Leading: 1.15, Pad: 0.5,
			HeadLines: 2, Wrap: 1, Rules: HeadRules},
		{Name: "labels-last", Columns: [2]int{3, 6}, Rows: [2]int{6, 14}, Size: 8, Gap: 1.5, Leading: 1.1, Pad: 0.4,
			HeadLines: 2, Wrap: 2},
		{Name: "words", Columns: [2]int{2, 3}, Rows: [2]int{4, 8}, Size: 9, Gap: 1.5, Leading: 1.15, Pad: 0.8, HeadLines: 1,
			Words: 2, Rules: RowRules},
		{Name: "words-open", Columns: [2]int{2, 3}, Rows: [2]int{4, 8}, Size: 9, Gap: 1.6, Leading: 1.15, Pad: 0.8,
			HeadLines: 1, Words: 1},
		{Name: "grid", Columns: [2]int{3, 6}, Rows: [2]int{4, 12}, Size: 9, Gap: 1, Leading: 1.15, Pad: 0.6, HeadLines: 2,
			Words: 1, Rules: GridRules, Groups: true, Empty: 0.1, Merged: true},
		{Name: "sections", Columns: [2]int{4, 7}, Rows: [2]int{9, 22}, Size: 8, Gap: 1.4, Leading: 1.15, Pad: 0.15,
			HeadLines: 2, Sections: true, Rules: HeadRules, Empty: 0.1},
		{Name: "beside", Columns: [2]int{3, 3}, Rows: [2]int{5, 10}, Size: 8, Gap: 1.5, Leading: 1.15, Pad: 0.2, HeadLines: 1,
			Place: Beside, Rules: HeadRules},
		{Name: "in-column", Columns: [2]int{3, 4}, Rows: [2]int{5, 10}, Size: 8, Gap: 1.4, Leading: 1.15, Pad: 0.1,
			HeadLines: 1, Place: InColumn},
		{Name: "pages", Columns: [2]int{3, 6}, Rows: [2]int{60, 80}, Size: 9, Gap: 1.5, Leading: 1.15, Pad: 0.2, HeadLines: 1,
			Place: OnPages, Rules: HeadRules},
		{Name: "stacked", Columns: [2]int{3, 6}, Rows: [2]int{4, 9}, Size: 9, Gap: 1.5, Leading: 1.15, Pad: 0.2, HeadLines: 2,
			Place: Stacked},
		{Name: "leaders", Columns: [2]int{2, 5}, Rows: [2]int{8, 20}, Size: 8, Gap: 1.2, Leading: 1.15, Pad: 0.1,
			HeadLines: 2, Leaders: true, Blocks: 5, Underlined: true},
		{Name: "blocks", Columns: [2]int{3, 6}, Rows: [2]int{12, 24}, Size: 8, Gap: 1.3, Leading: 1.15, Pad: 0.1,
			HeadLines: 2, Blocks: 6, Sections: true, Empty: 0.05, Rules: HeadRules},
		{Name: "units", Columns: [2]int{4, 7}, Rows: [2]int{6, 14}, Size: 8, Gap: 1.3, Leading: 1.15, Pad: 0.3, HeadLines: 2,
			Units: true, Shaded: true, Wrap: 1, Rules: HeadRules},
		{Name: "none", Size: 9, Leading: 1.2, Place: NoTable},

		{Name: "held-dense", Held: true, Columns: [2]int{6, 10}, Rows: [2]int{10, 30}, Size: 6.5, Gap: 1, Leading: 1.12,
			HeadLines: 2, Groups: true, Sections: true, Rules: HeadRules, Empty: 0.15},
		{Name: "held-survey", Held: true, Columns: [2]int{3, 5}, Rows: [2]int{5, 12}, Size: 10, Gap: 2.2, Leading: 1.2,
			Pad: 0.5, HeadLines: 3, Wrap: 1, Centered: true},
		{Name: "held-list", Held: true, Columns: [2]int{3, 4}, Rows: [2]int{4, 9}, Size: 8, Gap: 1.3, Leading: 1.1, Pad: 0.7,
			HeadLines: 1, Words: 3, Rules: HeadRules},
		{Name: "held-columns", Held: true, Columns: [2]int{3, 4}, Rows: [2]int{6, 12}, Size: 7.5, Gap: 1.2, Leading: 1.15,
			HeadLines: 2, Place: InColumn, Rules: HeadRules},
		{Name: "held-forms", Held: true, Columns: [2]int{4, 7}, Rows: [2]int{5, 10}, Size: 8.5, Gap: 0.9, Leading: 1.15,
			Pad: 0.5, HeadLines: 3, Groups: true, Rules: GridRules, Wrap: 1, Empty: 0.3, Merged: true},
		{Name: "held-report", Held: true, Columns: [2]int{3, 6}, Rows: [2]int{8, 20}, Size: 7.5, Gap: 1.1, Leading: 1.12,
			Pad: 0.1, HeadLines: 3, Leaders: true, Blocks: 4, Groups: true, GroupRules: true, Wrap: 2, Empty: 0.1},
		{Name: "held-bands", Held: true, Columns: [2]int{2, 4}, Rows: [2]int{4, 9}, Size: 9.5, Gap: 1.8, Leading: 1.2,
			Pad: 0.6, HeadLines: 2, Shaded: true, Words: 1, Sections: true},
		{Name: "held-stacked", Held: true, Columns: [2]int{4, 6}, Rows: [2]int{3, 8}, Size: 9, Gap: 1.2, Leading: 1.15,
			Pad: 0.3, HeadLines: 2, Place: Stacked, Rules: RowRules, Empty: 0.1},
	}
}
