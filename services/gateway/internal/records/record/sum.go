package record

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// Summary holds the values for filters and duplicate detection.
type Summary struct {
	Missing    []string // key fields that are not known
	Failed     []string // names of failed checks
	ContentKey []byte   // nil where vendor, number or total is not known
}

// Sum summarizes a completed document by its type, data, checks and values declared missing.
func Sum(d model.Document) (Summary, error) {
	var checks []result.Check
	if err := json.Unmarshal(d.Checks, &checks); err != nil {
		return Summary{}, fmt.Errorf("checks: %w", err)
	}
	s := Summary{Missing: missingIn(d), Failed: []string{}, ContentKey: contentKey(d.Data)}
	for _, c := range checks {
		if !c.Passed {
			s.Failed = append(s.Failed, c.Name)
		}
	}
	return s, nil
}

// contentKey hashes vendor, number and total, which are equal for the same invoice in any file. Names are
// compared by letters and digits.
func contentKey(data json.RawMessage) []byte {
	var d struct {
		VendorName, InvoiceNumber, ReceiptNumber, PurchaseOrderNumber, Total, Currency string
	}
	// Unreadable values count as missing.
	_ = json.Unmarshal(data, &d)
	number := d.InvoiceNumber
	for _, other := range []string{d.ReceiptNumber, d.PurchaseOrderNumber} {
		if number == "" {
			number = other
		}
	}
	vendor, number := lettersAndDigits(d.VendorName), lettersAndDigits(number)
	if vendor == "" || number == "" || d.Total == "" {
		return nil
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{vendor, number, d.Total, d.Currency}, "\x00")))
	return sum[:]
}

func lettersAndDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}
