package docx

import (
	"encoding/xml"
	"strconv"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/document/grid"
	"github.com/docmill/docmill/engine/read/opc"
)

const (
	// twipsPerPoint: lengths are in twentieths of a point.
	twipsPerPoint = 20.0
	// wideSpacing is the distance between paragraphs, in twips, that counts as a blank line.
	wideSpacing = 200
	maxStops    = 64
)

// fieldState is the part of an open field being read: its code or its result (17.16.18).
type fieldState int

const (
	fieldCode fieldState = iota
	fieldResult
)

type paragraphReader struct {
	*body
	p      grid.Paragraph
	style  textStyle    // of the paragraph
	number numberRef    // its numbering
	boxes  []grid.Block // of the text boxes that hang on it
	breaks bool         // a page ends in it
	before bool         // or before it
	spaced [2]bool      // wide distance before and after
	closed int          // runs that later text does not continue
	legacy *formField   // an open one
	result int          // its first run
}

// paragraph reads a paragraph (17.3.1). The text boxes anchored to it come first.
func (b *body) paragraph() ([]grid.Block, error) {
	if err := b.count(); err != nil {
		return nil, err
	}
	p := &paragraphReader{body: b, style: b.styles.paragraph("")}
	if err := p.content(); err != nil {
		return nil, err
	}
	var out []grid.Block
	if p.before {
		out = append(out, pageBreak)
	}
	if p.spaced[0] {
		out = append(out, grid.Block{})
	}
	out = append(out, p.boxes...)
	if len(p.p.Runs) > 0 && p.number.id != "" {
		if label := b.numbers.next(p.number); label != "" {
			p.p.Runs = append([]grid.Run{{Text: label + " ", Bold: p.style.bold == yes}}, p.p.Runs...)
		}
	}
	out = append(out, grid.Block{Paragraph: &p.p})
	if p.spaced[1] {
		out = append(out, grid.Block{})
	}
	if p.breaks {
		out = append(out, pageBreak)
	}
	return out, nil
}

func (p *paragraphReader) content() error {
	return p.in.Children(func(e xml.StartElement) error {
		switch name := e.Name.Local; {
		case name == "pPr":
			return p.properties()
		case name == "r":
			return p.run()
		case name == "sdt":
			return p.inlineControl()
		case name == "t": // of a formula
			return p.text(p.style)
		case name == "AlternateContent":
			_, err := p.alternate(func(*body) ([]grid.Block, error) { return nil, p.content() })
			return err
		case skipped(name):
			return p.in.Skip()
		}
		return p.content() // hyperlink, ins, fldSimple, smartTag, sdt …
	})
}

func (p *paragraphReader) properties() error {
	return p.in.Children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "pStyle":
			p.style = p.styles.paragraph(opc.Attr(e, "val"))
			p.p.Stops, p.number = p.style.stops, p.style.number
		case "numPr":
			return p.numbering()
		case "tabs":
			stops, err := readTabs(p.in)
			p.p.Stops = stops
			return err
		case "ind":
			p.p.Indent = indent(e)
		case "pageBreakBefore":
			p.before = on(e)
		case "spacing":
			p.spaced = [2]bool{twips(opc.Attr(e, "before")) >= wideSpacing, twips(opc.Attr(e, "after")) >= wideSpacing}
		case "sectPr":
			p.breaks = true
			return p.section()
		}
		return p.in.Skip()
	})
}

// readTabs reads tab stops, in points (17.3.1.38).
func readTabs(in *opc.Decoder) ([]float64, error) {
	var stops []float64
	err := in.Children(func(e xml.StartElement) error {
		at := twips(opc.Attr(e, "pos"))
		if opc.Attr(e, "val") != "clear" && at > 0 && len(stops) < maxStops {
			stops = append(stops, at/twipsPerPoint)
		}
		return in.Skip()
	})
	return stops, err
}

func indent(e xml.StartElement) float64 {
	left := opc.Attr(e, "left")
	if left == "" {
		left = opc.Attr(e, "start")
	}
	const most = 300.0
	return min(max(0, twips(left)/twipsPerPoint), most)
}

