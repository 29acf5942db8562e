package evaluate_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"image/jpeg"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/docmill/docmill/cmd/docmill/internal/evaluate"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func invoice(number, total string) []byte {
	doc := pdfgen.New()
	p := doc.AddPage(595, 842)
	p.Bold(60, 60, 16, "Harrow Tools Ltd")
	p.Text(60, 78, 9, "14 Mill Lane")
	p.Text(60, 90, 9, "Leeds LS1 4AP")
	p.BoldRight(540, 100, 18, "INVOICE")
	p.Text(340, 130, 9, "Invoice No:")
	p.Text(460, 130, 9, number)
	p.Text(340, 144, 9, "Invoice Date:")
	p.Text(460, 144, 9, "March 18, 2024")
	for i, row := range [][4]string{{"Description", "Qty", "Unit Price", "Amount"},
		{"Steel bracket", "4", "25.00", total}} {
		y := 250 + 18*float64(i)
		p.Text(60, y, 9, row[0])
		p.TextRight(330, y, 9, row[1])
		p.TextRight(440, y, 9, row[2])
		p.TextRight(540, y, 9, row[3])
	}
	p.Text(360, 320, 9, "Total GBP")
	p.TextRight(540, 320, 9, total)
	return doc.Bytes()
}

const manifest = `
{"file":"good.pdf","collection":"made","documentType":"invoice","lang":"en",` +
	`"truth":{"invoiceNumber":"HT-1","issueDate":"2024-03-18","total":"100.00"}}
{"file":"bad.pdf","collection":"made","documentType":"receipt","lang":"en",` +
	`"truth":{"vendorName":"Harrow <b>Tools</b>","total":"101.00",` +
	`"lineItems":[{"description":"Steel bracket","quantity":"5","amount":"100.00"}]},"truthRaw":{"total":"EUR 101"}}
{"file":"broken.pdf","collection":"odd","documentType":"invoice","lang":"de","truth":{"total":"1.00"}}
`

// folder is a collection of a correctly read document, one with a different truth, and an unreadable one.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range map[string][]byte{
		eval.Manifest: []byte(manifest), "good.pdf": invoice("HT-1", "100.00"), "bad.pdf": invoice("HT-2", "100.00"),
		"broken.pdf": []byte("%PDF-1.7\nnothing"),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	return dir
}

// evaluated runs the command with the arguments of a command line.
func evaluated(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var cli struct {
		Eval evaluate.Command `cmd:""`
	}
	parser, err := kong.New(&cli)
	require.NoError(t, err)
	if _, err := parser.Parse(append([]string{"eval"}, args...)); err != nil {
		return "", err
	}
	var out bytes.Buffer
	err = cli.Eval.Evaluate(t.Context(), &out)
	return out.String(), err
}

// squeezed has single spaces, so that widths of columns do not matter.
func squeezed(s string) string { return regexp.MustCompile(` +`).ReplaceAllString(s, " ") }

func TestFigures(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "figures.json")
	out, err := evaluated(t, folder(t), "--calibration", "--misses", "--workers", "2", "--json", path,
		"--fail-under", "total=0.4", "--fail-under", "made:type=0.5,lineItems.amount=1,odd:header=0")
	require.NoError(t, err)
	for _, want := range []string{
		"Documents: 3, pages: 2, not readable: 1", "all all 3 0.333", "type receipt 1 0.000", "collection odd 1 0.000 0.000",
		"Values whose quotation is not on the page: 0.",
		"invoiceNumber 1 0 0 0 1.000 1.000 1.000 1.000", "total 1 1 1 0 0.500 0.333 0.400",
		"lineItems.amount 1 0 0 0", "whole line items 0 1 0 0",
		"Calibration", "Reliability: text", "Reliability: records",
		"broken.pdf corrupt file", "bad.pdf total 101.00 100.00", "bad.pdf line 1: quantity 5 4",
		"bad.pdf documentType receipt invoice", "broken.pdf total 1.00\n",
	} {
		assert.Contains(t, squeezed(out), want, "no", "in", out)
	}
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	var s eval.Summary
	require.NoError(t, json.Unmarshal(b, &s))
	made := s.Group("made")
	require.True(t, s.Documents == 3 && made != nil && *made.TypeAccuracy == 0.5, string(b))
	for _, f := range made.Fields {
		if f.Field == "total" && (f.Right != 1 || f.Wrong != 1 || f.F1 != 0.5) {
			t.Errorf("%+v", f)
		}
	}
}

