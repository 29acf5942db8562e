package pdf_test

import (
	"bytes"
	"compress/flate"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/pdf"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func TestPageText(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	p := doc.AddPage(600, 800)
	p.Bold(60, 80, 24, "INVOICE")
	p.Text(60, 120, 10, "Rechnung Nr.  4711 für Müller (A/B)")
	p.Text(60, 400, 10, "Total")
	p.TextRight(540, 400, 14, "1.234,50 €")
	page := firstPage(t, doc)
	want := []string{"INVOICE", "Rechnung Nr. 4711 für Müller (A/B)", "Total 1.234,50 €"}
	if got := lines(page); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("lines %q, want %q", got, want)
	}
	if page.Number != 1 || page.Width != 600 || page.Height != 800 {
		t.Errorf("page %d of %g × %g", page.Number, page.Width, page.Height)
	}
	title, number := find(t, page, "INVOICE"), find(t, page, "4711")
	if !title.Bold || number.Bold {
		t.Errorf("bold: title %v, number %v", title.Bold, number.Bold)
	}
	near(t, "title size", title.Size, 24, 0.01)
	near(t, "title left", title.Box.X0, 0.1, 0.002)
	near(t, "title right", title.Box.X1, (60+pdfgen.BoldWidth("INVOICE", 24))/600, 0.003)
	near(t, "amount right", find(t, page, "€").Box.X1, 0.9, 0.005)
	if number.Confidence != 1 || number.Source != document.SourceText || number.Hidden {
		t.Errorf("word %+v", number)
	}
	if b := number.Box; b.Y0 > 120.0/800 || b.Y1 < 120.0/800 {
		t.Errorf("box %+v does not hold the baseline", b)
	}
}

// A page that a viewer turns shows the same display as one that needs no
// turning, so the boxes must agree.
func TestRotatedPages(t *testing.T) {
	t.Parallel()
	for _, degrees := range []int{0, 90, 180, 270} {
		t.Run(fmt.Sprint(degrees), func(t *testing.T) {
			t.Parallel()
			doc := pdfgen.New()
			w, h := 600.0, 800.0 // as displayed
			// at maps a display point to the media box.
			at := map[int]func(x, y float64) (float64, float64){
				0:   func(x, y float64) (float64, float64) { return x, y },
				90:  func(x, y float64) (float64, float64) { return y, w - x },
				180: func(x, y float64) (float64, float64) { return w - x, h - y },
				270: func(x, y float64) (float64, float64) { return h - y, x },
			}[degrees]
			mw, mh := w, h
			if degrees%180 == 90 {
				mw, mh = h, w
			}
			p := doc.AddPage(mw, mh)
			p.Rotate(degrees)
			for _, s := range []struct {
				x, y float64
				text string
			}{{60, 80, "Top"}, {60, 400, "Middle"}, {300, 400, "row"}, {480, 720, "Bottom"}} {
				x, y := at(s.x, s.y)
				p.TextAngle(x, y, 20, float64(degrees), s.text)
			}
			page := firstPage(t, doc)
			if got := fmt.Sprint(lines(page)); got != "[Top Middle row Bottom]" || len(page.Lines) != 3 {
				t.Fatalf("lines %q", lines(page))
			}
			near(t, "width", page.Width, w, 0.01)
			near(t, "height", page.Height, h, 0.01)
			for text, x := range map[string]float64{"Top": 0.1, "Middle": 0.1, "row": 0.5, "Bottom": 0.8} {
				near(t, text+" left", find(t, page, text).Box.X0, x, 0.005)
			}
			for text, y := range map[string]float64{"Top": 80, "Middle": 400, "row": 400, "Bottom": 720} {
				b := find(t, page, text).Box
				near(t, text+" middle", b.CenterY(), (y-7)/800, 0.01)
				near(t, text+" height", b.Height(), 20.0/800, 0.008)
			}
		})
	}
}

