// Command formroles writes the training data of package formrole from made forms and from real documents:
//
//	cd lab && go run ./cmd/formroles -out FILE [-made N] [-documents FOLDER] [-forms FILE,FILE]
//	cd lab && go run ./cmd/formroles -measure NETWORK [-folds 1,2] [-made N] [-documents FOLDER]
//
// Forms of -forms are PDF files with fields, which get made answers. The second line measures a network by word, on
// made forms of other seeds and on the real documents of some folds.
//
// The folder has a manifest.jsonl with a file, collection, cluster and truth a line. Documents of the collection
// acroforms come as NAME.fill.pdf with form fields and NAME.flat.pdf without, those of adbuy with values.
// tagging/train.py trains networks on the data; see the module's README.md.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/lab/synth/form"
	"github.com/docmill/docmill/lab/tagging"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	out := flag.String("out", "formroles.bin", "file to write")
	made := flag.Int("made", 6000, "number of made forms")
	folder := flag.String("documents", "", "folder of real documents with a manifest")
	forms := flag.String("forms", "", "PDF forms, separated by commas")
	network := flag.String("measure", "", "network to measure")
	folds := flag.String("folds", "", "folds of real documents to measure, all if empty")
	flag.Parse()
	write := func() error { return run(ctx, *out, *made, *folder, *forms) }
	if *network != "" {
		write = func() error { return measure(ctx, *network, *folds, *made, *folder) }
	}
	if err := write(); err != nil {
		fmt.Fprintln(os.Stderr, "formroles:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out string, made int, folder, forms string) error {
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	w := tagging.NewRoleWriter(f)
	for _, name := range strings.FieldsFunc(forms, func(c rune) bool { return c == ',' }) {
		doc, err := readFile(ctx, name)
		if err != nil {
			return err
		}
		addForm(w, doc, doc, tagging.FoldOf(filepath.Base(name)))
	}
	if folder != "" {
		err := eachReal(ctx, folder, func(e entry, doc, filled *document.Document) {
			if filled != nil {
				addForm(w, doc, filled, tagging.FoldOf(e.Cluster))
				return
			}
			w.AddPages(doc, tagging.ValueRoles(doc, printed(e.Truth)), tagging.KindValues, tagging.FoldOf(e.Cluster), 1)
		})
		if err != nil {
			return err
		}
	}
	w.AddForms(made)
	return errors.Join(w.Close(), f.Close())
}

func readFile(ctx context.Context, name string) (*document.Document, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	reader, err := read.New(ctx, read.Options{CacheDir: engine.UserCacheDir(), OCRLanguages: "eng"})
	if err != nil {
		return nil, err
	}
	defer func() { _ = reader.Close(ctx) }()
	doc, err := reader.Read(ctx, data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return doc, nil
}

type entry struct {
	File, Collection, Cluster string
	Truth                     map[string]any
}

// eachReal reads the real documents, forms without and with their fields.
func eachReal(ctx context.Context, folder string, add func(e entry, doc, filled *document.Document)) error {
	manifest, err := os.Open(filepath.Join(folder, "manifest.jsonl"))
	if err != nil {
		return err
	}
	defer func() { _ = manifest.Close() }()
	lines := bufio.NewScanner(manifest)
	lines.Buffer(nil, 1<<24)
	for n := 0; lines.Scan(); n++ {
		var e entry
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return err
		}
		name, isFlat := strings.CutSuffix(e.File, ".flat.pdf")
		if (e.Collection != "acroforms" || !isFlat) && (e.Collection != "adbuy" || n%3 > 0) { // most of these are alike
			continue
		}
		doc, err := readFile(ctx, filepath.Join(folder, e.File))
		if err != nil {
			return err
		}
		var filled *document.Document
		if isFlat {
			if filled, err = readFile(ctx, filepath.Join(folder, name+".fill.pdf")); err != nil {
				return err
			}
			filled = likePages(doc, filled)
		}
		add(e, doc, filled)
	}
	return lines.Err()
}

// likePages returns a document with the page of filled that has most words in common for each page of doc.
func likePages(doc, filled *document.Document) *document.Document {
	out := &document.Document{}
	for i := range doc.Pages {
		best, most := document.Page{}, 0
		words := textsOf(&doc.Pages[i])
		for k := range filled.Pages {
			n := 0
			for text := range textsOf(&filled.Pages[k]) {
				if words[text] {
					n++
				}
			}
			if n > most {
				best, most = filled.Pages[k], n
			}
		}
		best.Number = doc.Pages[i].Number
		out.Pages = append(out.Pages, best)
	}
	return out
}

func textsOf(p *document.Page) map[string]bool {
	out := map[string]bool{}
	for _, l := range p.Lines {
		for _, w := range l.Words {
			out[w.Text] = true
		}
	}
	return out
}

// addForm writes a form as it is, without some answers, and with others.
func addForm(w *tagging.Writer, doc, filled *document.Document, fold int) {
	const refills = 20
	roles := tagging.FilledRoles(filled)
	w.AddPages(doc, roles, tagging.KindForm, fold, 3) //nolint:mnd // there are few forms
	r := rand.New(rand.NewPCG(1, 1))                  //nolint:gosec // not a secret
	blank := tagging.WithoutAnswers(doc, roles, 1, r)
	w.AddPages(blank, roles, tagging.KindForm, fold, 1)
	w.AddPages(tagging.WithoutAnswers(doc, roles, 0.5, r), roles, tagging.KindForm, fold, 1)
	for seed := range uint64(refills) {
		var answers []string
		for _, text := range form.New(seed, form.Options{Language: "en"}).Truth.Printed {
			if text != "" {
				answers = append(answers, text)
			}
		}
		slices.Sort(answers)
		if len(answers) > 0 {
			other, fields := tagging.Refill(blank, filled, answers, r)
			if seed%2 == 0 {
				other = tagging.WithoutRules(other)
			}
			w.AddPages(other, tagging.FilledRoles(fields), tagging.KindRefilled, fold, 1)
		}
	}
}

// printed returns the values of a truth as documents print them.
func printed(value any) []string {
	var out []string
	switch v := value.(type) {
	case map[string]any:
		for _, x := range v {
			out = append(out, printed(x)...)
		}
	case []any:
		for _, x := range v {
			out = append(out, printed(x)...)
		}
	case float64:
		text := strconv.FormatFloat(v, 'f', 2, 64)
		out = append(out, text, "$"+text, strings.TrimSuffix(text, ".00"))
	case string:
		out = append(out, v)
		if d, err := time.Parse(time.DateOnly, v); err == nil {
			for _, form := range []string{"01/02/06", "01/02/2006", "1/2/06", "1/2/2006", "Jan02/06", "2 Jan 2006"} {
				out = append(out, d.Format(form))
			}
		}
	}
	return out
}
