// Package eval measures the engine on labeled documents.
//
// A collection is a folder with a manifest.jsonl of one JSON object per line, which docs/evaluating.md describes and
// Case holds. Run reads the documents, compares results with the truth and returns a Report. Report.Summary aggregates
// it, and Fit derives a calibration from it.
package eval

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Manifest is the name of the file that labels a folder's documents.
const Manifest = "manifest.jsonl"

// How a document was captured.
const (
	CaptureScan  = "scan"
	CapturePhoto = "photo"
)

// Case is one labeled document: a line of the manifest.
type Case struct {
	Folder       string `json:"-"`    // that Load was given
	File         string `json:"file"` // below the folder, slashes part its names
	Collection   string `json:"collection"`
	DocumentType string `json:"documentType"` // "" if not measured
	Truth        Truth  `json:"truth"`
	// TruthAny holds several right values of a field.
	TruthAny map[string][]string `json:"truthAny"`
	// Visible is false for a field that the page does not show.
	Visible map[string]any `json:"truthVisible"`
	// Raw holds values as the page prints them, for inspection.
	Raw map[string]any `json:"truthRaw"`
	// PartialLineItems are some of the line items. Other found items do not count as wrong.
	PartialLineItems []Row  `json:"partialLineItems"`
	Layout           string `json:"layout"`   // a part of the collection that is reported apart
	Template         string `json:"template"` // of the document; its family is the part before the first "-"
	OCRBoxes         string `json:"ocrBoxes"` // file of reference text boxes, see LoadBoxes
	Language         string `json:"lang"`     // BCP 47
	Capture          string `json:"capture"`  // CaptureScan or CapturePhoto, "" if unknown
}

// Row is a line item: its members by name.
type Row map[string]string

// Rows converts line items of results.
func Rows(items []map[string]string) []Row {
	rows := make([]Row, len(items))
	for i := range items {
		rows[i] = items[i]
	}
	return rows
}

// UnmarshalJSON reads the members that are strings or numbers.
func (r *Row) UnmarshalJSON(data []byte) error {
	var err error
	*r, err = scalars(data)
	return err
}

// Truth holds the scalar fields and the line items of a document.
type Truth struct {
	Scalars   map[string]string
	LineItems []Row
}

// UnmarshalJSON reads strings, numbers and the line items. It ignores other members.
func (t *Truth) UnmarshalJSON(data []byte) error {
	var err error
	if t.Scalars, err = scalars(data); err != nil {
		return err
	}
	var lists struct {
		LineItems []Row `json:"lineItems"`
	}
	if err := json.Unmarshal(data, &lists); err != nil {
		return fmt.Errorf("lineItems: %w", err)
	}
	t.LineItems = lists.LineItems
	return nil
}

// scalars returns the members of an object that are non-empty strings or numbers. Empty ones are unknown.
func scalars(data []byte) (map[string]string, error) {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, err
	}
	out := map[string]string{}
	for name, value := range raw {
		var s string
		var n json.Number
		if json.Unmarshal(value, &s) == nil {
			out[name] = strings.TrimSpace(s)
		} else if json.Unmarshal(value, &n) == nil {
			out[name] = n.String()
		}
		if out[name] == "" {
			delete(out, name)
		}
	}
	return out, nil
}

// Load reads the manifest of a folder.
func Load(folder string) ([]Case, error) {
	f, err := os.Open(filepath.Join(folder, Manifest))
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	cases, err := Parse(f)
	for i := range cases {
		cases[i].Folder = folder
	}
	return cases, err
}

// Path returns the path of the file.
func (c *Case) Path() string { return filepath.Join(c.Folder, filepath.FromSlash(c.File)) }

// Parse reads a manifest. It skips empty lines. Errors include the line number.
func Parse(r io.Reader) ([]Case, error) {
	const longest = 16 << 20 // bytes of a line
	var cases []Case
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longest)
	for n := 1; lines.Scan(); n++ {
		if len(strings.TrimSpace(lines.Text())) == 0 {
			continue
		}
		var c Case
		err := json.Unmarshal(lines.Bytes(), &c)
		if err == nil {
			err = c.validate()
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", Manifest, n, err)
		}
		cases = append(cases, c)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", Manifest, err)
	}
	return cases, nil
}

func (c *Case) validate() error {
	switch {
	case c.File == "":
		return errors.New(`"file" is missing`)
	case !filepath.IsLocal(filepath.FromSlash(c.File)):
		return fmt.Errorf(`"file" %q is not below the folder`, c.File)
	case c.OCRBoxes != "" && !filepath.IsLocal(filepath.FromSlash(c.OCRBoxes)):
		return fmt.Errorf(`"ocrBoxes" %q is not below the folder`, c.OCRBoxes)
	case !slices.Contains([]string{"", CaptureScan, CapturePhoto}, c.Capture):
		return fmt.Errorf(`"capture" %q is neither %q nor %q`, c.Capture, CaptureScan, CapturePhoto)
	}
	return nil
}

