package correct

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Read converts values, by path, to the records' notation: people write "02.12.2014", "30.473,00" or "€
// 30,473.00", depending on their language and the document. Values in the records' notation stay, except
// that an ambiguous typed value ("1.234") is read in the document's notation unless it is the present
// value. Unreadable values stay as well, and Apply reports them. If the document's notation does not
// resolve an ambiguity, Read returns a *apierror.Error of CodeInvalidRequest.
func Read(
	documentType string, schema, data json.RawMessage, w Writing, values map[string]*string, typed bool,
) (map[string]*string, error) {
	root, err := shapeOf(documentType, schema)
	if err != nil {
		return nil, err
	}
	r, err := readerOf(root, data, w, values, typed)
	if err != nil {
		return nil, err
	}
	read := make(map[string]*string, len(values))
	for _, path := range slices.Sorted(maps.Keys(values)) {
		if read[path], err = r.readAt(path, values[path]); err != nil {
			return nil, refusal(path, err.Error())
		}
	}
	return read, nil
}

func readerOf(root shape, data json.RawMessage, w Writing, values map[string]*string, typed bool) (reader, error) {
	if c, corrected := values["currency"]; corrected {
		w.Currency = ""
		if c != nil {
			w.Currency = readCurrency(*c)
		}
	}
	r := reader{Writing: w, root: root, digits: minorDigits(data, map[string]*string{"currency": &w.Currency}),
		typed: typed}
	if err := json.Unmarshal(data, &r.members); err != nil {
		return reader{}, fmt.Errorf("data: %w", err)
	}
	return r, nil
}

// shapeAt returns the shape at a path, for any index of elements.
func (s shape) shapeAt(path string) (shape, bool) {
	for step := range strings.SplitSeq(path, ".") {
		switch {
		case s.element != nil:
			s = *s.element
		case s.members != nil:
			member, known := s.members[step]
			if !known {
				return shape{}, false
			}
			s = member
		default:
			return shape{}, false
		}
	}
	return s, true
}

func lastStep(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// present returns the text at a path of decoded data, or "".
func present(at any, path string) string {
	for step := range strings.SplitSeq(path, ".") {
		switch holder := at.(type) {
		case map[string]any:
			at = holder[step]
		case []any:
			i := indexOf(step)
			if i.n < 0 || i.n >= len(holder) {
				return ""
			}
			at = holder[i.n]
		default:
			return ""
		}
	}
	text, _ := at.(string)
	return text
}

// reader reads values as people write them.
type reader struct {
	Writing
	root    shape
	members any // the decoded data
	digits  int // least decimal places of amounts
	typed   bool
}

// readAt reads the value for a path. The error text continues a sentence that begins with the path.
func (r reader) readAt(path string, value *string) (*string, error) {
	s, known := r.root.shapeAt(path)
	if value == nil || !known || !s.scalar() {
		return value, nil
	}
	text, err := r.read(s, lastStep(path), *value, present(r.members, path))
	if err != nil {
		return nil, err
	}
	return &text, nil
}

// read converts text to the records' notation, or returns it unchanged.
func (r reader) read(s shape, name, text, present string) (string, error) {
	if text == present {
		return text, nil
	}
	switch s.form() {
	case schema.NotationMoney:
		return r.readNumber(text, isMoney(text, r.digits), r.money)
	case schema.NotationDecimal, schema.NotationInteger:
		return r.readNumber(text, isDecimal(text), r.quantity)
	case schema.NotationPercent:
		bare := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "%"))
		return r.readNumber(bare, isDecimal(bare), r.quantity)
	case schema.NotationDate:
		return r.date(text)
	case schema.NotationTime:
		return readTime(text), nil
	case schema.NotationCurrency:
		return readCurrency(text), nil
	case schema.NotationString:
		if s.property == nil && (name == "iban" || name == "bic") {
			return readCode(text), nil
		}
	}
	return text, nil
}

// form returns the notation of a value; a custom property has that of its type.
func (s shape) form() schema.Notation {
	if s.property == nil {
		return s.notation
	}
	switch {
	case s.property.Enum != nil:
		return ""
	case s.property.Type == custom.TypeNumber, s.property.Type == custom.TypeInteger:
		return schema.NotationDecimal
	case s.property.Format == custom.FormatDate:
		return schema.NotationDate
	case s.property.Format == custom.FormatTime:
		return schema.NotationTime
	}
	return ""
}

// notAmount are signs and letters that recognizers skip on a page but that do not occur in typed amounts.
var notAmount = regexp.MustCompile(`[*=!;:%\[\]]|[0-9][A-Z]$`)

