package recognize

import (
	"fmt"
	"strconv"
	"strings"
)

// Time is a printed time of day.
type Time struct {
	Span
	Value string // HH:MM or HH:MM:SS
}

// Times finds times of day: 20:49, 20:49:59, 8:49 PM, 08:49am.
func Times(words []string) []Time {
	var found []Time
	for i, w := range words {
		value, last, ok := timeAt(words, i, w)
		if ok {
			found = append(found, Time{Span: Span{First: i, Last: last}, Value: value})
		}
	}
	return found
}

func timeAt(words []string, i int, w string) (value string, last int, ok bool) {
	w = strings.Trim(strings.ToLower(w), "(),;[]")
	half := ""
	for _, h := range []string{"am", "pm", "a.m.", "p.m."} {
		if t, cut := strings.CutSuffix(w, h); cut {
			w, half = t, h
		}
	}
	parts := strings.Split(w, ":")
	if len(parts) < 2 || len(parts) > 3 || len(parts[0]) > 2 {
		return "", 0, false
	}
	limits := [3]int{23, 59, 59}
	var n [3]int
	for k, p := range parts {
		v, err := strconv.Atoi(p)
		if err != nil || v < 0 || v > limits[k] || k > 0 && len(p) != 2 || !allDigits(p) {
			return "", 0, false
		}
		n[k] = v
	}
	last = i
	if half == "" && i+1 < len(words) {
		next := strings.Trim(strings.ToLower(words[i+1]), "(),;[]")
		if next == "am" || next == "pm" || next == "a.m." || next == "p.m." {
			half, last = next, i+1
		}
	}
	switch {
	case strings.HasPrefix(half, "p") && n[0] < 12:
		n[0] += 12
	case strings.HasPrefix(half, "a") && n[0] == 12:
		n[0] = 0
	}
	if len(parts) == 3 {
		return fmt.Sprintf("%02d:%02d:%02d", n[0], n[1], n[2]), last, true
	}
	return fmt.Sprintf("%02d:%02d", n[0], n[1]), last, true
}