func TestMarkdown(t *testing.T) {
	t.Parallel()
	out, err := evaluated(t, folder(t), "--markdown", "--brief", "--calibration", "--languages", "en", "--limit", "1")
	require.NoError(t, err)
	for _, want := range []string{
		"**Documents: 1, pages: 1, not readable: 0**\n\n| by | group | documents |", "| --- | --- | ---: |",
		"| collection | made | 1 | 1.000 | 1.000 | 1.000 |  |  |", "| issueDate | 1 | 0 |",
	} {
		assert.Contains(t, out, want)
	}
	assert.True(t, strings.Contains(out, "**Reliability: all**") && !strings.Contains(out, "Reliability: text"),
		"not brief", out)
}

func TestFailUnder(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	_, err := evaluated(t, dir, "--fail-under", "total=0.41", "--fail-under",
		"lines=0.1,nothere=0,elsewhere:total=0,made:total=0.5")
	require.ErrorIs(t, err, evaluate.ErrUnder)
	for _, want := range []string{"all:total is 0.400", "all:lines is 0.000", "nothing was measured of all:nothere",
		"nothing was measured of elsewhere:total"} {
		assert.Contains(t, err.Error(), want, "no", "in", err)
	}
	assert.NotContains(t, err.Error(), "made:", err)
	for _, wrong := range []string{"total", "total=x", "=0.5", "total=95"} {
		_, err := evaluated(t, dir, "--fail-under", wrong)
		assert.True(t, err != nil && strings.Contains(err.Error(), "--fail-under"), wrong, err)
	}
}

func TestUnreadableManifest(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, err := evaluated(t, dir)
	assert.ErrorIs(t, err, os.ErrNotExist, "no manifest")
	require.NoError(t, os.WriteFile(filepath.Join(dir, eval.Manifest), []byte("{\"file\":\"a.pdf\"}\n{\"file\":\n"),
		0o600))
	_, err = evaluated(t, dir)
	assert.True(t, err != nil && strings.Contains(err.Error(), "manifest.jsonl:2"), err)
}

func TestReportSingleFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "report.html")
	_, err := evaluated(t, folder(t), "--report", path)
	require.NoError(t, err)
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	page := string(b)
	for _, want := range []string{
		`<h3><a href="#document-2">bad.pdf</a></h3>`, "Found to be invoice, is receipt.", "without a fault: 1.",
		"Harrow &lt;b&gt;Tools&lt;/b&gt;", "101.00<small>printed EUR 101</small>",
		`<small class="unread">not among the words read</small>`,
		`src="data:image/jpeg;base64,/9j/`, `title="total: found 100.00"`, `class="box right"`, "corrupt file",
		"There is no picture of this page.",
		"prefers-color-scheme: dark",
	} {
		assert.Contains(t, page, want)
	}
	for _, unwanted := range []string{"<script", "http://", "https://", "<b>Tools", "ZgotmplZ"} {
		assert.NotContains(t, page, unwanted)
	}
	assert.True(t, strings.Index(page, `id="document-2"`) <= strings.Index(page, `id="document-3"`),
		"collections are out of order")
	golden(t, "report.outline", outline(page))
}

// outline returns a page's elements with their classes, indented, without repeats: the style sheet relies on them.
func outline(page string) string {
	var path, places []string
	for _, m := range regexp.MustCompile(`<(/?)([a-z0-9]+)((?:\s[^>]*)?)>`).FindAllStringSubmatch(page, -1) {
		if m[1] == "/" {
			path = path[:len(path)-1]
			continue
		}
		element := m[2]
		if class := regexp.MustCompile(`class="([^"]*)"`).FindStringSubmatch(m[3]); class != nil {
			element += "." + strings.ReplaceAll(class[1], " ", ".")
		}
		path = append(path, element)
		places = append(places, strings.Join(path, " "))
		if element == "meta" || element == "img" || strings.HasSuffix(m[3], "/") {
			path = path[:len(path)-1]
		}
	}
	slices.Sort(places)
	var sb strings.Builder
	for _, place := range slices.Compact(places) {
		elements := strings.Fields(place)
		sb.WriteString(strings.Repeat(" ", len(elements)-1) + elements[len(elements)-1] + "\n")
	}
	return sb.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o600))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, got, string(want),
		"the report has another shape than", path, "run the test with -update if it should")
}

func TestReportFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "report")
	_, err := evaluated(t, folder(t), "--report", dir, "--photos", "odd", "--scans", "made", "--split", "both")
	require.NoError(t, err)
	page, err := os.ReadFile(filepath.Join(dir, "index.html"))
	require.NoError(t, err)
	require.Contains(t, string(page), `src="pages/document-2-1.jpg"`)
	f, err := os.Open(filepath.Join(dir, "pages", "document-2-1.jpg"))
	require.NoError(t, err)
	defer f.Close()
	img, err := jpeg.Decode(f)
	assert.True(t, err == nil && img.Bounds().Dx() == 900, err)
}

// What a manifest says must not steer the terminal.
func TestControlCharacters(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	line := "{\"file\":\"good.pdf\",\"collection\":\"ma\\u001b[31mde\"," +
		"\"truth\":{\"vendorName\":\"\\u001b[31mred\\u202e\"}}\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, eval.Manifest), []byte(line), 0o600))
	out, err := evaluated(t, dir, "--misses")
	require.NoError(t, err, out)
	assert.False(t, strings.ContainsAny(out, "\x1b\u202e"), out)
}

// leftOut writes folds of the folder's good document, and the program's models as those without its fold.
func leftOut(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	models, err := extract.EmbeddedModels()
	require.NoError(t, err)
	files, err := models.Files()
	require.NoError(t, err)
	for path, data := range files {
		path = filepath.Join(dir, eval.FoldFolder(1), path)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o750))
		require.NoError(t, os.WriteFile(path, data, 0o600))
	}
	sum, aside := sha256.Sum256(invoice("HT-1", "100.00")), sha256.Sum256(invoice("HT-2", "100.00"))
	data, err := json.Marshal(eval.Folds{Count: 1, Documents: []eval.Folded{
		{File: "good.pdf", SHA256: hex.EncodeToString(sum[:]), Fold: 1},
		{File: "bad.pdf", SHA256: hex.EncodeToString(aside[:]), Aside: true},
	}})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, eval.FoldsFile), data, 0o600))
	return dir
}

// With folds, the figures of models that have seen the documents are shown as well, and set-aside documents
// separately.
func TestHeldOutFigures(t *testing.T) {
	t.Parallel()
	in, folds, cache := folder(t), leftOut(t), filepath.Join(t.TempDir(), "cache")
	out, err := evaluated(t, in, in, "--folds", folds, "--cache", cache, "--brief")
	require.NoError(t, err)
	for _, want := range []string{"figure of left out of seen", "totals 4 0.667 4 0.667", "Documents: 4, pages: 2"} {
		assert.Contains(t, squeezed(out), want, "no", "in", out)
	}
	kept, _ := filepath.Glob(filepath.Join(cache, "*.gob"))
	assert.Equal(t, len(kept), 1, "the cache holds", kept)
	out, err = evaluated(t, in, "--folds", folds, "--aside", "--brief")
	assert.True(t, err == nil && strings.Contains(squeezed(out), "Documents: 1, pages: 1"), "put aside", err, out)
	for _, args := range [][]string{{in, "--aside"}, {in, "--seen"}, {in, "--models", in}, {in, "--folds", in}} {
		_, err := evaluated(t, args...)
		assert.Error(t, err, args, "is taken")
	}
}

// The memory's table names what was measured; settings that contradict it are
// refused.
func TestLearn(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	figures := filepath.Join(t.TempDir(), "learn.json")
	out, err := evaluated(t, dir, "--learn", "1", "--json", figures, "--misses")
	if err != nil || !strings.Contains(out, "F1 without") || !strings.Contains(out, "lines with") ||
		!strings.Contains(out, "Not found right with 1 corrected") {
		t.Errorf("%v: %s", err, out)
	}
	data, err := os.ReadFile(figures)
	assert.True(t, err == nil && json.Valid(data), "figures", err)
	for _, args := range [][]string{{"--learn", "99"}, {"--learn-wrong", "0.5"}, {"--learn", "1", "--learn-wrong", "2"},
		{"--learn", "1", "--report", "x.html"}} {
		_, err := evaluated(t, append([]string{dir}, args...)...)
		assert.Error(t, err, args, "is accepted")
	}
}
