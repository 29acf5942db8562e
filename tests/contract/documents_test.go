package contract_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"mime"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/tests/sample"
)

// dots is a picture without text.
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

// field is where a value came from.
type field struct {
	Value      any
	Raw        *string
	Confidence float64
	Page       *int
	Box        *[4]float64
	Source     string
	Checks     []string
	Original   *field
}

func fieldsOf(t *testing.T, r contract.Record) (fields map[string]field) {
	t.Helper()
	if err := json.Unmarshal(r.Fields, &fields); err != nil {
		t.Fatal(err)
	}
	return fields
}

func dataOf(t *testing.T, r contract.Record) (data map[string]any) {
	t.Helper()
	if err := json.Unmarshal(r.Data, &data); err != nil {
		t.Fatal(err)
	}
	return data
}

func corrections(t *testing.T, w *world) {
	p := w.person(t, contract.PlanEnterprise)
	found := p.extract(file("R-1.pdf", sample.Invoice("R-1")))
	was := fieldsOf(t, found)
	r := record(t, p.patch(found.ID, `{"data":{"total":"120.00","dueDate":null,"lineItems.0.amount":"61.00","lineItems.2.description":"Nails","vendorEmail":"a@b.example"}}`, http.StatusOK))
	data, fields := dataOf(t, r), fieldsOf(t, r)
	items, _ := data["lineItems"].([]any)
	if data["total"] != "120.00" || data["dueDate"] != nil || data["vendorEmail"] != "a@b.example" || len(items) != 3 {
		t.Errorf("%s", r.Data)
	}
	if *r.Confidence != *found.Confidence || string(r.Checks) != string(found.Checks) || !r.CompletedAt.Equal(found.CompletedAt.Time) {
		t.Errorf("%+v was %+v", r, found)
	}
	for path, value := range map[string]any{"total": "120.00", "dueDate": nil, "lineItems.0.amount": "61.00", "lineItems.2.description": "Nails", "vendorEmail": "a@b.example"} {
		f, original := fields[path], was[path]
		if f.Value != value || f.Source != "human" || f.Confidence != 1 || f.Checks == nil || len(f.Checks) > 0 {
			t.Errorf("%s is %+v", path, f)
		}
		if found := original.Source != ""; found != (f.Original != nil) || found && (f.Original.Value != original.Value || *f.Original.Box != *original.Box) {
			t.Errorf("%s was %+v, the original is %+v", path, original, f.Original)
		}
	}
	again := fieldsOf(t, record(t, p.patch(found.ID, `{"data":{"total":"121.00"}}`, http.StatusOK)))["total"]
	if again.Value != "121.00" || again.Original == nil || again.Original.Value != "119.00" {
		t.Errorf("%+v", again)
	}
	if item := string(p.get(documentsPath).Body); !strings.Contains(item, `"total":"121.00"`) {
		t.Errorf("the list has %s", item)
	}
	before := p.get(documentsPath + "/" + found.ID)
	tooMany := make([]string, 201)
	for n := range tooMany {
		tooMany[n] = fmt.Sprintf(`"lineItems.%d.amount":"1.00"`, n)
	}
	for body, named := range map[string]string{
		`{"data":{"colour":"red"}}`: "colour", `{"data":{"total":"much"}}`: "total", `{"data":{"total":120}}`: "total", `{"data":{"issueDate":"01.10.2026"}}`: "issueDate",
		`{"data":{"lineItems.9.amount":"1.00"}}`: "lineItems.9", `{"data":{"lineItems":"none"}}`: "lineItems", `{"data":{}}`: "data", `{}`: "data",
		`{"data":{"total":"1.00"},"why":"so"}`: "why", `[]`: "", `{"data":{"total":"1.00"}`: "", `{"data":{"total":"1.00","colour":"red"}}`: "colour",
		`{"data":{` + strings.Join(tooMany, ",") + `}}`: "200", `{"data":{"total":"1.00","total":"2.00"}}`: "total",
	} {
		if answer := p.patch(found.ID, body, http.StatusBadRequest); !strings.Contains(string(answer.Body), named) {
			t.Errorf("%.80s: %s", body, answer.Body)
		}
	}
	if after := p.get(documentsPath + "/" + found.ID); string(after.Body) != string(before.Body) {
		t.Errorf("refused corrections made\n%s\nof\n%s", after.Body, before.Body)
	}
	if answer := p.patch(p.extract(texts("a.pdf", broken)).ID, `{"data":{"total":"1.00"}}`, http.StatusConflict); answer.Code() != string(contract.CodeInvalidState) {
		t.Errorf("%s", answer.Body)
	}
	p.send(http.MethodPatch, documentsPath+"/"+found.ID, `{"data":{"total":"1.00"}}`, header("Content-Type", "text/plain"), http.StatusUnsupportedMediaType)
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
		if err != nil {
			t.Fatal(err)
		}
		height := float64(width) * 842 / 595 // A4
		if b := img.Bounds(); b.Dx() != width || float64(b.Dy()) < height-2 || float64(b.Dy()) > height+2 {
			t.Errorf("width %d gives %v", width, b)
		}
		if width >= 1000 {
			box := fieldsOf(t, r)["total"].Box
			if dark := darkest(img, *box); dark > 100 {
				t.Errorf("at width %d the total's box %v holds nothing darker than %d", width, *box, dark)
			}
			if dark := darkest(img, [4]float64{0.02, 0.9, 0.98, 0.98}); dark < 200 {
				t.Errorf("at width %d the empty foot of the page is as dark as %d", width, dark)
			}
		}
	}
	first := p.get(page)
	if again := p.get(page); !bytes.Equal(first.Body, again.Body) || first.Header.Get("Etag") != again.Header.Get("Etag") {
		t.Error("the second picture of a page is another")
	}
	p.ask(http.MethodGet, page, header("If-None-Match", first.Header.Get("Etag")), http.StatusNotModified)
	if head := p.ask(http.MethodHead, page, nil, http.StatusOK); len(head.Body) > 0 || head.Header.Get("Content-Length") != fmt.Sprint(len(first.Body)) {
		t.Errorf("HEAD: %v", head.Header)
	}
	for question, status := range map[string]int{
		"1.png?width=15": 400, "1.png?width=2401": 400, "1.png?width=x": 400, "1.png?height=5": 400, "0.png": 404, "2.png": 404, "01.png": 404, "x.png": 404, "-1.png": 404, "99999999999999999999.png": 404,
	} {
		p.ask(http.MethodGet, documentsPath+"/"+r.ID+"/pages/"+question, nil, status)
	}
	text := p.extract(texts("a.txt", plainInvoice("R-1")))
	p.ask(http.MethodGet, documentsPath+"/"+text.ID+"/pages/1.png", nil, http.StatusNotFound)

	// The picture is a document again, which is read by recognition.
	scan := p.extract(file("scan.png", p.get(page+"?width=1654").Body))
	if total := fieldsOf(t, scan)["total"]; dataOf(t, scan)["total"] != "119.00" || total.Source != "ocr" {
		t.Errorf("%s, %+v", scan.Data, total)
	}
	if _, err := png.Decode(bytes.NewReader(p.get(documentsPath + "/" + scan.ID + "/pages/1.png?width=200").Body)); err != nil {
		t.Error(err)
	}
}

