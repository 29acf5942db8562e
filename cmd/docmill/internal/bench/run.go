package bench

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/docmill/docmill/client"
	"github.com/docmill/docmill/cmd/docmill/internal/bench/load"
	"github.com/docmill/docmill/cmd/docmill/internal/bench/measure"
	"github.com/docmill/docmill/cmd/docmill/internal/bench/mix"
	"github.com/docmill/docmill/cmd/docmill/internal/bench/report"
	"github.com/docmill/docmill/cmd/docmill/internal/bench/target"
	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/libs/version"
)

// runCommand is `docmill bench run`. Tags are kong's.
type runCommand struct {
	Server  string   `name:"server" env:"DOCMILL_URL" placeholder:"URL" help:"The service to measure, e.g. https://docmill.example, which charges the documents and requests."`
	APIKey  []string `name:"api-key" aliases:"key" env:"DOCMILL_API_KEY" help:"Key for --server; may be given several times, for several accounts."`
	KeyFile string   `name:"keys" placeholder:"FILE" help:"File of more keys, one per line. Limits apply per account: more load than a plan allows needs several."`

	Mix       string `name:"mix" predictor:"mix" default:"mixed" help:"Mix of operations: mixed, uploads, reads, or operations with weights, such as text=60,scan=5,read=35. Operations are text, scan, einvoice, file, batch, read, list and usage."`
	Files     string `name:"files" placeholder:"FOLDER" help:"Folder of files for the operation file."`
	BatchSize int    `name:"batch-size" default:"10" help:"Files per batch."`

	Workers     int     `name:"workers" default:"4" help:"Closed loop: workers that wait for a response before the next request."`
	Rate        float64 `name:"rate" help:"Open loop: requests per second, regardless of responses. Latencies count from the due time."`
	Arrivals    string  `name:"arrivals" enum:"poisson,regular" default:"poisson" help:"Open loop: poisson means random arrivals, like those of many users, regular means equal intervals."`
	MaxInFlight int     `name:"max-in-flight" default:"256" help:"Open loop: maximum concurrent requests. Further ones are sent late, which their latency includes."`

	Duration time.Duration `name:"duration" short:"d" default:"60s" help:"How long to measure; 0 means until --requests."`
	Requests int           `name:"requests" short:"n" help:"Measure this many requests at most."`
	WarmUp   time.Duration `name:"warm-up" default:"5s" help:"Time of load before the measurement."`
	Rounds   int           `name:"rounds" default:"5" help:"Separately measured parts of the run, from which compare derives the noise."`
	Timeout  time.Duration `name:"timeout" default:"120s" help:"Timeout of an operation."`
	Seed     uint64        `name:"seed" default:"1" help:"Seed of the random numbers: the same seed gives the same requests at the same times."`

	Traces       string `name:"traces" placeholder:"FILE" xor:"traces" help:"Compute stages from this file of traces (OTLP JSON lines of the OpenTelemetry collector's file exporter)."`
	TracesListen string `name:"traces-listen" placeholder:"ADDRESS" xor:"traces" help:"Compute stages from traces that the service sends to this host:port (OTLP over HTTP)."`

	MaxErrors float64 `name:"max-errors" default:"0" help:"Share of failed requests, in percent, above which the command fails. Refused requests do not count."`
	Label     string  `name:"label" help:"A name for the report."`
	Format    string  `name:"format" aliases:"output" enum:"text,json,html" default:"text" help:"Format on standard output: text, json or html."`
	JSON      string  `name:"json" placeholder:"FILE" help:"Also write the report as JSON, for compare."`
	HTML      string  `name:"html" placeholder:"FILE" help:"Also write the report as a page with plots."`
	Quiet     bool    `name:"quiet" short:"q" help:"Print no progress on standard error."`
}

// Help is shown below the usage.
func (runCommand) Help() string {
	return `Without --rate, --workers make a closed loop, which shows the throughput that a service has. With --rate, an
open loop shows the latencies that users have at that rate, stalls included. docs/benchmarking.md explains both.`
}

// Validate reports settings that are not valid.
func (c *runCommand) Validate() error {
	switch {
	case c.Server == "":
		return errors.New("--server or DOCMILL_URL is needed: the service to measure")
	case len(c.APIKey) == 0 && c.KeyFile == "":
		return errors.New("--server needs a key: --api-key, --keys or DOCMILL_API_KEY")
	case !(c.Rate >= 0) || math.IsInf(c.Rate, 0):
		return errors.New("--rate: want requests a second")
	case c.Rate == 0 && c.Workers < 1, c.MaxInFlight < 1, c.Rounds < 1:
		return errors.New("--workers, --max-in-flight and --rounds: want at least 1")
	case c.Duration < 0 || c.WarmUp < 0 || c.Requests < 0 || c.Timeout <= 0:
		return errors.New("--duration, --requests, --warm-up and --timeout: want no negative value")
	case c.Duration == 0 && c.Requests == 0:
		return errors.New("without --duration, --requests is needed")
	case c.BatchSize < 1 || c.BatchSize > client.MaxBatchFiles:
		return fmt.Errorf("--batch-size: want 1 to %d", client.MaxBatchFiles)
	}
	m, err := mix.Parse(c.Mix)
	if err != nil {
		return fmt.Errorf("--mix: %w", err)
	}
	if m.Has(mix.File) != (c.Files != "") {
		return errors.New("--files and the operation file of --mix go together")
	}
	return nil
}

// Run measures and reports.
func (c *runCommand) Run(ctx context.Context) error {
	r, err := c.measure(ctx)
	if err != nil {
		return err
	}
	if err := c.write(r); err != nil {
		return err
	}
	return c.verdict(r)
}

