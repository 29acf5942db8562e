package docx

import (
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/docmill/docmill/engine/read/opc"
)

const (
	maxLevel = 8 // the last level of a numbering (17.9.6)
	// maxLabel bounds the text around a number, in bytes.
	maxLabel = 64
)

// numberRef refers to a level of a numbering; the id "0" means no numbering.
type numberRef struct {
	id    string
	level int
}

// numbering holds the document's numberings and their counters (17.9).
type numbering struct {
	abstract map[string]*[maxLevel + 1]level // by abstractNumId
	numbers  map[string]*numbers             // by numId
	counted  map[*[maxLevel + 1]level]*[maxLevel + 1]int
}

type numbers struct {
	levels    *[maxLevel + 1]level
	overrides map[int]int // numbers to start from, by level
}

type level struct {
	start  int
	format string
	text   string // with %1 for the number of the first level, and so on
}

// next counts a paragraph and returns its label.
func (n *numbering) next(ref numberRef) string {
	num := n.numbers[ref.id]
	if num == nil {
		return ""
	}
	if n.counted == nil {
		n.counted = map[*[maxLevel + 1]level]*[maxLevel + 1]int{}
	}
	count := n.counted[num.levels]
	if count == nil {
		count = new([maxLevel + 1]int)
		for i := range count {
			count[i] = num.levels[i].start - 1
		}
		n.counted[num.levels] = count
	}
	if start, ok := num.overrides[ref.level]; ok {
		count[ref.level] = start - 1
		delete(num.overrides, ref.level)
	}
	count[ref.level]++
	for i := ref.level + 1; i <= maxLevel; i++ {
		count[i] = num.levels[i].start - 1
	}
	return num.levels[ref.level].label(num.levels, count)
}

// label inserts numbers into the text of a level.
func (l *level) label(levels *[maxLevel + 1]level, count *[maxLevel + 1]int) string {
	if l.format == "bullet" {
		return "•"
	}
	if l.format == "none" {
		return ""
	}
	text := l.text
	for i := range levels {
		mark := "%" + strconv.Itoa(i+1)
		if strings.Contains(text, mark) {
			text = strings.ReplaceAll(text, mark, levels[i].write(max(count[i], levels[i].start)))
		}
	}
	return text
}

// write formats a number (17.18.59).
func (l *level) write(n int) string {
	switch l.format {
	case "lowerLetter":
		return strings.ToLower(letters(n))
	case "upperLetter":
		return letters(n)
	case "lowerRoman":
		return strings.ToLower(roman(n))
	case "upperRoman":
		return roman(n)
	case "decimalZero":
		if n < 10 {
			return "0" + strconv.Itoa(n)
		}
	}
	return strconv.Itoa(n)
}

// letters returns A … Z, AA, BB …
func letters(n int) string {
	const alphabet = 26
	if n < 1 || n > 20*alphabet {
		return strconv.Itoa(n)
	}
	return strings.Repeat(string(rune('A'+(n-1)%alphabet)), (n-1)/alphabet+1)
}

func roman(n int) string {
	if n < 1 || n > 3999 {
		return strconv.Itoa(n)
	}
	var sb strings.Builder
	for _, d := range []struct {
		value int
		text  string
	}{
		{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"},
		{50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"},
	} {
		for n >= d.value {
			sb.WriteString(d.text)
			n -= d.value
		}
	}
	return sb.String()
}

func (r *reader) readNumbering(name string) error {
	d, in, err := r.open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	r.numbers.abstract = map[string]*[maxLevel + 1]level{}
	r.numbers.numbers = map[string]*numbers{}
	return d.Children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "abstractNum":
			levels := new([maxLevel + 1]level)
			r.numbers.abstract[opc.Attr(e, "abstractNumId")] = levels
			return readLevels(d, levels)
		case "num":
			return r.readNumber(d, opc.Attr(e, "numId"))
		}
		return d.Skip()
	})
}

func readLevels(d *opc.Decoder, levels *[maxLevel + 1]level) error {
	return d.Children(func(e xml.StartElement) error {
		if e.Name.Local != "lvl" {
			return d.Skip()
		}
		l := &levels[min(parseInteger(opc.Attr(e, "ilvl")), maxLevel)]
		return d.Children(func(e xml.StartElement) error {
			value := opc.Attr(e, "val")
			switch e.Name.Local {
			case "start":
				l.start = parseInteger(value)
			case "numFmt":
				l.format = value
			case "lvlText":
				l.text = strings.ToValidUTF8(value[:min(len(value), maxLabel)], "")
			}
			return d.Skip()
		})
	})
}

func (r *reader) readNumber(d *opc.Decoder, id string) error {
	num := &numbers{levels: new([maxLevel + 1]level), overrides: map[int]int{}}
	r.numbers.numbers[id] = num
	return d.Children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "abstractNumId":
			if levels := r.numbers.abstract[opc.Attr(e, "val")]; levels != nil {
				num.levels = levels
			}
		case "lvlOverride":
			at := min(parseInteger(opc.Attr(e, "ilvl")), maxLevel)
			return d.Children(func(e xml.StartElement) error {
				if e.Name.Local == "startOverride" {
					num.overrides[at] = parseInteger(opc.Attr(e, "val"))
				}
				return d.Skip()
			})
		}
		return d.Skip()
	})
}
