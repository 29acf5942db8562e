package doctor

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// Level says how much a finding matters.
type Level string

// The levels, the most urgent last.
const (
	OK   Level = "ok"   // as it should be
	Note Level = "note" // good to know; nothing must be done
	Act  Level = "act"  // something must be done
)

// Finding is one thing that was looked at.
type Finding struct {
	Level Level  `json:"level"`
	Area  string `json:"area"` // nats, streams, storage, database, schema, …
	Found string `json:"found"`
	Do    string `json:"do,omitempty"` // what is to be done; empty for OK
}

// Report holds the findings in the order of the checks.
type Report struct {
	Findings []Finding `json:"findings"`
}

func (r *Report) ok(area, format string, args ...any) {
	r.Findings = append(r.Findings, Finding{Level: OK, Area: area, Found: fmt.Sprintf(format, args...)})
}

func (r *Report) note(area, do, format string, args ...any) {
	r.Findings = append(r.Findings, Finding{Level: Note, Area: area, Found: fmt.Sprintf(format, args...), Do: do})
}

func (r *Report) act(area, do, format string, args ...any) {
	r.Findings = append(r.Findings, Finding{Level: Act, Area: area, Found: fmt.Sprintf(format, args...), Do: do})
}

// Acts counts the findings for which something must be done.
func (r *Report) Acts() int {
	n := 0
	for _, f := range r.Findings {
		if f.Level == Act {
			n++
		}
	}
	return n
}

// Write prints a line for each finding.
func (r *Report) Write(w io.Writer) error {
	width := 0
	for _, f := range r.Findings {
		width = max(width, len(f.Area))
	}
	for _, f := range r.Findings {
		line := fmt.Sprintf("%-4s  %-*s  %s", f.Level, width, f.Area, oneLine(f.Found))
		if f.Do != "" {
			line += " | " + oneLine(f.Do)
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// WriteJSON prints the findings as one JSON object.
func (r *Report) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(struct {
		Findings []Finding `json:"findings"`
		Acts     int       `json:"acts"`
	}{slices.Concat([]Finding{}, r.Findings), r.Acts()})
}

// maxClockOffset bounds clock differences. Leases use only the database's clock; URLs and sessions use several.
const maxClockOffset = 2 * time.Second

// clock checks a server's clock that was read between asked and answered, with the given resolution.
func (r *Report) clock(area string, now, asked, answered time.Time, resolution time.Duration) {
	if now.IsZero() {
		return
	}
	unsure := answered.Sub(asked)/2 + resolution/2
	offset := now.Add(resolution / 2).Sub(asked.Add(answered.Sub(asked) / 2))
	if offset.Abs()-unsure <= maxClockOffset {
		r.ok(area, "its clock agrees with this machine's within %s", maxClockOffset)
		return
	}
	r.act(area, "have both machines set their clocks by NTP", "its clock is %s from this machine's",
		offset.Round(100*time.Millisecond))
}

// share returns a fill level in percent.
func share(have, most float64) int {
	if most <= 0 {
		return 0
	}
	return int(100 * have / most)
}

const mib = 1 << 20