func (c *runCommand) measure(ctx context.Context) (*report.Report, error) {
	cfg, err := c.config()
	if err != nil {
		return nil, err
	}
	t, err := target.Open(ctx, cfg)
	if err != nil {
		return nil, err
	}
	return c.load(ctx, t, cfg)
}

// config reads the flags' files.
func (c *runCommand) config() (cfg target.Config, err error) {
	cfg = target.Config{
		Server: c.Server, Keys: slices.Clone(c.APIKey), BatchSize: c.BatchSize, Seed: c.Seed, Timeout: c.Timeout,
		Patient: c.Rate == 0, Connections: c.Workers, Run: strings.ToUpper(rand.Text()[:8]),
	}
	if c.Rate > 0 {
		cfg.Connections = c.MaxInFlight
	}
	if cfg.Mix, err = mix.Parse(c.Mix); err != nil {
		return cfg, err
	}
	if c.KeyFile != "" {
		text, err := os.ReadFile(c.KeyFile)
		if err != nil {
			return cfg, exitstatus.With(exitstatus.Usage, fmt.Errorf("--keys: %w", input.Explain(err)))
		}
		cfg.Keys = append(cfg.Keys, strings.Fields(string(text))...)
	}
	if c.Files != "" {
		if cfg.Files, err = filesOf(c.Files); err != nil {
			return cfg, exitstatus.With(exitstatus.Usage, fmt.Errorf("--files: %w", err))
		}
	}
	if c.Traces != "" {
		if _, err := os.Stat(c.Traces); err != nil {
			return cfg, exitstatus.With(exitstatus.Usage, fmt.Errorf("--traces: %w", input.Explain(err)))
		}
	}
	if len(cfg.Keys) == 0 {
		return cfg, exitstatus.With(exitstatus.Usage, fmt.Errorf("--keys: %s has no key", c.KeyFile))
	}
	return cfg, nil
}

// filesOf returns the files of a folder in a readable format.
func filesOf(folder string) (files []client.Source, err error) {
	selected, err := input.Select([]string{folder}, input.Settings{})
	if err == nil {
		err = errors.Join(selected.Wrong...)
	}
	if err == nil && len(selected.Documents) == 0 {
		err = fmt.Errorf("%s has no file in a supported format", folder)
	}
	if err != nil {
		return nil, err
	}
	for _, d := range selected.Documents {
		files = append(files, client.FromPath(d.Path))
	}
	return files, nil
}

func (c *runCommand) plan() load.Plan {
	p := load.Plan{
		Rate: c.Rate, Regular: c.Arrivals == "regular", MaxInFlight: c.MaxInFlight, WarmUp: c.WarmUp,
		Duration: c.Duration, Requests: c.Requests, Seed: c.Seed,
	}
	if c.Rate == 0 {
		p.Workers = c.Workers
	}
	return p
}

// round splits the run by request number if that limits it, otherwise by time.
func (c *runCommand) round(start time.Time) func(*measure.Outcome) int {
	return func(o *measure.Outcome) int {
		if c.Requests > 0 {
			return o.Measured * c.Rounds / c.Requests
		}
		return int(o.Due.Sub(start) * time.Duration(c.Rounds) / c.Duration)
	}
}

func (c *runCommand) load(outer context.Context, t *target.Target, cfg target.Config) (*report.Report, error) {
	r := c.newReport(t, cfg)
	if warning := r.Settings.OverLimit(); warning != "" && !c.Quiet {
		fmt.Fprintln(os.Stderr, "docmill:", warning)
	}
	ctx, cancel := context.WithCancel(outer)
	defer cancel()
	joined, err := c.openTraces(outer)
	if err != nil {
		return nil, err
	}
	defer joined.close()
	recorder := measure.NewRecorder(c.Rounds)
	shown := c.progress(recorder, t)
	begin := func(start time.Time) { recorder.Start(start, c.round(start)); shown.begin(start) }
	span := load.Run(ctx, c.plan(), begin, func(ctx context.Context, a load.Arrival) {
		o, paused, ok := t.Perform(ctx, a)
		recorder.Pause(time.Now(), paused)
		if ok && a.Measured >= 0 {
			recorder.Add(o)
			joined.add(&o)
		}
		if t.Exhausted() {
			cancel() // nothing can be sent any more
		}
	})
	shown.close()
	switch {
	case t.Exhausted():
		r.Ended = report.Exhausted
	case outer.Err() != nil:
		r.Ended = report.Interrupted
	}
	r.Unsent = span.Unsent
	if err := r.Fill(recorder.Result(), span.Start, span.End); err != nil {
		return nil, err
	}
	return r, joined.fill(outer, r)
}

func (c *runCommand) newReport(t *target.Target, cfg target.Config) *report.Report {
	s := report.Settings{
		Server: c.Server, Loop: "closed", Workers: c.Workers, Mix: cfg.Mix.String(), Files: len(cfg.Files),
		WarmUpSeconds: c.WarmUp.Seconds(), DurationSeconds: c.Duration.Seconds(), Requests: c.Requests, Rounds: c.Rounds,
		Seed: c.Seed, TimeoutSeconds: c.Timeout.Seconds(), Accounts: len(cfg.Keys), RequestsPerMinute: t.RequestsPerMinute(),
	}
	if c.Rate > 0 {
		s.Loop, s.Workers, s.Rate, s.Arrivals, s.MaxInFlight = "open", 0, c.Rate, c.Arrivals, c.MaxInFlight
	}
	if cfg.Mix.Has(mix.Batch) {
		s.BatchSize = c.BatchSize
	}
	return &report.Report{Label: c.Label, Program: "docmill " + version.String(), Settings: s, Ended: report.Completed}
}
