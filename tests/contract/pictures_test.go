package contract_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/sample"
)

func dots() []byte {
	img := image.NewGray(image.Rect(0, 0, 120, 90))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	for y := 40; y < 60; y++ {
		for x := 40; x < 60; x++ {
			img.SetGray(x, y, color.Gray{})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(err) // a buffer takes everything
	}
	return b.Bytes()
}

func pictures(t *testing.T, w *world) {
	p := w.person(t, contract.PlanEnterprise)
	r := p.extract(file("R-1.pdf", sample.Invoice("R-1")))
	page := documentsPath + "/" + r.ID + "/pages/1.png"
	for _, width := range []int{16, 300, 1000, 1654} {
		path := page
		if width != 1000 { // which is the usual one
			path = fmt.Sprintf("%s?width=%d", page, width)
		}
		img, err := png.Decode(bytes.NewReader(p.get(path).Body))
		require.NoError(t, err)
		height := float64(width) * 842 / 595 // A4
		if b := img.Bounds(); b.Dx() != width || float64(b.Dy()) < height-2 || float64(b.Dy()) > height+2 {
			t.Errorf("width %d gives %v", width, b)
		}
		if width >= 1000 {
			box := fieldsOf(t, r)["total"].Box
			dark := darkest(img, *box)
			assert.True(t, dark <= 100, "at width", width, "the total's box", *box, "holds nothing darker than", dark)
			dark = darkest(img, [4]float64{0.02, 0.9, 0.98, 0.98})
			assert.True(t, dark >= 200, "at width", width, "the empty foot of the page is as dark as", dark)
		}
	}
	first := p.get(page)
	if again := p.get(page); !bytes.Equal(first.Body, again.Body) || first.Header.Get("Etag") != again.Header.Get("Etag") {
		t.Error("the second picture of a page is another")
	}
	p.ask(http.MethodGet, page, header("If-None-Match", first.Header.Get("Etag")), http.StatusNotModified)
	head := p.ask(http.MethodHead, page, nil, http.StatusOK)
	assert.True(t, len(head.Body) == 0 && head.Header.Get("Content-Length") == fmt.Sprint(len(first.Body)),
		"HEAD", head.Header)
	for question, status := range map[string]int{
		"1.png?width=15": 400, "1.png?width=2401": 400, "1.png?width=x": 400, "1.png?height=5": 400, "0.png": 404,
		"2.png": 404, "01.png": 404, "x.png": 404, "-1.png": 404, "99999999999999999999.png": 404,
	} {
		p.ask(http.MethodGet, documentsPath+"/"+r.ID+"/pages/"+question, nil, status)
	}
	text := p.extract(texts("a.txt", plainInvoice("R-1")))
	drawn, err := png.Decode(bytes.NewReader(p.get(documentsPath + "/" + text.ID + "/pages/1.png").Body))
	require.NoError(t, err)
	if total := fieldsOf(t, text)["total"]; *total.Page != 1 || darkest(drawn, *total.Box) > 100 {
		t.Errorf("the total of a text is not to be seen at %v", *total.Box)
	}
	p.ask(http.MethodGet, documentsPath+"/"+text.ID+"/pages/2.png", nil, http.StatusNotFound)

	// The picture is a document again, which is read by recognition.
	scan := p.extract(file("scan.png", p.get(page+"?width=1654").Body))
	total := fieldsOf(t, scan)["total"]
	assert.True(t, dataOf(t, scan)["total"] == "119.00" && total.Source == "ocr", string(scan.Data), total)
	_, err = png.Decode(bytes.NewReader(p.get(documentsPath + "/" + scan.ID + "/pages/1.png?width=200").Body))
	assert.NoError(t, err)
}

// wordsOfPages checks that a page's words, from the file and from OCR, are at the fields' positions.
func wordsOfPages(t *testing.T, w *world) {
	p := w.person(t, contract.PlanEnterprise)
	text := p.extract(file("R-2.pdf", sample.Invoice("R-2")))
	scan := p.extract(file("scan.png", p.get(documentsPath+"/"+text.ID+"/pages/1.png?width=1654").Body))
	for _, r := range []contract.Record{text, scan} {
		path := documentsPath + "/" + r.ID + "/pages/1/words"
		first := p.get(path)
		var page contract.PageWords
		require.NoError(t, json.Unmarshal(first.Body, &page))
		box := *fieldsOf(t, r)["total"].Box
		if !slices.ContainsFunc(page.Words, func(w contract.PageWord) bool {
			return strings.Contains(w.Text, "119") && w.Box[0] >= box[0] && w.Box[1] >= box[1] && w.Box[2] <= box[2] &&
				w.Box[3] <= box[3]
		}) {
			t.Errorf("no word of the total at %v in %+v", box, page)
		}
		again := p.get(path)
		assert.True(t, bytes.Equal(first.Body, again.Body), "the second time the page says", string(again.Body))
		p.ask(http.MethodGet, path, header("If-None-Match", first.Header.Get("Etag")), http.StatusNotModified)
	}
	for question, status := range map[string]int{"1/words?width=5": 400, "0/words": 404, "2/words": 404, "x/words": 404} {
		p.ask(http.MethodGet, documentsPath+"/"+text.ID+"/pages/"+question, nil, status)
	}
	other := w.person(t, contract.PlanEnterprise)
	other.ask(http.MethodGet, documentsPath+"/"+text.ID+"/pages/1/words", nil, http.StatusNotFound)
}

// darkest is the darkest gray within a box: 0 is black.
func darkest(img image.Image, box [4]float64) uint8 {
	b := img.Bounds()
	at := func(f float64, size int) int { return int(f * float64(size)) }
	dark := uint8(255)
	for y := at(box[1], b.Dy()); y <= at(box[3], b.Dy()); y++ {
		for x := at(box[0], b.Dx()); x <= at(box[2], b.Dx()); x++ {
			gray, _ := color.GrayModel.Convert(img.At(b.Min.X+x, b.Min.Y+y)).(color.Gray)
			dark = min(dark, gray.Y)
		}
	}
	return dark
}
