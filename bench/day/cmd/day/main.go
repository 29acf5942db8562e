// Command day simulates a day of an installation and prints how long documents wait:
//
//	go run ./bench/day/cmd/day [-peak 1000] [-rule both] [-plot day.svg]
//
// docs/scaling.md explains the figures.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/docmill/docmill/bench/day"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "day:", err)
		os.Exit(1)
	}
}

func run() error {
	l := day.Load{Accounts: 2000, BatchAccount: 50, FloodAt: 10 * 3600}
	flag.Float64Var(&l.Peak, "peak", 1000, "documents a second in the busiest minute, bursts and flood left out")
	flag.Float64Var(&l.Scans, "scans", .1, "share of documents that are recognised from pixels")
	flag.Float64Var(&l.Text, "text", .025, "core seconds of a document with text")
	flag.Float64Var(&l.Scan, "scan", .18, "core seconds of a scanned document")
	flag.IntVar(&l.Batches, "batches", 100_000, "documents that batches bring each hour from 6 to 20")
	flag.IntVar(&l.Flood, "flood", 1_000_000, "documents that one account sends from 10:00 to 10:15")
	rule := flag.String("rule", "both", "what extractors are started by: cpu, waiting or both")
	waiting := flag.Float64("waiting", 100, "waiting documents an extractor")
	most := flag.Int("most", 60, "extractors at most")
	cores := flag.Float64("cores", 2, "cores of an extractor")
	plot := flag.String("plot", "", "file for an SVG picture of the day")
	flag.Parse()

	s := day.Scaler{Least: 2, Most: *most, Utilization: .7, Waiting: *waiting, Period: 15, Start: 20, Calm: 300}
	switch *rule {
	case "cpu":
		s.Waiting = 0
	case "waiting":
		s.Utilization = 0
	case "both":
	default:
		return fmt.Errorf("-rule is %q, not cpu, waiting or both", *rule)
	}
	streams := l.Streams()
	r, err := day.Run(day.Config{Streams: streams, Scaler: s, Cores: *cores, Seed: 1})
	if err != nil {
		return err
	}
	show(streams, r)
	if *plot == "" {
		return nil
	}
	f, err := os.Create(*plot)
	if err != nil {
		return err
	}
	if err := r.Plot(f); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}

func show(streams []day.Stream, r day.Result) {
	fmt.Printf("%-22s %12s %8s %8s %8s %8s\n", "documents", "number", "p50 s", "p95 s", "p99 s", "max s")
	for i, w := range r.Streams {
		fmt.Printf("%-22s %12d %8d %8d %8d %8d\n", streams[i].Name, w.Documents, w.P50, w.P95, w.P99, w.Max)
	}
	most := 0
	for _, m := range r.Minutes {
		most = max(most, m.Extractors)
	}
	fmt.Printf("\nextractors at most %d; core hours %.0f, of them busy %.0f; left at the day's end %d\n",
		most, r.CoreHours, r.BusyHours, r.Left)
}
