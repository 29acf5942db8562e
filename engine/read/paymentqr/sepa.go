package paymentqr

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/docmill/docmill/engine/text/recognize"
)

// SEPA is a credit transfer to be made, as EPC069-12 (version 3.1) puts it into
// a QR code. What the code leaves out is empty.
type SEPA struct {
	BIC    string
	Name   string // of who is to be paid
	IBAN   string
	Amount string // in EUR, decimal point, two digits
	// Reference is the structured one (ISO 11649), Text the unstructured
	// remittance information; a code has one of them at most.
	Reference, Text string
}

// errOther is the error of text that is of another kind.
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

// ParseSEPA reads what a QR code says. Its error tells why that is no SEPA
// credit transfer.
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

// payloadLines parts a text at its line ends, of either kind, without the blank
// ones at its end.
func payloadLines(text string) []string {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	lines := strings.Split(strings.TrimRight(text, "\n \x00"), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return lines
}

// compactCode writes a code in one piece and capitals.
func compactCode(s string) string { return strings.ToUpper(strings.ReplaceAll(s, " ", "")) }

var moneyShape = regexp.MustCompile(`^\d{1,12}(\.\d{0,3})?$`)

// money normalises an amount as the codes write it; "" if it is none. A zero
// says that the amount is left to who pays.
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
