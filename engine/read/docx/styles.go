package docx

import (
	"encoding/xml"

	"github.com/docmill/docmill/engine/read/opc"
)

const (
	// maxBase bounds a chain of styles based on each other.
	maxBase = 20
	// usualSize is the default text size in half points.
	usualSize = 20.0
)

// toggle is a property that may be unset.
type toggle int8

const (
	no  toggle = -1
	yes toggle = 1
)

// textStyle holds the style properties in use.
type textStyle struct {
	bold, hidden toggle
	size         float64   // in half points, 0 where not set
	stops        []float64 // tab stops in points
	number       numberRef
}

func (s *textStyle) override(o textStyle) {
	if o.bold != 0 {
		s.bold = o.bold
	}
	if o.hidden != 0 {
		s.hidden = o.hidden
	}
	if o.size != 0 {
		s.size = o.size
	}
	if o.stops != nil {
		s.stops = o.stops
	}
	if o.number.id != "" {
		s.number = o.number
	}
}

// styles are a document's styles by their ids (17.7).
type styles struct {
	defaults   textStyle
	byID       map[string]namedStyle
	standard   string               // the paragraph style of paragraphs that name none
	paragraphs map[string]textStyle // resolved
}

type namedStyle struct {
	textStyle
	base string
}

// paragraph resolves a paragraph style and its base styles.
func (s *styles) paragraph(id string) textStyle {
	if id == "" {
		id = s.standard
	}
	if known, ok := s.paragraphs[id]; ok {
		return known
	}
	var chain []textStyle
	for at := id; at != "" && len(chain) < maxBase; {
		named, ok := s.byID[at]
		if !ok {
			break
		}
		chain = append(chain, named.textStyle)
		at = named.base
	}
	out := s.defaults
	for i := len(chain) - 1; i >= 0; i-- {
		out.override(chain[i])
	}
	if s.paragraphs == nil {
		s.paragraphs = map[string]textStyle{}
	}
	s.paragraphs[id] = out
	return out
}

// scale returns the text size relative to the document's usual size, or 0 unless it is clearly larger.
func (s *styles) scale(t textStyle) float64 {
	usual := s.paragraph("").size
	if usual == 0 {
		usual = usualSize
	}
	if t.size < 1.15*usual {
		return 0
	}
	return t.size / usual
}

func (r *reader) readStyles(name string) error {
	d, in, err := r.open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	r.styles.byID = map[string]namedStyle{}
	b := &body{reader: r, in: d}
	return d.Children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "docDefaults":
			var named namedStyle
			err := b.readStyle(&named)
			r.styles.defaults = named.textStyle
			return err
		case "style":
			id := opc.Attr(e, "styleId")
			if opc.Attr(e, "type") == "paragraph" && opc.Attr(e, "default") == "1" {
				r.styles.standard = id
			}
			var named namedStyle
			err := b.readStyle(&named)
			r.styles.byID[id] = named
			return err
		}
		return d.Skip()
	})
}

// readStyle reads a style's properties or the defaults.
func (b *body) readStyle(s *namedStyle) error {
	return b.in.Children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "basedOn":
			s.base = opc.Attr(e, "val")
		case "rPr":
			own, err := b.readRunProperties()
			s.override(own)
			return err
		case "pPr":
			return b.readParagraphStyle(s)
		case "rPrDefault", "pPrDefault":
			return b.readStyle(s)
		}
		return b.in.Skip()
	})
}

func (b *body) readParagraphStyle(s *namedStyle) error {
	p := &paragraphReader{body: b}
	return b.in.Children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "tabs":
			stops, err := readTabs(b.in)
			s.stops = stops
			return err
		case "numPr":
			err := p.numbering()
			s.number = p.number
			return err
		}
		return b.in.Skip()
	})
}

// readRunProperties reads the rest of a rPr element (17.3.2).
func (b *body) readRunProperties() (textStyle, error) {
	var s textStyle
	err := b.in.Children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "b":
			s.bold = toggleOf(on(e))
		case "vanish":
			s.hidden = toggleOf(on(e))
		case "sz":
			s.size = max(0, twips(opc.Attr(e, "val")))
		}
		return b.in.Skip()
	})
	return s, err
}

func toggleOf(v bool) toggle {
	if v {
		return yes
	}
	return no
}
