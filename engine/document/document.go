// Package document is the model that every reader fills and every extractor reads: Document → Page → Line →
// Word.
//
// Geometry is in fractions of the displayed page (rotation and crop applied), origin at the top left: a Box
// of {0, 0, 1, 1} is the whole page. Formats without pages (plain text, office files, mail) have nominal
// ones; see Page.Nominal.
package document

import (
	"image"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/document/mesh"
)

// Source is the source of a word's text.
type Source string

// Sources as they appear in the `source` member of a field.
const (
	SourceText    Source = "text"    // the file's own text
	SourceOCR     Source = "ocr"     // recognized from pixels
	SourceXML     Source = "xml"     // an e-invoice's structured data
	SourceCode    Source = "code"    // a QR or bar code on the page
	SourceForm    Source = "form"    // a form field, as the file states it
	SourceDerived Source = "derived" // computed or repaired from other fields
	SourceModel   Source = "model"   // pointed at by a language model
	SourceLearned Source = "learned" // found where a person's correction of such a document had it
)

// Box is an axis-aligned rectangle in fractions of the displayed page.
type Box struct {
	X0, Y0, X1, Y1 float64
}

// Empty reports whether the box has no extent: the position is unknown.
func (b Box) Empty() bool { return b.X1 <= b.X0 || b.Y1 <= b.Y0 }

// Width of the box, in fractions of the page's width.
func (b Box) Width() float64 { return b.X1 - b.X0 }

// Height of the box, in fractions of the page's height.
func (b Box) Height() float64 { return b.Y1 - b.Y0 }

// CenterX is the horizontal middle of the box.
func (b Box) CenterX() float64 { return (b.X0 + b.X1) / 2 }

// CenterY is the vertical middle of the box.
func (b Box) CenterY() float64 { return (b.Y0 + b.Y1) / 2 }

// Corners returns X0, Y0, X1 and Y1, rounded as in records.
func (b Box) Corners() [4]float64 {
	return [4]float64{Round(b.X0), Round(b.Y0), Round(b.X1), Round(b.Y1)}
}

// Round rounds a fraction of a page or a probability to five digits: 0.01 mm on a page.
func Round(v float64) float64 { return math.Round(v*1e5) / 1e5 }

// Union is the smallest box that contains both; an empty box adds nothing.
func (b Box) Union(o Box) Box {
	switch {
	case b.Empty():
		return o
	case o.Empty():
		return b
	}
	return Box{min(b.X0, o.X0), min(b.Y0, o.Y0), max(b.X1, o.X1), max(b.Y1, o.Y1)}
}

// Overlaps reports whether the boxes share an area.
func (b Box) Overlaps(o Box) bool { return b.X0 < o.X1 && o.X0 < b.X1 && b.Y0 < o.Y1 && o.Y0 < b.Y1 }

// From converts a box in fractions of a part of the page to fractions of the page.
func (b Box) From(part Box) Box {
	return Box{
		X0: part.X0 + b.X0*part.Width(), Y0: part.Y0 + b.Y0*part.Height(),
		X1: part.X0 + b.X1*part.Width(), Y1: part.Y0 + b.Y1*part.Height(),
	}
}

// Turn returns the box on the page turned clockwise by quarter turns, which may be negative.
func (b Box) Turn(quarters int) Box {
	switch quarters & 3 {
	case 1:
		return Box{1 - b.Y1, b.X0, 1 - b.Y0, b.X1}
	case 2:
		return Box{1 - b.X1, 1 - b.Y1, 1 - b.X0, 1 - b.Y0}
	case 3:
		return Box{b.Y0, 1 - b.X1, b.Y1, 1 - b.X0}
	}
	return b
}

// Word is a run of characters without white space.
type Word struct {
	Text string
	Box  Box
	// Confidence is the probability that Text is right: 1 for a file's own text, the recognizer's figure
	// for OCR.
	Confidence float64
	// Size is the font size in points, or 0 if unknown.
	Size   float64
	Bold   bool
	Font   string // name, or "" if unknown
	Source Source
	// Hidden marks text that the page does not show (render mode 3, outside the crop box). It is kept for
	// inspection. Fields never take values from it; custom schemas correct misread words by it.
	Hidden bool
}

// Line is a row of words in reading order.
type Line struct {
	Words []Word
	Box   Box
	// Sideways says that the line runs another way than its page, as a note in the margin does.
	Sideways bool
}

