// Package quantity reads quantities and prices in the text of line items: "3 x", "× 4", "2 pcs à 5.00", "$5.00
// ea.".
package quantity

import (
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/fields/items/itemname"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Run is a run of words of a line with a quantity, a unit price, or both.
type Run struct {
	First, Last int                // words of the segment, with the marks before them
	Numbers     []recognize.Amount // one or two
	Unit        int                // the unit after the first number, else -1
	Times       bool               // contains a multiplication sign
	Bare        bool               // a single number that opens a name
}

type tokenType int

const (
	tokenOther tokenType = iota
	tokenMark            // dashes and brackets
	tokenNumber
	tokenTimes // "x", "@", "per"
	tokenLabel // "Qty:"
	tokenPiece // "pcs", "ea."
)

// mark is a piece of a line: a word, several words of one number, or part of a word.
type mark struct {
	tokenType   tokenType
	first, last int
	number      recognize.Amount
	times       bool // a sign, not a word
}

// inFront returns the quantity that opens a part: a number, mostly followed by a sign or a unit.
func inFront(p layout.Part) (Run, bool) {
	marks := marksOf(p)
	if len(marks) == 0 || marks[0].tokenType != tokenNumber || marks[0].number.Percent || marks[0].number.Currency != "" {
		return Run{}, false
	}
	n := 1
	for n < len(marks) && n <= 2 && (marks[n].tokenType == tokenPiece && n == 1 || marks[n].times) {
		n++
	}
	if n < len(marks) && marks[n].first == marks[n-1].last {
		return Run{}, false
	}
	run := runOf(marks[:n])
	run.Bare = n == 1
	return run, n > 1 || len(marks) > 1 && marks[1].tokenType == tokenOther
}

// behind returns possible quantities at the end of a part, the longest first: "24 x 36 × 3".
func behind(p layout.Part) []Run {
	marks := marksOf(p)
	from := len(marks)
	for from > 0 && marks[from-1].tokenType != tokenOther {
		from--
	}
	var out []Run
	for ; from < len(marks); from++ {
		whole := from == 0 || marks[from-1].last < marks[from].first
		if c := runOf(marks[from:]); whole && marks[from].tokenType != tokenMark && c.readMarks(marks[from:]) {
			for k := from - 1; k >= 0 && marks[k].tokenType == tokenMark; k-- {
				c.First = marks[k].first
			}
			out = append(out, c)
		}
	}
	return out
}

func runOf(run []mark) Run {
	c := Run{First: run[0].first, Last: run[len(run)-1].last, Unit: -1}
	for i, m := range run {
		switch {
		case m.tokenType == tokenNumber:
			c.Numbers = append(c.Numbers, m.number)
		case m.tokenType == tokenPiece && i > 0 && run[i-1].tokenType == tokenNumber && len(c.Numbers) == 1 && c.Unit < 0:
			c.Unit = m.first
		}
		c.Times = c.Times || m.times
	}
	return c
}

// readMarks reports whether a run is one number with a sign, unit or currency, or two with a sign between them.
func (c *Run) readMarks(run []mark) bool {
	signs, between := 0, false
	numbers := 0
	for _, m := range run {
		switch m.tokenType {
		case tokenNumber:
			if m.number.Percent || m.number.Negative {
				return false
			}
			numbers++
		case tokenTimes, tokenLabel:
			between = between || numbers == 1
			signs++
		case tokenPiece:
			signs++
		case tokenMark, tokenOther:
		}
	}
	switch numbers {
	case 1:
		return signs > 0 || c.Numbers[0].Currency != ""
	case 2:
		return between && (run[0].tokenType == tokenNumber || run[0].tokenType == tokenLabel)
	}
	return false
}

// marksOf splits the words of a part into marks.
func marksOf(p layout.Part) []mark {
	var marks []mark
	words := p.Words()
	numbers := recognize.Amounts(words)
	for i := 0; i < len(words); i++ {
		if glued := cutWord(words[i], p.First+i); glued != nil {
			marks = append(marks, glued...)
			continue
		}
		for len(numbers) > 0 && numbers[0].First < i {
			numbers = numbers[1:]
		}
		if len(numbers) > 0 && numbers[0].First == i {
			a := numbers[0]
			if i > 0 && a.Negative && itemname.IsDash(words[i]) { // it separates a name from its quantity
				marks = append(marks, mark{tokenType: tokenMark, first: p.First + i, last: p.First + i})
				a.First, a.Negative = i+1, false
			}
			i = a.Last
			marks = append(marks, numberMark(a, p.First+a.First, p.First+a.Last))
			continue
		}
		if n := labelAt(words[i:]); n > 0 {
			marks = append(marks, mark{tokenType: tokenLabel, first: p.First + i, last: p.First + i + n - 1})
			i += n - 1
			continue
		}
		marks = append(marks, mark{tokenType: tokenTypeOf(words[i]), first: p.First + i, last: p.First + i,
			times: IsTimes(words[i])})
	}
	return marksBetween(marks, words, p.First)
}

// marksBetween classifies short words between the two numbers of a run: "0.5 kg × 6.30", "4 pieces at 31.95".
func marksBetween(marks []mark, words []string, first int) []mark {
	for i := 1; i+1 < len(marks); i++ {
		if marks[i].tokenType != tokenOther {
			continue
		}
		w, before, behind := trimMarks(words[marks[i].first-first]), marks[i-1].tokenType, marks[i+1].tokenType
		switch {
		case before == tokenNumber && behind == tokenTimes && unitLike(w):
			marks[i].tokenType = tokenPiece
		case (before == tokenNumber || before == tokenPiece) && (behind == tokenNumber || behind == tokenTimes) && joins(w):
			marks[i].tokenType = tokenTimes
		}
	}
	return marks
}

// joins reports whether a word is as short as those between a quantity and a price: "at", "zu", "po".
func joins(w string) bool {
	const longest = 2
	return unitLike(w) && len([]rune(w)) <= longest && w == strings.ToLower(w)
}

// labelAt returns the number of words that name a quantity or price before a number: "Qty: 2". 0 means none.
func labelAt(words []string) int {
	const longest = 3
	for n := min(longest, len(words)-1); n > 0; n-- {
		c, known := layout.ColumnNamed(recognize.Fold(strings.Join(words[:n], " ")))
		numbers := recognize.Amounts(words[n:])
		known = known && (c == layout.ColumnQuantity || c == layout.ColumnUnitPrice) && !IsTimes(words[n-1])
		if known && len(numbers) > 0 && numbers[0].First == 0 {
			return n
		}
	}
	return 0
}

// unitLike reports whether a word may be a unit of measure.
func unitLike(w string) bool {
	const longest = 6
	return w != "" && len([]rune(w)) <= longest && !strings.ContainsFunc(w, func(c rune) bool {
		return !unicode.IsLetter(c) && c != '.' && c != '²' && c != '³'
	})
}

func numberMark(a recognize.Amount, first, last int) mark {
	a.First, a.Last = first, last
	return mark{tokenType: tokenNumber, first: first, last: last, number: a}
}

const timesSigns = "xX×*@"

// IsTimes reports whether a word is a multiplication sign.
func IsTimes(w string) bool {
	w = trimMarks(w)
	return len([]rune(w)) == 1 && strings.Contains(timesSigns, w) || w == "à" || w == "á"
}

// trimMarks returns a word without the brackets and commas around it.
func trimMarks(w string) string { return strings.Trim(w, "()[],;:") }

func tokenTypeOf(w string) tokenType {
	switch core := trimMarks(w); {
	case core == "" || itemname.IsDash(core):
		return tokenMark
	case IsTimes(core), lexicon.Per.Has(strings.ToLower(core)):
		return tokenTimes
	case lexicon.Piece.Has(recognize.Fold(core)), counted(core):
		return tokenPiece
	}
	return tokenOther
}

// counted reports whether a word such as "hours" may head a column of quantities.
func counted(w string) bool {
	c, known := layout.ColumnNamed(recognize.Fold(w))
	return known && c == layout.ColumnQuantity
}

// cutWord splits a number from attached signs: "2x", "(×4)", "4pcs", "31.95/ea". It returns nil for any other word.
func cutWord(w string, at int) []mark {
	core := trimMarks(w)
	digits := strings.IndexAny(core, itemname.Digits)
	if digits < 0 {
		return cutWords(core, at)
	}
	end := strings.LastIndexAny(core, itemname.Digits) + 1
	front, behind := core[:digits], core[end:]
	var marks []mark
	if IsTimes(front) {
		marks = append(marks, mark{tokenType: tokenTimes, first: at, last: at, times: true})
		front = ""
	}
	all := recognize.Amounts([]string{front + core[digits:end]})
	if len(all) != 1 {
		return nil
	}
	marks = append(marks, numberMark(all[0], at, at))
	switch rest := cutWords(behind, at); {
	case rest != nil:
		return append(marks, rest...)
	case IsTimes(behind), tokenTypeOf(behind) == tokenPiece:
		return append(marks, mark{tokenType: tokenTypeOf(behind), first: at, last: at, times: IsTimes(behind)})
	case behind == "" && len(marks) > 1:
		return marks
	}
	return nil
}

// cutWords splits "/ea", "/hr" and "p/st" at the slash.
func cutWords(w string, at int) []mark {
	head, unit, found := strings.Cut(w, "/")
	if !found || len(head) > 1 || !lexicon.Piece.Has(recognize.Fold(unit)) && (head != "" || !unitLike(unit)) {
		return nil
	}
	return []mark{{tokenType: tokenTimes, first: at, last: at}, {tokenType: tokenPiece, first: at, last: at}}
}
