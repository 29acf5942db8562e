package extractor_test

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/jpeg"
	"image/png"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/extractor"
	"github.com/docmill/docmill/services/extractor/child"
	"github.com/docmill/docmill/services/extractor/enginepool"
)

// pageRequest stores a document and asks for a picture of its first page.
func (g *gateway) pageRequest(content string) contract.PageRequest {
	g.t.Helper()
	var claim contract.ClaimReply
	id := g.accept(content, func(c *contract.ClaimReply) { claim = *c })
	return contract.PageRequest{
		DocumentID: id, GetURL: claim.GetURL, PutURL: claim.PutURL, FileSize: claim.FileSize, Page: 1, Width: 100,
	}
}

func (g *gateway) render(ctx context.Context, req contract.PageRequest) (contract.PageReply, error) {
	return bus.CallWithin[contract.PageReply](ctx, g.bus, patience, contract.RPCPageRender, req)
}

// page sends a pageRequest, which change may change.
func (g *gateway) page(
	content string, change func(*contract.PageRequest),
) (id string, reply contract.PageReply, err error) {
	g.t.Helper()
	req := g.pageRequest(content)
	if change != nil {
		change(&req)
	}
	reply, err = g.render(g.t.Context(), req)
	return req.DocumentID, reply, err
}

// size decodes the uploaded picture.
func (g *gateway) size(id string) image.Point {
	g.t.Helper()
	img, err := png.Decode(bytes.NewReader(g.stored(id)))
	require.NoError(g.t, err)
	return img.Bounds().Size()
}

// TestPages draws with the engine, under the protections.
func TestPages(t *testing.T) {
	t.Parallel()
	f := start(t, func(c *extractor.Config) { c.OCRLanguages, c.CacheDir, c.MemoryLimitMB = "eng", engineCache(), 1024 })
	doc := pdfgen.New()
	doc.AddPage(595, 842).Text(60, 60, 12, "first")
	p := doc.AddPage(595, 842)
	p.Text(60, 60, 12, "second")
	p.Rotate(90)
	long := pdfgen.New()
	long.AddPage(10, 2000)
	pdf := string(doc.Bytes())
	for name, c := range map[string]struct {
		content     string
		page, width int
		want        image.Point
	}{
		"pdf":    {pdf, 1, 1000, image.Pt(1000, 1415)},
		"turned": {pdf, 2, 16, image.Pt(16, 11)},
		"image":  {string(picture(t, "one", "two")), 1, 2400, image.Pt(2400, 738)},
		"text":   {"Total: 12.00 EUR\n", 1, 595, image.Pt(595, 842)},
	} {
		id, reply, err := f.page(c.content, func(r *contract.PageRequest) { r.Page, r.Width = c.page, c.width })
		if err != nil || image.Pt(reply.Width, reply.Height) != c.want || f.size(id) != c.want {
			t.Errorf("%s: %+v, %v", name, reply, err)
		}
	}
	id, reply, err := f.page(string(photograph(t, 300, 400)), func(r *contract.PageRequest) {
		r.Width, r.Small = 300, true
	})
	if err != nil || reply.Height != 400 || !bytes.HasPrefix(f.stored(id), []byte("\xff\xd8\xff")) {
		t.Errorf("a small picture of a photo: %+v, %v", reply, err)
	}
	for name, c := range map[string]struct {
		content string
		page    int
		says    string
	}{
		"beyond the end": {pdf, 3, "no page 3"},
		"text":           {"Total: 12.00 EUR\n", 2, "no page 2"},
		"damaged":        {"%PDF-1.7\nnothing", 1, "damaged"},
		"too long":       {string(long.Bytes()), 1, "too long"},
	} {
		_, _, err := f.page(c.content, func(r *contract.PageRequest) { r.Page = c.page })
		assert.True(t, apierror.Is(err, contract.CodeNotFound) && strings.Contains(apierror.Of(err).Public, c.says),
			name, err)
	}
}

