package extract_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// models returns the embedded models.
func models() extract.Models {
	m, err := extract.EmbeddedModels()
	if err != nil {
		panic(err)
	}
	return m
}

func written(t *testing.T) fstest.MapFS {
	t.Helper()
	files, err := models().Files()
	require.NoError(t, err)
	fsys := fstest.MapFS{}
	for path, data := range files {
		fsys[path] = &fstest.MapFile{Data: data}
	}
	return fsys
}

// Models that are written and loaded again give the same results and the same files.
func TestModelsRoundTrip(t *testing.T) {
	t.Parallel()
	fsys := written(t)
	m, err := extract.LoadModels(fsys)
	require.NoError(t, err)
	again, err := m.Files()
	require.NoError(t, err)
	for path, f := range fsys {
		assert.True(t, bytes.Equal(again[path], f.Data), path, "differs after reading")
	}
	s := sheettest.A4()
	s.Column(50, 40, 10, "Brunn & Falk Ltd", "9 Weir Road", "INVOICE", "Invoice Number: A-1001", "Invoice Date: 2031-11-05")
	s.Column(350, 600, 10, "Total EUR 114.24")
	doc := sheettest.Bind(s)
	embedded, err1 := json.Marshal(models().Document(doc, result.TypeAuto))
	loaded, err2 := json.Marshal(m.Document(doc, result.TypeAuto))
	if err1 != nil || err2 != nil || !bytes.Equal(embedded, loaded) {
		t.Errorf("%s\n%s\n%v %v", embedded, loaded, err1, err2)
	}
}

// A missing, broken or outdated file returns an error that names it.
func TestModelsMissingFile(t *testing.T) {
	t.Parallel()
	for path := range written(t) {
		missing := written(t)
		delete(missing, path)
		_, err := extract.LoadModels(missing)
		assert.True(t, err != nil && strings.Contains(err.Error(), path), "without", path, err)
		for _, bad := range []string{"", "[1]", "{"} {
			if bad == "" && path == "tagger/network.bin" {
				continue // an empty tagger file is a tagger without tags
			}
			broken := written(t)
			broken[path] = &fstest.MapFile{Data: []byte(bad)}
			_, err := extract.LoadModels(broken)
			assert.True(t, err != nil && strings.Contains(err.Error(), path), path, "of", bad, err)
		}
	}
	_, err := extract.LoadModels(fs.FS(fstest.MapFS{}))
	assert.Error(t, err, "an empty folder holds models")
}

// A file whose list of types, fields, roles or classes does not match its arrays, or this program, returns an error.
func TestModelsListMismatch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ path, old, changed, want string }{
		{"classify/kinds.bin", "\x05title\x06\x00\x07invoice", "\x05title\x06\x00\x07voucher", "voucher"},
		{"classify/kinds.bin", "\x06titled\x06\x07invoice", "\x06titled\x06\x07voucher", "voucher is no document type"},
		{"fields/link/links.bin", "\x03bic\x05phone", "\x03bic\x05stamp", "stamp"},
		{"calibrate/trees.bin", "\x0ebank_statement", "\x0ebank_voucher__", "bank_voucher"},
		{"calibrate/trees.bin", "vendorEmail", "vendorTelex", "vendorTelex"},
		{"calibrate/tables.json", "purchase_order", "purchase_cheque", "purchase_cheque"},
		{"tagger/network.bin", " bank_statement generic\n", " generic\n", "5 of 6 types"},
		{"tagger/network.bin", " bank_statement generic\n", " bank_voucher generic\n", "bank_voucher is no document type"},
		{"tagger/network.bin", " dueDate orderNumber ", " orderNumber dueDate ", "classes"},
	} {
		fsys := written(t)
		data := bytes.ReplaceAll(fsys[c.path].Data, []byte(c.old), []byte(c.changed))
		assert.False(t, bytes.Equal(data, fsys[c.path].Data), c.path, "has no", c.old)
		fsys[c.path] = &fstest.MapFile{Data: data}
		_, err := extract.LoadModels(fsys)
		if err == nil || !strings.Contains(err.Error(), c.path) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s with %q: %v, want %q", c.path, c.changed, err, c.want)
		}
	}
}

