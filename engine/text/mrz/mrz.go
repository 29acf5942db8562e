// Package mrz reads the machine-readable zone of passports and identity cards: the formats TD1, TD2 and TD3 of ICAO
// 9303, parts 3 to 6.
package mrz

import (
	"strings"
	"time"
)

// Field is a value of the zone.
type Field struct {
	Value string
	Line  int // from 0
	// IsChecked reports whether the value has a check digit that holds.
	IsChecked bool
}

// format is a layout of lines. Each start is an index in the joined lines.
type format struct {
	lines, width int
	// A check digit follows the number, the birth and the expiry; composite is the one over all of them.
	number, nationality, birth, sex, expiry, personal, composite, names int
}

func formats() []format {
	return []format{
		{lines: 3, width: 30, number: 5, nationality: 45, birth: 30, sex: 37, expiry: 38, personal: 48, composite: 59,
			names: 60},
		{lines: 2, width: 36, number: 36, nationality: 46, birth: 49, sex: 56, expiry: 57, personal: 64, composite: 71,
			names: 5},
		{lines: 2, width: 44, number: 44, nationality: 54, birth: 57, sex: 64, expiry: 65, personal: 72, composite: 87,
			names: 5},
	}
}

// Line returns a line of print as a line of a zone. ok is false if it cannot be one.
func Line(text string) (line string, ok bool) {
	line = strings.NewReplacer(" ", "", "«", "<<", "‹", "<").Replace(strings.ToUpper(text))
	return line, len(line) >= minWidth && len(line) <= maxWidth &&
		strings.Trim(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<") == ""
}

// Widths of lines, which may lack fillers at their end.
const (
	minWidth = 28
	maxWidth = 44
	maxLost  = 4
)

// maxPersonal is the maximum length of a personal number without check digit.
const maxPersonal = 14

// Parse reads the lines of a zone: documentCode, issuingCountry, documentNumber, nationality, birthDate, sex,
// expiryDate, personalNumber, surname and givenNames. It returns nil unless the check digits of number, birth and expiry hold, perhaps
// after the repair of characters that look alike.
func Parse(lines []string) map[string]Field {
	for _, f := range formats() {
		if len(lines) != f.lines {
			continue
		}
		zone := ""
		for _, line := range lines {
			if len(line) <= f.width && len(line) >= f.width-maxLost {
				zone += line + strings.Repeat("<", f.width-len(line))
			}
		}
		if len(zone) == f.lines*f.width && strings.Contains("ACIP", zone[:1]) {
			return f.parse(zone)
		}
	}
	return nil
}

func (f format) parse(zone string) map[string]Field {
	birth, expiry := digits(zone[f.birth:f.birth+7]), digits(zone[f.expiry:f.expiry+7])
	number, ok := f.numberOf(zone, birth+expiry)
	if !ok || !holds(birth) || !holds(expiry) {
		return nil
	}
	fields := map[string]Field{}
	put := func(name, value string, at int, isChecked bool) {
		if value = strings.TrimSpace(strings.ReplaceAll(value, "<", " ")); value != "" {
			fields[name] = Field{value, at / f.width, isChecked}
		}
	}
	put("documentCode", zone[:2], 0, false)
	put("issuingCountry", letters(zone[2:5]), 0, false)
	put("documentNumber", number, f.number, true)
	put("nationality", letters(zone[f.nationality:f.nationality+3]), f.nationality, false)
	until := date(expiry[:6], "2069-12-31")
	put("birthDate", date(birth[:6], until), f.birth, true)
	put("sex", strings.Trim(zone[f.sex:f.sex+1], "X"), f.sex, false)
	put("expiryDate", until, f.expiry, true)
	put("personalNumber", zone[f.personal:min(f.personal+maxPersonal, f.composite)], f.personal, false)
	surname, given, _ := strings.Cut(letters(zone[f.names:f.names+f.width-f.names%f.width]), "<<")
	given, _, _ = strings.Cut(given, "<<") // fillers follow
	put("surname", surname, f.names, false)
	put("givenNames", given, f.names, false)
	return fields
}

// numberOf returns the document's number if its check digit holds. Of characters that look alike it replaces one if
// both check digits then hold; dates are birth and expiry. A long number of TD1 continues behind a filler.
func (f format) numberOf(zone, dates string) (number string, ok bool) {
	const alike = "O0 0O I1 1I K<"
	number = zone[f.number : f.number+10]
	optional := ""
	if f.lines == 3 {
		optional = zone[f.number+10 : f.width]
	}
	if rest, _, _ := strings.Cut(optional, "<"); number[9] == '<' && rest != "" {
		number = number[:9] + rest
	}
	if holds(number) {
		return number[:len(number)-1], true
	}
	for i := range 10 {
		for pair := range strings.SplitSeq(alike, " ") {
			changed := number[:i] + pair[1:] + number[i+1:]
			all := changed + optional + dates + zone[f.personal:f.composite+1]
			if number[i] == pair[0] && holds(changed) && holds(all) {
				return changed[:9], true
			}
		}
	}
	return "", false
}

// date returns a date YYMMDD in the last century with years that make it no later than the latest day, or "".
func date(text, latest string) string {
	for _, century := range []string{"20", "19"} {
		day, err := time.Parse("20060102", century+text)
		if iso := day.Format(time.DateOnly); err == nil && iso <= latest {
			return iso
		}
	}
	return ""
}

// digits and letters replace characters that look alike.

func digits(text string) string {
	return strings.NewReplacer("O", "0", "Q", "0", "D", "0", "I", "1", "L", "1", "Z", "2", "S", "5", "G", "6", "B", "8").
		Replace(text)
}

func letters(text string) string {
	return strings.NewReplacer("0", "O", "1", "I", "2", "Z", "5", "S", "8", "B").Replace(text)
}

// holds reports whether the last character is the check digit of the others (ICAO 9303, part 3, section 4.9).
func holds(text string) bool {
	sum, last := 0, len(text)-1
	for i := range last {
		value := 0
		switch c := text[i]; {
		case c >= '0' && c <= '9':
			value = int(c - '0')
		case c >= 'A' && c <= 'Z':
			value = int(c-'A') + 10
		}
		sum += value * [...]int{7, 3, 1}[i%3]
	}
	return text[last] == byte('0'+sum%10)
}