// readNumber reads a decimal; canonical means that text is in the records' notation.
func (r reader) readNumber(
	text string, canonical bool, format func(recognize.Amount, recognize.Style) string,
) (string, error) {
	words := strings.Fields(text)
	amounts := recognize.Amounts(words)
	if len(amounts) != 1 || notAmount.MatchString(text) || len(text) > maxNumber {
		return text, nil
	}
	a := amounts[0]
	switch {
	case a.First != 0 || a.Last != len(words)-1:
		return text, nil
	case canonical && (!r.typed || !a.Number.Ambiguous):
		return text, nil
	case a.Number.Ambiguous && r.Style == recognize.StyleUnknown:
		return "", ambiguous(format(a, recognize.StyleUnknown), format(a, a.OtherStyle()))
	case a.Currency != "" && r.Currency != "" && a.Currency != r.Currency && !sharedSign(text):
		return "", fmt.Errorf("is in %s, and the document's amounts are in %s", a.Currency, r.Currency)
	}
	return format(a, r.Style), nil
}

func ambiguous(one, other string) error {
	return fmt.Errorf("is ambiguous: %s or %s; write one of these", one, other)
}

func (r reader) money(a recognize.Amount, style recognize.Style) string {
	text := a.Money(style, r.Currency)
	whole, part, _ := strings.Cut(text, ".")
	if len(part) >= r.digits {
		return text
	}
	return whole + "." + part + strings.Repeat("0", r.digits-len(part))
}

func (r reader) quantity(a recognize.Amount, style recognize.Style) string {
	return recognize.FormatQuantity(a.Value(style))
}

// sharedSign reports whether several currencies use the currency sign.
func sharedSign(text string) bool {
	return strings.ContainsAny(text, "$¥") || strings.Contains(text, "Rs")
}

// dateForm is a typed date: words, numbers and separators.
var dateForm = regexp.MustCompile(`^[\pL\pM0-9 .,/\-'’‐‑–ºª\x{a0}\x{202f}]+$`)

// timestamp is a date followed by a time.
var timestamp = regexp.MustCompile(`[0-9][Tt][0-9]`)

func (r reader) date(text string) (string, error) {
	words := strings.Fields(text)
	dates := recognize.Dates(words)
	if isTime(text, time.DateOnly) || len(dates) != 1 || !dateForm.MatchString(text) || timestamp.MatchString(text) {
		return text, nil
	}
	d := dates[0]
	if d.First != 0 || d.Last != len(words)-1 {
		return text, nil
	}
	if d.Ambiguous && r.Order == recognize.OrderUnknown {
		return "", ambiguous(d.ISO(recognize.OrderDMY), d.ISO(recognize.OrderMDY))
	}
	return d.ISO(r.Order), nil
}

// clockForm is a time with a separator other than a colon.
var clockForm = regexp.MustCompile(`^([0-9]{1,2})[.hH]([0-9]{2})$`)

func readTime(text string) string {
	short := strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(text), "Uhr"), "h"))
	words := strings.Fields(clockForm.ReplaceAllString(short, "$1:$2"))
	times := recognize.Times(words)
	if len(times) != 1 || times[0].First != 0 || times[0].Last != len(words)-1 {
		return text
	}
	return times[0].Value
}

// readCurrency reads a code in any case, or the sign of a single currency.
func readCurrency(text string) string {
	trimmed := strings.TrimSpace(text)
	if upper := strings.ToUpper(trimmed); isCurrency(upper) {
		return upper
	}
	if code, ok := recognize.Currency(trimmed); ok && !sharedSign(trimmed) {
		return code
	}
	return text
}

// readCode removes the spaces of printed account and bank numbers.
func readCode(text string) string {
	compact := strings.ToUpper(strings.Join(strings.Fields(text), ""))
	if compact == "" || strings.Trim(compact, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
		return text
	}
	return compact
}

// ValueError is a value that its path cannot have.
type ValueError struct {
	Path   string
	Reason string // continues the sentence that begins with the field's name
}

func (e *ValueError) Error() string { return fmt.Sprintf("%q %s", e.Path, e.Reason) }

var _ error = (*ValueError)(nil)

// ValueErrors are the values of a list that their paths cannot have.
type ValueErrors []*ValueError

func (e ValueErrors) Error() string { return errors.Join(e.Unwrap()...).Error() }

// Unwrap returns the single errors.
func (e ValueErrors) Unwrap() []error {
	all := make([]error, len(e))
	for i, one := range e {
		all[i] = one
	}
	return all
}

var _ error = ValueErrors(nil)

// AllRefused returns the messages of all values that err rejects, by path.
func AllRefused(err error) map[string]string {
	reasons := map[string]string{}
	var all ValueErrors
	if errors.As(err, &all) {
		for _, e := range all {
			reasons[e.Path] = e.Reason
		}
	} else if e, ok := Refused(err); ok {
		reasons[e.Path] = e.Reason
	}
	return reasons
}

// Refused returns the first value that err rejects.
func Refused(err error) (*ValueError, bool) {
	var e *ValueError
	ok := errors.As(err, &e)
	return e, ok
}
