package day

import "math"

// Load describes the documents of a day by a few numbers.
type Load struct {
	Peak         float64 // documents per second in the busiest minute, without bursts and flood
	Accounts     int
	Scans        float64 // share of documents that need text recognition
	Text, Scan   float64 // core seconds per document of each kind
	Batches      int     // documents in batches at the beginning of each hour from 6 to 20
	FloodAt      int     // second of the day at which one account begins to send batches
	Flood        int     // documents that it sends within 15 minutes
	BatchAccount int     // accounts that share the batches of an hour
}

// Streams returns the load's streams: single uploads with text, scans, hourly batches, the flood.
func (l Load) Streams() []Stream {
	curve := func(share float64) func(int) float64 {
		return func(second int) float64 { return share * l.Peak * busyness(second) }
	}
	const quarter = 15 * 60
	return []Stream{
		{Name: "single, text", Lane: Single, Accounts: l.Accounts, Cost: l.Text, Rate: curve(1 - l.Scans)},
		{Name: "single, scans", Lane: Single, Accounts: l.Accounts, Cost: l.Scan, Rate: curve(l.Scans)},
		{Name: "batches", Lane: Batch, Accounts: l.BatchAccount, Cost: l.Text, Rate: l.hourly},
		{Name: "one account's flood", Lane: Batch, Accounts: 1, Cost: l.Text, Rate: func(second int) float64 {
			if second < l.FloodAt || second >= l.FloodAt+quarter {
				return 0
			}
			return float64(l.Flood) / quarter
		}},
	}
}

// hourly returns the rate of an hour's batches, which arrive within its first minute.
func (l Load) hourly(second int) float64 {
	const hour, first, last = 3600, 6, 20
	if h := second / hour; h < first || h > last || second%hour >= secondsOfMinute {
		return 0
	}
	return float64(l.Batches) / secondsOfMinute
}

// busyness returns the share of the day's peak: low at night, highest before and after noon.
func busyness(second int) float64 {
	const (
		hour           = 3600.0
		night          = .05
		morning, width = 10.5 * hour, 1.8 * hour
		noon, wider    = 15 * hour, 2 * hour
		afternoon      = .85 // the afternoon's share of the morning
	)
	bump := func(at, width float64) float64 {
		d := (float64(second) - at) / width
		return math.Exp(-d * d / 2)
	}
	return min(1, night+(1-night)*(bump(morning, width)+afternoon*bump(noon, wider))/peakOfBumps)
}

// peakOfBumps is the maximum of the sum of both bumps.
const peakOfBumps = 1.07