func TestSidewaysTextLine(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	p := doc.AddPage(600, 800)
	p.TextAngle(30, 600, 8, 90, "Form 12 B")
	p.Text(60, 500, 10, "Body text")
	page := firstPage(t, doc)
	require.Equal(t, fmt.Sprintf("%q", lines(page)), `["Body text" "Form 12 B"]`, "lines")
}

func TestCropBox(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	p := doc.AddPage(600, 800)
	p.Crop(100, 200, 500, 600)
	p.Text(140, 300, 20, "Inside")
	p.Text(20, 700, 20, "Outside")
	page := firstPage(t, doc)
	near(t, "width", page.Width, 400, 0.01)
	in := find(t, page, "Inside")
	near(t, "left", in.Box.X0, 0.1, 0.005)
	near(t, "middle", in.Box.CenterY(), (100.0-7)/400, 0.02)
	if in.Hidden || !find(t, page, "Outside").Hidden {
		t.Error("only the word off the crop box must be hidden")
	}
}

func TestHiddenTextMarked(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	p := doc.AddPage(600, 800)
	p.Text(60, 100, 12, "Seen")
	p.Hidden(100, 100, 12, "Ghost")
	page := firstPage(t, doc)
	if find(t, page, "Seen").Hidden || !find(t, page, "Ghost").Hidden {
		t.Error("text of render mode 3 must be hidden, and it alone")
	}
	assert.Equal(t, page.Visible, len("Seen"), "visible characters")
}

func TestFootnoteMarkWord(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	p := doc.AddPage(600, 800)
	p.Text(60, 100, 12, "5,000")
	p.Text(60+pdfgen.TextWidth("5,000", 12), 96, 6, "1")
	p.Text(60, 200, 12, "T")
	p.Text(60+pdfgen.TextWidth("T", 12), 200, 9, "OTAL")
	if got := lines(firstPage(t, doc)); fmt.Sprint(got) != "[5,000 1 TOTAL]" {
		t.Fatalf("lines %q", got)
	}
}

func TestScaledFontSize(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	doc.AddPage(600, 800).Raw("BT /F1 1 Tf 12 0 0 12 60 700 Tm (Scaled) Tj ET")
	near(t, "size", find(t, firstPage(t, doc), "Scaled").Size, 12, 0.01)
}

func TestAttachmentsAndInfo(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	doc.AddPage(600, 800)
	doc.Info("Title", "Rechnung für Müller")
	xml := []byte("<Invoice>" + strings.Repeat("x", 100_000) + "</Invoice>")
	doc.Attach("factur-x.xml", xml)
	doc.Attach("note.txt", []byte("hi"))
	f := open(t, doc.Bytes())
	got, err := f.Attachments(t.Context())
	if err != nil || len(got) != 2 {
		t.Fatalf("%d attachments, %v", len(got), err)
	}
	if got[0].Name != "factur-x.xml" || !bytes.Equal(got[0].Data, xml) || got[1].Name != "note.txt" {
		t.Errorf("attachments %q, %q", got[0].Name, got[1].Name)
	}
	info, err := f.Info(t.Context())
	if err != nil || info["Title"] != "Rechnung für Müller" || len(info) != 1 {
		t.Errorf("info %v, %v", info, err)
	}
}

func TestFormFields(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	p := doc.AddPage(600, 800)
	p.Text(60, 100, 12, "Name:")
	p.Field(120, 100, 200, 12, "Ada Lovelace")
	if got := lines(firstPage(t, doc)); fmt.Sprint(got) != "[Name: Ada Lovelace]" {
		t.Fatalf("lines %q", got)
	}
}

func TestRender(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	black := image.NewGray(image.Rect(0, 0, 10, 10))
	p := doc.AddPage(600, 800)
	p.Rotate(90)
	p.Image(0, 0, 300, 400, black) // top left, so top right once turned
	f := open(t, doc.Bytes())
	img, err := f.Render(t.Context(), 0, 36)
	require.NoError(t, err)
	require.Equal(t, img.Rect, image.Rect(0, 0, 400, 300), "size")
	if img.GrayAt(300, 75).Y != 0 || img.GrayAt(100, 75).Y != 255 || img.GrayAt(300, 225).Y != 255 {
		t.Error("the image is not in the top right quarter")
	}
	page, err := f.Page(t.Context(), 0)
	require.NoError(t, err)
	near(t, "images", page.Images, 0.25, 0.01)
	assert.Equal(t, page.Objects, 1, "objects")
}