// darkest is the darkest grey within a box: 0 is black.
func darkest(img image.Image, box [4]float64) uint8 {
	b := img.Bounds()
	at := func(f float64, size int) int { return int(f * float64(size)) }
	dark := uint8(255)
	for y := at(box[1], b.Dy()); y <= at(box[3], b.Dy()); y++ {
		for x := at(box[0], b.Dx()); x <= at(box[2], b.Dx()); x++ {
			grey, _ := color.GrayModel.Convert(img.At(b.Min.X+x, b.Min.Y+y)).(color.Gray)
			dark = min(dark, grey.Y)
		}
	}
	return dark
}

func files(t *testing.T, w *world) {
	p := w.person(t, contract.PlanEnterprise)
	content := sample.Invoice("R-1")
	sum := sha256.Sum256(content)
	for _, name := range []string{
		"plain.pdf", `quote".pdf`, `back\slash.pdf`, "../../etc/passwd", "a/b/c.pdf", "line\r\nSet-Cookie: a=b.pdf", "semi;colon=1.pdf", "Rechnung ä€😀.pdf", "%00%0d%0a.pdf",
		"tab\tname.pdf", "\u202efdp.exe", strings.Repeat("x", 300) + ".pdf", ".", "..", "\xff\xfe.pdf", "<script>alert(1)</script>.html", " ",
	} {
		r := p.extract(file(name, content))
		answer := p.get(documentsPath + "/" + r.ID + "/file")
		if !bytes.Equal(answer.Body, content) || r.Metadata.SHA256 != hex.EncodeToString(sum[:]) || r.Metadata.FileSize != int64(len(content)) {
			t.Errorf("%q: %d bytes of %d, %+v", name, len(answer.Body), len(content), r.Metadata)
		}
		disposition, params, err := mime.ParseMediaType(answer.Header.Get("Content-Disposition"))
		if err != nil || disposition != "attachment" || params["filename"] != r.Metadata.FileName {
			t.Errorf("%q (kept as %q) comes as %q, %q, %v", name, r.Metadata.FileName, disposition, params["filename"], err)
		}
		if strings.ContainsAny(r.Metadata.FileName, "/\\\r\n\x00") || r.Metadata.FileName == "" || answer.Header.Get("Set-Cookie") != "" || answer.Header.Get("Content-Type") != "application/pdf" {
			t.Errorf("%q is kept as %q: %v", name, r.Metadata.FileName, answer.Header)
		}
	}
	p.post(extractPath, nil, http.StatusBadRequest, file("\x00.pdf", content)) // no header may have it
	page := "INVOICE <html><script>alert(1)</script><body>INVOICE Invoice number: 1</body></html>"
	r := p.extract(texts("page.html.txt", page))
	path := documentsPath + "/" + r.ID + "/file"
	answer := p.get(path)
	if string(answer.Body) != page || answer.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("%s %v", answer.Body, answer.Header)
	}
	for asked, c := range map[string]struct {
		status int
		want   string
	}{
		"bytes=0-4": {206, page[:5]}, "bytes=-7": {206, page[len(page)-7:]}, "bytes=70-": {206, page[70:]}, "bytes=0-9999": {206, page}, "bytes=9999-": {416, ""},
		"bytes=5-2": {200, page}, "lines=1-2": {200, page}, "bytes=0-1,3-4": {200, page},
	} {
		if got := p.ask(http.MethodGet, path, header("Range", asked), c.status); c.status != 416 && string(got.Body) != c.want {
			t.Errorf("%s: %q, want %q", asked, got.Body, c.want)
		}
	}
	tag := answer.Header.Get("Etag")
	p.ask(http.MethodGet, path, header("If-None-Match", tag), http.StatusNotModified)
	p.ask(http.MethodGet, path, header("Range", "bytes=0-4", "If-Range", tag), http.StatusPartialContent)
	p.ask(http.MethodGet, path, header("Range", "bytes=0-4", "If-Range", `"other"`), http.StatusOK)
	if head := p.ask(http.MethodHead, path, nil, http.StatusOK); len(head.Body) > 0 || head.Header.Get("Content-Length") != fmt.Sprint(len(page)) {
		t.Errorf("HEAD: %v", head.Header)
	}
}

