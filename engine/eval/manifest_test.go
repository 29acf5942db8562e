package eval_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func TestParse(t *testing.T) {
	t.Parallel()
	cases, err := eval.Parse(strings.NewReader(`
{"file":"a.pdf","collection":"till","documentType":"receipt","lang":"de","capture":"scan","truth":{"total":3.50,"vendorName":" Deli ","tip":null,"fields":{"x":"y"},"lineItems":[{"amount":3.50,"quantity":"1"}]},"truthAny":{"date":["2024-03-01","2024-01-03"]},"truthRaw":{"total":["3,50 €"],"date":"1.3.24"}}

{"file":"sub/b.pdf","documentType":"purchase_order_change","truth":{},"partialLineItems":[{"description":"Nut"}],"truthVisible":{"total":false,"lineItems":0.5}}
{"file":"c.pdf","documentType":"passport","truth":{}}
`))
	require.NoError(t, err)
	require.Equal(t, len(cases), 3, cases)
	a, b := &cases[0], &cases[1]
	s := a.Truth.Scalars
	assert.True(t, len(s) == 2 && s["total"] == "3.50" && s["vendorName"] == "Deli", "scalars", s)
	items := a.Truth.LineItems
	assert.True(t, len(items) == 1 && items[0]["amount"] == "3.50" && items[0]["quantity"] == "1", "line items", items)
	if a.Printed("total") != "3,50 €" || a.Printed("date") != "1.3.24" || a.Printed("tip") != "" {
		t.Errorf("printed %v", a.Raw)
	}
	if b.EngineType() != result.TypePurchaseOrder || cases[2].EngineType() != result.TypeGeneric ||
		len(b.PartialLineItems) != 1 {
		t.Errorf("%+v", cases)
	}
	assert.True(t, !b.Shown("total") && b.Shown("lineItems") && b.Shown("iban"), "visible", b.Visible)
}

func TestParseInvalid(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		`{"file":"a.pdf"`:                                     "manifest.jsonl:2: ",
		`{"truth":{}}`:                                        `"file" is missing`,
		`{"file":"../a.pdf"}`:                                 "not below the folder",
		`{"file":"/etc/passwd"}`:                              "not below the folder",
		`{"file":"a.jpg","ocrBoxes":"../../b.csv"}`:           "not below the folder",
		`{"file":"a.jpg","capture":"fax"}`:                    `"capture"`,
		`{"file":"a.jpg","truth":{"lineItems":"none"}}`:       "lineItems",
		`{"file":"a.jpg","truth":[]}`:                         "manifest.jsonl:2: ",
		`{"file":"a.jpg","truthAny":{"total":"not a list"}}`:  "truthAny",
		`{"file":"` + strings.Repeat("a", 17<<20) + `.pdf"}`:  "too long",
		`{"file":"a.jpg","partialLineItems":[["no", "row"]]}`: "manifest.jsonl:2: ",
	} {
		_, err := eval.Parse(strings.NewReader("{\"file\":\"good.pdf\"}\n" + line))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, want %q", line, err, want)
		}
	}
	_, err := eval.Load(t.TempDir())
	assert.Error(t, err, "a folder without a manifest is read")
}

func FuzzParse(f *testing.F) {
	f.Add(`{"file":"a.pdf","truth":{"total":"1","lineItems":[{"amount":1}]}}`)
	f.Add(`{"file":"a.pdf","truth":null,"partialLineItems":null,"truthRaw":{"a":[1]}}`)
	f.Fuzz(func(t *testing.T, line string) {
		cases, err := eval.Parse(strings.NewReader(line))
		if err != nil {
			return
		}
		for i := range cases {
			c := &cases[i]
			assert.True(t, filepath.IsLocal(filepath.FromSlash(c.File)), "file", c.File)
			for name, value := range c.Truth.Scalars {
				assert.NotEqual(t, value, "", name, "is known to be nothing")
				c.Printed(name)
			}
		}
	})
}

const tillCSV = "10,10,110,10,110,30,10,30,Corner Deli\n10,40,60,40,60,60,10,60,Total, net\n\n100,40,140,40,140,60," +
	"100,60,3.50\n"

func TestParseBoxes(t *testing.T) {
	t.Parallel()
	doc, err := eval.ParseBoxes([]byte(tillCSV), false, image.Point{})
	require.NoError(t, err)
	require.Equal(t, doc.Text(), "Corner Deli\nTotal, net\n3.50\n")
	models, err := extract.EmbeddedModels()
	require.NoError(t, err)
	if res := models.Document(doc, result.TypeReceipt); res.Data["total"] != "3.50" {
		t.Errorf("%v", res.Data)
	}
	sized, err := eval.ParseBoxes([]byte(tillCSV), false, image.Pt(200, 100))
	if err != nil || sized.Pages[0].Lines[0].Words[0].Box.Y1 != 0.3 || sized.Pages[0].Width != 200 {
		t.Errorf("%+v, %v", sized.Pages[0], err)
	}
	doc, err = eval.ParseBoxes([]byte(`{"width":200,"height":100,"boxes":[{"text":"Total due","box":[10,10,60,30]}]}`),
		true, image.Point{})
	assert.True(t, err == nil && doc.Text() == "Total due\n" && doc.Pages[0].Lines[0].Words[0].Box.X0 == 0.05, doc, err)
	for text, isJSON := range map[string]bool{
		"1,2,3": false, "a,2,3,4,5,6,7,8,x": false, "NaN,2,3,4,5,6,7,8,x": false, "{": true, `{"boxes":[]}`: true,
	} {
		_, err := eval.ParseBoxes([]byte(text), isJSON, image.Point{})
		assert.Error(t, err, text, "is read")
	}
}

