// Package mrz reads the machine-readable zone of passports and identity cards: the formats TD1, TD2 and TD3 of ICAO
// 9303, parts 3 to 6.
package mrz

import (
	"strconv"
	"strings"
	"time"
)

// Field is a value of the zone.
type Field struct {
	Value     string
	Line      int  // from 0
	IsChecked bool // its check digit holds
}

// format is a layout of lines. Each start is an index in the joined lines. A check digit follows the number, the birth
// and the expiry; composite is the one over all of them.
type format struct {
	lines, width                                                        int
	number, nationality, birth, sex, expiry, personal, composite, names int
}

func formats() []format {
	return []format{
		{3, 30, 5, 45, 30, 37, 38, 48, 59, 60},
		{2, 36, 36, 46, 49, 56, 57, 64, 71, 5},
		{2, 44, 44, 54, 57, 64, 65, 72, 87, 5},
	}
}

// Limits in characters. OCR loses fillers at the end of lines.
const (
	maxLost     = 4
	minWidth    = 30 - maxLost
	maxWidth    = 44
	maxPersonal = 14 // without check digit
)

// Line returns a line of print as a line of a zone. ok is false if it cannot be one.
func Line(text string) (line string, ok bool) {
	line = strings.NewReplacer(" ", "", "«", "<<", "‹", "<").Replace(strings.ToUpper(text))
	return line, len(line) >= minWidth && len(line) <= maxWidth &&
		strings.Trim(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<") == ""
}

// Parse reads the lines of a zone: documentCode, issuingCountry, documentNumber, nationality, birthDate, sex,
// expiryDate, personalNumber, surname and givenNames. It returns nil unless the check digits of number, birth and
// expiry hold, perhaps after the repair of characters that look alike.
func Parse(lines []string) map[string]Field {
	for _, f := range formats() {
		zone := ""
		for _, line := range lines {
			if len(line) <= f.width && len(line) >= f.width-maxLost {
				zone += line + strings.Repeat("<", f.width-len(line))
			}
		}
		if len(lines) == f.lines && len(zone) == f.lines*f.width && strings.Contains("ACIP", zone[:1]) {
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
	until := date(expiry[:6], "2069-12-31")
	surname, given, _ := strings.Cut(letters(zone[f.names:f.names+f.width-f.names%f.width]), "<<")
	given, _, _ = strings.Cut(given, "<<") // fillers follow
	put("documentCode", zone[:2], 0, false)
	put("issuingCountry", letters(zone[2:5]), 0, false)
	put("documentNumber", number, f.number, true)
	put("nationality", letters(zone[f.nationality:f.nationality+3]), f.nationality, false)
	put("birthDate", date(birth[:6], until), f.birth, true)
	put("sex", strings.Trim(zone[f.sex:f.sex+1], "X"), f.sex, false)
	put("expiryDate", until, f.expiry, true)
	put("personalNumber", zone[f.personal:min(f.personal+maxPersonal, f.composite)], f.personal, false)
	put("surname", surname, f.names, false)
	put("givenNames", given, f.names, false)
	return fields
}

// numberOf returns the document's number if its check digit holds. Of characters that look alike it replaces one if
// both check digits then hold; dates are birth and expiry. A long number of TD1 continues behind a filler.
func (f format) numberOf(zone, dates string) (number string, ok bool) {
	number = zone[f.number : f.number+10]
	optional := zone[f.number+10 : max(f.width, f.number+10)] // of TD1
	if rest, _, _ := strings.Cut(optional, "<"); number[9] == '<' && rest != "" {
		number = number[:9] + rest
	}
	if holds(number) {
		return number[:len(number)-1], true
	}
	for i := range number {
		for pair := range strings.SplitSeq("O0 0O I1 1I K<", " ") {
			changed := number[:i] + pair[1:] + number[i+1:]
			all := changed + optional + dates + zone[f.personal:f.composite+1]
			if number[i] == pair[0] && holds(changed) && holds(all) {
				return changed[:len(changed)-1], true
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

// digits replaces letters that look like digits, and letters the reverse.
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
		value, _ := strconv.ParseInt(text[i:i+1], 36, 0) // 0 for a filler
		sum += int(value) * [...]int{7, 3, 1}[i%3]
	}
	return strconv.Itoa(sum%10) == text[last:]
}
