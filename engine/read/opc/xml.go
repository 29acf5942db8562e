package opc

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/docmill/docmill/engine/extractionerror"
)

const maxDepth = 400

// Decoder reads a part's XML. There are no document types in packages (7.2.1).
type Decoder struct {
	xml   *xml.Decoder
	depth int
}

// NewDecoder reads XML in UTF-8 or UTF-16, the encodings that parts may be in.
func NewDecoder(r io.Reader) *Decoder {
	d := xml.NewDecoder(transform.NewReader(bufio.NewReader(r), unicode.BOMOverride(unicode.UTF8.NewDecoder())))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // decoded above
	return &Decoder{xml: d}
}

// Token returns the next start, end or text, io.EOF at the end, or a *extractionerror.Error. It is valid
// until the next call.
func (d *Decoder) Token() (xml.Token, error) {
	for {
		t, err := d.xml.Token()
		if errors.Is(err, io.EOF) {
			return nil, io.EOF
		}
		if err != nil {
			return nil, failed(err)
		}
		switch t.(type) {
		case xml.StartElement:
			if d.depth++; d.depth > maxDepth {
				return nil, extractionerror.New(extractionerror.TooComplex, fmt.Errorf("elements %d deep", d.depth),
					"The document is nested more than %d deep.", maxDepth)
			}
		case xml.EndElement:
			d.depth--
		case xml.CharData:
		case xml.Directive:
			return nil, Damaged(errors.New("a document type"))
		default:
			continue
		}
		return t, nil
	}
}

// Skip skips the rest of the current element.
func (d *Decoder) Skip() error {
	for open := 1; open > 0; {
		t, err := d.Token()
		if err != nil {
			return ended(err)
		}
		switch t.(type) {
		case xml.StartElement:
			open++
		case xml.EndElement:
			open--
		}
	}
	return nil
}

// Children calls visit for each child of the current element, and consumes the element. visit must consume
// the child, for example with Skip.
func (d *Decoder) Children(visit func(xml.StartElement) error) error {
	for {
		t, err := d.Token()
		if err != nil {
			return ended(err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			if err := visit(t); err != nil {
				return err
			}
		case xml.EndElement:
			return nil
		}
	}
}

// Root reads the start of the root element.
func (d *Decoder) Root() (xml.StartElement, error) {
	for {
		t, err := d.Token()
		if err != nil {
			return xml.StartElement{}, ended(err)
		}
		if start, ok := t.(xml.StartElement); ok {
			return start, nil
		}
	}
}

// Text returns the text of the current element without that of its children, and consumes the element.
func (d *Decoder) Text() (string, error) {
	var text []byte
	for {
		t, err := d.Token()
		if err != nil {
			return "", ended(err)
		}
		switch t := t.(type) {
		case xml.CharData:
			text = append(text, t...)
		case xml.StartElement:
			if err := d.Skip(); err != nil {
				return "", err
			}
		case xml.EndElement:
			return string(text), nil
		}
	}
}

// ended returns the error for a file that ends within an element.
func ended(err error) error {
	if errors.Is(err, io.EOF) {
		return Damaged(io.ErrUnexpectedEOF)
	}
	return err
}

// Attr returns an attribute by its local name, or "".
func Attr(e xml.StartElement, local string) string {
	for i := range e.Attr {
		if e.Attr[i].Name.Local == local {
			return e.Attr[i].Value
		}
	}
	return ""
}
