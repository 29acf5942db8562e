package paymentqr

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/docmill/docmill/engine/text/recognize"
)

// SEPA is a credit transfer from a QR code of EPC069-12 (version 3.1). Missing values are empty.
type SEPA struct {
	BIC    string
	Name   string // of who is to be paid
	IBAN   string
	Amount string // in EUR, decimal point, two digits
	// Reference is structured (ISO 11649), Text is unstructured remittance information; at most one is set.
	Reference, Text string
}

// errOther is returned for text in another format.
var errOther = errors.New("code: not of this kind")

// bicShape is ISO 9362.
var bicShape = regexp.MustCompile(`^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$`)

// Lines of the code, from 0 (EPC069-12, section 2.3).
const (
	sepaTag = iota
	sepaVersion
	sepaCharset
	sepaIdentification
	sepaBIC
	sepaName
	sepaIBAN
	sepaAmount
	sepaPurpose
	sepaReference
	sepaText
	sepaInformation
	sepaLines
)

// ParseSEPA reads the text of a QR code. The error explains why it is not a SEPA credit transfer.
func ParseSEPA(text string) (SEPA, error) {
	lines := payloadLines(text)
	if len(lines) <= sepaIBAN || lines[sepaTag] != "BCD" || len(lines) > sepaLines {
		return SEPA{}, errOther
	}
	if v := lines[sepaVersion]; v != "001" && v != "002" {
		return SEPA{}, fmt.Errorf("code: SEPA code of version %q", v)
	}
	if id := lines[sepaIdentification]; id != "SCT" && id != "INST" {
		return SEPA{}, fmt.Errorf("code: SEPA code for %q", id)
	}
	for len(lines) < sepaLines {
		lines = append(lines, "")
	}
	s := SEPA{
		BIC:       strings.ToUpper(lines[sepaBIC]),
		Name:      lines[sepaName],
		IBAN:      compactCode(lines[sepaIBAN]),
		Reference: compactCode(lines[sepaReference]),
		Text:      lines[sepaText],
	}
	if !bicShape.MatchString(s.BIC) {
		s.BIC = "" // optional since version 002: banks go by the IBAN
	}
	if !recognize.ValidIBAN(s.IBAN) {
		return SEPA{}, fmt.Errorf("code: %q is no IBAN", s.IBAN)
	}
	if a := lines[sepaAmount]; a != "" {
		number, found := strings.CutPrefix(a, "EUR")
		if s.Amount = money(number); !found || s.Amount == "" {
			return SEPA{}, fmt.Errorf("code: %q is no amount in EUR", a)
		}
	}
	return s, nil
}

// payloadLines splits a text at CR, LF or CRLF, without blank lines at the end.
func payloadLines(text string) []string {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	lines := strings.Split(strings.TrimRight(text, "\n \x00"), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return lines
}

// compactCode removes spaces and converts to upper case.
func compactCode(s string) string { return strings.ToUpper(strings.ReplaceAll(s, " ", "")) }

var moneyShape = regexp.MustCompile(`^\d{1,12}(\.\d{0,3})?$`)

// money normalizes an amount, or returns "". Zero means that the payer chooses the amount.
func money(s string) string {
	if !moneyShape.MatchString(s) {
		return ""
	}
	d, err := decimal.NewFromString(strings.TrimSuffix(s, "."))
	if err != nil || d.IsZero() {
		return ""
	}
	return d.StringFixed(2)
}
