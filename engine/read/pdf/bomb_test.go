package pdf_test

import (
	"bytes"
	"compress/flate"
	"context"
	"fmt"
	"image/jpeg"
	"testing"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/pdf"
	"github.com/docmill/docmill/lab/pdfgen"
)

func TestMemoryBomb(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	doc.AddPage(600, 800).Compressed(spaces(t, 600))
	l, err := library()
	if err != nil {
		t.Fatal(err)
	}
	f, err := pdf.Open(t.Context(), l, doc.Bytes())
	if err != nil {
		t.Fatal(err)
	}
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
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(bytes.Repeat([]byte(" "), 1<<20)); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
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
	if err := jpeg.Encode(&small, pattern(64, 64), nil); err != nil {
		t.Fatal(err)
	}
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
