// Package evaluate measures the engine on a folder of labelled documents and
// reports how much of what is true was found: as tables, as JSON, and as an HTML
// report that shows each failure on its page.
//
// Documents are read in this process, not in confined ones: the folder is the
// user's own, and time and memory are the engine's alone.
package evaluate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/cmd/docmill/internal/local"
	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/services/extractor"
)

// Command is `docmill eval`. Tags are kong's.
type Command struct {
	Folder       string   `arg:"" help:"Folder with a manifest.jsonl; docs/accuracy.md tells its form."`
	Collections  []string `name:"collections" placeholder:"NAME,…" help:"Only these collections."`
	Languages    []string `name:"languages" placeholder:"LANG,…" help:"Only documents whose lang in the manifest is one of these."`
	Split        string   `name:"split" enum:"a,b,both" default:"both" help:"Only one half of the documents, a or b; all documents of an issuer are in the same half."`
	Limit        int      `name:"limit" default:"0" help:"At most so many documents of each collection; 0 takes all."`
	IgnoreXML    bool     `name:"ignore-embedded-xml" help:"Measure the pages alone, even where a file carries an e-invoice as data."`
	GivenWords   bool     `name:"given-words" help:"Use the reference words of the manifest (ocrBoxes) in place of text recognition."`
	Photos       []string `name:"photos" placeholder:"NAME,…" help:"Collections whose pictures are photographs; their calibration is told apart from that of scans."`
	Scans        []string `name:"scans" placeholder:"NAME,…" help:"Collections whose pictures are scans."`
	OCRLanguages string   `name:"ocr-languages" env:"DOCMILL_OCR_LANGUAGES" default:"eng+deu+fra+spa+ita+nld+por+pol" help:"Languages that pages made of pixels may be in, as Tesseract names them, joined by +. A page is read in the first, and again in another where its words say so."`
	Workers      int      `name:"workers" default:"0" help:"Documents at a time; 0 takes the number of processors. Take 1 to measure times."`

	Calibration bool     `name:"calibration" help:"Print how true the confidences are."`
	Brief       bool     `name:"brief" help:"Print no tables of single groups and channels."`
	Misses      bool     `name:"misses" help:"List every value that was not found right."`
	Markdown    bool     `name:"markdown" help:"Print the tables in Markdown."`
	JSON        string   `name:"json" placeholder:"FILE" help:"Write all figures into this file."`
	Report      string   `name:"report" placeholder:"PATH" help:"Write the failures as a report: into one file if the name ends in .html, else into a folder with the pictures beside it."`
	FailUnder   []string `name:"fail-under" placeholder:"NAME=F1" help:"End with status 1 if a figure is lower: header, amounts, lines, type or a field, of all documents or GROUP:NAME for a type, collection or layout."`
}

// Validate reports settings that are not valid.
func (c Command) Validate() error {
	_, err := parseThresholds(c.FailUnder)
	return err
}

// Run prints the figures on standard output.
func (c Command) Run(ctx context.Context) error { return c.Evaluate(ctx, os.Stdout) }

// Evaluate measures the folder and writes the figures to out. Errors: a manifest
// or folder that cannot be read, settings that are not valid, ErrUnder.
func (c Command) Evaluate(ctx context.Context, out io.Writer) error {
	limits, err := parseThresholds(c.FailUnder)
	if err != nil {
		return err
	}
	if _, err := eval.Load(c.Folder); err != nil {
		return explainManifest(c.Folder, err) // before anything is compiled
	}
	local.AnnounceFirstStart()
	reader, err := read.New(ctx, read.Options{CacheDir: engine.UserCacheDir(), OCRLanguages: c.OCRLanguages})
	if err != nil {
		return err
	}
	defer func() { _ = reader.Close(context.WithoutCancel(ctx)) }()
	sel := c.selection()
	sel.Progress = progress()
	found, err := eval.Run(ctx, reader, c.Folder, sel)
	if err != nil {
		return err
	}
	summary := found.Summary()
	if err := c.print(out, found, &summary); err != nil {
		return err
	}
	if c.JSON != "" {
		if err := writeJSON(c.JSON, &summary); err != nil {
			return err
		}
	}
	if c.Report != "" {
		r := reporter{folder: c.Folder, pictures: reader, workers: c.workers(), report: found, summary: &summary}
		if err := r.write(ctx, c.Report); err != nil {
			return fmt.Errorf("report: %w", err)
		}
	}
	return limits.check(&summary)
}

// explainManifest says what a folder lacks that has no manifest.
func explainManifest(folder string, err error) error {
	info, stat := os.Stat(folder)
	switch {
	case stat != nil:
		return input.Explain(stat)
	case !info.IsDir():
		return fmt.Errorf("%s is a file; name the folder of its %s", folder, eval.Manifest)
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s has no %s, which lists what is true of its documents: %w", folder, eval.Manifest,
			os.ErrNotExist)
	}
	return input.Explain(err)
}

func (c Command) selection() eval.Selection {
	sel := eval.Selection{
		Collections: c.Collections, Languages: c.Languages, Limit: c.Limit, Workers: c.workers(),
		Boxes: c.GivenWords, XML: !c.IgnoreXML, Photos: c.Photos, Scans: c.Scans,
	}
	if c.Split != "both" {
		sel.Split = c.Split
	}
	return sel
}

func (c Command) workers() int {
	if c.Workers > 0 {
		return c.Workers
	}
	return extractor.DefaultWorkers()
}

// progress draws a bar on a terminal.
func progress() func(done, of int) {
	bar := progressbar.NewOptions(-1, progressbar.OptionSetWriter(os.Stderr), progressbar.OptionShowCount(),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetVisibility(term.IsTerminal(int(os.Stderr.Fd()))))
	return func(_, of int) {
		bar.ChangeMax(of)
		_ = bar.Add(1) // a bar that cannot be drawn is no failure
	}
}

// print writes the tables, then what could not be extracted.
func (c Command) print(out io.Writer, found *eval.Report, s *eval.Summary) error {
	write := writeText
	if c.Markdown {
		write = writeMarkdown
	}
	var tables []table
	for _, part := range sections(s, c.Calibration, c.Brief) {
		tables = append(tables, part.Tables...)
	}
	tables = append(tables, failures(found)...)
	if c.Misses {
		tables = append(tables, misses(found))
	}
	var errs []error
	for _, t := range tables {
		errs = append(errs, write(out, t))
	}
	return errors.Join(errs...)
}

func writeJSON(path string, s *eval.Summary) error {
	b, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(b, '\n'), 0o600)
}
