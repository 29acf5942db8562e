// Package evaluate measures the engine on a folder of labeled documents and reports the share of correctly
// found values: as tables, as JSON, and as an HTML report that shows each failure on its page.
//
// It reads documents in this process, not in confined ones: the folder is the user's, and time and memory
// are the engine's only.
package evaluate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/docmill/docmill/cmd/docmill/internal/extract"
	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/eval"
	engineextract "github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/ocr"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/services/extractor"
)

// Command is `docmill eval`. Tags are kong's.
type Command struct {
	Folders      []string `arg:"" optional:"" name:"folder" help:"Folders with a manifest.jsonl; format: docs/evaluating.md."`
	Collections  []string `name:"collections" placeholder:"NAME,…" help:"Only these collections."`
	Languages    []string `name:"languages" placeholder:"LANG,…" help:"Only documents with one of these languages (lang in the manifest)."`
	Split        string   `name:"split" enum:"a,b,both" default:"both" help:"Only half of the documents, a or b; all documents of an issuer are in the same half."`
	Limit        int      `name:"limit" default:"0" help:"Maximum number of documents of each collection; 0 takes all."`
	IgnoreXML    bool     `name:"ignore-embedded-xml" help:"Measure the pages only, ignoring embedded e-invoices."`
	GivenWords   bool     `name:"given-words" help:"Use the reference words of the manifest (ocrBoxes) instead of text recognition."`
	Photos       []string `name:"photos" placeholder:"NAME,…" help:"Collections of photographs; their calibration is reported separately from that of scans."`
	Scans        []string `name:"scans" placeholder:"NAME,…" help:"Collections of scans."`
	OCRLanguages string   `name:"ocr-languages" env:"DOCMILL_OCR_LANGUAGES" default:"" help:"Possible languages of scans, by Tesseract's names, joined by +. If empty, or for languages that docmill supports, docmill reads scans itself; other languages, such as chi_sim, need an installed Tesseract."`
	OCR          string   `name:"ocr" enum:"own,tesseract," default:"" help:"Recognize text with docmill's networks or with Tesseract, for all languages."`
	Workers      int      `name:"workers" default:"0" help:"Concurrent documents; 0 means the number of processors. Use 1 to measure times."`

	Folds  string `name:"folds" placeholder:"FOLDER" help:"Read training documents with the models of this folder that were trained without their fold; see lab/README.md. Set-aside documents are not measured. The first table compares with models that have seen all."`
	Seen   bool   `name:"seen" help:"With --folds: read the same documents with the built-in models."`
	Aside  bool   `name:"aside" help:"With --folds: measure only the set-aside documents."`
	Models string `name:"models" placeholder:"FOLDER" help:"Use the models of this folder instead of the built-in ones."`
	Cache  string `name:"cache" placeholder:"FOLDER" help:"Cache the reader's results in this folder; use one folder per version and setting of --ocr and --ocr-languages."`

	Learn      int     `name:"learn" placeholder:"K" default:"0" help:"Measure the effect of learned layouts: on other documents of a template or vendor, after 1 to K corrected ones."`
	LearnWrong float64 `name:"learn-wrong" placeholder:"SHARE" default:"0" help:"With --learn: share of wrong corrections, from 0 to 1."`

	FromCorrections bool   `name:"from-corrections" help:"Measure an account's documents on a running service by its corrections, confirmations and reviews, instead of folders."`
	Rerun           string `name:"rerun" placeholder:"FOLDER" help:"With --from-corrections: download these documents into a new folder with a manifest.jsonl, and read them with this program."`
	Server          string `name:"server" env:"DOCMILL_URL" placeholder:"URL" help:"The running service of --from-corrections."`
	APIKey          string `name:"api-key" aliases:"key" env:"DOCMILL_API_KEY" help:"Key for --server."`

	Calibration bool     `name:"calibration" help:"Print the calibration of confidences."`
	Brief       bool     `name:"brief" help:"Print no tables of single groups and channels."`
	Misses      bool     `name:"misses" help:"List every wrong or missing value; with --learn, after K corrected documents."`
	Markdown    bool     `name:"markdown" help:"Print the tables in Markdown."`
	JSON        string   `name:"json" placeholder:"FILE" help:"Write all figures into this file."`
	Report      string   `name:"report" placeholder:"PATH" help:"Write the failures as a report: to one file if the name ends in .html, otherwise to a folder with pictures."`
	FailUnder   []string `name:"fail-under" placeholder:"NAME=F1" help:"Exit with status 1 if a figure is lower: header, amounts, lines, type or a field, of all documents or GROUP:NAME for a type, collection or layout."`
}