func TestPageRefusals(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	for name, c := range map[string]struct {
		content string
		change  func(*contract.PageRequest)
		code    contract.Code
		says    string
	}{
		"the file's failure": {sayFail, nil, contract.CodeNotFound, "needs a password"},
		"crash":              {sayCrash, nil, contract.CodeNotFound, "too complex"},
		"engine":             {sayError, nil, contract.CodeInternalError, ""},
		"internal":           {sayNoMore, nil, contract.CodeInternalError, ""},
		"not a picture":      {sayLarge, nil, contract.CodeInternalError, ""},
		"file gone": {sayTotal, func(r *contract.PageRequest) {
			r.GetURL += "0"
		}, contract.CodeServiceUnavailable, ""},
		"another file": {sayTotal, func(r *contract.PageRequest) { r.FileSize++ }, contract.CodeServiceUnavailable, ""},
		"store away": {sayTotal, func(r *contract.PageRequest) {
			r.PutURL = "http://127.0.0.1:1/x"
		}, contract.CodeServiceUnavailable, ""},
	} {
		_, _, err := f.page(c.content, c.change)
		assert.True(t, apierror.Is(err, c.code) && strings.Contains(apierror.Of(err).Public, c.says),
			name, err, "want", c.code)
		late := apierror.Of(err).RetryAfter
		assert.Equal(t, late > 0, c.code == contract.CodeServiceUnavailable, name, "retry after", late)
	}
	if id, reply, err := f.page(sayTotal, nil); err != nil || reply != (contract.PageReply{Width: 100, Height: 1}) ||
		f.size(id) != image.Pt(100, 1) {
		t.Errorf("afterwards: %+v, %v", reply, err)
	}
}

// Pictures that hang use their share of the workers only, and so do documents.
func TestPictureWorkerShare(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	var asked sync.WaitGroup
	defer asked.Wait()
	defer cancel()
	for range 3 {
		req := f.pageRequest(sayHang)
		asked.Go(func() { _, _ = f.render(ctx, req) })
	}
	r := f.result(f.submit(sayTotal+" 5.00", nil))
	assert.Equal(t, r.Outcome, contract.OutcomeCompleted, "result", r)
}

func TestPictureDuringSlowDocument(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	f.dispatch(contract.LaneSlow, f.accept(sayHang, nil))
	testkit.Receive(t, f.claimed, "the claim")
	_, reply, err := f.page(sayTotal, nil)
	assert.True(t, err == nil && reply.Width == 100, reply, err)
}

// A picture that waits for a worker is refused when the service stops.
func TestStopWithWaitingPictures(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	for range 2 {
		f.submit(sayHang, nil)
		testkit.Receive(t, f.claimed, "the claim")
	}
	asking := make(chan error, 1)
	req := f.pageRequest(sayTotal)
	go func() {
		_, err := f.render(t.Context(), req)
		asking <- err
	}()
	f.stop()
	err := testkit.Receive(t, asking, "the refusal")
	assert.True(t, apierror.Is(err, contract.CodeServiceUnavailable), "refused with", err)
	assert.NoError(t, testkit.Receive(t, f.stopped, "the end"), "run")
}

// Custom fields reach the engine.
func TestSchema(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	id := f.submit(sayWish, func(c *contract.ClaimReply) {
		c.Schema = []byte(`{"properties":{"carrier":{"type":"string"}}}`)
	})
	r := f.result(id)
	assert.True(t, r.Extraction != nil && string(r.Extraction.Data) == `{"wish":"carrier"}`, "result", r)
	id = f.submit(sayTotal+" 1.00", func(c *contract.ClaimReply) { c.Schema = []byte(`{}`) })
	if r := f.result(id); r.Outcome != contract.OutcomeError || !strings.Contains(r.Reason, "schema: has no properties") {
		t.Errorf("a schema that was let in by mistake: %+v", r)
	}
}

// words stores a document and asks for the words of a page.
func (g *gateway) words(content string, page int) (contract.PageWords, contract.PageWordsReply, error) {
	g.t.Helper()
	q := g.pageRequest(content)
	reply, err := bus.CallWithin[contract.PageWordsReply](g.t.Context(), g.bus, patience, contract.RPCPageWords,
		contract.PageWordsRequest{
			DocumentID: q.DocumentID, GetURL: q.GetURL, PutURL: q.PutURL, FileSize: q.FileSize, Page: page,
		})
	var words contract.PageWords
	if err == nil {
		require.NoError(g.t, json.Unmarshal(g.stored(q.DocumentID), &words))
	}
	return words, reply, err
}

