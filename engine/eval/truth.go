// Package eval measures the engine on labelled documents.
//
// A collection is a folder with a manifest.jsonl, one JSON object a line:
// `file` (relative to the folder), `collection`, `documentType`, `truth`
// (fields by name, `lineItems` as a list of objects), and optionally
// `truthAny` (several acceptable values by field), `truthVisible` (which fields
// the page shows at all) and `ocrBoxes` (reference text boxes, see LoadBoxes).
package eval

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/docmill/docmill/engine/result"
)

// Case is one labelled document.
type Case struct {
	File         string              `json:"file"`
	Collection   string              `json:"collection"`
	DocumentType string              `json:"documentType"`
	Truth        Truth               `json:"truth"`
	TruthAny     map[string][]string `json:"truthAny"`
	Visible      map[string]any      `json:"truthVisible"`
	Layout       string              `json:"layout"`
	OCRBoxes     string              `json:"ocrBoxes"`
}

// Truth holds the scalar fields and the line items of a document.
type Truth struct {
	Scalars   map[string]string
	LineItems []map[string]string
}

// UnmarshalJSON reads the strings and the line items and ignores what else
// stands in a truth.
func (t *Truth) UnmarshalJSON(data []byte) error {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	t.Scalars = map[string]string{}
	for name, value := range raw {
		var s string
		if json.Unmarshal(value, &s) == nil {
			t.Scalars[name] = s
		}
	}
	if items, ok := raw["lineItems"]; ok {
		if err := json.Unmarshal(items, &t.LineItems); err != nil {
			return fmt.Errorf("lineItems: %w", err)
		}
	}
	return nil
}

// Load reads the manifest of a folder.
func Load(folder string) ([]Case, error) {
	f, err := os.Open(filepath.Join(folder, "manifest.jsonl"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	var cases []Case
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for n := 1; lines.Scan(); n++ {
		var c Case
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			return nil, fmt.Errorf("manifest.jsonl:%d: %w", n, err)
		}
		cases = append(cases, c)
	}
	return cases, lines.Err()
}

// shown reports whether the page shows the field at all.
func (c *Case) shown(field string) bool {
	v, ok := c.Visible[field]
	if !ok {
		return true
	}
	b, isBool := v.(bool)
	return !isBool || b
}

// kind gives the engine's type for the manifest's.
func (c *Case) kind() result.DocumentType {
	switch c.DocumentType {
	case "purchase_order_change", "purchase_order_response":
		return result.TypePurchaseOrder
	case "invoice", "credit_note", "receipt", "purchase_order", "bank_statement":
		return result.DocumentType(c.DocumentType)
	}
	return result.TypeGeneric
}
