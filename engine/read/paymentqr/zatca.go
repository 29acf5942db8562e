package paymentqr

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// TaxInvoice is the QR code of Saudi invoices and receipts (ZATCA, Electronic Invoice Security Features
// Implementation Standards, section 4, "QR code"). Amounts are in SAR.
type TaxInvoice struct {
	Seller string
	VATID  string // fifteen digits
	// Date and Time of issue, YYYY-MM-DD and HH:MM:SS, as written; the time may be empty.
	Date, Time string
	Total      string // with VAT; decimal point, two digits
	VAT        string
}

// Tags of the code; later tags hold hashes and signatures.
const (
	zatcaSeller = iota + 1
	zatcaVATID
	zatcaTime
	zatcaTotal
	zatcaVAT
)

var errZATCA = errors.New("code: not a ZATCA tax invoice")

// ParseTaxInvoice reads the text of a QR code: base64 of tag, length and value, with one byte each for tag
// and length. The error explains why it is not a tax invoice.
func ParseTaxInvoice(text string) (TaxInvoice, error) {
	const smallest, largest = 20, 4 << 10
	text = strings.TrimSpace(text)
	if len(text) < smallest || len(text) > largest {
		return TaxInvoice{}, errOther
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return TaxInvoice{}, errOther
	}
	values, err := tagged(data)
	if err != nil {
		return TaxInvoice{}, err
	}
	t := TaxInvoice{
		Seller: strings.TrimSpace(values[zatcaSeller]),
		VATID:  strings.TrimSpace(values[zatcaVATID]),
		Total:  money(strings.ReplaceAll(values[zatcaTotal], ",", "")),
		VAT:    money(strings.ReplaceAll(values[zatcaVAT], ",", "")),
	}
	const vatDigits = 15
	if t.Seller == "" || len(t.VATID) != vatDigits || !isNumber(t.VATID) || t.Total == "" {
		return TaxInvoice{}, fmt.Errorf("%w: seller %q, VAT id %q, total %q", errZATCA, t.Seller, t.VATID, values[zatcaTotal])
	}
	if t.Date, t.Time, err = zatcaMoment(values[zatcaTime]); err != nil {
		return TaxInvoice{}, err
	}
	return t, nil
}

// tagged reads the values of the first five tags.
func tagged(data []byte) (map[byte]string, error) {
	values := map[byte]string{}
	for len(data) > 0 {
		if len(data) < 2 || len(data) < 2+int(data[1]) {
			return nil, fmt.Errorf("%w: cut off", errZATCA)
		}
		tag, value := data[0], data[2:2+int(data[1])]
		data = data[2+len(value):]
		if tag > zatcaVAT {
			break
		}
		if !utf8.Valid(value) {
			return nil, fmt.Errorf("%w: tag %d is no text", errZATCA, tag)
		}
		values[tag] = string(value)
	}
	return values, nil
}

// zatcaMoment reads the known variants of ISO 8601 and keeps the written form, which is on the receipt as
// well.
func zatcaMoment(s string) (date, clock string, err error) {
	s = strings.TrimSpace(s)
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Format(time.DateOnly), t.Format(time.TimeOnly), nil
		}
	}
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return "", "", fmt.Errorf("%w: time %q", errZATCA, s)
	}
	return t.Format(time.DateOnly), "", nil
}
