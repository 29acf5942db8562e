// Command testset writes labeled documents for docmill eval:
//
//	cd lab && go run ./cmd/testset -out FOLDER [-documents 300]
//
// The same number gives the same documents. Their designs come from seeds that no training uses, so the figures are
// those of unseen designs. Every eighth document is a page image that needs text recognition.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/lab/synth"
)

const (
	firstSeed    = 60_000_000 // training and cmd/languages use smaller seeds
	imageEvery   = 8
	imageWidthPx = 1654 // an A4 page at 200 dpi
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "testset:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	set := flag.NewFlagSet("testset", flag.ContinueOnError)
	folder := set.String("out", "", "folder to write; required")
	documents := set.Int("documents", 300, "number of documents")
	if err := set.Parse(args); err != nil {
		return err
	}
	if *folder == "" {
		return fmt.Errorf("-out is required")
	}
	if err := os.MkdirAll(*folder, 0o755); err != nil {
		return err
	}
	e, err := engine.New(ctx, engine.Options{CacheDir: engine.UserCacheDir()})
	if err != nil {
		return err
	}
	defer func() { _ = e.Close(ctx) }()
	var manifest strings.Builder
	for i := range *documents {
		line, err := write(ctx, e, *folder, i)
		if err != nil {
			return fmt.Errorf("document %d: %w", i, err)
		}
		manifest.Write(line)
		manifest.WriteByte('\n')
	}
	return os.WriteFile(filepath.Join(*folder, eval.Manifest), []byte(manifest.String()), 0o644)
}

// write writes document i and returns its line of the manifest.
func write(ctx context.Context, e *engine.Engine, folder string, i int) ([]byte, error) {
	types := []result.DocumentType{
		result.TypeInvoice, result.TypeInvoice, result.TypeReceipt, result.TypeInvoice,
		result.TypeCreditNote, result.TypePurchaseOrder, result.TypeBankStatement,
	}
	options := synth.Options{DocumentType: types[i%len(types)]}
	if languages := synth.TradeLanguages(); options.DocumentType != result.TypeReceipt &&
		options.DocumentType != result.TypeBankStatement {
		options.Language = languages[i%len(languages)]
	}
	made := synth.New(uint64(firstSeed+i), options) //nolint:gosec // not negative
	name, data, capture := fmt.Sprintf("%03d.pdf", i), made.PDF(), ""
	if i%imageEvery == imageEvery-1 && len(made.Sheets) == 1 {
		picture, err := e.Picture(ctx, engine.PictureRequest{Data: data, Page: 1, Width: imageWidthPx})
		if err != nil {
			return nil, err
		}
		name, data, capture = fmt.Sprintf("%03d.png", i), picture.Data, eval.CaptureScan
	}
	if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
		return nil, err
	}
	truth := map[string]any{}
	for field, value := range made.Truth.Scalars {
		if schema.Of(made.DocumentType).Has(field) {
			truth[field] = value
		}
	}
	if len(made.Truth.LineItems) > 0 {
		truth["lineItems"] = made.Truth.LineItems
	}
	if len(made.Truth.Transactions) > 0 {
		truth["transactions"] = made.Truth.Transactions
	}
	return json.Marshal(map[string]any{
		"file": name, "collection": "made", "documentType": made.DocumentType, "truth": truth, "lang": made.Language,
		"template": made.Layout, "capture": capture,
	})
}