func preferences(t *testing.T, w *world) {
	p := w.person(t, contract.PlanEnterprise)
	for prefer, want := range map[string]string{
		"wait=60": "wait=60", "wait=600": "wait=60", "respond-async": "respond-async", "wait=0": "wait=0", "respond-async, wait=5": "respond-async, wait=5",
		"return=minimal": "", "wait=soon": "", "": "",
	} {
		var h map[string]string
		if prefer != "" {
			h = header("Prefer", prefer)
		}
		answer, err := p.try(extractPath, h, file("a.pdf", sample.Invoice("R-1")))
		if err != nil || answer.Status != http.StatusOK && answer.Status != http.StatusAccepted {
			t.Fatalf("Prefer %q: %d %s, %v", prefer, answer.Status, answer.Body, err)
		}
		r := record(t, answer)
		if r.Status.Ended() != (answer.Status == http.StatusOK) || answer.Header.Get("Preference-Applied") != want {
			t.Errorf("Prefer %q: %d %s, applied %q", prefer, answer.Status, r.Status, answer.Header.Get("Preference-Applied"))
		}
		if async := prefer == "respond-async" || prefer == "wait=0"; async && answer.Status != http.StatusAccepted {
			t.Errorf("Prefer %q: %d", prefer, answer.Status)
		}
		// Polled until it is there.
		for deadline := time.Now().Add(patience); ; {
			answer, err := p.Do(t.Context(), http.MethodGet, resultsPath+"/"+r.ID, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			if answer.Status == http.StatusOK {
				break
			}
			if answer.Status != http.StatusAccepted || answer.Header.Get("Retry-After") == "" || record(t, answer).Status.Ended() || time.Now().After(deadline) {
				t.Fatalf("%d %s", answer.Status, answer.Body)
			}
			p.ended(r.ID)
		}
	}
}

func unchanged(t *testing.T, w *world) {
	p := w.person(t, contract.PlanEnterprise)
	id := p.extract(file("a.pdf", sample.Invoice("R-1"))).ID
	for _, path := range []string{documentsPath + "/" + id, resultsPath + "/" + id, "/api/v1/document-types"} {
		whole := p.get(path)
		tag := whole.Header.Get("Etag")
		for asked, status := range map[string]int{tag: 304, `"other", ` + tag: 304, "*": 304, "W/" + strings.TrimPrefix(tag, "W/"): 304, `"other"`: 200} {
			answer := p.ask(http.MethodGet, path, header("If-None-Match", asked), status)
			if status == 304 && (len(answer.Body) > 0 || answer.Header.Get("Etag") != tag) {
				t.Errorf("%s, If-None-Match %s: %q %v", path, asked, answer.Body, answer.Header)
			}
		}
		head := p.ask(http.MethodHead, path, nil, http.StatusOK)
		if len(head.Body) > 0 || head.Header.Get("Content-Length") != fmt.Sprint(len(whole.Body)) || head.Header.Get("Etag") != tag {
			t.Errorf("HEAD %s: %v", path, head.Header)
		}
	}
	path := documentsPath + "/" + id
	tag := p.get(path).Header.Get("Etag")
	p.patch(id, `{"data":{"total":"120.00"}}`, http.StatusOK)
	p.ask(http.MethodGet, path, header("If-None-Match", tag), http.StatusOK)
	for question, status := range map[string]int{"?wait=61": 400, "?wait=-1": 400, "?wait=x": 400, "?wait=5": 200, "?wait=": 400} {
		p.ask(http.MethodGet, path+question, nil, status)
	}
	for _, path := range []string{documentsPath, resultsPath, "/api/v1/usage"} {
		if head := p.ask(http.MethodHead, path, nil, http.StatusOK); len(head.Body) > 0 {
			t.Errorf("HEAD %s: %s", path, head.Body)
		}
	}
}
