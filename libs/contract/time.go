package contract

import (
	"fmt"
	"time"
)

// TimeLayout is how every time is written: ISO 8601, UTC, milliseconds.
const TimeLayout = "2006-01-02T15:04:05.000Z"

// Time is an instant that is written in TimeLayout.
type Time struct{ time.Time }

// TimeOf cuts t to the milliseconds that are written.
func TimeOf(t time.Time) Time { return Time{t.UTC().Truncate(time.Millisecond)} }

// TimePtr is TimeOf for times that may be absent.
func TimePtr(t *time.Time) *Time {
	if t == nil {
		return nil
	}
	v := TimeOf(*t)
	return &v
}

// MarshalJSON writes TimeLayout.
func (t Time) MarshalJSON() ([]byte, error) {
	return []byte(`"` + t.UTC().Format(TimeLayout) + `"`), nil
}

// UnmarshalJSON reads any RFC 3339 time.
func (t *Time) UnmarshalJSON(b []byte) error {
	if len(b) < 2 || b[0] != '"' {
		return fmt.Errorf("time %.40s is no string", b)
	}
	v, err := time.Parse(time.RFC3339Nano, string(b[1:len(b)-1]))
	if err != nil {
		return err
	}
	t.Time = v.UTC()
	return nil
}