func TestRenderHugePages(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	doc.AddPage(14400, 14400)
	img, err := open(t, doc.Bytes()).Render(t.Context(), 0, 200)
	require.NoError(t, err)
	if n := img.Rect.Dx() * img.Rect.Dy(); n > 40_100_000 {
		t.Errorf("%d pixels", n)
	}
}

func TestAssociatedFiles(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	doc.AddPage(600, 800)
	xml := []byte("<Invoice>" + strings.Repeat("x", 100_000) + "</Invoice>")
	doc.Associate("factur-x.xml", xml)
	doc.Associate("note (1).txt", []byte("hi"))
	got, err := open(t, doc.Bytes()).Attachments(t.Context())
	if err != nil || len(got) != 2 {
		t.Fatalf("%d attachments, %v", len(got), err)
	}
	if got[0].Name != "factur-x.xml" || !bytes.Equal(got[0].Data, xml) || got[1].Name != "note (1).txt" ||
		string(got[1].Data) != "hi" {
		t.Errorf("attachments %q, %q", got[0].Name, got[1].Name)
	}
}

// A file that is listed in both ways, as the standards of e-invoices ask, is
// one attachment.
func TestAssociatedFilesNotDuplicated(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	doc.AddPage(600, 800)
	doc.Attach("a.xml", []byte("<a/>"))
	doc.Associate("a.xml", []byte("<a/>"))
	if got, err := open(t, doc.Bytes()).Attachments(t.Context()); err != nil || len(got) != 1 {
		t.Fatalf("%d attachments, %v", len(got), err)
	}
}

// A file of an annotation is an attachment, beside those of the name tree.
func TestAnnotatedFile(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	doc.AddPage(600, 800)
	doc.Attach("terms.txt", []byte("30 days"))
	data := append(doc.Bytes(), "\n98 0 obj\n<< /Subtype /FileAttachment /FS << /F (a.xml) /EF << /F 99 0 R >> >> >>\n"+
		"endobj\n99 0 obj\n<< /Length 4 >>\nstream\n<a/>\nendstream\nendobj\n"...)
	got, err := open(t, data).Attachments(t.Context())
	require.NoError(t, err)
	assert.True(t, len(got) == 2 && string(got[0].Data) == "30 days" && string(got[1].Data) == "<a/>", got)
}

// Titles are often printed with room between their letters, and more of it between words.
func TestLetterSpacing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text, want string
		room       float64 // between letters, in points of a print of 12
		space      float64 // more between words
	}{
		"a word":           {"INVOICE", "[INVOICE]", 8, 0},
		"two words":        {"TAX INVOICE", "[TAX INVOICE]", 8, 8},
		"in small letters": {"rechnung", "[rechnung]", 6, 0},
		"three letters":    {"QTY", "[Q T Y]", 8, 0},
		"columns":          {"ABCDE", "[A B C D E]", 30, 0},
		"digits":           {"12345", "[1 2 3 4 5]", 8, 0},
		"a capital first":  {"Rechnung", "[Rechnung]", 6, 0},
		"initials":         {"JPvdB", "[J P v d B]", 3, 0},
		"crosses":          {"xxxxx", "[x x x x x]", 8, 0},
	} {
		doc := pdfgen.New()
		p := doc.AddPage(600, 800)
		x := 60.0
		for _, r := range c.text {
			if r == ' ' {
				x += c.space
				continue
			}
			p.Letters(x, 100, 12, string(r))
			x += 7 + c.room
		}
		if got := lines(firstPage(t, doc)); fmt.Sprint(got) != c.want {
			t.Errorf("%s: read %q, want %q", name, got, c.want)
		}
	}
}

