package eval_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/extract"
)

// sayHalf is the confidence that models trained without fold 1 give every value.
const sayHalf = 0.5

func foldFolder(t *testing.T, folds eval.Folds) string {
	t.Helper()
	dir := t.TempDir()
	m, err := extract.EmbeddedModels()
	if err != nil {
		t.Fatal(err)
	}
	flat := []calibrate.Knot{{0, sayHalf}, {1, sayHalf}}
	m.Calibration = &calibrate.Model{Trees: m.Calibration.Trees,
		Curves: map[string]map[string][]calibrate.Knot{"text": {"other": flat}, "ocr": {"other": flat}}}
	files, err := m.Files()
	if err != nil {
		t.Fatal(err)
	}
	for path, data := range files {
		path = filepath.Join(dir, eval.FoldFolder(1), path)
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	writeFolds(t, dir, folds)
	return dir
}

func writeFolds(t *testing.T, dir string, folds eval.Folds) {
	t.Helper()
	data, err := json.Marshal(folds)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, eval.FoldsFile), data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}

// Each document is read by the models without its fold, and a document in no fold by the common models. Reserved
// documents are measured only on request.
func TestRunWithFolds(t *testing.T) {
	t.Parallel()
	files := map[string][]byte{}
	var lines []object
	for i, name := range []string{"trained.pdf", "stranger.pdf", "aside.pdf"} {
		files[name] = append(invoicePDF(), strings.Repeat("%\n", i)...) // different files with the same pages
		lines = append(lines, object{"file": name, "collection": "made", "documentType": "invoice",
			"truth": object{"invoiceNumber": "HT-1188", "total": "144.00"}})
	}
	out, err := eval.LoadLeftOut(foldFolder(t, eval.Folds{Count: 1, Documents: []eval.Folded{
		{File: "trained.pdf", SHA256: sum(files["trained.pdf"]), Fold: 1},
		{File: "aside.pdf", SHA256: sum(files["aside.pdf"]), Aside: true},
	}}))
	if err != nil {
		t.Fatal(err)
	}
	folder := collection(t, files, lines...)
	said := func(sel eval.Selection) map[string]float64 {
		confidence := map[string]float64{}
		for _, d := range run(t, folder, sel).Documents {
			confidence[d.Case.File] = d.Found.Fields["total"].Confidence
		}
		return confidence
	}
	leftOut := said(eval.Selection{Folds: out, Workers: 2})
	if len(leftOut) != 2 || leftOut["trained.pdf"] != sayHalf || leftOut["stranger.pdf"] == sayHalf {
		t.Errorf("left out: %v", leftOut)
	}
	if seen := said(eval.Selection{Folds: out, Seen: true}); len(seen) != 2 || seen["trained.pdf"] != leftOut["stranger.pdf"] {
		t.Errorf("seen: %v", seen)
	}
	if aside := said(eval.Selection{Folds: out, Aside: true}); len(aside) != 1 || aside["aside.pdf"] != leftOut["stranger.pdf"] {
		t.Errorf("aside: %v", aside)
	}
}

func TestUnreadableFolds(t *testing.T) {
	t.Parallel()
	whole := eval.Folds{Count: 2, Documents: []eval.Folded{{File: "a.pdf", SHA256: sum(nil), Fold: 1}}}
	if _, err := eval.LoadLeftOut(foldFolder(t, whole)); err == nil || !strings.Contains(err.Error(), eval.FoldFolder(2)) {
		t.Errorf("models are missing: %v", err)
	}
	for name, d := range map[string]eval.Folded{
		"fold": {File: "a.pdf", SHA256: sum(nil), Fold: 3}, "sum": {File: "a.pdf", SHA256: "12", Fold: 1},
	} {
		dir := t.TempDir()
		writeFolds(t, dir, eval.Folds{Count: 2, Documents: []eval.Folded{d}})
		if _, err := eval.LoadFolds(dir); err == nil {
			t.Errorf("wrong %s is taken", name)
		}
	}
	if _, err := eval.LoadFolds(t.TempDir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

type counting struct{ reads int }

func (c *counting) Read(_ context.Context, data []byte) (*document.Document, error) {
	c.reads++
	if len(data) == 0 {
		return nil, errors.New("empty")
	}
	return &document.Document{MIMEType: "text/plain", Pages: []document.Page{{Number: 7}}}, nil
}

func TestCachedReader(t *testing.T) {
	t.Parallel()
	inner := &counting{}
	r := eval.CachedReader{Reader: inner, Folder: t.TempDir()}
	for range 2 {
		doc, err := r.Read(t.Context(), []byte("a"))
		if err != nil || len(doc.Pages) != 1 || doc.Pages[0].Number != 7 {
			t.Fatalf("%+v, %v", doc, err)
		}
		if _, err := r.Read(t.Context(), nil); err == nil {
			t.Fatal("an error is kept as a document")
		}
	}
	if inner.reads != 3 { // once if it succeeds, twice if it fails
		t.Errorf("%d reads", inner.reads)
	}
	broken := filepath.Join(r.Folder, sum([]byte("b"))+".gob")
	if err := os.WriteFile(broken, []byte("?"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(t.Context(), []byte("b")); err == nil || !strings.Contains(err.Error(), broken) {
		t.Errorf("a broken file of the cache: %v", err)
	}
	r.Folder = filepath.Join(r.Folder, "gone")
	if _, err := r.Read(t.Context(), []byte("a")); err == nil {
		t.Error("a folder that is not there keeps documents")
	}
}

// Figures aggregate fields of a kind and omit those without data.
func TestSummaryFigures(t *testing.T) {
	t.Parallel()
	line := object{"file": "a.pdf", "collection": "made", "documentType": "invoice", "truth": object{
		"vendorName": "Harrow Tools Ltd", "customerName": "Nobody", "total": "144.00"}}
	r := run(t, collection(t, map[string][]byte{"a.pdf": invoicePDF()}, line), eval.Selection{})
	s := r.Summary()
	got := map[string]eval.Figure{}
	for _, f := range s.Figures() {
		got[f.Name] = f
	}
	if f := got["type"]; f.Value != 1 || f.Of != 1 {
		t.Errorf("%+v", f)
	}
	if f := got["names"]; f.Value != 0.5 || f.Of != 2 {
		t.Errorf("%+v", f)
	}
	if f := got["all fields"]; f.Of != 3 {
		t.Errorf("%+v", f)
	}
	if f, ok := got["addresses"]; ok {
		t.Errorf("a figure of nothing: %+v", f)
	}
}