// Shown reports whether the page shows the field. A number is the share of line items found by text, which is too
// imprecise to exclude any.
func (c *Case) Shown(field string) bool {
	shown, isBool := c.Visible[field].(bool)
	return !isBool || shown
}

// EngineType returns the engine's document type for the manifest's.
func (c *Case) EngineType() result.DocumentType {
	switch c.DocumentType {
	case "purchase_order_change", "purchase_order_response":
		return result.TypePurchaseOrder
	}
	if t := schema.Of(schema.DocumentType(c.DocumentType)); len(t.Fields) > 0 {
		return t.Name
	}
	return result.TypeGeneric
}

// Known returns the right values of the scalar fields that the page shows, by their names in results: first the truth,
// then equally right alternatives.
func (c *Case) Known() map[string][]string {
	known := map[string][]string{}
	for field := range c.Truth.Scalars {
		if c.Shown(field) {
			known[c.name(field)] = c.accepted(field)
		}
	}
	return known
}

// name maps a field of the manifest to its name in results. Receipts have a date instead of a date of issue, and a
// separate number.
func (c *Case) name(field string) string {
	if schema.Of(c.EngineType()).Family != schema.FamilyReceipt {
		return field
	}
	switch field {
	case "issueDate":
		return "date"
	case "invoiceNumber":
		return "receiptNumber"
	}
	return field
}

func (c *Case) accepted(field string) []string {
	return append([]string{c.Truth.Scalars[field]}, c.TruthAny[field]...)
}

// Printed returns the value of a field as the page prints it, or "" if the manifest does not state it.
func (c *Case) Printed(field string) string {
	switch raw := c.Raw[field].(type) {
	case string:
		return raw
	case []any:
		if len(raw) > 0 {
			first, _ := raw[0].(string)
			return first
		}
	}
	return ""
}

// Selection selects the documents to measure and the options.
type Selection struct {
	Collections []string // all if empty
	Languages   []string // of the manifest's lang; all if empty
	Split       string   // SplitA or SplitB, both if empty
	Limit       int      // maximum documents of each collection; all if 0
	Workers     int      // documents at a time; one if 0

	Boxes bool // reference boxes instead of OCR
	XML   bool // use embedded e-invoices; otherwise only pages are read
	// Photos and Scans are collections of photos and scans, for manifests that do not specify it.
	Photos, Scans []string
	// Models extracts the documents; nil means the embedded models.
	Models *extract.Models
	// Folds selects, for documents that were trained on, models trained without them; nil reads all documents with
	// Models. Reserved documents are not measured.
	Folds *LeftOut
	// Seen reads all documents with Models despite Folds, for comparison.
	Seen bool
	// Aside measures only the documents that Folds reserves.
	Aside bool

	// Progress, if set, is called after each document, concurrently by several workers.
	Progress func(done, of int)
}

// Halves of a folder. All documents of an issuer are in the same half, so work based on one half is measured on unseen
// issuers of the other.
const (
	SplitA = "a"
	SplitB = "b"
)

func (s Selection) choose(cases []Case) []Case {
	taken := map[string]int{}
	out := slices.DeleteFunc(slices.Clone(cases), func(c Case) bool {
		if !among(s.Collections, c.Collection) || !among(s.Languages, c.Language) || s.Split != "" && s.Split != c.half() ||
			s.Folds != nil && s.Folds.isAside(&c) != s.Aside {
			return true
		}
		taken[c.Collection]++
		return s.Limit > 0 && taken[c.Collection] > s.Limit
	})
	for i := range out {
		switch c := &out[i]; {
		case c.Capture != "":
		case slices.Contains(s.Photos, c.Collection):
			c.Capture = CapturePhoto
		case slices.Contains(s.Scans, c.Collection):
			c.Capture = CaptureScan
		}
	}
	return out
}

func among(wanted []string, value string) bool {
	return len(wanted) == 0 || slices.Contains(wanted, value)
}

// half returns SplitA or SplitB by a hash of the issuer's name, or of the file's name if there is no issuer.
func (c *Case) half() string {
	key := recognize.Compact(c.Truth.Scalars["vendorName"])
	if key == "" {
		key = c.File
	}
	h := fnv.New32a()
	fmt.Fprint(h, key)
	if h.Sum32()%2 == 0 {
		return SplitA
	}
	return SplitB
}