func TestLoadBoxesErrorPath(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "odd.csv")
	require.NoError(t, os.WriteFile(path, []byte("1,2"), 0o600))
	_, err := eval.LoadBoxes(path)
	assert.True(t, err != nil && strings.Contains(err.Error(), "odd.csv"), err)
}

func FuzzParseBoxes(f *testing.F) {
	f.Add([]byte(tillCSV), false)
	f.Add([]byte(`{"width":200,"height":100,"boxes":[{"text":"a\n b","box":[10,10,60,30]}]}`), true)
	f.Fuzz(func(t *testing.T, data []byte, isJSON bool) {
		doc, err := eval.ParseBoxes(data, isJSON, image.Point{})
		if err != nil {
			return
		}
		for _, line := range doc.Pages[0].Lines {
			for _, w := range line.Words {
				assert.True(t, w.Text != "" && !strings.ContainsAny(w.Text, " \n\t"), "word", w.Text)
			}
		}
	})
}

// sayHalf is the confidence that models trained without fold 1 give every value.
const sayHalf = 0.5

func foldFolder(t *testing.T, folds eval.Folds) string {
	t.Helper()
	dir := t.TempDir()
	m, err := extract.EmbeddedModels()
	require.NoError(t, err)
	flat := []calibrate.Knot{{0, sayHalf}, {1, sayHalf}}
	m.Calibration = &calibrate.Model{Trees: m.Calibration.Trees,
		Curves: map[string]map[string][]calibrate.Knot{"text": {"other": flat}, "ocr": {"other": flat}}}
	files, err := m.Files()
	require.NoError(t, err)
	for path, data := range files {
		path = filepath.Join(dir, eval.FoldFolder(1), path)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o750))
		require.NoError(t, os.WriteFile(path, data, 0o600))
	}
	writeFolds(t, dir, folds)
	return dir
}

func writeFolds(t *testing.T, dir string, folds eval.Folds) {
	t.Helper()
	data, err := json.Marshal(folds)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, eval.FoldsFile), data, 0o600))
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
	require.NoError(t, err)
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
	seen := said(eval.Selection{Folds: out, Seen: true})
	assert.True(t, len(seen) == 2 && seen["trained.pdf"] == leftOut["stranger.pdf"], "seen", seen)
	aside := said(eval.Selection{Folds: out, Aside: true})
	assert.True(t, len(aside) == 1 && aside["aside.pdf"] == leftOut["stranger.pdf"], "aside", aside)
}

func TestUnreadableFolds(t *testing.T) {
	t.Parallel()
	whole := eval.Folds{Count: 2, Documents: []eval.Folded{{File: "a.pdf", SHA256: sum(nil), Fold: 1}}}
	_, err := eval.LoadLeftOut(foldFolder(t, whole))
	assert.True(t, err != nil && strings.Contains(err.Error(), eval.FoldFolder(2)), "models are missing", err)
	for name, d := range map[string]eval.Folded{
		"fold": {File: "a.pdf", SHA256: sum(nil), Fold: 3}, "sum": {File: "a.pdf", SHA256: "12", Fold: 1},
	} {
		dir := t.TempDir()
		writeFolds(t, dir, eval.Folds{Count: 2, Documents: []eval.Folded{d}})
		_, err := eval.LoadFolds(dir)
		assert.Error(t, err, "wrong", name, "is taken")
	}
	_, err = eval.LoadFolds(t.TempDir())
	assert.ErrorIs(t, err, os.ErrNotExist, "no file")
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
		require.True(t, err == nil && len(doc.Pages) == 1 && doc.Pages[0].Number == 7, doc, err)
		_, err = r.Read(t.Context(), nil)
		require.Error(t, err, "an error is kept as a document")
	}
	if inner.reads != 3 { // once if it succeeds, twice if it fails
		t.Errorf("%d reads", inner.reads)
	}
	broken := filepath.Join(r.Folder, sum([]byte("b"))+".gob")
	require.NoError(t, os.WriteFile(broken, []byte("?"), 0o600))
	_, err := r.Read(t.Context(), []byte("b"))
	assert.True(t, err != nil && strings.Contains(err.Error(), broken), "a broken file of the cache", err)
	r.Folder = filepath.Join(r.Folder, "gone")
	_, err = r.Read(t.Context(), []byte("a"))
	assert.Error(t, err, "a folder that is not there keeps documents")
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
	f := got["type"]
	assert.True(t, f.Value == 1 && f.Of == 1, f)
	f = got["names"]
	assert.True(t, f.Value == 0.5 && f.Of == 2, f)
	f = got["all fields"]
	assert.Equal(t, f.Of, 3, f)
	f, ok := got["addresses"]
	assert.False(t, ok, "a figure of nothing", f)
}