// Text joins the line's words with single spaces.
func (l Line) Text() string {
	var sb strings.Builder
	for i := range l.Words {
		if i > 0 {
			sb.WriteByte(' ')
		}
		sb.WriteString(l.Words[i].Text)
	}
	return sb.String()
}

// IsHidden reports whether the line is hidden; readers never mix hidden and visible words.
func (l Line) IsHidden() bool { return len(l.Words) > 0 && l.Words[0].Hidden }

// Page is one displayed page.
type Page struct {
	Number int // from 1
	// Width and Height of the displayed page in points (1/72 inch); without a resolution one pixel counts
	// as one point. Zero if words have no positions.
	Width, Height float64
	// Nominal means that boxes are positions in a grid of characters (plain text) or cells (tables, office
	// files), for layout and extraction only. Such a page is as long as its text; results report positions
	// on the sheets of package pagerender.
	Nominal bool
	// Turned is the number of clockwise quarter turns, 0 to 3, that make the displayed page upright. Size
	// and boxes refer to the upright page; Displayed converts boxes back.
	Turned int
	// Sheet maps the page to the upright displayed one if that is a picture of a skewed or bent sheet, to which size
	// and boxes refer; nil if they are the same.
	Sheet *mesh.Mesh
	// Partial means that reading exceeded the page's work limit; Lines are incomplete.
	Partial bool
	Lines   []Line // in reading order
	Fields  []FormField
	Marks   []Mark
	// Rules are the straight lines that the file draws on the page, and the edges of its boxes. Scans have none.
	Rules []Box `json:"-"`
	// CodePlaces are the places of the displayed page where barcodes may be.
	CodePlaces []CodePlace `json:"-"`
}

// CodePlace is a place of a page where barcodes may be.
type CodePlace struct {
	Box
	Picture *image.Gray // what fills the place, as it is displayed; nil if the page has to be drawn
}

// Mark is a small square or circle drawn on a page, usually a check box.
type Mark struct {
	Box        Box
	Checked    bool    // something is drawn in it; text in it is not considered
	Confidence float64 // the probability that Checked is right
}

// FormFieldType is a type of form fields.
type FormFieldType string

// The types of form fields (ISO 32000-2, 12.7.5). Push buttons and signatures have no value.
const (
	TextField   FormFieldType = "text"
	ChoiceField FormFieldType = "choice"
	CheckBox    FormFieldType = "checkbox"
	RadioButton FormFieldType = "radio"
)

// FormField is a field of an interactive form, or one button of it, with what the file states about it.
type FormField struct {
	Type    FormFieldType
	Name    string // fully qualified, with dots: "applicant.name"; the buttons of a radio group share it
	Tooltip string // the name for people
	Value   string // the text, or the labels of the chosen options by line; of a button the value that it stands for
	Checked bool   // of a button
	Box     Box
}

// Attachment is a file embedded in the document.
type Attachment struct {
	Name string
	Data []byte
}

// Barcode is a QR or bar code found on a page.
type Barcode struct {
	Page int    // from 1
	Kind string // the symbology: "QR_CODE", "DATA_MATRIX" …
	Text string // what the code says
	Box  Box
}

// Document is the result of reading a file.
type Document struct {
	MIMEType    string // of the bytes, as sniff found it
	Pages       []Page
	Attachments []Attachment
	Barcodes    []Barcode
	Info        map[string]string // the file's own metadata: Title, Author, Producer …
	// File is the PDF or image file with the pages, or nil.
	File []byte `json:"-"`
}

// Text joins all visible lines, pages separated by a form feed.
func (d *Document) Text() string {
	var sb strings.Builder
	for i := range d.Pages {
		if i > 0 {
			sb.WriteString("\f\n")
		}
		for _, l := range d.Pages[i].Lines {
			if l.IsHidden() {
				continue
			}
			sb.WriteString(l.Text())
			sb.WriteByte('\n')
		}
	}
	return sb.String()
}

// TruncateText returns the first maxBytes of a text, without a partial character at the end.
func TruncateText(text string, maxBytes int) string {
	if len(text) <= maxBytes {
		return text
	}
	for maxBytes > 0 && !utf8.RuneStart(text[maxBytes]) {
		maxBytes--
	}
	return text[:maxBytes]
}
