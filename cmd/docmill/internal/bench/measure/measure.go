// Package measure counts the outcomes of requests and records their times in HDR histograms.
package measure

import (
	"fmt"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// Times is a distribution of durations, from a microsecond to an hour with three significant digits. Longer
// ones count as an hour. It takes memory only for occurring values.
type Times struct{ h *hdrhistogram.PackedHistogram }

const (
	minMicroseconds = 1
	maxMicroseconds = int64(time.Hour / time.Microsecond)
	digits          = 3
)

// NewTimes returns an empty distribution.
func NewTimes() *Times {
	return &Times{hdrhistogram.NewPacked(minMicroseconds, maxMicroseconds, digits)}
}

// Add records a duration. Negative ones, caused by clocks of different machines, count as zero.
func (t *Times) Add(d time.Duration) {
	// A value within the bounds is always recorded.
	_ = t.h.RecordValue(min(max(d.Microseconds(), 0), maxMicroseconds))
}

// Merge adds the durations of another distribution.
func (t *Times) Merge(o *Times) { t.h.Merge(o.h) }

// Count is how many durations there are.
func (t *Times) Count() int64 { return t.h.TotalCount() }

// At returns a percentile, 0 to 100, or 0 without values.
func (t *Times) At(percent float64) time.Duration {
	if t.Count() == 0 {
		return 0
	}
	return time.Duration(t.h.ValueAtPercentile(percent)) * time.Microsecond
}

// Max is the longest duration.
func (t *Times) Max() time.Duration { return time.Duration(t.h.Max()) * time.Microsecond }

// Mean returns the arithmetic mean, or 0 without values.
func (t *Times) Mean() time.Duration {
	if t.Count() == 0 {
		return 0
	}
	return time.Duration(t.h.Mean() * float64(time.Microsecond))
}

// Encode writes the distribution in microseconds in HdrHistogram's format V2, compressed and in Base64,
// which its other implementations read.
func (t *Times) Encode() (string, error) {
	b, err := t.h.Encode()
	if err != nil {
		return "", fmt.Errorf("encode histogram: %w", err)
	}
	return string(b), nil
}

// Decode reads the output of Encode.
func Decode(s string) (*Times, error) {
	h, err := hdrhistogram.DecodePacked([]byte(s))
	if err != nil {
		return nil, fmt.Errorf("decode histogram: %w", err)
	}
	return &Times{h}, nil
}
