// Command forms writes generated forms with schemas and truth:
//
//	cd lab && go run ./cmd/forms -out FOLDER [-count 200] [-seed 1] [-languages de,fr]
//
// The folder gets PDF files, schemas/NAME.json and manifest.jsonl: a line per form with file, schema, truth by
// property (null if the form has no answer), language, theme and layout family (cluster).
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/lab/synth/form"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "forms:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	set := flag.NewFlagSet("forms", flag.ContinueOnError)
	folder := set.String("out", "", "folder to write; required")
	count := set.Int("count", 200, "number of forms")
	seed := set.Uint64("seed", 1, "seed of the first form")
	languages := set.String("languages", "", "only these, separated by commas")
	theme := set.String("theme", "", "only this theme")
	if err := set.Parse(args); err != nil {
		return err
	}
	if *folder == "" {
		return fmt.Errorf("-out is required")
	}
	if err := os.MkdirAll(filepath.Join(*folder, "schemas"), 0o755); err != nil {
		return err
	}
	var manifest bytes.Buffer
	for i := range *count {
		options := form.Options{Theme: *theme}
		if *languages != "" {
			all := strings.Split(*languages, ",")
			options.Language = all[i%len(all)]
		}
		name := fmt.Sprintf("%05d", i)
		made := form.New(*seed+uint64(i), options) //nolint:gosec // not negative
		line, err := write(*folder, name, made)
		if err != nil {
			return fmt.Errorf("form %s: %w", name, err)
		}
		manifest.Write(append(line, '\n'))
	}
	return os.WriteFile(filepath.Join(*folder, "manifest.jsonl"), manifest.Bytes(), 0o644)
}

// write writes a form with its schema and returns its line of the manifest.
func write(folder, name string, s *form.Sample) ([]byte, error) {
	if err := os.WriteFile(filepath.Join(folder, name+".pdf"), s.PDF(), 0o644); err != nil {
		return nil, err
	}
	schema := "schemas/" + name + ".json"
	if err := os.WriteFile(filepath.Join(folder, schema), s.Asked.Schema, 0o644); err != nil {
		return nil, err
	}
	parsed, err := custom.Parse(s.Asked.Schema)
	if err != nil {
		return nil, err
	}
	truth := map[string]any{}
	for _, p := range s.Asked.Properties {
		property, _ := parsed.Property(p.Name)
		switch {
		case p.Rows != nil:
			truth[p.Name] = rows(property, p.Rows)
		case len(p.Texts) == 0:
			truth[p.Name] = nil
		case len(p.Texts) == 1:
			truth[p.Name] = typed(p.Type, p.Texts[0])
		default:
			truth[p.Name] = map[string]any{"any": p.Texts}
		}
	}
	return json.Marshal(map[string]any{
		"file": name + ".pdf", "collection": "made-forms", "cluster": "made-forms/" + s.Layout, "schema": schema,
		"truth": truth, "source": "text", "lang": s.Language, "docKind": s.Theme, "pages": len(s.Sheets),
	})
}

func rows(list *custom.Property, texts []map[string]string) []map[string]any {
	out := make([]map[string]any, len(texts))
	for i, row := range texts {
		out[i] = map[string]any{}
		for _, m := range list.Members {
			if text, ok := row[m.Name]; ok {
				out[i][m.Name] = typed(m.Type, text)
			}
		}
	}
	return out
}

// typed returns a text in normal form as its JSON type.
func typed(t custom.Type, text string) any {
	if t == custom.TypeString {
		return text
	}
	return json.RawMessage(text)
}
