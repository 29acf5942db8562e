package api

import (
	"strconv"
	"strings"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/services/gateway/internal/web/httpheader"
)

// Bounds of the wait for a document's end.
const (
	defaultWait = 10 * time.Second
	maxWait     = 60 * time.Second
)

// preference is the content of the header Prefer (RFC 7240).
type preference struct {
	wait    time.Duration
	applied string // for Preference-Applied; "" when nothing was preferred
}

func preferenceOf(h *fasthttp.RequestHeader) preference {
	var lines []string
	for _, v := range h.PeekAll("Prefer") {
		lines = append(lines, string(v))
	}
	return parsePreference(strings.Join(lines, ","))
}

// parsePreference reads `wait=N`, clamped to the supported range, and `respond-async`, which alone means no
// wait. The first of duplicate preferences counts; unknown and invalid ones are ignored (RFC 7240, section
// 2).
func parsePreference(header string) (p preference) {
	p.wait = defaultWait
	var async, waits bool
	for _, element := range httpheader.Split(header, ',') {
		token := httpheader.Split(element, ';')[0] // parameters of a preference
		name, value, _ := strings.Cut(token, "=")
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "respond-async":
			async = true
		case "wait":
			if d, ok := parseSeconds(strings.Trim(strings.TrimSpace(value), `"`)); ok && !waits {
				p.wait, waits = d, true
			}
		}
	}
	var applied []string
	if async {
		applied = append(applied, "respond-async")
	}
	if waits {
		applied = append(applied, "wait="+strconv.Itoa(int(p.wait/time.Second)))
	} else if async {
		p.wait = 0
	}
	p.applied = strings.Join(applied, ", ")
	return p
}

// parseSeconds reads digits of any length, and clamps.
func parseSeconds(s string) (time.Duration, bool) {
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseUint(s, 10, 16)
	if err != nil { // digits only: it is too large
		return maxWait, true
	}
	return min(time.Duration(n)*time.Second, maxWait), true
}