// errNeedsFolds is returned for settings that select among the documents of folds.
var errNeedsFolds = errors.New("--seen and --aside need --folds")

// Validate reports settings that are not valid.
func (c Command) Validate() error {
	if err := c.validateSource(); err != nil {
		return err
	}
	if c.Folds == "" && (c.Seen || c.Aside) {
		return errNeedsFolds
	}
	if err := c.validateLearning(); err != nil {
		return err
	}
	_, err := parseThresholds(c.FailUnder)
	return err
}

func (c Command) validateSource() error {
	switch {
	case !c.FromCorrections && len(c.Folders) == 0:
		return errors.New("name a folder, or --from-corrections")
	case !c.FromCorrections && c.Rerun != "":
		return errors.New("--rerun is for --from-corrections")
	case !c.FromCorrections:
		return nil
	case len(c.Folders) > 0:
		return errors.New("--from-corrections does not accept folders")
	case c.Server == "" || c.APIKey == "":
		return errors.New("--from-corrections needs --server and --api-key, or DOCMILL_URL and DOCMILL_API_KEY")
	case c.Report != "" && c.Rerun == "":
		return errors.New("--report shows pages, which --from-corrections has with --rerun alone")
	}
	return nil
}

// Run prints the figures on standard output.
func (c Command) Run(ctx context.Context) error { return c.Evaluate(ctx, os.Stdout) }

// Evaluate measures the folders and writes the figures to out. It returns an error for an unreadable
// manifest or folder and for invalid settings, and ErrUnder.
func (c Command) Evaluate(ctx context.Context, out io.Writer) error {
	limits, err := parseThresholds(c.FailUnder)
	if err != nil {
		return err
	}
	if c.FromCorrections {
		labeled, err := c.labeled(ctx)
		if err != nil {
			return err
		}
		if c.Rerun == "" {
			return c.reportRecords(out, labeled, limits)
		}
		if err := labeled.download(ctx, c.Rerun); err != nil {
			return err
		}
		c.Folders = []string{c.Rerun}
	}
	for _, folder := range c.Folders { // before anything is compiled
		if _, err := eval.Load(folder); err != nil {
			return explainManifest(folder, err)
		}
	}
	sel, err := c.selection()
	if err != nil {
		return err
	}
	extract.AnnounceFirstStart()
	reader, err := read.New(ctx, read.Options{
		CacheDir: engine.UserCacheDir(), OCREngine: ocr.Engine(c.OCR), OCRLanguages: c.OCRLanguages,
	})
	if err != nil {
		return err
	}
	defer func() { _ = reader.Close(context.WithoutCancel(ctx)) }()
	if c.Learn > 0 {
		return c.learn(ctx, out, reader, sel)
	}
	m, err := c.measure(ctx, reader, sel)
	if err != nil {
		return err
	}
	if err := c.print(out, m); err != nil {
		return err
	}
	if c.JSON != "" {
		if err := writeJSON(c.JSON, m); err != nil {
			return err
		}
	}
	if c.Report != "" {
		r := reporter{name: filepath.Base(c.Folders[0]), pictures: reader, workers: c.workers(), report: m.report,
			summary: &m.summary}
		if err := r.write(ctx, c.Report); err != nil {
			return fmt.Errorf("report: %w", err)
		}
	}
	return limits.check(&m.summary)
}

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

// selection reads the models in the settings.
func (c Command) selection() (eval.Selection, error) {
	sel := eval.Selection{
		Collections: c.Collections, Languages: c.Languages, Limit: c.Limit, Workers: c.workers(),
		Boxes: c.GivenWords, XML: !c.IgnoreXML, Photos: c.Photos, Scans: c.Scans, Seen: c.Seen, Aside: c.Aside,
	}
	if c.Split != "both" {
		sel.Split = c.Split
	}
	if c.Models != "" {
		m, err := engineextract.LoadModels(os.DirFS(c.Models))
		if err != nil {
			return sel, fmt.Errorf("%s: %w", c.Models, err)
		}
		sel.Models = &m
	}
	var err error
	if c.Folds != "" {
		sel.Folds, err = eval.LoadLeftOut(c.Folds)
	}
	return sel, err
}

func (c Command) workers() int {
	if c.Workers > 0 {
		return c.Workers
	}
	return extractor.DefaultWorkers()
}

// progress draws a progress bar on a terminal.
func progress() func(done, of int) {
	bar := progressbar.NewOptions(-1, progressbar.OptionSetWriter(os.Stderr), progressbar.OptionShowCount(),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetVisibility(term.IsTerminal(int(os.Stderr.Fd()))))
	return func(_, of int) {
		bar.ChangeMax(of)
		_ = bar.Add(1) // a bar that cannot be drawn is no failure
	}
}
