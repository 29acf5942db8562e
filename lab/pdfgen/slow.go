package pdfgen

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"image"
	"math/rand/v2"
	"strings"
)

// Objects writes a file of these objects, numbered from 1; the first is the catalog. It has no cross-reference table,
// so readers must search for the objects.
func Objects(objects ...string) []byte {
	var sb strings.Builder
	sb.WriteString("%PDF-1.7\n")
	for i, o := range objects {
		fmt.Fprintf(&sb, "%d 0 obj %s endobj\n", i+1, o)
	}
	fmt.Fprintf(&sb, "trailer << /Root 1 0 R /Size %d >>\n%%%%EOF\n", len(objects)+1)
	return []byte(sb.String())
}

// Stream returns a stream object with additional entries in its dictionary.
func Stream(entries, data string) string {
	return fmt.Sprintf("<< %s /Length %d >> stream\n%s\nendstream", entries, len(data), data)
}

// PackedStream is Stream of Flate-compressed data.
func PackedStream(entries, data string) string {
	var z bytes.Buffer
	w := zlib.NewWriter(&z)
	// Writes to a bytes.Buffer cannot fail.
	_, _ = w.Write([]byte(data))
	_ = w.Close()
	return Stream(entries+" /Filter /FlateDecode", z.String())
}

// Object numbers used by onePage.
const (
	slowContent = 4
	slowMore    = 5 // the first additional object
)

// onePage returns a file of one page with resources and content. Additional objects are numbered from slowMore on.
func onePage(resources, content string, more ...string) []byte {
	return sizedPage(600, 800, resources, content, more...)
}

func sizedPage(width, height int, resources, content string, more ...string) []byte {
	return Objects(append([]string{
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
		fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Resources << %s >> /Contents %d 0 R >>",
			width, height, resources, slowContent),
		PackedStream("", content),
	}, more...)...)
}

// Slow returns small files by their kind of content. They show hardly any readable text, but a reader without limits
// spends minutes or a gigabyte on them.
func Slow() map[string][]byte {
	return map[string][]byte{
		"forms that call each other": formsInRings(),
		"forms within forms":         formsWithinForms(),
		"glyphs of glyphs":           glyphsOfGlyphs(),
		"patterns of patterns":       patternsOfPatterns(),
		"pattern of tiny tiles":      tinyTiles(),
		"dashes without end":         onePage("", "0.1 w [0.0001 0.0001] 0 d 0 0 m 600 800 l 0 800 l 600 0 l S"),
		"groups over groups":         groups(),
		"shadings over shadings":     shadings(),
		"shading by a program":       programmedShading(),
		"one stream many times":      repeatedContents(),
		"fills of the page":          onePage("", strings.Repeat("0 0 600 800 re 600 0 l 0 800 l h f*\n", 30_000)),
		"very many paths":            manyPaths(),
		"annotations of forms":       formAnnotations(),
		"blank forms":                blankForms(),
		"blank forms of boxes":       blankFormsOfBoxes(),
		"empty posters":              emptyPosters(),
		"poster of letters":          posterOf(7000, 25, 60),
		"poster of small print":      posterOf(7000, 8, 18),
		"scans of noise":             scansOfNoise(),
	}
}

func form(resources, content string) string {
	return Stream("/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << "+resources+" >>", content)
}

// formsInRings returns a dozen forms, each of which shows all of them.
func formsInRings() []byte {
	const n = 12
	var names, calls strings.Builder
	for i := range n {
		fmt.Fprintf(&names, "/F%d %d 0 R ", i, slowMore+i)
		fmt.Fprintf(&calls, "/F%d Do ", i)
	}
	resources := "/XObject << " + names.String() + ">>"
	forms := make([]string, n)
	for i := range forms {
		forms[i] = form(resources, "0 0 9 9 re f "+calls.String())
	}
	return onePage(resources, "/F0 Do", forms...)
}