func TestMemoryBomb(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	doc.AddPage(600, 800).Compressed(spaces(t, 600))
	l, err := library()
	require.NoError(t, err)
	f, err := pdf.Open(t.Context(), l, doc.Bytes())
	require.NoError(t, err)
	defer f.Close(context.Background())
	_, err = f.Page(t.Context(), 0)
	if extractionerror.CodeOf(err) != extractionerror.TooComplex {
		t.Fatalf("Page = %v, want TOO_COMPLEX", err)
	}
}

// spaces is a Flate stream of that many mebibytes of spaces: one block without back references, repeated.
func spaces(t *testing.T, mebibytes int) []byte {
	t.Helper()
	var block bytes.Buffer
	w, err := flate.NewWriter(&block, flate.BestSpeed)
	require.NoError(t, err)
	if _, err := w.Write(bytes.Repeat([]byte(" "), 1<<20)); err != nil {
		t.Fatal(err)
	}
	require.NoError(t, w.Flush())
	header := []byte{0x78, 0x01} // RFC 1950
	return append(header, bytes.Repeat(block.Bytes(), mebibytes)...)
}

func TestAttachmentBomb(t *testing.T) {
	t.Parallel()
	bomb := spaces(t, 600)
	data := pdfgen.Objects(
		"<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >> >>",
		"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>",
		"<< /Type /Filespec /F (a) /EF << /F 5 0 R >> >>",
		fmt.Sprintf("<< /Type /EmbeddedFile /Filter /FlateDecode /Length %d >> stream\n%s\nendstream", len(bomb), bomb),
	)
	_, err := readWhole(t, data, nil)
	wantFailure(t, err, extractionerror.TooComplex)
}

func TestRenderImpossibleShape(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	doc.AddPage(1_000_000, 1)
	_, err := open(t, doc.Bytes()).Render(t.Context(), 0, 200)
	wantFailure(t, err, extractionerror.TooComplex)
}

// Images with exaggerated sizes are drawn in part or not at all, within the memory of an instance.
func TestImageBombs(t *testing.T) {
	t.Parallel()
	var small bytes.Buffer
	require.NoError(t, jpeg.Encode(&small, pattern(64, 64), nil))
	sof := bytes.Index(small.Bytes(), []byte{0xff, 0xc0}) // ITU T.81, B.2.2: size, precision, height, width
	if sof < 0 {
		t.Fatal("no frame header")
	}
	copy(small.Bytes()[sof+5:], []byte{0xfd, 0xe8, 0xfd, 0xe8})
	image := func(entries, data string) []byte {
		content := "600 0 0 800 0 0 cm /I Do"
		return pdfgen.Objects(
			"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
			"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>",
			fmt.Sprintf("<< /Length %d >> stream\n%s\nendstream", len(content), content),
			fmt.Sprintf("<< /Type /XObject /Subtype /Image /ColorSpace /DeviceGray %s /Length %d >> stream\n%s\nendstream",
				entries, len(data), data),
		)
	}
	for name, data := range map[string][]byte{
		"JPEG":    image("/Width 65000 /Height 65000 /BitsPerComponent 8 /Filter /DCTDecode", small.String()),
		"samples": image("/Width 65000 /Height 65000 /BitsPerComponent 8", "few"),
		"packed samples": image("/Width 30000 /Height 30000 /BitsPerComponent 8 /Filter /FlateDecode",
			string(spaces(t, 900))),
		"bits": image("/Width 2000000000 /Height 2000000000 /BitsPerComponent 1", "few"),
		"fax without end": image("/Width 15000 /Height 15000 /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << "+
			"/K -1 /Columns 15000 >>", "few"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			img, err := open(t, data).Render(t.Context(), 0, 72)
			if err == nil && img.Rect.Dx() != 600 {
				t.Errorf("%v", img.Rect)
			}
			if err != nil {
				wantFailure(t, err, extractionerror.TooComplex)
			}
		})
	}
}
