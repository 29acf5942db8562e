// Command pairs measures the pairs of question and answer that documents of type generic have:
//
//	cd lab && go run ./cmd/pairs [-made 60] [-scans 20] [-languages en] [-documents FOLDER] [-cache FOLDER] [-v]
//
// Made forms state their pairs, as pages with text and as scans. Of real documents, which a manifest.jsonl in the
// folder lists with their values, it counts the pairs with a known value. Two texts are equal if at most a fifth of
// their letters and digits differ. Check boxes and cells of tables do not count.
package main

import (
	"bytes"
	"context"
	"encoding/gob"
	"flag"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/engine/read/pdf"
	"github.com/docmill/docmill/engine/read/pdf/pdfium"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/lab/lines/augment"
	"github.com/docmill/docmill/lab/synth/form"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	made := flag.Int("made", 60, "number of made forms")
	scans := flag.Int("scans", 20, "number of made forms that are scanned")
	dpi := flag.Float64("dpi", 100, "resolution of scans")
	seed := flag.Uint64("seed", 2_000_000, "seed of the first made form")
	languages := flag.String("languages", "", "languages of made forms, separated by commas; empty for all")
	folder := flag.String("documents", "", "folder of real documents with a manifest")
	m := &meter{}
	flag.StringVar(&m.cache, "cache", "", "folder for documents that were read")
	flag.BoolVar(&m.verbose, "v", false, "print wrong and missing pairs")
	flag.Parse()
	if err := m.run(ctx, *made, *scans, *dpi, *seed, *languages, *folder); err != nil {
		fmt.Fprintln(os.Stderr, "pairs:", err)
		os.Exit(1)
	}
}

type meter struct {
	cache   string
	verbose bool
	reader  *read.Reader
	library *pdfium.Library
	models  extract.Models
}

func (m *meter) run(
	ctx context.Context, made, scans int, dpi float64, seed uint64, languages, folder string,
) (err error) {
	if m.reader, err = read.New(ctx, read.Options{CacheDir: engine.UserCacheDir(), OCRLanguages: "eng"}); err != nil {
		return err
	}
	defer func() { _ = m.reader.Close(ctx) }()
	if m.library, err = pdfium.New(ctx, engine.UserCacheDir()); err != nil {
		return err
	}
	defer func() { _ = m.library.Close(ctx) }()
	if m.models, err = extract.EmbeddedModels(); err != nil {
		return err
	}
	var text, scanned score
	for i := range made {
		var o form.Options
		if all := strings.FieldsFunc(languages, func(c rune) bool { return c == ',' }); len(all) > 0 {
			o.Language = all[i%len(all)]
		}
		s := form.New(seed+uint64(i), o) //nolint:gosec // not negative
		doc, fields := s.DocumentFields()
		want := truthOf(doc, fields)
		text.add(m.pairs(doc), want, m.verbose)
		if i >= scans {
			continue
		}
		name := fmt.Sprintf("made-%d-%s-%.0f", seed+uint64(i), s.Language, dpi) //nolint:gosec // not negative
		doc, err := m.cached(name, func() (*document.Document, error) { return m.scan(ctx, s.PDF(), seed, dpi) })
		if err != nil {
			return err
		}
		scanned.add(m.pairs(doc), want, m.verbose)
	}
	text.print("made, text")
	scanned.print("made, scan")
	if folder == "" {
		return nil
	}
	return m.real(ctx, folder)
}

// pairs returns the pairs of a document without check boxes.
func (m *meter) pairs(doc *document.Document) (out []pair) {
	rows, _ := m.models.Document(doc, result.TypeGeneric).Data["keyValues"].([]map[string]string)
	for _, row := range rows {
		key, value := row["key"], row["value"]
		if value != "true" && value != "false" {
			out = append(out, pair{key, value})
		}
	}
	return out
}

// scan reads the pages of a PDF file as pictures of a scanner.
func (m *meter) scan(ctx context.Context, data []byte, seed uint64, dpi float64) (*document.Document, error) {
	file, err := pdf.Open(ctx, m.library, data)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close(ctx) }()
	out := &document.Document{}
	for n := range file.PageCount() {
		img, err := file.Render(ctx, n, dpi)
		if err != nil {
			return nil, err
		}
		r := rand.New(rand.NewPCG(seed, uint64(n))) //nolint:gosec // documents, not secrets
		augment.Blur(img, dpi/300, dpi/300)         //nolint:mnd // a third of a pixel at 100 dpi
		augment.Noise(r, img, augment.Between(r, 0, 25))
		augment.Contrast(img, augment.Between(r, 0.7, 1.3), augment.Between(r, -20, 20))
		page, err := m.readPicture(ctx, img)
		if err != nil {
			return nil, err
		}
		for i := range page.Pages {
			page.Pages[i].Number = len(out.Pages) + 1
			out.Pages = append(out.Pages, page.Pages[i])
		}
	}
	return out, nil
}

func (m *meter) readPicture(ctx context.Context, img *image.Gray) (*document.Document, error) {
	var data bytes.Buffer
	if err := png.Encode(&data, img); err != nil {
		return nil, err
	}
	return m.reader.Read(ctx, data.Bytes())
}

// cached returns a document of the cache, or reads it.
func (m *meter) cached(name string, read func() (*document.Document, error)) (*document.Document, error) {
	path := filepath.Join(m.cache, strings.ReplaceAll(name, "/", "-")+".gob")
	var doc *document.Document
	if data, err := os.ReadFile(path); err == nil && m.cache != "" {
		err := gob.NewDecoder(bytes.NewReader(data)).Decode(&doc)
		return doc, err
	}
	doc, err := read()
	if err != nil || m.cache == "" {
		return doc, err
	}
	var data bytes.Buffer
	if err := gob.NewEncoder(&data).Encode(doc); err != nil {
		return nil, err
	}
	return doc, os.WriteFile(path, data.Bytes(), 0o600)
}

// real measures real documents: recall by known values, precision by the values of form fields.
func (m *meter) real(ctx context.Context, folder string) error {
	byKind := map[string]*score{}
	var kinds []string
	err := eachDocument(folder, func(e entry) error {
		doc, err := m.cached(e.File, func() (*document.Document, error) { return m.readFile(ctx, folder, e.File) })
		if err != nil {
			return err
		}
		want := values(e.Truth)
		if name, ok := e.filled(); ok {
			filled, err := m.cached(name, func() (*document.Document, error) { return m.readFile(ctx, folder, name) })
			if err != nil {
				return err
			}
			want = fieldValues(filled)
		}
		kind := e.Collection + ", " + e.Source
		if byKind[kind] == nil {
			byKind[kind] = &score{}
			kinds = append(kinds, kind)
		}
		if m.verbose {
			fmt.Println("#", e.File)
		}
		byKind[kind].addValues(m.pairs(doc), want, m.verbose)
		return nil
	})
	slices.Sort(kinds)
	for _, kind := range kinds {
		byKind[kind].print(kind + " (values only)")
	}
	return err
}

func (m *meter) readFile(ctx context.Context, folder, name string) (*document.Document, error) {
	data, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		return nil, err
	}
	return m.reader.Read(ctx, data)
}