// formsWithinForms shows each form ten times within the previous one.
func formsWithinForms() []byte {
	const levels, times = 12, 10
	forms := make([]string, levels)
	for i := range forms {
		forms[i] = form(fmt.Sprintf("/XObject << /X %d 0 R >>", slowMore+i+1), strings.Repeat("/X Do ", times))
	}
	forms[levels-1] = form("", "0 0 9 9 re f")
	return onePage(fmt.Sprintf("/XObject << /X %d 0 R >>", slowMore), "/X Do", forms...)
}

// glyphsOfGlyphs shows text in a Type 3 font whose letters are text in the next.
func glyphsOfGlyphs() []byte {
	const levels, times = 9, 12
	var objects []string
	for i := range levels {
		next, content := "", "1000 0 d0 0 0 700 700 re f"
		if i < levels-1 {
			next = fmt.Sprintf("/Font << /T %d 0 R >>", slowMore+2*(i+1))
			content = "1000 0 d0 BT /T 1 Tf (" + strings.Repeat("a", times) + ") Tj ET"
		}
		objects = append(objects,
			fmt.Sprintf("<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] "+
				"/Resources << %s >> /CharProcs << /a %d 0 R >> /Encoding << /Differences [97 /a] >> "+
				"/FirstChar 97 /LastChar 97 /Widths [1000] >>", next, slowMore+2*i+1),
			Stream("", content))
	}
	return onePage(fmt.Sprintf("/Font << /T %d 0 R >>", slowMore),
		"BT /T 20 Tf 20 400 Td ("+strings.Repeat("a", times)+") Tj ET", objects...)
}

func tile(step float64, resources, content string) string {
	return Stream(fmt.Sprintf("/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 100 100] "+
		"/XStep %g /YStep %g /Resources << %s >>", step, step, resources), content)
}

// patternsOfPatterns fills tiles with tiles recursively.
func patternsOfPatterns() []byte {
	const levels = 8
	patterns := make([]string, levels)
	for i := range patterns {
		patterns[i] = tile(7, fmt.Sprintf("/Pattern << /P %d 0 R >>", slowMore+i+1),
			strings.Repeat("/Pattern cs /P scn 0 0 100 100 re f ", 4))
	}
	patterns[levels-1] = tile(7, "", "1 0 0 rg 0 0 50 50 re f")
	return onePage(fmt.Sprintf("/Pattern << /P %d 0 R >>", slowMore), "/Pattern cs /P scn 0 0 600 800 re f", patterns...)
}

// tinyTiles fills the page with a pattern that repeats a hundred times per point.
func tinyTiles() []byte {
	return onePage(fmt.Sprintf("/Pattern << /P %d 0 R >>", slowMore), "/Pattern cs /P scn 0 0 600 800 re f",
		tile(0.01, "", strings.Repeat("1 0 0 rg 0 0 50 50 re f 0 1 0 RG 0 0 m 100 100 l S ", 20)))
}

// groups nests transparency groups as large as the page.
func groups() []byte {
	group := func(inner string) string {
		return Stream("/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Group << /S /Transparency /I true >> "+
			"/Resources << /ExtGState << /G << /ca 0.5 /BM /Luminosity >> >> "+inner+" >>",
			"/G gs 0 0 600 800 re f "+strings.Repeat("/X Do ", strings.Count(inner, "/X ")*3))
	}
	const levels = 9
	objects := make([]string, levels)
	for i := range objects {
		inner := ""
		if i < levels-1 {
			inner = fmt.Sprintf("/XObject << /X %d 0 R >>", slowMore+i+1)
		}
		objects[i] = group(inner)
	}
	return onePage(fmt.Sprintf("/XObject << /X %d 0 R >>", slowMore), "/X Do", objects...)
}

func shadings() []byte {
	return onePage(fmt.Sprintf("/Shading << /S %d 0 R >>", slowMore), strings.Repeat("/S sh\n", 3000),
		"<< /ShadingType 3 /ColorSpace /DeviceRGB /Coords [300 400 0 300 400 900] /Extend [true true] "+
			"/Function << /FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [0.9 0.9 1] /N 1 >> >>")
}