// TestWords reads with the engine, under the protections.
func TestWords(t *testing.T) {
	t.Parallel()
	f := start(t, func(c *extractor.Config) { c.OCRLanguages, c.CacheDir, c.MemoryLimitMB = "eng", engineCache(), 1024 })
	doc := pdfgen.New()
	doc.AddPage(595, 842).Text(60, 60, 12, "another page")
	p := doc.AddPage(595, 842)
	p.Text(60, 100, 12, "second line")
	p.Text(60, 60, 12, "first")
	pdf := string(doc.Bytes())
	words, reply, err := f.words(pdf, 2)
	if err != nil || reply.Words != 3 || words.Page != 2 || len(words.Words) != 3 {
		t.Fatalf("%+v, %+v, %v", words, reply, err)
	}
	for i, want := range []contract.PageWord{{Text: "first"}, {Text: "second", Line: 1}, {Text: "line", Line: 1}} {
		got := words.Words[i]
		if got.Text != want.Text || got.Line != want.Line || i == 0 && (got.Box[0] < 0.1 || got.Box[0] > 0.102) {
			t.Errorf("word %d is %+v", i, got)
		}
	}
	if words, _, err := f.words(string(picture(t, "Total 119.00")), 1); err != nil || len(words.Words) != 2 ||
		words.Words[1].Text != "119.00" || words.Words[1].Line != 0 {
		t.Errorf("a scan: %+v, %v", words, err)
	}
	words, _, err = f.words("Total: 12.00 EUR\n", 1)
	assert.True(t, err == nil && len(words.Words) == 3, "a text", words, err)
	for name, c := range map[string]struct {
		content string
		page    int
		says    string
	}{
		"beyond the end": {pdf, 3, "no page 3"}, "damaged": {"%PDF-1.7\nnothing", 1, "damaged"},
	} {
		_, _, err := f.words(c.content, c.page)
		assert.True(t, apierror.Is(err, contract.CodeNotFound) && strings.Contains(apierror.Of(err).Public, c.says),
			name, err)
	}
}

func TestWordsRefusals(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	for name, c := range map[string]struct {
		content string
		code    contract.Code
		says    string
	}{
		"the file's failure": {sayFail, contract.CodeNotFound, "needs a password"},
		"crash":              {sayCrash, contract.CodeNotFound, "too complex"},
		"engine":             {sayError, contract.CodeInternalError, ""},
		"outside the page":   {sayLarge, contract.CodeInternalError, ""},
		"too many":           {strings.Repeat("total ", 50_001), contract.CodeNotFound, "more than 50000 words"},
	} {
		_, _, err := f.words(c.content, 1)
		assert.True(t, apierror.Is(err, c.code) && strings.Contains(apierror.Of(err).Public, c.says),
			name, err, "want", c.code)
	}
	_, reply, err := f.words(sayTotal+" 5.00", 1)
	assert.True(t, err == nil && reply.Words == 2, "afterwards", reply, err)
}

func BenchmarkPages(b *testing.B) {
	e, err := enginepool.New(b.Context(), enginepool.Config{
		Workers: 1, MemoryBytes: 1 << 30, OCRLanguages: "eng", CacheDir: engineCache(),
	}, slog.New(slog.DiscardHandler))
	require.NoError(b, err)
	defer e.Close()
	doc := pdfgen.New()
	p := doc.AddPage(595, 842)
	for line := range 50 {
		p.Text(60, 60+14*float64(line), 10, strings.Repeat("Lorem ipsum 12.00 ", 5))
	}
	for name, data := range map[string][]byte{"pdf": doc.Bytes(), "jpeg": photograph(b, 3000, 4000)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				drawn, err := e.Draw(b.Context(), child.Picture{Page: 1, Width: 1000}, bytes.NewReader(data), int64(len(data)))
				if err != nil || drawn.Failure != nil {
					b.Fatal(drawn.Failure, err)
				}
			}
		})
	}
}

// photograph is a JPEG that is smaller than any PNG of it.
func photograph(b testing.TB, width, height int) []byte {
	b.Helper()
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for i := range img.Pix {
		img.Pix[i] = byte(i/4%251 + i%4*40)
	}
	var out bytes.Buffer
	require.NoError(b, jpeg.Encode(&out, img, nil))
	return out.Bytes()
}
