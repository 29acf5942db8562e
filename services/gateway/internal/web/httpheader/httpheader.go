// Package httpheader parses and formats HTTP header fields: accepted types, entity tags, ranges and file
// names. It is independent of servers.
package httpheader

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Split splits at sep, but not within quoted strings (RFC 9110, 5.6.4).
func Split(s string, sep byte) []string {
	var parts []string
	start, quoted := 0, false
	for i := 0; i < len(s); i++ {
		switch {
		case quoted && s[i] == '\\':
			i++
		case s[i] == '"':
			quoted = !quoted
		case s[i] == sep && !quoted:
			parts = append(parts, s[start:i])
			start = i + 1
		}
	}
	return append(parts, s[start:])
}

// Attachment makes a browser save the file under its name instead of showing it (RFC 6266): in ASCII for
// old browsers, then unchanged (RFC 8187).
func Attachment(name string) string {
	ascii := strings.Map(func(r rune) rune {
		if r < 0x20 || r > 0x7e || strings.ContainsRune(`"\%/`, r) {
			return '_'
		}
		return r
	}, name)
	return fmt.Sprintf(`attachment; filename="%s"; filename*=UTF-8''%s`, ascii, extValue(name))
}

// extValue encodes all characters except attr-char (RFC 8187, 3.2.1).
func extValue(s string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("!#$&+-.^_`|~", c) >= 0 {
			b.WriteByte(c)
			continue
		}
		fmt.Fprintf(&b, "%%%02X", c)
	}
	return b.String()
}

// Tag is the strong entity tag of a representation, quotes included.
func Tag(representation []byte) string {
	sum := sha256.Sum256(representation)
	return `"` + hex.EncodeToString(sum[:16]) + `"`
}

// MatchesTag is the weak comparison for If-None-Match (RFC 9110, 13.1.2).
func MatchesTag(ifNoneMatch, tag string) bool {
	return anyTag(ifNoneMatch, func(candidate string) bool { return strings.TrimPrefix(candidate, "W/") == tag })
}

// MatchesTagStrongly is the comparison for If-Match: a weak tag never matches (RFC 9110, 13.1.1).
func MatchesTagStrongly(ifMatch, tag string) bool {
	return anyTag(ifMatch, func(candidate string) bool { return candidate == tag })
}

// anyTag reports whether a listed tag matches, or the list is "*".
func anyTag(list string, matches func(candidate string) bool) bool {
	for _, candidate := range Split(list, ',') {
		if candidate = strings.TrimSpace(candidate); candidate == "*" || matches(candidate) {
			return true
		}
	}
	return false
}

// Preference is the content of the header Prefer (RFC 7240).
type Preference struct {
	Wait    time.Duration // 0 for "respond-async" alone
	Applied string        // for Preference-Applied; "" when nothing was preferred
}

// ParsePrefer reads `wait=N`, clamped to longest, and `respond-async`, which alone means no wait; otherwise is
// the wait without either. The first of duplicate preferences counts; unknown and invalid ones are ignored
// (RFC 7240, section 2).
func ParsePrefer(header string, otherwise, longest time.Duration) (p Preference) {
	p.Wait = otherwise
	var async, waits bool
	for _, element := range Split(header, ',') {
		token := Split(element, ';')[0] // parameters of a preference
		name, value, _ := strings.Cut(token, "=")
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "respond-async":
			async = true
		case "wait":
			if d, ok := parseSeconds(strings.Trim(strings.TrimSpace(value), `"`), longest); ok && !waits {
				p.Wait, waits = d, true
			}
		}
	}
	var applied []string
	if async {
		applied = append(applied, "respond-async")
	}
	if waits {
		applied = append(applied, "wait="+strconv.Itoa(int(p.Wait/time.Second)))
	} else if async {
		p.Wait = 0
	}
	p.Applied = strings.Join(applied, ", ")
	return p
}

// parseSeconds reads digits of any length, and clamps.
func parseSeconds(s string, longest time.Duration) (time.Duration, bool) {
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseUint(s, 10, 16)
	if err != nil { // digits only: it is too large
		return longest, true
	}
	return min(time.Duration(n)*time.Second, longest), true
}

// Range is a part of a representation, or all of it, in bytes.
type Range struct{ First, Length int64 }

// Errors of ParseRange.
var (
	ErrNoRange        = errors.New("not a single range of bytes")
	ErrNotSatisfiable = errors.New("range begins behind the end")
)