// programmedShading computes each sample of the page by a long PostScript function.
func programmedShading() []byte {
	program := "{ pop " + strings.Repeat("dup mul sqrt sin cos 1 add ", 20_000) + " dup dup }"
	return onePage(fmt.Sprintf("/Shading << /S %d 0 R >>", slowMore), "/S sh",
		fmt.Sprintf("<< /ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 1 0 1] /Matrix [600 0 0 800 0 0] "+
			"/Function %d 0 R >>", slowMore+1),
		PackedStream("/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]", program))
}

func repeatedContents() []byte {
	return Objects(
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ["+strings.Repeat("4 0 R ", 2000)+"] >>",
		PackedStream("", strings.Repeat("0 0 m 5 5 l S\n", 2000)),
	)
}

func manyPaths() []byte {
	r := rand.New(rand.NewPCG(1, 2))
	var sb strings.Builder
	for range 300_000 {
		fmt.Fprintf(&sb, "%d %d m %d %d %d %d %d %d c S\n", r.IntN(600), r.IntN(800),
			r.IntN(600), r.IntN(800), r.IntN(600), r.IntN(800), r.IntN(600), r.IntN(800))
	}
	return onePage("", "0.2 w\n"+sb.String())
}

// formAnnotations has annotations that all show the same expensive form.
func formAnnotations() []byte {
	const n = 3000
	annotation := fmt.Sprintf("<< /Type /Annot /Subtype /Stamp /Rect [0 0 600 800] /AP << /N %d 0 R >> >> ", slowContent)
	return Objects(
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Annots ["+strings.Repeat(annotation, n)+"] >>",
		PackedStream("/Type /XObject /Subtype /Form /BBox [0 0 600 800]", strings.Repeat("0 0 m 600 800 l S\n", 3000)),
	)
}

// blankForms returns nine pages of blank forms with boxes and rules.
func blankForms() []byte {
	d := New()
	for range 9 {
		p := d.AddPage(595, 842)
		for y := 40.0; y < 800; y += 18 {
			p.Rule(40, y, 555, y)
			for x := 40.0; x <= 555; x += 103 {
				p.Rule(x, y, x, min(y+18, 796))
			}
		}
	}
	return d.Bytes()
}

func emptyPosters() []byte {
	d := New()
	for range 5 {
		d.AddPage(9000, 12000).Raw("1 g 0 0 9000 12000 re f")
	}
	return d.Bytes()
}

// blankFormsOfBoxes returns nine pages of blank forms with a box for each letter, dotted lines and hatching.
func blankFormsOfBoxes() []byte {
	d := New()
	for n := range 9 {
		p := d.AddPage(595, 842)
		for y := 40.0; y < 800; y += 14 {
			for x := 40.0; x < 550; x += 11 {
				p.Raw(fmt.Sprintf("0.4 w %.1f %.1f 8 9 re S", x, y))
			}
		}
		p.Raw(fmt.Sprintf("[1 2] 0 d 1 w 40 %d m 550 %d l S", 30+n, 30+n))
	}
	return d.Bytes()
}

// posterOf scatters letters with sizes in a range and no character mapping over a page of 7,800 × 7,800 points.
func posterOf(letters int, smallest, largest float64) []byte {
	r := rand.New(rand.NewPCG(3, 4))
	d := New()
	p := d.AddPage(7800, 7800)
	for range letters {
		p.Letters(7700*r.Float64(), 20+7700*r.Float64(), smallest+(largest-smallest)*r.Float64(),
			string(rune(0xe000+r.IntN(60))))
	}
	return d.Bytes()
}

func scansOfNoise() []byte {
	r := rand.New(rand.NewPCG(5, 6))
	d := New()
	for range 3 {
		img := image.NewGray(image.Rect(0, 0, 1654, 2339))
		for i := range img.Pix {
			img.Pix[i] = 255
			if r.IntN(12) == 0 {
				img.Pix[i] = byte(r.IntN(128))
			}
		}
		d.AddPage(595, 842).JPEG(0, 0, 595, 842, img)
	}
	return d.Bytes()
}
