package httpheader

import (
	"strconv"
	"strings"
	"time"
)

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