// ParseRange reads "bytes=first-last", "bytes=first-" or "bytes=-suffix" for
// a representation of size bytes.
func ParseRange(header string, size int64) (Range, error) {
	unit, spec, ok := strings.Cut(header, "=")
	from, to, dash := strings.Cut(strings.TrimSpace(spec), "-")
	if !ok || !dash || !strings.EqualFold(strings.TrimSpace(unit), "bytes") {
		return Range{}, ErrNoRange
	}
	if from == "" {
		suffix, err := position(to)
		if err != nil {
			return Range{}, err
		}
		if suffix == 0 || size == 0 {
			return Range{}, ErrNotSatisfiable
		}
		suffix = min(suffix, size)
		return Range{size - suffix, suffix}, nil
	}
	first, err := position(from)
	if err != nil {
		return Range{}, err
	}
	last := size - 1
	if to != "" {
		given, err := position(to)
		if err != nil || given < first {
			return Range{}, ErrNoRange
		}
		last = min(last, given)
	}
	if first >= size {
		return Range{}, ErrNotSatisfiable
	}
	return Range{first, last - first + 1}, nil
}

// position reads digits; overflowing numbers become the largest one.
func position(digits string) (int64, error) {
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, ErrNoRange
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 1<<63 - 1, nil
	}
	return n, nil
}

// Acceptable selects the offered media type with the highest weight in the header Accept (RFC 9110,
// 12.5.1), then the most precise match, then the first. It returns "" if none is acceptable, and the first
// without the header. An offer with parameters, such as "text/csv; bom=1", requires a range with these
// parameters.
func Acceptable(accept string, offers []string) string {
	if strings.TrimSpace(accept) == "" {
		return offers[0]
	}
	var best string
	var bestWeight float64
	var bestPrecision int
	for _, offer := range offers {
		weight, precision := weightOf(accept, offer)
		if weight > bestWeight || weight == bestWeight && weight > 0 && precision > bestPrecision {
			best, bestWeight, bestPrecision = offer, weight, precision
		}
	}
	return best
}

// weightOf returns the weight of the range that matches the offer most precisely.
func weightOf(accept, offer string) (weight float64, precision int) {
	for _, element := range Split(accept, ',') {
		parts := Split(element, ';')
		p := precisionOf(strings.ToLower(strings.TrimSpace(parts[0])), parts[1:], offer)
		if p > precision {
			weight, precision = quality(parts[1:]), p
		}
	}
	return weight, precision
}

// precisionOf is 0 if the range does not match the offer. Parameters of ranges are ignored if the offer has none.
func precisionOf(mediaRange string, params []string, offer string) int {
	offer, wanted, special := strings.Cut(offer, ";")
	if special {
		if mediaRange == offer && hasParam(params, strings.TrimSpace(wanted)) {
			return 4
		}
		return 0
	}
	kind, _, _ := strings.Cut(offer, "/")
	switch mediaRange {
	case offer:
		return 3
	case kind + "/*":
		return 2
	case "*/*":
		return 1
	}
	return 0
}

// hasParam reports whether a range has a parameter, such as "bom=1".
func hasParam(params []string, wanted string) bool {
	name, value, _ := strings.Cut(wanted, "=")
	for _, param := range params {
		n, v, _ := strings.Cut(param, "=")
		if strings.EqualFold(strings.TrimSpace(n), name) && strings.Trim(strings.TrimSpace(v), `"`) == value {
			return true
		}
	}
	return false
}

// quality reads the parameter q; the default, also for invalid values, is 1.
func quality(params []string) float64 {
	for _, param := range params {
		name, value, _ := strings.Cut(param, "=")
		if !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		if q, err := strconv.ParseFloat(strings.TrimSpace(value), 64); err == nil && q >= 0 && q <= 1 {
			return q
		}
	}
	return 1
}

// AcceptsGzip reports, from Accept-Encoding (RFC 9110, 12.5.3), whether a response may be compressed;
// without the header it may not.
func AcceptsGzip(header string) bool {
	for _, element := range Split(header, ',') {
		parts := Split(element, ';')
		coding := strings.ToLower(strings.TrimSpace(parts[0]))
		if (coding == "gzip" || coding == "*") && quality(parts[1:]) > 0 {
			return true
		}
	}
	return false
}