// Without models documents are extracted by rules.
func TestZeroModels(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Column(50, 40, 10, "INVOICE", "Invoice Number: A-1001", "Invoice Date: 2031-11-05", "Total EUR 114.24")
	res := extract.Models{}.Document(sheettest.Bind(s), result.TypeInvoice)
	assert.True(t, res.Data["invoiceNumber"] == "A-1001" && res.Fields["invoiceNumber"].Confidence > 0, res)
}

// constant is an ensemble that always returns odds.
func constant(odds float32) *boost.Ensemble {
	return &boost.Ensemble{Trees: []boost.Tree{
		{Feature: []int16{-1}, Below: []float32{0}, Left: []int16{0}, Value: []float32{odds}},
	}}
}

// The given models decide the type: the embedded ones may have been trained on a held-out document.
func TestModelsOwnClassifier(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Column(50, 40, 10, "Brunn & Falk Ltd", "9 Weir Road", "The doors were opened and closed ten times.")
	doc := sheettest.Bind(s)
	m := models()
	require.Equal(t, m.Document(doc, result.TypeAuto).DocumentType, result.TypeGeneric, "type")
	const sure = 12
	trees := map[result.DocumentType]*boost.Ensemble{}
	for _, kind := range m.Kinds.Types {
		trees[kind] = constant(-sure)
	}
	trees[result.TypeBankStatement] = constant(sure)
	m.Kinds = classify.Scorers{Types: m.Kinds.Types, Trees: trees}
	assert.Equal(t, m.Document(doc, result.TypeAuto).DocumentType, result.TypeBankStatement,
		"by scorers that find nothing but statements")
}

func TestLongValuesTruncated(t *testing.T) {
	t.Parallel()
	const maxBytes = 64 << 10
	long := strings.Repeat("é", 40_000)
	var lines []document.Line
	add := func(y float64, texts ...string) {
		width := 1 / float64(len(texts))
		for i, text := range texts {
			line := document.Line{}
			words := strings.Fields(text)
			for k, w := range words {
				x := float64(i)*width + 0.6*width*float64(k)/float64(len(words))
				box := document.Box{X0: x, Y0: y, X1: x + 0.55*width/float64(len(words)), Y1: y + 0.012}
				line.Words = append(line.Words, document.Word{Text: w, Box: box, Confidence: 1, Source: document.SourceText})
				line.Box = line.Box.Union(box)
			}
			lines = append(lines, line)
		}
	}
	add(0.1, long) // the title
	for i := range 4 {
		add(0.3+0.02*float64(i), "a", long, "c")
	}
	doc := &document.Document{Pages: []document.Page{{Number: 1, Width: 600, Height: 800, Lines: lines}}}
	res := models().Document(doc, result.TypeGeneric)
	longest := 0
	check := func(path, text string) {
		longest = max(longest, len(text))
		if len(text) > maxBytes || !utf8.ValidString(text) {
			t.Errorf("%s: %d bytes, valid UTF-8: %v", path, len(text), utf8.ValidString(text))
		}
	}
	for path, field := range res.Fields {
		check(path, field.Value)
		check(path, field.Raw)
	}
	assert.True(t, longest >= maxBytes-8, "the longest value has", longest, "bytes")
	longest = 0
	tables, _ := res.Data["tables"].([]map[string]any)
	for _, table := range tables {
		for _, row := range table["rows"].([][]string) {
			for _, cell := range row {
				check("a cell", cell)
			}
		}
	}
	assert.True(t, longest >= maxBytes-8, "the longest of", len(tables), "tables' cells has", longest, "bytes")
}
