package paymentqr

import (
	"fmt"
	"strings"

	"github.com/docmill/docmill/engine/text/recognize"
)

// SwissBill is the Swiss Payments Code of a QR-bill (SIX, Swiss Implementation Guidelines QR-bill, versions
// 2.0 to 2.3). Missing values are empty.
type SwissBill struct {
	IBAN             string
	Creditor, Debtor Party
	Amount           string // decimal point, two digits
	Currency         string // CHF or EUR
	// Reference is the QR reference of 27 digits or the creditor reference (ISO 11649).
	Reference string
	Message   string
	// Billing is the Swico S1 text after "//" in the billing information.
	Billing string
}

// Party is a name with an address.
type Party struct {
	Name    string
	Address string // lines joined by ", "
}

// Lines of the code, from 0 (Implementation Guidelines, section 4.3.3).
const (
	swissTag           = 0
	swissVersion       = 1
	swissCoding        = 2
	swissIBAN          = 3
	swissCreditor      = 4
	swissAmount        = 18
	swissCurrency      = 19
	swissDebtor        = 20
	swissReferenceType = 27
	swissReference     = 28
	swissMessage       = 29
	swissTrailer       = 30
	swissBilling       = 31
	swissPartyLines    = 7
	swissLines         = 34
)

// ParseSwissBill reads the text of a QR code. The error explains why it is not a Swiss QR-bill.
func ParseSwissBill(text string) (SwissBill, error) {
	lines := payloadLines(text)
	if len(lines) <= swissTrailer || lines[swissTag] != "SPC" || len(lines) > swissLines {
		return SwissBill{}, errOther
	}
	if !strings.HasPrefix(lines[swissVersion], "02") || lines[swissTrailer] != "EPD" {
		return SwissBill{}, fmt.Errorf("code: Swiss code of version %q", lines[swissVersion])
	}
	b := SwissBill{
		IBAN:     compactCode(lines[swissIBAN]),
		Creditor: swissParty(lines[swissCreditor:]),
		Debtor:   swissParty(lines[swissDebtor:]),
		Currency: lines[swissCurrency],
		Message:  lines[swissMessage],
	}
	if !recognize.ValidIBAN(b.IBAN) {
		return SwissBill{}, fmt.Errorf("code: %q is no IBAN", b.IBAN)
	}
	if b.Currency != "CHF" && b.Currency != "EUR" {
		return SwissBill{}, fmt.Errorf("code: Swiss code in %q", b.Currency)
	}
	if a := lines[swissAmount]; a != "" {
		if b.Amount = money(a); b.Amount == "" && strings.Trim(a, "0.") != "" {
			return SwissBill{}, fmt.Errorf("code: %q is no amount", a)
		}
	}
	if kind := lines[swissReferenceType]; kind == "QRR" || kind == "SCOR" {
		b.Reference = compactCode(lines[swissReference])
	}
	if len(lines) > swissBilling {
		b.Billing = strings.TrimPrefix(lines[swissBilling], "//")
	}
	return b, nil
}

// swissParty reads the seven lines of a party. Type S has separate street, number, post code and town; type
// K, not issued since 2025, has two free lines.
func swissParty(lines []string) Party {
	kind, name, country := lines[0], lines[1], lines[swissPartyLines-1]
	if name == "" {
		return Party{}
	}
	parts := []string{lines[2], lines[3]}
	if kind == "S" {
		parts = []string{lines[2] + " " + lines[3], lines[4] + " " + lines[5]}
	}
	parts = append(parts, country)
	var address []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			address = append(address, p)
		}
	}
	if len(address) == 1 { // the country alone is no address
		address = nil
	}
	return Party{Name: name, Address: strings.Join(address, ", ")}
}
