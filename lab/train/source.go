package train

import (
	"context"
	"flag"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/lab/folds"
	"github.com/docmill/docmill/lab/synth"
)

// Source is the source of labeled documents for a training: flags that the lab's commands share.
type Source struct {
	documents, collections, aside, cache, languages string
}

// Flags adds the flags of a source to a set. collections is the default for the collections to train on.
func Flags(set *flag.FlagSet, collections string) *Source {
	s := &Source{}
	set.StringVar(&s.documents, "documents", "", "folders of labelled documents, joined by commas")
	set.StringVar(&s.collections, "collections", collections, "those of the folders that may be trained on")
	set.StringVar(&s.aside, "aside", "", "families of templates that are put aside: never trained on")
	set.StringVar(&s.cache, "cache", filepath.Join(os.TempDir(), "docmill-train"), "folder that keeps what was read")
	set.StringVar(&s.languages, "ocr-languages", "",
		"languages that scans may be in, as docmill eval takes them")
	return s
}

// Load reads the training documents and returns the folds of all documents. Documents keep known folds.
func (s *Source) Load(ctx context.Context, known *eval.Folds) ([]Labeled, *eval.Folds, error) {
	opt := folds.Options{Collections: list(s.collections), Aside: list(s.aside), Known: known}
	folders := list(s.documents)
	parts, err := folds.Make(folders, opt)
	if err != nil {
		return nil, nil, err
	}
	if err := os.MkdirAll(s.cache, 0o700); err != nil {
		return nil, nil, err
	}
	reader, err := read.New(ctx, read.Options{CacheDir: engine.UserCacheDir(), OCRLanguages: s.languages})
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = reader.Close(ctx) }()
	var out []Labeled
	for _, folder := range folders {
		more, err := Load(ctx, eval.CachedReader{Reader: reader, Folder: s.cache}, folder, parts, opt.Trains)
		if err != nil {
			return nil, nil, err
		}
		out = append(out, more...)
	}
	return out, parts, nil
}

func list(s string) []string {
	return strings.FieldsFunc(s, func(c rune) bool { return c == ',' })
}

// Made returns n synthetic documents. Half are as read from a PDF, half as text recognition returns them, with few to
// many errors.
func Made(seed uint64, n int) []Labeled {
	out := make([]Labeled, n)
	for i := range out {
		at := seed + uint64(i) //nolint:gosec // i is not negative
		s := synth.New(at, synth.Options{})
		collection := "made/text"
		doc := (*document.Document)(nil)
		if i%4 < 2 {
			doc = s.Document()
		} else {
			collection = "made/recognised"
			doc = s.Recognized(at, float64(i/4%4)/4+0.1)
		}
		out[i] = Labeled{
			Document: doc, DocumentType: s.DocumentType, Truth: truthOf(s),
			Collection: collection, Origin: s.Layout, Fold: foldOf(s.Layout), Complete: true,
		}
	}
	return out
}

func truthOf(s *synth.Sample) eval.Truth {
	return eval.Truth{Scalars: s.Truth.Scalars, LineItems: eval.Rows(s.Truth.LineItems)}
}

// foldOf keeps a family of layouts in one fold.
func foldOf(layout string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(layout))
	return 1 + int(h.Sum32()%folds.Count)
}