func twips(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || v != v {
		return 0
	}
	return min(max(v, -1e5), 1e5)
}

func (p *paragraphReader) numbering() error {
	return p.in.Children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "numId":
			p.number.id = opc.Attr(e, "val")
		case "ilvl":
			p.number.level = min(parseInteger(opc.Attr(e, "val")), maxLevel)
		}
		return p.in.Skip()
	})
}

// run reads a run (17.3.2).
func (p *paragraphReader) run() error {
	style := p.style
	return p.in.Children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "rPr":
			return p.runProperties(&style)
		case "t":
			return p.text(style)
		case "fldChar":
			return p.fieldMark(opc.Attr(e, "fldCharType"))
		case "footnoteReference":
			p.cited[0] = append(p.cited[0], opc.Attr(e, "id"))
		case "endnoteReference":
			p.cited[1] = append(p.cited[1], opc.Attr(e, "id"))
		case "br":
			if opc.Attr(e, "type") == "page" {
				p.breaks = true
			} else {
				p.write("\n", style)
			}
		case "drawing", "pict", "object":
			return p.textBoxes()
		case "AlternateContent":
			boxes, err := p.alternate((*body).drawing)
			p.boxes = append(p.boxes, boxes...)
			return err
		default:
			p.write(character(e), style)
		}
		return p.in.Skip()
	})
}

// character returns the text of a single-character element.
func character(e xml.StartElement) string {
	switch e.Name.Local {
	case "tab", "ptab":
		return "\t"
	case "cr":
		return "\n"
	case "noBreakHyphen":
		return "-"
	case "sym":
		code, err := strconv.ParseUint(opc.Attr(e, "char"), 16, 16)
		if r := rune(code); err == nil && utf8.ValidRune(r) && (r < 0xe000 || r > 0xf8ff) {
			return string(r)
		}
	}
	return ""
}

func (p *paragraphReader) runProperties(style *textStyle) error {
	own, err := p.readRunProperties()
	if err == nil {
		style.override(own)
	}
	return err
}

func (p *paragraphReader) text(style textStyle) error {
	text, err := p.in.Text()
	if err == nil {
		p.write(text, style)
	}
	return err
}

// write adds text unless it is hidden or the code of a field.
func (p *paragraphReader) write(text string, style textStyle) {
	if text == "" || style.hidden == yes {
		return
	}
	for _, f := range p.fields {
		if f == fieldCode {
			return
		}
	}
	scale := p.styles.scale(style)
	if n := len(p.p.Runs); n > p.closed && p.p.Runs[n-1].Bold == (style.bold == yes) && p.p.Runs[n-1].Scale == scale {
		if last := &p.p.Runs[n-1]; len(last.Text) < 256 {
			last.Text += text
			return
		}
	}
	p.p.Runs = append(p.p.Runs, grid.Run{Text: text, Bold: style.bold == yes, Scale: scale})
}

// field processes a field's marks: the code lasts until "separate", then the result follows.
func (p *paragraphReader) field(mark string) {
	const maxFields = 100
	last := len(p.fields) - 1
	switch {
	case mark == "begin" && len(p.fields) < maxFields:
		p.fields = append(p.fields, fieldCode)
	case mark == "separate" && last >= 0:
		p.fields[last] = fieldResult
	case mark == "end" && last >= 0:
		p.fields = p.fields[:last]
	}
}

func (p *paragraphReader) textBoxes() error {
	boxes, err := p.drawing()
	p.boxes = append(p.boxes, boxes...)
	return err
}

// drawing reads the text boxes within the current element. DrawingML and VML store their text alike
// (17.17.1).
func (b *body) drawing() ([]grid.Block, error) {
	var out []grid.Block
	err := b.in.Children(func(e xml.StartElement) error {
		var more []grid.Block
		var err error
		switch e.Name.Local {
		case "txbxContent":
			inner := &body{reader: b.reader, in: b.in}
			more, err = inner.blocks()
			more = trim(unbroken(more))
		case "AlternateContent":
			more, err = b.alternate((*body).drawing)
		default:
			more, err = b.drawing()
		}
		out = append(out, more...)
		return err
	})
	return out, err
}
